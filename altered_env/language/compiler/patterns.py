"""Event patterns: `verb_s(who, filters.., from_=, to=, during=, due_to=)` as columns of an
ability, and a program for what columns cannot express."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from altered_env.engine.captures import FIRST
from altered_env.engine.matching import ANY_COUNTER, ASCENSION, EXCEPT, PLACE
from altered_env.engine.opcodes import ALU, INFO, OP
from altered_env.engine.terms import ABILITY, CAUSE, EV, STATUS, WHO
from altered_env.language.compiler.bindings import Binding
from altered_env.language.compiler.program import NotSupportedError, register
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.values.expeditions import expeditions_that
from altered_env.language.compiler.values.filters import narrow
from altered_env.language.compiler.values.history import symbols_of
from altered_env.language.compiler.values.regions import terrains
from altered_env.language.compiler.values.sorts import is_expedition, is_kind_alone, is_player
from altered_env.language.compiler.words import EVERYWHERE, PHASES, STATUS_BITS, ZONES
from altered_env.language.event_verbs import VERBS
from altered_env.language.model import Apply, Attribute, Logic, Node, Word, walk

ASCENDED_ONES = Apply("all", (Word("expedition"), Word("ascended")))
LEFT = EVERYWHERE
"""In the pattern of a move: the object left an Ascended Expedition."""
POSITIONS = {
    "behind": PLACE.BEHIND,
    "ahead": PLACE.AHEAD,
    "tied": PLACE.TIED,
    "ascended": PLACE.ASCENDED,
    "in_contact": PLACE.IN_CONTACT,
}
MARKS = {"gains", "loses", "exhausts", "readies"}
"""Events that happen to an object in place."""


def speaks_of_base_cost(filters: Iterable[Node]) -> bool:
    """Return whether a Base Cost is read; a played card's is the one it had in Limbo (2.2.9.b)."""
    return any(word == Word("base_cost") for part in filters for word in walk(part))


def pattern(scope: Scope, node: Node, row: Any, conditions: tuple[Node, ...] = ()) -> None:
    """Write the columns for a pattern, and its condition program."""
    if isinstance(node, Logic) and node.op == "|":
        raise NotSupportedError("a pattern with |")
    if not isinstance(node, Apply):
        raise NotSupportedError(f"a pattern: {node}")
    if node.name == "attempts":
        _attempt(scope, node.args[0], row, conditions)
        return
    row["from_zones"] = row["to_zones"] = 0
    filters = list(node.args)
    if node.name not in VERBS:
        raise NotSupportedError(f"the event '{node.name}'")
    row["event"] = VERBS[node.name].kind
    row["cause"] = VERBS[node.name].cause
    scope.means(dice=bool(row["event"] == EV.ROLL))
    filters = _subject(scope, node, filters, row)
    if node.name in MARKS and is_kind_alone(scope, tuple(filters)):
        filters.append(Word("play"))
    for key, value in node.keywords:
        if key == "from_" and value == ASCENDED_ONES:
            _left(row)
        elif key == "from_":
            _area_columns(scope, value, row, "from")
        elif key == "to":
            _area_columns(scope, value, row, "to")
        elif key == "during":
            if not isinstance(value, Word) or value.name not in PHASES:
                raise NotSupportedError(f"during={value}")
            row["phases"] = 1 << PHASES[value.name]
        elif key == "due_to":
            if value == Word("ascended"):
                row["what"] = ASCENSION
            elif isinstance(value, Logic) and value.op == "~":
                row["what"] = 7 & ~terrains(value.parts[0]) | EXCEPT
            else:
                row["what"] = terrains(value)
        elif key == "by":
            raise NotSupportedError("a pattern with by=")
    if row["from_zones"] and not row["to_zones"]:
        row["before"] = 1
    if node.name in ("sacrifices", "discards", "sabotages"):
        row["before"] = 1
    if node.name == "plays" and speaks_of_base_cost(filters):
        row["before"] = 1
    condition(scope, filters, conditions, row)


def _left(row: Any) -> None:
    """Match leaving an Ascended Expedition (7.5.11): `it` is that Expedition."""
    if row["event"] != EV.MOVE or row["kind"] != ABILITY.REACTION:
        raise NotSupportedError("leaving an Ascended Expedition, but for a Reaction")
    row["from_zones"] = ZONES["expeditions"]
    row["what"] = LEFT


def _attempt(scope: Scope, node: Node, row: Any, conditions: tuple[Node, ...]) -> None:
    """Match what an effect attempts but a rule prevents (7.5.3): Ascending once more."""
    pattern(scope, node, row, conditions)
    if row["event"] != EV.GAIN or row["what"] != STATUS.ASCENDED:
        raise NotSupportedError(f"attempts({node})")
    row["attempts"] = 1


def _who(scope: Scope, node: Node) -> int | None:
    """Return a player as WHO of a pattern; None if columns cannot express it."""
    if node == Word("you"):
        return WHO.YOU
    if node == Word("opponent"):
        return WHO.OPPONENT
    if node == Word("player"):
        return WHO.ANY
    bound = scope.names.get(node.name) if isinstance(node, Word) else None
    if bound is not None and bound.kind == "player":
        return WHO.KEPT + _which_kept(bound)
    return None


def _which_kept(bound: Binding) -> int:
    """Return the number of the value that an emblem keeps for a name."""
    return (bound.mask or 0) - register(FIRST)


def _subject(scope: Scope, node: Apply, filters: list[Node], row: Any) -> list[Node]:
    """Consume the leading slots of a pattern: the acting player and the affected one."""
    if filters and _who(scope, filters[0]) is not None:
        who = filters.pop(0)
        row["who"] = _who(scope, who)
        if row["once"] and who == Word("player"):
            row["who"] = WHO.PLAYER
    elif filters and is_player(scope, filters[0]):
        raise NotSupportedError(f"{node.name}({filters[0]}, ..)")
    if node.name == "gifts":
        row["cause"] = CAUSE.GIFT
    if node.name in ("moves", "fails"):
        if not filters:
            raise NotSupportedError(f"{node.name}(..) without an Expedition")
        found = _place(scope, filters[0])
        if found is not None:
            row["from_who"], row["from_place"] = found
            filters.pop(0)
    if node.name == "exhausts":
        row["what"] = STATUS_BITS["exhausted"]
    if node.name == "readies":
        row["what"] = STATUS_BITS["exhausted"]
    if node.name in ("gains", "loses", "spends") and filters:
        what = filters.pop()
        row["what"] = _what(scope, what)
        if filters and is_expedition(scope, filters[0]):
            _expedition_to(scope, filters.pop(0), row)
    if node.name == "activates" and filters:
        row["what"] = symbols_of(filters.pop(0))
        if filters and _who(scope, filters[0]) is not None:
            row["who"] = _who(scope, filters.pop(0))
    if filters and filters[0] == Word("me"):
        row["self"] = 1
        filters.pop(0)
    return filters


def _what(scope: Scope, node: Node) -> int:
    """Return the gained or lost status or counter as a column of a pattern."""
    if isinstance(node, Word):
        if node.name == "ascended":
            return STATUS.ASCENDED
        if node.name == "counter":
            return ANY_COUNTER
        if node.name in STATUS_BITS:
            return STATUS_BITS[node.name]
        kind = scope.numbering.counter(node.name)
        if kind is not None:
            return 1000 + kind
    raise NotSupportedError(f"gains(.., {node})")


def _place(scope: Scope, node: Node) -> tuple[int, int] | None:
    """Return an Expedition as WHO and PLACE of a pattern; None if columns cannot express it."""
    if node in (Word("expeditions"), Word("expedition")):
        return WHO.ANY, PLACE.ANY
    if isinstance(node, Apply) and node.name == "all" and len(node.args) == 1:
        return _place(scope, node.args[0])
    if isinstance(node, Apply) and node.name == "all" and len(node.args) == 3:
        kind, of, position = node.args
        found = _place(scope, of)
        where = POSITIONS.get(position.name) if isinstance(position, Word) else None
        if kind == Word("expedition") and found is not None and found[1] == PLACE.ANY and where:
            return found[0], where
    if isinstance(node, Word):
        bound = scope.names.get(node.name)
        if bound is not None and bound.kind == "expedition":
            return WHO.ANY, PLACE.KEPT + _which_kept(bound)
    if isinstance(node, Attribute):
        if node == Attribute(Word("me"), "expedition"):
            return WHO.ANY, PLACE.MINE
        if node.name == "facing" and node.of == Attribute(Word("me"), "expedition"):
            return WHO.ANY, PLACE.FACING
        if node.name == "other" and node.of == Attribute(Word("me"), "expedition"):
            return WHO.ANY, PLACE.OTHER
        other = Attribute(Attribute(Word("me"), "expedition"), "other")
        if node == Attribute(other, "facing"):
            return WHO.ANY, PLACE.OTHER_FACING
        if node.name == "expeditions":
            who = _who(scope, node.of)
            if who is not None:
                return who, PLACE.ANY
    return None


def _expedition_to(scope: Scope, node: Node, row: Any) -> None:
    found = _place(scope, node)
    if found is None:
        raise NotSupportedError(f"gains({node}, ..)")
    row["to_zones"] = ZONES["expeditions"]
    row["to_who"], row["to_place"] = found


def _area_columns(scope: Scope, node: Node, row: Any, side: str) -> None:
    """Write an area in from_= or to= as zones, owner, and Expedition."""
    parts = node.parts if isinstance(node, Logic) and node.op == "|" else (node,)
    zones = 0
    who: int | None = None
    place = PLACE.ANY
    for part in parts:
        found = _place(scope, part)
        if found is not None:
            zones |= ZONES["expeditions"]
            this, place = found
        elif isinstance(part, Word) and part.name in ZONES:
            zones |= ZONES[part.name]
            this = WHO.ANY
        elif isinstance(part, Attribute) and part.name in ZONES:
            zones |= ZONES[part.name]
            whose = _who(scope, part.of)
            if whose is None:
                raise NotSupportedError(f"{side}={part}")
            this = whose
        else:
            raise NotSupportedError(f"{side}={part}")
        if who is not None and who != this:
            raise NotSupportedError(f"{side}= areas of different players")
        who = this
    row[f"{side}_zones"] = zones
    row[f"{side}_who"] = who or 0
    row[f"{side}_place"] = place


def condition(scope: Scope, filters: list[Node], conditions: tuple[Node, ...], row: Any) -> None:
    """Compile the test of the event's object and the trigger's condition."""
    trivial = {"card", "object", "expedition"}
    filters = [part for part in filters if not (isinstance(part, Word) and part.name in trivial)]
    if not filters and not conditions:
        row["condition"] = -1
        return
    about = scope.about
    scope.means(it_place=about_place(row))
    with scope.asm.program() as row["condition"], scope.apart():
        if not scope.about.it_place and "it" not in scope.names:
            scope.bind("it", Binding(0))
        _test(scope, filters, conditions)
    scope.about = about


def _test(scope: Scope, filters: list[Node], conditions: tuple[Node, ...]) -> None:
    """Register 0: whether the event passes the filters and the conditions hold."""
    asm = scope.asm
    first = not filters
    if filters and scope.about.it_place:
        mask = asm.info(INFO.IT_PLACE)
        for part in filters:
            mask = asm.alu(ALU.AND, mask, expeditions_that(scope, part))
        asm.emit(OP.SET, 0, mask)
    elif filters:
        s = asm.new_set()
        asm.emit(OP.COPY, s, 0)
        for part in filters:
            narrow(scope, s, part)
        asm.emit(OP.SIZE, 0, s)
    for part in conditions:
        with asm.moment():
            asm.require(scope.truth(part), first)
            first = False


def about_place(row: Any) -> bool:
    """Return whether an Expedition is concerned: it moves, fails to move, Ascends or is left."""
    if row["event"] in (EV.PROGRESS, EV.FAIL):
        return True
    if row["event"] == EV.MOVE:
        return bool(row["what"] == LEFT)
    return row["event"] in (EV.GAIN, EV.LOSE) and row["what"] == STATUS.ASCENDED
