"""Playing cards as part of an effect (5.2.b): choice, terms and order; activating abilities; paying
mana."""

from __future__ import annotations

from altered_env.engine.opcodes import ALU, CMP, INFO, OP
from altered_env.engine.terms import STATUS, TERMS, C, Z
from altered_env.language.compiler.bindings import Binding
from altered_env.language.compiler.deciding import OBJECTS
from altered_env.language.compiler.program import NotSupportedError, is_register, register
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.steps.stepping import acting, flags_of
from altered_env.language.compiler.steps.verbs import possible, step
from altered_env.language.compiler.values.history import symbols_of
from altered_env.language.compiler.values.picks import limits, pick
from altered_env.language.compiler.values.sorts import mentions_area
from altered_env.language.compiler.words import EVERYONE, SYMBOLS, ZONES
from altered_env.language.model import Apply, Attribute, Logic, Node, Number, Word


def _terms(scope: Scope, node: Apply) -> int:
    """Return the terms of a play: free, gaining Fleeting, at another cost, as if from hand, in
    which Expeditions."""
    asm = scope.asm
    terms = TERMS.FREE if "free" in flags_of(node) else 0
    terms |= TERMS.FLEETING if "fleeting" in flags_of(node) else 0
    cost, origin, place = node.keyword("cost"), node.keyword("as_from"), node.keyword("in_")
    least = node.keyword("min")
    if cost is not None:
        if cost != Logic("|", (Word("hand_cost"), Word("reserve_cost"))):
            raise NotSupportedError("play(.., cost=) other than hand_cost | reserve_cost")
        terms |= TERMS.HAND_COST
    if origin is not None:
        if origin != Word("hand"):
            raise NotSupportedError("play(.., as_from=) other than hand")
        terms |= TERMS.AS_HAND
    if least is not None:
        if not isinstance(least, Number):
            raise NotSupportedError("play(.., min=) that is no number")
        terms += TERMS.LEAST * least.value
    if place is None:
        return terms
    places = asm.info(INFO.EXPEDITIONS_OF, EVERYONE)
    places = asm.alu(ALU.AND, places, scope.expeditions(place))
    places = asm.alu(ALU.MUL, places, TERMS.PLACE)
    return asm.alu(ALU.ADD, places, terms)


def _change(scope: Scope, node: Apply) -> int:
    """Return the reduction of the cost; a negative number is an increase."""
    less, more = node.keyword("less"), node.keyword("more")
    if more is not None:
        return scope.asm.alu(ALU.SUB, 0, scope.number(more))
    return scope.number(less) if less is not None else 0


def _playable(scope: Scope, what: Apply) -> Apply:
    """Return the selector of what to play: by default from Hand or Reserve (5.2.a)."""
    bound = any(isinstance(part, Word) and part.name in scope.names for part in what.args)
    if bound or mentions_area(what.args):
        return what
    zones = tuple(Attribute(Word("they"), zone) for zone in ("hand", "reserve"))
    return Apply(what.name, (*what.args, Logic("|", zones)), what.keywords)


@possible("play")
def can_play(scope: Scope, node: Apply) -> int:
    """Compile whether one of the cards could be played now."""
    asm = scope.asm
    what = node.args[0]
    if not isinstance(what, Word):
        return 1
    s = asm.temp_set()
    asm.emit(OP.COPY, s, acting(scope, what))
    asm.emit(OP.FILTER_PLAYABLE, s, _terms(scope, node), _change(scope, node))
    return asm.compare(CMP.GE, asm.size(s), 1)


@step("play", OBJECTS)
def play(scope: Scope, node: Apply) -> Binding:
    """Play a card now; several are played one by one in the player's order (5.2.c). Fleeting is
    gained after the play, except by a Spell, which must have it before."""
    asm = scope.asm
    what = node.args[0]
    terms, less = _kept(scope, _terms(scope, node)), _kept(scope, _change(scope, node))
    several = not isinstance(what, Apply) and what != Word("me")
    if isinstance(what, Apply) and what.name in ("choose", "target"):
        several = limits(scope, what) != (1, 1)
        paid = "free" not in flags_of(node)
        may = scope.now.optional is what or paid  # payment is never forced (1.2.5.b, 6.4.b)
        default = ZONES["hand"] | ZONES["reserve"]
        found = _playable(scope, what)
        with scope.inside(all_paid=several and paid):
            picked = pick(scope, found, may=may, default=default, playable=(terms, less))
    else:
        picked = acting(scope, what)
    left, one, played = asm.new_set(), asm.new_set(), asm.new_set()
    asm.emit(OP.COPY, left, picked)
    asm.emit(OP.CLEAR, played)
    number = asm.new_register()
    asm.emit(OP.SET, number, 0)
    with asm.loop() as loop:
        asm.jump_unless(asm.size(left), loop.done)
        if several:
            asm.emit(OP.ASK_OBJECTS, one, left, 1, 1, 0, 0)
            asm.emit(OP.SUB, left, left, one)
        else:
            asm.emit(OP.POP, one, left)
        asm.emit(OP.PLAY, one, terms, less)
        asm.emit(OP.RESULT, 2, one)
        asm.emit(OP.OR, played, played, one)
        with asm.moment():
            started = asm.temp_register()
            asm.emit(OP.RESULT, 1, started)
            asm.emit(OP.ALU, number, ALU.ADD, register(number), register(started))
        if "fleeting" in flags_of(node):
            asm.emit(OP.FILTER, one, C.ZONE, CMP.EQ, Z.EXPEDITION)
            asm.emit(OP.STATUS, one, STATUS.FLEETING, 1)
            asm.emit(OP.COMMIT)
    return Binding(played, number=register(number), truth=register(number), late=True)


def _kept(scope: Scope, operand: int) -> int:
    """Return a lasting operand: temporary registers are released when a question is asked."""
    if not is_register(operand):
        return operand
    kept = scope.asm.new_register()
    scope.asm.emit(OP.SET, kept, operand)
    return register(kept)


def _symbols(node: Node) -> int:
    """Return the kinds of ability to `activate`, as a mask."""
    symbols = symbols_of(node)
    if symbols & SYMBOLS["T"]:
        raise NotSupportedError("activate(T)")
    return symbols


def _bearer(scope: Scope, node: Apply) -> int:
    """Return a set with the bearer of the activated abilities; -1: their own object."""
    bearer = node.keyword("as_")
    return -1 if bearer is None else acting(scope, bearer)


@possible("activate")
def can_activate(scope: Scope, node: Apply) -> int:
    """Compile whether one of the objects has an ability that could be activated."""
    asm = scope.asm
    what = node.args[1]
    if not isinstance(what, Word):
        return 1
    s = asm.temp_set()
    asm.emit(OP.COPY, s, acting(scope, what))
    symbols = _symbols(node.args[0])
    asm.emit(OP.FILTER_ACTIVATABLE, s, symbols, _bearer(scope, node))
    return asm.compare(CMP.GE, asm.size(s), 1)


@step("activate")
def activate(scope: Scope, node: Apply) -> None:
    """Activate abilities (7.3.1): all of them, or a chosen number."""
    which, what = node.args[0], node.args[1]
    n, up_to = node.keyword("n"), node.keyword("up_to")
    symbols = _symbols(which)
    s = acting(scope, what)
    bearer = _bearer(scope, node)
    if n is None and up_to is None:
        scope.asm.emit(OP.ACTIVATE, s, symbols, bearer)
    else:
        most = scope.number(n or up_to or Number(1))
        least = 0 if n is None else most
        scope.asm.emit(OP.ASK_ABILITY, s, symbols, least, most, bearer)
    scope.commit()


@possible("pay")
def can_pay(scope: Scope, node: Apply) -> int:
    """Compile whether there is enough mana."""
    return scope.asm.info(INFO.CAN_PAY, scope.number(node.args[0]))


@step("pay")
def pay(scope: Scope, node: Apply) -> None:
    scope.asm.emit(OP.PAY, scope.number(node.args[0]))
    scope.commit()
