"""The vocabularies of a printed card: sets, factions, rarities, types, sub-types.

Everything that reads or writes card data takes its words from here. They are closed for the cards
of the package; cards of later sets may add sets and sub-types.
"""

from __future__ import annotations

from typing import Final

from altered_env.language.kinds import FACTION_CODES, NEUTRAL, PRINTED_TYPES, RARITIES

__all__ = [
    "FACTIONS",
    "FACTION_CODES",
    "NEUTRAL",
    "RARITIES",
    "RARITY_CODES",
    "REPRINTS",
    "SETS",
    "SUBTYPES",
    "SUBTYPES_OF",
    "TYPES",
    "is_taken",
]

SETS: Final = ("CORE", "ALIZE", "BISE", "CYCLONE", "DUSTER", "EOLE", "FUGUE")
"""The published sets, in order of release. A user's own file may name others."""

REPRINTS: Final = {"COREKS": "CORE"}
"""Sets that reprint another set under the same numbers, except for uniques, each of which is
printed once."""

FACTIONS: Final = tuple(name for name in FACTION_CODES.values() if name != NEUTRAL)

RARITY_CODES: Final = {
    "C": "common",
    "R1": "rare",
    "R2": "rare",
    "F": "rare",
    "E": "exalted",
    "U": "unique",
}
"""The printed letter codes (2.2.4.b). R1 is a faction's own rare; R2, printed F, is the same card
as a rare of another faction."""

TYPES: Final = (*PRINTED_TYPES, "mana")
"""The types printed on cards. `mana` is for Mana Convergence, which is never played and can only be
a Mana Orb."""

_PERMANENT: Final = ("construction", "feat", "gear", "ore", "sap", "site")

SUBTYPES_OF: Final[dict[str, tuple[str, ...]]] = dict.fromkeys(TYPES, ()) | {
    "hero": (),  # 2.2.2.b
    "character": (
        "adventurer",
        "animal",
        "apprentice",
        "artist",
        "bureaucrat",
        "citizen",
        "companion",
        "construction",
        "corruption",
        "deity",
        "dragon",
        "druid",
        "elemental",
        "engineer",
        "fairy",
        "illusion",
        "leviathan",
        "mage",
        "merchant",
        "messenger",
        "noble",
        "plant",
        "robot",
        "rogue",
        "scholar",
        "scientist",
        "soldier",
        "spirit",
        "titan",
        "trainer",
    ),
    "spell": ("boon", "conjuration", "disruption", "maneuver", "song"),
    "landmark_permanent": _PERMANENT,
    "expedition_permanent": _PERMANENT,
    "mana": (),
}
"""The sub-types allowed for each type of card: 2.2.2.d to 2.2.2.g, and those added by later
sets."""

SUBTYPES: Final = tuple(sorted({word for words in SUBTYPES_OF.values() for word in words}))


def is_taken(word: str) -> bool:
    """Return whether the language of abilities uses this word, so that it cannot be a new name.

    >>> is_taken("turn"), is_taken("pirate")
    (True, False)
    """
    from altered_env.language.kinds import KNOWN
    from altered_env.language.vocabulary import CALLS, FLAGS, WORDS

    known = KNOWN.subtypes | KNOWN.tokens | KNOWN.counters
    return word not in known and (word in WORDS or word in CALLS or word in FLAGS)
