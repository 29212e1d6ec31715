"""Whole abilities: gates, triggers, costs, modifiers."""

from __future__ import annotations

from altered_env.language.kinds import KNOWN, Names
from altered_env.language.model import Ability, Apply, Bind, Granted, Node, Word
from altered_env.language.normal import normal
from altered_env.language.wording.pronouns import unlettered
from altered_env.language.wording.steps import Sentences, is_step

_TRIGGERS = {
    "J": "when I enter play",
    "H": "when I enter play from hand",
    "R": "when I enter play from Reserve",
}
_COSTS = {"T": "exhaust me", "D": "discard me from Reserve"}
_FLAGS = {"once": " (once for all at once)", "first": " first", "last": " last"}


class Abilities(Sentences):
    """Words whole abilities."""

    def ability(self, ability: Ability) -> str:
        """Return the ability without a capital letter and the last full stop."""
        gates = "".join(f"{self._gate(gate)}, " for gate in ability.gates)
        body = self.body(ability.body.parts if ability.body else ())
        match ability.kind:
            case "keyword" | "passive":
                assert ability.head is not None
                return gates + self.statement(ability.head)
            case "effect":
                return gates + body
            case "reaction":
                assert ability.head is not None
                return f"{gates}{self._trigger(ability.head)}: {body}"
            case "modifier":
                assert isinstance(ability.head, Apply)
                return f"{gates}{self._modifier(ability.head)}: {body}"
        return f"{gates}{', '.join(self._cost(cost) for cost in ability.costs)}: {body}"

    def granted(self, granted: Granted) -> str:
        """Return abilities in quotes."""
        return " and ".join(f"“{self._quoted(ability)}”" for ability in granted.abilities)

    def _quoted(self, ability: Ability) -> str:
        text = self.ability(ability)
        return text[:1].upper() + text[1:]

    def _gate(self, gate: Node) -> str:
        match gate:
            case Word("I"):
                return "while I am ready in Reserve"
            case Apply("while_", (test,)):
                return f"while {self.condition(test)}"
            case Apply("since", (test,)):
                return f"from the moment when {self.condition(test)}"
            case _:
                return "once I am Completed"

    def _trigger(self, head: Node) -> str:
        if isinstance(head, Word):
            return _TRIGGERS[head.name]
        assert isinstance(head, Apply)
        first, *rest = head.args
        tests = [arg for arg in rest if not (isinstance(arg, Word) and arg.name in _FLAGS)]
        said = f"at {self.thing(first)}" if head.name == "at" else f"when {self.event(first)}"
        for flag, text in _FLAGS.items():
            if Word(flag) in rest:
                said += text
        return said + self._order(head) + self.tests(tests)

    def _order(self, head: Apply) -> str:
        """Return the ordinal of an event and its period."""
        nth, this = head.keyword("nth"), head.keyword("this")
        said = f" for {self.nth(nth)} time" if nth is not None else ""
        return said + self.this(this)

    def _modifier(self, head: Apply) -> str:
        first, *rest = head.args
        tests = [arg for arg in rest if arg not in (Word("may"), Word("once"))]
        once = _FLAGS["once"] if Word("once") in rest else ""
        said = f"if {self.event(first, 'would')}{once}{self._order(head)}"
        said += "".join(f" and {self._grouped(test)}" for test in tests)
        cost, otherwise = head.keyword("cost"), head.keyword("otherwise")
        if cost is not None:
            said += f", you may {self.infinitive(cost)} for this to"
        else:
            said += ", you may have this" if Word("may") in rest else ", this"
        said += " happen" if cost is not None or Word("may") in rest else " happens"
        said += " instead" if head.name == "instead" else " as well"
        return said + (f" (or else {self.chain(otherwise)})" if otherwise is not None else "")

    def _cost(self, cost: Node) -> str:
        if isinstance(cost, Word) and cost.name in _COSTS:
            return _COSTS[cost.name]
        if isinstance(cost, Bind) or is_step(cost):
            return self._closed(cost)
        return f"only if {self.condition(cost)}"


def word(ability: Ability, name: str = "", names: Names = KNOWN) -> str:
    """Return the ability in English, preceded by the card's `name`, if given. `names` are the words
    that the pool adds.

    >>> word(Ability("keyword", head=Word("gigantic")))
    'Gigantic.'
    """
    plain = normal(ability)
    voice = Abilities(names)
    voice.unlettered = unlettered(plain)
    text = voice.ability(plain)
    return (f"{name}. " if name else "") + text[:1].upper() + text[1:] + "."
