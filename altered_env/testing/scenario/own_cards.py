"""Cards defined for a scenario, and fillers."""

from __future__ import annotations

from collections.abc import Sequence

from altered_env._runtime.suggestions import did_you_mean
from altered_env.cards import Card, catalogue
from altered_env.cards.printed_words import FACTION_CODES, RARITIES, RARITY_CODES, TYPES
from altered_env.language.notation import read_ability

FILLER = Card(
    reference="TABLE_NE_00_C",
    name="Filler",
    faction="neutral",
    rarity="common",
    type="character",
    subtypes=("citizen",),
    hand_cost=1,
    reserve_cost=1,
    forest=1,
    mountain=1,
    water=1,
    source="scenario",
)
"""A Character without abilities, which fills unspecified Decks and Mana zones."""


def fold(text: str) -> str:
    """`text` without case, accents and typographic apostrophes.

    >>> fold("Coppélia")
    'coppelia'
    """
    import unicodedata

    plain = unicodedata.normalize("NFKD", text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).casefold().split())


def _one_of(value: str, choices: Sequence[str], what: str) -> str:
    if value not in choices:
        hint = did_you_mean(value, choices) or f", expected one of {', '.join(choices)}"
        raise ValueError(f"unknown {what} {value!r}{hint}")
    return value


def _numbers(text: str, count: int, what: str) -> tuple[int, ...]:
    parts = text.split("/")
    if len(parts) != count or not all(part.isdigit() for part in parts):
        form = "/".join(["2"] * count)
        raise ValueError(f"{what} {text!r}: expected {count} numbers such as {form!r}")
    return tuple(int(part) for part in parts)


def define(
    number: int,
    name: str,
    *,
    type: str,
    cost: str,
    stats: str,
    limits: str,
    subtypes: Sequence[str],
    abilities: Sequence[str],
    support: Sequence[str],
    faction: str,
    rarity: str,
) -> Card:
    """A card from the arguments of `Scenario.card`. Raises `ValueError`, which names the fault."""
    _one_of(type, TYPES, "type")
    _one_of(faction, tuple(FACTION_CODES.values()), "faction")
    _one_of(rarity, RARITIES, "rarity")
    names = catalogue().names
    for word in subtypes:
        _one_of(word, sorted(names.subtypes), "sub-type")
    for line in (*abilities, *support):
        read_ability(line, names=names)
    hand, reserve = (0, 0) if type in ("hero", "mana") else _numbers(cost, 2, "cost")
    forest, mountain, water = _numbers(stats, 3, "stats") if type == "character" else (0, 0, 0)
    reserve_limit, landmark_limit = _numbers(limits, 2, "limits") if type == "hero" else (0, 0)
    code = next(code for code, word in FACTION_CODES.items() if word == faction)
    letters = next(letters for letters, word in RARITY_CODES.items() if word == rarity)
    version = f"U_{number}" if letters == "U" else letters
    return Card(
        reference=f"TABLE_{code}_{number:02d}_{version}",
        name=name,
        faction=faction,
        rarity=rarity,
        type=type,
        subtypes=tuple(subtypes),
        hand_cost=hand,
        reserve_cost=reserve,
        forest=forest,
        mountain=mountain,
        water=water,
        reserve_limit=reserve_limit,
        landmark_limit=landmark_limit,
        abilities=tuple(abilities),
        support=tuple(support),
        source="scenario",
    )


def find_card(name: str, own: Sequence[Card]) -> Card:
    """The card called `name`: one defined for the scenario, a token, or one of the catalogue."""
    for card in (*own, FILLER):
        if fold(card.name) == fold(name):
            return card
    for card in catalogue().tokens.values():
        if fold(name) in (fold(card.name), card.reference):
            return card
    return catalogue().find(name)
