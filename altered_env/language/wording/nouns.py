"""Nouns: references, selectors, areas."""

from __future__ import annotations

from collections.abc import Sequence

from altered_env.language.kinds import STATUSES
from altered_env.language.model import (
    Apply,
    Attribute,
    Bind,
    Compare,
    Granted,
    Logic,
    Node,
    Number,
    Steps,
    Word,
)
from altered_env.language.vocabulary import CALLS
from altered_env.language.wording.filters import POSITIONS, SELECTORS, Filters
from altered_env.language.wording.lexicon import (
    AREAS,
    PRONOUNS,
    WHOSE,
    article,
    counters,
    listed,
    owned,
    pretty,
    state,
)

_PLAYERS = ("you", "they", "opponent", "player")
_WHOLES = (
    "expedition", "expeditions", "hero_expedition", "companion_expedition", "other", "facing",
    "region", "hero_region", "companion_region",
)  # fmt: skip
"""Attributes that are Expeditions and regions themselves rather than their contents."""
_WAYS = {
    "J": "enter-play",
    "H": "from-hand",
    "R": "from-Reserve",
    "T": "exhaust-me",
    "D": "discard-me",
    "I": "waiting",
}
"""Abilities by what starts them, or by what they cost."""


class Nouns(Filters):
    """Words the contents of slots."""

    def thing(self, node: Node) -> str:
        """Word one or more objects, players, Expeditions or regions."""
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
            case Apply(name, _, _) if name in SELECTORS:
                return self._selected(node)
            case Apply("spread", (over,)):
                return f"any split of {self.atom(over)}"
            case Logic("|", parts):
                return f"both {listed([self.atom(part) for part in parts])}"
            case Logic("&", parts):
                return f"what is at once {listed([self.atom(part) for part in parts])}"
            case Logic("~", (part,)):
                return f"anything but {self.atom(part)}"
            case Apply(name, _, _) if CALLS[name].group in ("step", "structure"):
                return f"what comes of ({self.chain(node)})"
            case Bind() | Steps():
                return f"what comes of ({self.chain(node)})"
            case Apply(name, _, _) if CALLS[name].group == "event":
                return f"that ({self.event(node)})"
            case Apply(name, _, _) if CALLS[name].group == "filter":
                return f"what is {self._detail_call(node) or pretty(name)}"
            case Granted():
                return self.granted(node)
            case Apply(name, args, _) if CALLS[name].group not in ("amount", "condition"):
                return f"“{pretty(name)}” ({listed([self.thing(arg) for arg in args])})"
            case Compare() | Logic() | Apply("is_" | "different", _, _):
                return f"whether ({self.condition(node)})"
            case _:
                return self.simple_amount(node)

    def atom(self, node: Node) -> str:
        """Word a thing before further words: in brackets if it is long."""
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
        """Word the acting player."""
        return self.atom(node)

    def place(self, node: Node) -> str:
        """Word a place, an origin or a destination."""
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

    def _word(self, name: str) -> str:
        if self.is_bound(name):
            return self.unlettered.get(name) or self.letter(name)
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
        if name in STATUSES or name in POSITIONS:
            return f"whether {self.atom(of)} is {state(name)}"
        said = f"number of {counters(name)}" if self.is_counter(name) else owned(name)
        name_of = self.unlettered.get(of.name) if isinstance(of, Word) else None
        if name_of == "it":
            return f"its {said}"
        if name_of == "that player" or (of == Word("it") and self.it_is_player):
            return f"that player's {said}"
        if isinstance(of, Word) and of.name in WHOSE:
            return f"{WHOSE[of.name]} {said}"
        return f"the {said} of {self.atom(of)}"

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
        per = node.keyword("per")
        chooser += f" for every {pretty(per.name)}" if isinstance(per, Word) else ""
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
        if said == "opponent":  # "an opponent" would not be a choice
            said = "chosen opponent"
        return f"{article(which + said)}{chooser}"

    def so_manieth(self, node: Node) -> str:
        """Word an amount before a counted noun."""
        short = isinstance(node, Number) or (
            isinstance(node, Word) and (node.name in ("X", "n") or self.is_bound(node.name))
        )
        return self.amount(node) if short else f"({self.amount(node)})"

    def split(self, args: Sequence[Node]) -> tuple[Node, list[Node]] | None:
        """Split a repeated reference and its determiner: `x` or `you.expeditions`, if no kind is
        named."""
        if any(self._names_a_kind(arg) for arg in args):
            return None
        for index, arg in enumerate(args):
            if (isinstance(arg, Attribute) and arg.name in _WHOLES) or (
                isinstance(arg, Word) and (arg.name in ("me", "it") or self.is_bound(arg.name))
            ):
                return arg, [*args[:index], *args[index + 1 :]]
        return None

    def _of(self, args: Sequence[Node]) -> str | None:
        """Word such a reference."""
        found = self.split(args)
        if found is None:
            return None
        first, rest = found
        details = [self.detail(arg, several=True) for arg in rest]
        return " ".join([self.atom(first), *details])
