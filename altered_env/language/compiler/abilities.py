"""Abilities as rows of the book: when they work, what they listen to, what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from altered_env.engine.layout import REGISTERS, SETS
from altered_env.engine.terms import (
    ABILITY,
    ALU,
    CAUSE,
    CMP,
    COST,
    EV,
    FN,
    HAVE,
    INFO,
    KW,
    OP,
    STATUS,
    C,
    Z,
)
from altered_env.language.compiler.assembler import NotSupportedError, register
from altered_env.language.compiler.bindings import READS, walk
from altered_env.language.compiler.patterns import Patterns
from altered_env.language.compiler.tables import (
    COLUMNS,
    KEYWORD_BITS,
    PHASES,
    STATUS_BITS,
    SUBTYPE_BITS,
    SYMBOLS,
    TERRAINS,
    TYPES,
)
from altered_env.language.model import (
    Ability,
    Apply,
    Arithmetic,
    Attribute,
    Compare,
    Granted,
    Logic,
    Node,
    Number,
    Steps,
    Word,
)

if TYPE_CHECKING:
    from altered_env.language.compiler.book import BookBuilder

__all__ = ["AbilityCompiler", "about_playing_me"]

PROGRAMS = (
    "gate",
    "condition",
    "effect",
    "declare",
    "cost",
    "cost_check",
    "subject",
    "amount",
    "otherwise",
)


def about_playing_me(node: Node | None) -> bool:
    """Is this statement about playing the card that bears it (1.2.4.d)?"""
    if not isinstance(node, Apply):
        return False
    return any(
        isinstance(part, Apply) and part.name == "plays" and Word("me") in part.args
        for part in node.args
    )


class AbilityCompiler(Patterns):
    """Compiles one ability into the rows it needs: usually one."""

    def __init__(self, builder: BookBuilder, ability: Ability, works: int, spell: bool) -> None:
        super().__init__(builder, builder.asm)
        self.ability = ability
        self.works = works
        self.spell = spell

    def new_row(self, kind: int) -> Any:
        row = self.builder.new_ability()
        for name in PROGRAMS:
            row[name] = -1
        row["kind"] = kind
        row["works"] = self.works
        return row

    def compile(self) -> list[int]:
        """Add the ability to the book; returns its rows."""
        first = self.builder.abilities_count
        kind = self.ability.kind
        gates = list(self.ability.gates)
        if Word("I") in gates:
            self.works = FN.RESERVE
            gates.remove(Word("I"))
        if Word("D") in self.ability.costs:
            self.works = FN.RESERVE
        self.self_play = about_playing_me(self.ability.head)
        if kind == "passive" and self.self_play:
            self.works = FN.HAND | FN.RESERVE
        if kind == "keyword" and self._name(self.ability.head) == "scout":
            self.works = FN.HAND
        gate = self._gate(gates)
        {
            "reaction": self._reaction,
            "effect": self._spell,
            "quick": self._quick,
            "modifier": self._modifier,
            "keyword": self._keyword,
            "passive": self._passive,
        }[kind]()
        rows = list(range(first, self.builder.abilities_count))
        for number in rows:
            row = self.builder.ability_row(number)
            if gate >= 0 and row["gate"] < 0:
                row["gate"] = gate
        return rows

    def _name(self, node: Node | None) -> str:
        return node.name if isinstance(node, Word | Apply) else ""

    def _gate(self, gates: list[Node]) -> int:
        """The program that says whether the ability works now."""
        if not gates:
            return -1
        asm = self.asm
        asm.start_program()
        at = asm.here
        result = asm.new_register()
        asm.emit(OP.SET, result, 1)
        for gate in gates:
            with self.moment():
                if gate == Word("completed"):
                    one = self.truth(Attribute(Word("me"), "completed"))
                elif isinstance(gate, Apply) and gate.name == "while_":
                    one = self.truth(gate.args[0])
                else:
                    raise NotSupportedError(f"the gate {self._name(gate)}")
                asm.emit(OP.ALU, result, ALU.MUL, register(result), self.compare(CMP.NE, one, 0))
        asm.emit(OP.SET, 0, register(result))
        asm.emit(OP.END)
        return at

    # -- what an ability does ---------------------------------------------------

    def _effect(self, row: Any, body: Node | None, *, keep: bool = False) -> None:
        """The effect's program, and the declaration of its targets and modes."""
        asm = self.asm
        if not keep:
            asm.start_program()
        self.hoist = True
        row["effect"] = asm.here
        if body is not None:
            self.body(body)
        asm.emit(OP.END)
        self.hoist = False
        if self.declared:
            row["declare"] = asm.here
            self.declare(self.declared)
            asm.emit(OP.END)
            row["targets"] = self.slots

    def _reaction(self) -> None:
        head = self.ability.head
        patterns: list[Node] = [head] if head is not None else []
        if isinstance(head, Logic) and head.op == "|":
            patterns = list(head.parts)
        if isinstance(head, Apply) and head.name == "when":
            event = head.args[0]
            if isinstance(event, Logic) and event.op == "|":
                rest = head.args[1:]
                patterns = [Apply("when", (p, *rest), head.keywords) for p in event.parts]
        for pattern in patterns:
            self._one_reaction(pattern)

    def _one_reaction(self, head: Node) -> None:
        row = self.new_row(ABILITY.REACTION)
        self._trigger(head, row)
        self.it_before = bool(row["before"])
        self.declared, self.slots, self.env = [], 0, dict(self.env)
        self._effect(row, self.ability.body)

    def _trigger(self, head: Node, row: Any) -> None:
        if isinstance(head, Word) and head.name in ("J", "H", "R"):
            row["self"] = 1
            row["works"] = self.works | FN.SELF
            row["symbol"] = SYMBOLS[head.name]
            if head.name == "J":
                row["event"] = EV.MOVE
                row["to_zones"] = Z.PLAY_MASK
            else:
                row["event"] = EV.PLAY
                row["from_zones"] = 1 << (Z.HAND if head.name == "H" else Z.RESERVE)
            return
        if not isinstance(head, Apply):
            raise NotSupportedError(f"the trigger {head}")
        if head.name == "at":
            row["event"] = EV.AT
            phase = head.args[0]
            if not isinstance(phase, Word) or phase.name not in PHASES:
                raise NotSupportedError(f"at({phase})")
            row["what"] = 1 << PHASES[phase.name]
            if len(head.args) > 1:
                self._condition([], head.args[1:], row, [])
            return
        if head.name != "when":
            raise NotSupportedError(f"the trigger {head.name}(..)")
        event, *rest = head.args
        conditions = []
        for part in rest:
            if part == Word("once"):
                row["once"] = 1
            elif part == Word("last"):
                row["what"] = 1
            elif part == Word("first"):
                row["what"] = 2
            else:
                conditions.append(part)
        what = int(row["what"])
        if head.keyword("nth") is not None:
            conditions.append(self._nth(head, event))
        self.pattern(event, row, tuple(conditions))
        row["what"] = int(row["what"]) or what
        if row["self"]:
            self._self_move(event, row)

    def _nth(self, head: Apply, event: Node) -> Node:
        """`nth=` as a condition on what happened so far, this one included."""
        this = head.keyword("this") or Word("turn")
        count = Apply("happened", (event,), (("this", this),))
        return Compare("==", count, head.keyword("nth") or Number(1))

    def _self_move(self, event: Node, row: Any) -> None:
        """Reactions on this object entering a visible zone (6.3.c), but not on going to
        Reserve from the Expedition zone (6.3.d)."""
        if not isinstance(event, Apply) or event.name != "goes":
            return
        to = event.keyword("to")
        if to is None:
            return
        zones = int(row["to_zones"])
        if zones & (Z.HIDDEN_MASK):
            return
        if zones == 1 << Z.RESERVE and int(row["from_zones"]) == 1 << Z.EXPEDITION:
            return
        works = FN.SELF
        for zone, bit in ((Z.EXPEDITION, FN.PLAY), (Z.LANDMARK, FN.PLAY), (Z.RESERVE, FN.RESERVE)):
            if (zones >> zone) & 1:
                works |= bit
        # it need not work where it arrives (remark of 6.3.e)
        row["works"] = works & FN.SELF | (FN.PLAY if works & FN.PLAY else 0)

    def _spell(self) -> None:
        row = self.new_row(ABILITY.SPELL)
        row["works"] = FN.LIMBO
        self._effect(row, self.ability.body)

    # -- quick actions -------------------------------------------------------------

    def _quick(self) -> None:
        row = self.new_row(ABILITY.QUICK)
        asm = self.asm
        for cost in self.ability.costs:
            if isinstance(cost, Word) and cost.name in SYMBOLS:
                row["symbol"] = int(row["symbol"]) | SYMBOLS[cost.name]
        asm.start_program()
        row["cost_check"] = asm.here
        self._check_costs(self.ability.costs)
        asm.start_program()
        row["cost"] = asm.here
        self.commits, self.paying = False, True
        for cost in self.ability.costs:
            self._stage_cost(cost)
        asm.emit(OP.END)
        self.commits, self.paying = True, False
        asm.top_register, asm.top_set = REGISTERS, SETS
        self._effect(row, self.ability.body, keep=True)

    def _is_restriction(self, cost: Node) -> bool:
        return isinstance(cost, Compare | Logic | Attribute)

    def _check_costs(self, costs: tuple[Node, ...]) -> None:
        """Register 0: can it be paid; register 1: how much mana."""
        asm = self.asm
        result, mana = asm.new_register(), asm.new_register()
        asm.emit(OP.SET, result, 1)
        asm.emit(OP.SET, mana, 0)
        for cost in costs:
            with self.moment():
                one = self._check_cost(cost, mana)
                if one != 1:
                    asm.emit(OP.ALU, result, ALU.MUL, register(result), one)
        asm.emit(OP.SET, 1, register(mana))
        asm.emit(OP.SET, 0, register(result))
        asm.emit(OP.END)

    def _check_cost(self, cost: Node, mana: int) -> int:
        asm = self.asm
        if isinstance(cost, Word):
            s = self.me_set(now=True)
            asm.emit(OP.FILTER, s, C.LIFE, CMP.EQ, 1)
            if cost.name == "T":
                asm.emit(OP.FILTER, s, C.READY, CMP.EQ, 1)
                asm.emit(OP.ALLOW, s, EV.GAIN, 0, 0, STATUS.EXHAUSTED)
            elif cost.name == "D":
                asm.emit(OP.FILTER, s, C.ZONE, CMP.EQ, Z.RESERVE)
                asm.emit(OP.ALLOW, s, EV.MOVE, CAUSE.DISCARD | CAUSE.COST, Z.DISCARD, 0)
            else:
                raise NotSupportedError(f"the cost '{cost.name}'")
            return self.compare(CMP.GE, self.size(s), 1)
        if isinstance(cost, Apply) and cost.name == "together":
            result = 1
            for part in cost.args:
                one = self._check_cost(part, mana)
                if one != 1:
                    result = one if result == 1 else self.alu(ALU.AND, result, one)
            return result
        if isinstance(cost, Apply) and cost.name == "pay":
            amount = cost.args[0]
            if amount == Word("X"):
                return 1
            n = self.number(amount)
            asm.emit(OP.ALU, mana, ALU.ADD, register(mana), n)
            return 1
        if isinstance(cost, Apply) and cost.name == "spend":
            if any(v == Word("X") for _, v in cost.keywords):
                return 1
            return self._can_spend(cost)
        if self._is_restriction(cost):
            if any(part == Word("X") for part in (getattr(cost, "left", None),)):
                return 1
            return self.compare(CMP.NE, self.truth(cost), 0)
        if isinstance(cost, Apply):
            return self.possible(cost)
        raise NotSupportedError(f"the cost {cost}")

    def _stage_cost(self, cost: Node) -> None:
        asm = self.asm
        if cost == Word("T"):
            asm.emit(OP.STATUS, self.me_set(now=True), STATUS.EXHAUSTED, 1)
        elif cost == Word("D"):
            s = self.me_set(now=True)
            asm.emit(OP.MOVE, s, Z.DISCARD, -1, 0, CAUSE.DISCARD | CAUSE.COST, 0, 0)
        elif isinstance(cost, Apply) and self._uses_x(cost):
            self._stage_x(cost)
        elif not self._is_restriction(cost):
            self.step(cost)

    def _uses_x(self, cost: Apply) -> bool:
        return Word("X") in cost.args or any(v == Word("X") for _, v in cost.keywords)

    def _stage_x(self, cost: Apply) -> None:
        """X is chosen as the cost is declared, up to what can be paid and is allowed."""
        asm = self.asm
        if self.x_register is None:
            self.x_register = asm.new_register()
        most: int
        if cost.name == "pay":
            player = self.compare(CMP.GE, self.you(), 2)
            most = self.info(INFO.READY_MANA, player)
        else:
            (name, _), *_ = self._counters(cost)
            r = asm.temp_register()
            asm.emit(OP.ATTR, r, self.me_set(now=True), self._counter_column(name), 0)
            most = register(r)
        for other in self.ability.costs:
            if isinstance(other, Compare) and other.left == Word("X") and other.op == "<=":
                most = self.alu(ALU.MIN, most, self.number(other.right))
        asm.emit(OP.ASK_NUMBER, self.x_register, 0, most)
        self.step(cost)

    # -- modifiers --------------------------------------------------------------------

    def _modifier(self) -> None:
        head = self.ability.head
        if not isinstance(head, Apply):
            raise NotSupportedError(f"the modifier {head}")
        row = self.new_row(ABILITY.INSTEAD if head.name == "instead" else ABILITY.ALSO)
        event, *rest = head.args
        conditions = [part for part in rest if part != Word("may")]
        if head.keyword("nth") is not None:
            conditions.append(self._nth(head, event))
        self.pattern(event, row, tuple(conditions))
        if Word("may") in rest:
            row["optional"] = 1
        for key, value in head.keywords:
            if key == "otherwise":
                self.asm.start_program()
                row["otherwise"] = self.asm.here
                self.body(value)
                self.asm.emit(OP.END)
            elif key not in ("nth", "this"):
                raise NotSupportedError(f"{head.name}(.., {key}=)")
        plays = row["event"] == EV.PLAY
        self.commits = bool(plays)
        if plays:
            self._effect(row, self.ability.body)
        else:
            self.asm.start_program()
            row["effect"] = self.asm.here
            if self.ability.body is not None:
                self.body(self.ability.body)
            self.asm.emit(OP.END)
        self.commits = True

    # -- passive statements --------------------------------------------------------------

    def _keyword(self) -> None:
        head = self.ability.head
        name = self._name(head)
        if name == "scout" and isinstance(head, Apply) and isinstance(head.args[0], Number):
            row = self.new_row(ABILITY.SCOUT)
            row["works"] = FN.HAND
            row["value"] = head.args[0].value
            self._scout_return()
            return
        if name == "tough" and isinstance(head, Apply):
            self._have(Apply("have", (Word("me"), head)))
            return
        if name in KEYWORD_BITS:
            self._have(Apply("have", (Word("me"), Word(name))))
            return
        raise NotSupportedError(f"the keyword {name}")

    def _scout_return(self) -> None:
        """What a card played with Scout gains: "{H} Send me to Reserve" (7.4.5.c)."""
        row = self.new_row(ABILITY.REACTION)
        row["works"] = FN.PLAY | FN.SELF
        row["self"] = 1
        row["symbol"] = SYMBOLS["H"]
        row["event"] = EV.PLAY
        row["from_zones"] = 1 << Z.HAND
        asm = self.asm
        asm.start_program()
        row["condition"] = asm.here
        s = self.me_set()
        r = asm.new_register()
        asm.emit(OP.ATTR, r, s, C.SCOUTED, 0)
        asm.emit(OP.SET, 0, register(r))
        asm.emit(OP.END)
        self._effect(row, Steps((Apply("put", (Word("me"), Word("reserve"))),)))

    def _passive(self) -> None:
        head = self.ability.head
        if not isinstance(head, Apply):
            raise NotSupportedError(f"the statement {head}")
        method = {
            "have": self._have,
            "less": self._cost,
            "more": self._cost,
            "at_least": self._cost,
            "cant": self._cant,
            "can": self._can,
            "begin": self._begin,
        }.get(head.name)
        if method is None:
            raise NotSupportedError(f"the statement {head.name}(..)")
        method(head)

    def _have(self, head: Apply) -> None:
        subject, *properties = head.args
        for what in properties:
            self._one_have(subject, what)
        for key, value in head.keywords:
            self._have_keyword(subject, key, value)

    def _one_have(self, subject: Node, what: Node) -> None:
        if isinstance(what, Granted):
            for ability in what.abilities:
                row = self.new_row(ABILITY.HAVE)
                row["property"], row["value"] = HAVE.ABILITY, self.builder.nested(ability, self)
                row["writes"] = READS["abilities"]
                self._subject_program(subject, row, None)
            return
        row = self.new_row(ABILITY.HAVE)
        if isinstance(what, Apply) and what.name == "tough":
            row["property"], row["writes"] = HAVE.TOUGH, READS["keywords"]
            self._subject_program(subject, row, what.args[0])
        elif isinstance(what, Apply) and what.name == "only":
            row["property"], row["value"] = HAVE.TERRAIN_ONLY, self.terrains(what.args[0])
            row["writes"] = READS["terrain"]
            self._region_program(subject, row)
        elif isinstance(what, Word) and what.name in TERRAINS:
            row["property"], row["value"] = HAVE.TERRAIN_ALSO, TERRAINS[what.name]
            row["writes"] = READS["terrain"]
            self._region_program(subject, row)
        elif isinstance(what, Word) and what.name in KEYWORD_BITS:
            row["property"], row["value"] = HAVE.KEYWORDS, KEYWORD_BITS[what.name]
            row["writes"] = READS["keywords"] | (
                READS["presence"] if what.name == "gigantic" else 0
            )
            self._subject_program(subject, row, None)
        elif isinstance(what, Word) and what.name in SUBTYPE_BITS:
            row["property"], row["value"] = HAVE.SUBTYPES, SUBTYPE_BITS[what.name]
            row["writes"] = READS["type"]
            self._subject_program(subject, row, None)
        elif isinstance(what, Word) and what.name in TYPES:
            row["property"], row["value"] = HAVE.TYPE, TYPES[what.name]
            row["writes"] = READS["type"]
            self._subject_program(subject, row, None)
        else:
            raise NotSupportedError(f"have {what}")

    def _have_keyword(self, subject: Node, key: str, value: Node) -> None:
        row = self.new_row(ABILITY.HAVE)
        if key in ("reserve_limit", "landmark_limit"):
            row["property"] = HAVE.RESERVE_LIMIT if key == "reserve_limit" else HAVE.LANDMARK_LIMIT
            row["writes"] = READS["limits"]
            if not isinstance(value, Arithmetic) or value.left != Word("n"):
                raise NotSupportedError(f"have(.., {key}={value})")
            change = Arithmetic(value.op, Number(0), value.right)
            asm = self.asm
            asm.start_program()
            row["subject"] = asm.here
            asm.emit(OP.SET, 1, self.players(subject))
            asm.emit(OP.SET, 0, self.number(change))
            asm.emit(OP.END)
        elif key in ("forest", "mountain", "water"):
            row["property"], row["value"] = HAVE.STATISTIC, COLUMNS[key]
            row["writes"] = READS["statistics"]
            if isinstance(value, Arithmetic) and value.left == Word("n") and value.op in ("+", "-"):
                row["property"] = HAVE.STATISTIC_MORE  # so much more than it was
                value = Arithmetic(value.op, Number(0), value.right)
            if Word("n") in walk(value):
                raise NotSupportedError(f"have(.., {key}={value})")
            self._subject_program(subject, row, value)
        elif key == "stats" and value == Word("highest"):
            row["property"] = HAVE.HIGHEST
            row["writes"] = READS["statistics"]
            self._subject_program(subject, row, None)
        else:
            raise NotSupportedError(f"have(.., {key}=)")

    def _subject_program(self, subject: Node, row: Any, amount: Node | None) -> None:
        """Set 1: whom it speaks of; register 0: by how much."""
        asm = self.asm
        asm.start_program()
        row["subject"] = asm.here
        self.reads = READS["abilities"]
        n = asm.new_register()
        if amount is not None:
            asm.emit(OP.SET, n, self.number(amount))
        else:
            asm.emit(OP.SET, n, 0)
        s = self.reference(subject)
        asm.emit(OP.COPY, 1, s)
        asm.emit(OP.SET, 0, register(n))
        asm.emit(OP.END)
        row["reads"] = self.reads | self._gate_reads()

    def _region_program(self, subject: Node, row: Any) -> None:
        asm = self.asm
        asm.start_program()
        row["subject"] = asm.here
        self.reads = READS["abilities"]
        asm.emit(OP.SET, 1, self.regions(subject))
        asm.emit(OP.SET, 0, 0)
        asm.emit(OP.END)
        row["reads"] = self.reads | self._gate_reads()

    def _gate_reads(self) -> int:
        """What the gates read: everything, where there are any."""
        return 255 if self.ability.gates else 0

    def _cost(self, head: Apply) -> None:
        row = self.new_row(ABILITY.COST)
        row["property"] = {"less": COST.LESS, "more": COST.MORE, "at_least": COST.AT_LEAST}[
            head.name
        ]
        amount, event, *rest = head.args
        if amount == Word("free"):
            row["property"] = COST.FREE
            amount = Number(0)
        self.pattern(event, row)
        asm = self.asm
        asm.start_program()
        row["amount"] = asm.here
        asm.emit(OP.SET, 0, self.number(amount))
        asm.emit(OP.END)
        if Word("may") in rest:
            row["optional"] = 1
        for key, value in head.keywords:
            if key == "min" and isinstance(value, Number):
                row["floor"] = value.value
            elif key == "cost":
                row["optional"] = 1
                asm.start_program()
                row["cost_check"] = asm.here
                self._check_costs((value,))
                asm.start_program()
                row["cost"] = asm.here
                self.commits, self.paying = False, True
                self.step(value)
                asm.emit(OP.END)
                self.commits, self.paying = True, False
            else:
                raise NotSupportedError(f"{head.name}(.., {key}=)")

    def _cant(self, head: Apply) -> None:
        event = head.args[0]
        if isinstance(event, Apply) and event.name == "moves" and isinstance(event.args[0], Logic):
            for part in event.args[0].parts:
                row = self.new_row(ABILITY.CANT)
                self.pattern(Apply("moves", (part, *event.args[1:]), event.keywords), row)
            return
        row = self.new_row(ABILITY.CANT)
        self.pattern(event, row)

    def _can(self, head: Apply) -> None:
        row = self.new_row(ABILITY.CAN)
        even = head.keyword("even")
        self.pattern(head.args[0], row)
        if isinstance(even, Word) and even.name in STATUS_BITS:
            row["even"] = STATUS_BITS[even.name]
        elif even == Word("defender"):
            row["even"] = KW.DEFENDER << 8
        else:
            raise NotSupportedError(f"can(.., even={even})")

    def _begin(self, head: Apply) -> None:
        """Counters that a Hero starts the game with (2.5.e)."""
        for name, value in head.keywords:
            if not isinstance(value, Number):
                raise NotSupportedError(f"begin({name}={value})")
            kind = self.builder.counter(name)
            row = self.new_row(ABILITY.BEGIN)
            row["property"] = kind if kind is not None else 0
            row["value"] = value.value
