"""Steps: what an effect does."""

from __future__ import annotations

from collections.abc import Sequence

from altered_env.language.model import Apply, Bind, Granted, Logic, Node, Number, Steps, Word
from altered_env.language.vocabulary import CALLS
from altered_env.language.wording.events import Events
from altered_env.language.wording.lexicon import counters, listed, plural, pretty

__all__ = ["Sentences"]

_STEPS = ("step", "structure")
_EVERYBODY = Apply("all", (Word("player"),))
_ON_OBJECTS = {
    "discard": "discard",
    "sacrifice": "sacrifice",
    "exhaust": "exhaust",
    "ready": "ready",
    "augment": "Augment",
    "reveal": "reveal",
    "look": "look at",
    "receive": "also receive",
}
_ALONE = {
    "pass_": "pass",
    "after_you": "use After You",
    "extra_turn": "play another turn",
}
_THIRD = {"pass": "passes", "look at": "looks at", "also receive": "also receives"}
_OF_OBJECTS = ("gain", "lose", "switch", "defect", "move", "become_first", "win")
"""Steps that are said as what the object does."""


class Sentences(Events):
    """Says the steps of a body: sentences, and clauses inside them."""

    def body(self, parts: Sequence[Node]) -> str:
        """Steps one after the other, a sentence each, without the last full stop."""
        texts = [self._sentence(part) for part in parts]
        return ". ".join(text[:1].upper() + text[1:] for text in texts)

    def _sentence(self, node: Node) -> str:
        """One step; "if you do" and "otherwise" are sentences of their own."""
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
        """Steps in one sentence: `this, then that`."""
        parts = node.parts if isinstance(node, Steps) else (node,)
        texts = [self._item(part, last=index == len(parts) - 1) for index, part in enumerate(parts)]
        return ", then ".join(texts)

    def _item(self, node: Node, *, last: bool) -> str:
        """A step among others: what more words could join stands in brackets."""
        text = self._step(node)
        return text if last or not _is_open(node) else f"({text})"

    def _step(self, node: Node) -> str:
        match node:
            case Bind(name, value):
                return f"{self._bindable(value)} (call this “{name.upper()}”)"
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
                return self._verb(node, finite=True)
            case _:
                return f"pick {self.thing(node)}"

    def _bindable(self, node: Node) -> str:
        text = self._step(node)
        return f"({text})" if _is_open(node) or isinstance(node, Bind) else text

    def infinitive(self, node: Node) -> str:
        """A step behind "may" or "to"."""
        if isinstance(node, Apply) and CALLS[node.name].group == "step":
            return self._verb(node, finite=False)
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
        """What follows a condition: in brackets where "otherwise" could belong to a part of it."""
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
        """ "The next Character you play this turn costs 1 less"."""
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

    # Verbs.

    def _verb(self, node: Apply, *, finite: bool) -> str:
        """A step: as a sentence, or behind "may" and "to"."""
        by = node.keyword("by")
        flags = [
            arg.name
            for arg in node.args
            if isinstance(arg, Word) and arg.name in CALLS[node.name].flags
        ]
        args = [arg for arg in node.args if not (isinstance(arg, Word) and arg.name in flags)]
        if node.name in _OF_OBJECTS and not (node.name == "become_first" and not args):
            clause = self._object_verb(node, args, finite=finite and by is None)
            if by is not None:
                has = "has" if finite else "have"
                return (
                    f"{self.player(by)} {has} {clause}"
                    if finite
                    else f"have {self.player(by)} {has} {clause}"
                )
            return clause if finite else f"have {clause}"
        base = self._player_verb(node, args, flags)
        if by is None:
            return base
        if not finite:
            return f"have {self.player(by)} {base}"
        first, space, rest = base.partition(" ")
        plain = by in (Word("you"), Word("they")) or self.several(by)
        return f"{self.player(by)} {first if plain else _third(first)}{space}{rest}"

    def _object_verb(self, node: Apply, args: Sequence[Node], *, finite: bool) -> str:
        """What an object, an Expedition or a player does."""
        who = self.thing(args[0]) if finite and args[0] != Word("me") else self.subject(args[0])
        if not finite and args[0] == Word("me"):
            who = "me"
        plain = not finite or args[0] in (Word("me"), Word("you")) or self.several(args[0])
        name = node.name
        if name in ("gain", "lose"):
            texts = [*(self.mark(arg) for arg in args[1:]), *filter(None, [self.counters_of(node)])]
            limit = node.keyword("max")
            most = f", up to a maximum of {self.simple_amount(limit)}" if limit is not None else ""
            return f"{who} {name if plain else name + 's'} {listed(texts)}{most}"
        if name == "move":
            return f"{who} {'move' if plain else 'moves'} {self._distance(args[1])}"
        verb, rest = {
            "switch": ("switch", " Expeditions"),
            "defect": ("defect", ""),
            "become_first": ("become", " the first player"),
            "win": ("win", " the game"),
        }[name]
        return f"{who} {verb if plain else _third(verb)}{rest}"

    def _distance(self, node: Node) -> str:
        if isinstance(node, Number) and node.value < 0:
            return f"backward {self.so_many(Number(-node.value), 'region', 'regions')}"
        return f"forward {self.so_many(node, 'region', 'regions')}"

    def _player_verb(self, node: Apply, args: Sequence[Node], flags: Sequence[str]) -> str:
        name = node.name
        if name in _ON_OBJECTS:
            return f"{_ON_OBJECTS[name]} {self.thing(args[0])}"
        if name in _ALONE:
            return _ALONE[name]
        said: str = getattr(self, f"_say_{name}")(node, list(args), list(flags))
        return said

    def _say_become_first(self, node: Apply, args: list[Node], flags: list[str]) -> str:
        return "become the first player"

    def _say_put(self, node: Apply, args: list[Node], flags: list[str]) -> str:
        what, to = args
        where = self._destination(to)
        at = node.keyword("at")
        said = f"put {self.thing(what)} "
        if isinstance(at, Word) and at.name in ("top", "bottom"):
            said += f"{'on' if at.name == 'top' else 'at'} the {at.name} of {where}"
        else:
            said += f"into {where}"
            if at is not None:
                said += f" at position {self.simple_amount(at)}"
        return said + "".join(f", {flag}" for flag in flags)

    def _destination(self, node: Node) -> str:
        if node in (Word("hand"), Word("deck")):
            assert isinstance(node, Word)
            return f"its owner's {node.name}"
        return self.place(node)

    def _say_draw(self, node: Apply, args: list[Node], flags: list[str]) -> str:
        if not args:
            return "draw a card"
        if isinstance(args[0], Word) and self.is_bound(args[0].name):
            return f"draw {self.thing(args[0])}"
        return f"draw {self.so_many(args[0], 'card', 'cards')}"

    def _say_resupply(self, node: Apply, args: list[Node], flags: list[str]) -> str:
        said = "do an Exhausted Resupply" if "exhausted" in flags else "Resupply"
        if args:
            said += f" {self.so_many(args[0], 'time', 'times')}"
        return f"{said} if they wish" if "may" in flags else said

    def _say_sabotage(self, node: Apply, args: list[Node], flags: list[str]) -> str:
        return f"Sabotage {self.thing(args[0])}" if args else "Sabotage"

    def _say_create(self, node: Apply, args: list[Node], flags: list[str]) -> str:
        if args[0] == Word("it"):
            much = self.simple_amount(args[1]) if len(args) > 1 else "one more"
            return f"create {much} of {self.thing(args[0])}"
        token = args[0].name if isinstance(args[0], Word) else ""
        state_ = "Exhausted " if flags else ""
        one, many = state_ + pretty(token), state_ + plural(pretty(token))
        if len(args) == 1:
            said = f"create {'an' if one[0] in 'AEIOU' else 'a'} {one}"
        else:
            said = f"create {self.so_many(args[1], one, many)}"
        where = node.keyword("in_")
        if isinstance(where, Apply) and where.name == "spread":
            return f"{said} divided among {self.thing(where.args[0])}"
        return said if where is None else f"{said} in {self.thing(where)}"

    def _say_play(self, node: Apply, args: list[Node], flags: list[str]) -> str:
        said = f"play {self.thing(args[0])}"
        if "free" in flags:
            said += " for free"
        less, more, least = (node.keyword(key) for key in ("less", "more", "min"))
        if less is not None:
            said += f" for {self.simple_amount(less)} less"
        if more is not None:
            said += f" for {self.simple_amount(more)} more"
        if least is not None:
            said += f", down to {self.simple_amount(least)}"
        cost, area, where = (node.keyword(key) for key in ("cost", "as_from", "in_"))
        if cost is not None:
            parts = cost.parts if isinstance(cost, Logic) else (cost,)
            said += f" at its {listed([self.statistic(part) for part in parts], 'or')}"
        if area is not None:
            said += f" as if from {self.place(area)}"
        return said + (f" into {self.atom(where)}" if where is not None else "")

    def _say_take_control(self, node: Apply, args: list[Node], flags: list[str]) -> str:
        where = node.keyword("in_")
        into = f", moving it into {self.atom(where)}" if where is not None else ""
        return f"take control of {self.thing(args[0])}{into}"

    def _say_exchange(self, node: Apply, args: list[Node], flags: list[str]) -> str:
        kinds = [arg.name for arg in args if isinstance(arg, Word) and self._counts(arg.name)]
        objects = [arg for arg in args if not isinstance(arg, Word) or not self._counts(arg.name)]
        boosts = f"the {counters(kinds[0])} of " if kinds else ""
        said = f"exchange {boosts}{self.atom(objects[0])}"
        if len(objects) == 1:
            return f"{said} with each other"
        return f"{said} with {'those of ' if boosts else ''}{self.atom(objects[1])}"

    def _counts(self, name: str) -> bool:
        return self.is_counter(name) or name == "counter"

    def _say_spend(self, node: Apply, args: list[Node], flags: list[str]) -> str:
        of = node.keyword("of")
        return f"spend {self.counters_of(node)} from {self.thing(of) if of is not None else 'me'}"

    def _say_pay(self, node: Apply, args: list[Node], flags: list[str]) -> str:
        return f"pay {self.so_many(args[0], 'mana', 'mana')}"

    def _say_double(self, node: Apply, args: list[Node], flags: list[str]) -> str:
        kind = args[1].name if len(args) > 1 and isinstance(args[1], Word) else "counter"
        said = counters(kind) if len(args) > 1 else "counters"
        return f"double the {said} of {self.thing(args[0])}"

    def _say_place(self, node: Apply, args: list[Node], flags: list[str]) -> str:
        marker = args[0]
        new = isinstance(marker, Word) and self.is_counter(marker.name)
        said = (
            f"a new {counters(marker.name, one=True)}"
            if new and isinstance(marker, Word)
            else self.atom(marker)
        )
        return f"place {said} in {self.thing(args[1])}"

    def _say_roll(self, node: Apply, args: list[Node], flags: list[str]) -> str:
        said = "roll a die" if not args else f"roll {self.so_many(args[0], 'die', 'dice')}"
        plus, ignore = node.keyword("plus"), node.keyword("ignore")
        if plus is not None:
            said += f", adding {self.simple_amount(plus)} to the result"
        return said + (
            f", ignoring {self.simple_amount(ignore)} of them" if ignore is not None else ""
        )

    def _say_activate(self, node: Apply, args: list[Node], flags: list[str]) -> str:
        which, what = args
        n, up_to, as_ = (node.keyword(key) for key in ("n", "up_to", "as_"))
        many = f"{self.simple_amount(n)} of " if n is not None else ""
        if up_to is not None:
            many = f"up to {self.simple_amount(up_to)} of "
        said = f"activate {many}the {self.listed_words(which)} abilities of {self.thing(what)}"
        return said + (f", as if they were those of {self.atom(as_)}" if as_ is not None else "")


def is_step(node: Node) -> bool:
    """Whether something is done."""
    if isinstance(node, Apply):
        return CALLS[node.name].group in _STEPS
    return isinstance(node, Bind | Steps)


def _is_open(node: Node) -> bool:
    """Whether more words could join what it says: conditions, choices, what lasts."""
    return isinstance(node, Apply) and node.name in (
        "if_", "modes", "times", "each", "later", "ongoing", "together",
    )  # fmt: skip


def _offers(node: Node) -> bool:
    """Whether it offers a choice of its own."""
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


def _third(verb: str) -> str:
    """The verb in the third person."""
    if verb in ("pass", "switch"):
        return verb + "es"
    if verb in ("Resupply", "ready"):
        return verb[:-1] + "ies"
    if verb == "do":
        return "does"
    return verb if verb == "also" else verb + "s"
