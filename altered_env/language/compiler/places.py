"""Players, Expeditions, regions and terrains, as masks."""

from __future__ import annotations

from collections.abc import Callable

from altered_env.engine.terms import ALU, CMP, INFO, OP, REL
from altered_env.language.compiler.assembler import NotSupportedError, register
from altered_env.language.compiler.bindings import (
    ANYTHING,
    EVERYONE,
    EVERYWHERE,
    READS,
    Binding,
)
from altered_env.language.compiler.core import Core
from altered_env.language.compiler.tables import (
    COMPARE,
    EXPEDITION_STATES,
    REGION_FILTERS,
    TERRAINS,
)
from altered_env.language.model import Apply, Attribute, Compare, Logic, Node, Word

__all__ = ["Places"]


def _is_terrain(node: Node) -> bool:
    """Is it a terrain, or one of several?"""
    if isinstance(node, Logic) and node.op == "|":
        return all(_is_terrain(part) for part in node.parts)
    return isinstance(node, Word) and node.name in TERRAINS


class Places(Core):
    """Players, Expeditions, regions and terrains, as masks."""

    def is_player(self, node: Node) -> bool:
        if isinstance(node, Word):
            if node.name in ("you", "opponent", "they", "player"):
                return True
            bound = self.env.get(node.name)
            return bound is not None and bound.kind == "player"
        if isinstance(node, Attribute):
            return node.name in ("owner", "controller")
        if isinstance(node, Apply) and node.name in ("target", "choose", "all"):
            return self._kind_of(node) == "player"
        if isinstance(node, Logic) and node.op == "|":
            return all(self.is_player(part) for part in node.parts)
        return False

    def players(self, node: Node) -> int:
        """A mask of players."""
        if isinstance(node, Word):
            if node.name == "you":
                return self.you()
            if node.name == "opponent":
                return self.info(INFO.OPPONENTS, self.you())
            if node.name == "they":
                return self.info(INFO.DOER)
            if node.name == "player":
                return EVERYONE
            bound = self.env.get(node.name)
            if bound and bound.mask is not None:
                return self.bound_mask(bound, bound.mask)
        if isinstance(node, Attribute) and node.name in ("owner", "controller"):
            rel = REL.OWNER if node.name == "owner" else REL.CONTROLLER
            if node.name == "controller" and self._is_expedition(node.of):
                return self.info(INFO.CONTROLLERS_OF, self.expeditions(node.of))
            r = self.asm.temp_register()
            self.asm.emit(OP.REL, r, self.known(node.of), rel)
            return register(r)
        if isinstance(node, Apply):
            if node.name == "all":
                return self._player_candidates(node)
            if node.name in ("target", "choose"):
                return self.ask_place(node)
        if isinstance(node, Logic) and node.op == "|":
            return self._joined(node, self.players)
        raise NotSupportedError(f"a player: {node}")

    def _player_candidates(self, node: Apply) -> int:
        mask = EVERYONE
        for part in node.args:
            if part != Word("player"):
                mask = self.alu(ALU.AND, mask, self.players_that(part))
        return mask

    def players_that(self, node: Node) -> int:
        """A mask of the players that pass a filter."""
        if isinstance(node, Logic):
            return self._joined(node, self.players_that)
        if node == Word("other"):
            return self.alu(ALU.ANDNOT, EVERYONE, self.you())
        if self.is_player(node):
            return self.players(node)
        raise NotSupportedError(f"players that are {node}")

    def _is_expedition(self, node: Node) -> bool:
        if isinstance(node, Word):
            if node.name == "expeditions" or (node.name == "it" and self.it_place):
                return True
            bound = self.env.get(node.name)
            return bound is not None and bound.kind == "expedition"
        if isinstance(node, Attribute):
            if node.name in ("hero_expedition", "companion_expedition", "expeditions"):
                return True
            if node.name == "expedition":
                return True
            return node.name in ("facing", "other") and self._is_expedition(node.of)
        if isinstance(node, Apply) and node.name in ("target", "choose", "all", "spread"):
            return self._kind_of(node) == "expedition"
        if isinstance(node, Logic) and node.op == "|":
            return all(self._is_expedition(part) for part in node.parts)
        return False

    def is_declared(self, node: Node) -> bool:
        """Is this the card that is being played: its Expedition is the one declared?"""
        return self.self_play and node == Word("me")

    def expeditions(self, node: Node) -> int:
        """A mask of Expeditions."""
        self.reads |= READS["presence"]
        if isinstance(node, Word):
            if node.name == "expeditions":
                return EVERYWHERE
            if node.name == "it" and "it" not in self.env and self.it_place:
                return self.info(INFO.IT_PLACE)
            bound = self.env.get(node.name)
            if bound and bound.mask is not None:
                return self.bound_mask(bound, bound.mask)
        if isinstance(node, Logic) and node.op == "|":
            return self._joined(node, self.expeditions)
        if isinstance(node, Attribute):
            if node.name == "expeditions":
                return self.info(INFO.EXPEDITIONS_OF, self.players(node.of))
            if node.name in ("hero_expedition", "companion_expedition"):
                both = self.info(INFO.EXPEDITIONS_OF, self.players(node.of))
                return self.alu(ALU.AND, both, 0x55 if node.name == "hero_expedition" else 0xAA)
            if node.name == "facing":
                return self.info(INFO.FACING_OF, self.expeditions(node.of))
            if node.name == "other":
                return self.info(INFO.OTHER_OF, self.expeditions(node.of))
            if node.name == "expedition":
                if self.is_declared(node.of):
                    return self.info(INFO.PLAY_PLACE)
                r = self.asm.temp_register()
                self.asm.emit(OP.REL, r, self.known(node.of), REL.EXPEDITION)
                return register(r)
        if isinstance(node, Apply):
            if node.name in ("target", "choose"):
                return self.ask_place(node)
            if node.name == "all":
                return self._expedition_candidates(node)
        raise NotSupportedError(f"an Expedition: {node}")

    def _expedition_candidates(self, node: Apply) -> int:
        mask = EVERYWHERE
        for part in node.args:
            if part != Word("expedition") and part != Word("expeditions"):
                mask = self.alu(ALU.AND, mask, self.expeditions_that(part))
        return mask

    def expeditions_that(self, node: Node) -> int:
        """A mask of the Expeditions that pass a filter."""
        if isinstance(node, Logic):
            return self._joined(node, self.expeditions_that)
        if isinstance(node, Word) and node.name == "expedition":
            return EVERYWHERE
        if isinstance(node, Word) and node.name in EXPEDITION_STATES:
            return self.state(node.name)
        if isinstance(node, Apply) and node.name == "in_":
            return self.in_region(node)
        if self._is_expedition(node):
            return self.expeditions(node)
        if self.is_player(node):
            return self.info(INFO.EXPEDITIONS_OF, self.players(node))
        raise NotSupportedError(f"Expeditions that are {node}")

    def _joined(self, node: Logic, mask_of: Callable[[Node], int]) -> int:
        """Filters joined by and, or and not, as masks."""
        if node.op in ("~", "not"):
            with self.inverted():
                without = mask_of(node.parts[0])
            return self.alu(ALU.ANDNOT, ANYTHING, without)
        how = ALU.AND if node.op in ("&", "and") else ALU.OR
        mask = mask_of(node.parts[0])
        for part in node.parts[1:]:
            mask = self.alu(how, mask, mask_of(part))
        return mask

    def bound_mask(self, bound: Binding, mask: int) -> int:
        """The mask of a name. As it is tried whether a target can be declared, it holds every
        possible one: several, of which none can be left out."""
        if not (self.negated and bound.single):
            return mask
        one = self.compare(CMP.LE, self.info(INFO.COUNT_BITS, mask), 1)
        return self.alu(ALU.MUL, mask, one)

    def state(self, name: str) -> int:
        """A mask of the Expeditions that are behind, In Contact, ..."""
        self.reads |= READS["position"]
        return self.info(EXPEDITION_STATES[name])

    def in_region(self, node: Apply) -> int:
        """A mask of the Expeditions in a terrain (7.5.8.b), or in a region that is so."""
        self.reads |= READS["terrain"] | READS["position"]
        what = node.args[0]
        if _is_terrain(what):
            return self.info(INFO.IN_TERRAIN, self.terrains(what))
        return self.info(INFO.EXPEDITIONS_AT, self.regions_that(what))

    def is_region(self, node: Node) -> bool:
        if isinstance(node, Word):
            bound = self.env.get(node.name)
            return bound is not None and bound.kind == "region"
        if isinstance(node, Attribute):
            return node.name in ("region", "hero_region", "companion_region")
        if isinstance(node, Apply) and node.name in ("target", "choose", "all"):
            return self._kind_of(node) == "region"
        if isinstance(node, Logic) and node.op == "|":
            return all(self.is_region(part) for part in node.parts)
        return False

    def region_candidates(self, node: Apply) -> int:
        mask = self.info(INFO.REGIONS)
        for part in node.args:
            if part != Word("region"):
                mask = self.alu(ALU.AND, mask, self.regions_that(part))
        return mask

    def regions_that(self, node: Node) -> int:
        """A mask of the regions that pass a filter."""
        self.reads |= READS["terrain"]
        if isinstance(node, Logic):
            return self._joined(node, self.regions_that)
        if isinstance(node, Word) and node.name in REGION_FILTERS:
            return self.info(REGION_FILTERS[node.name])
        if _is_terrain(node):
            return self.info(INFO.REGIONS_WITH, self.terrains(node))
        if isinstance(node, Apply) and node.name == "only":
            return self.info(INFO.REGIONS_ONLY, self.terrains(node.args[0]))
        if isinstance(node, Apply) and node.name == "in_":
            return self.regions_that(node.args[0])
        if isinstance(node, Compare) and node.left == Word("terrains"):
            return self._regions_counted(COMPARE[node.op], self.number(node.right))
        if self.is_region(node):
            return self.info(INFO.REGIONS_AMONG, self.regions(node))
        raise NotSupportedError(f"a region that is {node}")

    def _regions_counted(self, how: int, number: int) -> int:
        """The regions with as many terrains as a comparison says: 0 to 3."""
        mask = self.asm.temp_register()
        self.asm.emit(OP.SET, mask, 0)
        for terrains in range(4):
            with self.moment():
                right = self.compare(how, terrains, number)
                found = self.info(INFO.REGIONS_COUNTED, terrains)
                found = self.alu(ALU.MUL, right, found)
                self.asm.emit(OP.ALU, mask, ALU.OR, register(mask), found)
        return register(mask)

    def terrains(self, node: Node) -> int:
        if isinstance(node, Word) and node.name in TERRAINS:
            return TERRAINS[node.name]
        if isinstance(node, Logic) and node.op == "|":
            mask = 0
            for part in node.parts:
                mask |= self.terrains(part)
            return mask
        raise NotSupportedError(f"a terrain: {node}")

    def regions(self, node: Node) -> int:
        """A mask of regions."""
        self.reads |= READS["position"]
        if isinstance(node, Logic) and node.op == "|":
            return self._joined(node, self.regions)
        if isinstance(node, Word):
            bound = self.env.get(node.name)
            if bound is not None and bound.mask is not None:
                return self.bound_mask(bound, bound.mask)
        if isinstance(node, Attribute) and node.name in ("hero_region", "companion_region"):
            which = node.name.replace("region", "expedition")
            return self.info(INFO.REGION_OF, self.expeditions(Attribute(node.of, which)))
        if isinstance(node, Attribute) and node.name == "region":
            if self._is_expedition(node.of):
                return self.info(INFO.REGION_OF, self.expeditions(node.of))
            if self.is_declared(node.of):
                return self.info(INFO.REGION_OF, self.info(INFO.PLAY_PLACE))
            self.reads |= READS["presence"]
            r = self.asm.temp_register()
            self.asm.emit(OP.REL, r, self.known(node.of), REL.REGION)
            return register(r)
        if isinstance(node, Apply) and node.name == "all":
            return self.region_candidates(node)
        if isinstance(node, Apply) and node.name in ("target", "choose"):
            return self.ask_place(node)
        raise NotSupportedError(f"a region: {node}")
