"""Signatures: the vocabulary's declaration of a word and its slots, and their parsed form.

`name(slot: sorts, slot: sorts*, key=sorts, flag!) -> gives -- what it means`. A slot may end in
`?` (optional), `*` (any number) or `+` (one or more); `counters` among the slots lets the word
take `boost=1` and every other counter; a row that begins with blanks continues the one before.

>>> call = signatures("step", "draw(amount: number?) -> object -- draw cards")["draw"]
>>> call.slots[0].needed, sorted(call.gives), call.doc
(False, ['object', 'step', 'truth'], 'draw cards')
"""

from __future__ import annotations

from dataclasses import dataclass

SORTS: dict[str, str] = {
    "number": "a number",
    "amount": "an amount (all, any_number, none, up_to(n))",
    "truth": "a condition",
    "object": "an object (me, it, target(..), choose(..), all(..), a bound name)",
    "player": "a player (you, opponent, they, x.owner, target(player))",
    "expedition": "an Expedition (me.expedition, you.expeditions, target(expedition))",
    "region": "a region (me.region, target(region))",
    "area": "an area (reserve, hand, deck, mana, you.landmarks)",
    "filter": "a filter (character, reserve, fleeting, hand_cost <= 3)",
    "status": "a status",
    "keyword": "a keyword",
    "type": "a type or sub-type",
    "counter": "a kind of counter",
    "terrain": "a terrain",
    "property": "a property",
    "pattern": "an event pattern (plays(..), goes(..), moves(..))",
    "step": "a step (draw(..), gain(..), if_(..))",
    "granted": "an ability in braces, {head: body} or {statement}",
    "activation": "a kind of ability (T, D, J, H, R)",
    "token": "a token",
    "statistic": "a characteristic (hand_cost, forest, highest)",
    "phase": "a phase (morning, noon, afternoon, dusk, night)",
    "duration": "a duration (turn, afternoon, day, rest)",
    "tax": "tax(..)",
    "free": "free",
    "end": "an end of a deck (top, bottom)",
    "where": "anywhere",
    "gate": "a gate (I, completed, while_(..), since(..))",
    "trigger": "a trigger (J, H, R, at(..), when(..))",
    "modifier": "a modifier (instead(..), also(..))",
    "statement": "a passive statement (have(..), less(..), cant(..))",
    "flag": "a flag",
}
"""The sorts of values, with their names in error messages."""

SHORT = {
    "place": "area|expedition",
    "pick": "object|player|expedition|region",
    "mark": "status|keyword|type|terrain|granted|property",
    "test": "filter|area|object|player|expedition|region|status|keyword|type|terrain|truth|counter",
}
"""Abbreviations for groups of sorts."""

_GIVES = {
    "step": "step|truth",
    "structure": "step|truth",
    "event": "pattern",
    "trigger": "trigger",
    "gate": "gate",
    "modifier": "modifier",
    "passive": "statement",
    "keyword": "keyword",
}

_EVERYWHERE = {
    "step": "by=player",
    "event": "from_=place, to=place, during=phase|duration, due_to=terrain|status, by=player",
}

_CANDIDATES = frozenset(
    [
        "target",
        "choose",
        "all",
        "random",
        "tax",
        "count",
        "total",
        "highest",
        "lowest",
        "is_",
        "different",
    ]
)


@dataclass(frozen=True, slots=True)
class Vocable:
    """A word that stands alone, or an attribute after a dot.

    `of` are the sorts that have the attribute. A `candidate` word reads a number off each
    candidate of a selector or pattern.
    """

    name: str
    sorts: frozenset[str]
    doc: str = ""
    of: frozenset[str] = frozenset()
    candidate: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """One place to fill; with `rest` it takes any number of values."""

    name: str
    sorts: frozenset[str]
    needed: bool = True
    rest: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """A word with slots. `candidate` means that comparisons in it are about each candidate."""

    name: str
    group: str
    slots: tuple[Slot, ...]
    keywords: tuple[Slot, ...]
    flags: frozenset[str]
    gives: frozenset[str]
    doc: str
    candidate: bool = False
    counters: bool = False
    signature: str = ""

    def keyword(self, name: str) -> Slot | None:
        """Return the slot given by `name=`, or None."""
        return next((slot for slot in self.keywords if slot.name == name), None)


def sorts(text: str) -> frozenset[str]:
    """Return the sorts that `a|b` names, with abbreviations expanded.

    >>> sorted(sorts("place|number"))
    ['area', 'expedition', 'number']
    """
    found: set[str] = set()
    for name in text.split("|"):
        found |= sorts(SHORT[name]) if name in SHORT else {name}
    if not found <= SORTS.keys():
        raise ValueError(f"no sort {sorted(found - SORTS.keys())}")
    return frozenset(found)


def signatures(group: str, text: str) -> dict[str, Call]:
    """Parse the words of a group from their signatures, a row each."""
    rows: list[str] = []
    for row in text.strip("\n").splitlines():
        if row.startswith(" "):
            rows[-1] += " " + row.strip()
        else:
            rows.append(row.strip())
    return {call.name: call for call in (_call(group, row) for row in rows)}


def _call(group: str, row: str) -> Call:
    signature, _, doc = row.partition(" -- ")
    name, _, rest = signature.partition("(")
    inside, _, gives = rest.rpartition(")")
    slots: list[Slot] = []
    keywords: list[Slot] = []
    flags: set[str] = set()
    counters = False
    everywhere = _EVERYWHERE.get(group, "") if name != "attempts" else ""
    for part in filter(None, [*inside.split(", "), *everywhere.split(", ")]):
        if part == "counters":
            counters = True
        elif part.endswith("!"):
            flags.add(part[:-1])
        elif "=" in part:
            key, _, kind = part.partition("=")
            keywords.append(Slot(key, sorts(kind), needed=False))
        else:
            slot, _, kind = part.partition(": ")
            mark = kind[-1] if kind[-1] in "?*+" else ""
            slots.append(
                Slot(slot, sorts(kind.rstrip("?*+")), mark not in ("?", "*"), mark in ("*", "+"))
            )
    given = "|".join(filter(None, [_GIVES.get(group, ""), gives.removeprefix(" -> ")]))
    return Call(
        name,
        group,
        tuple(slots),
        tuple(keywords),
        frozenset(flags),
        sorts(given),
        doc,
        name in _CANDIDATES or (group == "event" and name != "attempts"),
        counters,
        signature,
    )
