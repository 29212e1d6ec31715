"""Filters as noun phrases: words before the noun, the noun, words after it."""

from __future__ import annotations

from collections.abc import Sequence

from altered_env.language.kinds import COUNTERS, KEYWORDS, MARKERS, STATUSES, TERRAINS
from altered_env.language.model import Apply, Attribute, Compare, Logic, Node, Number, Word
from altered_env.language.wording.lexicon import (
    AREAS,
    COMPARISONS,
    article,
    counters,
    listed,
    owned,
    plural,
    pretty,
    state,
)
from altered_env.language.wording.voice import Voice

SELECTORS = ("target", "choose", "all", "random", "top", "bottom")
"""Words that select something."""

POSITIONS = ("in_contact", "behind", "ahead", "tied")
"""Positions of an Expedition relative to others."""


class Filters(Voice):
    """Words filters as noun phrases and predicates."""

    def is_counter(self, name: str) -> bool:
        """Return whether the word names counters."""
        return name in COUNTERS or name in MARKERS or name in self.names.counters

    def _place_atom(self, node: Node) -> str:
        if isinstance(node, Word) and node.name in AREAS:
            return AREAS[node.name]
        return self.atom(node)

    def _names_a_kind(self, node: Node) -> bool:
        if isinstance(node, Logic):
            return any(self._names_a_kind(part) for part in node.parts)
        return isinstance(node, Word) and (self.is_noun(node.name) or node.name in MARKERS)

    def kind(self, filters: Sequence[Node], *, several: bool = False) -> str:
        """Word filters as one phrase: words before the noun, the noun, words after it."""
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
            # Only the last of several nouns takes the plural.
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
        """Word a kind of thing."""
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
        """Word a filter that precedes its noun."""
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
        """Word a filter that follows its noun."""
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
            case Apply(name, _, _) if name in SELECTORS:
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
        """Word one of several filters in brackets."""
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
        """Word a characteristic: Hand Cost, Forest, number of boosts."""
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
            case Apply("named", (Word("signature"),)):
                return "with the name of a Signature token"
            case Apply("named", (like,)):
                return f"with the name of {self.atom(like)}"
            case Apply("has", (ability,)):
                return f"with {article(self.listed_words(ability))} ability"
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
        """Word what starts an ability, or several of these."""
        if isinstance(node, Logic):
            return listed([self.thing(part) for part in node.parts], "or")
        return self.thing(node)

    def predicate(self, node: Node, several: bool) -> str:
        """Word a filter after "is": an adjective, a noun with its article, or a detail."""
        named = self._named(node, several)
        return self.detail(node, several=several) if named is None else named

    def _named(self, node: Node, several: bool) -> str | None:
        adjective = self.adjective(node)
        if adjective is not None:
            return adjective
        if isinstance(node, Word):
            if node.name in POSITIONS:
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
        """Return whether no rule words this filter as a description."""
        return not (
            name in AREAS or name in TERRAINS or name in ("me", "it") or self.is_bound(name)
        )

    def described(self, filters: Sequence[Node]) -> str:
        """Word a description: `a Spell`, `In Contact and Boosted`, `in Water terrain`."""
        if any(isinstance(f, Word) and self._noun(f.name) for f in filters) or any(
            isinstance(f, Logic) and f.op == "|" and self._is_group(f) for f in filters
        ):
            return article(self.kind(filters))
        return " and ".join(self._described(node) for node in filters)

    def _described(self, node: Node) -> str:
        """Word one of them. "Outside a place" holds only for existing things, "not in a place" also
        for missing ones."""
        match node:
            case Logic("~", (Attribute(_, "hero" | "owner" | "controller" | "play"),)):
                pass
            case Logic("~", (Attribute() as place,)):
                return f"outside {self.thing(place)}"
            case Logic("~", (Word(name),)) if name in AREAS:
                return f"outside {AREAS[name]}"
        return self.predicate(node, False)
