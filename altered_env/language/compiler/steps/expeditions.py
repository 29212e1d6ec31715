"""Verbs about Expeditions and regions: moves and Terrain Markers."""

from __future__ import annotations

from altered_env.engine.opcodes import ALU, CMP, INFO, OP
from altered_env.language.compiler.deciding import POSITION, TERRAIN
from altered_env.language.compiler.program import NotSupportedError, register
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.steps.verbs import possible, step
from altered_env.language.compiler.words import EVERYONE, MARKERS
from altered_env.language.model import Apply, Word, walk


@step("move", POSITION, TERRAIN)
def move(scope: Scope, node: Apply) -> None:
    asm = scope.asm
    what, distance = node.args
    mask = scope.expeditions(what)
    mask = asm.alu(ALU.AND, mask, asm.info(INFO.EXPEDITIONS_OF, EVERYONE))
    by_so_much_more = any(word == Word("n") for word in walk(distance))
    asm.emit(OP.ADVANCE, mask, scope.number(distance), int(by_so_much_more))
    scope.commit()


@possible("place")
def can_place(scope: Scope, node: Apply) -> int:
    """Compile whether a marker that must lie on a region exists."""
    if not isinstance(node.args[0], Apply):
        return 1
    marked = scope.asm.info(INFO.MARKED, _marker_chosen(node.args[0]))
    return scope.asm.compare(CMP.NE, marked, 0)


@step("place", TERRAIN)
def place(scope: Scope, node: Apply) -> None:
    """Place a Terrain Marker on a region (3.2.1.d): of a given terrain, of the terrain of the one
    spent, or one that lies on another region (7.3.23)."""
    asm = scope.asm
    what, where = node.args
    source = 0
    if isinstance(what, Word) and what.name in MARKERS:
        terrains = MARKERS[what.name]
    elif isinstance(what, Apply):
        terrains = _marker_chosen(what)
        place = asm.new_register()
        asm.emit(OP.ASK_PLACE, place, asm.info(INFO.MARKED, terrains), 2, 0)
        source = register(place)
    elif scope.marker is not None:
        terrains = scope.marker
    else:
        raise NotSupportedError("place without a marker that was spent")
    region = asm.new_register()
    asm.emit(OP.ASK_PLACE, region, scope.regions(where), 2, 0)
    asm.emit(OP.MARK, register(region), terrains, source)
    scope.commit()


def _marker_chosen(node: Apply) -> int:
    """Return the terrain of a selector's Terrain Markers."""
    for part in node.args:
        if isinstance(part, Word) and part.name in MARKERS:
            return MARKERS[part.name]
    raise NotSupportedError(f"the Terrain Marker {node}")
