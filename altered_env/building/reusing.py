"""Functions of earlier builds, in place of those that would be compiled to the same.

A function is compiled from its module and from what that imports, all the way down. If one of these
files is another, comments and docstrings aside, it is compiled anew; otherwise it is read from the
cache. Either way it is then linked and optimised with all others.
"""

from __future__ import annotations

import ast
import functools
import json
import pickle
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

import llvmlite
import llvmlite.binding as llvm
import numba
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.dispatcher import Dispatcher
from numba.core.serialize import dumps

from altered_env.engine import cache, compiled
from altered_env.engine.compiled import FLOORS, FOLDERS, HOUSE, OPTIONS
from altered_env.game.kernels import kernel_for

KIND: Final = "functions"
COUNTS: Final = "counts"


class Made(NamedTuple):
    """A compiled function."""

    sources: str
    """The hash of what it was compiled from."""
    signature: Any
    descriptor: Any
    code: bytes
    calls: tuple[tuple[str, str, tuple[Any, ...], str], ...]
    """The functions that it calls: module, name, types, symbol."""


@functools.cache
def _files() -> dict[str, tuple[str, ast.Module]]:
    """The modules of compiled code, by their names below the package: without comments, and as
    trees."""
    found = {}
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(HOUSE).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            data = path.read_bytes()
            found[name] = (cache._bare(data, name), ast.parse(data))
    return found


@functools.cache
def _imports(name: str) -> frozenset[str]:
    """The modules that a module imports, and their packages."""
    found = {name.rpartition(".")[0]}
    package = name if (HOUSE / Path(*name.split(".")) / "__init__.py").exists() else ""
    for node in ast.walk(_files()[name][1]):
        if not isinstance(node, ast.ImportFrom):
            continue
        base = (node.module or "").removeprefix("altered_env.")
        if node.level:
            of = name.split(".") if package else name.split(".")[:-1]
            base = ".".join([*of[: len(of) - node.level + 1], *filter(None, [node.module])])
        found |= {base, *(f"{base}.{one.name}" for one in node.names)}
    return frozenset(found & _files().keys())


@functools.cache
def sources_of(name: str) -> str:
    """A hash of a module and of all that it imports, of compiled code; comments do not count.

    >>> sources_of("engine.sets") == sources_of("engine.day")
    False
    """
    found, waiting = {name}, [name]
    while waiting:
        new = _imports(waiting.pop()) - found
        found |= new
        waiting += new
    return cache.key_of(*(part for one in sorted(found) for part in (one, _files()[one][0])))


def _below(module: str) -> str:
    """The name of a module below the package, of either kernel."""
    parts = module.split(".")
    return ".".join(parts[next(n for n, part in enumerate(parts) if part in FLOORS) :])


def _key(players: int, layout: Any) -> str:
    builder = [Path(__file__).with_name(name).read_bytes() for name in ("reusing.py", "bitcode.py")]
    by = (numba.__version__, llvmlite.__version__, llvm.get_process_triple(), str(layout))
    return cache.key_of(*builder, *by, repr(sorted(OPTIONS.items())), str(players))


def share_to_compile(players: int, layout: Any = None) -> float:
    """The share of the functions that has to be compiled anew."""
    found = cache.fetch(COUNTS, _key(players, layout))
    counts: dict[str, tuple[int, str]] = json.loads(found) if found else {}
    total = sum(count for count, _ in counts.values())
    same = sum(
        count
        for name, (count, sources) in counts.items()
        if name in _files() and sources_of(name) == sources
    )
    return 1.0 - same / total if total else 1.0


class Functions:
    """The functions for a number of players that earlier builds have compiled, and this one."""

    def __init__(self, players: int, layout: Any = None) -> None:
        self._key = _key(players, layout)
        self._made: dict[tuple[str, str, str], Made] = {}
        self._names: dict[int, tuple[str, str, tuple[Any, ...], str]] = {}
        self.compiled = 0
        package = kernel_for(players).module("engine").__name__.rpartition(".")[0]
        for name in _files():
            module = kernel_for(players).module(name)
            for one in vars(module).values():
                if isinstance(one, Dispatcher) and one.__module__.startswith(package):
                    one._cache = _OfFunction(self, one)  # type: ignore[attr-defined]
        body = cache.fetch(KIND, self._key)
        try:
            made = pickle.loads(body) if body else {}
        except (AttributeError, ImportError, TypeError, pickle.UnpicklingError):  # a class is gone
            made = {}
        for key, one in made.items():
            if _below(key[0]) in _files() and one.sources == sources_of(_below(key[0])):
                self._made[key] = one

    def keep(self) -> None:
        """Store them."""
        cache.keep(KIND, self._key, dumps(self._made))
        counts: dict[str, tuple[int, str]] = {}
        for (module, _, _), one in self._made.items():
            name = _below(module)
            counts[name] = (counts.get(name, (0, ""))[0] + 1, one.sources)
        cache.keep(COUNTS, self._key, json.dumps(counts).encode())

    def read(self, dispatcher: Any, types: tuple[Any, ...]) -> Any:
        """The function compiled before; None if it has to be compiled."""
        name = (dispatcher.__module__, dispatcher.__name__, str(types))
        made = self._made.get(name)
        if made is None:
            return None
        libraries = []
        for module, called, of, symbol in made.calls:
            callee = getattr(sys.modules[module], called)
            callee.compile(of)
            result = callee.overloads[of]
            if result.fndesc.llvm_func_name != symbol:  # it was compiled anew
                return None
            libraries.append(result.library)
        library = dispatcher.targetctx.codegen().create_library(dispatcher.__name__)
        library._final_module = llvm.parse_bitcode(made.code)
        library._linking_libraries += libraries
        self._names[id(library)] = (*name[:2], types, made.descriptor.llvm_func_name)
        facts = dict.fromkeys(CompileResult._fields)
        return CompileResult(
            **facts
            | {
                "typing_context": dispatcher.typingctx, "target_context": dispatcher.targetctx,
                "signature": made.signature, "fndesc": made.descriptor, "library": library,
                "objectmode": False, "lifted": (), "reload_init": [], "referenced_envs": [],
            }
        )  # fmt: skip

    def take(self, dispatcher: Any, result: Any) -> None:
        """Add a function that was compiled now. What it calls of Numba's own becomes a part of
        it."""
        self.compiled += 1
        library, descriptor = result.library, result.fndesc
        module, calls = library._final_module, []
        for one in dict.fromkeys(library._linking_libraries):
            if id(one) in self._names:
                calls.append(self._names[id(one)])
            else:
                module.link_in(compiled.linked_module(one), preserve=True)
        library._linking_libraries = [
            one for one in library._linking_libraries if id(one) in self._names
        ]
        for function in module.functions:
            if not function.is_declaration and function.name != descriptor.llvm_func_name:
                function.linkage = "internal"
        types = tuple(result.signature.args)
        name = (dispatcher.__module__, dispatcher.__name__, str(types))
        self._names[id(library)] = (*name[:2], types, descriptor.llvm_func_name)
        descriptor.typemap = descriptor.calltypes = None
        self._made[name] = Made(
            sources_of(_below(name[0])), result.signature, descriptor, module.as_bitcode(),
            tuple(calls),
        )  # fmt: skip


class _OfFunction(NullCache):  # type: ignore[misc]
    """The cache of one function, as Numba asks it."""

    def __init__(self, functions: Functions, dispatcher: Any) -> None:
        super().__init__()
        self._functions, self._dispatcher = functions, dispatcher

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        return self._functions.read(self._dispatcher, tuple(sig))

    def save_overload(self, sig: Any, data: Any) -> None:
        self._functions.take(self._dispatcher, data)
