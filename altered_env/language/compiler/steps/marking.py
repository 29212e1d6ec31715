"""Verbs that mark: statuses, counters, gained abilities."""

from __future__ import annotations

from altered_env.engine.opcodes import ALU, CMP, OP
from altered_env.engine.terms import EV, STATUS
from altered_env.language.compiler.program import NotSupportedError, register
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.steps.acts import counters_of
from altered_env.language.compiler.steps.stepping import acting
from altered_env.language.compiler.steps.verbs import step
from altered_env.language.compiler.values.picks import pick
from altered_env.language.compiler.values.sorts import is_expedition, kind_of, strip
from altered_env.language.compiler.words import KEYWORD_BITS, STATUS_BITS, TYPES
from altered_env.language.model import Ability, Apply, Attribute, Granted, Node, Word


@step("gain")
def gain(scope: Scope, node: Apply) -> None:
    asm = scope.asm
    who, *marks = node.args
    if is_expedition(scope, who):
        asm.emit(OP.ASCEND, scope.expeditions(who), 1)
        scope.commit()
        return
    if isinstance(who, Apply) and who.name == "spread":
        _gain_spread(scope, node, who)
        return
    s = acting(scope, who)
    bits = 0
    for mark in marks:
        if isinstance(mark, Word) and mark.name in STATUS_BITS:
            bits |= STATUS_BITS[mark.name]
        elif isinstance(mark, Apply) and mark.name == "choose":
            _gain_one_of(scope, s, mark)
        elif isinstance(mark, Attribute) and mark.name == "subtypes":
            asm.emit(OP.GAIN_SUBTYPES, s, scope.known(mark.of))
        else:
            for ability in _gained(scope, mark):
                asm.emit(OP.GRANT, s, scope.rows.set_aside(ability))
    if bits:
        asm.emit(OP.STATUS, s, bits, 1)
    most = node.keyword("max")
    limit = -1
    if most is not None and most != Word("none"):
        limit = scope.number(most)
    for name, amount in counters_of(node):
        kind = scope.numbering.counter(name)
        if kind is None:
            raise NotSupportedError(f"gain {name}")
        asm.emit(OP.COUNTER, s, kind, scope.number(amount), 0, limit)
    scope.commit()


def _gained(scope: Scope, mark: Node) -> tuple[Ability, ...]:
    """Return the abilities for which a gained mark stands; also for a keyword or a sub-type."""
    if isinstance(mark, Granted):
        return mark.abilities
    if isinstance(mark, Apply) and mark.name == "tough":
        return (Ability("keyword", head=mark),)
    if isinstance(mark, Word) and mark.name in KEYWORD_BITS:
        return (Ability("keyword", head=mark),)
    if isinstance(mark, Word) and (scope.numbering.is_subtype(mark.name) or mark.name in TYPES):
        return (Ability("passive", head=Apply("have", (Word("me"), mark))),)
    raise NotSupportedError(f"gain {mark}")


def _gain_one_of(scope: Scope, s: int, node: Apply) -> None:
    """Gain one of several statuses, chosen by the player."""
    asm = scope.asm
    statuses = [part.name for part in node.args if isinstance(part, Word)]
    if len(statuses) < len(node.args) or node.keywords or not set(statuses) <= set(STATUS_BITS):
        raise NotSupportedError(f"gain {node}")
    chosen, bits = asm.new_register(), asm.new_register()
    asm.emit(OP.ASK_PLACE, chosen, (1 << len(statuses)) - 1, 4, 0)
    asm.emit(OP.SET, bits, 0)
    for place, status in enumerate(statuses):
        with asm.moment():
            taken = asm.compare(CMP.EQ, register(chosen), 1 << place)
            bit = asm.alu(ALU.MUL, taken, STATUS_BITS[status])
            asm.emit(OP.ALU, bits, ALU.OR, register(bits), bit)
    asm.emit(OP.STATUS, s, register(bits), 1)


def _gain_spread(scope: Scope, node: Apply, spread: Apply) -> None:
    """Distribute as the player chooses: first the objects, at least one each, then the others; all
    in one step."""
    asm = scope.asm
    over = spread.args[0]
    if not isinstance(over, Apply):
        raise NotSupportedError(f"spread over {over}")
    if over.name == "all":
        over = Apply("choose", over.args)
    counters = counters_of(node)
    kind = scope.numbering.counter(counters[0][0]) if len(counters) == 1 else None
    if kind is None or len(node.args) > 1 or kind_of(scope, over) != "objects":
        raise NotSupportedError(f"gain(spread(..)) of {node.args[1:]} {counters}")
    amount = counters[0][1]
    most = (*over.keywords, ("up_to", amount))
    cand, one, left = asm.new_set(), asm.new_set(), asm.new_register()
    asm.emit(OP.COPY, cand, pick(scope, Apply(over.name, strip(over).args, most)))
    asm.emit(OP.COUNTER, cand, kind, 1, 0, -1)
    rest = asm.alu(ALU.SUB, scope.number(amount), asm.size(cand))
    asm.emit(OP.SET, left, rest)
    with asm.loop() as loop:
        asm.jump_unless(asm.size(cand), loop.done)
        asm.jump_unless(asm.compare(CMP.GT, register(left), 0), loop.done)
        asm.emit(OP.ALU, left, ALU.SUB, register(left), 1)
        asm.emit(OP.ASK_OBJECTS, one, cand, 1, 1, 0, 0)
        asm.emit(OP.COUNTER, one, kind, 1, 0, -1)
    scope.commit()


@step("exhaust", "exhausted")
def exhaust(scope: Scope, node: Apply) -> None:
    _exhaust(scope, node.args[0], 1)


@step("ready", "exhausted")
def ready(scope: Scope, node: Apply) -> None:
    _exhaust(scope, node.args[0], 0)


def _exhaust(scope: Scope, what: Node, gains: int) -> None:
    """Exhaust or ready objects; the choice is limited to those that can be exhausted or readied
    (6.1.g)."""
    with scope.inside(doing=(EV.GAIN if gains else EV.LOSE, 0, 0, STATUS.EXHAUSTED)):
        s = acting(scope, what)
    scope.asm.emit(OP.STATUS, s, STATUS.EXHAUSTED, gains)
    scope.commit()
