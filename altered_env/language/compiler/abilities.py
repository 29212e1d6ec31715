"""Abilities as rows of the book: when they work, what they listen to, what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from altered_env.engine.layout import REGISTERS, SETS
from altered_env.engine.terms import (
    ABILITY,
    ALU,
    AS,
    CAUSE,
    CMP,
    EV,
    FN,
    HOW,
    OP,
    TYPE,
    C,
    Z,
)
from altered_env.language.compiler.assembler import NotSupportedError, register
from altered_env.language.compiler.bindings import walk
from altered_env.language.compiler.statements import Statements
from altered_env.language.compiler.tables import (
    KEYWORD_BITS,
    PHASES,
    SYMBOLS,
)
from altered_env.language.model import (
    Ability,
    Apply,
    Attribute,
    Compare,
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


class AbilityCompiler(Statements):
    """Compiles one ability into the rows it needs: usually one."""

    def __init__(self, builder: BookBuilder, ability: Ability, works: int, spell: bool) -> None:
        super().__init__(builder, builder.asm)
        self.ability = ability
        self.works = works
        self.spell = spell
        self.latches: dict[Node, int] = {}
        self.afterwards: list[Node] = []
        """Conditions of a trigger that ask how often it happened at once."""

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
        if Word("completed") in gates:
            self.works = FN.PLAY  # a Feat's, among the Landmarks
        self.self_play = about_playing_me(self.ability.head)
        if kind == "passive" and self.self_play:
            self.works = FN.HAND | FN.RESERVE
        if kind == "keyword" and self._name(self.ability.head) == "scout":
            self.works = FN.HAND
        if kind == "keyword" and self._name(self.ability.head) == "temple":
            self.works = FN.HAND | FN.RESERVE
        plain = [one for one in gates if self._name(one) != "since"]
        for one in gates:
            if one not in plain:
                self._since(one, self._gate(plain))
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
        made = [self.builder.ability_row(number) for number in rows]
        for row in made or self.builder.granted_rows():
            if gate >= 0 and row["gate"] < 0 and row["kind"] != ABILITY.SINCE:
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
        for number, gate in enumerate(gates):
            with self.moment():
                if gate == Word("completed"):
                    one = self.truth(Attribute(Word("me"), "completed"))
                elif isinstance(gate, Apply) and gate.name == "while_":
                    one = self.truth(gate.args[0])
                elif isinstance(gate, Apply) and gate.name == "since":
                    r = asm.temp_register()
                    asm.emit(OP.ATTR, r, self.me_set(), C.LATCHED, HOW.ONE)
                    one = self.alu(ALU.AND, register(r), self.latches[gate])
                else:
                    raise NotSupportedError(f"the gate {self._name(gate)}")
                self.require(one, first=number == 0)
        asm.emit(OP.END)
        return at

    def _since(self, gate: Node, others: int) -> None:
        """From when on abilities of the card work: a row of its own, which the engine looks at
        after each event."""
        if not isinstance(gate, Apply) or self.builder.reserved is not None:
            raise NotSupportedError("since(..) of an ability that is granted")
        row = self.new_row(ABILITY.SINCE)
        row["gate"] = others
        row["value"] = self.latches[gate] = 1 << self.builder.current.index
        self.builder.placed = True
        asm = self.asm
        asm.start_program()
        row["condition"] = asm.here
        asm.emit(OP.SET, 0, self.truth(gate.args[0]))
        asm.emit(OP.END)

    def _effect(self, row: Any, body: Node | None, *, keep: bool = False) -> None:
        """The effect's program, and the declaration of its targets and modes."""
        asm = self.asm
        if not keep:
            asm.start_program()
        self.hoist = True
        self.aimed = []
        row["effect"] = asm.here
        for name, paid in self.paid.items():
            self.env[name] = self.bind_paid(paid)
        if body is not None:
            self.body(body)
        asm.emit(OP.END)
        self.hoist = False
        if self.declared:
            row["declare"] = asm.here
            self.declare(self.declared)
            asm.emit(OP.END)
            row["targets"] = self.slots
            row["declares"] = int(self.taxes)

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
        self.afterwards = []
        self._trigger(head, row)
        self.it_played = bool(row["event"] == EV.PLAY)
        self.it_before = bool(row["before"]) and not self.it_played
        self.it_place = self.about_place(row)
        row["about_place"] = int(self.it_place and Word("it") in walk(self.ability.body))
        self.declared, self.slots, self.env = [], 0, dict(self.env)
        body: Node | None = self.ability.body
        if self.afterwards and body is not None:
            more = self.afterwards
            test = more[0] if len(more) == 1 else Logic("and", tuple(more))
            body = Steps((Apply("if_", (test, body)),))
        self._effect(row, body)

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
                self._condition([], head.args[1:], row)
            return
        if head.name != "when":
            raise NotSupportedError(f"the trigger {head.name}(..)")
        event, *rest = head.args
        conditions = []
        if Word("once") in rest:
            row["once"] = 1
        for part in rest:
            if part == Word("once"):
                continue
            if row["once"] and Word("n") in walk(part):
                self.afterwards.append(part)  # what happened at once is counted by then
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
        if not isinstance(event, Apply) or event.name not in ("goes", "discards"):
            return
        if event.name == "discards":
            if row["from_zones"] and int(row["from_zones"]) & ~Z.HIDDEN_MASK == 0:
                row["works"] = FN.SELF  # it is seen only once it is in the Discard pile
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
        self.spell_effect = True
        self._effect(row, self.ability.body)

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

    def _added_to_roll(self) -> int | None:
        """How much a modifier adds to a roll of the same dice; None if it is none of those."""
        body = self.ability.body
        step = body.parts[0] if body is not None and len(body.parts) == 1 else None
        if not isinstance(step, Apply) or step.name != "roll" or step.args != (Word("n"),):
            return None
        plus = step.keyword("plus")
        return plus.value if isinstance(plus, Number) and len(step.keywords) == 1 else None

    def _raise(self, head: Apply) -> None:
        """What may add to a roll is applied once the dice are seen (7.3.33.c)."""
        event, *rest = head.args
        row = self.new_row(ABILITY.RAISE)
        row["value"] = self._added_to_roll()
        self.pattern(
            event, row, tuple(part for part in rest if part not in (Word("may"), Word("once")))
        )
        for key, value in head.keywords:
            if (key, value) != ("cost", Apply("exhaust", (Word("me"),))):
                raise NotSupportedError(f"{head.name}(.., {key}=) that adds to a roll")
            row["property"] = 1

    def _modifier(self) -> None:
        head = self.ability.head
        if not isinstance(head, Apply):
            raise NotSupportedError(f"the modifier {head}")
        if self._added_to_roll() is not None:
            self._raise(head)
            return
        event, *rest = head.args
        once = Word("once") in rest
        row = self.new_row(ABILITY.ALSO)
        if head.name == "instead":
            row["kind"] = ABILITY.WHOLE if once else ABILITY.INSTEAD
        row["once"] = int(once)
        conditions = [part for part in rest if part not in (Word("may"), Word("once"))]
        if once and any(Word("n") in walk(part) for part in conditions):
            raise NotSupportedError(f"{head.name}(.., once) that asks how often")
        if head.keyword("nth") is not None:
            conditions.append(self._nth(head, event))
        self.pattern(event, row, tuple(conditions))
        if Word("may") in rest:
            row["optional"] = 1
        cost = head.keyword("cost")
        if cost is not None:
            row["optional"] = 1
        for key, value in head.keywords:
            if key == "otherwise":
                self.asm.start_program()
                row["otherwise"] = self.asm.here
                self.body(value)
                self.asm.emit(OP.END)
            elif key not in ("nth", "this", "cost"):
                raise NotSupportedError(f"{head.name}(.., {key}=)")
        self.it_place = self.about_place(row)
        plays = row["event"] == EV.PLAY
        if plays and (head.name == "instead" or once):
            raise NotSupportedError(f"{head.name}(plays(..){', once' * once})")
        if head.name == "also" and self._is_about_arriving(row) and cost is None:
            row["kind"], plays = ABILITY.REACTION, True
        self.commits = bool(plays)
        self.modifying = not plays
        self.about_to_create = not plays and int(row["cause"]) == CAUSE.CREATE
        if self.about_to_create and self._speaks_of_it():
            raise NotSupportedError("what a token does that is not yet there")
        if plays:
            body: Node | None = self.ability.body
            if body is not None and row["optional"]:
                row["optional"] = 0  # asked as its Reaction is played
                may = Apply("may", (body if cost is None else cost,))
                body = Steps((may if cost is None else Apply("if_", (may, body)),))
            elif row["kind"] == ABILITY.ALSO and self.builder.reserved is not None:
                row["symbol"] = self._activated(body)
            self._effect(row, body)
        else:
            if cost is not None:
                self.asm.start_program()
                row["cost_check"] = self.asm.here
                self._check_costs((cost,))
            self.asm.start_program()
            row["effect"] = self.asm.here
            if cost is not None:  # in the step that is modified, with what happens then
                self.paying = True
                self.body(cost)
                self.paying = False
            if self.ability.body is not None:
                self.body(self.ability.body)
            self.asm.emit(OP.END)
        self.commits, self.modifying, self.about_to_create = True, False, False

    def _speaks_of_it(self) -> bool:
        """Does the body speak of `it`, but to create it?"""
        body = self.ability.body
        made = sum(
            part.args[0] == Word("it")
            for part in walk(body)
            if isinstance(part, Apply) and part.name == "create"
        )
        return sum(part == Word("it") for part in walk(body)) > made

    def _activated(self, body: Node | None) -> int:
        """The kinds of ability of what is played that are activated, if the body says no more:
        said twice of a play, they are activated once."""
        match body:
            case Steps((Apply("activate", (which, Word("it")), ()),)):
                return self.symbols(which)
        return 0

    def _is_about_arriving(self, row: Any) -> bool:
        """Does it speak of the object that something joins as: "the next Character that joins my
        Expedition gains .."? Like a gain of the card being played (5.2.d), it is a Reaction."""
        if row["event"] != EV.MOVE or not self._speaks_of_it():
            return False
        return bool(row["to_zones"]) or int(row["cause"]) == CAUSE.CREATE

    def _keyword(self) -> None:
        head = self.ability.head
        name = self._name(head)
        if name == "scout" and isinstance(head, Apply) and isinstance(head.args[0], Number):
            row = self.new_row(ABILITY.SCOUT)
            row["works"] = FN.HAND
            row["value"] = head.args[0].value
            self._scout_return()
            return
        if name == "temple" and isinstance(head, Apply) and isinstance(head.args[0], Number):
            self._temple(head.args[0].value)
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
        asm.emit(OP.ATTR, r, s, C.PLAYED_AS, 0)
        asm.emit(OP.CMP, 0, CMP.EQ, register(r), AS.SCOUT)
        asm.emit(OP.END)
        self._effect(row, Steps((Apply("put", (Word("me"), Word("reserve"))),)))

    def _temple(self, cost: int) -> None:
        """What it may be played for, as what; and what it then has: "At Noon: you may send me to
        Reserve"."""
        row = self.new_row(ABILITY.TEMPLE)
        row["works"] = FN.HAND | FN.RESERVE
        row["value"] = cost
        row["property"] = TYPE.LANDMARK_PERMANENT
        row["floor"] = self.builder.subtype("construction")
        row = self.new_row(ABILITY.REACTION)
        row["works"] = FN.PLAY
        self._trigger(Apply("at", (Word("noon"),)), row)
        asm = self.asm
        asm.start_program()
        row["gate"] = asm.here
        s = self.me_set()
        r = asm.temp_register()
        asm.emit(OP.ATTR, r, s, C.PLAYED_AS, 0)
        asm.emit(OP.CMP, 0, CMP.EQ, register(r), AS.TEMPLE)
        asm.emit(OP.END)
        home = Apply("put", (Word("me"), Word("reserve")))
        self._effect(row, Steps((Apply("may", (home,)),)))

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
            "signature": self._signature,
        }.get(head.name)
        if method is None:
            raise NotSupportedError(f"the statement {head.name}(..)")
        method(head)
