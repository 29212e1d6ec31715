"""Verbs that move objects: put, discard, draw, switch, exchange."""

from __future__ import annotations

from altered_env.engine.opcodes import ALU, CMP, HOW, INFO, OP
from altered_env.engine.terms import CAUSE, FLAG, C, Z
from altered_env.language.compiler.deciding import COUNTER, OBJECTS
from altered_env.language.compiler.program import Label, NotSupportedError, register
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.steps.stepping import acting, flags_of
from altered_env.language.compiler.steps.verbs import step
from altered_env.language.compiler.values.picks import limits
from altered_env.language.compiler.values.sorts import is_expedition
from altered_env.language.compiler.words import EVERYONE, PLACES, ZONES
from altered_env.language.model import Apply, Attribute, Node, Number, Word

SWITCH_SIDE = -2
DEFECT_SIDE = -3
EXCHANGE_SIDE = -4


def send(
    scope: Scope, s: int, zone: int, cause: int, flags: int = 0, side: int = -1, depth: int = 0
) -> None:
    scope.asm.emit(OP.MOVE, s, zone, side, 0, cause, flags, depth)
    if not scope.now.commits:
        for bound in scope.names.values():  # cards already staged are no longer part of "the rest"
            if bound.objects is not None and bound.objects not in (0, s):
                scope.asm.emit(OP.SUB, bound.objects, bound.objects, s)


def _send_each(scope: Scope, s: int, mask: int, cause: int) -> None:
    """Move each object to one Expedition of a mask, chosen among several (7.4.4.h)."""
    asm = scope.asm
    left, one = asm.new_set(), asm.temp_set()
    place = asm.temp_register()
    asm.emit(OP.COPY, left, s)
    with asm.loop() as loop:
        asm.jump_unless(asm.size(left), loop.done)
        asm.emit(OP.POP, one, left)
        asm.emit(OP.ASK_PLACE, place, mask, 0, 0)
        asm.emit(OP.MOVE, one, Z.EXPEDITION, -1, register(place), cause, 0, 0)


@step("put", OBJECTS)
def put(scope: Scope, node: Apply) -> None:
    asm = scope.asm
    what, to = node.args[0], node.args[1]
    words = flags_of(node)
    flags = (FLAG.READY if "ready" in words else 0) | (
        FLAG.EXHAUSTED if "exhausted" in words else 0
    )
    s = acting(scope, what)
    if is_expedition(scope, to):
        mask = scope.expeditions(to)
        mask = asm.alu(ALU.AND, mask, asm.info(INFO.EXPEDITIONS_OF, EVERYONE))
        _send_each(scope, s, mask, CAUSE.PUT)
    elif isinstance(to, Word) and to.name in PLACES:
        depth = 0
        at = node.keyword("at")
        if at == Word("bottom") or at == Word("end"):
            flags |= FLAG.BOTTOM
        elif at is not None and at != Word("top"):
            depth = asm.alu(ALU.SUB, scope.number(at), 1)
        send(scope, s, PLACES[to.name], CAUSE.PUT, flags, depth=depth)
    elif isinstance(to, Attribute) and to.name in PLACES:
        send(scope, s, PLACES[to.name], CAUSE.PUT, flags)
    elif isinstance(to, Attribute) and to.name == "landmarks":
        send(scope, s, Z.LANDMARK, CAUSE.PUT, flags, side=_one_player(scope, to.of))
    else:
        raise NotSupportedError(f"put it in {to}")
    scope.commit()


def _one_player(scope: Scope, node: Node) -> int:
    """Return the number of the single player in a mask."""
    return scope.asm.info(INFO.NUMBER_OF, scope.players(node))


@step("discard", OBJECTS)
def discard(scope: Scope, node: Apply) -> None:
    s = acting(scope, node.args[0])
    send(scope, s, Z.DISCARD, CAUSE.DISCARD)
    scope.commit()


@step("sacrifice", OBJECTS)
def sacrifice(scope: Scope, node: Apply) -> None:
    s = acting(scope, node.args[0], own=True)
    send(scope, s, Z.DISCARD, CAUSE.SACRIFICE | CAUSE.DISCARD)
    scope.commit()


@step("sabotage", OBJECTS)
def sabotage(scope: Scope, node: Apply) -> None:
    """Sabotage up to one target, whatever its description (7.3.35.a)."""
    what = node.args[0] if node.args else Apply("target", (Word("card"), Word("reserve")))
    if isinstance(what, Apply) and what.name == "target" and limits(scope, what) == (1, 1):
        what = Apply("target", what.args, (*what.keywords, ("up_to", Number(1))))
    s = acting(scope, what)
    send(scope, s, Z.DISCARD, CAUSE.SABOTAGE | CAUSE.DISCARD)
    scope.commit()


def amount_of(scope: Scope, node: Apply) -> int:
    for part in node.args:
        if not isinstance(part, Word) or part.name not in ("exhausted", "may", "free"):
            return scope.number(part)
    return 1


def _from_top(scope: Scope, node: Apply, zone: int, cause: int, flags: int) -> None:
    asm = scope.asm
    s = asm.temp_set()
    doer = asm.info(INFO.DOER)
    asm.emit(OP.TOP, s, doer, amount_of(scope, node), cause)
    send(scope, s, zone, cause, flags)
    scope.commit()


@step("draw", OBJECTS)
def draw(scope: Scope, node: Apply) -> None:
    this = node.args[0] if node.args else None
    if isinstance(this, Word) and (bound := scope.names.get(this.name)) is not None:
        if bound.objects is not None:
            send(scope, acting(scope, this), Z.HAND, CAUSE.DRAW, 0)
            scope.commit()
            return
    _from_top(scope, node, Z.HAND, CAUSE.DRAW, 0)


@step("resupply", OBJECTS)
def resupply(scope: Scope, node: Apply) -> None:
    flags = FLAG.EXHAUSTED if "exhausted" in flags_of(node) else 0
    _from_top(scope, node, Z.RESERVE, CAUSE.RESUPPLY, flags)


@step("switch", OBJECTS)
def switch(scope: Scope, node: Apply) -> None:
    s = acting(scope, node.args[0])
    scope.asm.emit(OP.MOVE, s, Z.EXPEDITION, SWITCH_SIDE, 0, CAUSE.SWITCH, 0, 0)
    scope.commit()


@step("defect", OBJECTS)
def defect(scope: Scope, node: Apply) -> None:
    s = acting(scope, node.args[0])
    scope.asm.emit(OP.MOVE, s, Z.EXPEDITION, DEFECT_SIDE, 0, CAUSE.PUT, 0, 0)
    scope.commit()


@step("take_control", OBJECTS)
def take_control(scope: Scope, node: Apply) -> None:
    """Move to one of your Expeditions, or your Landmarks (7.3.40), what you do not control."""
    asm = scope.asm
    s = asm.new_set()
    asm.emit(OP.COPY, s, acting(scope, node.args[0]))
    mine = asm.temp_set()
    asm.emit(OP.ZONE, mine, ZONES["play"], asm.you())
    asm.emit(OP.SUB, s, s, mine)
    grounds = asm.new_set()
    asm.emit(OP.COPY, grounds, s)
    with asm.moment():
        t = asm.temp_set()
        asm.emit(OP.ZONE, t, ZONES["landmarks"], EVERYONE)
        asm.emit(OP.AND, grounds, grounds, t)
        asm.emit(OP.SUB, s, s, t)
    place = node.keyword("in_")
    mask = (
        scope.expeditions(place) if place is not None else asm.info(INFO.EXPEDITIONS_OF, asm.you())
    )
    _send_each(scope, s, mask, CAUSE.PUT)
    send(scope, grounds, Z.LANDMARK, CAUSE.PUT, side=_one_player(scope, Word("you")))
    scope.commit()


@step("exchange", OBJECTS, COUNTER)
def exchange(scope: Scope, node: Apply) -> None:
    """Exchange places, or do nothing if either cannot move (7.3.12); boosts: 7.3.11."""
    asm = scope.asm
    one = asm.new_set()
    other = asm.new_set()
    whom = [part for part in node.args if part != Word("boost")]
    if len(whom) > 1 and isinstance(whom[0], Word) and whom[0] == whom[1]:
        whom.pop()
    done = Label()
    if len(whom) > 1:
        asm.emit(OP.COPY, one, acting(scope, whom[0]))
        asm.emit(OP.COPY, other, acting(scope, whom[1]))
        asm.jump_unless(asm.size(one), done)
    else:  # two that are selected together
        asm.emit(OP.COPY, other, acting(scope, whom[0]))
        asm.jump_unless(asm.compare(CMP.EQ, asm.size(other), 2), done)
        asm.emit(OP.POP, one, other)
    asm.jump_unless(asm.size(other), done)
    if Word("boost") in node.args:
        a, b = asm.temp_register(), asm.temp_register()
        asm.emit(OP.ATTR, a, one, C.BOOSTS, HOW.ONE)
        asm.emit(OP.ATTR, b, other, C.BOOSTS, HOW.ONE)
        for s, gain in ((one, (b, a)), (other, (a, b))):
            more = asm.alu(ALU.SUB, register(gain[0]), register(gain[1]))
            asm.emit(OP.COUNTER, s, 0, asm.alu(ALU.MAX, more, 0), 0, -1)
            asm.emit(OP.COUNTER, s, 0, asm.alu(ALU.MAX, asm.alu(ALU.SUB, 0, more), 0), 1, -1)
    else:
        asm.emit(OP.MOVE, one, 0, EXCHANGE_SIDE, other, CAUSE.PUT, 0, 0)
        asm.emit(OP.MOVE, other, 0, EXCHANGE_SIDE, one, CAUSE.PUT, 0, 0)
    asm.mark(done)
    scope.commit()
