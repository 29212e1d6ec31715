"""Engine numbers for words of the notation."""

from altered_env.engine.opcodes import CMP, INFO
from altered_env.engine.terms import DURATION, KW, PHASE, STATUS, TERRAIN, TYPE, C, Z, terms, words
from altered_env.language.kinds import AREAS, SUBTYPES

EVERYONE = 15
EVERYWHERE = 255
ANYTHING = -1
"""A mask of everything, for complements: regions and Expeditions, current and former."""
READS = {
    "terrain": 1,
    "type": 2,
    "presence": 4,
    "keywords": 8,
    "abilities": 16,
    "statistics": 32,
    "position": 64,
    "limits": 128,
}
"""Dependencies of passive statements: what they read and write, so that they apply in order."""
TYPES = {word: number for number, word in words(TYPE).items()} | {"permanent": TYPE.PERMANENT}
SUBTYPE_WORDS = ["gear", *sorted(SUBTYPES - {"gear"})]
"""Sub-types by bit; Gear is bit 0, which the Rest effect knows (4.2.5.b)."""
STATUS_BITS = {word: number for number, word in words(STATUS).items()}
KEYWORD_BITS = {term.word: int(term) for term in terms(KW) if term != KW.IN_CONTACT}
"""In Contact is written and compiled as a position."""
TERRAINS = {word: number for number, word in words(TERRAIN).items()}
MARKERS = {f"{word}_marker": bit for word, bit in TERRAINS.items()}
ZONES = {"play": Z.PLAY_MASK} | {word: 1 << zone for word, zone in AREAS.items()}
COLUMNS = {
    "forest": C.FOREST,
    "mountain": C.MOUNTAIN,
    "water": C.WATER,
    "hand_cost": C.HAND_COST,
    "reserve_cost": C.RESERVE_COST,
    "base_cost": C.BASE_COST,
    "boost": C.BOOSTS,
    "boosts": C.BOOSTS,
    "tough": C.TOUGH,
    "highest": C.HIGHEST,
    "lowest": C.LOWEST,
    "counters": C.COUNTERS,
    "zero_statistics": C.ZERO_STATISTICS,
    "base_forest": C.BASE_FOREST,
    "base_mountain": C.BASE_MOUNTAIN,
    "base_water": C.BASE_WATER,
    "name": C.NAME,
    "faction": C.FACTION,
    "rarity": C.RARITY,
    "type": C.TYPE,
}
COMPARE = {"<": CMP.LT, "<=": CMP.LE, "==": CMP.EQ, "!=": CMP.NE, ">=": CMP.GE, ">": CMP.GT}
PHASES = {word: number for number, word in words(PHASE).items()}
DURATIONS = {word: number for number, word in words(DURATION).items()}
SYMBOLS = {"J": 1, "H": 2, "R": 4, "D": 8, "T": 16}
EXPEDITION_STATES = {
    "behind": INFO.BEHIND,
    "ahead": INFO.AHEAD,
    "tied": INFO.TIED,
    "in_contact": INFO.IN_CONTACT,
    "ascended": INFO.ASCENDED,
}
REGION_FILTERS = {
    "region": INFO.REGIONS,
    "visible": INFO.REGIONS_VISIBLE,
    "starting": INFO.REGIONS_STARTING,
}
PLACES = {word: AREAS[word] for word in ("reserve", "hand", "mana", "deck", "discard_pile")}
"""Zones into which a card is put."""
