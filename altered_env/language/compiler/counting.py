"""Verbs that take counters or add to those there are, and Terrain Markers."""

from __future__ import annotations

from altered_env.engine.declaring import ASK
from altered_env.engine.terms import ALU, CMP, HOW, INFO, OP, C
from altered_env.language.compiler.assembler import Label, NotSupportedError, register
from altered_env.language.compiler.marking import Marking
from altered_env.language.compiler.tables import MARKERS, STATUS_BITS
from altered_env.language.model import Apply, Node, Word

__all__ = ["Counting"]

SPENT = 5
"""How counters go that are spent."""
ALL = 30000
"""More counters than an object has."""


class Counting(Marking):
    """Verbs that take counters or add to those there are, and Terrain Markers."""

    def _counter_column(self, name: str) -> int:
        if name in ("counter", "marker"):
            return C.COUNTERS
        kind = self.builder.counter(name)
        if kind is None:
            raise NotSupportedError(f"the counter '{name}'")
        return C.BOOSTS if kind == 0 else C.COUNTER_OF + kind

    def _how_many(self, amount: Node, s: int, name: str) -> int:
        """So many counters, or as many as are chosen of those that the objects of a set have."""
        if amount == Word("all"):
            return ALL
        up_to = isinstance(amount, Apply) and amount.name == "up_to"
        if amount != Word("any_number") and not up_to:
            return self.number(amount)
        asm = self.asm
        chosen = asm.new_register()
        with self.moment():
            r = asm.temp_register()
            asm.emit(OP.ATTR, r, s, self._counter_column(name), HOW.SUM)
            most = register(r)
            if isinstance(amount, Apply):
                most = self.alu(ALU.MIN, most, self.number(amount.args[0]))
            asm.emit(OP.ASK_NUMBER, chosen, 0, most)
        return register(chosen)

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
            if name == "counter" and amount != Word("all"):
                self._lose_any(s, amount)
                continue
            n = self._how_many(amount, s, name)
            for kind in self.builder.counter_kinds(name):
                self.asm.emit(OP.COUNTER, s, kind, n, 1, -1)
        self.commit()

    def _ask_counter(self, one: int, may: bool = False) -> int:
        """Ask which kind of counter of an object; the register is negative where there is none."""
        kind = self.asm.new_register()
        markers = min(self.builder.counter_kinds("marker"))
        self.asm.emit(OP.ASK_COUNTER, kind, one, markers, ASK.MAY if may else 0)
        return register(kind)

    def _lose_any(self, s: int, amount: Node, how: int = 1) -> None:
        """Counters of any kinds, chosen one by one: from each object so many, or up to as many."""
        asm = self.asm
        may = isinstance(amount, Apply) and amount.name == "up_to"
        most = amount.args[0] if may and isinstance(amount, Apply) else amount
        left, one, n = asm.new_set(), asm.new_set(), asm.new_register()
        asm.emit(OP.COPY, left, s)
        again, more, done = Label(), Label(), Label()
        asm.mark(again)
        asm.emit(OP.POP, one, left)
        asm.jump_unless(self.size(one), done)
        asm.emit(OP.SET, n, self.number(most))
        asm.mark(more)
        with self.moment():
            asm.jump_unless(self.compare(CMP.GT, register(n), 0), again)
            kind = self._ask_counter(one, may)
            asm.jump_if(self.compare(CMP.LT, kind, 0), again)
            asm.emit(OP.COUNTER, one, kind, 1, how, -1)
            asm.emit(OP.ALU, n, ALU.SUB, register(n), 1)
        asm.emit(OP.JMP, more)
        asm.mark(done)

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
        if isinstance(of, Apply) and of.name == "all":  # from several
            return self.compare(CMP.GE, self._on_them(s, column), n)
        self.asm.emit(OP.FILTER, s, column, CMP.GE, n)
        self.asm.emit(OP.FILTER, s, C.LIFE, CMP.EQ, 1)
        return self.compare(CMP.GE, self.size(s), 1)

    def _on_them(self, s: int, column: int) -> int:
        """How many counters there are on the objects of a set."""
        r = self.asm.temp_register()
        self.asm.emit(OP.ATTR, r, s, column, HOW.SUM)
        return register(r)

    def _spend_among(self, node: Apply, name: str, amount: Node) -> None:
        """Spend counters from several objects: which, and how many of each."""
        asm = self.asm
        column, kind = self._counter_column(name), self.builder.counter(name)
        if kind is None:
            raise NotSupportedError(f"spend {name} of {node}")
        left, one = asm.new_set(), asm.new_set()
        need, n = asm.new_register(), asm.new_register()
        asm.emit(OP.COPY, left, self.candidates(self.strip(node)))
        asm.emit(OP.FILTER, left, column, CMP.GE, 1)
        asm.emit(OP.SET, need, self.number(amount))
        again, done = Label(), Label()
        asm.mark(again)
        with self.moment():
            asm.jump_unless(self.compare(CMP.GT, register(need), 0), done)
            asm.jump_unless(self.size(left), done)
            asm.emit(OP.ASK_OBJECTS, one, left, 1, 1, 0, 0)
            asm.emit(OP.SUB, left, left, one)
            rest = self.alu(ALU.SUB, register(need), self._on_them(left, column))
            most = self.alu(ALU.MIN, register(need), self._on_them(one, column))
            asm.emit(OP.ASK_NUMBER, n, self.alu(ALU.MAX, rest, 1), most)
        asm.emit(OP.COUNTER, one, kind, register(n), SPENT, -1)
        asm.emit(OP.ALU, need, ALU.SUB, register(need), register(n))
        asm.emit(OP.JMP, again)
        asm.mark(done)
        self.commit()

    def step_spend(self, node: Apply) -> None:
        asm = self.asm
        of = node.keyword("of")
        (name, amount), *_ = self._counters(node)
        if isinstance(of, Apply) and of.name == "all":
            self._spend_among(of, name, amount)
            return
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
        if name == "marker":
            self._spend_marker(s, self.number(amount))
        elif name == "counter":
            self._lose_any(s, amount, SPENT)
            self.commit()
        else:
            n = self._how_many(amount, s, name)
            asm.emit(OP.COUNTER, s, self.builder.counter(name) or 0, n, SPENT, -1)
            self.commit()

    def _spend_marker(self, s: int, n: int) -> None:
        """Spend Terrain Markers of one terrain; where there are several the doer says which."""
        asm = self.asm
        kinds = self.builder.counter_kinds("marker")
        choice = asm.new_register()
        with self.moment():
            mask = asm.temp_register()
            asm.emit(OP.SET, mask, 0)
            for place, kind in enumerate(kinds):
                with self.moment():
                    r = asm.temp_register()
                    asm.emit(OP.ATTR, r, s, C.COUNTER_OF + kind, HOW.SUM)
                    enough = self.compare(CMP.GE, register(r), n)
                    bit = self.alu(ALU.MUL, enough, 1 << place)
                    asm.emit(OP.ALU, mask, ALU.OR, register(mask), bit)
            asm.emit(OP.ASK_PLACE, choice, register(mask), 3, 0)
        for place, kind in enumerate(kinds):
            skip = Label()
            with self.moment():
                asm.jump_unless(self.compare(CMP.EQ, register(choice), 1 << place), skip)
            asm.emit(OP.COUNTER, s, kind, n, SPENT, -1)
            asm.mark(skip)
        self._marker = register(choice)
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

    def step_augment(self, node: Apply) -> None:
        """One more of a single counter it already has (7.3.4); with several the doer says."""
        asm = self.asm
        left, one = asm.new_set(), asm.new_set()
        asm.emit(OP.COPY, left, self.acting(node.args[0]))
        again, done = Label(), Label()
        asm.mark(again)
        asm.emit(OP.POP, one, left)
        asm.jump_unless(self.size(one), done)
        kind = self._ask_counter(one)
        with self.moment():
            asm.jump_if(self.compare(CMP.LT, kind, 0), again)
        asm.emit(OP.COUNTER, one, kind, 1, 0, -1)
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
