"""Players, as masks."""

from __future__ import annotations

from functools import partial

from altered_env.engine.opcodes import ALU, INFO, OP, REL
from altered_env.language.compiler.program import NotSupportedError, register
from altered_env.language.compiler.scope import Scope, reads
from altered_env.language.compiler.values.masks import bound_mask, joined
from altered_env.language.compiler.values.sorts import is_expedition, is_player
from altered_env.language.compiler.words import EVERYONE
from altered_env.language.model import Apply, Attribute, Logic, Node, Word


@reads("players")
def players(scope: Scope, node: Node) -> int:
    """Return a mask of players."""
    asm = scope.asm
    if isinstance(node, Word):
        if node.name == "you":
            return asm.you()
        if node.name == "opponent":
            return asm.info(INFO.OPPONENTS, asm.you())
        if node.name == "they":
            return asm.info(INFO.DOER)
        if node.name == "player":
            return EVERYONE
        bound = scope.names.get(node.name)
        if bound and bound.mask is not None:
            return bound_mask(scope, bound, bound.mask)
    if isinstance(node, Attribute) and node.name in ("owner", "controller"):
        rel = REL.OWNER if node.name == "owner" else REL.CONTROLLER
        if node.name == "controller" and is_expedition(scope, node.of):
            return asm.info(INFO.CONTROLLERS_OF, scope.expeditions(node.of))
        r = asm.temp_register()
        asm.emit(OP.REL, r, scope.known(node.of), rel)
        return register(r)
    if isinstance(node, Apply):
        if node.name == "all":
            return player_candidates(scope, node)
        if node.name in ("target", "choose"):
            return scope.place(node)
    if isinstance(node, Logic) and node.op == "|":
        return joined(scope, node, scope.players)
    raise NotSupportedError(f"a player: {node}")


def player_candidates(scope: Scope, node: Apply) -> int:
    """Return a mask of the players that a selector could pick."""
    mask = EVERYONE
    for part in node.args:
        if part != Word("player"):
            mask = scope.asm.alu(ALU.AND, mask, players_that(scope, part))
    return mask


def players_that(scope: Scope, node: Node) -> int:
    """Return a mask of the players that pass a filter."""
    if isinstance(node, Logic):
        return joined(scope, node, partial(players_that, scope))
    if node == Word("other"):
        return scope.asm.alu(ALU.ANDNOT, EVERYONE, scope.asm.you())
    if is_player(scope, node):
        return scope.players(node)
    raise NotSupportedError(f"players that are {node}")
