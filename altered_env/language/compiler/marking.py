"""Verbs that mark: statuses, counters, Terrain Markers."""

from __future__ import annotations

from altered_env.engine.terms import ALU, CMP, HOW, INFO, OP, STATUS, C
from altered_env.language.compiler.assembler import Label, NotSupportedError, register
from altered_env.language.compiler.rushing import Rushing
from altered_env.language.compiler.tables import MARKERS, STATUS_BITS
from altered_env.language.model import Apply, Granted, Node, Word

__all__ = ["Marking"]


class Marking(Rushing):
    """Verbs that mark."""

    def _counters(self, node: Apply) -> list[tuple[str, Node]]:
        return [(k, v) for k, v in node.keywords if k not in ("max", "of", "by")]

    def step_gain(self, node: Apply) -> None:
        who, *marks = node.args
        if self._is_expedition(who):
            self.asm.emit(OP.ASCEND, self.expeditions(who), 1)
            self.commit()
            return
        if isinstance(who, Apply) and who.name == "spread":
            self._gain_spread(node, who)
            return
        s = self.acting(who)
        bits = 0
        for mark in marks:
            if isinstance(mark, Word) and mark.name in STATUS_BITS:
                bits |= STATUS_BITS[mark.name]
            elif isinstance(mark, Granted):
                for ability in mark.abilities:
                    self.asm.emit(OP.GRANT, s, self.builder.nested(ability, self))
            else:
                raise NotSupportedError(f"gain {mark}")
        if bits:
            self.asm.emit(OP.STATUS, s, bits, 1)
        most = node.keyword("max")
        limit = -1
        if most is not None and most != Word("none"):
            limit = self.number(most)
        for name, amount in self._counters(node):
            kind = self.builder.counter(name)
            if kind is None:
                raise NotSupportedError(f"gain {name}")
            self.asm.emit(OP.COUNTER, s, kind, self.number(amount), 0, limit)
        self.commit()

    def _gain_spread(self, node: Apply, spread: Apply) -> None:
        """Distributed as the doer chooses: among whom, at least one each, then where the others
        go; one step."""
        asm = self.asm
        over = spread.args[0]
        if not isinstance(over, Apply):
            raise NotSupportedError(f"spread over {over}")
        (name, amount), *_ = self._counters(node)
        kind = self.builder.counter(name)
        if kind is None:
            raise NotSupportedError(f"gain {name}")
        most = (*over.keywords, ("up_to", amount))
        cand, one, left = asm.new_set(), asm.new_set(), asm.new_register()
        asm.emit(OP.COPY, cand, self.pick(Apply(over.name, self.strip(over).args, most)))
        asm.emit(OP.COUNTER, cand, kind, 1, 0, -1)
        rest = self.alu(ALU.SUB, self.number(amount), self.size(cand))
        asm.emit(OP.SET, left, rest)
        again, done = Label(), Label()
        asm.mark(again)
        asm.jump_unless(self.size(cand), done)
        asm.jump_unless(self.compare(CMP.GT, register(left), 0), done)
        asm.emit(OP.ALU, left, ALU.SUB, register(left), 1)
        asm.emit(OP.ASK_OBJECTS, one, cand, 1, 1, 0, 0)
        asm.emit(OP.COUNTER, one, kind, 1, 0, -1)
        asm.emit(OP.JMP, again)
        asm.mark(done)
        self.commit()

    def step_lose(self, node: Apply) -> None:
        who, *marks = node.args
        if self._is_expedition(who):
            self.asm.emit(OP.ASCEND, self.expeditions(who), 0)
            self.commit()
            return
        s = self.acting(who)
        bits = 0
        for mark in marks:
            if isinstance(mark, Word) and mark.name in STATUS_BITS:
                bits |= STATUS_BITS[mark.name]
            else:
                raise NotSupportedError(f"lose {mark}")
        if bits:
            self.asm.emit(OP.STATUS, s, bits, 0)
        for name, amount in self._counters(node):
            n = 30000 if amount == Word("all") else self.number(amount)
            for kind in self.builder.counter_kinds(name):
                self.asm.emit(OP.COUNTER, s, kind, n, 1, -1)
        self.commit()

    def _can_spend(self, node: Apply) -> int:
        """Counters to spend are there: on me, or on one of those to choose from."""
        of = node.keyword("of")
        (name, amount), *_ = self._counters(node)
        s = self.me_set(now=True) if of is None else None
        if s is None:
            if not isinstance(of, Apply):
                raise NotSupportedError(f"spend of {of}")
            s = self.candidates(self.strip(of))
        if amount == Word("any_number"):
            return 1
        n = self.number(amount)
        column = self._counter_column(name)
        self.asm.emit(OP.FILTER, s, column, CMP.GE, n)
        self.asm.emit(OP.FILTER, s, C.LIFE, CMP.EQ, 1)
        return self.compare(CMP.GE, self.size(s), 1)

    def _counter_column(self, name: str) -> int:
        if name in ("counter", "marker"):
            return C.COUNTERS
        kind = self.builder.counter(name)
        if kind is None:
            raise NotSupportedError(f"the counter '{name}'")
        return C.BOOSTS if kind == 0 else C.COUNTER_OF + kind

    def step_spend(self, node: Apply) -> None:
        asm = self.asm
        of = node.keyword("of")
        (name, amount), *_ = self._counters(node)
        if of is None:
            s = self.me_set(now=True)
        else:
            if not isinstance(of, Apply):
                raise NotSupportedError(f"spend of {of}")
            s = asm.new_set()
            cand = self.candidates(self.strip(of))
            least = 1 if amount == Word("any_number") else self.number(amount)
            asm.emit(OP.FILTER, cand, self._counter_column(name), CMP.GE, least)
            asm.emit(OP.ASK_OBJECTS, s, cand, 1, 1, 0, 0)
        if name in ("counter", "marker"):
            self._spend_any(s, name, self.number(amount))
            return
        if amount == Word("any_number"):
            r, chosen = asm.temp_register(), asm.temp_register()
            asm.emit(OP.ATTR, r, s, self._counter_column(name), HOW.SUM)
            asm.emit(OP.ASK_NUMBER, chosen, 0, register(r))
            n = register(chosen)
        else:
            n = self.number(amount)
        kind = self.builder.counter(name) or 0
        asm.emit(OP.COUNTER, s, kind, n, 1, -1)
        self.commit()

    def _spend_any(self, s: int, name: str, n: int) -> None:
        """Spend counters of one kind; where an object has several kinds the doer says which."""
        asm = self.asm
        kinds = self.builder.counter_kinds(name)
        choice = asm.temp_register()
        mask = asm.temp_register()
        asm.emit(OP.SET, mask, 0)
        shown = kinds[:12]
        for place, kind in enumerate(shown):
            r = asm.temp_register()
            column = C.BOOSTS if kind == 0 else C.COUNTER_OF + kind
            asm.emit(OP.ATTR, r, s, column, HOW.SUM)
            enough = self.compare(CMP.GE, register(r), n)
            bit = self.alu(ALU.MUL, enough, 1 << place)
            asm.emit(OP.ALU, mask, ALU.OR, register(mask), bit)
            asm.top_register += 3
        asm.emit(OP.ASK_PLACE, choice, register(mask), 3 if name == "marker" else 4, 0)
        for place, kind in enumerate(shown):
            picked = self.compare(CMP.EQ, register(choice), 1 << place)
            skip = Label()
            asm.jump_unless(picked, skip)
            asm.emit(OP.COUNTER, s, kind, n, 1, -1)
            asm.mark(skip)
            asm.top_register += 1
        kept = asm.new_register()
        asm.emit(OP.SET, kept, register(choice))
        self._marker = register(kept)
        self.commit()

    _marker: int | None = None

    def step_place(self, node: Apply) -> None:
        """Place a Terrain Marker on a region (3.2.1.d): of a terrain, of the terrain of the one
        spent, or one that lies on another region (7.3.23)."""
        what, where = node.args
        source = 0
        if isinstance(what, Word) and what.name in MARKERS:
            terrains = MARKERS[what.name]
        elif isinstance(what, Apply):
            terrains = self.marker_chosen(what)
            place = self.asm.new_register()
            self.asm.emit(OP.ASK_PLACE, place, self.info(INFO.MARKED, terrains), 2, 0)
            source = register(place)
        elif self._marker is not None:
            terrains = self._marker
        else:
            raise NotSupportedError("place without a marker that was spent")
        region = self.asm.new_register()
        self.asm.emit(OP.ASK_PLACE, region, self.regions(where), 2, 0)
        self.asm.emit(OP.MARK, register(region), terrains, source)
        self.commit()

    def marker_chosen(self, node: Apply) -> int:
        """The terrain of the Terrain Markers a selector speaks of."""
        for part in node.args:
            if isinstance(part, Word) and part.name in MARKERS:
                return MARKERS[part.name]
        raise NotSupportedError(f"the Terrain Marker {node}")

    def step_exhaust(self, node: Apply) -> None:
        self.asm.emit(OP.STATUS, self.acting(node.args[0]), STATUS.EXHAUSTED, 1)
        self.commit()

    def step_ready(self, node: Apply) -> None:
        self.asm.emit(OP.STATUS, self.acting(node.args[0]), STATUS.EXHAUSTED, 0)
        self.commit()

    def step_augment(self, node: Apply) -> None:
        """One more of a single counter it already has (7.3.4); with several the doer says."""
        asm = self.asm
        s = asm.new_set()
        asm.emit(OP.COPY, s, self.acting(node.args[0]))
        left, one = asm.new_set(), asm.new_set()
        asm.emit(OP.COPY, left, s)
        again, done = Label(), Label()
        asm.mark(again)
        asm.jump_unless(self.size(left), done)
        asm.emit(OP.POP, one, left)
        kinds = self.builder.counter_kinds("counter")[:12]
        with self.moment():
            mask, choice = asm.temp_register(), asm.temp_register()
            asm.emit(OP.SET, mask, 0)
            for place, kind in enumerate(kinds):
                r = asm.temp_register()
                asm.emit(OP.ATTR, r, one, C.BOOSTS if kind == 0 else C.COUNTER_OF + kind, HOW.SUM)
                has = self.compare(CMP.GT, register(r), 0)
                bit = self.alu(ALU.MUL, has, 1 << place)
                asm.emit(OP.ALU, mask, ALU.OR, register(mask), bit)
                asm.top_register += 3
            asm.emit(OP.ASK_PLACE, choice, register(mask), 4, 0)
            for place, kind in enumerate(kinds):
                skip = Label()
                asm.jump_unless(self.compare(CMP.EQ, register(choice), 1 << place), skip)
                asm.emit(OP.COUNTER, one, kind, 1, 4, -1)
                asm.mark(skip)
                asm.top_register += 1
        asm.emit(OP.JMP, again)
        asm.mark(done)
        self.commit()

    def step_double(self, node: Apply) -> None:
        what, *kinds = node.args
        s = self.acting(what)
        name = kinds[0].name if kinds and isinstance(kinds[0], Word) else "boost"
        for kind in self.builder.counter_kinds(name):
            self.asm.emit(OP.COUNTER, s, kind, 0, 3, -1)
        self.commit()
