"""A user's own cards: their folder, and how they enter the catalogue.

The folder is `cards` in `$ALTERED_HOME`, or in the platform's folder for application data. Its
files, at the top or in a folder for each set, add cards after those of the package; the files in
`errata` replace existing cards. `altered cards import` writes such files, which may also be written
by hand.

>>> import os
>>> card_folder({"ALTERED_HOME": "/somewhere"}).as_posix()
'/somewhere/cards'
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from altered_env._runtime.atomic_files import make_folder_of, write_atomically
from altered_env._runtime.input_files import OWN_CARDS

from .card import Card
from .catalogue import Catalogue
from .errors import CardFileError
from .loading import File, load_files
from .reader import OWN_SET
from .writer import in_order, write_cards, write_tokens

ERRATA = "errata"
TOKENS = "tokens.yaml"
HEADING = "Cards of your own, written by `altered cards import`."


def card_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of a user's own cards, which may not exist."""
    if told := environment.get("ALTERED_HOME"):
        return Path(told).expanduser() / "cards"
    user = Path.home()
    if sys.platform == "win32":
        data = Path(environment.get("LOCALAPPDATA") or user / "AppData" / "Local")
    elif sys.platform == "darwin":
        data = user / "Library" / "Application Support"
    else:
        data = Path(environment.get("XDG_DATA_HOME") or user / ".local" / "share")
    return data / "altered" / "cards"


def own_files(folder: Path, errata: bool = False) -> list[Path]:
    """Return the files of a folder of a user's cards: those that add, or those that correct."""
    if errata:
        return sorted((folder / ERRATA).rglob("*.yaml"))
    inside = [path for path in folder.glob("*/*.yaml") if path.parent.name != ERRATA]
    return sorted([*folder.glob("*.yaml"), *inside], key=lambda path: (path.name != TOKENS, path))


def add_own(pool: Catalogue, folder: Path | None = None) -> None:
    """Add a user's own cards to a catalogue; existing cards stay unchanged.

    Raises `CardFileError` for an invalid file, and says how to remove it.
    """
    _add(pool, Catalogue(pool), card_folder() if folder is None else folder)


def renew_own(pool: Catalogue, folder: Path | None = None) -> None:
    """Bring a catalogue up to date with a user's files, which may have changed since; cards that
    are no longer in them stay. Raises `CardFileError`, and changes nothing, for an invalid file."""
    folder = card_folder() if folder is None else folder
    fresh = Catalogue(pool.package)
    _add(fresh, Catalogue(pool.package), folder)
    held = {card.reference: card for card in pool}
    new = [card for card in fresh if held.get(card.reference) != card]
    if new:
        pool.correct(new)


def _add(pool: Catalogue, package: Catalogue, folder: Path) -> None:
    added, corrected = own_files(folder), own_files(folder, errata=True)
    if not added and not corrected:
        return
    try:
        pool.add(card for card in _read(added, folder) if not is_there(card, package))
        if corrected:
            pool.correct(_read(corrected, folder))
    except CardFileError as error:
        way_out = (
            f"; this is one of your own card files, in {folder}: correct it, remove it, "
            "or name another folder in ALTERED_HOME"
        )
        problem = error.problem + way_out
        raise CardFileError(
            error.file, problem, line=error.line, card=error.card, field=error.field
        ) from None


def is_there(card: Card, pool: Catalogue) -> bool:
    """Return whether the catalogue has this card, or another print of it."""
    if card.token:
        return any(token.name == card.name for token in pool.tokens.values())
    return any(reference in pool for reference in (card.reference, *card.prints))


def keep(cards: Iterable[Card], folder: Path, errata: bool = False) -> list[Path]:
    """Add cards to a user's folder. Return the files.

    Files are rewritten whole and replaced atomically.
    """
    files: dict[Path, dict[str, Card]] = {}
    base = folder / ERRATA if errata else folder
    for card in cards:
        inside = base / card.set.lower() / f"{card.printed_faction}.yaml"
        files.setdefault(base / TOKENS if card.token else inside, {})[card.reference] = card
    texts = {}
    for path, new in files.items():
        old = {card.reference: card for card in _read([path], folder)} if path.is_file() else {}
        every = {**old, **new}.values()
        if path.name == TOKENS:
            texts[path] = write_tokens(every, "Tokens of your own.")
        else:
            texts[path] = write_cards(in_order(every), path.parent.name.upper(), HEADING)
    for path, text in texts.items():
        write_whole(path, text)
    return list(texts)


def write_whole(path: Path, text: str) -> None:
    """Write a file atomically."""
    make_folder_of(path)
    write_atomically(path, text.encode())


def _read(paths: Iterable[Path], folder: Path) -> list[Card]:
    """Read the cards of a user's files."""
    files = []
    for path in paths:
        inside = path.parent not in (folder, folder / ERRATA)
        set_name = path.parent.name.upper() if inside else OWN_SET
        tokens = path.name == TOKENS
        files.append(File(path, str(path), set_name, tokens=tokens, kind=OWN_CARDS))
    return load_files(files)
