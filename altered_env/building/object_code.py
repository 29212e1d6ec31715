"""Machine code of the whole: optimised once for a family of processors, and written for each
system that runs on them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import llvmlite.binding as llvm

from altered_env.building.targets import FOURTH, Target

KNOWN = frozenset(("memcpy", "memmove", "memset", "sqrt"))
"""What compiled code may call of the C library; no other function of mathematics, since C libraries
differ in their last digits (`thinking/elementary.py`). And of `building/helpers.c`:"""
HELPERS = frozenset(("numba_attempt_nocopy_reshape",))
_POINTER = re.compile(r"-p:(\d+)")


def optimised(module: Any, machine: Any) -> Any:
    """A copy of a module, optimised for a processor. Raises `RuntimeError` if it needs Python."""
    module = module.clone()
    _fit(module, machine)
    _optimise(module, machine)
    needed = sorted(
        function.name
        for function in module.functions
        if function.is_declaration and not function.name.startswith("llvm.")
    )
    if unknown := sorted(set(needed) - KNOWN - HELPERS):
        raise RuntimeError(
            f"compiled code calls {', '.join(unknown)}: only {', '.join(sorted(KNOWN))} are allowed"
        )
    return module


def object_of(module: Any, target: Target, level: str, entries: Iterable[str]) -> bytes:
    """The object file of an optimised module for a platform, whose library gives these entries."""
    machine = machine_of(target.triple, level)
    module = module.clone()
    _fit(module, machine)
    if target.system == "win32":
        for name in entries:
            module.get_function(name).storage_class = "dllexport"
    found: bytes = machine.emit_object(module)
    return found


def machine_of(triple: str, level: str, features: str = "") -> Any:
    """A platform and a processor, as LLVM writes machine code for them."""
    reloc = "static" if triple.startswith("wasm") else "pic"
    if level == FOURTH and not features:
        features = "-prefer-256-bit"  # else LLVM uses half of each register
    return llvm.Target.from_triple(triple).create_target_machine(
        cpu=level, features=features, opt=3, reloc=reloc, codemodel="default"
    )


def _fit(module: Any, machine: Any) -> None:
    """Make a module one of this platform. Raises `RuntimeError` if it was compiled for pointers of
    another size (`bitcode.lay_out`)."""
    layout = str(machine.target_data)
    sizes = [_POINTER.search(text) for text in (module.data_layout, layout)]
    was, now = (int(found[1]) if found else 64 for found in sizes)
    if was != now:
        raise RuntimeError(
            f"this was compiled for pointers of {was} bits; those of {machine.triple} have {now}"
        )
    module.triple, module.data_layout = machine.triple, layout


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
