"""Selectors of objects that ask: targets and choices, their number, and the choosing player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from altered_env.engine.declaring import ASK
from altered_env.engine.opcodes import ALU, CMP, INFO, OP
from altered_env.engine.terms import EV, STATUS, C
from altered_env.language.compiler.bindings import Aim, Binding
from altered_env.language.compiler.program import Label, NotSupportedError, register
from altered_env.language.compiler.scope import Act, Scope, reads
from altered_env.language.compiler.values.aiming import aim_at, slot_for, uses_hidden
from altered_env.language.compiler.values.filters import candidates, column, narrow
from altered_env.language.compiler.values.objects import keep_area
from altered_env.language.compiler.values.sorts import strip
from altered_env.language.compiler.words import EVERYONE, ZONES
from altered_env.language.model import Apply, Attribute, Compare, Node, Number, Word

THE_ONE = "the one"
"""The name of the current player or Expedition of `per=`, which no ability can write."""


def limits(scope: Scope, node: Apply) -> tuple[int, int]:
    """Return the minimum and maximum number that a selector picks."""
    for part in node.args:
        if isinstance(part, Word) and part.name == "any_number":
            return 0, 63
    n = node.keyword("n")
    up_to = node.keyword("up_to")
    if node.keyword("any_number") is not None:
        return 0, 63
    if up_to is not None:
        return 0, scope.number(up_to)
    if n is not None:
        count = scope.number(n)
        return count, count
    return 1, 1


def _budget(scope: Scope, node: Apply) -> tuple[int, int]:
    """Return the limit on a total over the picked objects: column and number."""
    for part in node.args:
        if isinstance(part, Compare) and isinstance(part.left, Apply):
            if part.left.name == "total" and isinstance(part.left.args[0], Word):
                if part.op not in ("<=", "<"):
                    raise NotSupportedError(f"a total {part.op}")
                number = scope.number(part.right)
                if part.op == "<":
                    number = scope.asm.alu(ALU.SUB, number, 1)
                return column(scope, part.left.args[0].name), number
    return 0, 0


@reads("pick")
def pick(
    scope: Scope,
    node: Apply,
    *,
    may: bool = False,
    default: int | None = None,
    own: bool = False,
    playable: tuple[int, int] | None = None,
) -> int:
    """Return the set that a selector picks: chosen by a player, or all candidates.

    `own` limits it to the player's objects, `playable` to cards that could be played (free, less).
    """
    asm = scope.asm
    if node.name == "all":
        found = candidates(scope, strip(node), default)
        if own:
            keep_area(scope, found, [(ZONES["play"], asm.info(INFO.DOER))])
        return found
    if node.name == "random":
        s = candidates(scope, strip(node), default)
        count = node.keyword("n")
        asm.emit(OP.RANDOM, s, scope.number(count) if count is not None else 1)
        return s
    dst = asm.new_set()
    slot = slot_for(scope, node, dst)
    without = aim_at(scope, node, "objects", dst, slot)
    ask(
        scope,
        node,
        dst,
        slot,
        may=may,
        default=default,
        own=own,
        playable=playable,
        without=without,
    )
    if slot and may:
        _ask_at_resolution(scope, slot, dst)
    if playable is None and uses_hidden(scope, node):
        asm.emit(OP.SHOW, dst)
    return dst


def _ask_at_resolution(scope: Scope, slot: int, dst: int) -> None:
    """Ask again at resolution about a "may" whose target was declared (5.2.3.e)."""
    asm = scope.asm
    with asm.moment():
        done = Label()
        asm.jump_unless(asm.info(INFO.DECLARED, slot), done)
        asm.jump_unless(asm.size(dst), done)
        r = asm.temp_register()
        asm.emit(OP.ASK_YES, r)
        asm.jump_if(register(r), done)
        asm.emit(OP.CLEAR, dst)
        asm.mark(done)


def ask(
    scope: Scope,
    node: Apply,
    dst: int,
    slot: int,
    *,
    may: bool = False,
    default: int | None = None,
    own: bool = False,
    playable: tuple[int, int] | None = None,
    without: Sequence[Aim] = (),
    other: bool = False,
) -> None:
    """Fill set dst with the choice of the selector's player among its objects."""
    asm = scope.asm
    by = node.keyword("by")
    if node.keyword("per") is not None:
        how = {"may": may, "default": default, "own": own, "playable": playable}
        _ask_per(scope, node, dst, without=without, **how)
        return
    if by is not None:
        how = {"may": may, "default": default, "own": own, "playable": playable}
        _ask_each(scope, by, node, dst, without=without, **how)
        return
    with asm.moment():
        cand = candidates(scope, strip(node), default)
        if own:
            keep_area(scope, cand, [(ZONES["play"], asm.info(INFO.DOER))])
        if playable is not None:
            asm.emit(OP.FILTER_PLAYABLE, cand, playable[0], playable[1])
        act = scope.now.allowing or scope.now.doing
        if act is not None and node.name == "choose":
            _not_in_vain(scope, cand, act)
        if scope.now.allowing is not None:
            asm.emit(OP.ALLOW, cand, *scope.now.allowing)
        for aim in without:
            asm.emit(OP.EXCEPT, cand, aim.where, aim.least)
        least, most = limits(scope, node)
        limited, budget = _budget(scope, node)
        flags = ASK.TARGET if node.name == "target" else 0
        if may:
            flags |= ASK.MAY
        if any(part == Word("mana_orb") for part in node.args):
            flags |= ASK.ORBS
        flags |= limited << 8 | slot << 16 | scope.now.internal | scope.now.paired
        tax = _tax(scope, node, cand, slot)
        if scope.now.all_paid and playable is not None:
            if limited:
                raise NotSupportedError("several cards to pay for, and a limit on their total")
            flags |= ASK.PAYABLE
            tax, budget = playable
        flags |= ASK.OTHER if other else 0
        asm.emit(OP.ASK_OBJECTS, dst, cand, least, most, flags, budget, tax)


def _not_in_vain(scope: Scope, cand: int, act: Act) -> None:
    """Exclude an exhausted object from being exhausted, and a ready one from being readied
    (7.3.16.b, 7.3.28.b): it pays no such cost (1.4.1.b) and is not chosen for it (6.1.g). A target
    only has to fit its description, as the remark on 6.1.g says of an Asleep one."""
    kind, _, _, status = act
    if status == STATUS.EXHAUSTED:
        scope.asm.emit(OP.FILTER, cand, C.READY, CMP.EQ, int(kind == EV.GAIN))


def _ask_each(
    scope: Scope, by: Node, node: Apply, dst: int, without: Sequence[Aim], **how: Any
) -> None:
    """Ask other players one after the other (6.1.h); `they` is the choosing player."""
    asm = scope.asm
    left, one, found = asm.new_register(), asm.new_register(), asm.new_set()
    asm.emit(OP.CLEAR, dst)
    asm.emit(OP.SET, left, scope.players(by))
    with asm.loop() as loop:
        asm.emit(OP.INFO, one, INFO.NEXT_PLAYER, register(left))
        asm.jump_unless(register(one), loop.done)
        asm.emit(OP.ALU, left, ALU.ANDNOT, register(left), register(one))
        asm.emit(OP.DOER, register(one))
        rest = tuple((key, value) for key, value in node.keywords if key != "by")
        if node.name == "target":
            without = [*without, Aim("objects", dst, 0)]
        ask(scope, Apply(node.name, node.args, rest), found, 0, other=True, without=without, **how)
        asm.emit(OP.OR, dst, dst, found)
    asm.emit(OP.DOER, 0)


def _ask_per(scope: Scope, node: Apply, dst: int, **how: Any) -> None:
    """Ask for a choice for each player, or each Expedition, one after the other."""
    asm = scope.asm
    players = node.keyword("per") == Word("player")
    if node.name != "choose" or not (players or node.keyword("per") == Word("expedition")):
        raise NotSupportedError(f"{node.name}(.., per={node.keyword('per')})")
    left, one, found = asm.new_register(), asm.new_register(), asm.new_set()
    asm.emit(OP.CLEAR, dst)
    asm.emit(OP.SET, left, EVERYONE if players else asm.info(INFO.EXPEDITIONS_OF, EVERYONE))
    with asm.loop() as loop:
        which = INFO.NEXT_PLAYER if players else INFO.NEXT_EXPEDITION
        asm.jump_unless(register(left), loop.done)
        asm.emit(OP.INFO, one, which, register(left))
        asm.jump_unless(register(one), loop.done)
        asm.emit(OP.ALU, left, ALU.ANDNOT, register(left), register(one))
        kind = "player" if players else "expedition"
        with scope.apart(**{THE_ONE: Binding(mask=register(one), kind=kind, late=True)}):
            ask(scope, _of_one(node, players), found, 0, **how)
        asm.emit(OP.OR, dst, dst, found)


def _of_one(node: Apply, players: bool) -> Apply:
    """Return the selector limited to the one player, or the one Expedition."""
    one = Word(THE_ONE)
    filters: list[Node] = [
        Attribute(one, part.name)
        if players and isinstance(part, Word) and part.name in ZONES
        else part
        for part in node.args
    ]
    if not players or filters == list(node.args):
        filters.append(one)
    rest = tuple((key, value) for key, value in node.keywords if key != "per")
    return Apply(node.name, tuple(filters), rest)


def _tax(scope: Scope, node: Apply, cand: int, slot: int) -> int:
    """Return the candidates that cost more to target, and how much, as one operand; 0: none do.

    The cost of a target is part of the ability's cost, so both are declared together."""
    result = 0
    for part in node.args:
        if isinstance(part, Apply) and part.name == "tax":
            more = part.args[0]
            if result or not slot or not isinstance(more, Number):
                raise NotSupportedError("a target that costs more, here or so")
            taxed = scope.asm.temp_set()
            scope.asm.emit(OP.COPY, taxed, cand)
            for narrowing in part.args[1:]:
                narrow(scope, taxed, narrowing)
            scope.taxes = True
            result = taxed + 256 * more.value
    return result
