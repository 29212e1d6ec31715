"""Filters that narrow a set of objects, and the candidates of a selector."""

from __future__ import annotations

from altered_env.engine.opcodes import CMP, HOW, INFO, OP, REL
from altered_env.engine.terms import KW, C
from altered_env.language.compiler.bindings import Binding
from altered_env.language.compiler.program import Label, NotSupportedError, register
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.values.expeditions import in_region, state
from altered_env.language.compiler.values.objects import area, fill, keep_area, zone_number
from altered_env.language.compiler.values.regions import regions_that
from altered_env.language.compiler.values.sorts import (
    is_expedition,
    is_open,
    is_player,
    is_region,
    mentions_area,
    words_of,
    zones_of,
)
from altered_env.language.compiler.words import (
    COLUMNS,
    COMPARE,
    EVERYONE,
    EXPEDITION_STATES,
    KEYWORD_BITS,
    STATUS_BITS,
    SYMBOLS,
    TYPES,
    ZONES,
)
from altered_env.language.model import Apply, Arithmetic, Attribute, Compare, Logic, Node, Word


def candidates(scope: Scope, node: Apply, default: int | None = None) -> int:
    """Return a new set with the candidates of a selector."""
    asm = scope.asm
    s = asm.temp_set()
    filters = node.args
    _check_orbs(scope, filters, ZONES["play"] if default is None else default)
    bound = [
        part
        for part in filters
        if isinstance(part, Word)
        and part.name in scope.names
        and scope.names[part.name].objects is not None
    ]
    if bound:
        asm.emit(OP.COPY, s, scope.names[bound[0].name].objects or 0)
        filters = tuple(part for part in filters if part is not bound[0])
    elif mentions_area(filters):
        filters = _placed(filters)
        filters = _begin_with(scope, s, filters)
    else:
        zones = default if default is not None else ZONES["play"]
        asm.emit(OP.ZONE, s, zones, EVERYONE)
    for part in filters:
        narrow(scope, s, part)
    return s


def _placed(filters: tuple[Node, ...]) -> tuple[Node, ...]:
    """Complete alternatives of which only some name a zone: the others mean objects in play."""
    if any(zones_of(part) and not is_open(part) for part in filters):
        return filters
    return tuple(_closed(part) for part in filters)


def _closed(node: Node) -> Node:
    if not isinstance(node, Logic) or node.op != "|" or not zones_of(node):
        return node
    parts = [Logic("&", (p, Word("play"))) if is_open(p) else p for p in node.parts]
    return Logic("|", tuple(parts))


def _check_orbs(scope: Scope, filters: tuple[Node, ...], default: int) -> None:
    """Require a selector of Mana Orbs to name a player: they are in Mana zones alone."""
    zones = 0
    for part in filters:
        if isinstance(part, Word) and part.name in scope.names:
            return
        zones |= zones_of(part)
    if "mana_orb" in words_of(filters) and not (zones or default) & ZONES["mana"]:
        raise NotSupportedError("a Mana Orb elsewhere: write mana_orb, you.mana")


def _begin_with(scope: Scope, s: int, filters: tuple[Node, ...]) -> tuple[Node, ...]:
    """Fill set s with an area that a filter names, or with all zones that filters mention. Return
    the remaining filters."""
    with scope.asm.moment():
        for number, part in enumerate(filters):
            areas = area(scope, part)
            if areas is not None:
                fill(scope, s, areas)
                return filters[:number] + filters[number + 1 :]
    zones = 0
    for part in filters:
        zones |= zones_of(part)
    scope.asm.emit(OP.ZONE, s, zones, EVERYONE)
    return filters


def narrow(scope: Scope, s: int, node: Node) -> None:
    """Keep the objects of set s that pass a filter."""
    with scope.asm.moment():
        _narrow(scope, s, node)


def _narrow(scope: Scope, s: int, node: Node) -> None:
    asm = scope.asm
    areas = area(scope, node)
    if areas is not None:
        keep_area(scope, s, areas)
    elif is_expedition(scope, node):
        asm.emit(OP.FILTER_BITS, s, C.PRESENCE, scope.expeditions(node))
    elif is_region(scope, node) or (isinstance(node, Compare) and node.left == Word("terrains")):
        there = asm.info(INFO.EXPEDITIONS_AT, regions_that(scope, node))
        asm.emit(OP.FILTER_BITS, s, C.STANDING, there)
    elif isinstance(node, Word):
        _narrow_word(scope, s, node.name)
    elif isinstance(node, Logic):
        _narrow_logic(scope, s, node)
    elif isinstance(node, Compare):
        _narrow_compare(scope, s, node)
    elif isinstance(node, Apply):
        _narrow_apply(scope, s, node)
    elif isinstance(node, Attribute) and node.name == "hero":
        asm.emit(OP.AND, s, s, scope.objects(node))
    elif is_player(scope, node):
        mask = scope.players(node)
        keep_area(scope, s, [(ZONES["play"], mask)])
    else:
        raise NotSupportedError(f"a filter: {node}")


def _narrow_word(scope: Scope, s: int, name: str) -> None:
    asm = scope.asm
    if name in ("card", "object", "visible"):
        return
    if name in scope.names and scope.names[name].objects is not None:
        _narrow_bound(scope, s, scope.names[name])
    elif name in scope.names and scope.names[name].kind == "player":
        keep_area(scope, s, [(ZONES["play"], scope.names[name].mask or 0)])
    elif name in TYPES:
        scope.notes("type")
        asm.emit(OP.FILTER_BITS, s, C.TYPE, TYPES[name])
    elif scope.numbering.is_subtype(name):
        scope.notes("type")
        asm.emit(OP.FILTER_SUBTYPE, s, scope.numbering.subtype(name))
    elif name in STATUS_BITS:
        asm.emit(OP.FILTER_BITS, s, C.STATUS, STATUS_BITS[name])
    elif name == "boosted":
        asm.emit(OP.FILTER, s, C.BOOSTS, CMP.GT, 0)
    elif name == "ready":
        asm.emit(OP.FILTER, s, C.READY, CMP.EQ, 1)
    elif name == "other":
        asm.emit(OP.SUB, s, s, asm.me_set())
        asm.emit(OP.SUB, s, s, asm.me_set(now=True))
    elif name in KEYWORD_BITS:
        scope.notes("keywords")
        asm.emit(OP.FILTER_BITS, s, C.KEYWORDS, KEYWORD_BITS[name])
    elif name == "tough":
        scope.notes("keywords")
        asm.emit(OP.FILTER, s, C.TOUGH, CMP.GT, 0)
    elif name in EXPEDITION_STATES:
        _narrow_state(scope, s, name)
    elif name == "me":
        asm.emit(OP.AND, s, s, asm.me_set(now=True))
    elif name == "it":
        asm.emit(OP.AND, s, s, 0)
    else:
        raise NotSupportedError(f"the filter '{name}'")


def _narrow_state(scope: Scope, s: int, name: str) -> None:
    """Keep objects in an Expedition in this state, or considered In Contact (7.5.9.b)."""
    scope.notes("presence")
    asm = scope.asm
    if name != "in_contact":
        asm.emit(OP.FILTER_BITS, s, C.STANDING, state(scope, name))
        return
    scope.notes("keywords")
    considered = asm.temp_set()
    asm.emit(OP.COPY, considered, s)
    asm.emit(OP.FILTER_BITS, considered, C.KEYWORDS, KW.IN_CONTACT)
    asm.emit(OP.FILTER_BITS, s, C.STANDING, state(scope, name))
    asm.emit(OP.OR, s, s, considered)


def _narrow_bound(scope: Scope, s: int, bound: Binding) -> None:
    """Keep the objects to which a name is bound; see `bound_mask`."""
    asm = scope.asm
    objects = bound.objects or 0
    if scope.now.negated and bound.single:
        several = asm.compare(CMP.GT, asm.size(objects), 1)
        kept = Label()
        asm.jump_unless(several, kept)
        asm.emit(OP.CLEAR, s)
        asm.mark(kept)
    asm.emit(OP.AND, s, s, objects)


def _narrow_logic(scope: Scope, s: int, node: Logic) -> None:
    asm = scope.asm
    if node.op in ("&", "and"):
        for part in node.parts:
            narrow(scope, s, part)
    elif node.op in ("~", "not"):
        t = asm.temp_set()
        asm.emit(OP.COPY, t, s)
        with scope.inside(negated=not scope.now.negated):
            narrow(scope, t, node.parts[0])
        asm.emit(OP.SUB, s, s, t)
    else:
        union = asm.temp_set()
        asm.emit(OP.CLEAR, union)
        for part in node.parts:
            with asm.moment():
                t = asm.temp_set()
                asm.emit(OP.COPY, t, s)
                narrow(scope, t, part)
                asm.emit(OP.OR, union, union, t)
        asm.emit(OP.COPY, s, union)


def column(scope: Scope, name: str) -> int:
    """Return the column of a characteristic, or of a counter."""
    if name in ("forest", "mountain", "water", "highest", "lowest"):
        scope.notes("statistics")
    if name in COLUMNS:
        return COLUMNS[name]
    kind = scope.numbering.counter(name)
    if kind is not None:
        return C.COUNTER_OF + kind
    raise NotSupportedError(f"the characteristic '{name}'")


def _narrow_compare(scope: Scope, s: int, node: Compare) -> None:
    asm = scope.asm
    flip = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
    left, right, op = node.left, node.right, node.op
    if not isinstance(left, Word) or left.name not in COLUMNS:
        if isinstance(right, Word) and right.name in COLUMNS:
            left, right, op = right, left, flip[op]
    if isinstance(left, Apply) and left.name == "total":
        return  # a budget over the picked objects
    if not isinstance(left, Word):
        raise NotSupportedError(f"a comparison: {node}")
    if left.name == "played_from":
        asm.emit(OP.FILTER, s, C.ORIGIN, COMPARE[op], zone_number(right))
        return
    asm.emit(OP.FILTER, s, column(scope, left.name), COMPARE[op], scope.number(right))
    for measured in measured_sets(scope, right):
        kept = Label()
        asm.jump_if(asm.size(measured), kept)
        asm.emit(OP.CLEAR, s)
        asm.mark(kept)


def _narrow_apply(scope: Scope, s: int, node: Apply) -> None:
    asm = scope.asm
    if node.name == "facing":
        scope.notes("presence")
        whom = node.args[0]
        if is_expedition(scope, whom):
            mask = asm.info(INFO.FACING_OF, scope.expeditions(whom))
        else:
            r = asm.temp_register()
            asm.emit(OP.REL, r, scope.known(whom), REL.FACING)
            mask = register(r)
        asm.emit(OP.FILTER_BITS, s, C.PRESENCE, mask)
    elif node.name == "in_":
        asm.emit(OP.FILTER_BITS, s, C.STANDING, in_region(scope, node))
    elif node.name == "named":
        like = node.args[0]
        if like == Word("signature"):
            asm.emit(OP.FILTER, s, C.CARD, CMP.EQ, asm.info(INFO.SIGNATURE))
        elif isinstance(like, Word) and like.name in scope.numbering.tokens:
            card = scope.numbering.token(like.name)
            asm.emit(OP.FILTER, s, C.NAME, CMP.EQ, int(scope.numbering.name_of(card)))
        else:
            r = asm.temp_register()
            asm.emit(OP.ATTR, r, scope.objects(like), C.NAME, HOW.ONE)
            asm.emit(OP.FILTER, s, C.NAME, CMP.EQ, register(r))
    elif node.name == "has":
        what = node.args[0]
        if isinstance(what, Word) and what.name in SYMBOLS:
            asm.emit(OP.FILTER_BITS, s, C.HAS_SUPPORT, SYMBOLS[what.name])
        elif isinstance(what, Word):
            narrow(scope, s, what)
        else:
            raise NotSupportedError(f"has({what})")
    elif node.name in ("highest", "lowest"):
        word = node.args[0]
        if not isinstance(word, Word):
            raise NotSupportedError(f"{node.name}({word})")
        how = HOW.HIGHEST if node.name == "highest" else HOW.LOWEST
        asm.emit(OP.EXTREME, s, column(scope, word.name), how)
    elif node.name == "tax":
        raise NotSupportedError("tax")
    else:
        raise NotSupportedError(f"the filter {node.name}(..)")


def measured_sets(scope: Scope, node: Node) -> list[int]:
    """Return the sets whose characteristics an amount reads, if they may be empty: comparisons with
    a missing object are false."""
    if isinstance(node, Arithmetic):
        return [*measured_sets(scope, node.left), *measured_sets(scope, node.right)]
    if isinstance(node, Attribute) and isinstance(node.of, Word) and node.name != "n":
        bound = scope.names.get(node.of.name)
        if node.of != Word("it") and bound is not None and bound.objects is not None:
            return [scope.known(node.of)]
    if isinstance(node, Apply) and node.name in ("highest", "lowest"):
        return [candidates(scope, Apply("all", node.args[1:]))]
    return []
