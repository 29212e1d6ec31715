"""Event patterns: `verb_s(who, filters.., from_=, to=, during=, due_to=)` as columns of an
ability, and a program for what columns cannot say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from altered_env.engine.keeping import FIRST
from altered_env.engine.matching import ANY_COUNTER, ASCENSION, EXCEPT, PLACE
from altered_env.engine.terms import ABILITY, ALU, CAUSE, EV, INFO, OP, STATUS, WHO
from altered_env.language.compiler.assembler import NotSupportedError, register
from altered_env.language.compiler.bindings import EVERYWHERE, Binding, walk
from altered_env.language.compiler.doing import Doing
from altered_env.language.compiler.tables import PHASES, STATUS_BITS, ZONES
from altered_env.language.model import Apply, Attribute, Logic, Node, Word

__all__ = ["Patterns"]

ASCENDED_ONES = Apply("all", (Word("expedition"), Word("ascended")))
LEFT = EVERYWHERE
"""In what a pattern of a move asks for: an Ascended Expedition was left."""
MOVES = {
    "goes": 0,
    "sacrifices": CAUSE.SACRIFICE,
    "discards": CAUSE.DISCARD,
    "sabotages": CAUSE.SABOTAGE,
    "creates": CAUSE.CREATE,
    "draws": CAUSE.DRAW,
    "resupplies": CAUSE.RESUPPLY,
}
MARKS = {"gains", "loses", "exhausts", "readies"}
"""What happens to an object where it is."""
OTHERS = {
    "plays": EV.PLAY,
    "gains": EV.GAIN,
    "loses": EV.LOSE,
    "spends": EV.LOSE,
    "exhausts": EV.GAIN,
    "readies": EV.LOSE,
    "moves": EV.PROGRESS,
    "fails": EV.FAIL,
    "rolls": EV.ROLL,
    "reveals": EV.REVEAL,
    "passes": EV.PASS,
    "activates": EV.ACTIVATE,
    "gifts": EV.MOVE,
}


def speaks_of_base_cost(filters: Iterable[Node]) -> bool:
    """A Base Cost is asked about: of what is played, that which it had in Limbo (2.2.9.b)."""
    return any(word == Word("base_cost") for part in filters for word in walk(part))


class Patterns(Doing):
    """Fills an ability's row from a pattern."""

    def pattern(self, node: Node, row: Any, conditions: tuple[Node, ...] = ()) -> None:
        """Write the columns for a pattern, and its condition program."""
        if isinstance(node, Logic) and node.op == "|":
            raise NotSupportedError("a pattern with |")
        if not isinstance(node, Apply):
            raise NotSupportedError(f"a pattern: {node}")
        if node.name == "attempts":
            self._attempt(node.args[0], row, conditions)
            return
        row["from_zones"] = row["to_zones"] = 0
        filters = list(node.args)
        if node.name in MOVES:
            row["event"] = EV.MOVE
            row["cause"] = MOVES[node.name]
        elif node.name in OTHERS:
            row["event"] = OTHERS[node.name]
            row["cause"] = CAUSE.SPEND if node.name == "spends" else 0
        else:
            raise NotSupportedError(f"the event '{node.name}'")
        self.about_roll = row["event"] == EV.ROLL
        filters = self._subject(node, filters, row)
        if node.name in MARKS and self.is_kind_alone(tuple(filters)):
            filters.append(Word("play"))
        for key, value in node.keywords:
            if key == "from_" and value == ASCENDED_ONES:
                self._left(row)
            elif key == "from_":
                self._area_columns(value, row, "from")
            elif key == "to":
                self._area_columns(value, row, "to")
            elif key == "during":
                if not isinstance(value, Word) or value.name not in PHASES:
                    raise NotSupportedError(f"during={value}")
                row["phases"] = 1 << PHASES[value.name]
            elif key == "due_to":
                if value == Word("ascended"):
                    row["what"] = ASCENSION
                elif isinstance(value, Logic) and value.op == "~":
                    row["what"] = 7 & ~self.terrains(value.parts[0]) | EXCEPT
                else:
                    row["what"] = self.terrains(value)
            elif key == "by":
                raise NotSupportedError("a pattern with by=")
        if row["from_zones"] and not row["to_zones"]:
            row["before"] = 1
        if node.name in ("sacrifices", "discards", "sabotages"):
            row["before"] = 1
        if node.name == "plays" and speaks_of_base_cost(filters):
            row["before"] = 1
        self._condition(filters, conditions, row)

    def _left(self, row: Any) -> None:
        """To leave an Ascended Expedition (7.5.11): `it` is that Expedition."""
        if row["event"] != EV.MOVE or row["kind"] != ABILITY.REACTION:
            raise NotSupportedError("leaving an Ascended Expedition, but for a Reaction")
        row["from_zones"] = ZONES["expeditions"]
        row["what"] = LEFT

    def _attempt(self, node: Node, row: Any, conditions: tuple[Node, ...]) -> None:
        """What an effect says but a rule makes impossible (7.5.3): to Ascend once more."""
        self.pattern(node, row, conditions)
        if row["event"] != EV.GAIN or row["what"] != STATUS.ASCENDED:
            raise NotSupportedError(f"attempts({node})")
        row["attempts"] = 1

    def _who(self, node: Node) -> int | None:
        if node == Word("you"):
            return WHO.YOU
        if node == Word("opponent"):
            return WHO.OPPONENT
        if node == Word("player"):
            return WHO.ANY
        bound = self.env.get(node.name) if isinstance(node, Word) else None
        if bound is not None and bound.kind == "player":
            return WHO.KEPT + self._which_kept(bound)
        return None

    def _which_kept(self, bound: Binding) -> int:
        """The number of what an emblem keeps for a name."""
        return (bound.mask or 0) - register(FIRST)

    def _subject(self, node: Apply, filters: list[Node], row: Any) -> list[Node]:
        """Who does it, and about whom: the leading slots of a pattern."""
        if filters and self._who(filters[0]) is not None:
            who = filters.pop(0)
            row["who"] = self._who(who)
            if row["once"] and who == Word("player"):
                row["who"] = WHO.PLAYER
        elif filters and self.is_player(filters[0]):
            raise NotSupportedError(f"{node.name}({filters[0]}, ..)")
        if node.name == "gifts":
            row["cause"] = CAUSE.GIFT
        if node.name in ("moves", "fails"):
            if not filters:
                raise NotSupportedError(f"{node.name}(..) without an Expedition")
            found = self._place(filters[0])
            if found is not None:
                row["from_who"], row["from_place"] = found
                filters.pop(0)
        if node.name == "exhausts":
            row["what"] = STATUS_BITS["exhausted"]
        if node.name == "readies":
            row["what"] = STATUS_BITS["exhausted"]
        if node.name in ("gains", "loses", "spends") and filters:
            what = filters.pop()
            row["what"] = self._what(what)
            if filters and self._is_expedition(filters[0]):
                self._expedition_to(filters.pop(0), row)
        if node.name == "activates" and filters:
            row["what"] = self.symbols(filters.pop(0))
            if filters and self._who(filters[0]) is not None:
                row["who"] = self._who(filters.pop(0))
        if filters and filters[0] == Word("me"):
            row["self"] = 1
            filters.pop(0)
        return filters

    def _what(self, node: Node) -> int:
        if isinstance(node, Word):
            if node.name == "ascended":
                return STATUS.ASCENDED
            if node.name == "counter":
                return ANY_COUNTER
            if node.name in STATUS_BITS:
                return STATUS_BITS[node.name]
            kind = self.builder.counter(node.name)
            if kind is not None:
                return 1000 + kind
        raise NotSupportedError(f"gains(.., {node})")

    def _place(self, node: Node) -> tuple[int, int] | None:
        """An Expedition as WHO and PLACE of a pattern; None if columns cannot say which."""
        if node in (Word("expeditions"), Word("expedition")):
            return WHO.ANY, PLACE.ANY
        if isinstance(node, Apply) and node.name == "all" and len(node.args) == 1:
            return self._place(node.args[0])
        if isinstance(node, Word):
            bound = self.env.get(node.name)
            if bound is not None and bound.kind == "expedition":
                return WHO.ANY, PLACE.KEPT + self._which_kept(bound)
        if isinstance(node, Attribute):
            if node == Attribute(Word("me"), "expedition"):
                return WHO.ANY, PLACE.MINE
            if node.name == "facing" and node.of == Attribute(Word("me"), "expedition"):
                return WHO.ANY, PLACE.FACING
            if node.name == "other" and node.of == Attribute(Word("me"), "expedition"):
                return WHO.ANY, PLACE.OTHER
            other = Attribute(Attribute(Word("me"), "expedition"), "other")
            if node == Attribute(other, "facing"):
                return WHO.ANY, PLACE.OTHER_FACING
            if node.name == "expeditions":
                who = self._who(node.of)
                if who is not None:
                    return who, PLACE.ANY
        return None

    def _expedition_to(self, node: Node, row: Any) -> None:
        found = self._place(node)
        if found is None:
            raise NotSupportedError(f"gains({node}, ..)")
        row["to_zones"] = ZONES["expeditions"]
        row["to_who"], row["to_place"] = found

    def _area_columns(self, node: Node, row: Any, side: str) -> None:
        """An area in from_= or to= as zones, whose, and which Expedition."""
        parts = node.parts if isinstance(node, Logic) and node.op == "|" else (node,)
        zones = 0
        who: int | None = None
        place = PLACE.ANY
        for part in parts:
            found = self._place(part)
            if found is not None:
                zones |= ZONES["expeditions"]
                this, place = found
            elif isinstance(part, Word) and part.name in ZONES:
                zones |= ZONES[part.name]
                this = WHO.ANY
            elif isinstance(part, Attribute) and part.name in ZONES:
                zones |= ZONES[part.name]
                whose = self._who(part.of)
                if whose is None:
                    raise NotSupportedError(f"{side}={part}")
                this = whose
            else:
                raise NotSupportedError(f"{side}={part}")
            if who is not None and who != this:
                raise NotSupportedError(f"{side}= areas of different players")
            who = this
        row[f"{side}_zones"] = zones
        row[f"{side}_who"] = who or 0
        row[f"{side}_place"] = place

    def _condition(self, filters: list[Node], conditions: tuple[Node, ...], row: Any) -> None:
        """The program that tests the object of the event, and the trigger's condition."""
        trivial = {"card", "object", "expedition"}
        filters = [
            part for part in filters if not (isinstance(part, Word) and part.name in trivial)
        ]
        if not filters and not conditions:
            row["condition"] = -1
            return
        asm = self.asm
        asm.start_program()
        was_env, was_place = self.env, self.it_place
        self.it_place = self.about_place(row)
        if not self.it_place and "it" not in self.env:
            self.env = {**self.env, "it": Binding(0)}
        row["condition"] = asm.here
        first = not filters
        if filters and self.it_place:
            mask = self.info(INFO.IT_PLACE)
            for part in filters:
                mask = self.alu(ALU.AND, mask, self.expeditions_that(part))
            asm.emit(OP.SET, 0, mask)
        elif filters:
            s = asm.new_set()
            asm.emit(OP.COPY, s, 0)
            for part in filters:
                self.narrow(s, part)
            asm.emit(OP.SIZE, 0, s)
        for part in conditions:
            with self.moment():
                self.require(self.truth(part), first)
                first = False
        asm.emit(OP.END)
        self.env, self.it_place = was_env, was_place

    def about_place(self, row: Any) -> bool:
        """Is what happens about an Expedition: it moves, fails to, Ascends, is left?"""
        if row["event"] in (EV.PROGRESS, EV.FAIL):
            return True
        if row["event"] == EV.MOVE:
            return bool(row["what"] == LEFT)
        return row["event"] in (EV.GAIN, EV.LOSE) and row["what"] == STATUS.ASCENDED
