"""Expeditions, as masks."""

from __future__ import annotations

from functools import partial

from altered_env.engine.opcodes import ALU, INFO, OP, REL
from altered_env.language.compiler.program import NotSupportedError, register
from altered_env.language.compiler.scope import Scope, reads
from altered_env.language.compiler.values.masks import bound_mask, joined
from altered_env.language.compiler.values.regions import regions_that, terrains
from altered_env.language.compiler.values.sorts import (
    is_declared,
    is_expedition,
    is_player,
    is_terrain,
)
from altered_env.language.compiler.words import EVERYWHERE, EXPEDITION_STATES
from altered_env.language.model import Apply, Attribute, Logic, Node, Word


@reads("expeditions")
def expeditions(scope: Scope, node: Node) -> int:
    """Return a mask of Expeditions."""
    asm = scope.asm
    scope.notes("presence")
    if isinstance(node, Word):
        if node.name == "expeditions":
            return EVERYWHERE
        if node.name == "it" and "it" not in scope.names and scope.about.it_place:
            return asm.info(INFO.IT_PLACE)
        bound = scope.names.get(node.name)
        if bound and bound.mask is not None:
            return bound_mask(scope, bound, bound.mask)
    if isinstance(node, Logic) and node.op == "|":
        return joined(scope, node, scope.expeditions)
    if isinstance(node, Attribute):
        if node.name == "expeditions":
            return asm.info(INFO.EXPEDITIONS_OF, scope.players(node.of))
        if node.name in ("hero_expedition", "companion_expedition"):
            both = asm.info(INFO.EXPEDITIONS_OF, scope.players(node.of))
            return asm.alu(ALU.AND, both, 0x55 if node.name == "hero_expedition" else 0xAA)
        if node.name == "facing":
            return asm.info(INFO.FACING_OF, scope.expeditions(node.of))
        if node.name == "other":
            return asm.info(INFO.OTHER_OF, scope.expeditions(node.of))
        if node.name == "expedition":
            if is_declared(scope, node.of):
                return asm.info(INFO.PLAY_PLACE)
            r = asm.temp_register()
            asm.emit(OP.REL, r, scope.known(node.of), REL.EXPEDITION)
            return register(r)
    if isinstance(node, Apply):
        if node.name in ("target", "choose"):
            return scope.place(node)
        if node.name == "all":
            return expedition_candidates(scope, node)
    raise NotSupportedError(f"an Expedition: {node}")


def expedition_candidates(scope: Scope, node: Apply) -> int:
    """Return a mask of the Expeditions that a selector could pick."""
    mask = EVERYWHERE
    for part in node.args:
        if part != Word("expedition") and part != Word("expeditions"):
            mask = scope.asm.alu(ALU.AND, mask, expeditions_that(scope, part))
    return mask


def expeditions_that(scope: Scope, node: Node) -> int:
    """Return a mask of the Expeditions that pass a filter."""
    if isinstance(node, Logic):
        return joined(scope, node, partial(expeditions_that, scope))
    if isinstance(node, Word) and node.name == "expedition":
        return EVERYWHERE
    if isinstance(node, Word) and node.name in EXPEDITION_STATES:
        return state(scope, node.name)
    if isinstance(node, Apply) and node.name == "in_":
        return in_region(scope, node)
    if is_expedition(scope, node):
        return scope.expeditions(node)
    if is_player(scope, node):
        return scope.asm.info(INFO.EXPEDITIONS_OF, scope.players(node))
    raise NotSupportedError(f"Expeditions that are {node}")


def state(scope: Scope, name: str) -> int:
    """Return a mask of the Expeditions in a state: behind, In Contact, ..."""
    scope.notes("position")
    return scope.asm.info(EXPEDITION_STATES[name])


def in_region(scope: Scope, node: Apply) -> int:
    """Return a mask of the Expeditions in a terrain (7.5.8.b), or in a region with a property."""
    scope.notes("terrain", "position")
    what = node.args[0]
    if is_terrain(what):
        return scope.asm.info(INFO.IN_TERRAIN, terrains(what))
    return scope.asm.info(INFO.EXPEDITIONS_AT, regions_that(scope, what))
