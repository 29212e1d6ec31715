"""Selectors of Expeditions, players and regions."""

from __future__ import annotations

from collections.abc import Sequence

from altered_env.engine.declaring import ASK
from altered_env.engine.opcodes import ALU, CMP, INFO, OP
from altered_env.language.compiler.bindings import Aim
from altered_env.language.compiler.program import Label, NotSupportedError, register
from altered_env.language.compiler.scope import Scope, reads
from altered_env.language.compiler.values.aiming import aim_at, slot_for
from altered_env.language.compiler.values.expeditions import expedition_candidates
from altered_env.language.compiler.values.picks import limits
from altered_env.language.compiler.values.players import player_candidates
from altered_env.language.compiler.values.regions import region_candidates
from altered_env.language.compiler.values.sorts import kind_of, strip
from altered_env.language.compiler.words import EVERYONE
from altered_env.language.model import Apply

PLACE_KINDS = {"expedition": 0, "player": 1, "region": 2}
"""The numbers in a question of choices other than objects."""


@reads("place")
def place(scope: Scope, node: Apply, *, may: bool = False) -> int:
    """Ask for one Expedition, player or region (or as many as the selector says)."""
    kind = kind_of(scope, node)
    if kind not in PLACE_KINDS:
        raise NotSupportedError(f"an Expedition, a player or a region: {node}")
    dst = scope.asm.new_register()
    slot = slot_for(scope, node, dst)
    ask_for_place(scope, node, kind, dst, slot, may, aim_at(scope, node, kind, dst, slot))
    return register(dst)


def ask_for_place(
    scope: Scope, node: Apply, kind: str, dst: int, slot: int, may: bool, without: Sequence[Aim]
) -> None:
    """Store the choice in register dst."""
    asm = scope.asm
    by = node.keyword("by")
    if by is not None:  # another player picks
        rest = tuple((key, value) for key, value in node.keywords if key != "by")
        asm.emit(OP.DOER, scope.players(by))
        ask_for_place(scope, Apply(node.name, node.args, rest), kind, dst, slot, may, without)
        asm.emit(OP.DOER, 0)
        return
    with asm.moment():
        mask = place_candidates(scope, strip(node), kind)
        flags = (ASK.TARGET if node.name == "target" else 0) | scope.now.internal
        if may:
            flags |= ASK.MAY
        least, most = limits(scope, node)
        taken = 0
        for aim in without:
            where = register(aim.where)
            taken = asm.alu(ALU.OR, taken, where) if taken else where
        if (least, most) == (1, 1):
            asm.emit(OP.ASK_PLACE, dst, mask, PLACE_KINDS[kind], flags | slot << 16, taken)
            return
        done = Label()
        if slot and not scope.now.declaring:
            asm.jump_if(asm.info(INFO.DECLARED, slot), done)
        _ask_places(scope, dst, mask, kind, flags, least, most, taken)
        if slot and scope.now.declaring:
            asm.emit(OP.DECLARED, slot)
        asm.mark(done)


def _ask_places(
    scope: Scope, dst: int, mask: int, kind: str, flags: int, least: int, most: int, taken: int
) -> None:
    """Ask for several places, one question each; fewer if allowed."""
    asm = scope.asm
    left = asm.temp_register()
    one = asm.temp_register()
    asm.emit(OP.SET, left, mask)
    asm.emit(OP.SET, dst, 0)
    if least != most:
        flags |= ASK.MAY
    count = asm.temp_register()
    asm.emit(OP.SET, count, 0)
    with asm.loop() as loop:
        more = asm.compare(CMP.LT, register(count), most)
        asm.jump_unless(more, loop.done)
        asm.jump_unless(register(left), loop.done)
        asm.emit(OP.ASK_PLACE, one, register(left), PLACE_KINDS[kind], flags, taken)
        asm.jump_unless(register(one), loop.done)
        asm.emit(OP.ALU, dst, ALU.OR, register(dst), register(one))
        asm.emit(OP.ALU, left, ALU.ANDNOT, register(left), register(one))
        asm.emit(OP.ALU, count, ALU.ADD, register(count), 1)


def place_candidates(scope: Scope, node: Apply, kind: str) -> int:
    """Return a mask of the Expeditions, players or regions that a selector could pick."""
    asm = scope.asm
    if kind == "region":
        return region_candidates(scope, node)
    if kind == "player":
        return asm.alu(ALU.AND, player_candidates(scope, node), asm.info(INFO.PLAYERS))
    mask = expedition_candidates(scope, node)
    return asm.alu(ALU.AND, mask, asm.info(INFO.EXPEDITIONS_OF, EVERYONE))
