"""Phrases: how values of the model are said in English: things, amounts, conditions, events.

`wording.py` makes sentences of them. A bound name is said in quotes, so that what it stands for
is never a guess.

>>> thing(Apply("target", (Word("character"), Compare("<=", Word("hand_cost"), Number(3)))))
'target Character with Hand Cost at most 3'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar

from altered_env.language.kinds import COUNTERS, MARKERS, STATUSES, SUBTYPES, TERRAINS, TYPES
from altered_env.language.model import (
    Apply,
    Arithmetic,
    Attribute,
    Bind,
    Compare,
    Conditional,
    Granted,
    Logic,
    Node,
    Number,
    Word,
)
from altered_env.language.vocabulary import CALLS, WORDS

__all__ = [
    "amount",
    "condition",
    "counters",
    "duration",
    "event",
    "listed",
    "pretty",
    "several",
    "thing",
]

_OPS = {
    "<": "less than",
    "<=": "at most",
    "==": "exactly",
    "!=": "other than",
    ">": "more than",
    ">=": "at least",
}
_ARITHMETIC = {"+": "plus", "-": "minus", "*": "times"}
_WHOSE = {"me": "my", "you": "your", "it": "its", "they": "their", "opponent": "an opponent's"}
_PLACES = {
    "play": "in play",
    "reserve": "in Reserve",
    "hand": "in hand",
    "deck": "in a deck",
    "mana": "in a Mana zone",
    "discard_pile": "in a discard pile",
    "landmarks": "in Landmarks",
    "limbo": "in Limbo",
    "expeditions": "in an Expedition",
}
_ZONES = {
    "play": "play",
    "reserve": "Reserve",
    "hand": "hand",
    "deck": "deck",
    "mana": "Mana zone",
    "discard_pile": "discard pile",
    "landmarks": "Landmarks",
    "limbo": "Limbo",
    "expeditions": "Expeditions",
}
_SAID = {
    "me": "me",
    "you": "you",
    "it": "it",
    "they": "that player",
    "opponent": "an opponent",
    "player": "any player",
    "n": "that amount",
    "result": "the result",
    "day": "the number of the Day",
    "X": "X",
    "T": "{T}",
    "D": "{D}",
    "J": "{J}",
    "H": "{H}",
    "R": "{R}",
    "I": "{I}",
    "any_number": "any number of",
    "none": "no",
    "abilities": "all abilities",
    "uncounted": "counting towards no limit",
    "anywhere": "anywhere, also when not in play",
    "in_contact": "In Contact",
    "rest": "Rest",
}
_VERBS = {
    "goes": "go",
    "passes": "pass",
    "activates": "activate",
    "resupplies": "Resupply",
    "gifts": "make a Gift",
    "discards": "discard",
    "rolls": "roll",
    "exhausts": "exhaust",
    "readies": "ready",
}
_THIRD = {"gifts": "makes a Gift", "resupplies": "Resupplies"}
_PLAYERS = frozenset({"you", "opponent", "they", "player"})
_FIXED = TYPES | SUBTYPES | {"expedition", "region"}

NEW_SUBTYPES: ContextVar[frozenset[str]] = ContextVar("NEW_SUBTYPES", default=frozenset())
"""Sub-types that a pool of cards adds to the vocabulary, while its abilities are worded."""


def _is_noun(name: str) -> bool:
    return name in _FIXED or name in NEW_SUBTYPES.get()


def pretty(name: str) -> str:
    """A word of the language as the rules write it: `hand_cost` is Hand Cost.

    >>> pretty("hand_cost"), pretty("mana_orb")
    ('Hand Cost', 'Mana Orb')
    """
    small = {"of", "the", "in"}
    return " ".join(w if w in small else w[:1].upper() + w[1:] for w in name.split("_"))


def listed(texts: Sequence[str], word: str = "and") -> str:
    """`a, b and c`."""
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}"


def amount(node: Node) -> str:
    """A number or an amount.

    >>> amount(Apply("count", (Word("character"), Attribute(Word("you"), "play"))))
    'the number of Characters you control'
    """
    match node:
        case Number(value):
            return str(value)
        case Word(name) if name in COUNTERS or name in TERRAINS:
            return pretty(name)
        case Arithmetic(op, left, right):
            return f"({amount(left)} {_ARITHMETIC[op]} {amount(right)})"
        case Conditional(then, test, otherwise):
            return f"({amount(then)} if {condition(test)}, else {amount(otherwise)})"
        case Apply("count", args, keywords):
            distinct = (
                f" of different {listed([thing(v) for _, v in keywords])}" if keywords else ""
            )
            return f"the number of {filtered(args, plural=True)}{distinct}"
        case Apply("total" | "highest" | "lowest" as name, (of, *rest)):
            among = f" among {filtered(rest, plural=True)}" if rest else ""
            return f"the {name} {thing(of)}{among}"
        case Apply("between", (one, other)):
            return f"the number of regions between {thing(one)} and {thing(other)}"
        case Apply("up_to", (most,)):
            return f"up to {amount(most)}"
        case Apply("happened", (of,), keywords):
            return f"the number of times that {event(of)}{_this(keywords)}"
        case _:
            return thing(node)


def _this(keywords: Sequence[tuple[str, Node]]) -> str:
    return "".join(f" this {duration(value)}" for key, value in keywords if key == "this")


def duration(node: Node) -> str:
    """A duration after "this".

    >>> duration(Word("day")), duration(Word("afternoon"))
    ('Day', 'Afternoon')
    """
    return pretty(node.name) if isinstance(node, Word) else thing(node)


def condition(node: Node) -> str:
    """What must be true.

    >>> condition(Compare(">=", Attribute(Word("me"), "boost"), Number(2)))
    'my number of boosts is at least 2'
    """
    match node:
        case Compare(op, left, right):
            return f"{amount(left)} is {_OPS[op]} {amount(right)}"
        case Logic("not", (part,)):
            return f"it is not so that ({condition(part)})"
        case Logic(("and" | "or") as op, parts):
            return f" {op} ".join(_grouped(part) for part in parts)
        case Apply("is_", (what, *filters)):
            return f"{_subject(what)[0]} {_be(what)} {_described(filters)}"
        case Apply("happened", (of,), keywords):
            return f"it happened{_this(keywords)} that {event(of)}"
        case Apply("different", args):
            return "there are, each a different one, " + listed(
                [filtered(_parts(arg), article=True) for arg in args]
            )
        case Attribute(of, name) if name not in COUNTERS:
            return f"{_subject(of)[0]} {_be(of)} {_state(name)}"
        case Word(name) if name in WORDS:
            return f"it is {_state(name)}"
        case Word(name):
            return f"“{name}” was done"
        case Bind() | Apply():
            return STEP[0](node)
        case _:
            return amount(node)


STEP: list[Callable[[Node], str]] = []
"""How a step is said inside a condition; `wording.py` puts it here."""


def _grouped(node: Node) -> str:
    text = condition(node)
    return f"({text})" if isinstance(node, Logic | Apply | Bind) else text


def _state(name: str) -> str:
    states = {
        "first_player": "the first player",
        "passed": "done with the Afternoon",
        "paid_less": "played for less",
        "visible": "face-up",
        "in_contact": "In Contact",
    }
    return states.get(name) or pretty(name)


def _subject(node: Node) -> tuple[str, bool]:
    """Who does it, and whether the verb is in the bare form (I, you)."""
    if node == Word("me"):
        return "I", True
    if node == Word("you"):
        return "you", True
    if several(node):
        return thing(node), True
    if isinstance(node, Word) and _is_noun(node.name):
        return filtered([node], article=True), False
    return thing(node), False


def _be(node: Node) -> str:
    if node == Word("me"):
        return "am"
    return "are" if node == Word("you") or several(node) else "is"


def several(node: Node) -> bool:
    """Whether it is spoken of as several."""
    if isinstance(node, Attribute):
        return node.name in ("expeditions", "subtypes")
    if isinstance(node, Apply):
        return (
            node.name == "all" or Word("any_number") in node.args or node.keyword("n") is not None
        )
    return isinstance(node, Logic)


def thing(node: Node) -> str:
    """Anything that a slot holds: an object, a player, an area, a status."""
    match node:
        case Word(name):
            return _word(name)
        case Attribute(of, name):
            return _attribute(of, name)
        case Apply("target" | "choose" | "all" | "random" | "top" | "bottom", _, _):
            return _selected(node)
        case Apply("spread", (over,)):
            return f"any among {thing(over)}, divided by choice"
        case Apply("tough" | "scout" as name, (value,)):
            return f"{pretty(name)} {amount(value)}"
        case Apply("only", (terrain,)):
            return f"{thing(terrain)} and nothing else"
        case Apply(name, _, _) if name in CALLS and CALLS[name].group in ("step", "structure"):
            return f"what this does [{STEP[0](node).removeprefix('this is done: ')}]"
        case Apply(name, _, _) if name in CALLS and CALLS[name].group == "filter":
            return _piece(node)[1]
        case Logic("~", (part,)):
            return f"anything but {thing(part)}"
        case Logic("|", parts):
            return listed([thing(part) for part in parts], "or")
        case Logic("&", parts):
            return filtered(parts)
        case Bind():
            return f"what this does [{STEP[0](node).removeprefix('this is done: ')}]"
        case Granted():
            return STEP[0](node)
        case Logic() | Compare() | Apply("is_" | "different", _, _):
            return condition(node)
        case Apply(name, _, _) if CALLS[name].group == "event":
            return event(node)
        case Number() | Arithmetic() | Conditional() | Apply():
            return amount(node)
    raise TypeError(f"{type(node).__name__} is no value of the language")


def _word(name: str) -> str:
    if name in _SAID:
        return _SAID[name]
    if name in _ZONES:
        return _ZONES[name]
    if name in WORDS or name in COUNTERS:
        return pretty(name)
    return f"“{name}”" if len(name) < 3 else pretty(name)


def _attribute(of: Node, name: str) -> str:
    whose = _WHOSE.get(of.name) if isinstance(of, Word) else None
    if whose is None:
        whose = f"{thing(of)}'s"
    if name == "facing":
        return f"what faces {thing(of)}"
    if name == "n":
        return f"the amount of {thing(of)}"
    if name == "other":
        return (
            f"{whose} other Expedition"
            if of not in _PLAYER_WORDS
            else f"the player beside {thing(of)}"
        )
    if name == "played_from":
        return f"where {thing(of)} was played from"
    if name in STATUSES:
        return f"{thing(of)} being {pretty(name)}"
    if name in COUNTERS or name in MARKERS:
        return f"{whose} number of {counters(name)}"
    return f"{whose} {_ZONES.get(name) or pretty(name)}"


def counters(name: str, one: bool = False) -> str:
    """Counters of that name, or one of them.

    >>> counters("boost"), counters("trial", one=True), counters("counter")
    ('boosts', 'Trial counter', 'counters of any kind')
    """
    if name == "counter":
        return "counter of any kind" if one else "counters of any kind"
    said = {"boost": "boost"}.get(name) or (pretty(name) + ("" if name in MARKERS else " counter"))
    return said if one else said + "s"


_PLAYER_WORDS = tuple(Word(name) for name in _PLAYERS)


def _selected(node: Apply) -> str:
    """A selector: how many, which, by whom."""
    if node.name in ("top", "bottom"):
        of, *many = node.args
        count = f"{amount(many[0])} cards" if many else "card"
        return f"the {node.name} {count} of {thing(of)}"
    args = [arg for arg in node.args if arg != Word("any_number")]
    n, up_to, by = (node.keyword(key) for key in ("n", "up_to", "by"))
    many_ones = len(args) != len(node.args) or n is not None or up_to is not None
    plural = many_ones or node.name == "all"
    said = filtered(args, plural=plural)
    if node.name == "all":
        only = args[0] if len(args) == 1 else None
        return f"each of {thing(only)}" if isinstance(only, Attribute) else f"all {said}"
    count = ""
    if len(args) != len(node.args):
        count = "any number of "
    elif n is not None:
        count = f"{amount(n)} "
    elif up_to is not None:
        count = f"up to {amount(up_to)} "
    which = {"target": "target ", "choose": "chosen ", "random": "random "}[node.name]
    article = "" if count or node.name == "target" else "a "
    chooser = f" ({thing(by)} chooses)" if by is not None else ""
    return f"{article}{count}{which}{said}{chooser}"


def filtered(args: Sequence[Node], *, plural: bool = False, article: bool = False) -> str:
    """Filters as one phrase: what comes before the noun, the noun, what comes after.

    >>> filtered([Word("character"), Word("fleeting"), Word("reserve")], article=True)
    'a Fleeting Character in Reserve'
    """
    before: list[str] = []
    nouns: list[str] = []
    after: list[str] = []
    for node in args:
        place, text = _piece(node)
        {"before": before, "noun": nouns, "after": after}[place].append(text)
    if plural:
        nouns = [_plural(noun) for noun in nouns]
    noun = " ".join(nouns) or ("ones" if plural else "one")
    text = " ".join([*before, noun, *after])
    if article:
        if not nouns and not before and len(args) == 1 and isinstance(args[0], Word | Attribute):
            return thing(args[0])
        if text.startswith("other "):
            return f"an{text}"
        text = f"{'an' if text[0] in 'AEIOUaeiou' else 'a'} {text}"
    return text


def _parts(node: Node) -> Sequence[Node]:
    return node.parts if isinstance(node, Logic) and node.op == "&" else [node]


def _described(filters: Sequence[Node]) -> str:
    """What something is: `a Spell`, `In Contact`, `in Water terrain`."""
    pieces = [_piece(node) for node in filters]
    if any(place == "noun" for place, _ in pieces):
        return filtered(filters, article=True)
    return listed([text.removeprefix("that is ") for _, text in pieces])


def _plural(noun: str) -> str:
    if " or " in noun or " and " in noun:
        return noun
    return noun[:-1] + "ies" if noun.endswith("ry") or noun.endswith("ty") else noun + "s"


def _piece(node: Node) -> tuple[str, str]:
    """Where a filter stands in the phrase, and what it says there."""
    match node:
        case Word("other"):
            return "before", "other"
        case Word(name) if _is_noun(name):
            return "noun", pretty(name)
        case Word(("you" | "they" | "opponent" | "player") as name):
            return "noun", {"player": "player", "opponent": "opponent"}.get(name, _SAID[name])
        case Word(name) if name in STATUSES or name in MARKERS or name in ("visible", "starting"):
            return "before" if name not in MARKERS else "noun", _state(name)
        case Word(name) if name in _PLACES:
            return "after", _PLACES[name]
        case Word(name) if name in COUNTERS:
            return "noun", f"{pretty(name)} counter"
        case Word(name) if name in TERRAINS:
            return "after", f"of {pretty(name)}"
        case Word("in_contact" | "behind" | "ahead" | "tied" as name):
            return "after", f"that is {_state(name)}"
        case Word(name) if name == "tough" or (name in WORDS and "keyword" in WORDS[name].sorts):
            return "before", pretty(name)
        case Word("it" | "me"):
            return "after", f"among {thing(node)}"
        case Word(name) if name in WORDS:
            return "noun", thing(node)
        case Word():
            return "after", f"among {thing(node)}"
        case Attribute(of, "play"):
            who = "you control" if of == Word("you") else f"{thing(of)} controls"
            return "after", who
        case Attribute():
            return "after", f"in {thing(node)}"
        case Compare(op, left, right):
            return "after", f"with {amount(left)} {_OPS[op]} {amount(right)}"
        case Logic("~", (part,)):
            place, text = _piece(part)
            return ("after", f"not {text}") if place == "after" else ("before", f"non-{text}")
        case Logic("|", parts):
            said = [_piece(part) for part in parts]
            places = {place for place, _ in said}
            texts = [text for _, text in said]
            if len(places) == 1:
                return places.pop(), f"({listed(texts, 'or')})"
            return "noun", f"({' or '.join(filtered([part]) for part in parts)})"
        case Logic("&", parts):
            return "noun", f"({filtered(parts)})"
        case Logic():
            return "after", f"where ({condition(node)})"
        case Apply("facing", (whom,)):
            return "after", f"facing {thing(whom)}"
        case Apply("in_", (Word(name),)) if name in TERRAINS:
            return "after", f"in {pretty(name)} terrain"
        case Apply("in_", (Word(name),)) if name not in WORDS:
            return "after", f"in {thing(node.args[0])}"
        case Apply("in_", (Attribute() as where,)):
            return "after", f"in {thing(where)}"
        case Apply("in_", (of,)):
            return "after", f"in {filtered([Word('region'), *_parts(of)], article=True)}"
        case Apply("named", (like,)):
            return "after", f"with the name of {thing(like)}"
        case Apply("has", (ability,)):
            return "after", f"with a {thing(ability)} ability"
        case Apply("only", (terrain,)):
            return "after", f"of {thing(terrain)} and nothing else"
        case Apply("tax", (cost, *filters)):
            said_of = filtered(filters, plural=True)
            return "after", f"(paying {amount(cost)} more for each of the {said_of})"
        case Apply(("highest" | "lowest") as name, (of,)):
            return "after", f"with the {name} {thing(of)}"
        case Apply(("highest" | "lowest"), _):
            return "after", f"with {amount(node)}"
        case _:
            return "after", f"among {thing(node)}"


def event(node: Node) -> str:
    """An event pattern as a clause.

    >>> event(Apply("plays", (Word("you"), Word("character"))))
    'you play a Character'
    """
    if isinstance(node, Logic):
        return f" {'or' if node.op == '|' else 'and'} ".join(event(part) for part in node.parts)
    assert isinstance(node, Apply)
    if node.name == "attempts":
        return f"this is attempted in vain: {event(node.args[0])}"
    if node.name == "activates":
        which, *filters = node.args
        doers = [a for a in filters if a in _PLAYER_WORDS]
        rest = [a for a in filters if a not in _PLAYER_WORDS]
        of = f" of {filtered(rest, article=True)}" if rest else ""
        by = f" by {thing(doers[0])}" if doers else ""
        return f"a {thing(which)} ability{of} is activated{by}{_circumstances(node)}"
    subject, *filters = node.args
    what: list[Node] = list(filters)
    gained = ""
    if node.name in ("gains", "loses", "spends") and what:
        gained = " " + _gained(what.pop())
    player = subject in _PLAYER_WORDS or (
        isinstance(subject, Attribute) and subject.name in ("owner", "controller")
    )
    if player or not what:
        who, bare = _subject(subject)
        object_ = f" {filtered(what, article=True)}" if what else ""
    else:
        who, bare, object_ = _of_filters(subject, what), False, ""
    passive = {"plays": "played", "sacrifices": "sacrificed", "discards": "discarded"}
    passive |= {"creates": "created", "reveals": "revealed"}
    if node.name in passive and not player:
        said = f"{_be(subject)} {passive[node.name]}"
    elif node.name in ("exhausts", "readies") and not player:
        said = ("become " if bare else "becomes ") + (
            "exhausted" if node.name == "exhausts" else "ready"
        )
    elif node.name in ("moves", "fails"):
        said = {"moves": "move", "fails": "fail to move"}[node.name]
        said = (
            said if bare else {"moves": "moves", "fails": "fails to move"}[node.name]
        ) + " forward"
    elif bare:
        said = _VERBS.get(node.name) or node.name[:-1]
    else:
        said = _THIRD.get(node.name, node.name)
    return f"{who} {said}{object_}{gained}{_circumstances(node)}"


def _of_filters(subject: Node, filters: Sequence[Node]) -> str:
    if isinstance(subject, Word) and subject.name in WORDS and subject.name not in ("me", "it"):
        return filtered([subject, *filters], article=True)
    return f"{thing(subject)} ({filtered(filters)})"


def _gained(node: Node) -> str:
    if isinstance(node, Word) and (node.name in COUNTERS or node.name == "counter"):
        return counters(node.name)
    return thing(node)


def _circumstances(node: Apply) -> str:
    said = {"from_": "from", "to": "to", "during": "during", "due_to": "due to", "by": "by"}
    return "".join(f" {said[key]} {_one_of(value)}" for key, value in node.keywords)


def _one_of(place: Node) -> str:
    """One of all the places of a kind: where something goes from."""
    if isinstance(place, Apply) and place.name == "all":
        return filtered(place.args, article=True)
    return thing(place)
