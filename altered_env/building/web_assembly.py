"""`python -m altered_env.building.web_assembly FOLDER`: the engine for two players as a WebAssembly
module, with a JavaScript package around it. `make wasm` runs it, and `tests.native.wasm_data`
after it, which writes what the package reads.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import llvmlite.binding as llvm

from altered_env.building import be_generic
from altered_env.native import PLACE, EngineError
from altered_env.native.entry_table import symbol

ENTRIES: Final = (
    "step_engine", "deal_at", "act_and_show", "show_desk", "engine_actions", "seen_actions",
    "answer_at",
)  # fmt: skip
"""The entries of the module."""
SOURCES: Final = PLACE.parent / "wasm"
TRIPLE: Final = "wasm32-unknown-wasi"
FEATURES: Final = "+bulk-memory,+sign-ext,+nontrapping-fptoint"
"""What every browser since 2021 has (Safari since 2023)."""
STACK: Final = 1 << 20


def build(folder: Path) -> int:
    """Write the package without its data; return the size of the module.

    Raises `RuntimeError` or `OSError`.
    """
    from altered_env.building import bitcode, linking, object_code, parts
    from altered_env.native.entry_table import TABLE

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    jobs = [(row, players) for row, players in bitcode.jobs() if players == 2]
    module = parts._module(jobs, lambda share: None)
    names = [symbol(name, 2) for name in ENTRIES]
    for row in TABLE:
        if 2 in row.players and symbol(row.name, 2) not in names:
            module.get_function(symbol(row.name, 2)).linkage = "internal"
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic", features=FEATURES, opt=3
    )
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    object_code._optimise(module, machine)
    code: Any = machine.emit_object(module)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".building-") as work:
        made, out = Path(work) / "engine.o", Path(work) / "engine.wasm"
        made.write_bytes(code)
        exports = [f"-Wl,--export={name}" for name in (*names, "__heap_base")]
        linking._run(
            [*linking.ZIG, "cc", "-target", "wasm32-wasi", "-mexec-model=reactor", "-O2", "-s",
             f"-Wl,-z,stack-size={STACK}", *exports, "-o", out, made, linking.HELPERS, "-lm"]
        )  # fmt: skip
        out.replace(folder / "engine.wasm")
    for source in SOURCES.iterdir():
        shutil.copy(source, folder)
    return (folder / "engine.wasm").stat().st_size


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
        size = build(options.folder)
    except (RuntimeError, EngineError, OSError) as error:
        print(f"make wasm: {error}", file=sys.stderr)
        return 1
    print(f"{options.folder / 'engine.wasm'}: {size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
