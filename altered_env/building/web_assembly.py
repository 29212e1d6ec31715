"""`python -m altered_env.building.web_assembly FOLDER`: the engine for two players as a WebAssembly
module, with a JavaScript package around it. `make wasm` runs it, and `tests.native.wasm_data`
after it, which writes what the package reads.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from altered_env.building import be_generic
from altered_env.native import PLACE, EngineError
from altered_env.native.entry_table import symbol

ENTRIES: Final = (
    "step_engine", "deal_at", "act_and_show", "show_desk", "engine_actions", "seen_actions",
    "answer_at", "ask", "list_arms", "play_out_arms",
)  # fmt: skip
"""The entries of the module."""
SOURCES: Final = PLACE.parent / "wasm"
TRIPLE: Final = "wasm32-unknown-wasi"
FEATURES: Final = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+simd128"
"""What every browser since 2021 has (Safari since 2023)."""
STACK: Final = 1 << 20


def build(folder: Path) -> None:
    """Write the package without its data.

    Raises `RuntimeError`, `EngineError` or `OSError`.
    """
    import llvmlite.binding as llvm

    from altered_env._runtime.progress import Progress
    from altered_env.building import bitcode, linking, object_code, parts
    from altered_env.building.targets import GENERIC

    linking.need_zig()
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = object_code.machine_of(TRIPLE, GENERIC, FEATURES)
    jobs = [job for job in bitcode.jobs(ENTRIES) if job[1] == 2]
    share = parts.share_to_compile(jobs, machine.target_data)
    progress = Progress(parts.time_for(jobs, share) + parts.OPTIMISING, "parts").begin()
    done = 0

    def over(share: int) -> None:
        nonlocal done
        done += share
        progress.say(done)

    try:
        module = parts.module_of(jobs, over, machine.target_data)
        code: Any = machine.emit_object(object_code.optimised(module, machine))
        over(parts.OPTIMISING)
    finally:
        progress.clear()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".building-") as work:
        made, out = Path(work) / "engine.o", Path(work) / "engine.wasm"
        made.write_bytes(code)
        names = [symbol(row.name, players) for row, players in jobs]
        exports = [f"-Wl,--export={name}" for name in (*names, "__heap_base")]
        linking.run(
            [*linking.ZIG, "cc", "-target", "wasm32-wasi", "-mexec-model=reactor", "-O2", "-s",
             f"-Wl,-z,stack-size={STACK}", *exports, "-o", out, made, linking.HELPERS, "-lm"]
        )  # fmt: skip
        out.replace(folder / "engine.wasm")
    for source in SOURCES.iterdir():
        shutil.copy(source, folder)


def main() -> int:
    """Build, and say how large it is."""
    parser = argparse.ArgumentParser(
        prog="python -m altered_env.building.web_assembly",
        description="Build the engine for two players as a WebAssembly module.",
    )
    parser.add_argument("folder", type=Path, help="where the package is written")
    options = parser.parse_args()
    be_generic()
    try:
        build(options.folder)
    except (RuntimeError, EngineError, OSError) as error:
        print(f"make wasm: {error}", file=sys.stderr)
        return 1
    made = options.folder / "engine.wasm"
    code = made.read_bytes()
    print(f"{made}: {len(code):,} bytes, {len(gzip.compress(code, 9, mtime=0)):,} gzipped")
    return 0


if __name__ == "__main__":
    sys.exit(main())
