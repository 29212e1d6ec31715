"""Modifiers: replacement effects ("instead") and additional effects ("also")."""

from __future__ import annotations

from typing import Any

from altered_env.engine.terms import ABILITY, CAUSE, EV
from altered_env.language.compiler.abilities.effect import effect
from altered_env.language.compiler.abilities.reaction import so_often
from altered_env.language.compiler.abilities.underway import Entry, ability
from altered_env.language.compiler.patterns import about_place, pattern
from altered_env.language.compiler.paying import check_costs
from altered_env.language.compiler.program import NotSupportedError
from altered_env.language.compiler.steps.stepping import do
from altered_env.language.compiler.values.history import symbols_of
from altered_env.language.model import Apply, Node, Number, Steps, Word, walk


@ability("modifier")
def modifier(entry: Entry) -> None:
    """Run the body within the modified step, or, for a played card, as a Reaction to it."""
    scope = entry.scope
    asm = scope.asm
    head = entry.ability.head
    if not isinstance(head, Apply):
        raise NotSupportedError(f"the modifier {head}")
    if _added_to_roll(entry) is not None:
        _raise(entry, head)
        return
    event, *rest = head.args
    once = Word("once") in rest
    row = entry.new_row(ABILITY.ALSO)
    if head.name == "instead":
        row["kind"] = ABILITY.WHOLE if once else ABILITY.INSTEAD
    row["once"] = int(once)
    conditions = [part for part in rest if part not in (Word("may"), Word("once"))]
    if once and any(Word("n") in walk(part) for part in conditions):
        raise NotSupportedError(f"{head.name}(.., once) that asks how often")
    if head.keyword("nth") is not None:
        conditions.append(so_often(head, event))
    pattern(scope, event, row, tuple(conditions))
    if Word("may") in rest:
        row["optional"] = 1
    cost = head.keyword("cost")
    if cost is not None:
        row["optional"] = 1
    for key, value in head.keywords:
        if key == "otherwise":
            with asm.program() as row["otherwise"]:
                do(scope, value)
        elif key not in ("nth", "this", "cost"):
            raise NotSupportedError(f"{head.name}(.., {key}=)")
    scope.means(it_place=about_place(row))
    plays = row["event"] == EV.PLAY
    if plays and (head.name == "instead" or once):
        raise NotSupportedError(f"{head.name}(plays(..){', once' * once})")
    if head.name == "also" and _is_about_arriving(entry, row) and cost is None:
        row["kind"], plays = ABILITY.REACTION, True
    to_come = not plays and int(row["cause"]) == CAUSE.CREATE
    if to_come and _speaks_of_it(entry):
        raise NotSupportedError("what a token does that is not yet there")
    if plays:
        _as_reaction(entry, row, cost)
        return
    scope.means(it_to_come=to_come)
    with scope.inside(commits=False, modifying=True):
        _in_the_step(entry, row, cost)
    scope.means(it_to_come=False)


def _as_reaction(entry: Entry, row: Any, cost: Node | None) -> None:
    """Run the body once the played card has arrived; an optional one is asked then."""
    body: Node | None = entry.ability.body
    if body is not None and row["optional"]:
        row["optional"] = 0
        may = Apply("may", (body if cost is None else cost,))
        body = Steps((may if cost is None else Apply("if_", (may, body)),))
    elif row["kind"] == ABILITY.ALSO and entry.granted:
        row["symbol"] = _activated(body)
    effect(entry.scope, row, body)


def _in_the_step(entry: Entry, row: Any, cost: Node | None) -> None:
    """Run the body within the modified step, cost included."""
    scope, asm = entry.scope, entry.scope.asm
    if cost is not None:
        with asm.program() as row["cost_check"]:
            check_costs(scope, (cost,))
    with asm.program() as row["effect"]:
        if cost is not None:
            with scope.inside(paying=True):
                do(scope, cost)
        if entry.ability.body is not None:
            do(scope, entry.ability.body)


def _added_to_roll(entry: Entry) -> int | None:
    """Return the number added to a roll of the same dice; None for any other modifier."""
    body = entry.ability.body
    step = body.parts[0] if body is not None and len(body.parts) == 1 else None
    if not isinstance(step, Apply) or step.name != "roll" or step.args != (Word("n"),):
        return None
    plus = step.keyword("plus")
    return plus.value if isinstance(plus, Number) and len(step.keywords) == 1 else None


def _raise(entry: Entry, head: Apply) -> None:
    """Apply an optional addition to a roll after the dice are visible (7.3.33.c)."""
    scope = entry.scope
    event, *rest = head.args
    row = entry.new_row(ABILITY.RAISE)
    row["value"] = _added_to_roll(entry)
    pattern(
        scope, event, row, tuple(part for part in rest if part not in (Word("may"), Word("once")))
    )
    for key, value in head.keywords:
        if (key, value) != ("cost", Apply("exhaust", (Word("me"),))):
            raise NotSupportedError(f"{head.name}(.., {key}=) that adds to a roll")
        row["property"] = 1


def _speaks_of_it(entry: Entry) -> bool:
    """Return whether the body refers to `it` other than to create it."""
    body = entry.ability.body
    made = sum(
        part.args[0] == Word("it")
        for part in walk(body)
        if isinstance(part, Apply) and part.name == "create"
    )
    return sum(part == Word("it") for part in walk(body)) > made


def _activated(body: Node | None) -> int:
    """Return the kinds of ability to activate on the played card, if the body does nothing else:
    two such modifiers activate them once."""
    match body:
        case Steps((Apply("activate", (which, Word("it")), ()),)):
            return symbols_of(which)
    return 0


def _is_about_arriving(entry: Entry, row: Any) -> bool:
    """Return whether it is about an object as it joins: "the next Character that joins my
    Expedition gains ..". Like a gain of the card being played (5.2.d), it is a Reaction."""
    if row["event"] != EV.MOVE or not _speaks_of_it(entry):
        return False
    return bool(row["to_zones"]) or int(row["cause"]) == CAUSE.CREATE
