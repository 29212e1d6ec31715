"""Regions and terrains, as masks."""

from __future__ import annotations

from functools import partial

from altered_env.engine.opcodes import ALU, INFO, OP, REL
from altered_env.language.compiler.program import NotSupportedError, register
from altered_env.language.compiler.scope import Scope, reads
from altered_env.language.compiler.values.masks import bound_mask, joined
from altered_env.language.compiler.values.sorts import (
    is_declared,
    is_expedition,
    is_region,
    is_terrain,
)
from altered_env.language.compiler.words import COMPARE, REGION_FILTERS, TERRAINS
from altered_env.language.model import Apply, Attribute, Compare, Logic, Node, Word


@reads("regions")
def regions(scope: Scope, node: Node) -> int:
    """Return a mask of regions."""
    asm = scope.asm
    scope.notes("position")
    if isinstance(node, Logic) and node.op == "|":
        return joined(scope, node, scope.regions)
    if isinstance(node, Word):
        bound = scope.names.get(node.name)
        if bound is not None and bound.mask is not None:
            return bound_mask(scope, bound, bound.mask)
    if isinstance(node, Attribute) and node.name in ("hero_region", "companion_region"):
        which = node.name.replace("region", "expedition")
        return asm.info(INFO.REGION_OF, scope.expeditions(Attribute(node.of, which)))
    if isinstance(node, Attribute) and node.name == "region":
        if is_expedition(scope, node.of):
            return asm.info(INFO.REGION_OF, scope.expeditions(node.of))
        if is_declared(scope, node.of):
            return asm.info(INFO.REGION_OF, asm.info(INFO.PLAY_PLACE))
        scope.notes("presence")
        r = asm.temp_register()
        asm.emit(OP.REL, r, scope.known(node.of), REL.REGION)
        return register(r)
    if isinstance(node, Apply) and node.name == "all":
        return region_candidates(scope, node)
    if isinstance(node, Apply) and node.name in ("target", "choose"):
        return scope.place(node)
    raise NotSupportedError(f"a region: {node}")


def region_candidates(scope: Scope, node: Apply) -> int:
    """Return a mask of the regions that a selector could pick."""
    mask = scope.asm.info(INFO.REGIONS)
    for part in node.args:
        if part != Word("region"):
            mask = scope.asm.alu(ALU.AND, mask, regions_that(scope, part))
    return mask


def regions_that(scope: Scope, node: Node) -> int:
    """Return a mask of the regions that pass a filter."""
    asm = scope.asm
    scope.notes("terrain")
    if isinstance(node, Logic):
        return joined(scope, node, partial(regions_that, scope))
    if isinstance(node, Word) and node.name in REGION_FILTERS:
        return asm.info(REGION_FILTERS[node.name])
    if is_terrain(node):
        return asm.info(INFO.REGIONS_WITH, terrains(node))
    if isinstance(node, Apply) and node.name == "only":
        return asm.info(INFO.REGIONS_ONLY, terrains(node.args[0]))
    if isinstance(node, Apply) and node.name == "in_":
        return regions_that(scope, node.args[0])
    if isinstance(node, Compare) and node.left == Word("terrains"):
        return _regions_counted(scope, COMPARE[node.op], scope.number(node.right))
    if is_region(scope, node):
        return asm.info(INFO.REGIONS_AMONG, scope.regions(node))
    raise NotSupportedError(f"a region that is {node}")


def _regions_counted(scope: Scope, how: int, number: int) -> int:
    """Return the regions whose number of terrains, 0 to 3, satisfies a comparison."""
    asm = scope.asm
    mask = asm.temp_register()
    asm.emit(OP.SET, mask, 0)
    for count in range(4):
        with asm.moment():
            right = asm.compare(how, count, number)
            found = asm.info(INFO.REGIONS_COUNTED, count)
            found = asm.alu(ALU.MUL, right, found)
            asm.emit(OP.ALU, mask, ALU.OR, register(mask), found)
    return register(mask)


def terrains(node: Node) -> int:
    """Return a mask of terrains."""
    if isinstance(node, Word) and node.name in TERRAINS:
        return TERRAINS[node.name]
    if isinstance(node, Logic) and node.op == "|":
        mask = 0
        for part in node.parts:
            mask |= terrains(part)
        return mask
    raise NotSupportedError(f"a terrain: {node}")
