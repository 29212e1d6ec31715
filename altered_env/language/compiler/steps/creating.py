"""Verbs that create tokens, and the Gift that is received as well."""

from __future__ import annotations

from altered_env.engine.opcodes import ALU, CMP, HOW, INFO, OP, REL
from altered_env.engine.terms import FLAG, TYPE, C, Z
from altered_env.language.compiler.deciding import OBJECTS
from altered_env.language.compiler.program import Label, NotSupportedError, register
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.steps.moving import amount_of, draw, resupply
from altered_env.language.compiler.steps.stepping import flags_of
from altered_env.language.compiler.steps.verbs import step
from altered_env.language.compiler.values.sorts import strip
from altered_env.language.compiler.words import EVERYONE
from altered_env.language.model import Apply, Attribute, Node, Word


@step("create", OBJECTS)
def create(scope: Scope, node: Apply) -> None:
    token = node.args[0]
    if not isinstance(token, Word):
        raise NotSupportedError(f"create {token}")
    count = amount_of(scope, Apply("create", node.args[1:]))
    place = node.keyword("in_")
    if token == Word("it"):
        if place is not None:
            raise NotSupportedError("create(it, in_=..): it is the same place")
        if scope.about.it_to_come:
            scope.asm.emit(OP.AGAIN, count)
        else:
            _create_alike(scope, count)
        return
    if token == Word("signature"):
        card = scope.asm.info(INFO.SIGNATURE)
    else:
        card = scope.numbering.token(token.name)
    if place is None:
        raise NotSupportedError("create without a place")
    flags = FLAG.EXHAUSTED if "exhausted" in flags_of(node) else 0
    _create(scope, card, count, place, flags)


def _create_alike(scope: Scope, count: int) -> None:
    """Create as many of the event's token, in the same place."""
    asm = scope.asm
    it = asm.new_set()
    asm.emit(OP.COPY, it, scope.objects(Word("it")))
    card, zone, place = asm.new_register(), asm.new_register(), asm.new_register()
    asm.emit(OP.ATTR, card, it, C.CARD, HOW.ONE)
    asm.emit(OP.ATTR, zone, it, C.ZONE, HOW.ONE)
    done, elsewhere, said = Label(), Label(), Label()
    asm.jump_unless(asm.size(it), done)
    asm.jump_unless(asm.compare(CMP.EQ, register(zone), Z.EXPEDITION), elsewhere)
    with asm.moment():
        expedition = asm.temp_register()
        asm.emit(OP.ATTR, expedition, it, C.EXPEDITION, HOW.ONE)
        asm.emit(OP.SET, place, asm.info(INFO.BIT, register(expedition)))
    asm.emit(OP.CREATE, register(card), count, register(place), 0, 0)
    asm.emit(OP.JMP, said)
    asm.mark(elsewhere)
    asm.emit(OP.REL, place, it, REL.CONTROLLER)
    asm.emit(OP.CREATE, register(card), count, 0, register(place), 0, register(zone))
    asm.mark(said)
    scope.commit()
    asm.mark(done)


def _create(scope: Scope, card: int, count: int, place: Node, flags: int) -> None:
    asm = scope.asm
    if isinstance(place, Attribute) and place.name == "landmarks":
        asm.emit(OP.CREATE, card, count, 0, scope.players(place.of), flags, Z.LANDMARK)
    elif isinstance(place, Attribute) and place.name == "reserve":
        asm.emit(OP.CREATE, card, count, 0, scope.players(place.of), flags, Z.RESERVE)
    elif (isinstance(place, Word) and place != Word("it")) or (
        isinstance(place, Apply) and place.name == "all"
    ):
        mask = scope.expeditions(place)  # the earlier pick, or every candidate
        mask = asm.alu(ALU.AND, mask, asm.info(INFO.EXPEDITIONS_OF, EVERYONE))
        asm.emit(OP.CREATE, card, count, mask, 0, flags)
    elif isinstance(place, Apply) and place.name == "spread":
        over = place.args[0]
        if isinstance(over, Apply) and over.name == "choose":
            over = Apply("all", strip(over).args)
        mask = scope.expeditions(over)
        mask = asm.alu(ALU.AND, mask, asm.info(INFO.EXPEDITIONS_OF, EVERYONE))
        _create_each(scope, card, count, mask, flags)
    elif isinstance(place, Apply) and place.name in ("target", "choose"):
        asm.emit(OP.CREATE, card, count, scope.expeditions(place), 0, flags)
    else:
        mask = scope.expeditions(place)
        mask = asm.alu(ALU.AND, mask, asm.info(INFO.EXPEDITIONS_OF, EVERYONE))
        _create_each(scope, card, count, mask, flags)
    scope.commit()


def _create_each(scope: Scope, card: int, count: int, mask: int, flags: int) -> None:
    """Create tokens one by one: with several possible Expeditions, one is picked for each."""
    asm = scope.asm
    left, kept, place = asm.new_register(), asm.new_register(), asm.new_register()
    asm.emit(OP.SET, left, count)
    asm.emit(OP.SET, kept, mask)
    with asm.loop() as loop:
        asm.jump_unless(asm.compare(CMP.GT, register(left), 0), loop.done)
        asm.jump_unless(register(kept), loop.done)
        asm.emit(OP.ALU, left, ALU.SUB, register(left), 1)
        asm.emit(OP.ASK_PLACE, place, register(kept), 0, 0)
        asm.emit(OP.CREATE, card, 1, register(place), 0, flags)


@step("receive", OBJECTS)
def receive(scope: Scope, node: Apply) -> None:
    """Receive a Gift as well: draw, Resupply, or the same token (7.3.29.b)."""
    asm = scope.asm
    gift = scope.objects(node.args[0])
    t = asm.new_set()
    token, drawn, done = Label(), Label(), Label()
    asm.emit(OP.COPY, t, gift)
    asm.emit(OP.FILTER_BITS, t, C.TYPE, TYPE.TOKEN)
    asm.jump_if(asm.size(t), token)
    asm.emit(OP.COPY, t, gift)
    asm.emit(OP.FILTER, t, C.ZONE, CMP.EQ, Z.HAND)
    asm.jump_if(asm.size(t), drawn)
    plain = Label()
    asm.emit(OP.COPY, t, gift)
    asm.emit(OP.FILTER, t, C.READY, CMP.EQ, 1)
    asm.jump_if(asm.size(t), plain)
    resupply(scope, Apply("resupply", (Word("exhausted"),)))
    asm.emit(OP.JMP, done)
    asm.mark(plain)
    resupply(scope, Apply("resupply"))
    asm.emit(OP.JMP, done)
    asm.mark(drawn)
    draw(scope, Apply("draw"))
    asm.emit(OP.JMP, done)
    asm.mark(token)
    card = asm.new_register()
    asm.emit(OP.ATTR, card, t, C.CARD, HOW.ONE)
    zone = asm.new_register()
    asm.emit(OP.ATTR, zone, t, C.ZONE, HOW.ONE)
    elsewhere = Label()
    asm.jump_unless(asm.compare(CMP.EQ, register(zone), Z.EXPEDITION), elsewhere)
    place = asm.new_register()
    asm.emit(OP.ASK_PLACE, place, asm.info(INFO.EXPEDITIONS_OF, asm.you()), 0, 0)
    asm.emit(OP.CREATE, register(card), 1, register(place), 0, 0)
    scope.commit()
    asm.emit(OP.JMP, done)
    asm.mark(elsewhere)
    asm.emit(OP.CREATE, register(card), 1, 0, asm.you(), 0, register(zone))
    scope.commit()
    asm.mark(done)
