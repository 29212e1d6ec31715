"""Reactions: triggers and effects."""

from __future__ import annotations

from typing import Any

from altered_env.engine.terms import ABILITY, EV, FN, Z
from altered_env.language.compiler.abilities.effect import effect
from altered_env.language.compiler.abilities.underway import Entry, ability
from altered_env.language.compiler.patterns import about_place, condition, pattern
from altered_env.language.compiler.program import NotSupportedError
from altered_env.language.compiler.words import PHASES, SYMBOLS
from altered_env.language.model import Apply, Compare, Logic, Node, Number, Steps, Word, walk


@ability("reaction")
def reaction(entry: Entry) -> None:
    """Write a row for each event that triggers it."""
    head = entry.ability.head
    triggers: list[Node] = [head] if head is not None else []
    if isinstance(head, Logic) and head.op == "|":
        triggers = list(head.parts)
    if isinstance(head, Apply) and head.name == "when":
        event = head.args[0]
        if isinstance(event, Logic) and event.op == "|":
            rest = head.args[1:]
            triggers = [Apply("when", (p, *rest), head.keywords) for p in event.parts]
    for trigger in triggers:
        _one_reaction(entry, trigger)


def _one_reaction(entry: Entry, head: Node) -> None:
    scope = entry.scope
    row = entry.new_row(ABILITY.REACTION)
    more = listens(entry, head, row)
    played = bool(row["event"] == EV.PLAY)
    before, place = bool(row["before"]) and not played, about_place(row)
    scope.means(it_played=played, it_before=before, it_place=place)
    row["about_place"] = int(place and Word("it") in walk(entry.ability.body))
    body: Node | None = entry.ability.body
    if more and body is not None:
        test = more[0] if len(more) == 1 else Logic("and", tuple(more))
        body = Steps((Apply("if_", (test, body)),))
    with scope.apart():
        effect(scope, row, body)


def listens(entry: Entry, head: Node, row: Any) -> list[Node]:
    """Write the trigger's event. Return the conditions on how many times it happened at once, which
    are evaluated only when the Reaction is played."""
    scope = entry.scope
    if isinstance(head, Word) and head.name in ("J", "H", "R"):
        row["self"] = 1
        row["works"] = entry.works | FN.SELF
        row["symbol"] = SYMBOLS[head.name]
        if head.name == "J":
            row["event"] = EV.MOVE
            row["to_zones"] = Z.PLAY_MASK
        else:
            row["event"] = EV.PLAY
            row["from_zones"] = 1 << (Z.HAND if head.name == "H" else Z.RESERVE)
        return []
    if not isinstance(head, Apply):
        raise NotSupportedError(f"the trigger {head}")
    if head.name == "at":
        row["event"] = EV.AT
        phase = head.args[0]
        if not isinstance(phase, Word) or phase.name not in PHASES:
            raise NotSupportedError(f"at({phase})")
        row["what"] = 1 << PHASES[phase.name]
        if len(head.args) > 1:
            condition(scope, [], head.args[1:], row)
        return []
    if head.name != "when":
        raise NotSupportedError(f"the trigger {head.name}(..)")
    event, *rest = head.args
    conditions: list[Node] = []
    afterwards: list[Node] = []
    if Word("once") in rest:
        row["once"] = 1
    for part in rest:
        if part == Word("once"):
            continue
        if row["once"] and Word("n") in walk(part):
            afterwards.append(part)
        elif part == Word("last"):
            row["what"] = 1
        elif part == Word("first"):
            row["what"] = 2
        else:
            conditions.append(part)
    what = int(row["what"])
    if head.keyword("nth") is not None:
        conditions.append(so_often(head, event))
    pattern(scope, event, row, tuple(conditions))
    row["what"] = int(row["what"]) or what
    if row["self"]:
        _self_move(event, row)
    return afterwards


def so_often(head: Apply, event: Node) -> Node:
    """Return `nth=` as a condition on events so far, including this one."""
    this = head.keyword("this") or Word("turn")
    count = Apply("happened", (event,), (("this", this),))
    return Compare("==", count, head.keyword("nth") or Number(1))


def _self_move(event: Node, row: Any) -> None:
    """Restrict a reaction to this object's entering a visible zone (6.3.c), but not to its going to
    Reserve from the Expedition zone (6.3.d)."""
    if not isinstance(event, Apply) or event.name not in ("goes", "discards"):
        return
    if event.name == "discards":
        if row["from_zones"] and int(row["from_zones"]) & ~Z.HIDDEN_MASK == 0:
            row["works"] = FN.SELF  # visible only once it is in the Discard pile
        return
    to = event.keyword("to")
    if to is None:
        return
    zones = int(row["to_zones"])
    if zones & (Z.HIDDEN_MASK):
        return
    if zones == 1 << Z.RESERVE and int(row["from_zones"]) == 1 << Z.EXPEDITION:
        return
    works = FN.SELF
    for zone, bit in ((Z.EXPEDITION, FN.PLAY), (Z.LANDMARK, FN.PLAY), (Z.RESERVE, FN.RESERVE)):
        if (zones >> zone) & 1:
            works |= bit
    # it need not work at its destination (remark of 6.3.e)
    row["works"] = works & FN.SELF | (FN.PLAY if works & FN.PLAY else 0)
