"""Amounts and conditions."""

from __future__ import annotations

from altered_env.engine.reading import SUBTYPE
from altered_env.engine.terms import ALU, AS, CMP, EV, HOW, INFO, OP, C, Z
from altered_env.language.compiler.asking import Asking
from altered_env.language.compiler.assembler import Label, NotSupportedError, register
from altered_env.language.compiler.bindings import ANYTHING, EVERYONE, READS, Binding
from altered_env.language.compiler.opponents import ONE_OPPONENT, of_an_opponent, said_of_one
from altered_env.language.compiler.tables import (
    COMPARE,
    EXPEDITION_STATES,
    KEYWORD_BITS,
    STATUS_BITS,
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

__all__ = ["Amounts"]


class Amounts(Asking):
    """Amounts and conditions."""

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
            return self.info(INFO.DICE if self.about_roll else INFO.MATCHED_AMOUNT)
        if name == "day":
            return self.info(INFO.DAY)
        if name == "X":
            if self.x_register is None:
                raise NotSupportedError("X without a cost that chooses it")
            return register(self.x_register)
        if name == "result":
            return self.info(INFO.RESULT)
        bound = self.env.get(name)
        if bound is not None and bound.number is not None:
            return bound.number
        raise NotSupportedError(f"the amount '{name}'")

    def _number_attribute(self, node: Attribute) -> int:
        if node.name == "n" and isinstance(node.of, Word):
            bound = self.env.get(node.of.name)
            if bound is not None and bound.number is not None:
                return bound.number
            if bound is not None and bound.objects is not None:
                return self.size(bound.objects)
        if node.name == "first_player":
            return self.truth(node)
        if node.name == "paid_less":
            return self.paid_less(node)
        if node.name == "paid_more":
            return self.paid_more(node)
        if node.name == "terrains" and self.is_region(node.of):
            regions, amount = self.regions(node.of), 0
            for terrain in TERRAINS.values():
                found = self.alu(ALU.AND, regions, self.info(INFO.REGIONS_WITH, terrain))
                amount = self.alu(ALU.ADD, amount, self.compare(CMP.NE, found, 0))
            return amount
        r = self.asm.temp_register()
        whose = self.as_played(node.of) if node.name == "base_cost" else self.known(node.of)
        self.asm.emit(OP.ATTR, r, whose, self.column(node.name), HOW.SUM)
        return register(r)

    def paid_less(self, node: Attribute) -> int:
        """Whether the optional reduction of the Spell that is being played was taken."""
        if node.of != Word("me") or not self.spell_effect:
            raise NotSupportedError("paid_less outside a Spell's effect")
        return self.compare(CMP.NE, self.info(INFO.PAID_LESS), 0)

    def paid_more(self, node: Attribute) -> int:
        """Whether what it may cost more was paid: as a Spell is played, or of what has been."""
        if node.of == Word("me") and self.spell_effect:
            return self.compare(CMP.NE, self.info(INFO.PAID_LESS), 0)
        r = self.asm.temp_register()
        self.asm.emit(OP.ATTR, r, self.known(node.of), C.PLAYED_AS, HOW.ONE)
        return self.compare(CMP.EQ, register(r), AS.PAID_MORE)

    def _number_apply(self, node: Apply) -> int:
        asm = self.asm
        if node.name == "count":
            places = self.place_candidates(node)
            if places is not None:
                return self.info(INFO.COUNT_BITS, places)
            if of_an_opponent(node.args):
                return self._most_of_an_opponent(node)
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
        if node.name == "between":
            self.reads |= READS["position"]
            both = [self.expeditions(part) for part in node.args]
            return self.info(INFO.BETWEEN, self.alu(ALU.OR, both[0], both[1]))
        if node.name == "happened":
            return self._happened(node)
        if node.name == "up_to":
            r = asm.new_register()
            asm.emit(OP.ASK_NUMBER, r, 0, self.number(node.args[0]))
            return register(r)
        raise NotSupportedError(f"the amount {node.name}(..)")

    def _most_of_an_opponent(self, node: Apply) -> int:
        """What is counted of "an opponent", of the one who has the most: several do not have it
        together."""
        asm = self.asm
        left, most = asm.new_register(), asm.new_register()
        asm.emit(OP.SET, left, self.info(INFO.OPPONENTS, self.you()))
        asm.emit(OP.SET, most, 0)
        again, done = Label(), Label()
        asm.mark(again)
        asm.jump_unless(register(left), done)
        with self.moment():
            one = self.info(INFO.NEXT_PLAYER, register(left))
            asm.emit(OP.ALU, left, ALU.ANDNOT, register(left), one)
            env, self.env = self.env, {**self.env, ONE_OPPONENT: Binding(mask=one, kind="player")}
            count = self.number(said_of_one(node))
            self.env = env
            asm.emit(OP.ALU, most, ALU.MAX, register(most), count)
        asm.emit(OP.JMP, again)
        asm.mark(done)
        return register(most)

    def place_candidates(self, node: Apply) -> int | None:
        """A mask of the Expeditions, players or regions a selector speaks of; None for objects."""
        kind = self._kind_of(node)
        if kind == "region":
            return self.region_candidates(node)
        if kind == "player":
            return self.alu(ALU.AND, self._player_candidates(node), self.info(INFO.PLAYERS))
        if kind == "expedition":
            mask = self._expedition_candidates(node)
            return self.alu(ALU.AND, mask, self.info(INFO.EXPEDITIONS_OF, EVERYONE))
        return None

    def _happened(self, node: Apply) -> int:
        """How often something happened this turn, Afternoon or Day."""
        pattern = node.args[0]
        this = node.keyword("this")
        if not isinstance(pattern, Apply):
            raise NotSupportedError(f"happened({pattern})")
        scope = self.duration(Word("turn") if isinstance(this, Attribute) else this or Word("day"))
        kinds = {"plays": EV.PLAY, "passes": EV.PASS, "rolls": EV.ROLL, "fails": EV.FAIL}
        causes = {"sacrifices": (EV.MOVE, 4), "discards": (EV.MOVE, 8)}
        players = EVERYONE
        types = 0
        filters = pattern.args
        if pattern.name == "activates":
            kinds["activates"] = EV.ACTIVATE
            filters = filters[1:]
        for part in filters:
            if self.is_player(part):
                players = self.players(part)
            elif isinstance(part, Word) and part.name in TYPES:
                types |= TYPES[part.name]
            elif isinstance(part, Word) and self.builder.is_subtype(part.name):
                types |= SUBTYPE * (1 + self.builder.subtype(part.name))
            elif isinstance(part, Word) and part.name in ("card", "other"):
                continue
            elif self._is_expedition(part):
                players = self.info(INFO.CONTROLLERS_OF, self.expeditions(part))
            else:
                raise NotSupportedError(f"happened(.. {part})")
        if pattern.name in kinds:
            kind, cause = kinds[pattern.name], 0
            if pattern.name == "activates":
                cause = self.symbols(pattern.args[0])
        elif pattern.name in causes:
            kind, cause = causes[pattern.name]
        else:
            raise NotSupportedError(f"happened({pattern.name})")
        places = self._happened_from(pattern)
        r = self.asm.temp_register()
        self.asm.emit(OP.HIST, r, kind, cause, players, scope, types, places)
        if isinstance(this, Attribute):
            return self.alu(ALU.MUL, register(r), self.whose_turn(this))
        return register(r)

    def _happened_from(self, pattern: Apply) -> int:
        """The places of `from_=`: the zones of anyone, and those of the player who did it."""
        for key, _ in pattern.keywords:
            if key != "from_" or pattern.name not in ("plays", "sacrifices", "discards"):
                raise NotSupportedError(f"happened(.. {key}=)")
        origin = pattern.keyword("from_")
        places = 0
        for part in origin.parts if isinstance(origin, Logic) else (origin,):
            if isinstance(part, Word) and part.name in ZONES:
                places |= ZONES[part.name] | ZONES[part.name] << Z.COUNT
            elif isinstance(part, Attribute) and part.name in ZONES:
                if part.of not in pattern.args[:1]:
                    raise NotSupportedError(f"happened(.. from_={part})")
                places |= ZONES[part.name] << Z.COUNT
            elif part is not None:
                raise NotSupportedError(f"happened(.. from_={part})")
        return places

    def whose_turn(self, node: Attribute) -> int:
        """Is it the turn of the player in `you.turn`?"""
        turn = self.alu(ALU.AND, self.info(INFO.TURN_PLAYER), self.players(node.of))
        return self.compare(CMP.NE, turn, 0)

    def symbols(self, node: Node) -> int:
        """Kinds of ability, `J | H`, as the symbols of a mask."""
        mask = 0
        for part in node.parts if isinstance(node, Logic) else (node,):
            if not isinstance(part, Word) or part.name not in SYMBOLS:
                raise NotSupportedError(f"a {part} ability")
            mask |= SYMBOLS[part.name]
        return mask

    def truth(self, node: Node) -> int:
        """An operand that is not zero when a condition holds."""
        if isinstance(node, Compare):
            if isinstance(node.left, Attribute) and node.left.name == "played_from":
                r = self.asm.temp_register()
                self.asm.emit(OP.ATTR, r, self.known(node.left.of), C.ORIGIN, HOW.ONE)
                return self.compare(COMPARE[node.op], register(r), self.zone_number(node.right))
            return self._compared(node)
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
            if node.name == "different":
                return self._different(node)
            return self.step_truth(node)
        if isinstance(node, Bind | Steps):
            return self.step_truth(node)
        return self.number(node)

    def _compared(self, node: Compare) -> int:
        result = self.compare(COMPARE[node.op], self.number(node.left), self.number(node.right))
        for measured in (*self.measured(node.left), *self.measured(node.right)):
            some = self.compare(CMP.NE, self.size(measured), 0)
            result = self.alu(ALU.AND, result, some)
        return result

    def measured(self, node: Node) -> list[int]:
        """The sets whose characteristics an amount reads, where they may be empty: nothing is more
        or less than that of an object that is not there."""
        if isinstance(node, Arithmetic):
            return [*self.measured(node.left), *self.measured(node.right)]
        if isinstance(node, Attribute) and isinstance(node.of, Word) and node.name != "n":
            bound = self.env.get(node.of.name)
            if node.of != Word("it") and bound is not None and bound.objects is not None:
                return [self.known(node.of)]
        if isinstance(node, Apply) and node.name in ("highest", "lowest"):
            return [self.candidates(Apply("all", node.args[1:]))]
        return []

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
        if node.name == "in_contact" and not self._is_expedition(node.of):
            return self._is(Apply("is_", (node.of, Word(node.name))))  # 7.5.9.b
        if node.name in EXPEDITION_STATES:
            of = node.of if self._is_expedition(node.of) else Attribute(node.of, "expedition")
            return self._all_of(self.expeditions(of), self.state(node.name))
        if self._is_expedition(node.of):
            raise NotSupportedError(f"an Expedition's {node.name}")
        known = node.name in STATUS_BITS or node.name in TYPES or node.name in KEYWORD_BITS
        if known or self.builder.is_subtype(node.name) or node.name in ("boosted", "ready"):
            return self._is(Apply("is_", (node.of, Word(node.name))))
        return self.compare(CMP.NE, self.number(node), 0)

    def _all_of(self, mask: int, having: int) -> int:
        """Every Expedition of a mask, and at least one, is among those `having` it (7.4.4.k)."""
        rest = self.alu(ALU.ANDNOT, mask, having)
        none_left = self.compare(CMP.EQ, rest, 0)
        some = self.compare(CMP.NE, mask, 0)
        return self.alu(ALU.AND, none_left, some)

    def _is(self, node: Apply) -> int:
        """There is something, and all of it passes the filters: as it last was (2.1.h)."""
        what, *filters = node.args
        if self._is_expedition(what):
            result = 1
            for part in filters:
                one = self._all_of(self.expeditions(what), self.expeditions_that(part))
                result = one if result == 1 else self.alu(ALU.AND, result, one)
            return result
        if self.is_region(what):
            return self._is_region_so(what, filters)
        whole = self.known(what)
        s = self.asm.temp_set()
        self.asm.emit(OP.COPY, s, whole)
        for part in filters:
            self.narrow(s, part)
        same = self.compare(CMP.EQ, self.size(s), self.size(whole))
        some = self.compare(CMP.NE, self.size(whole), 0)
        return self.alu(ALU.AND, same, some)

    def _is_region_so(self, what: Node, filters: list[Node]) -> int:
        """Regions that pass filters. An object is in a region if one of its Expeditions is
        (7.5.8.c); of Expeditions that are named all must be (7.4.4.k)."""
        having = ANYTHING
        for part in filters:
            having = self.alu(ALU.AND, having, self.regions_that(part))
        if isinstance(what, Attribute) and what.name == "region":
            if not self._is_expedition(what.of) and not self.is_declared(what.of):
                s = self.asm.temp_set()
                self.asm.emit(OP.COPY, s, self.known(what.of))
                there = self.info(INFO.EXPEDITIONS_AT, having)
                self.asm.emit(OP.FILTER_BITS, s, C.STANDING, there)
                return self.compare(CMP.NE, self.size(s), 0)
        regions = self.regions(what)
        if isinstance(what, Attribute) and not self._is_expedition(what.of):
            return self.compare(CMP.NE, self.alu(ALU.AND, regions, having), 0)
        return self._all_of(regions, having)

    def _different(self, node: Apply) -> int:
        """There is a different object for each of the descriptions: any of them together are met
        by at least as many objects (Hall's theorem)."""
        asm = self.asm
        if len(node.args) > 4:
            raise NotSupportedError("more than four different objects")
        result = asm.temp_register()
        asm.emit(OP.SET, result, 1)
        found = []
        for part in node.args:
            parts = part.parts if isinstance(part, Logic) and part.op == "&" else (part,)
            found.append(self.candidates(Apply("all", parts)))
        for chosen in range(1, 1 << len(found)):
            with self.moment():
                union = asm.temp_set()
                asm.emit(OP.CLEAR, union)
                for place, s in enumerate(found):
                    if (chosen >> place) & 1:
                        asm.emit(OP.OR, union, union, s)
                enough = self.compare(CMP.GE, self.size(union), chosen.bit_count())
                asm.emit(OP.ALU, result, ALU.MUL, register(result), enough)
        return register(result)
