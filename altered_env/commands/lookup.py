"""`altered cards search` and `altered cards show`: the pool in the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from altered_env.cards import Card, catalogue, find
from altered_env.cards.errors import did_you_mean
from altered_env.cards.verified import verified
from altered_env.cards.vocabulary import FACTION_CODES, RARITIES, TYPES
from altered_env.game.books import book_for
from altered_env.language.notation import read_ability
from altered_env.language.vocabulary import CALLS, WORDS
from altered_env.language.wording import word

__all__ = ["search", "show", "wording"]

Test = Callable[[Card], bool]

FEW = 12
"""So many other versions are named."""

_RANGE = re.compile(r"(?P<least>\d{1,3})(?:-(?P<most>\d{1,3}))?|(?P<how>[<>]=?)(?P<than>\d{1,3})")


def search(text: str, tokens: bool, wanted: Mapping[str, str]) -> int:
    """List the cards that fit, a line each; 1 if there are none."""
    pool = catalogue()
    tests = [_test(name, value) for name, value in wanted.items()]
    found = [card for card in pool.search(text, token=tokens) if all(test(card) for test in tests)]
    for card in found:
        print(
            f"{card.reference:<16} {card.name[:36]:<36} {card.version:<6} {card.type:<20} "
            f"{card.faction:<8} {_numbers(card)}".rstrip()
        )
    print(f"{len(found):,} of {sum(card.token == tokens for card in pool):,} cards")
    return 0 if found else 1


def _test(name: str, value: str) -> Test:
    """What a card must be to fit one filter."""
    match name:
        case "cost":
            return _cost(value)
        case "keyword":
            keyword = _one_of("keyword", value, [*WORDS, *CALLS])
            used = re.compile(rf"(?<![a-z0-9_]){keyword}(?![a-z0-9_])")
            return lambda card: any(used.search(line) for line in (*card.abilities, *card.support))
        case "wording":
            folded = " ".join(value.casefold().split())
            return lambda card: any(folded in said.casefold() for said in wording(card))
        case "subtype":
            known = {subtype for card in catalogue() for subtype in card.subtypes}
            subtype = _one_of("subtype", value, sorted(known))
            return lambda card: subtype in card.subtypes
        case "set":
            set_name = _one_of("set", value.upper(), sorted({card.set for card in catalogue()}))
            return lambda card: card.set == set_name
    if name == "faction":
        value = FACTION_CODES.get(value.upper(), value)
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
    elif match["how"][0] == ">":
        least = int(match["than"]) + (match["how"] == ">")
    else:
        most = int(match["than"]) - (match["how"] == "<")
    return lambda card: (
        card.type not in ("hero", "mana") and not card.token and least <= card.hand_cost <= most
    )


def wording(card: Card) -> list[str]:
    """The abilities in English, those of the Reserve marked; a line that is no notation is said
    to be none."""
    return [
        label + _said(line)
        for label, lines in (("", card.abilities), ("Support: ", card.support))
        for line in lines
    ]


def _said(line: str) -> str:
    names = catalogue().names
    try:
        return word(read_ability(line, names=names), names=names)
    except ValueError:
        return "(this line cannot be read)"


def _numbers(card: Card) -> str:
    if card.type == "hero":
        return f"limits {card.reserve_limit}/{card.landmark_limit}"
    parts = [] if card.token else [f"{card.hand_cost}/{card.reserve_cost}"]
    if card.type == "character":
        parts.append(f"{card.forest}/{card.mountain}/{card.water}")
    return "  ".join(parts)


def show(name: str) -> int:
    """Show the facts of a card, its abilities in notation and in English, status and prints."""
    pool = catalogue()
    card = pool.tokens.get(name) or find(name)
    print(f"{card}   {card.reference}")
    kind = card.type.replace("_", " ")
    if card.subtypes:
        kind += " - " + ", ".join(card.subtypes)
    print(f"{kind}; {card.faction}; {card.rarity or 'token'}")
    if card.type == "hero":
        print(f"Reserve limit {card.reserve_limit}, Landmark limit {card.landmark_limit}")
    elif not card.token:
        print(f"Hand Cost {card.hand_cost}, Reserve Cost {card.reserve_cost}")
    if card.type == "character":
        print(f"forest {card.forest}, mountain {card.mountain}, water {card.water}")
    for line, said in zip((*card.abilities, *card.support), wording(card), strict=True):
        print(f"\n  {line}\n    {said}")
    print(f"\nStatus: {_status(card)}")
    if card.suspended:
        print("Suspended: it may not be in a constructed deck.")
    if card.prints:
        print(f"Other prints: {', '.join(card.prints)}")
    others = [version.version for version in pool.versions(card.name) if version != card]
    if others:
        more = f" and {len(others) - FEW:,} more" if len(others) > FEW else ""
        print(f"Other versions: {', '.join(others[:FEW])}{more}")
    print(f"From: {card.source}")
    return 0


def _status(card: Card) -> str:
    reason = book_for([card]).unsupported.get(card.reference)
    if reason:
        return f"unsupported: it cannot be played yet: {reason}"
    if card.reference in verified():
        return "verified: a scenario of the tests names it"
    return "implemented" if card.token else "implemented, not verified: no scenario names it"
