"""Conditions."""

from __future__ import annotations

from altered_env.engine.opcodes import ALU, CMP, HOW, INFO, OP
from altered_env.engine.terms import C
from altered_env.language.compiler.program import Label, NotSupportedError, register
from altered_env.language.compiler.scope import Scope, reads
from altered_env.language.compiler.values.expeditions import expeditions_that, state
from altered_env.language.compiler.values.filters import candidates, measured_sets, narrow
from altered_env.language.compiler.values.objects import zone_number
from altered_env.language.compiler.values.regions import regions_that
from altered_env.language.compiler.values.sorts import (
    is_declared,
    is_expedition,
    is_pick,
    is_region,
)
from altered_env.language.compiler.words import (
    ANYTHING,
    COMPARE,
    EXPEDITION_STATES,
    KEYWORD_BITS,
    STATUS_BITS,
    TYPES,
)
from altered_env.language.model import Apply, Attribute, Bind, Compare, Logic, Node, Steps, Word


@reads("truth")
def truth(scope: Scope, node: Node) -> int:
    """Return an operand that is nonzero if a condition holds."""
    asm = scope.asm
    if isinstance(node, Compare):
        if isinstance(node.left, Attribute) and node.left.name == "played_from":
            r = asm.temp_register()
            asm.emit(OP.ATTR, r, scope.known(node.left.of), C.ORIGIN, HOW.ONE)
            return asm.compare(COMPARE[node.op], register(r), zone_number(node.right))
        return _compared(scope, node)
    if isinstance(node, Logic):
        return _truth_logic(scope, node)
    if isinstance(node, Attribute):
        return _truth_attribute(scope, node)
    if isinstance(node, Word):
        bound = scope.names.get(node.name)
        if bound is not None and bound.truth is not None:
            return bound.truth
        if bound is not None and bound.objects is not None:
            return asm.size(bound.objects)
    if isinstance(node, Apply):
        if node.name == "is_":
            return _is(scope, node)
        if node.name == "happened":
            return scope.number(node)
        if node.name == "different":
            return _different(scope, node)
        return _step_truth(scope, node)
    if isinstance(node, Bind | Steps):
        return _step_truth(scope, node)
    return scope.number(node)


def _compared(scope: Scope, node: Compare) -> int:
    asm = scope.asm
    result = asm.compare(COMPARE[node.op], scope.number(node.left), scope.number(node.right))
    for measured in (*measured_sets(scope, node.left), *measured_sets(scope, node.right)):
        some = asm.compare(CMP.NE, asm.size(measured), 0)
        result = asm.alu(ALU.AND, result, some)
    return result


def _step_truth(scope: Scope, node: Node) -> int:
    """Execute a step and return whether it was started (6.5.f)."""
    asm = scope.asm
    binding = scope.step(node)
    if binding.truth is not None:
        return binding.truth
    if isinstance(node, Bind) and is_pick(node.value):
        if binding.objects is not None:
            return asm.size(binding.objects)
        return asm.compare(CMP.NE, binding.mask or 0, 0)
    r = asm.new_register()
    asm.emit(OP.RESULT, 1, r)
    return register(r)


def _truth_logic(scope: Scope, node: Logic) -> int:
    asm = scope.asm
    if node.op in ("not", "~"):
        return asm.compare(CMP.EQ, scope.truth(node.parts[0]), 0)
    r = asm.new_register()
    done = Label()
    stop = 0 if node.op in ("and", "&") else 1
    for part in node.parts:
        with asm.moment():
            value = asm.compare(CMP.NE, scope.truth(part), 0)
            asm.emit(OP.SET, r, value)
        if stop == 0:
            asm.jump_unless(register(r), done)
        else:
            asm.jump_if(register(r), done)
    asm.mark(done)
    return register(r)


def _truth_attribute(scope: Scope, node: Attribute) -> int:
    asm = scope.asm
    if node.name == "first_player":
        mask = asm.alu(ALU.AND, asm.info(INFO.FIRST_PLAYER), scope.players(node.of))
        return asm.compare(CMP.NE, mask, 0)
    if node.name == "in_contact" and not is_expedition(scope, node.of):
        return _is(scope, Apply("is_", (node.of, Word(node.name))))  # 7.5.9.b
    if node.name in EXPEDITION_STATES:
        of = node.of if is_expedition(scope, node.of) else Attribute(node.of, "expedition")
        return _all_of(scope, scope.expeditions(of), state(scope, node.name))
    if is_expedition(scope, node.of):
        raise NotSupportedError(f"an Expedition's {node.name}")
    known = node.name in STATUS_BITS or node.name in TYPES or node.name in KEYWORD_BITS
    if known or scope.numbering.is_subtype(node.name) or node.name in ("boosted", "ready"):
        return _is(scope, Apply("is_", (node.of, Word(node.name))))
    return asm.compare(CMP.NE, scope.number(node), 0)


def _all_of(scope: Scope, mask: int, having: int) -> int:
    """Return whether the mask is not empty and all its Expeditions are in `having` (7.4.4.k)."""
    asm = scope.asm
    rest = asm.alu(ALU.ANDNOT, mask, having)
    none_left = asm.compare(CMP.EQ, rest, 0)
    some = asm.compare(CMP.NE, mask, 0)
    return asm.alu(ALU.AND, none_left, some)


def _is(scope: Scope, node: Apply) -> int:
    """Return whether there is an object and all pass the filters, in their last state (2.1.h)."""
    asm = scope.asm
    what, *filters = node.args
    if is_expedition(scope, what):
        result = 1
        for part in filters:
            one = _all_of(scope, scope.expeditions(what), expeditions_that(scope, part))
            result = one if result == 1 else asm.alu(ALU.AND, result, one)
        return result
    if is_region(scope, what):
        return _is_region_so(scope, what, filters)
    whole = scope.known(what)
    s = asm.temp_set()
    asm.emit(OP.COPY, s, whole)
    for part in filters:
        narrow(scope, s, part)
    same = asm.compare(CMP.EQ, asm.size(s), asm.size(whole))
    some = asm.compare(CMP.NE, asm.size(whole), 0)
    return asm.alu(ALU.AND, same, some)


def _is_region_so(scope: Scope, what: Node, filters: list[Node]) -> int:
    """Return whether regions pass filters. An object is in a region if one of its Expeditions is
    (7.5.8.c); if Expeditions are named, all of them must be (7.4.4.k)."""
    asm = scope.asm
    having = ANYTHING
    for part in filters:
        having = asm.alu(ALU.AND, having, regions_that(scope, part))
    if isinstance(what, Attribute) and what.name == "region":
        if not is_expedition(scope, what.of) and not is_declared(scope, what.of):
            s = asm.temp_set()
            asm.emit(OP.COPY, s, scope.known(what.of))
            there = asm.info(INFO.EXPEDITIONS_AT, having)
            asm.emit(OP.FILTER_BITS, s, C.STANDING, there)
            return asm.compare(CMP.NE, asm.size(s), 0)
    regions = scope.regions(what)
    if isinstance(what, Attribute) and not is_expedition(scope, what.of):
        return asm.compare(CMP.NE, asm.alu(ALU.AND, regions, having), 0)
    return _all_of(scope, regions, having)


def _different(scope: Scope, node: Apply) -> int:
    """Return whether there is a different object for each of the descriptions: any set of them is
    matched by at least as many objects (Hall's theorem)."""
    asm = scope.asm
    if len(node.args) > 4:
        raise NotSupportedError("more than four different objects")
    result = asm.temp_register()
    asm.emit(OP.SET, result, 1)
    found = []
    for part in node.args:
        parts = part.parts if isinstance(part, Logic) and part.op == "&" else (part,)
        found.append(candidates(scope, Apply("all", parts)))
    for chosen in range(1, 1 << len(found)):
        with asm.moment():
            union = asm.temp_set()
            asm.emit(OP.CLEAR, union)
            for place, s in enumerate(found):
                if (chosen >> place) & 1:
                    asm.emit(OP.OR, union, union, s)
            enough = asm.compare(CMP.GE, asm.size(union), chosen.bit_count())
            asm.emit(OP.ALU, result, ALU.MUL, register(result), enough)
    return register(result)
