"""Events and permanent statements."""

from __future__ import annotations

from collections.abc import Sequence

from altered_env.language.event_verbs import JOINS, LEAVES, VERBS, EventVerb
from altered_env.language.kinds import TERRAINS
from altered_env.language.model import (
    Apply,
    Arithmetic,
    Attribute,
    Granted,
    Logic,
    Node,
    Number,
    Word,
)
from altered_env.language.vocabulary import CALLS
from altered_env.language.wording.amounts import Amounts
from altered_env.language.wording.lexicon import article, counters, listed, owned, pretty

_PLAYERS = ("you", "opponent", "they", "player")
_BY_PLAYERS = frozenset(verb.word for verb in VERBS.values() if verb.acts) | {"spends", "passes"}
"""Events with an acting player."""
_PLAYS_ME = Apply("plays", (Word("you"), Word("me")))
_COUNTED = ("in_contact", "behind", "ahead", "tied")


class Events(Amounts):
    """Words events and statements."""

    def event(self, node: Node, form: str = "now") -> str:
        """Word an event pattern: `now`, in the `past`, or as one that `would` or `cannot` happen.

        >>> from altered_env.language.kinds import KNOWN
        >>> said = Events(KNOWN)
        >>> said.event(Apply("plays", (Word("you"), Word("character"))))
        'you play a Character'
        """
        if isinstance(node, Logic):
            return " or ".join(self.event(part, form) for part in node.parts)
        assert isinstance(node, Apply)
        if node.name == "attempts":
            return f"it {_be('is', form)} tried in vain that {self.event(node.args[0])}"
        if node.name == "activates":
            return self._activated(node, form)
        return self._clause(node, form) + self._circumstances(node)

    def _activated(self, node: Apply, form: str) -> str:
        which, *filters = node.args
        doers = [arg for arg in filters if self._is_player(arg)]
        rest = [arg for arg in filters if not self._is_player(arg)]
        of = f" of {article(self.kind(rest))}" if rest else ""
        by = f" by {self.player(doers[0])}" if doers else ""
        be = _be("is", form)
        which_ones = article(self.listed_words(which))
        return f"{which_ones} ability{of} {be} activated{by}{self._circumstances(node)}"

    def _clause(self, node: Apply, form: str) -> str:
        subject, *rest = node.args
        what = list(rest)
        gained = ""
        if node.name in ("gains", "loses", "spends") and what:
            gained = f" {self._gained(what.pop())}"
        if node.name in _BY_PLAYERS:
            if self._is_player(subject):
                # The action of a player and its object.
                done = f" {self._object(what)}" if what else ""
                return f"{self._does(node.name, subject, form)}{done}{gained}"
            return (
                self._passive(node.name, node.args if not gained else node.args[:-1], form) + gained
            )
        who, plain = self._who([subject, *what])
        verb = VERBS[node.name]
        if node.name == "goes":
            has_from, has_to = node.keyword("from_"), node.keyword("to")
            if has_from is not None and has_to is None:
                verb = LEAVES
            elif has_to is not None and has_from is None and not _is_area(has_to):
                verb = JOINS
        return f"{who} {_verb(verb, plain, form)}{gained}"

    def _does(self, verb: str, player: Node, form: str) -> str:
        plain = player in (Word("you"), Word("they"))
        return f"{self.subject(player)} {_verb(VERBS[verb], plain, form)}"

    def _passive(self, verb: str, what: Sequence[Node], form: str) -> str:
        done = VERBS[verb].passive
        who, plain = self._who(what)
        if not done:
            return f"{who} {_verb(VERBS[verb], plain, form)}"
        be = "am" if what[0] == Word("me") else "is"
        return f"{who} {_be(be, form)} {done}"

    def _is_player(self, node: Node) -> bool:
        return (isinstance(node, Word) and node.name in _PLAYERS) or (
            isinstance(node, Attribute) and node.name in ("owner", "controller")
        )

    def _who(self, filters: Sequence[Node]) -> tuple[str, bool]:
        """Word the object of an event, and tell whether the verb is in the plain form."""
        if len(filters) == 1:
            (only,) = filters
            if only in (Word("me"), Word("you"), Word("it")):
                return self.subject(only), only != Word("it")
            if isinstance(only, Word) and self.is_bound(only.name):
                return self.thing(only), False
            if isinstance(only, Attribute) and only.name == "expeditions":
                return f"one of {self.thing(only)}", False
            if isinstance(only, Attribute) and only.name != "play":
                return self.thing(only), False
            if isinstance(only, Apply) and CALLS[only.name].group == "selector":
                return self.atom(only), self.several(only)
            if isinstance(only, Logic) and only.op == "|" and _references(only.parts):
                return f"either {listed([self.atom(part) for part in only.parts], 'or')}", False
        return self._object(filters), False

    def _object(self, filters: Sequence[Node]) -> str:
        if len(filters) == 1 and filters[0] in (Word("me"), Word("it")):
            return self.thing(filters[0])
        of_one = self._of(filters)
        return f"one of {of_one}" if of_one is not None else article(self.kind(filters))

    def _gained(self, node: Node) -> str:
        if isinstance(node, Word) and (self.is_counter(node.name) or node.name == "counter"):
            return counters(node.name)
        return self.mark(node)

    def mark(self, node: Node) -> str:
        """Word a gained mark other than a counter."""
        match node:
            case Granted():
                return self.granted(node)
            case Apply("tough" | "scout" | "temple" as name, (value,), _):
                return f"{pretty(name)} {self.simple_amount(value)}"
            case Apply("only", (terrain,), _):
                return f"{self.thing(terrain)} and no other terrain"
            case Logic("~", (part,)):
                said = self.mark(part)
                return f"anything but {f'({said})' if isinstance(part, Logic) else said}"
            case Logic("|", parts):
                return f"either {listed([self.mark(part) for part in parts], 'or')}"
            case Apply("choose", args, _):
                return f"your choice of {listed([self.mark(arg) for arg in args], 'or')}"
            case Word(name) if name in TERRAINS:
                return f"{pretty(name)} terrain"
            case Word(name) if self.is_noun(name):
                return f"the type {pretty(name)}"
            case _:
                return self.thing(node)

    def _circumstances(self, node: Apply) -> str:
        said = []
        for key in ("from_", "to", "during", "due_to", "by"):
            value = node.keyword(key)
            if value is None:
                continue
            if key == "from_" or key == "to":
                word = {"from_": "from ", "to": "to "}[key]
                if node.name == "goes":
                    alone = node.keyword("to" if key == "from_" else "from_") is None
                    if alone and (key == "from_" or not _is_area(value)):
                        word = ""
                said.append(f" {word}{self.place(value)}")
            elif key == "during":
                said.append(f" during {self.thing(value)}")
            elif key == "due_to":
                said.append(f" due to {self._cause(value)}")
            else:
                said.append(f" by the hand of {self.player(value)}")
        return "".join(said)

    def _cause(self, node: Node) -> str:
        if node == Word("ascended"):
            return "Ascension"
        return self.thing(node)

    # A permanent statement.

    def statement(self, head: Node) -> str:
        """Word a passive statement or a keyword."""
        match head:
            case Word():
                return self.thing(head)
            case Apply("signature", (token,), _):
                return f"my Signature token is {self.thing(token)}"
            case Apply("tough" | "scout" | "temple", _, _):
                return self.mark(head)
            case Apply("begin", _, _):
                return f"I begin the game with {self.counters_of(head)}"
            case Apply("have", (who, *what), _):
                return self._have(head, who, what)
            case Apply("can" | "cant" as name, (of, *tests), _):
                even = head.keyword("even")
                despite = f", even if {self.thing(even)}" if even is not None else ""
                said = self.event(of, "can" if name == "can" else "cannot")
                return f"{said}{despite}{self.tests(tests)}"
        assert isinstance(head, Apply)
        return self.price(head)

    def tests(self, tests: Sequence[Node]) -> str:
        """Word further conditions, after a comma."""
        return "".join(f", if {self.condition(test)}" for test in tests)

    def price(self, head: Apply) -> str:
        """Word "Spells you play cost 1 less"."""
        of = head.args[1]
        nth, this = head.keyword("nth"), head.keyword("this")
        order = f"for {self.nth(nth)} time{self.this(this)}, " if nth is not None else ""
        if nth is None and this is not None:
            order = f"{self.this(this).strip()}, "
        if of == _PLAYS_ME:
            return f"{order}I cost {self.change(head)}"
        if not isinstance(of, Apply) or of.name != "plays" or not self._is_player(of.args[0]):
            return f"{order}where {self.event(of)}, it costs {self.change(head)}"
        return f"{order}{self.played(of, several=True)} cost {self.change(head)}"

    def played(self, event: Apply, *, several: bool) -> str:
        """Word "Spells you play from your hand"."""
        who, *what = event.args
        plain = who in (Word("you"), Word("they"))
        verb = f"{self.subject(who)} {_verb(VERBS['plays'], plain, 'now')}"
        kind = self.kind(what, several=several) if what else ("objects" if several else "object")
        return f"{kind} {verb}{self._circumstances(event)}"

    def change(self, head: Apply) -> str:
        """Word the change of a price: `1 less, down to 1`."""
        much = head.args[0]
        if much == Word("free"):
            change = "nothing"
        elif head.name == "at_least":
            change = f"at least {self.simple_amount(much)}"
        else:
            change = f"{self.simple_amount(much)} {head.name}"
        least, cost = head.keyword("min"), head.keyword("cost")
        if least is not None:
            change += f", down to {self.simple_amount(least)}"
        if cost is not None:
            return f"{change}, if you choose to {self.infinitive(cost)}"
        return f"{change}, if you wish" if Word("may") in head.args else change

    def infinitive(self, node: Node) -> str:
        """Word a step after "to"."""
        raise NotImplementedError

    def nth(self, node: Node) -> str:
        """Word an ordinal."""
        ordinals = {1: "the first", 2: "the second", 3: "the third"}
        said = ordinals.get(node.value) if isinstance(node, Number) else None
        return said or f"the ({self.amount(node)})th"

    def _have(self, head: Apply, who: Node, what: Sequence[Node]) -> str:
        texts = []
        for mark in what:
            if isinstance(mark, Word) and mark.name in _COUNTED:
                texts.append(f"the position {self.thing(mark)}")
            elif mark == Word("uncounted"):
                texts.append("no place in any limit")
            else:
                texts.append(self.mark(mark))
        for key, value in head.keywords:
            if key != "where":
                texts.append(self._set(key, value))
        bare = who in (Word("me"), Word("you")) or self.several(who)
        where = ", even when not in play" if head.keyword("where") is not None else ""
        said = "I" if who == Word("me") else self.thing(who)
        if list(what) == [Word("uncounted")] and not head.keywords:
            return f"{said} {'do' if bare else 'does'} not count towards any limit"
        return f"{said} {'have' if bare else 'has'} {listed(texts)}{where}"

    def _set(self, key: str, value: Node) -> str:
        name = {"stats": "statistics", "max": "maximum"}.get(key) or owned(key)
        match value:
            case Arithmetic("+" | "-" as op, Word("n"), by):
                change = "higher" if op == "+" else "lower"
                return f"{article(name)} {change} by {self.simple_amount(by)}"
            case Word("highest" | "lowest" as which) if key == "stats":
                return f"statistics equal to the {which}"
            case Word("none"):
                return f"no {name}"
        said = name if key == "stats" else article(name)
        return f"{said} of {self.simple_amount(value)}"

    def counters_of(self, node: Apply) -> str:
        """Word the counters of a verb."""
        texts = []
        for key, value in node.keywords:
            if CALLS[node.name].keyword(key) is not None:
                continue
            texts.append(self.so_many(value, counters(key, one=True), counters(key)))
        return listed(texts)

    def so_many(self, value: Node, one: str, many: str) -> str:
        """Word "2 boosts", "1 boost for each Plant", "boosts equal to my Forest"."""
        match value:
            case Number(number):
                return f"{number} {one if number == 1 else many}"
            case Word("all"):
                return f"all {many}"
            case Word("any_number"):
                return f"any number of {many}"
            case Word("X"):
                return f"X {many}"
            case Apply("up_to", (most,)):
                return f"up to {self.simple_amount(most)} {many}"
            case Apply("count", args, ()) if self._of(args) is None:
                return f"1 {one} for each {self.kind(args)}"
            case Arithmetic("*", Number(number), Apply("count", args, ())) if (
                self._of(args) is None and number > 1
            ):
                return f"{number} {many} for each {self.kind(args)}"
        return f"{many} equal to {self.simple_amount(value)}"


def _references(parts: Sequence[Node]) -> bool:
    return all(isinstance(part, Attribute) and part.name != "play" for part in parts)


def _verb(verb: EventVerb, plain: bool, form: str) -> str:
    if form == "past":
        return verb.past
    if form == "would":
        return f"would {verb.bare}"
    if form in ("can", "cannot"):
        return f"{form} {verb.bare}"
    return verb.bare if plain else verb.third


def _be(be: str, form: str) -> str:
    if form == "now":
        return be
    return "was" if form == "past" else f"{form} be"


def _is_area(node: Node) -> bool:
    """Return whether one goes to this place; an Expedition is joined."""
    match node:
        case Word(name):
            return name != "expeditions"
        case Attribute(_, name):
            return name not in (
                "expedition",
                "expeditions",
                "hero_expedition",
                "companion_expedition",
                "other",
                "facing",
            )
        case Logic(_, parts):
            return any(_is_area(part) for part in parts)
    return False
