"""Who and what: references, selectors, areas, and filters as noun phrases."""

from __future__ import annotations

from collections.abc import Sequence

from altered_env.language.kinds import COUNTERS, KEYWORDS, MARKERS, STATUSES, TERRAINS
from altered_env.language.model import Apply, Attribute, Bind, Compare, Logic, Node, Number, Word
from altered_env.language.vocabulary import CALLS
from altered_env.language.wording.lexicon import (
    AREAS,
    COMPARISONS,
    PRONOUNS,
    WHOSE,
    article,
    counters,
    listed,
    owned,
    plural,
    pretty,
    state,
)
from altered_env.language.wording.voice import Voice

__all__ = ["Nouns"]

_SELECTORS = ("target", "choose", "all", "random", "top", "bottom")
_POSITIONS = ("in_contact", "behind", "ahead", "tied")
_PLAYERS = ("you", "they", "opponent", "player")
_WHOLES = (
    "expedition", "expeditions", "hero_expedition", "companion_expedition", "other", "facing",
    "region", "hero_region", "companion_region",
)  # fmt: skip
"""Attributes that are Expeditions and regions themselves, not what is in them."""
_WAYS = {"T": "{T}", "D": "{D}", "J": "{J}", "H": "{H}", "R": "{R}", "I": "{I}"}


class Nouns(Voice):
    """Says what a slot holds."""

    def thing(self, node: Node) -> str:
        """An object, a player, an Expedition, a region, or several."""
        match node:
            case Word(name):
                return self._word(name)
            case Attribute(of, name):
                return self._attribute(of, name)
            case Apply("choose", (Logic("|", parts),), ()) if all(
                isinstance(part, Attribute) for part in parts
            ):
                return f"either {listed([self.atom(part) for part in parts], 'or')}"
            case Apply("top" | "bottom" as end, (of, *many), _):
                count = "card" if not many else f"{self.so_manieth(many[0])} cards"
                return f"the {end} {count} of {self.atom(of)}"
            case Apply(name, _, _) if name in _SELECTORS:
                return self._selected(node)
            case Apply("spread", (over,)):
                return f"any split of {self.atom(over)}"
            case Logic("|", parts):
                return f"both {listed([self.atom(part) for part in parts])}"
            case Logic("~", (part,)):
                return f"anything but {self.atom(part)}"
            case Apply(name, _, _) if CALLS[name].group in ("step", "structure"):
                return f"what comes of ({self.chain(node)})"
            case Bind():
                return f"what comes of ({self.chain(node)})"
            case _:
                return self.simple_amount(node)

    def atom(self, node: Node) -> str:
        """The same where more words follow: in brackets if it is long."""
        match node:
            case Word() | Attribute():
                return self.thing(node)
            case Apply("target" | "all", (Word("player" | "opponent"),), ()):
                return self.thing(node)
            case Apply("target", (Word("expedition"),), ()):
                return self.thing(node)
            case Apply("top" | "bottom", (_,), ()):
                return self.thing(node)
            case _:
                return f"({self.thing(node)})"

    def player(self, node: Node) -> str:
        """Who does it."""
        return self.atom(node)

    def place(self, node: Node) -> str:
        """Where something is, goes to or comes from."""
        match node:
            case Word(name) if name in AREAS:
                return AREAS[name]
            case Logic("|", parts):
                return listed([self._place_atom(part) for part in parts], "or")
            case Logic("~", (part,)):
                return f"anywhere but {self._place_atom(part)}"
            case Apply("all", args, ()) if not isinstance(args[0], Attribute):
                return f"any {self.kind(args)}"
            case _:
                return self.thing(node)

    def _place_atom(self, node: Node) -> str:
        if isinstance(node, Word) and node.name in AREAS:
            return AREAS[node.name]
        return self.atom(node)

    def _word(self, name: str) -> str:
        if self.is_bound(name):
            return f"“{name.upper()}”"
        if name == "it" and self.it_is_player:
            return "that player"
        if name in AREAS:
            return AREAS[name]
        return _WAYS.get(name) or PRONOUNS.get(name) or state(name)

    def _attribute(self, of: Node, name: str) -> str:
        match of, name:
            case Attribute(Word("me"), "expedition"), "other":
                return "my other Expedition"
            case Attribute(Word("me"), "expedition"), "facing":
                return "the Expedition facing mine"
            case _, "facing":
                return f"the Expedition facing {self.atom(of)}"
            case Word(whose), "other" if whose in _PLAYERS:
                return f"the player beside {self.atom(of)}"
            case _, "other":
                return f"the Expedition beside {self.atom(of)}"
            case _, "n":
                return f"the amount of {self.atom(of)}"
        if name in STATUSES or name in _POSITIONS:
            return f"whether {self.atom(of)} is {state(name)}"
        said = f"number of {counters(name)}" if self.is_counter(name) else owned(name)
        if of == Word("it") and self.it_is_player:
            return f"that player's {said}"
        if isinstance(of, Word) and of.name in WHOSE:
            return f"{WHOSE[of.name]} {said}"
        return f"the {said} of {self.atom(of)}"

    def is_counter(self, name: str) -> bool:
        """Whether the word names counters."""
        return name in COUNTERS or name in MARKERS or name in self.names.counters

    # Selectors.

    def _selected(self, node: Apply) -> str:
        n, up_to, by = (node.keyword(key) for key in ("n", "up_to", "by"))
        any_number = Word("any_number") in node.args
        args = [arg for arg in node.args if arg != Word("any_number")]
        count = ""
        if any_number:
            count = "any number of "
        elif n is not None:
            count = f"{self.so_manieth(n)} "
        elif up_to is not None:
            count = f"up to {self.so_manieth(up_to)} "
        many = any_number or any(value is not None and value != Number(1) for value in (n, up_to))
        of_one = self._of(args)
        chooser = f" (chosen by {self.player(by)})" if by is not None else ""
        if of_one is not None:
            which = {"target": "targets ", "random": "at random "}.get(node.name, "")
            if node.name == "all":
                return f"each of {of_one}"
            many_of = "any number " if any_number else count or "one "
            return f"{which}{many_of}of {of_one}{chooser}"
        if node.name == "all":
            if args == [Word("player")] or args == [Word("opponent")]:
                return f"each {self.kind(args)}"
            return f"all {self.kind(args, several=True)}"
        said = self.kind(args, several=many)
        which = {"target": "target ", "choose": "", "random": "random "}[node.name]
        if count or node.name == "target":
            return f"{count}{which}{said}{chooser}"
        if said == "opponent":  # "an opponent" is nobody's choice
            said = "chosen opponent"
        return f"{article(which + said)}{chooser}"

    def so_manieth(self, node: Node) -> str:
        """An amount before what is counted."""
        short = isinstance(node, Number) or (
            isinstance(node, Word) and (node.name in ("X", "n") or self.is_bound(node.name))
        )
        return self.amount(node) if short else f"({self.amount(node)})"

    def split(self, args: Sequence[Node]) -> tuple[Node, list[Node]] | None:
        """What is spoken of, and which of it: `x` or `you.expeditions`, if nothing names a kind."""
        if any(self._names_a_kind(arg) for arg in args):
            return None
        for index, arg in enumerate(args):
            if (isinstance(arg, Attribute) and arg.name in _WHOLES) or (
                isinstance(arg, Word) and (arg.name in ("me", "it") or self.is_bound(arg.name))
            ):
                return arg, [*args[:index], *args[index + 1 :]]
        return None

    def _of(self, args: Sequence[Node]) -> str | None:
        """The same in words."""
        found = self.split(args)
        if found is None:
            return None
        first, rest = found
        details = [self.detail(arg, several=True) for arg in rest]
        return " ".join([self.atom(first), *details])

    def _names_a_kind(self, node: Node) -> bool:
        if isinstance(node, Logic):
            return any(self._names_a_kind(part) for part in node.parts)
        return isinstance(node, Word) and (self.is_noun(node.name) or node.name in MARKERS)

    # Filters.

    def kind(self, filters: Sequence[Node], *, several: bool = False) -> str:
        """Filters as one phrase: what comes before the noun, the noun, what comes after."""
        before: list[str] = []
        nouns: list[str] = []
        after: list[str] = []
        grouped = False
        for node in filters:
            adjective = self.adjective(node)
            if adjective is not None:
                before.append(adjective)
            elif isinstance(node, Word) and self._noun(node.name):
                if grouped:
                    after.append(self.detail(node, several=several))
                else:
                    nouns.append(self.noun(node.name, several))
            elif isinstance(node, Logic) and node.op == "|" and not nouns and self._is_group(node):
                words = [
                    self.noun(part.name, several) for part in node.parts if isinstance(part, Word)
                ]
                nouns, grouped = [listed(words, "or")], True
            else:
                after.append(self.detail(node, several=several))
        if "other" in before:
            before.remove("other")
            before.insert(0, "other")
        noun = " ".join(nouns) or ("objects" if several else "object")
        if len(nouns) > 1 and several:
            # Only the last of several nouns is in the plural.
            words = [
                self.noun(f.name, False)
                for f in filters
                if isinstance(f, Word) and self._noun(f.name)
            ]
            noun = " ".join([*words[:-1], nouns[-1]])
        return " ".join([*before, noun, *after])

    def _noun(self, name: str) -> bool:
        return self.is_noun(name) or name in MARKERS

    def _is_group(self, node: Logic) -> bool:
        return all(isinstance(part, Word) and self._noun(part.name) for part in node.parts)

    def noun(self, name: str, several: bool) -> str:
        """A kind of thing."""
        if name == "landmark":
            return "objects of sub-type Landmark" if several else "object of sub-type Landmark"
        if name in MARKERS:
            return counters(name, one=not several)
        said = {"player": "player", "opponent": "opponent", "they": "player in question"}.get(name)
        if name == "they":
            return "players in question" if several else "player in question"
        said = said or pretty(name)
        return plural(said) if several else said

    def adjective(self, node: Node) -> str | None:
        """A filter that stands before its noun."""
        match node:
            case Word("other"):
                return "other"
            case Word(name) if name in STATUSES or name in ("visible", "starting"):
                return state(name)
            case Word(name) if name in KEYWORDS:
                return pretty(name)
            case Logic("~", (Word(name) as part,)) if name != "other":
                if self._noun(name) and name not in MARKERS:
                    return f"non-{self.noun(name, False)}"
                said = self.adjective(part)
                return None if said is None else f"non-{said}"
        return None

    def detail(self, node: Node, *, several: bool = False) -> str:
        """A filter that stands behind its noun."""
        match node:
            case Attribute(of, "play"):
                control = "control" if of in (Word("you"), Word("they")) else "controls"
                return f"{self.player(of)} {control}"
            case Word(name) if name in AREAS:
                return f"in {AREAS[name]}"
            case Word("then"):
                return "chosen only then"
            case Attribute(_, "hero" | "owner" | "controller"):
                return f"that {'are' if several else 'is'} {self.thing(node)}"
            case Attribute():
                return f"in {self.thing(node)}"
            case Word(name) if self.is_bound(name) or name in ("me", "it"):
                return f"among {self.thing(node)}"
            case Word(name) if name in TERRAINS:
                return f"of {pretty(name)}"
            case Compare("==", Word("played_from"), place):
                return f"played from {self._place_atom(place)}"
            case Compare(op, Word("terrains"), Number(n)) if n >= 0:
                return f"with {COMPARISONS[op]} {n} terrain{'' if n == 1 else 's'}"
            case Compare(op, Word("terrains"), right):
                return f"with a number of terrains of {COMPARISONS[op]} {self.simple_amount(right)}"
            case Compare(op, left, right):
                return f"with {self._measured(left)} {COMPARISONS[op]} {self.simple_amount(right)}"
            case Logic("~", (part,)):
                return self._negated(part, several)
            case Logic("|" | "&" as op, parts):
                word = " or " if op == "|" else " and "
                return f"({word.join(self._grouped_filter(part) for part in parts)})"
            case Apply(name, _, _) if name in _SELECTORS:
                return f"in {self.atom(node)}"
            case Apply():
                said = self._detail_call(node)
                if said is not None:
                    return said
            case Logic():
                return f"such that ({self.condition(node)})"
        named = self._named(node, several)
        if named is not None:
            return f"that {'are' if several else 'is'} {named}"
        return f"such that ({self.condition(node)})"

    def _grouped_filter(self, node: Node) -> str:
        """One of several in brackets."""
        text = self.predicate(node, False)
        inner = isinstance(node, Logic) and node.op in "|&" and not text.startswith(("(", "a"))
        return f"({text})" if inner else text

    def _measured(self, node: Node) -> str:
        match node:
            case Word("zero_statistics" | "counters" | "highest" | "lowest" as name):
                return f"a {owned(name)} of"
            case Word(name) if name.startswith("base_") and name != "base_cost":
                return owned(name)
            case Word(name) if self.is_counter(name):
                return f"a number of {counters(name)} of"
            case Word(name):
                return pretty(name)
            case Apply("total", (of,)):
                return f"a total {self.statistic(of)} of"
            case _:
                return f"{self.simple_amount(node)} of"

    def statistic(self, node: Node) -> str:
        """A characteristic: Hand Cost, Forest, number of boosts."""
        if isinstance(node, Word):
            if self.is_counter(node.name):
                return f"number of {counters(node.name)}"
            return owned(node.name)
        if isinstance(node, Logic):
            said = [self.statistic(part) for part in node.parts]
            return (
                f"(anything but {said[0]})" if node.op == "~" else f"(either {listed(said, 'or')})"
            )
        return self.thing(node)

    def _negated(self, node: Node, several: bool) -> str:
        match node:
            case Attribute(of, "play"):
                do = "do" if of in (Word("you"), Word("they")) else "does"
                return f"{self.player(of)} {do} not control"
            case Word(name) if name in AREAS:
                return f"not in {AREAS[name]}"
            case Word() | Attribute() if not isinstance(node, Word) or self.is_bound(node.name):
                return f"other than {self.thing(node)}"
            case Word("me" | "it"):
                return f"other than {self.thing(node)}"
        return f"that {'are' if several else 'is'} not ({self.predicate(node, several)})"

    def _detail_call(self, node: Apply) -> str | None:
        match node:
            case Apply("facing", (whom,)):
                return f"facing {self.atom(whom)}"
            case Apply("in_", (Word(name),)) if name in TERRAINS:
                return f"in {pretty(name)} terrain"
            case Apply("in_", (Word(name) as where,)) if self.is_bound(name) or name == "it":
                return f"in the region {self.thing(where)}"
            case Apply("in_", (Attribute() as where,)):
                return f"in the region {self.thing(where)}"
            case Apply("in_", (of,)):
                return f"in a region ({self.predicate(of, False)})"
            case Apply("named", (like,)):
                return f"with the name of {self.atom(like)}"
            case Apply("has", (ability,)):
                return f"with a {self.listed_words(ability)} ability"
            case Apply("only", (terrain,)):
                return f"of {self.thing(terrain)} and nothing else"
            case Apply("highest" | "lowest" as name, (of, *rest)):
                among = f" among ({self.kind(rest, several=True)})" if rest else ""
                return f"with the {name} {self.statistic(of)}{among}"
            case Apply("tax", (cost, *filters)):
                said = self.kind(filters)
                return f"(costing {self.simple_amount(cost)} more for each {said})"
        return None

    def listed_words(self, node: Node) -> str:
        """`{T}` or `{D}`."""
        if isinstance(node, Logic):
            return listed([self.thing(part) for part in node.parts], "or")
        return self.thing(node)

    def predicate(self, node: Node, several: bool) -> str:
        """A filter behind "is": an adjective, a noun with its article, or a detail."""
        named = self._named(node, several)
        return self.detail(node, several=several) if named is None else named

    def _named(self, node: Node, several: bool) -> str | None:
        adjective = self.adjective(node)
        if adjective is not None:
            return adjective
        if isinstance(node, Word):
            if node.name in _POSITIONS:
                return state(node.name)
            if self._noun(node.name):
                said = self.noun(node.name, several)
                return said if several else article(said)
            return self.thing(node) if self._stands_alone(node.name) else None
        if isinstance(node, Logic) and node.op == "&":
            kinds = [part for part in node.parts if self._names_a_kind(part)]
            if kinds and all(isinstance(part, Word) for part in kinds):
                said = self.kind(node.parts, several=several)
                return said if several else article(said)
        return None

    def _stands_alone(self, name: str) -> bool:
        """Whether no rule says how the word describes something."""
        return not (
            name in AREAS or name in TERRAINS or name in ("me", "it") or self.is_bound(name)
        )

    def described(self, filters: Sequence[Node]) -> str:
        """What something is: `a Spell`, `In Contact and Boosted`, `in Water terrain`."""
        if any(isinstance(f, Word) and self._noun(f.name) for f in filters) or any(
            isinstance(f, Logic) and f.op == "|" and self._is_group(f) for f in filters
        ):
            return article(self.kind(filters))
        return " and ".join(self.predicate(node, False) for node in filters)
