"""The decorators of the engine, and the cache that never runs stale code.

Every rule of the game is a function over records, written in a small subset of Python and compiled:
ahead of time, into a library (`altered_env.native`), or by Numba on first use. With
`ALTERED_ENGINE=python` the same source runs as plain Python, with identical results. With
`ALTERED_CHECKED=1` Numba compiles, and array bounds are checked.

There are two decorators: `compiled` for functions that only compiled code calls, and `entry` for
the few that Python calls. Floating-point sums stay in the order in which they are written, so that
all platforms have the same results. By default, Numba would optimise and generate code for each
function together with everything below it, again at every level, and compile it once for every
combination of integer widths, which takes minutes for an engine of this size. So `compiled`
functions are compiled for 64-bit integers only, and neither optimised nor turned into machine code
by themselves: that happens once, in the entry that contains them.

References to arrays are not counted, as Numba does whenever one is passed on: that would take a
tenth of the time of games, and a third of that of compiling. Arrays are Python's, which keeps them
while an entry runs, or space on the stack (`stack_arrays.py`); Numba refuses a compiled function
that allocates one.

Numba's own cache checks only the file of the function it compiles: after an edit in another file it
would silently run old code, and it trusts what it reads. So `machine_code.py` stores machine code
under a hash of all code that it may come from, wherever their folders are, the versions of Numba
and NumPy, and the flags. Comments and docstrings do not count, so editing them recompiles nothing.

If the library is used, neither Numba nor LLVM is imported: an entry is a function of the library,
and `compiled` functions remain Python functions, which nothing calls.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy

from altered_env.native import is_checked
from altered_env.native.choice import chosen

from . import SEATS, cache

Function = TypeVar("Function", bound=Callable[..., Any])

FLOORS = ("engine", "batch", "thinking")
"""The folders of compiled code, lowest first: each is compiled from itself and those before it."""
HOUSE = Path(__file__).parents[1]
PACKAGE = __name__.removesuffix(".engine.compiled")
FOLDERS = tuple(HOUSE / floor for floor in FLOORS)

CHECKED = is_checked()
ENGINE, LIBRARY = chosen(FOLDERS, lambda: cache.syntax(*FOLDERS))
JIT = ENGINE == "jit"
"""Whether Numba compiles in this process."""
IS_COMPILED = ENGINE != "python"
"""Whether compiled code runs, whichever compiler made it."""
OPTIONS: dict[str, Any] = {
    "nogil": True, "error_model": "numpy", "boundscheck": CHECKED, "_nrt": False,
}  # fmt: skip

if JIT:
    import numba
    from numba.core import types
    from numba.core.types.misc import unliteral

    from .machine_code import MachineCode


def floor_of(module: str) -> str:
    """Return the floor of a module.

    >>> floor_of("altered_env.of_four.batch.entries")
    'batch'
    """
    return next(part for part in module.split(".") if part in FLOORS)


@functools.cache
def version_of(floor: str) -> str:
    """Return the version of a floor's compiled code, including the floors below."""
    below = FLOORS[: FLOORS.index(floor) + 1]
    code = cache.syntax(*(HOUSE / name for name in below))
    by: tuple[object, ...] = (ENGINE, getattr(LIBRARY, "digest", None))
    if JIT:
        by = (numba.__version__, numpy.__version__, CHECKED, numba.config.OPT)
    return cache.key_of(code, *map(str, (*by, SEATS)))[:20]


def _wide(kind: Any) -> Any:
    """Return the single type for which a function is compiled instead of `kind`."""
    kind = unliteral(kind)
    if isinstance(kind, types.Integer | types.Boolean):
        return types.int64
    return kind


def _only_linked(library: Any) -> None:
    """Let a code library be linked into those of entries, but neither optimised nor turned into
    machine code. It is linked there together with all that it calls; Numba would link that into
    each library, again at every level."""

    def finalize() -> None:
        library._finalize_dynamic_globals()
        library._finalized = True

    def get_module_for_linking() -> Any:
        if library._shared_module is None:
            whole = library._final_module.clone()
            for part in reached(library)[1:]:
                library._reload_init.update(part._reload_init)
                whole.link_in(linked_module(part), preserve=True)
            for function in whole.functions:
                if not function.is_declaration and function.linkage.name == "external":
                    function.linkage = "linkonce_odr"
            library._shared_module = whole
        return library._shared_module

    if not library._finalized:
        library.finalize = finalize
        library._get_module_for_linking = get_module_for_linking


def reached(library: Any) -> list[Any]:
    """Return the code libraries that this one calls, itself first. Those of Numba's own functions
    hold all that they call."""
    found = {id(library): library}
    for one in (waiting := [library]):
        if _is_part(one):
            new = [part for part in one._linking_libraries if id(part) not in found]
            found |= {id(part): part for part in new}
            waiting += new
    return [*found.values()]


def linked_module(library: Any) -> Any:
    """Return the module of a code library, as it is linked into another."""
    return library._final_module if _is_part(library) else library._get_module_for_linking()


def _is_part(library: Any) -> bool:
    return "finalize" in vars(library)


def _as_part(dispatcher: Any) -> None:
    """Make a dispatcher compile for 64-bit integers only, as a part of an entry."""
    template = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        found, signature, _, _ = template(tuple(_wide(a) for a in args), kws)
        return found, signature, args, kws

    def add(result: Any) -> None:
        _only_linked(result.library)
        key: Any = [].append  # any unused builtin, by which calls are resolved
        result = result._replace(entry_point=key)
        dispatcher.targetctx.insert_user_function(key, result.fndesc, [result.library])
        dispatcher.overloads[tuple(result.signature.args)] = result

    def customize(flags: Any) -> Any:
        flags.no_compile = True
        flags.no_cpython_wrapper = True
        flags.no_cfunc_wrapper = True
        return flags

    dispatcher.get_call_template = get_call_template
    dispatcher.add_overload = add
    dispatcher._compiler._customize_flags = customize


def compiled(function: Function) -> Function:
    """Compile a function of the engine, as a part of the entries that use it."""
    if not JIT:
        return function
    dispatcher = numba.njit(**OPTIONS)(function)
    _as_part(dispatcher)
    return dispatcher


def entry(function: Function) -> Function:
    """Compile a function that Python calls. Its machine code is cached under the version of its
    floor, which covers all code it is compiled from, or comes from the library."""
    if LIBRARY is not None:
        _, _, module = function.__module__.rpartition(f"{PACKAGE}.")
        bound: Any = LIBRARY.entry(module, function.__name__, SEATS, _record)
        return bound
    if not JIT:
        return function
    dispatcher = numba.njit(**OPTIONS)(function)
    kept = MachineCode(function, version_of(floor_of(function.__module__)))
    dispatcher._cache = kept
    dispatcher._can_cache = True
    dispatcher._compiler.compile = kept.in_turn(dispatcher._compiler.compile)
    return dispatcher


def _record(where: str) -> Any:
    """Return the dtype of a record by its location: `engine.layout.game_t`."""
    module, _, name = where.rpartition(".")
    return getattr(importlib.import_module(f"{PACKAGE}.{module}"), name)


def is_kept(dispatcher: Any) -> bool:
    """Return whether the entry has machine code, in memory or in the cache, so nobody has to
    wait."""
    return not JIT or bool(dispatcher.signatures) or dispatcher._cache.is_kept()
