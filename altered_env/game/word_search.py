"""Card search by words in any order, with mistakes: "kelon elemental rare", "3 cost robot",
"brasbug".

Each word must fit the card: its name, version, type, sub-types, faction, rarity, set, or its
abilities in English. A word that fits no card is taken for the most similar one that does.

>>> [str(card) for card in searched("kelon elemental rare")[0]]
['Kelon Elemental R1', 'Kelon Elemental R2']
>>> {card.faction for card in searched("ax")[0]}
{'axiom'}
>>> len(searched("axiom 3 cost robots")[0]) == len(searched("3 cost axiom robot")[0]) > 0
True
>>> [str(card) for card in searched("https://example.org/cards/ALT_CORE_B_AX_04_C")[0]]
['Kelon Elemental C']
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
from altered_env.formats.variants import REFERENCE, short_reference
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
UNIQUES = "unique cards come from official data; add them with `altered cards import FILE`"
"""What to do where there are none."""
_FAMILY = re.compile(
    r"(?:ALT_)?(?P<set>[A-Z][A-Z0-9]{0,15})(?:_[A-Z])?_(?P<code>[A-Z]{2})_(?P<number>[0-9]{1,4})"
)
"""A reference without its rarity: all versions of a card."""
_VERSIONS = ("C", "R1", "R2", "E")
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
    """Return the cards of a reference or a link, or the cards that contain a text (`fitting`) or,
    if there are none, all of its words; and a note on words that were taken for others, or on what
    is missing."""
    filters = {} if wanted is None else wanted
    found, note = _searched(text, filters, tokens)
    asks = [*_plain(text.casefold()), filters.get("rarity", "").casefold()]
    if not found and not note and {"unique", "uniques", "u"} & set(asks):
        if not any(card.rarity == "unique" for card in catalogue()):
            note = UNIQUES
    return found, note


def _searched(text: str, filters: Mapping[str, str], tokens: bool) -> tuple[list[Card], str]:
    token = catalogue().get(text.strip())
    if token is not None and token.token:
        mine = [card for card in fitting("", filters, True) if card == token]
        return mine + ([] if tokens else fitting(text, filters)), ""
    if (referred := _referenced(text)) is not None:
        named, note = referred
        return [card for card in fitting("", filters, tokens) if card in named], note
    left = text.casefold()[:LONGEST]
    costs = [int(m["behind"] or m["before"]) for m in _COST.finditer(left)]
    words = _plain(_COST.sub(" ", left))
    pool = fitting("", filters, tokens)
    known = _vocabulary(catalogue(), len(catalogue()))
    if not words or not _ALONE.issuperset(words):
        found = fitting(text, filters, tokens)
        single = _single(words[0], known) if len(words) == 1 and not costs else ""
        if single:
            more = {*found, *fitting(single, filters, tokens)}
            found = [card for card in pool if card in more]
        if found or not text.strip():
            return found, ""
    if costs:
        pool = [card for card in pool if card.hand_cost in costs and card.type != "hero"]
    meant = {word: _meant(word, known) for word in dict.fromkeys(words)}
    if not meant and not costs:
        return [], ""
    held = {card.reference: _words_of(card) for card in pool}
    forms = [{word, _single(word, known) or word} for word in meant.values()]
    by_facts = [c for c in pool if _fit_all(forms, held[c.reference].facts)]
    if not by_facts:
        by_facts = [
            card
            for card in pool
            if _fit_all(forms, held[card.reference].facts | held[card.reference].text)
        ]
    other = [
        f"{word!r} was taken for {one!r}"
        for word, one in meant.items()
        if one not in (word, _single(word, known))
    ]
    return by_facts, "; ".join(other) if by_facts else ""


def _referenced(text: str) -> tuple[list[Card], str] | None:
    """The cards of a reference or a link, in any form that is read in collections; None if the text
    is neither."""
    pasted = text.strip().upper()
    if not pasted or len(pasted.split()) > 1:
        return None
    if match := REFERENCE.search(pasted):
        card = catalogue().get(short_reference(match.group()))
        lacks = card is None and match["rarity"].startswith("U")
        return [] if card is None else [card], UNIQUES if lacks else ""
    if match := _FAMILY.search(pasted):
        stem = f"{match['set']}_{match['code']}_{int(match['number']):02d}"
        known = [card for v in _VERSIONS if (card := catalogue().get(f"{stem}_{v}"))]
        return [*known, *(c for c in catalogue() if c.reference.startswith(f"{stem}_U_"))], ""
    return None


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


def _fit_all(forms: Iterable[Iterable[str]], bag: frozenset[str]) -> bool:
    return all(any(_fits(form, bag) for form in one) for one in forms)


def _single(word: str, known: frozenset[str]) -> str:
    """The singular of a plural, if any card has it; empty if not.

    >>> [_single(word, frozenset({"robot", "ally"})) for word in ("robots", "allies", "pass")]
    ['robot', 'ally', '']
    """
    if len(word) <= PREFIX or not word.endswith("s") or word.endswith("ss"):
        return ""
    singles = [word[:-3] + "y"] if word.endswith("ies") else []
    singles += [word[:-1], word[:-2]] if word.endswith("es") else [word[:-1]]
    return next((one for one in singles if one in known), "")


def _meant(word: str, known: frozenset[str]) -> str:
    """Return the word itself if it fits anything, or else the most similar one."""
    if _fits(word, known):
        return word
    if single := _single(word, known):
        return single
    similar = get_close_matches(word, sorted(known), n=1, cutoff=SIMILAR)
    return similar[0] if similar else word
