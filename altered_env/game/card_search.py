"""Search cards by text and by filters, for the command line and the pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from altered_env._runtime.suggestions import did_you_mean
from altered_env.cards import Card, catalogue
from altered_env.cards.printed_words import FACTION_CODES, RARITIES, RARITY_CODES, TYPES
from altered_env.game.card_text import wording
from altered_env.language.vocabulary import CALLS, WORDS

Test = Callable[[Card], bool]


FILTERS = ("type", "faction", "subtype", "rarity", "set", "cost", "keyword", "wording")


_NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


_FIGURES = {"a": "1", "an": "1"} | {word: str(n) for n, word in enumerate(_NUMBERS, start=1)}


_RANGE = re.compile(r"(?P<least>\d{1,3})(?:-(?P<most>\d{1,3}))?|(?P<how>[<>]=?)(?P<than>\d{1,3})")


def fitting(text: str, wanted: Mapping[str, str], tokens: bool = False) -> list[Card]:
    """The cards that contain a text in name, notation or English, and match these `FILTERS`.

    >>> [str(card) for card in fitting("armorer", {"rarity": "common", "cost": "3"})]
    ['Foundry Armorer C']
    """
    tests = [_test(name, value) for name, value in wanted.items()]
    pool = catalogue().search(token=tokens)
    named = set(catalogue().search(text, token=tokens))
    plain = _plainly(text)
    return [
        card
        for card in pool
        if all(test(card) for test in tests)
        and (card in named or any(plain in _plainly(said) for said in wording(card)))
    ]


def _plainly(text: str) -> str:
    """The text normalised for comparison: small numbers as digits, since "a card" is 1 card.

    >>> _plainly("Draw  two Cards"), _plainly("draw a card")
    ('draw 2 cards', 'draw 1 card')
    """
    return " ".join(_FIGURES.get(word, word) for word in text.casefold().split())


def _test(name: str, value: str) -> Test:
    """The condition of one filter."""
    if name not in FILTERS:
        raise ValueError(f"no filter is called {name[:40]!r}: {', '.join(FILTERS)}")
    match name:
        case "cost":
            return _cost(value)
        case "keyword":
            keyword = _one_of("keyword", value, [*WORDS, *CALLS])
            used = re.compile(rf"(?<![a-z0-9_]){keyword}(?![a-z0-9_])")
            return lambda card: any(used.search(line) for line in (*card.abilities, *card.support))
        case "wording":
            plain = _plainly(value)
            return lambda card: any(plain in _plainly(said) for said in wording(card))
        case "subtype":
            known = {subtype for card in catalogue() for subtype in card.subtypes}
            subtype = _one_of("subtype", value, sorted(known))
            return lambda card: subtype in card.subtypes
        case "set":
            set_name = _one_of("set", value.upper(), sorted({card.set for card in catalogue()}))
            return lambda card: card.set == set_name
    if name == "faction":
        value = FACTION_CODES.get(value.upper(), value)
    if name == "rarity":
        value = {**RARITY_CODES, "R": "rare"}.get(value.upper(), value)
    choices = {"type": TYPES, "rarity": RARITIES, "faction": tuple(FACTION_CODES.values())}[name]
    word = _one_of(name, value, choices)
    return lambda card: getattr(card, name) == word


def _one_of(what: str, value: str, choices: Iterable[str]) -> str:
    """The choice that `value` names."""
    choices = [choice for choice in choices if choice]
    word = value if value in choices else value.lower().replace(" ", "_").replace("-", "_")
    if word not in choices:
        few = f", expected one of {', '.join(choices)}" if len(choices) < 15 else ""
        raise ValueError(f"unknown {what} {value[:40]!r}{did_you_mean(word, choices) or few}")
    return word


def _cost(value: str) -> Test:
    """A test of the Hand Cost, which Heroes and tokens do not have."""
    match = _RANGE.fullmatch(value.replace(" ", ""))
    if match is None:
        raise ValueError(f"cost {value[:40]!r}: expected a number such as 3, 2-4, '>=3' or '<3'")
    least, most = 0, 999
    if match["least"]:
        least, most = int(match["least"]), int(match["most"] or match["least"])
        if least > most:
            raise ValueError(f"cost {value[:40]!r}: a range must go up, such as {most}-{least}")
    elif match["how"][0] == ">":
        least = int(match["than"]) + (match["how"] == ">")
    else:
        most = int(match["than"]) - (match["how"] == "<")
    return lambda card: (
        card.type not in ("hero", "mana") and not card.token and least <= card.hand_cost <= most
    )
