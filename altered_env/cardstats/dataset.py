"""Reading a dataset from disk: its plan, its parts, and checks for damaged files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from altered_env._runtime.input_files import DOCUMENT, read_text
from altered_env._runtime.json_text import parsed
from altered_env.arena.parquet_files import table_in
from altered_env.cardstats.dataset_bounds import wrong_with

KINDS = ("games", "cards")
"""The two files of a part, each in the folder of its kind."""


def polars() -> Any:
    """Import and return Polars, which reads and writes tables. Raises `ValueError` if missing."""
    try:
        import polars as found
    except ImportError:
        raise ValueError(
            "datasets need the extra [analysis]: pip install 'altered-env[analysis]'"
        ) from None
    return found


def _is_names(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(n, str) for n in value)


def _is_ratings(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    rows = [row for row in value.values() if row is not None]
    return all(
        isinstance(row, dict)
        and all(isinstance(row.get(name), int | float) for name in ("elo", "low", "high"))
        for row in rows
    )


def _is_count(value: object) -> bool:
    return type(value) is int and value > 0


def _is_contents(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(key, str) for key in value.values())


NEEDED: dict[str, tuple[str, Callable[[object], bool]]] = {
    "decks": ("a list of names", _is_names),
    "agents": ("a list of names", _is_names),
    "seed": ("a whole number", lambda value: type(value) is int),
    "rules": ("a text", lambda value: isinstance(value, str)),
    "version": ("a text", lambda value: isinstance(value, str)),
}
"""The required fields of a plan, with their types."""
BESIDE: dict[str, tuple[str, Callable[[object], bool]]] = {
    "contents": ("a text for each deck", _is_contents),
    "ratings": ("elo, low and high, or null, for each agent", _is_ratings),
    "format": ("a text", lambda value: isinstance(value, str)),
    "ratings_scale": ("a text", lambda value: isinstance(value, str)),
    "shard": ("a text", lambda value: isinstance(value, str)),
    "games": ("a whole number from 1", _is_count),
    "part": ("a whole number from 1", _is_count),
}
"""Fields that plans of older datasets may lack."""


def plan_in(note: Path) -> dict[str, Any]:
    """Read the plan in a file `plan.json`. Raises `ValueError` that names it if it is damaged."""
    try:
        found = parsed(read_text(note, DOCUMENT))
    except (ValueError, OSError) as error:
        raise ValueError(_damaged(note, f"it is not JSON, {error}")) from None
    if not isinstance(found, dict):
        raise ValueError(_damaged(note, f"it is not a JSON object but {json.dumps(found):.40}"))
    for name, (right, is_right) in (NEEDED | BESIDE).items():
        if name not in found:
            if name in NEEDED:
                raise ValueError(_damaged(note, f"{name!r}, {right}, is missing"))
        elif not is_right(found[name]):
            shown = f"{json.dumps(found[name]):.40}"
            raise ValueError(_damaged(note, f"its {name!r} is {shown}; expected {right}"))
    return found


def _damaged(note: Path, why: str) -> str:
    return f"{note} is damaged: {why}; restore it, or simulate into another folder"


def plan_of(folder: Path) -> dict[str, Any]:
    """Return the plan of a dataset: decks, agents and their ratings, seed, rules, version.

    Raises `ValueError` if there is no dataset, or if its plan is damaged.
    """
    note = folder / "plan.json"
    if not note.exists() or not any((folder / "games").glob("*.parquet")):
        raise ValueError(f"{folder} is not a dataset of `altered simulate`, or holds no games yet")
    return plan_in(note)


def file_of(folder: Path, kind: str, part: int) -> Path:
    """Return the path of a part's file of this kind."""
    return folder / kind / f"{part:06}.parquet"


def files(folder: Path, kind: str = "games") -> list[Path]:
    """Return the files of this kind of all parts that have a file of games.

    Raises `ValueError` for the first that is missing.
    """
    found = [folder / kind / path.name for path in sorted((folder / "games").glob("*.parquet"))]
    for path in found:
        if not path.is_file():
            raise ValueError(_part(folder, path, "is missing"))
    return found


def count_games(folder: Path) -> int:
    """Return the number of games in a dataset."""
    pl = polars()
    with reading(folder, ("games",)):
        return int(pl.scan_parquet(files(folder)).select(pl.len()).collect().item())


def _part(folder: Path, path: Path, why: str) -> str:
    both = " and ".join(str(folder / kind / path.name) for kind in KINDS)
    return (
        f"{path} {why}: the same `altered simulate` with --out {folder} plays this part again;"
        f" or remove {both} to continue without its games"
    )


@contextmanager
def reading(folder: Path, kinds: Sequence[str] = KINDS) -> Iterator[None]:
    """Guard the reading of a dataset's parts.

    Raises `ValueError` that names a part that is unreadable, or holds values that no game can
    produce, and says what to do.
    """
    pl = polars()
    wrong = (pl.exceptions.PolarsError, pl.exceptions.PanicException)
    try:
        _refuse_wrong(pl, folder, kinds)
        yield
    except wrong as error:
        for kind in kinds:
            for path in files(folder, kind):
                try:
                    table_in(pl, path)
                except wrong:
                    raise ValueError(_part(folder, path, "is damaged")) from None
        said = str(error).partition("\n")[0]
        raise ValueError(f"the parts of {folder} are not those of a dataset: {said}") from None


def _refuse_wrong(pl: Any, folder: Path, kinds: Sequence[str]) -> None:
    """Check the contents of the files of these kinds, once for each version of a file."""
    plan = plan_of(folder)
    for games in sorted((folder / "games").glob("*.parquet")):
        cards = folder / "cards" / games.name if "cards" in kinds else None
        there = [path.stat() for path in (games, cards) if path is not None and path.is_file()]
        seen = (games, cards, *((s.st_mtime_ns, s.st_size, s.st_ino) for s in there))
        if seen in _SOUND:
            continue
        if not games.stem.isdecimal():
            raise ValueError(
                f"{games} is not a part of a dataset, whose names are numbers: remove it"
            )
        for path, why in wrong_with(pl, plan, games, cards):
            raise ValueError(_part(folder, path, why))
        _SOUND.add(seen)


_SOUND: set[tuple[Any, ...]] = set()
"""Parts already checked in this process."""


def kept(folder: Path, part: int) -> int:
    """Return the number of complete games in a part.

    It is 0 if either of its files does not open or holds values that no game can produce, or if
    the two do not belong to the same games.
    """
    pl = polars()
    paths = [file_of(folder, kind, part) for kind in KINDS]
    if not all(path.is_file() for path in paths):
        return 0
    try:
        games, copies = (table_in(pl, path, ["game"])["game"] for path in paths)
        for _ in wrong_with(pl, plan_in(folder / "plan.json"), *paths):
            return 0
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
        return 0
    return len(games) if set(games) == set(copies.unique()) else 0
