"""Selectors, filters, amounts, places and players: what an ability speaks of, as code."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from altered_env.engine.declaring import ASK
from altered_env.engine.terms import ALU, CMP, EV, HOW, INFO, OP, REL, C
from altered_env.language.compiler.assembler import Assembler, Label, NotSupportedError, register
from altered_env.language.compiler.tables import (
    COLUMNS,
    COMPARE,
    DURATIONS,
    EXPEDITION_STATES,
    KEYWORD_BITS,
    STATUS_BITS,
    SUBTYPE_BITS,
    SYMBOLS,
    TERRAINS,
    TYPES,
    ZONES,
)
from altered_env.language.model import (
    Apply,
    Arithmetic,
    Attribute,
    Bind,
    Compare,
    Conditional,
    Logic,
    Node,
    Number,
    Steps,
    Word,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from altered_env.language.compiler.book import BookBuilder

__all__ = ["Binding", "Selecting", "walk"]

EVERYONE = 15
EVERYWHERE = 255
PLACE_KINDS = {"expedition": 0, "player": 1, "region": 2, "terrain": 3}
# classes of what passives read and write (2.3.2)
READS = {
    "terrain": 1,
    "type": 2,
    "presence": 4,
    "keywords": 8,
    "abilities": 16,
    "statistics": 32,
    "position": 64,
    "limits": 128,
}


@dataclass(slots=True)
class Binding:
    """What a name is bound to: objects, a mask of places, an amount, a truth."""

    objects: int | None = None
    before: int | None = None
    """For what a step moved: the same, as they were before it."""
    mask: int | None = None
    kind: str = ""
    number: int | None = None
    truth: int | None = None
    late: bool = False
    """It comes from a step, not from a choice that can be declared."""


@dataclass(slots=True)
class Declared:
    """A choice of the declaration: a target, or modes with choices of their own."""

    node: Apply
    slot: int
    where: int
    modes: list[list[Declared]] = field(default_factory=list)
    switch: int = 0
    environment: dict[str, Binding] = field(default_factory=dict)


def walk(node: object) -> Iterator[Node]:
    """A node and everything in it."""
    if isinstance(node, Node):
        yield node
        for name in getattr(node, "__slots__", ()):
            yield from walk(getattr(node, name))
    elif isinstance(node, tuple):
        for part in node:
            yield from walk(part)


class Selecting:
    """Compiles everything that changes nothing, and the questions."""

    def __init__(self, builder: BookBuilder, asm: Assembler) -> None:
        self.builder = builder
        self.asm = asm
        self.env: dict[str, Binding] = {}
        self.reads = 0
        self.self_play = False
        self.declaring = False
        self.it_before = False
        """`it` of a Reaction is about what left: what is asked about it is as it last was."""
        self.internal = 0
        self.allowing: tuple[int, int, int, int] | None = None
        """What a cost is about to do to the object it picks: it must be possible."""
        self.hoist = False
        self.slots = 0
        self.declared: list[Declared] = []
        self.x_register: int | None = None

    @contextmanager
    def moment(self) -> Iterator[None]:
        """Registers and sets taken inside from above are free again after it."""
        registers, sets = self.asm.top_register, self.asm.top_set
        try:
            yield
        finally:
            self.asm.top_register, self.asm.top_set = registers, sets

    # -- small things -------------------------------------------------------

    def info(self, what: int, operand: int = 0) -> int:
        r = self.asm.temp_register()
        self.asm.emit(OP.INFO, r, what, operand)
        return register(r)

    def alu(self, how: int, a: int, b: int) -> int:
        r = self.asm.temp_register()
        self.asm.emit(OP.ALU, r, how, a, b)
        return register(r)

    def compare(self, how: int, a: int, b: int) -> int:
        r = self.asm.temp_register()
        self.asm.emit(OP.CMP, r, how, a, b)
        return register(r)

    def size(self, s: int) -> int:
        r = self.asm.temp_register()
        self.asm.emit(OP.SIZE, r, s)
        return register(r)

    def me_set(self, now: bool = False) -> int:
        s = self.asm.temp_set()
        self.asm.emit(OP.ME, s, 1 if now else 0)
        return s

    def you(self) -> int:
        return self.info(INFO.YOU)

    # -- players ------------------------------------------------------------

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

    # -- Expeditions, regions -----------------------------------------------

    def _is_expedition(self, node: Node) -> bool:
        if isinstance(node, Word):
            if node.name == "expeditions":
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

    # -- objects ------------------------------------------------------------

    def reference(self, node: Node) -> int:
        """A set with the objects a reference names, as they are known."""
        if isinstance(node, Word):
            if node.name == "me":
                return self.me_set()
            if node.name == "it" and "it" not in self.env:
                return 0
            bound = self.env.get(node.name)
            if bound and bound.objects is not None:
                return bound.objects
        if isinstance(node, Attribute) and node.name == "hero" and self.is_player(node.of):
            s = self.asm.temp_set()
            self.asm.emit(OP.ZONE, s, 1 << 6, self.players(node.of))
            return s
        if isinstance(node, Apply) and node.name in ("top", "bottom"):
            return self.top(node)
        if isinstance(node, Apply) and node.name in ("target", "choose", "all", "random"):
            return self.pick(node)
        raise NotSupportedError(f"an object: {node}")

    def known(self, node: Node) -> int:
        """A set with the objects a reference names, as they last were, to ask about them."""
        bound = self.env.get(node.name) if isinstance(node, Word) else None
        if bound is not None and bound.before is not None:
            return bound.before
        if node == Word("it") and bound is None and self.it_before:
            s = self.asm.temp_set()
            self.asm.emit(OP.ME, s, 2)
            return s
        return self.reference(node)

    def top(self, node: Apply) -> int:
        deck = node.args[0]
        if not isinstance(deck, Attribute):
            raise NotSupportedError(f"the top of {deck}")
        count = self.number(node.args[1]) if len(node.args) > 1 else 1
        s = self.asm.temp_set()
        self.asm.emit(OP.TOP, s, self.players(deck.of), count, 0, int(node.name == "bottom"))
        return s

    def _area(self, node: Node) -> list[tuple[int, int]] | None:
        """The zones that an area names, each with its players; None if it is no area."""
        if isinstance(node, Word) and node.name in ZONES:
            return [(ZONES[node.name], EVERYONE)]
        if isinstance(node, Attribute) and node.name in ZONES and self.is_player(node.of):
            return [(ZONES[node.name], self.players(node.of))]
        if isinstance(node, Logic) and node.op in ("|", "&"):
            found = [self._area(part) for part in node.parts]
            if node.op == "|" and all(f is not None for f in found):
                return [pair for f in found if f for pair in f]
        return None

    def _mentions_area(self, filters: tuple[Node, ...]) -> bool:
        for node in filters:
            for part in walk(node):
                if isinstance(part, Word) and part.name in ZONES:
                    return True
                if isinstance(part, Attribute) and part.name in ZONES:
                    return True
        return False

    def _kind_of(self, node: Apply) -> str:
        """Does a selector speak of objects, Expeditions, players or regions?"""
        for part in node.args:
            if isinstance(part, Word):
                if part.name in ("expedition", "expeditions"):
                    return "expedition"
                if part.name in ("player", "opponent"):
                    return "player"
                if part.name == "region":
                    return "region"
                if part.name == "terrain":
                    return "terrain"
            if isinstance(part, Attribute) and part.name == "expeditions":
                others = [p for p in node.args if p is not part]
                if not others:
                    return "expedition"
        return "objects"

    def candidates(self, node: Apply, default: int | None = None) -> int:
        """A fresh set with what a selector could pick."""
        s = self.asm.temp_set()
        filters = node.args
        bound = [
            part
            for part in filters
            if isinstance(part, Word)
            and part.name in self.env
            and self.env[part.name].objects is not None
        ]
        if bound:
            self.asm.emit(OP.COPY, s, self.env[bound[0].name].objects or 0)
            filters = tuple(part for part in filters if part is not bound[0])
        elif self._mentions_area(filters):
            zones = 0
            for part in filters:
                for inner in walk(part):
                    if isinstance(inner, Word | Attribute) and inner.name in ZONES:
                        zones |= ZONES[inner.name]
            self.asm.emit(OP.ZONE, s, zones, EVERYONE)
        else:
            self.asm.emit(OP.ZONE, s, default if default is not None else ZONES["play"], EVERYONE)
        for part in filters:
            self.narrow(s, part)
        return s

    def _and_area(self, s: int, areas: list[tuple[int, int]]) -> None:
        with self.moment():
            union = self.asm.temp_set()
            self.asm.emit(OP.CLEAR, union)
            t = self.asm.temp_set()
            for zones, players in areas:
                self.asm.emit(OP.ZONE, t, zones, players)
                self.asm.emit(OP.OR, union, union, t)
            self.asm.emit(OP.AND, s, s, union)

    def narrow(self, s: int, node: Node) -> None:
        """Keep of set s what passes a filter."""
        with self.moment():
            self._narrow(s, node)

    def _narrow(self, s: int, node: Node) -> None:
        asm = self.asm
        areas = self._area(node)
        if areas is not None:
            self._and_area(s, areas)
        elif isinstance(node, Word):
            self._narrow_word(s, node.name)
        elif isinstance(node, Logic):
            self._narrow_logic(s, node)
        elif isinstance(node, Compare):
            self._narrow_compare(s, node)
        elif self._is_expedition(node):
            asm.emit(OP.FILTER_BITS, s, C.PRESENCE, self.expeditions(node))
        elif isinstance(node, Apply):
            self._narrow_apply(s, node)
        elif self.is_player(node):
            mask = self.players(node)
            self._and_area(s, [(ZONES["play"], mask)])
        else:
            raise NotSupportedError(f"a filter: {node}")

    def _narrow_word(self, s: int, name: str) -> None:
        asm = self.asm
        if name in ("card", "object", "visible"):
            return
        if name in self.env and self.env[name].objects is not None:
            asm.emit(OP.AND, s, s, self.env[name].objects or 0)
        elif name in self.env and self.env[name].kind == "player":
            self._and_area(s, [(ZONES["play"], self.env[name].mask or 0)])
        elif name in TYPES:
            self.reads |= READS["type"]
            asm.emit(OP.FILTER_BITS, s, C.TYPE, TYPES[name])
        elif name in SUBTYPE_BITS:
            self.reads |= READS["type"]
            asm.emit(OP.FILTER_SUBTYPE, s, SUBTYPE_BITS[name])
        elif name in STATUS_BITS:
            asm.emit(OP.FILTER_BITS, s, C.STATUS, STATUS_BITS[name])
        elif name == "boosted":
            asm.emit(OP.FILTER, s, C.BOOSTS, CMP.GT, 0)
        elif name == "ready":
            asm.emit(OP.FILTER, s, C.READY, CMP.EQ, 1)
        elif name == "other":
            asm.emit(OP.SUB, s, s, self.me_set())
            asm.emit(OP.SUB, s, s, self.me_set(now=True))
        elif name in KEYWORD_BITS:
            self.reads |= READS["keywords"]
            asm.emit(OP.FILTER_BITS, s, C.KEYWORDS, KEYWORD_BITS[name])
        elif name == "tough":
            self.reads |= READS["keywords"]
            asm.emit(OP.FILTER, s, C.TOUGH, CMP.GT, 0)
        elif name in EXPEDITION_STATES:
            self.reads |= READS["position"] | READS["presence"]
            asm.emit(OP.FILTER_BITS, s, C.PRESENCE, self.info(EXPEDITION_STATES[name]))
        elif name == "me":
            asm.emit(OP.AND, s, s, self.me_set(now=True))
        elif name == "it":
            asm.emit(OP.AND, s, s, 0)
        else:
            raise NotSupportedError(f"the filter '{name}'")

    def _narrow_logic(self, s: int, node: Logic) -> None:
        asm = self.asm
        if node.op in ("&", "and"):
            for part in node.parts:
                self.narrow(s, part)
        elif node.op in ("~", "not"):
            t = asm.temp_set()
            asm.emit(OP.COPY, t, s)
            self.narrow(t, node.parts[0])
            asm.emit(OP.SUB, s, s, t)
        else:
            union = asm.temp_set()
            asm.emit(OP.CLEAR, union)
            for part in node.parts:
                with self.moment():
                    t = asm.temp_set()
                    asm.emit(OP.COPY, t, s)
                    self.narrow(t, part)
                    asm.emit(OP.OR, union, union, t)
            asm.emit(OP.COPY, s, union)

    def column(self, name: str) -> int:
        if name in ("forest", "mountain", "water", "highest", "lowest"):
            self.reads |= READS["statistics"]
        if name in COLUMNS:
            return COLUMNS[name]
        kind = self.builder.counter(name)
        if kind is not None:
            return C.COUNTER_OF + kind
        raise NotSupportedError(f"the characteristic '{name}'")

    def _narrow_compare(self, s: int, node: Compare) -> None:
        flip = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
        left, right, op = node.left, node.right, node.op
        if not isinstance(left, Word) or left.name not in COLUMNS:
            if isinstance(right, Word) and right.name in COLUMNS:
                left, right, op = right, left, flip[op]
        if isinstance(left, Apply) and left.name == "total":
            return  # a budget over what is picked
        if not isinstance(left, Word):
            raise NotSupportedError(f"a comparison: {node}")
        self.asm.emit(OP.FILTER, s, self.column(left.name), COMPARE[op], self.number(right))

    def _narrow_apply(self, s: int, node: Apply) -> None:
        asm = self.asm
        if node.name == "facing":
            self.reads |= READS["presence"]
            whom = node.args[0]
            if self._is_expedition(whom):
                mask = self.info(INFO.FACING_OF, self.expeditions(whom))
            else:
                r = asm.temp_register()
                asm.emit(OP.REL, r, self.reference(whom), REL.FACING)
                mask = register(r)
            asm.emit(OP.FILTER_BITS, s, C.PRESENCE, mask)
        elif node.name == "in_":
            asm.emit(OP.FILTER_BITS, s, C.PRESENCE, self.in_terrain(node))
        elif node.name == "named":
            like = node.args[0]
            if isinstance(like, Word) and like.name in self.builder.tokens:
                card = self.builder.token(like.name)
                asm.emit(OP.FILTER, s, C.NAME, CMP.EQ, int(self.builder.name_of(card)))
            else:
                r = asm.temp_register()
                asm.emit(OP.ATTR, r, self.reference(like), C.NAME, HOW.ONE)
                asm.emit(OP.FILTER, s, C.NAME, CMP.EQ, register(r))
        elif node.name == "has":
            what = node.args[0]
            if isinstance(what, Word) and what.name in SYMBOLS:
                asm.emit(OP.FILTER_BITS, s, C.HAS_SUPPORT, SYMBOLS[what.name])
            elif isinstance(what, Word):
                self.narrow(s, what)
            else:
                raise NotSupportedError(f"has({what})")
        elif node.name in ("highest", "lowest"):
            word = node.args[0]
            if not isinstance(word, Word):
                raise NotSupportedError(f"{node.name}({word})")
            how = HOW.HIGHEST if node.name == "highest" else HOW.LOWEST
            asm.emit(OP.EXTREME, s, self.column(word.name), how)
        elif node.name == "tax":
            raise NotSupportedError("tax")
        else:
            raise NotSupportedError(f"the filter {node.name}(..)")

    # -- questions ----------------------------------------------------------

    def _is_late(self, node: Node) -> bool:
        """Does a choice depend on what an earlier step does?"""
        for part in walk(node):
            if isinstance(part, Word) and part.name in self.env and self.env[part.name].late:
                return True
            if isinstance(part, Word) and part.name in ("they", "X"):
                return True
        return False

    def _slot(self, node: Apply, where: int) -> int:
        """The number of this choice in the declaration; 0 if it is made at its step."""
        if not self.hoist or node.name != "target" or self._is_late(node):
            return 0
        if self.declaring:
            return 0
        self.slots += 1
        if self.slots > 15:
            raise NotSupportedError("more than 15 targets")
        self.declared.append(Declared(node, self.slots, where, environment=dict(self.env)))
        return self.slots

    def limits(self, node: Apply, most: int | None = None) -> tuple[int, int]:
        """How few and how many a selector picks."""
        for part in node.args:
            if isinstance(part, Word) and part.name == "any_number":
                return 0, 63
        n = node.keyword("n")
        up_to = node.keyword("up_to")
        if node.keyword("any_number") is not None:
            return 0, 63
        if up_to is not None:
            return 0, self.number(up_to)
        if n is not None:
            count = self.number(n)
            return count, count
        return 1, 1

    def _budget(self, node: Apply) -> tuple[int, int]:
        """A limit on a total over what is picked: column and number."""
        for part in node.args:
            if isinstance(part, Compare) and isinstance(part.left, Apply):
                if part.left.name == "total" and isinstance(part.left.args[0], Word):
                    if part.op not in ("<=", "<"):
                        raise NotSupportedError(f"a total {part.op}")
                    number = self.number(part.right)
                    if part.op == "<":
                        number = self.alu(ALU.SUB, number, 1)
                    return self.column(part.left.args[0].name), number
        return 0, 0

    def strip(self, node: Apply) -> Apply:
        """The selector without words that are not filters."""
        args = tuple(
            part for part in node.args if not (isinstance(part, Word) and part.name == "any_number")
        )
        return Apply(node.name, args, node.keywords)

    def pick(
        self,
        node: Apply,
        *,
        may: bool = False,
        default: int | None = None,
        own: bool = False,
        playable: tuple[int, int] | None = None,
    ) -> int:
        """A set with what a selector picks: asked for, or taken whole.

        `own` keeps what the doer controls. `playable` keeps what could be played (free, less).
        """
        asm = self.asm
        if node.name == "all":
            found = self.candidates(self.strip(node), default)
            if own:
                self._and_area(found, [(ZONES["play"], self.info(INFO.DOER))])
            return found
        if node.name == "random":
            s = self.candidates(self.strip(node), default)
            count = node.keyword("n")
            asm.emit(OP.RANDOM, s, self.number(count) if count is not None else 1)
            return s
        dst = asm.new_set()
        slot = self._slot(node, dst)
        self._ask(node, dst, slot, may=may, default=default, own=own, playable=playable)
        if slot and may:
            self._ask_at_resolution(slot, dst)
        return dst

    def _ask_at_resolution(self, slot: int, dst: int) -> None:
        """A "may" whose target was declared is decided as it resolves (5.2.3.e)."""
        asm = self.asm
        with self.moment():
            done = Label()
            asm.jump_unless(self.info(INFO.DECLARED, slot), done)
            asm.jump_unless(self.size(dst), done)
            r = asm.temp_register()
            asm.emit(OP.ASK_YES, r)
            asm.jump_if(register(r), done)
            asm.emit(OP.CLEAR, dst)
            asm.mark(done)

    def _ask(
        self,
        node: Apply,
        dst: int,
        slot: int,
        *,
        may: bool = False,
        default: int | None = None,
        own: bool = False,
        playable: tuple[int, int] | None = None,
    ) -> None:
        asm = self.asm
        with self.moment():
            cand = self.candidates(self.strip(node), default)
            if own:
                self._and_area(cand, [(ZONES["play"], self.info(INFO.DOER))])
            if playable is not None:
                asm.emit(OP.FILTER_PLAYABLE, cand, playable[0], playable[1])
            if self.allowing is not None:
                asm.emit(OP.ALLOW, cand, *self.allowing)
            least, most = self.limits(node)
            column, budget = self._budget(node)
            flags = ASK.TARGET if node.name == "target" else 0
            if may:
                flags |= ASK.MAY
            if any(part == Word("mana_orb") for part in node.args):
                flags |= ASK.ORBS
            flags |= column << 8 | slot << 16 | self.internal
            asm.emit(OP.ASK_OBJECTS, dst, cand, least, most, flags, budget)

    def ask_place(self, node: Apply, *, may: bool = False) -> int:
        """Ask for one Expedition, player or region (or as many as the selector says)."""
        asm = self.asm
        kind = self._kind_of(node)
        dst = asm.new_register()
        slot = self._slot(node, dst)
        self._ask_place(node, kind, dst, slot, may)
        return register(dst)

    def _ask_place(self, node: Apply, kind: str, dst: int, slot: int, may: bool) -> None:
        asm = self.asm
        with self.moment():
            if kind == "expedition":
                mask = self._expedition_candidates(self.strip(node))
                mask = self.alu(ALU.AND, mask, self.info(INFO.EXPEDITIONS_OF, 3))
            elif kind == "player":
                mask = self.alu(ALU.AND, self._player_candidates(self.strip(node)), 3)
            elif kind == "region":
                mask = EVERYWHERE
                if any(part == Word("visible") for part in node.args):
                    mask = self.info(INFO.REGIONS_VISIBLE)
            else:
                mask = 7
            flags = (ASK.TARGET if node.name == "target" else 0) | self.internal
            if may:
                flags |= ASK.MAY
            least, most = self.limits(node)
            if (least, most) == (1, 1):
                asm.emit(OP.ASK_PLACE, dst, mask, PLACE_KINDS[kind], flags | slot << 16)
                return
            done = Label()
            if slot and not self.declaring:
                asm.jump_if(self.info(INFO.DECLARED, slot), done)
            self._ask_places(dst, mask, kind, flags, least, most)
            if slot and self.declaring:
                asm.emit(OP.DECLARED, slot)
            asm.mark(done)

    def _ask_places(
        self, dst: int, mask: int, kind: str, flags: int, least: int, most: int
    ) -> None:
        """Several places, one question after the other; fewer where that is allowed."""
        asm = self.asm
        left = asm.temp_register()
        one = asm.temp_register()
        asm.emit(OP.SET, left, mask)
        asm.emit(OP.SET, dst, 0)
        if least != most:
            flags |= ASK.MAY
        count = asm.temp_register()
        asm.emit(OP.SET, count, 0)
        again, done = Label(), Label()
        asm.mark(again)
        more = self.compare(CMP.LT, register(count), most)
        asm.jump_unless(more, done)
        asm.jump_unless(register(left), done)
        asm.emit(OP.ASK_PLACE, one, register(left), PLACE_KINDS[kind], flags)
        asm.jump_unless(register(one), done)
        asm.emit(OP.ALU, dst, ALU.OR, register(dst), register(one))
        asm.emit(OP.ALU, left, ALU.ANDNOT, register(left), register(one))
        asm.emit(OP.ALU, count, ALU.ADD, register(count), 1)
        asm.emit(OP.JMP, again)
        asm.mark(done)

    def declare(self, items: list[Declared]) -> None:
        """The questions of the declaration, in their order."""
        asm = self.asm
        self.declaring = True
        for item in items:
            self.env = item.environment
            if item.modes:
                picks = self.number(item.node.args[0])
                copy = asm.new_register()
                switch = Label()
                flags = item.slot << 16 | self.internal
                asm.emit(OP.ASK_MODE, item.where, picks, len(item.modes), switch, flags)
                asm.emit(OP.SET, copy, register(item.where))
                self._switch(copy, switch, [partial(self.declare, m) for m in item.modes])
                self.declaring = True
            elif self._kind_of(item.node) == "objects":
                self._ask(item.node, item.where, item.slot)
            else:
                self._ask_place(item.node, self._kind_of(item.node), item.where, item.slot, False)
        self.declaring = False

    def _switch(self, digits: int, switch: Label, blocks: list[Callable[[], None]]) -> None:
        """Carry out the block of each digit, then go on after the last."""
        asm = self.asm
        asm.mark(switch)
        asm.emit(OP.SWITCH, digits, len(blocks))
        labels = [Label() for _ in blocks]
        done = Label()
        for label in labels:
            asm.emit(OP.JMP, label)
        asm.emit(OP.JMP, done)
        for label, block in zip(labels, blocks, strict=True):
            asm.mark(label)
            block()
            asm.emit(OP.JMP, switch)
        asm.mark(done)

    # -- amounts ------------------------------------------------------------

    def number(self, node: Node) -> int:
        """An operand holding an amount."""
        if isinstance(node, Number):
            return node.value
        if isinstance(node, Word):
            return self._number_word(node.name)
        if isinstance(node, Arithmetic):
            how = {"+": ALU.ADD, "-": ALU.SUB, "*": ALU.MUL}[node.op]
            return self.alu(how, self.number(node.left), self.number(node.right))
        if isinstance(node, Conditional):
            r = self.asm.temp_register()
            other, done = Label(), Label()
            self.asm.jump_unless(self.truth(node.test), other)
            self.asm.emit(OP.SET, r, self.number(node.then))
            self.asm.emit(OP.JMP, done)
            self.asm.mark(other)
            self.asm.emit(OP.SET, r, self.number(node.otherwise))
            self.asm.mark(done)
            return register(r)
        if isinstance(node, Attribute):
            return self._number_attribute(node)
        if isinstance(node, Apply):
            return self._number_apply(node)
        if isinstance(node, Compare | Logic):
            return self.truth(node)
        raise NotSupportedError(f"an amount: {node}")

    def _number_word(self, name: str) -> int:
        if name == "n":
            return self.info(INFO.MATCHED_AMOUNT)
        if name == "day":
            return self.info(INFO.DAY)
        if name == "X":
            if self.x_register is None:
                raise NotSupportedError("X without a cost that chooses it")
            return register(self.x_register)
        if name == "result":
            return self.info(INFO.MATCHED_AMOUNT)
        bound = self.env.get(name)
        if bound is not None and bound.number is not None:
            return bound.number
        raise NotSupportedError(f"the amount '{name}'")

    def _number_attribute(self, node: Attribute) -> int:
        if node.name == "n" and isinstance(node.of, Word):
            bound = self.env.get(node.of.name)
            if bound is not None and bound.number is not None:
                return bound.number
        if node.name == "first_player":
            return self.truth(node)
        r = self.asm.temp_register()
        self.asm.emit(OP.ATTR, r, self.known(node.of), self.column(node.name), HOW.SUM)
        return register(r)

    def _number_apply(self, node: Apply) -> int:
        asm = self.asm
        if node.name == "count":
            if any(part == Word("region") for part in node.args):
                raise NotSupportedError("counting regions")
            s = self.candidates(node)
            distinct = node.keyword("distinct")
            if isinstance(distinct, Word):
                r = asm.temp_register()
                asm.emit(OP.ATTR, r, s, self.column(distinct.name), HOW.DISTINCT)
                return register(r)
            return self.size(s)
        if node.name in ("total", "highest", "lowest") and isinstance(node.args[0], Word):
            s = self.candidates(Apply("all", node.args[1:]))
            how = {"total": HOW.SUM, "highest": HOW.HIGHEST, "lowest": HOW.LOWEST}[node.name]
            r = asm.temp_register()
            asm.emit(OP.ATTR, r, s, self.column(node.args[0].name), how)
            return register(r)
        if node.name == "happened":
            return self._happened(node)
        raise NotSupportedError(f"the amount {node.name}(..)")

    def _happened(self, node: Apply) -> int:
        """How often something happened this turn, Afternoon or Day."""
        pattern = node.args[0]
        this = node.keyword("this")
        if not isinstance(pattern, Apply):
            raise NotSupportedError(f"happened({pattern})")
        scope = DURATIONS[this.name] if isinstance(this, Word) else DURATIONS["day"]
        kinds = {"plays": EV.PLAY, "passes": EV.PASS, "rolls": EV.ROLL, "fails": EV.FAIL}
        causes = {"sacrifices": (EV.MOVE, 4), "discards": (EV.MOVE, 8)}
        players = EVERYONE
        types = 0
        for part in pattern.args:
            if self.is_player(part):
                players = self.players(part)
            elif isinstance(part, Word) and part.name in TYPES:
                types |= TYPES[part.name]
            elif isinstance(part, Word) and part.name in ("card", "other"):
                continue
            elif self._is_expedition(part):
                players = self.info(INFO.CONTROLLERS_OF, self.expeditions(part))
            else:
                raise NotSupportedError(f"happened(.. {part})")
        if pattern.name in kinds:
            kind, cause = kinds[pattern.name], 0
        elif pattern.name in causes:
            kind, cause = causes[pattern.name]
        else:
            raise NotSupportedError(f"happened({pattern.name})")
        r = self.asm.temp_register()
        self.asm.emit(OP.HIST, r, kind, cause, players, scope, types)
        return register(r)

    # -- conditions ---------------------------------------------------------

    def truth(self, node: Node) -> int:
        """An operand that is not zero when a condition holds."""
        if isinstance(node, Compare):
            return self.compare(COMPARE[node.op], self.number(node.left), self.number(node.right))
        if isinstance(node, Logic):
            return self._truth_logic(node)
        if isinstance(node, Attribute):
            return self._truth_attribute(node)
        if isinstance(node, Word):
            bound = self.env.get(node.name)
            if bound is not None and bound.truth is not None:
                return bound.truth
            if bound is not None and bound.objects is not None:
                return self.size(bound.objects)
        if isinstance(node, Apply):
            if node.name == "is_":
                return self._is(node)
            if node.name == "happened":
                return self.number(node)
            return self.step_truth(node)
        if isinstance(node, Bind | Steps):
            return self.step_truth(node)
        return self.number(node)

    def step_truth(self, node: Node) -> int:
        raise NotSupportedError(f"a condition: {node}")

    def _truth_logic(self, node: Logic) -> int:
        asm = self.asm
        if node.op in ("not", "~"):
            return self.compare(CMP.EQ, self.truth(node.parts[0]), 0)
        r = asm.new_register()
        done = Label()
        stop = 0 if node.op in ("and", "&") else 1
        for part in node.parts:
            with self.moment():
                value = self.compare(CMP.NE, self.truth(part), 0)
                asm.emit(OP.SET, r, value)
            if stop == 0:
                asm.jump_unless(register(r), done)
            else:
                asm.jump_if(register(r), done)
        asm.mark(done)
        return register(r)

    def _truth_attribute(self, node: Attribute) -> int:
        if node.name == "first_player":
            mask = self.alu(ALU.AND, self.info(INFO.FIRST_PLAYER), self.players(node.of))
            return self.compare(CMP.NE, mask, 0)
        if node.name in EXPEDITION_STATES:
            of = node.of if self._is_expedition(node.of) else Attribute(node.of, "expedition")
            return self._all_of(self.expeditions(of), self.info(EXPEDITION_STATES[node.name]))
        if self._is_expedition(node.of):
            raise NotSupportedError(f"an Expedition's {node.name}")
        known = node.name in STATUS_BITS or node.name in TYPES or node.name in SUBTYPE_BITS
        if known or node.name in ("boosted", "ready") or node.name in KEYWORD_BITS:
            return self._is(Apply("is_", (node.of, Word(node.name))))
        return self.compare(CMP.NE, self.number(node), 0)

    def _all_of(self, mask: int, having: int) -> int:
        """Every Expedition of a mask, and at least one, is among those `having` it (7.4.4.k)."""
        rest = self.alu(ALU.ANDNOT, mask, having)
        none_left = self.compare(CMP.EQ, rest, 0)
        some = self.compare(CMP.NE, mask, 0)
        return self.alu(ALU.AND, none_left, some)

    def _is(self, node: Apply) -> int:
        what, *filters = node.args
        if self._is_expedition(what):
            result = 1
            for part in filters:
                if isinstance(part, Word) and part.name in EXPEDITION_STATES:
                    having = self.info(EXPEDITION_STATES[part.name])
                elif isinstance(part, Apply) and part.name == "in_":
                    having = self.in_terrain(part)
                else:
                    raise NotSupportedError(f"an Expedition that is {part}")
                one = self._all_of(self.expeditions(what), having)
                result = one if result == 1 else self.alu(ALU.AND, result, one)
            return result
        whole = self.reference(what)
        s = self.asm.temp_set()
        self.asm.emit(OP.COPY, s, whole)
        for part in filters:
            self.narrow(s, part)
        same = self.compare(CMP.EQ, self.size(s), self.size(whole))
        some = self.compare(CMP.NE, self.size(whole), 0)
        return self.alu(ALU.AND, same, some)
