"""The cards that `make test` covers: those that have changed, and a part that rotates by the day.

`pytest --cards=7` covers part 7 again, `--cards=all` every card, as `make cards` does.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from zlib import crc32

import yaml

from altered_env import cards
from altered_env.cards import Card
from tests import changes

__all__ = ["PARTS", "changed", "part_of", "part_of_today", "sampled"]

PARTS = 20
"""The number of parts into which the cards are divided."""

FOLDER = Path(cards.__file__).parent.relative_to(changes.ROOT)


def part_of(card: Card) -> int:
    """The part to which a card belongs."""
    return crc32(card.reference.encode()) % PARTS


def part_of_today() -> int:
    """The part whose turn it is."""
    return date.today().toordinal() % PARTS


def changed() -> set[str]:
    """The names of the cards whose entries differ from where this branch left main, or on main from
    the commit before."""
    base = changes.base()
    if base in changes.git("rev-parse", "HEAD"):
        base = "HEAD^"
    found = set()
    for path in changes.git("diff", "--name-only", base, "--", f"{FOLDER}/*.yaml"):
        before = _entries("\n".join(changes.git("show", f"{base}:{path}")))
        file = changes.ROOT / path
        after = _entries(file.read_text("utf-8")) if file.exists() else {}
        found |= {name for name, entry in after.items() if before.get(name) != entry}
    return found


def _entries(text: str) -> dict[str, object]:
    """The entries of a file of cards, by name. The keys of tokens are words."""
    entries = yaml.safe_load(text) or {}
    return {entry.get("name", key): entry for key, entry in entries.items()}


def sampled(pool: Iterable[Card], part: str) -> list[Card]:
    """The cards to cover: all, or those of a part and those that a change touches."""
    if part == "all":
        return list(pool)
    names = changed()
    return [card for card in pool if part_of(card) == int(part) or card.name in names]
