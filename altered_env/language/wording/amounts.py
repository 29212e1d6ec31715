"""Amounts and conditions."""

from __future__ import annotations

from collections.abc import Sequence

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
from altered_env.language.vocabulary import ATTRIBUTES, CALLS
from altered_env.language.wording.lexicon import ADVERBS, COMPARISONS, article, counters, state
from altered_env.language.wording.nouns import Nouns

_YOURS = Attribute(Word("you"), "play")


class Amounts(Nouns):
    """Words amounts and conditions."""

    def amount(self, node: Node) -> str:
        """Word a number or an amount."""
        match node:
            case Number(value):
                return str(value) if value >= 0 else f"minus {-value}"
            case Word(name) if self.is_counter(name):
                return f"number of {counters(name)}"
            case Arithmetic(op, left, right):
                return f"{self.simple_amount(left)} {ADVERBS[op]} {self.simple_amount(right)}"
            case Conditional(then, test, otherwise):
                return (
                    f"{self.simple_amount(then)} if {self.condition(test)},"
                    f" else {self.simple_amount(otherwise)}"
                )
            case Apply("count", args, keywords):
                said = self._counted(args)
                different = node.keyword("distinct")
                if keywords and different is not None:
                    said += f" with a different {self.statistic(different)} each"
                return f"the number of {said}"
            case Apply("total" | "highest" | "lowest" as name, (of, *rest)):
                among = f" among {self._counted(rest)}" if rest else ""
                return f"the {name} {self.statistic(of)}{among}"
            case Apply("between", (one, other)):
                return f"the number of regions between {self.atom(one)} and {self.atom(other)}"
            case Apply("up_to", (most,)):
                return f"up to {self.simple_amount(most)}"
            case Apply("happened", (of,), _):
                return f"the number of times that {self._happened(node, of)}"
            case _:
                return self.thing(node)

    def simple_amount(self, node: Node) -> str:
        """Word an amount, in brackets if it is longer than a word or two."""
        match node:
            case Number() | Word():
                return self.amount(node)
            case Attribute():
                return self.thing(node)
            case _:
                return f"({self.amount(node)})"

    def _counted(self, filters: Sequence[Node]) -> str:
        """Word counted things, in the plural."""
        return self._of(filters) or self.kind(filters, several=True)

    def _happened(self, node: Apply, of: Node) -> str:
        this = node.keyword("this")
        return f"{self.event(of, 'past')}{self.this(this)}"

    def this(self, node: Node | None) -> str:
        """Return ` this turn`, or an empty string."""
        match node:
            case None:
                return ""
            case Word(name):
                return f" this {name}"
            case Attribute(Word("you"), "turn"):
                return " this turn of yours"
            case _:
                return f" this one: {self.thing(node)}"

    # Conditions.

    def condition(self, node: Node) -> str:
        """Word a condition.

        >>> from altered_env.language.kinds import KNOWN
        >>> Amounts(KNOWN).condition(Compare(">=", Attribute(Word("me"), "boost"), Number(2)))
        'I have at least 2 boosts'
        """
        match node:
            case Compare("==", Attribute(of, "played_from"), place):
                return f"{self.subject(of)} {self.was(of)} played from {self._place_atom(place)}"
            case Compare(op, left, right):
                return self._compared(op, left, right)
            case Logic("not", (part,)):
                return self._not(part)
            case Logic("and" | "or" as op, parts):
                return f" {op} ".join(self._grouped(part) for part in parts)
            case Apply("is_", (what, Attribute(Word("you" | "they") as of, "play"))):
                return f"{self.thing(of)} control {self.atom(what)}"
            case Apply("is_", (what, status)) if self._also_an_attribute(status):
                count = "count" if self.be(what) != "is" else "counts"
                return f"{self.subject(what)} {count} as {self.predicate(status, False)}"
            case Apply("is_", (what, *filters)):
                return f"{self.subject(what)} {self.be(what)} {self.described(filters)}"
            case Apply("happened", (of,), _):
                return f"it happened that {self._happened(node, of)}"
            case Apply("different", args):
                kinds = [article(self.kind(_parts(arg))) for arg in args]
                return f"there is a different object for each of these: {'; '.join(kinds)}"
            case Attribute(of, name) if not self.is_counter(name) and name != "n":
                return f"{self.subject(of)} {self.be(of)} {state(name)}"
            case Word(name) if self.is_bound(name):
                return f"there is an {self.letter(name)}"
            case Word(name):
                return f"it is {state(name)}"
            case Bind() | Steps():
                return f"this is done ({self.chain(node)})"
            case Apply(name, _, _) if CALLS[name].group in ("step", "structure"):
                return f"this is done ({self.chain(node)})"
            case _:
                return f"{self.simple_amount(node)} is not nothing"

    def _also_an_attribute(self, node: Node) -> bool:
        """Return whether `x.fleeting` is worded like `is_(x, fleeting)`."""
        return isinstance(node, Word) and node.name in ATTRIBUTES and not self.is_counter(node.name)

    def _not(self, node: Node) -> str:
        match node:
            case Attribute(of, name) if not self.is_counter(name) and name != "n":
                return f"{self.subject(of)} {self.be(of)} not {state(name)}"
            case Apply("is_", (_, Attribute(Word("you" | "they"), "play"))):
                return f"it is not so that ({self.condition(node)})"
            case Apply("is_", (what, only)) if not self._also_an_attribute(only):
                return f"{self.subject(what)} {self.be(what)} not {self.described([only])}"
            case Word(name) if self.is_bound(name):
                return f"there is no {self.letter(name)}"
            case _:
                return f"it is not so that ({self.condition(node)})"

    def _grouped(self, node: Node) -> str:
        text = self.condition(node)
        return f"({text})" if isinstance(node, Logic) and node.op != "not" else text

    def _compared(self, op: str, left: Node, right: Node) -> str:
        match left:
            case Apply("count", args, ()) if isinstance(right, Number):
                return self._many(op, args, right)
            case Attribute(of, name) if self.is_counter(name) and isinstance(right, Number):
                have = "have" if of in (Word("me"), Word("you")) else "has"
                much = f"{COMPARISONS[op]} {right.value} {counters(name, one=right == Number(1))}"
                return f"{self.subject(of)} {have} {much}"
            case Word("day") if right == Number(1) and op == "==":
                return "it is the first day"
            case Word("day") if (op, right) == (">=", Number(2)):
                return "it is after the first day"
        return f"{self.simple_amount(left)} is {COMPARISONS[op]} {self.simple_amount(right)}"

    def _many(self, op: str, args: Sequence[Node], right: Number) -> str:
        """Word "You control at least 2 Robots", "there is no card in your hand"."""
        value = right.value
        found = self.split(args)
        if found is not None:
            first, rest = found
            be = "is" if value == 1 else "are"
            if rest:
                said = " and ".join(self.predicate(node, value != 1) for node in rest)
                return f"{COMPARISONS[op]} {value} of {self.atom(first)} {be} {said}"
            return f"{self.simple_amount(Apply('count', tuple(args)))} is {COMPARISONS[op]} {value}"
        yours = _YOURS in args and all(
            not isinstance(arg, Attribute) or arg == _YOURS for arg in args
        )
        rest = [arg for arg in args if arg != _YOURS] if yours and len(args) > 1 else list(args)
        have = "you control" if len(rest) < len(args) else "there is"
        if op == ">=" and value == 1:
            return f"{have} {article(self.kind(rest))}"
        several = value != 1
        if have == "there is" and several:
            have = "there are"
        if op == "==" and value == 0:
            return f"{have} no {self.kind(rest, several=True)}"
        return f"{have} {COMPARISONS[op]} {self.amount(right)} {self.kind(rest, several=several)}"

    # The player concerned.

    def subject(self, node: Node) -> str:
        """Word the subject of a verb or statement."""
        return "I" if node == Word("me") else self.atom(node)

    def be(self, node: Node) -> str:
        """Return `am`, `are` or `is`."""
        if node == Word("me"):
            return "am"
        return "are" if node in (Word("you"), Word("they")) or self.several(node) else "is"

    def was(self, node: Node) -> str:
        """Return `was` or `were`."""
        return "were" if node in (Word("you"), Word("they")) or self.several(node) else "was"

    def several(self, node: Node) -> bool:
        """Return whether the subject is plural."""
        match node:
            case Attribute(_, name):
                return name in ("expeditions", "landmarks", "subtypes")
            case Apply("all", args, _):
                alone = args in ((Word("player"),), (Word("opponent"),))
                return not alone and self._of(args) is None
            case Apply("target" | "choose" | "random", args, _):
                n, up_to = node.keyword("n"), node.keyword("up_to")
                return Word("any_number") in args or any(
                    value is not None and value != Number(1) for value in (n, up_to)
                )
            case Apply("top" | "bottom", args, _):
                return len(args) > 1
            case Apply("spread", _, _):
                return False
            case Logic("|", _):
                return True
        return False


def _parts(node: Node) -> Sequence[Node]:
    return node.parts if isinstance(node, Logic) and node.op == "&" else [node]
