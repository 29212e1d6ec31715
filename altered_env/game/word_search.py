"""Card search by words in any order, with mistakes: "kelon elemental rare", "3 cost robot",
"brasbug".

Each word must fit the card: its name, version, type, sub-types, faction, rarity, set, or its
abilities in English. A word that fits no card is taken for the most similar one that does.

>>> [str(card) for card in searched("kelon elemental rare")[0]]
['Kelon Elemental R1', 'Kelon Elemental R2']
>>> {card.faction for card in searched("ax")[0]}
{'axiom'}
>>> searched("brasbug")[1]
"'brasbug' was taken for 'brassbug'"
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from altered_env.cards import Card, catalogue
from altered_env.cards.catalogue import Catalogue
from altered_env.cards.printed_words import FACTION_CODES, RARITIES
from altered_env.game.card_search import fitting
from altered_env.game.card_text import wording

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_COST = re.compile(
    r"(?:hand )?costs? (?:of )?(?P<behind>\d{1,2})|(?P<before>\d{1,2})[ -](?:hand )?(?:costs?|mana)"
)
SIMILAR = 0.72
"""The minimum similarity of a mistyped word."""
PREFIX = 3
"""The minimum number of letters of a word's beginning."""
LONGEST = 200
_ONLY = frozenset({*FACTION_CODES.values(), *RARITIES})
"""Words that mean a characteristic, also where a name has them: "Axiom Salvager" of Bravos."""
_CODES = {name: code.casefold() for code, name in FACTION_CODES.items()}
_ALONE = _ONLY | {*_CODES.values()}
"""Words that mean a characteristic where no others are asked for: "ax", not "axe" or "relax"."""


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a card."""

    facts: frozenset[str]
    """Those of its name and its characteristics."""
    text: frozenset[str]
    """Those of its abilities in English."""


def searched(
    text: str, wanted: Mapping[str, str] | None = None, tokens: bool = False
) -> tuple[list[Card], str]:
    """Return the card of a reference, or the cards that contain a text (`fitting`) or, if there are
    none, all of its words; and a note on words that were taken for others."""
    filters = {} if wanted is None else wanted
    named = catalogue().get(text.strip())
    if named is not None:
        return [card for card in fitting("", filters, named.token) if card == named], ""
    left = text.casefold()[:LONGEST]
    costs = [int(m["behind"] or m["before"]) for m in _COST.finditer(left)]
    words = _plain(_COST.sub(" ", left))
    if not words or not _ALONE.issuperset(words):
        found = fitting(text, filters, tokens)
        if found or not text.strip():
            return found, ""
    pool = fitting("", filters, tokens)
    if costs:
        pool = [card for card in pool if card.hand_cost in costs and card.type != "hero"]
    known = _vocabulary(catalogue(), len(catalogue()))
    meant = {word: _meant(word, known) for word in dict.fromkeys(words)}
    if not meant and not costs:
        return [], ""
    held = {card.reference: _words_of(card) for card in pool}
    by_facts = [c for c in pool if all(_fits(w, held[c.reference].facts) for w in meant.values())]
    if not by_facts:
        by_facts = [
            card
            for card in pool
            if all(
                _fits(word, held[card.reference].facts | held[card.reference].text)
                for word in meant.values()
            )
        ]
    other = [f"{word!r} was taken for {one!r}" for word, one in meant.items() if one != word]
    return by_facts, "; ".join(other) if by_facts else ""


def _plain(text: str) -> list[str]:
    return [word.replace("'", "") for word in _WORD.findall(text.replace("\u2019", "'"))]


@functools.lru_cache(maxsize=50_000)
def _words_of(card: Card) -> _Words:
    facts = [card.type, *card.subtypes, card.faction, card.set, card.rarity or "token"]
    facts += [card.version, _CODES.get(card.faction, "")]
    return _Words(_bag([card.name]) - _ONLY | _bag(facts), _bag(wording(card)) - _ONLY)


def _bag(parts: Iterable[str]) -> frozenset[str]:
    return frozenset(
        word for part in parts for word in _plain(part.casefold().replace("_", " ")) if word
    )


@functools.lru_cache(maxsize=2)
def _vocabulary(pool: Catalogue, _size: int) -> frozenset[str]:
    """Return every word of the cards; a pool that grew has another size."""
    found: set[str] = set()
    for card in pool:
        words = _words_of(card)
        found |= words.facts | words.text
    return frozenset(found)


def _fits(word: str, bag: frozenset[str]) -> bool:
    return word in bag or (len(word) >= PREFIX and any(other.startswith(word) for other in bag))


def _meant(word: str, known: frozenset[str]) -> str:
    """Return the word itself if it fits anything, or else the most similar one."""
    if _fits(word, known) or word.rstrip("s") in known:
        return word if _fits(word, known) else word.rstrip("s")
    similar = get_close_matches(word, sorted(known), n=1, cutoff=SIMILAR)
    return similar[0] if similar else word
