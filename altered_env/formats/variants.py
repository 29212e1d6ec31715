"""Formats that differ from another only in their deck rules, by name.

- `singleton`: Standard, and one card of each name.
- `no_unique`: Standard, and no unique card.
- `singleton_no_unique`: both, and 60 to 80 cards with the Hero.
- `all_uniques`: every card but the Hero is unique, 40 to 60 cards with the Hero.
- `frontier:FILE`: Standard, and of unique cards only those that the file names.
- `sealed:FILE`: limited, with the cards that the file gives, a deck list in any form.

>>> from altered_env import decks, formats
>>> [str(wrong) for wrong in formats.get("singleton").check([decks.starter("axiom")] * 2)][0]
'axiom: 3 cards called Kelon Elemental; at most one is allowed (singleton)'
>>> formats.get("no_unique").check([decks.starter("axiom")] * 2)
[]
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from altered_env._runtime.input_files import REFERENCES
from altered_env._runtime.json_text import parsed
from altered_env.cards import Card
from altered_env.decks import Deck, DeckFileError, Violation, constructed, limited
from altered_env.decks.json_form import looks_like_json
from altered_env.decks.legality import MAX_RARITY, Bounds
from altered_env.decks.reading_lists import text_in

from .format import Format

NAMES: Final = (
    *("all_uniques", "frontier:FILE", "no_unique", "sealed:FILE", "singleton"),
    "singleton_no_unique",
)
_BASES: Final = {"frontier": "standard", "sealed": "limited"}
"""The formats on which those with a file of cards are based."""
REFERENCE = re.compile(
    r"(?:ALT_)?(?P<set>[A-Z][A-Z0-9]{0,15})(?:_[A-Z])?"
    r"_(?P<code>[A-Z]{2})_(?P<number>[0-9]{1,4})_(?P<rarity>C|R1|R2|F|E|U_[0-9]{1,9})"
)


def variant(name: str, formats: Mapping[str, Format]) -> Format | None:
    """The format of this name; None if it is not one of these.

    Raises `DeckFileError` for a missing or invalid file.
    """
    kind, colon, file = name.partition(":")
    if name in _RULES:
        title, bounds = _RULES[name]
        return replace(
            formats["standard"],
            name=name,
            title=title,
            about="",
            of_deck=functools.partial(_bounded, bounds=bounds),
            bounds=bounds,
            base="standard",
        )
    if kind not in _BASES:
        return None
    if not colon or not file:
        raise LookupError(f"{kind} needs a file of cards: {kind}:FILE")
    path = Path(file)
    written = path.stat().st_mtime_ns if path.is_file() else 0
    return _of_file(kind, file, written, formats[_BASES[kind]])


def without_its_file(name: str) -> str:
    """The format of a name from an untrusted source, whose file must not be read.

    >>> without_its_file("frontier:/etc/passwd"), without_its_file("singleton")
    ('standard', 'singleton')
    """
    kind, colon, _ = name.partition(":")
    return _BASES.get(kind, name) if colon else name


@functools.lru_cache(maxsize=16)
def _of_file(kind: str, file: str, _written: int, base: Format) -> Format:
    """The same, cached until the file is written again."""
    name = f"{kind}:{file}"
    if kind == "frontier":
        pool = card_pool(Path(file))
        return replace(
            base,
            name=name,
            title="Frontier",
            about="",
            of_deck=functools.partial(_frontier, pool=pool),
            pool_id=f"pool {_id_of(pool)} of {len(pool):,} references",
            base=base.name,
        )
    given = Deck.from_file(file)
    cards = [f"{count} {card.reference}" for card, count in given.counted.items()]
    return replace(
        base,
        name=name,
        title="Sealed",
        about="",
        of_deck=functools.partial(_sealed, given=given.every_card),
        pool_id=f"pool {_id_of(cards)} of {len(given.every_card)} cards",
        base=base.name,
    )


def _id_of(lines: Any) -> str:
    """A short hash of a pool, the same for the same cards in any order and form."""
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()[:12]


def card_pool(path: Path) -> frozenset[str]:
    """The references in a file, in short form: one per line, or anywhere in JSON, such as the
    manifest of a contest. They may include unknown cards.

    Raises `DeckFileError` that names the line.
    """
    text = text_in(path, REFERENCES)
    if looks_like_json(text):
        try:
            found = parsed(text)
        except ValueError as error:
            raise DeckFileError(str(path), f"this is not JSON: {error}") from None
        said: list[tuple[int | None, str]] = [
            (None, one) for one in _texts(found) if short_reference(one)
        ]
    else:
        said = [
            (number, line.partition("#")[0].strip())
            for number, line in enumerate(text.splitlines(), start=1)
        ]
    pool = set()
    for number, reference in said:
        if reference:
            pool.add(short_reference(reference))
            if "" in pool:
                problem = (
                    f"expected a reference such as ALT_CORE_B_AX_16_U_380, found {reference!r:.40}"
                )
                raise DeckFileError(str(path), problem, number)
    if not pool:
        raise DeckFileError(str(path), "it contains no reference")
    return frozenset(pool)


def references_in(text: str) -> frozenset[str]:
    """Every reference in a text, in short form: a deck list in any form.

    >>> references_in("1 ALT_CORE_B_AX_16_U_380  # mine") == {"CORE_AX_16_U_380"}
    True
    """
    return frozenset(short_reference(match.group()) for match in REFERENCE.finditer(text))


def _texts(found: Any) -> list[str]:
    """Every string in a JSON value, including keys, which may be references."""
    texts, rest = [], [found]
    while rest:
        one = rest.pop()
        if isinstance(one, str):
            texts.append(one)
        elif isinstance(one, list):
            rest += one
        elif isinstance(one, dict):
            rest += [*one, *one.values()]
    return texts


def short_reference(reference: str) -> str:
    """A reference in the catalogue's form; empty if it is not one.

    >>> short_reference("ALT_CORE_B_AX_16_U_380"), short_reference("Kelon Burst")
    ('CORE_AX_16_U_380', '')
    """
    match = REFERENCE.fullmatch(reference.removeprefix("/cards/"))
    if match is None:
        return ""
    rarity = "R2" if match["rarity"] == "F" else match["rarity"]
    return f"{match['set']}_{match['code']}_{match['number']}_{rarity}"


def _bounded(deck: Deck, rules: str, bounds: Bounds) -> list[Violation]:
    """The reasons why a deck is illegal in a format of other numbers of cards."""
    repeated = _repeated(deck) if bounds.same_name == 1 else []
    return repeated + constructed(deck, rules, bounds) + _refused(deck, bounds)


def _repeated(deck: Deck) -> list[Violation]:
    names = Counter(card.name for card in deck.cards)
    return [
        Violation("singleton", f"{count} cards called {name}; at most one is allowed")
        for name, count in names.items()
        if count > 1
    ]


def _refused(deck: Deck, bounds: Bounds) -> list[Violation]:
    """A reason for each card of a rarity of which there is none."""
    rule, why = "no unique", "is a unique card; none are allowed"
    if "unique" not in bounds.refused:
        rule, why = "all uniques", "is not a unique card; all must be"
    return [
        Violation(rule, f"{card} {why}")
        for card in dict.fromkeys(deck.cards)
        if (card.rarity or "") in bounds.refused
    ]


def _frontier(deck: Deck, rules: str, pool: frozenset[str]) -> list[Violation]:
    found = constructed(deck, rules)
    for card in _uniques(deck):
        if not pool & {short_reference(one) or one for one in (card.reference, *card.prints)}:
            said = f"{card} {card.reference} is not among the unique cards of the pool"
            found.append(Violation(f"pool {_id_of(pool)}", said))
    return found


def _sealed(deck: Deck, rules: str, given: tuple[Card, ...]) -> list[Violation]:
    return limited(deck, given, rules)


def _uniques(deck: Deck) -> list[Card]:
    return [card for card in dict.fromkeys(deck.every_card) if card.rarity == "unique"]


_NO_UNIQUE: Final = MAX_RARITY | {"unique": 0}
_RULES: Final = {
    "all_uniques": (
        "All Uniques",
        Bounds((40, 60), rarities=dict.fromkeys(("common", "rare", "exalted"), 0)),
    ),
    "no_unique": ("No Unique", Bounds(rarities=_NO_UNIQUE)),
    "singleton": ("Singleton", Bounds(same_name=1)),
    "singleton_no_unique": ("Singleton No Unique", Bounds((60, 80), 1, _NO_UNIQUE)),
}
"""The formats without a file: their titles and numbers of cards."""
