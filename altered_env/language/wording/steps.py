"""Wording of steps."""

from __future__ import annotations

from collections.abc import Sequence

from altered_env.language.model import Apply, Bind, Granted, Node, Number, Steps, Word
from altered_env.language.vocabulary import CALLS
from altered_env.language.wording.verbs import Verbs

_STEPS = ("step", "structure")
_EVERYBODY = Apply("all", (Word("player"),))


class Sentences(Verbs):
    """Words the steps of a body as sentences, and clauses inside them."""

    def body(self, parts: Sequence[Node]) -> str:
        """Word steps as one sentence each, without the last full stop."""
        texts = [self._sentence(part) for part in parts]
        return ". ".join(text[:1].upper() + text[1:] for text in texts)

    def _sentence(self, node: Node) -> str:
        """Word one step; "if you do" and "otherwise" are separate sentences."""
        if not isinstance(node, Apply) or node.name != "if_":
            return self.chain(node)
        test, then = node.args
        otherwise = node.keyword("else_")
        if is_step(test):
            said = f"{self._closed(test)}. If {self._they(test)} do, {self.chain(then)}"
            no = f"If {self._they(test)} do not, "
        else:
            said = f"if {self.condition(test)}, {self.chain(then)}"
            no = "Otherwise, "
        return said if otherwise is None else f"{said}. {no}{self.chain(otherwise)}"

    def _they(self, test: Node) -> str:
        by = test.keyword("by") if isinstance(test, Apply) else None
        return "you" if by is None else "they"

    def chain(self, node: Node) -> str:
        """Word steps in one sentence: `this, then that`."""
        parts = node.parts if isinstance(node, Steps) else (node,)
        texts = [self._item(part, last=index == len(parts) - 1) for index, part in enumerate(parts)]
        return ", then ".join(texts)

    def _item(self, node: Node, *, last: bool) -> str:
        """Word a step among others, in brackets if following words could attach to it."""
        text = self._step(node)
        return text if last or not _is_open(node) else f"({text})"

    def _step(self, node: Node) -> str:
        match node:
            case Bind(name, value) if name in self.unlettered:
                return self._bindable(value)
            case Bind(name, value):
                return f"{self._bindable(value)} (call this {self.letter(name)})"
            case Steps():
                return f"({self.chain(node)})"
            case Apply("may", (step,), _):
                who = node.keyword("by")
                doer = "you" if who is None else self.player(who)
                return f"{doer} may {self.infinitive(step)}"
            case Apply("if_", (test, then), _):
                return self._if(node, test, then)
            case Apply(name, _, _) if CALLS[name].group == "structure":
                return self._structure(node)
            case Apply(name, _, _) if CALLS[name].group == "step":
                return self.verb(node, finite=True)
            case _:
                return f"pick {self.thing(node)}"

    def _bindable(self, node: Node) -> str:
        text = self._step(node)
        return f"({text})" if _is_open(node) or isinstance(node, Bind) else text

    def infinitive(self, node: Node) -> str:
        """Word a step after "may" or "to"."""
        if isinstance(node, Apply) and CALLS[node.name].group == "step":
            return self.verb(node, finite=False)
        if isinstance(node, Bind | Steps) or (
            isinstance(node, Apply) and CALLS[node.name].group == "structure"
        ):
            return f"do this ({self.chain(node)})"
        return f"pick {self.thing(node)}"

    def _if(self, node: Apply, test: Node, then: Node) -> str:
        otherwise = node.keyword("else_")
        if is_step(test):
            they = self._they(test)
            said = f"{self._bindable(test)}; if {they} do, {self._then(then, otherwise)}"
            no = f"if {they} do not"
        else:
            said = f"if {self.condition(test)}, {self._then(then, otherwise)}"
            no = "otherwise"
        return said if otherwise is None else f"{said}; {no}, {self.chain(otherwise)}"

    def _then(self, then: Node, otherwise: Node | None) -> str:
        """Word the consequence of a condition, in brackets if "otherwise" could belong to a part of
        it."""
        text = self.chain(then)
        last = then.parts[-1] if isinstance(then, Steps) else then
        return f"({text})" if otherwise is not None and _is_open(last) else text

    def _structure(self, node: Apply) -> str:
        match node.name, node.args:
            case "modes", (n, *choices):
                return self._modes(node, n, choices)
            case "times", (n, *steps):
                return f"do this {self.simple_amount(n)} times: {self._steps(steps)}"
            case "each", (over, *steps):
                start = node.keyword("starting")
                first = f", starting with {self.player(start)}" if start is not None else ""
                which = f"of {self.atom(over)}"
                if isinstance(over, Apply) and over.name == "all" and self._of(over.args) is None:
                    which = self.kind(over.args)
                outside, self.it_is_player = self.it_is_player, over == _EVERYBODY
                said = self._steps(steps)
                self.it_is_player = outside
                return f"for each {which}{first}, in turn: {said}"
            case "together", steps:
                return " at the same time as ".join(self._closed(step) for step in steps)
            case "later", steps:
                after = node.keyword("after")
                when = "as a Reaction" if after is None else f"after {self.thing(after)}"
                return f"{when}, {self._steps(steps)}"
            case "ongoing", what:
                return self._ongoing(node, what)
        return f"pick {self.thing(node)}"

    def _steps(self, steps: Sequence[Node]) -> str:
        return self.chain(Steps(tuple(steps)) if len(steps) != 1 else steps[0])

    def _closed(self, node: Node) -> str:
        text = self._step(node)
        return f"({text})" if _is_open(node) or isinstance(node, Steps) else text

    def _modes(self, node: Apply, n: Node, choices: Sequence[Node]) -> str:
        steps = [choice for choice in choices if choice != Word("up_to")]
        most = "up to " if Word("up_to") in choices else ""
        least = node.keyword("least")
        again = ", the same more than once if you like" if node.keyword("repeat") else ""
        fewer = f", but no fewer than {self.simple_amount(least)}" if least is not None else ""
        texts = [f"({self.chain(s)})" if _offers(s) else self.chain(s) for s in steps]
        bullets = " ".join(f"• {text}" for text in texts)
        return f"choose {most}{self.simple_amount(n)}{fewer}{again}: {bullets}"

    def _ongoing(self, node: Apply, what: Sequence[Node]) -> str:
        this, uses = node.keyword("this"), node.keyword("uses")
        nice = self._next(what, this, uses)
        if nice is not None:
            return nice
        said = "from now on" if this is None else self.this(this).strip()
        often = "" if uses is None else f", {self.so_many(uses, 'time', 'times')} only"
        grants = [self.granted(grant) for grant in what if isinstance(grant, Granted)]
        return f"{said}{often}: {' and '.join(grants)}"

    def _next(self, what: Sequence[Node], this: Node | None, uses: Node | None) -> str | None:
        """Word "The next Character you play this turn costs 1 less"."""
        if len(what) != 1 or uses != Number(1) or this is None:
            return None
        (granted,) = what
        if not isinstance(granted, Granted) or len(granted.abilities) != 1:
            return None
        (ability,) = granted.abilities
        head = ability.head
        if (
            ability.gates
            or not isinstance(head, Apply)
            or (len(head.args) < 2 and ability.body is None)
        ):
            return None
        event = head.args[1] if head.name == "less" else head.args[0]
        if not isinstance(event, Apply) or event.name != "plays" or event.args[0] != Word("you"):
            return None
        if head.name == "less" and not ability.body and "nth" not in dict(head.keywords):
            if len(event.args) > 1 and event.args[1:] != (Word("me"),):
                said = self.played(event, several=False)
                return f"the next {said}{self.this(this)} costs {self.change(head)}"
        if head.name == "also" and not head.keywords and len(head.args) == 1 and ability.body:
            steps = self._steps(ability.body.parts)
            return f"the next time{self.this(this)} that {self.event(event)}, {steps}"
        return None


def is_step(node: Node) -> bool:
    """Return whether the node is an action."""
    if isinstance(node, Apply):
        return CALLS[node.name].group in _STEPS
    return isinstance(node, Bind | Steps)


def _is_open(node: Node) -> bool:
    """Return whether following words could attach to it: conditions, choices, lasting effects."""
    return isinstance(node, Apply) and node.name in (
        "if_", "modes", "times", "each", "later", "ongoing", "together",
    )  # fmt: skip


def _offers(node: Node) -> bool:
    """Return whether it offers a choice of its own."""
    match node:
        case Apply("modes", _, _):
            return True
        case Apply(_, args, keywords):
            return any(map(_offers, args)) or any(_offers(value) for _, value in keywords)
        case Steps(parts):
            return any(map(_offers, parts))
        case Bind(_, value):
            return _offers(value)
    return False
