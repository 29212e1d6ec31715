"""Objects: references, areas, and filters that narrow a set."""

from __future__ import annotations

from collections.abc import Iterator

from altered_env.engine.terms import CMP, HOW, INFO, KW, OP, REL, C, Z
from altered_env.language.compiler.assembler import Label, NotSupportedError, register
from altered_env.language.compiler.bindings import EVERYONE, READS, Binding
from altered_env.language.compiler.places import Places
from altered_env.language.compiler.tables import (
    COLUMNS,
    COMPARE,
    EXPEDITION_STATES,
    KEYWORD_BITS,
    PLACES,
    STATUS_BITS,
    SYMBOLS,
    TYPES,
    ZONES,
)
from altered_env.language.model import Apply, Attribute, Compare, Logic, Node, Word

__all__ = ["Filters"]


NOUNS = {
    **dict.fromkeys((*TYPES, "card"), "objects"),
    "expedition": "expedition",
    "player": "player",
    "opponent": "player",
    "region": "region",
}
"""Words that say what a selector picks."""


def _words_of(filters: tuple[Node, ...]) -> Iterator[str]:
    """The words that filters are, or that they join."""
    for node in filters:
        if isinstance(node, Word):
            yield node.name
        elif isinstance(node, Logic) and node.op in ("|", "&"):
            yield from _words_of(node.parts)


class Filters(Places):
    """Objects."""

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
            self.asm.emit(OP.ZONE, s, 1 << Z.HERO, self.players(node.of))
            return s
        if isinstance(node, Apply) and node.name in ("top", "bottom"):
            return self.top(node)
        if isinstance(node, Apply) and node.name in ("target", "choose", "all", "random"):
            return self.pick(node)
        raise NotSupportedError(f"an object: {node}")

    def known(self, node: Node) -> int:
        """A set with the objects a reference names, as they last were, to ask about them."""
        bound = self.env.get(node.name) if isinstance(node, Word) else None
        if bound is not None and bound.hidden and bound.objects is not None:
            self.asm.emit(OP.SHOW, bound.objects)
        if bound is not None and bound.before is not None:
            return bound.before
        if node == Word("it") and bound is None and self.it_before:
            return self._before()
        return self.reference(node)

    def as_played(self, node: Node) -> int:
        """A set with the objects a reference names; what was played, as it was in Limbo."""
        if node == Word("it") and "it" not in self.env and self.it_played:
            return self._before()
        return self.known(node)

    def _before(self) -> int:
        s = self.asm.temp_set()
        self.asm.emit(OP.ME, s, 2)
        return s

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

    def _zones_of(self, node: Node) -> int:
        """The zones that a filter says, as a mask; 0 where it says none."""
        if isinstance(node, Logic) and node.op in ("|", "&"):
            zones = 0
            for part in node.parts:
                zones |= self._zones_of(part)
            return zones
        if isinstance(node, Word | Attribute) and node.name in ZONES:
            return ZONES[node.name]
        return 1 << Z.HERO if isinstance(node, Attribute) and node.name == "hero" else 0

    def _mentions_area(self, filters: tuple[Node, ...]) -> bool:
        return any(self._zones_of(node) for node in filters)

    def is_kind_alone(self, filters: tuple[Node, ...]) -> bool:
        """Do they say a type or sub-type, and no zone? Then one in play is meant (2.2.1.h)."""
        kinds = (name in TYPES or self.builder.is_subtype(name) for name in _words_of(filters))
        return not self._mentions_area(filters) and any(kinds)

    def _placed(self, filters: tuple[Node, ...]) -> tuple[Node, ...]:
        """The filters, where some of several alternatives say a zone and others do not: those
        speak of what is in play."""
        if any(self._zones_of(part) and not self._is_open(part) for part in filters):
            return filters
        return tuple(self._closed(part) for part in filters)

    def _is_open(self, node: Node) -> bool:
        """May something that passes the filter be in any zone?"""
        if isinstance(node, Logic) and node.op == "|":
            return any(self._is_open(part) for part in node.parts)
        if isinstance(node, Logic) and node.op == "&":
            return all(self._is_open(part) for part in node.parts)
        return self._zones_of(node) == 0

    def _closed(self, node: Node) -> Node:
        if not isinstance(node, Logic) or node.op != "|" or not self._zones_of(node):
            return node
        parts = [Logic("&", (p, Word("play"))) if self._is_open(p) else p for p in node.parts]
        return Logic("|", tuple(parts))

    def _kind_of(self, node: Apply) -> str:
        """Does a selector speak of objects, Expeditions, players or regions?"""
        filters = self.strip(node).args
        nouns = {NOUNS[name] for name in _words_of(filters) if name in NOUNS}
        if nouns:
            return nouns.pop() if len(nouns) == 1 else "objects"
        if any(self._is_expedition(part) for part in filters):
            if all(self._suits_expeditions(part) for part in filters):
                return "expedition"
        if filters and all(self.is_player(part) for part in filters):
            return "player"
        if filters and all(self.is_region(part) for part in filters):
            return "region"
        return "objects"

    def _suits_expeditions(self, node: Node) -> bool:
        """Is this an Expedition, or a filter that Expeditions can pass: `behind | tied`?"""
        if isinstance(node, Logic):
            return all(self._suits_expeditions(part) for part in node.parts)
        if isinstance(node, Word) and node.name in EXPEDITION_STATES:
            return True
        return self._is_expedition(node) or (isinstance(node, Apply) and node.name == "in_")

    def candidates(self, node: Apply, default: int | None = None) -> int:
        """A fresh set with what a selector could pick."""
        s = self.asm.temp_set()
        filters = node.args
        self._check_orbs(filters, ZONES["play"] if default is None else default)
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
            filters = self._placed(filters)
            filters = self._begin_with(s, filters)
        else:
            zones = default if default is not None else ZONES["play"]
            self.asm.emit(OP.ZONE, s, zones, EVERYONE)
        for part in filters:
            self.narrow(s, part)
        return s

    def _check_orbs(self, filters: tuple[Node, ...], default: int) -> None:
        """Mana Orbs are in Mana zones alone: a selector of them says whose."""
        zones = 0
        for part in filters:
            if isinstance(part, Word) and part.name in self.env:
                return
            zones |= self._zones_of(part)
        if "mana_orb" in _words_of(filters) and not (zones or default) & ZONES["mana"]:
            raise NotSupportedError("a Mana Orb elsewhere: write mana_orb, you.mana")

    def _begin_with(self, s: int, filters: tuple[Node, ...]) -> tuple[Node, ...]:
        """Fill set s with an area that a filter names, or with all zones that some speak of;
        returns the filters that are left."""
        with self.moment():
            for number, part in enumerate(filters):
                areas = self._area(part)
                if areas is not None:
                    self._fill(s, areas)
                    return filters[:number] + filters[number + 1 :]
        zones = 0
        for part in filters:
            zones |= self._zones_of(part)
        self.asm.emit(OP.ZONE, s, zones, EVERYONE)
        return filters

    def _fill(self, s: int, areas: list[tuple[int, int]]) -> None:
        """Set s is what lies in these zones of these players."""
        first, *others = areas
        self.asm.emit(OP.ZONE, s, *first)
        for area in others:
            with self.moment():
                t = self.asm.temp_set()
                self.asm.emit(OP.ZONE, t, *area)
                self.asm.emit(OP.OR, s, s, t)

    def _and_area(self, s: int, areas: list[tuple[int, int]]) -> None:
        with self.moment():
            area = self.asm.temp_set()
            self._fill(area, areas)
            self.asm.emit(OP.AND, s, s, area)

    def narrow(self, s: int, node: Node) -> None:
        """Keep of set s what passes a filter."""
        with self.moment():
            self._narrow(s, node)

    def _narrow(self, s: int, node: Node) -> None:
        asm = self.asm
        areas = self._area(node)
        if areas is not None:
            self._and_area(s, areas)
        elif self._is_expedition(node):
            asm.emit(OP.FILTER_BITS, s, C.PRESENCE, self.expeditions(node))
        elif self.is_region(node) or (isinstance(node, Compare) and node.left == Word("terrains")):
            there = self.info(INFO.EXPEDITIONS_AT, self.regions_that(node))
            asm.emit(OP.FILTER_BITS, s, C.STANDING, there)
        elif isinstance(node, Word):
            self._narrow_word(s, node.name)
        elif isinstance(node, Logic):
            self._narrow_logic(s, node)
        elif isinstance(node, Compare):
            self._narrow_compare(s, node)
        elif isinstance(node, Apply):
            self._narrow_apply(s, node)
        elif isinstance(node, Attribute) and node.name == "hero":
            asm.emit(OP.AND, s, s, self.reference(node))
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
            self._narrow_bound(s, self.env[name])
        elif name in self.env and self.env[name].kind == "player":
            self._and_area(s, [(ZONES["play"], self.env[name].mask or 0)])
        elif name in TYPES:
            self.reads |= READS["type"]
            asm.emit(OP.FILTER_BITS, s, C.TYPE, TYPES[name])
        elif self.builder.is_subtype(name):
            self.reads |= READS["type"]
            asm.emit(OP.FILTER_SUBTYPE, s, self.builder.subtype(name))
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
            self._narrow_state(s, name)
        elif name == "me":
            asm.emit(OP.AND, s, s, self.me_set(now=True))
        elif name == "it":
            asm.emit(OP.AND, s, s, 0)
        else:
            raise NotSupportedError(f"the filter '{name}'")

    def _narrow_state(self, s: int, name: str) -> None:
        """In an Expedition that is so; In Contact is also what is considered so (7.5.9.b)."""
        self.reads |= READS["presence"]
        asm = self.asm
        if name != "in_contact":
            asm.emit(OP.FILTER_BITS, s, C.STANDING, self.state(name))
            return
        self.reads |= READS["keywords"]
        considered = asm.temp_set()
        asm.emit(OP.COPY, considered, s)
        asm.emit(OP.FILTER_BITS, considered, C.KEYWORDS, KW.IN_CONTACT)
        asm.emit(OP.FILTER_BITS, s, C.STANDING, self.state(name))
        asm.emit(OP.OR, s, s, considered)

    def _narrow_bound(self, s: int, bound: Binding) -> None:
        """One of those that a name stands for; see `bound_mask`."""
        objects = bound.objects or 0
        if self.negated and bound.single:
            several = self.compare(CMP.GT, self.size(objects), 1)
            kept = Label()
            self.asm.jump_unless(several, kept)
            self.asm.emit(OP.CLEAR, s)
            self.asm.mark(kept)
        self.asm.emit(OP.AND, s, s, objects)

    def _narrow_logic(self, s: int, node: Logic) -> None:
        asm = self.asm
        if node.op in ("&", "and"):
            for part in node.parts:
                self.narrow(s, part)
        elif node.op in ("~", "not"):
            t = asm.temp_set()
            asm.emit(OP.COPY, t, s)
            with self.inverted():
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
        if left.name == "played_from":
            self.asm.emit(OP.FILTER, s, C.ORIGIN, COMPARE[op], self.zone_number(right))
            return
        self.asm.emit(OP.FILTER, s, self.column(left.name), COMPARE[op], self.number(right))
        for measured in self.measured(right):
            kept = Label()
            self.asm.jump_if(self.size(measured), kept)
            self.asm.emit(OP.CLEAR, s)
            self.asm.mark(kept)

    def zone_number(self, node: Node) -> int:
        """The zone that a word names, to compare with the one a card was played from."""
        if isinstance(node, Word) and node.name in PLACES:
            return PLACES[node.name]
        raise NotSupportedError(f"played from {node}")

    def _narrow_apply(self, s: int, node: Apply) -> None:
        asm = self.asm
        if node.name == "facing":
            self.reads |= READS["presence"]
            whom = node.args[0]
            if self._is_expedition(whom):
                mask = self.info(INFO.FACING_OF, self.expeditions(whom))
            else:
                r = asm.temp_register()
                asm.emit(OP.REL, r, self.known(whom), REL.FACING)
                mask = register(r)
            asm.emit(OP.FILTER_BITS, s, C.PRESENCE, mask)
        elif node.name == "in_":
            asm.emit(OP.FILTER_BITS, s, C.STANDING, self.in_region(node))
        elif node.name == "named":
            like = node.args[0]
            if like == Word("signature"):
                asm.emit(OP.FILTER, s, C.CARD, CMP.EQ, self.info(INFO.SIGNATURE))
            elif isinstance(like, Word) and like.name in self.builder.tokens:
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
