"""Deck lists: reading and writing them, what makes them legal, and a starter for each faction.

>>> from altered_env import decks
>>> decks.names()
('axiom', 'bravos', 'lyra', 'muna', 'ordis', 'yzmir')
>>> decks.load("axiom") == decks.starter("axiom")
True
"""

from __future__ import annotations

from pathlib import Path

from altered_env.cards.errors import did_you_mean

from .deck import Deck, DeckFileError
from .legality import RULESETS, Violation, constructed, limited, standard

__all__ = [
    "RULESETS",
    "Deck",
    "DeckFileError",
    "Violation",
    "constructed",
    "limited",
    "load",
    "names",
    "standard",
    "starter",
]

_STARTERS = Path(__file__).parent / "starters"


def names() -> tuple[str, ...]:
    """The names of the starter decks: one for each faction."""
    return tuple(sorted(path.stem for path in _STARTERS.glob("*.txt")))


def starter(name: str) -> Deck:
    """The starter deck of a faction."""
    if name not in names():
        hint = did_you_mean(name, names()) or f", there are {', '.join(names())}"
        raise LookupError(f"no starter deck is called {name[:80]!r}{hint}")
    path = _STARTERS / f"{name}.txt"
    return Deck.from_text(path.read_text("utf-8"), name=name, file=f"starters/{path.name}")


def load(path_or_name: str | Path) -> Deck:
    """A starter deck by its name, or the deck of a file."""
    if isinstance(path_or_name, str) and path_or_name in names():
        return starter(path_or_name)
    path = Path(path_or_name)
    if not path.exists() and not path.suffix and path.name == str(path_or_name):
        return starter(path.name)  # a name with a slip in it: say which there are
    return Deck.from_file(path)
