"""Players, Expeditions, regions and terrains, as masks."""

from __future__ import annotations

from altered_env.engine.terms import ALU, INFO, OP, REL
from altered_env.language.compiler.assembler import NotSupportedError, register
from altered_env.language.compiler.bindings import EVERYONE, EVERYWHERE, READS
from altered_env.language.compiler.core import Core
from altered_env.language.compiler.tables import EXPEDITION_STATES, TERRAINS
from altered_env.language.model import Apply, Attribute, Logic, Node, Word

__all__ = ["Places"]


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
        if isinstance(node, Apply) and node.name in ("target", "choose", "all", "by"):
            return self._kind_of(node) == "player"
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
                return bound.mask
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
        raise NotSupportedError(f"a player: {node}")

    def _player_candidates(self, node: Apply) -> int:
        mask = EVERYONE
        for part in node.args:
            if isinstance(part, Word) and part.name == "player":
                continue
            if isinstance(part, Word) and part.name == "opponent":
                mask = self.info(INFO.OPPONENTS, self.you())
            elif isinstance(part, Word) and part.name == "other":
                mask = self.alu(ALU.ANDNOT, mask, self.you())
            else:
                raise NotSupportedError(f"players that are {part}")
        return mask

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
                return bound.mask
        if isinstance(node, Logic) and node.op == "|":
            mask = self.expeditions(node.parts[0])
            for part in node.parts[1:]:
                mask = self.alu(ALU.OR, mask, self.expeditions(part))
            return mask
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
                if self.self_play and node.of == Word("me"):
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
            if isinstance(part, Word) and part.name in ("expedition", "expeditions"):
                continue
            if isinstance(part, Word) and part.name in EXPEDITION_STATES:
                mask = self.alu(ALU.AND, mask, self.info(EXPEDITION_STATES[part.name]))
            elif isinstance(part, Apply) and part.name == "in_":
                mask = self.alu(ALU.AND, mask, self.in_terrain(part))
            elif self._is_expedition(part):
                mask = self.alu(ALU.AND, mask, self.expeditions(part))
            elif self.is_player(part):
                mask = self.alu(ALU.AND, mask, self.info(INFO.EXPEDITIONS_OF, self.players(part)))
            else:
                raise NotSupportedError(f"Expeditions that are {part}")
        return mask

    def in_terrain(self, node: Apply) -> int:
        self.reads |= READS["terrain"] | READS["position"]
        return self.info(INFO.IN_TERRAIN, self.terrains(node.args[0]))

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
            mask = self.regions(node.parts[0])
            for part in node.parts[1:]:
                mask = self.alu(ALU.OR, mask, self.regions(part))
            return mask
        if isinstance(node, Attribute) and node.name == "region":
            if self._is_expedition(node.of):
                return self.info(INFO.REGION_OF, self.expeditions(node.of))
            mine = self.expeditions(Attribute(node.of, "expedition"))
            return self.info(INFO.REGION_OF, mine)
        if isinstance(node, Apply) and node.name == "all":
            return EVERYWHERE
        if isinstance(node, Apply) and node.name in ("target", "choose"):
            return self.ask_place(node)
        raise NotSupportedError(f"a region: {node}")
