"""Verbs: one step as a sentence, or after "may" and "to"."""

from __future__ import annotations

from collections.abc import Sequence

from altered_env.language.model import Apply, Logic, Node, Number, Word
from altered_env.language.vocabulary import CALLS
from altered_env.language.wording.events import Events
from altered_env.language.wording.lexicon import counters, listed, plural, pretty, third

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
_ALONE = {"pass_": "pass", "after_you": "use After You", "extra_turn": "play another turn"}
_OF_OBJECTS = ("gain", "lose", "switch", "defect", "move", "become_first", "win")
"""Steps worded with the object as their subject."""


class Verbs(Events):
    """Words a step with all its slots."""

    def verb(self, node: Apply, *, finite: bool) -> str:
        """Word a step as a sentence, or after "may" and "to"."""
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
        plain = by in (Word("you"), Word("they")) or first == "also" or self.several(by)
        return f"{self.player(by)} {first if plain else third(first)}{space}{rest}"

    def _object_verb(self, node: Apply, args: Sequence[Node], *, finite: bool) -> str:
        """Word the action of an object, an Expedition or a player."""
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
        return f"{who} {verb if plain else third(verb)}{rest}"

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
        known = self.names.tokens | {"signature"}
        if not isinstance(args[0], Word) or args[0].name not in known:
            more = self.so_manieth(args[1]) if len(args) > 1 else "one more"
            return f"create {more} of {self.thing(args[0])}"
        token = "signature_token" if args[0].name == "signature" else args[0].name
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
        if "fleeting" in flags:
            said += ", with Fleeting"
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
