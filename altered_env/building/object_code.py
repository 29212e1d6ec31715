"""Machine code of the whole: optimised once, for a family of processors."""

from __future__ import annotations

import platform
from typing import Any

import llvmlite.binding as llvm

LEVELS = {
    "x86_64": ("x86-64", "x86-64-v3"),
    "AMD64": ("x86-64", "x86-64-v3"),
}
"""By machine, the processors that the engine is built for, the oldest first."""
KNOWN = frozenset(
    ("exp", "exp2", "expf", "log", "logf", "memcpy", "memmove", "memset", "pow", "sqrt", "tanhf")
)
"""What compiled code may call of the C library; and of `building/helpers.c`:"""
HELPERS = frozenset(("numba_attempt_nocopy_reshape",))


def levels() -> tuple[str, ...]:
    """The processors that this machine's engine is built for: `generic` where there is one kind."""
    return LEVELS.get(platform.machine(), ("generic",))


def object_of(module: Any, level: str) -> bytes:
    """The object file of a module for a processor. Raises `RuntimeError` if it needs Python."""
    machine = llvm.Target.from_triple(module.triple).create_target_machine(
        cpu=level, opt=3, reloc="pic", codemodel="default"
    )
    module = module.clone()
    module.data_layout = str(machine.target_data)
    _optimise(module, machine)
    needed = sorted(
        function.name
        for function in module.functions
        if function.is_declaration and not function.name.startswith("llvm.")
    )
    if unknown := sorted(set(needed) - KNOWN - HELPERS):
        raise RuntimeError(f"compiled code calls what no C library has: {', '.join(unknown)}")
    found: bytes = machine.emit_object(module)
    return found


def _optimise(module: Any, machine: Any) -> None:
    """As Numba optimises (`numba.core.codegen`): cheaply first, which inlines and turns loops, and
    then in full."""
    cheap = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=0))
    passes = cheap.getModulePassManager()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_loop_rotate_pass()
    passes.add_instruction_combine_pass()
    passes.add_jump_threading_pass()
    passes.run(module, cheap)
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = True
    full = llvm.create_pass_builder(machine, options)
    passes = full.getModulePassManager()
    passes.add_global_opt_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_strip_dead_prototype_pass()
    passes.run(module, full)
