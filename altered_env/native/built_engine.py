"""The built engine on disk: found, checked, loaded, and its entries bound.

It lies in `built/` beside this file: the library (on some machines one for each family of
processors), the extension that calls it, and a description of both. Nothing is loaded that was
built from other sources or for another platform, nor what is not whole.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.machinery
import importlib.util
import json
import operator
import platform
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import numpy as np

from altered_env.native import PLACE, EngineError, argument_types
from altered_env.native.entry_table import RECORDS, TABLE, Row, symbol

DESCRIPTION: Final = "engine.json"
FORMAT: Final = 1
"""The form of the description, and of how entries are called."""
REBUILD: Final = (
    "`make engine` in a clone builds it; ALTERED_ENGINE=jit compiles with Numba instead"
)

LEVELS: Final = ("x86-64-v4", "x86-64-v3", "x86-64", "generic")
"""Families of processors, the newest first; the last is for whatever else there is."""

_TOLD = ("platform", "sources", "syntax", "table", "tools")
_LETTERS = {"i64": "i", "f64": "d", "f32": "f", "bool": "b"}
_DTYPES = {"i": "int", "f": "float"}


class LibraryError(EngineError, RuntimeError):
    """A built engine that cannot be used: `what` is wrong, and what to do about it."""

    def __init__(self, what: str, remedy: str = REBUILD) -> None:
        super().__init__(f"{what}. {remedy}")
        self.what = what


def platform_name() -> str:
    """The platform that a library is built for.

    >>> platform_name().count("-") >= 1
    True
    """
    return f"{sys.platform}-{platform.machine().lower()}"


def fingerprint(folders: Iterable[Path]) -> str:
    """A hash of the Python files in and below these folders, byte for byte."""
    found = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            data = path.read_bytes()
            found.update(f"{path.relative_to(folder.parent).as_posix()} {len(data)}\n".encode())
            found.update(data)
    return found.hexdigest()


def table_hash() -> str:
    """A hash of the table of entries."""
    return hashlib.sha256(repr((RECORDS, TABLE)).encode()).hexdigest()


def describe(
    sources: str, syntax: str, tools: str, files: Iterable[Path], on: str = ""
) -> dict[str, Any]:
    """The description written beside a library: its sources, tools, files, and the platform that
    it is for; this one if no other is named."""
    return {
        "format": FORMAT,
        "platform": on or platform_name(),
        "sources": sources,
        "syntax": syntax,
        "table": table_hash(),
        "tools": tools,
        "files": {
            path.name: [path.stat().st_size, hashlib.sha256(path.read_bytes()).hexdigest()]
            for path in files
        },
    }


def find(folders: Iterable[Path], syntax: Callable[[], str], place: Path = PLACE) -> Library | None:
    """The library that was built from the sources in these folders; None if none is there.
    `syntax` is asked where a file is another, since it may differ in comments alone.

    Raises `LibraryError` for one that cannot be used.
    """
    try:
        text = (place / DESCRIPTION).read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LibraryError(f"{place / DESCRIPTION}: {error.strerror}") from None
    about = _read(text, place / DESCRIPTION)
    if about["platform"] != platform_name():
        raise LibraryError(
            f"the built engine in {place} is for {about['platform']}, and this is "
            f"{platform_name()}",
            f"Install the wheel for this platform. {REBUILD}",
        )
    if about["table"] != table_hash():
        raise LibraryError(
            f"the built engine in {place} has another table of entries than native/entry_table.py"
        )
    if about["sources"] != fingerprint(folders) and about["syntax"] != syntax():
        raise LibraryError(
            f"the built engine in {place} was built from other sources of the rules than those of "
            "this package"
        )
    return Library(place, about)


def _read(text: bytes, path: Path) -> dict[str, Any]:
    """The description of a library, if it is whole."""
    damaged = LibraryError(f"{path} is damaged")
    try:
        about = json.loads(text)
    except ValueError:
        raise damaged from None
    if not isinstance(about, dict):
        raise damaged
    if about.get("format") != FORMAT:
        raise LibraryError(
            f"{path} has format {str(about.get('format'))[:20]!r}; this package reads {FORMAT}"
        )
    words = all(isinstance(about.get(key), str) for key in _TOLD)
    files = about.get("files")
    if not words or not isinstance(files, dict) or not files:
        raise damaged
    for name, told in files.items():
        whole = isinstance(told, list) and [type(one) for one in told] == [int, str]
        if not whole or Path(name).name != name:
            raise damaged
    return about


def calls_name() -> str:
    """The file of the extension that calls entries."""
    suffixes = importlib.machinery.EXTENSION_SUFFIXES
    return f"calls{next((one for one in suffixes if 'abi3' in one), suffixes[-1])}"


def engine_name(level: str, system: str = sys.platform) -> str:
    """The file of the library for a family of processors.

    >>> engine_name("x86-64-v3", "win32")
    'engine-x86-64-v3.dll'
    """
    ending = {"win32": "dll", "darwin": "dylib"}.get(system, "so")
    return f"engine-{level}.{ending}"


def levels_from(level: str) -> tuple[str, ...]:
    """The families whose libraries a processor of this one can use, the best first.

    >>> levels_from("x86-64-v3")
    ('x86-64-v3', 'x86-64', 'generic')
    """
    return LEVELS[LEVELS.index(level) :]


class Library:
    """A library that fits; its entries are bound as they are asked for."""

    def __init__(self, place: Path, about: dict[str, Any]) -> None:
        self.place, self.tools = place, about["tools"]
        self._files = files = about["files"]
        self._calls = _extension(self._checked(calls_name()))
        level = self._calls.level()
        names = [engine_name(one) for one in levels_from(level)]
        self.path = self._checked(next((one for one in names if one in files), names[-1]))
        self._code = _opened(self.path)

    def _checked(self, name: str) -> Path:
        """A file that is as it was built. Raises `LibraryError`."""
        path = self.place / name
        if name not in self._files:
            raise LibraryError(f"{self.place / DESCRIPTION} names no {name}")
        size, digest = self._files[name]
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            raise LibraryError(f"{path} is missing") from None
        except OSError as error:
            raise LibraryError(f"{path}: {error.strerror}") from None
        if len(data) != size:
            raise LibraryError(
                f"{path} has {len(data):,} bytes instead of {size:,}: it is not whole"
            )
        if hashlib.sha256(data).hexdigest() != digest:
            raise LibraryError(f"{path} was changed after it was built")
        return path

    @property
    def digest(self) -> str:
        """The hash of its code."""
        found: str = self._files[self.path.name][1]
        return found

    def entry(self, module: str, name: str, players: int, record: Callable[[str], Any]) -> Any:
        """An entry of a module below the package, as a function; `record` gives the dtype that is
        laid out at a place such as `engine.layout.game_t`. One that is not in the table raises
        when it is called."""
        row = next((row for row in TABLE if (row.module, row.name) == (module, name)), None)
        if row is None or players not in row.players:
            return _absent(f"{module}.{name}", players)
        return self._bound(row, players, {key: record(RECORDS[key]) for key in _records(row)})

    def _bound(self, row: Row, players: int, records: dict[str, Any]) -> Any:
        import ctypes

        try:
            function = self._code[symbol(row.name, players)]
        except AttributeError:
            raise LibraryError(f"{self.path} lacks {symbol(row.name, players)}") from None
        takes = row.types
        leaves = tuple(leaf for kind in takes for leaf in _leaves(kind, records))
        gives = "".join(_LETTERS[_number(kind)] for kind in argument_types.read(row.gives))
        address = ctypes.cast(function, ctypes.c_void_p).value
        refuse = functools.partial(_refuse, row.name, takes, records)
        again = (_entry_again, (row.module, row.name, players))
        return self._calls.bind(row.name, address, len(takes), leaves, gives, refuse, again)


def _extension(path: Path) -> Any:
    """The extension module in a file."""
    try:
        loader = importlib.machinery.ExtensionFileLoader("altered_env.native.calls", str(path))
        spec = importlib.util.spec_from_loader("altered_env.native.calls", loader)
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
    except ImportError as error:
        raise LibraryError(f"{path} cannot be loaded: {error}") from None
    return module


def _opened(path: Path) -> Any:
    import ctypes

    try:
        return ctypes.CDLL(str(path))
    except OSError as error:
        raise LibraryError(f"{path} cannot be loaded: {error}") from None


def _entry_again(module: str, name: str, players: int) -> Any:
    """What an entry belongs to, in another process that it was sent to."""
    package = "altered_env" if players == 2 else "altered_env.of_four"
    return getattr(importlib.import_module(f"{package}.{module}"), name).__self__


def _absent(name: str, players: int) -> Callable[..., Any]:
    """A function in place of an entry that the library lacks."""

    def absent(*_given: Any) -> Any:
        raise LibraryError(
            f"{name} is not in the built engine for {players} players (native/entry_table.py)",
            "ALTERED_ENGINE=jit compiles it with Numba",
        )

    return absent


def _number(kind: argument_types.Type) -> str:
    assert isinstance(kind, argument_types.Number)
    return kind.name


def _records(row: Row) -> set[str]:
    """The records that an entry takes arrays of."""
    found: set[str] = set()

    def look(kind: argument_types.Type) -> None:
        if isinstance(kind, argument_types.Array) and kind.items in RECORDS:
            found.add(kind.items)
        elif isinstance(kind, argument_types.Tuple):
            for part in kind.parts:
                look(part)

    for kind in row.types:
        look(kind)
    return found


def _dtype(items: str, records: dict[str, Any]) -> np.dtype[Any]:
    """The dtype of an array's items.

    >>> _dtype("i16", {})
    dtype('int16')
    """
    if items in records:
        found: np.dtype[Any] = records[items]
        return found
    return np.dtype(_DTYPES[items[0]] + items[1:])


def _leaves(
    kind: argument_types.Type, records: dict[str, Any]
) -> list[tuple[str, int, np.dtype[Any] | None]]:
    """A type as `calls.c` reads it."""
    match kind:
        case argument_types.Array(items, dimensions, writable):
            return [("a" if writable else "c", dimensions, _dtype(items, records))]
        case argument_types.Tuple(_, _, parts):
            inner = [leaf for part in parts for leaf in _leaves(part, records)]
            return [("t", len(parts), None), *inner]
        case argument_types.Number(name):
            return [("i" if name == "i64" else "d", 0, None)]
        case argument_types.Rules():
            return [("x", 0, None)]


def _refuse(
    name: str, takes: tuple[argument_types.Type, ...], records: dict[str, Any], *given: Any
) -> None:
    """Name the fault of an entry's arguments. Raises `TypeError`, or `OverflowError`."""
    if len(given) != len(takes):
        raise TypeError(f"{name} takes {len(takes)} arguments, found {len(given)}")
    for number, (kind, one) in enumerate(zip(takes, given, strict=True), 1):
        _refuse_one(f"{name}: argument {number}", kind, records, one)


def _refuse_one(where: str, kind: argument_types.Type, records: dict[str, Any], given: Any) -> None:
    match kind:
        case argument_types.Array(items, dimensions, writable):
            _refuse_array(where, items, _dtype(items, records), dimensions, writable, given)
        case argument_types.Tuple(_, called, parts):
            if not isinstance(given, tuple) or len(given) != len(parts):
                raise TypeError(
                    f"{where} is {_shown(given)}; a {called} of {len(parts)} parts is right"
                )
            fields = getattr(given, "_fields", [str(n) for n in range(1, len(parts) + 1)])
            for field, part, one in zip(fields, parts, given, strict=True):
                _refuse_one(f"{where}, {field}", part, records, one)
        case argument_types.Number("i64"):
            try:
                whole = operator.index(given)
            except TypeError:
                raise TypeError(f"{where} is {_shown(given)}; a whole number is right") from None
            if not -(2**63) <= whole < 2**63:
                raise OverflowError(f"{where} is {whole}; it has to fit into 64 bits")
        case argument_types.Number(_):
            try:
                float(given)
            except (TypeError, ValueError):
                raise TypeError(f"{where} is {_shown(given)}; a number is right") from None


def _refuse_array(
    where: str, items: str, dtype: np.dtype[Any], dimensions: int, writable: bool, given: Any
) -> None:
    held = f"{items} records" if dtype.names else dtype.name
    right = f"an array of {held}, {dimensions}-dimensional, in C order, is right"
    if not isinstance(given, np.ndarray):
        raise TypeError(f"{where} is {_shown(given)}; {right}")
    if given.dtype != dtype:
        other = "other records" if given.dtype.names else given.dtype.name
        raise TypeError(f"{where} is an array of {other}; {right}")
    if given.ndim != dimensions:
        raise TypeError(f"{where} is {given.ndim}-dimensional; {right}")
    if not given.flags.c_contiguous or not given.flags.aligned:
        raise TypeError(f"{where} is not in C order; {right}")
    if writable and not given.flags.writeable:
        raise TypeError(f"{where} is read-only; it is written to")


def _shown(given: Any) -> str:
    """A value in few words."""
    return f"{type(given).__name__} {str(given)[:40]!r}" if given is not None else "None"
