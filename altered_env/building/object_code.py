"""Machine code of the whole: optimised once for a family of processors, and written for each
system that runs on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import llvmlite.binding as llvm

from altered_env.building.targets import Target

KNOWN = frozenset(
    ("exp", "exp2", "expf", "log", "logf", "memcpy", "memmove", "memset", "pow", "sqrt", "tanhf")
)
"""What compiled code may call of the C library; and of `building/helpers.c`:"""
HELPERS = frozenset(("numba_attempt_nocopy_reshape",))


def optimised(module: Any, triple: str, level: str) -> Any:
    """A copy of a module, optimised for a processor. Raises `RuntimeError` if it needs Python."""
    machine = _machine(triple, level)
    module = module.clone()
    module.triple = triple
    module.data_layout = str(machine.target_data)
    _optimise(module, machine)
    needed = sorted(
        function.name
        for function in module.functions
        if function.is_declaration and not function.name.startswith("llvm.")
    )
    if unknown := sorted(set(needed) - KNOWN - HELPERS):
        raise RuntimeError(f"compiled code calls what no C library has: {', '.join(unknown)}")
    return module


def object_of(module: Any, target: Target, level: str, entries: Iterable[str]) -> bytes:
    """The object file of an optimised module for a platform, whose library gives these entries."""
    machine = _machine(target.triple, level)
    module = module.clone()
    module.triple = target.triple
    module.data_layout = str(machine.target_data)
    if target.system == "win32":
        for name in entries:
            module.get_function(name).storage_class = "dllexport"
    found: bytes = machine.emit_object(module)
    return found


def _machine(triple: str, level: str) -> Any:
    return llvm.Target.from_triple(triple).create_target_machine(
        cpu=level, opt=3, reloc="pic", codemodel="default"
    )


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
