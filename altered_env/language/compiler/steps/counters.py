"""Verbs that remove counters or add to existing ones."""

from __future__ import annotations

from altered_env.engine.declaring import ASK
from altered_env.engine.opcodes import ALU, CMP, HOW, OP
from altered_env.engine.terms import C
from altered_env.language.compiler.deciding import COUNTER
from altered_env.language.compiler.program import Label, NotSupportedError, register
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.steps.acts import counters_of
from altered_env.language.compiler.steps.stepping import acting
from altered_env.language.compiler.steps.verbs import possible, step
from altered_env.language.compiler.values.filters import candidates
from altered_env.language.compiler.values.sorts import is_expedition, strip
from altered_env.language.compiler.words import STATUS_BITS
from altered_env.language.model import Apply, Node, Word

SPENT = 5
"""The reason code of spent counters."""
ALL = 30000
"""More counters than an object can have."""


def counter_column(scope: Scope, name: str) -> int:
    if name in ("counter", "marker"):
        return C.COUNTERS
    kind = scope.numbering.counter(name)
    if kind is None:
        raise NotSupportedError(f"the counter '{name}'")
    return C.BOOSTS if kind == 0 else C.COUNTER_OF + kind


def _how_many(scope: Scope, amount: Node, s: int, name: str) -> int:
    """Return a given number of counters, or a chosen number of those on the objects of a set."""
    if amount == Word("all"):
        return ALL
    up_to = isinstance(amount, Apply) and amount.name == "up_to"
    if amount != Word("any_number") and not up_to:
        return scope.number(amount)
    asm = scope.asm
    chosen = asm.new_register()
    with asm.moment():
        r = asm.temp_register()
        asm.emit(OP.ATTR, r, s, counter_column(scope, name), HOW.SUM)
        most = register(r)
        if isinstance(amount, Apply):
            most = asm.alu(ALU.MIN, most, scope.number(amount.args[0]))
        asm.emit(OP.ASK_NUMBER, chosen, 0, most)
    return register(chosen)


@step("lose")
def lose(scope: Scope, node: Apply) -> None:
    asm = scope.asm
    who, *marks = node.args
    if is_expedition(scope, who):
        asm.emit(OP.ASCEND, scope.expeditions(who), 0)
        scope.commit()
        return
    s = acting(scope, who)
    bits = 0
    for mark in marks:
        if isinstance(mark, Word) and mark.name in STATUS_BITS:
            bits |= STATUS_BITS[mark.name]
        else:
            raise NotSupportedError(f"lose {mark}")
    if bits:
        asm.emit(OP.STATUS, s, bits, 0)
    for name, amount in counters_of(node):
        if name == "counter" and amount != Word("all"):
            _lose_any(scope, s, amount)
            continue
        n = _how_many(scope, amount, s, name)
        for kind in scope.numbering.counter_kinds(name):
            asm.emit(OP.COUNTER, s, kind, n, 1, -1)
    scope.commit()


def _ask_counter(scope: Scope, one: int, may: bool = False) -> int:
    """Ask for a kind of counter of an object; the register is negative if there is none."""
    kind = scope.asm.new_register()
    markers = min(scope.numbering.counter_kinds("marker"))
    scope.asm.emit(OP.ASK_COUNTER, kind, one, markers, ASK.MAY if may else 0)
    return register(kind)


def _lose_any(scope: Scope, s: int, amount: Node, how: int = 1) -> None:
    """Lose counters of any kind, chosen one by one: an exact or a maximum number per object."""
    asm = scope.asm
    may = isinstance(amount, Apply) and amount.name == "up_to"
    most = amount.args[0] if may and isinstance(amount, Apply) else amount
    left, one, n = asm.new_set(), asm.new_set(), asm.new_register()
    asm.emit(OP.COPY, left, s)
    again, more, done = Label(), Label(), Label()
    asm.mark(again)
    asm.emit(OP.POP, one, left)
    asm.jump_unless(asm.size(one), done)
    asm.emit(OP.SET, n, scope.number(most))
    asm.mark(more)
    with asm.moment():
        asm.jump_unless(asm.compare(CMP.GT, register(n), 0), again)
        kind = _ask_counter(scope, one, may)
        asm.jump_if(asm.compare(CMP.LT, kind, 0), again)
        asm.emit(OP.COUNTER, one, kind, 1, how, -1)
        asm.emit(OP.ALU, n, ALU.SUB, register(n), 1)
    asm.emit(OP.JMP, more)
    asm.mark(done)


@possible("spend")
def can_spend(scope: Scope, node: Apply) -> int:
    """Compile whether there are counters to spend: on me, or on a candidate."""
    asm = scope.asm
    of = node.keyword("of")
    (name, amount), *_ = counters_of(node)
    s = asm.me_set(now=True) if of is None else None
    if s is None:
        if not isinstance(of, Apply):
            raise NotSupportedError(f"spend of {of}")
        s = candidates(scope, strip(of))
    if amount == Word("any_number"):
        return 1
    n = scope.number(amount)
    column = counter_column(scope, name)
    if isinstance(of, Apply) and of.name == "all":  # from several
        return asm.compare(CMP.GE, _on_them(scope, s, column), n)
    asm.emit(OP.FILTER, s, column, CMP.GE, n)
    asm.emit(OP.FILTER, s, C.LIFE, CMP.EQ, 1)
    return asm.compare(CMP.GE, asm.size(s), 1)


def _on_them(scope: Scope, s: int, column: int) -> int:
    """Return the number of counters on the objects of a set."""
    r = scope.asm.temp_register()
    scope.asm.emit(OP.ATTR, r, s, column, HOW.SUM)
    return register(r)


def _spend_among(scope: Scope, node: Apply, name: str, amount: Node) -> None:
    """Spend counters from several objects: choose the objects, and a number for each."""
    asm = scope.asm
    column, kind = counter_column(scope, name), scope.numbering.counter(name)
    if kind is None:
        raise NotSupportedError(f"spend {name} of {node}")
    left, one = asm.new_set(), asm.new_set()
    need, n = asm.new_register(), asm.new_register()
    asm.emit(OP.COPY, left, candidates(scope, strip(node)))
    asm.emit(OP.FILTER, left, column, CMP.GE, 1)
    asm.emit(OP.SET, need, scope.number(amount))
    with asm.loop() as loop:
        with asm.moment():
            asm.jump_unless(asm.compare(CMP.GT, register(need), 0), loop.done)
            asm.jump_unless(asm.size(left), loop.done)
            asm.emit(OP.ASK_OBJECTS, one, left, 1, 1, 0, 0)
            asm.emit(OP.SUB, left, left, one)
            rest = asm.alu(ALU.SUB, register(need), _on_them(scope, left, column))
            most = asm.alu(ALU.MIN, register(need), _on_them(scope, one, column))
            asm.emit(OP.ASK_NUMBER, n, asm.alu(ALU.MAX, rest, 1), most)
        asm.emit(OP.COUNTER, one, kind, register(n), SPENT, -1)
        asm.emit(OP.ALU, need, ALU.SUB, register(need), register(n))
    scope.commit()


@step("spend")
def spend(scope: Scope, node: Apply) -> None:
    asm = scope.asm
    of = node.keyword("of")
    (name, amount), *_ = counters_of(node)
    if isinstance(of, Apply) and of.name == "all":
        _spend_among(scope, of, name, amount)
        return
    if of is None:
        s = asm.me_set(now=True)
    else:
        if not isinstance(of, Apply):
            raise NotSupportedError(f"spend of {of}")
        s = asm.new_set()
        cand = candidates(scope, strip(of))
        least = 1 if amount == Word("any_number") else scope.number(amount)
        asm.emit(OP.FILTER, cand, counter_column(scope, name), CMP.GE, least)
        asm.emit(OP.ASK_OBJECTS, s, cand, 1, 1, 0, 0)
    if name == "marker":
        _spend_marker(scope, s, scope.number(amount))
    elif name == "counter":
        _lose_any(scope, s, amount, SPENT)
        scope.commit()
    else:
        n = _how_many(scope, amount, s, name)
        asm.emit(OP.COUNTER, s, scope.numbering.counter(name) or 0, n, SPENT, -1)
        scope.commit()


def _spend_marker(scope: Scope, s: int, n: int) -> None:
    """Spend Terrain Markers of one terrain, chosen by the player if there are several."""
    asm = scope.asm
    kinds = scope.numbering.counter_kinds("marker")
    choice = asm.new_register()
    with asm.moment():
        mask = asm.temp_register()
        asm.emit(OP.SET, mask, 0)
        for place, kind in enumerate(kinds):
            with asm.moment():
                r = asm.temp_register()
                asm.emit(OP.ATTR, r, s, C.COUNTER_OF + kind, HOW.SUM)
                enough = asm.compare(CMP.GE, register(r), n)
                bit = asm.alu(ALU.MUL, enough, 1 << place)
                asm.emit(OP.ALU, mask, ALU.OR, register(mask), bit)
        asm.emit(OP.ASK_PLACE, choice, register(mask), 3, 0)
    for place, kind in enumerate(kinds):
        skip = Label()
        with asm.moment():
            asm.jump_unless(asm.compare(CMP.EQ, register(choice), 1 << place), skip)
        asm.emit(OP.COUNTER, s, kind, n, SPENT, -1)
        asm.mark(skip)
    scope.marker = register(choice)
    scope.commit()


@step("augment", COUNTER)
def augment(scope: Scope, node: Apply) -> None:
    """Add one of a single counter it already has (7.3.4), chosen by the player if there are
    several."""
    asm = scope.asm
    left, one = asm.new_set(), asm.new_set()
    asm.emit(OP.COPY, left, acting(scope, node.args[0]))
    with asm.loop() as loop:
        asm.emit(OP.POP, one, left)
        asm.jump_unless(asm.size(one), loop.done)
        kind = _ask_counter(scope, one)
        with asm.moment():
            asm.jump_if(asm.compare(CMP.LT, kind, 0), loop.again)
        asm.emit(OP.COUNTER, one, kind, 1, 0, -1)
    scope.commit()


@step("double", COUNTER)
def double(scope: Scope, node: Apply) -> None:
    what, *kinds = node.args
    s = acting(scope, what)
    name = kinds[0].name if kinds and isinstance(kinds[0], Word) else "boost"
    for kind in scope.numbering.counter_kinds(name):
        scope.asm.emit(OP.COUNTER, s, kind, 0, 3, -1)
    scope.commit()
