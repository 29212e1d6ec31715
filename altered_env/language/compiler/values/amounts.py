"""Amounts; those about "an opponent" must hold for a single opponent."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from altered_env.engine.opcodes import ALU, CMP, HOW, INFO, OP
from altered_env.engine.terms import AS, C
from altered_env.language.compiler.bindings import Binding
from altered_env.language.compiler.program import Label, NotSupportedError, register
from altered_env.language.compiler.scope import Scope, reads
from altered_env.language.compiler.values.filters import candidates, column
from altered_env.language.compiler.values.history import happened
from altered_env.language.compiler.values.objects import as_played
from altered_env.language.compiler.values.places import PLACE_KINDS, place_candidates
from altered_env.language.compiler.values.sorts import is_region, kind_of
from altered_env.language.compiler.words import TERRAINS
from altered_env.language.model import (
    Apply,
    Arithmetic,
    Attribute,
    Compare,
    Conditional,
    Logic,
    Node,
    Number,
    Word,
    walk,
)

_ONE_OPPONENT = "one opponent"
"""The name bound to one of the opponents; no line of notation can spell it."""
_OPPONENT = Word("opponent")


@reads("number")
def number(scope: Scope, node: Node) -> int:
    """Return an operand that holds an amount."""
    asm = scope.asm
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Word):
        return _number_word(scope, node.name)
    if isinstance(node, Arithmetic):
        how = {"+": ALU.ADD, "-": ALU.SUB, "*": ALU.MUL}[node.op]
        return asm.alu(how, scope.number(node.left), scope.number(node.right))
    if isinstance(node, Conditional):
        r = asm.temp_register()
        other, done = Label(), Label()
        asm.jump_unless(scope.truth(node.test), other)
        asm.emit(OP.SET, r, scope.number(node.then))
        asm.emit(OP.JMP, done)
        asm.mark(other)
        asm.emit(OP.SET, r, scope.number(node.otherwise))
        asm.mark(done)
        return register(r)
    if isinstance(node, Attribute):
        return _number_attribute(scope, node)
    if isinstance(node, Apply):
        return _number_apply(scope, node)
    if isinstance(node, Compare | Logic):
        return scope.truth(node)
    raise NotSupportedError(f"an amount: {node}")


def _number_word(scope: Scope, name: str) -> int:
    asm = scope.asm
    if name == "n":
        return asm.info(INFO.DICE if scope.about.dice else INFO.MATCHED_AMOUNT)
    if name == "day":
        return asm.info(INFO.DAY)
    if name == "X":
        if scope.about.x is None:
            raise NotSupportedError("X without a cost that chooses it")
        return register(scope.about.x)
    if name == "result":
        return asm.info(INFO.RESULT)
    bound = scope.names.get(name)
    if bound is not None and bound.number is not None:
        return bound.number
    raise NotSupportedError(f"the amount '{name}'")


def _number_attribute(scope: Scope, node: Attribute) -> int:
    asm = scope.asm
    if node.name == "n" and isinstance(node.of, Word):
        bound = scope.names.get(node.of.name)
        if bound is not None and bound.number is not None:
            return bound.number
        if bound is not None and bound.objects is not None:
            return asm.size(bound.objects)
    if node.name == "first_player":
        return scope.truth(node)
    if node.name == "paid_less":
        return _paid_less(scope, node)
    if node.name == "paid_more":
        return _paid_more(scope, node)
    if node.name == "terrains" and is_region(scope, node.of):
        regions, amount = scope.regions(node.of), 0
        for terrain in TERRAINS.values():
            found = asm.alu(ALU.AND, regions, asm.info(INFO.REGIONS_WITH, terrain))
            amount = asm.alu(ALU.ADD, amount, asm.compare(CMP.NE, found, 0))
        return amount
    r = asm.temp_register()
    whose = as_played(scope, node.of) if node.name == "base_cost" else scope.known(node.of)
    asm.emit(OP.ATTR, r, whose, column(scope, node.name), HOW.SUM)
    return register(r)


def _paid_less(scope: Scope, node: Attribute) -> int:
    """Return whether the optional reduction of the Spell being played was taken."""
    if node.of != Word("me") or not scope.about.spell:
        raise NotSupportedError("paid_less outside a Spell's effect")
    return scope.asm.compare(CMP.NE, scope.asm.info(INFO.PAID_LESS), 0)


def _paid_more(scope: Scope, node: Attribute) -> int:
    """Return whether the optional extra cost was paid: by the Spell being played, or by a card
    already played."""
    asm = scope.asm
    if node.of == Word("me") and scope.about.spell:
        return asm.compare(CMP.NE, asm.info(INFO.PAID_LESS), 0)
    r = asm.temp_register()
    asm.emit(OP.ATTR, r, scope.known(node.of), C.PLAYED_AS, HOW.ONE)
    return asm.compare(CMP.EQ, register(r), AS.PAID_MORE)


def _number_apply(scope: Scope, node: Apply) -> int:
    asm = scope.asm
    if node.name == "count":
        kind = kind_of(scope, node)
        if kind in PLACE_KINDS:
            return asm.info(INFO.COUNT_BITS, place_candidates(scope, node, kind))
        if _of_an_opponent(node.args):
            return _most_of_an_opponent(scope, node)
        s = candidates(scope, node)
        distinct = node.keyword("distinct")
        if isinstance(distinct, Word):
            r = asm.temp_register()
            asm.emit(OP.ATTR, r, s, column(scope, distinct.name), HOW.DISTINCT)
            return register(r)
        return asm.size(s)
    if node.name in ("total", "highest", "lowest") and isinstance(node.args[0], Word):
        s = candidates(scope, Apply("all", node.args[1:]))
        how = {"total": HOW.SUM, "highest": HOW.HIGHEST, "lowest": HOW.LOWEST}[node.name]
        r = asm.temp_register()
        asm.emit(OP.ATTR, r, s, column(scope, node.args[0].name), how)
        return register(r)
    if node.name == "between":
        scope.notes("position")
        both = [scope.expeditions(part) for part in node.args]
        return asm.info(INFO.BETWEEN, asm.alu(ALU.OR, both[0], both[1]))
    if node.name == "happened":
        return happened(scope, node)
    if node.name == "up_to":
        r = asm.new_register()
        asm.emit(OP.ASK_NUMBER, r, 0, scope.number(node.args[0]))
        return register(r)
    raise NotSupportedError(f"the amount {node.name}(..)")


def _most_of_an_opponent(scope: Scope, node: Apply) -> int:
    """Return a count for "an opponent": the highest of any one opponent, never a sum of several."""
    asm = scope.asm
    left, most = asm.new_register(), asm.new_register()
    asm.emit(OP.SET, left, asm.info(INFO.OPPONENTS, asm.you()))
    asm.emit(OP.SET, most, 0)
    with asm.loop() as loop:
        asm.jump_unless(register(left), loop.done)
        with asm.moment():
            one = asm.info(INFO.NEXT_PLAYER, register(left))
            asm.emit(OP.ALU, left, ALU.ANDNOT, register(left), one)
            with scope.apart(**{_ONE_OPPONENT: Binding(mask=one, kind="player")}):
                count = scope.number(_said_of_one(node))
            asm.emit(OP.ALU, most, ALU.MAX, register(most), count)
    return register(most)


def _of_an_opponent(nodes: tuple[Node, ...]) -> bool:
    """Return whether it is about an opponent's cards or areas: `opponent.reserve`."""
    return any(isinstance(part, Attribute) and part.of == _OPPONENT for part in walk(nodes))


def _said_of_one(node: Any) -> Any:
    """Return the node with "an opponent" replaced by one opponent.

    >>> from altered_env.language.model import Attribute
    >>> _said_of_one(Attribute(Word("opponent"), "play")).of
    Word(name='one opponent')
    """
    if node == _OPPONENT:
        return Word(_ONE_OPPONENT)
    if isinstance(node, tuple):
        return tuple(_said_of_one(part) for part in node)
    if isinstance(node, Node):
        return replace(node, **{f.name: _said_of_one(getattr(node, f.name)) for f in fields(node)})
    return node
