"""Wording: an ability as plain English of our own, for people to read.

Brackets group what belongs together, a quoted letter is what an earlier step did; so each
ability reads in one way only. The way back from English is the importer's.

>>> from altered_env.language.notation import read_ability
>>> word(read_ability("R: create(brassbug, in_=target(expedition))"))
'When I enter play from Reserve: Create a Brassbug in target Expedition.'
>>> word(read_ability("T, pay(2): if_(may(sacrifice(me)), draw(1))"), name="Scrap Hook")
'Scrap Hook. Exhaust me, pay 2 mana: You may sacrifice me; if you do, draw 1 card.'
"""

from __future__ import annotations

from collections.abc import Sequence

from altered_env.language import phrases
from altered_env.language.kinds import KNOWN, SUBTYPES, Names
from altered_env.language.model import (
    Ability,
    Apply,
    Bind,
    Granted,
    Logic,
    Node,
    Number,
    Steps,
    Word,
)
from altered_env.language.phrases import (
    amount,
    condition,
    counters,
    duration,
    event,
    listed,
    pretty,
    several,
    thing,
)
from altered_env.language.vocabulary import CALLS, WORDS

__all__ = ["word"]

_TRIGGERS = {
    "J": "When I enter play",
    "H": "When I enter play from hand",
    "R": "When I enter play from Reserve",
}
_STEPS = ("step", "structure")
_COSTS = {"T": "exhaust me", "D": "discard me from Reserve"}
_PLAIN = {
    "discard": "discard",
    "sacrifice": "sacrifice",
    "switch": "switch Expeditions of",
    "defect": "make this defect:",
    "exhaust": "exhaust",
    "ready": "ready",
    "augment": "Augment",
    "reveal": "reveal",
    "look": "look at",
    "receive": "also receive",
    "take_control": "take control of",
}
_SIMPLE = {
    "sabotage": "Sabotage",
    "pass_": "pass",
    "after_you": "After You",
    "extra_turn": "play another turn",
    "become_first": "become the first player",
}


def word(ability: Ability, name: str = "", names: Names = KNOWN) -> str:
    """The ability in English; with a `name`, the name stands before it. `names` are the words that
    the pool adds.

    >>> word(Ability("keyword", head=Word("gigantic")))
    'Gigantic.'
    """
    new = phrases.NEW_SUBTYPES.set(names.subtypes - SUBTYPES)
    try:
        text = _ability(ability)
    finally:
        phrases.NEW_SUBTYPES.reset(new)
    return (f"{name}. " if name else "") + text[:1].upper() + text[1:] + "."


def _ability(ability: Ability) -> str:
    gates = "".join(f"{_gate(gate)}, " for gate in ability.gates)
    if ability.kind == "keyword" or ability.kind == "passive":
        assert ability.head is not None
        return gates + _statement(ability.head)
    body = _sentences(ability.body.parts if ability.body else ())
    if ability.kind == "effect":
        return gates + body
    if ability.kind == "reaction":
        assert ability.head is not None
        return f"{gates}{_lower(_trigger(ability.head), bool(gates))}: {body}"
    if ability.kind == "modifier":
        assert isinstance(ability.head, Apply)
        return f"{gates}{_modifier(ability.head)}: {body}"
    costs = ", ".join(_cost(cost) for cost in ability.costs)
    return f"{gates}{costs}: {body}"


def _lower(text: str, really: bool) -> str:
    return text[:1].lower() + text[1:] if really else text


def _gate(gate: Node) -> str:
    match gate:
        case Word("I"):
            return "while I am in Reserve and ready"
        case Apply("while_", (test,)):
            return f"while {condition(test)}"
        case Apply("since", (test,)):
            return f"from the moment when {condition(test)}"
        case _:
            return "once I am Completed"


def _trigger(head: Node) -> str:
    if isinstance(head, Word):
        return _TRIGGERS[head.name]
    assert isinstance(head, Apply)
    first, *rest = head.args
    tests = [arg for arg in rest if arg not in _TRIGGER_FLAGS]
    said = f"At {thing(first)}" if head.name == "at" else f"When {event(first)}"
    for flag, text in _TRIGGER_FLAGS.items():
        if flag in rest:
            said += text
    said += _order(head)
    return said + "".join(f", if {condition(test)}" for test in tests)


_TRIGGER_FLAGS: dict[Node, str] = {
    Word("once"): " one or more times at once",
    Word("first"): " first",
    Word("last"): " last",
}


def _order(head: Apply) -> str:
    """Which time it must be, and within what."""
    nth, this = head.keyword("nth"), head.keyword("this")
    said = ""
    if nth is not None:
        said += f" for {_nth(nth)} time"
    if this is not None:
        said += f" this {duration(this)}"
    return said


def _nth(node: Node) -> str:
    ordinals = {1: "the first", 2: "the second", 3: "the third"}
    return ordinals.get(node.value if isinstance(node, Number) else 0) or f"the {amount(node)}th"


def _modifier(head: Apply) -> str:
    first, *rest = head.args
    tests = "".join(f" and {condition(arg)}" for arg in rest if arg != Word("may"))
    said = f"if it would happen that {event(first)}{_order(head)}{tests}, "
    may = "you may have this happen" if Word("may") in rest else "this happens"
    cost, otherwise = head.keyword("cost"), head.keyword("otherwise")
    if cost is not None:
        may = f"you may [{_step(cost)}] and then this happens"
    said += f"{may} {'instead' if head.name == 'instead' else 'as well'}"
    return said + (f" (or else [{_step(otherwise)}])" if otherwise is not None else "")


def _cost(cost: Node) -> str:
    if isinstance(cost, Word) and cost.name in _COSTS:
        return _COSTS[cost.name]
    if isinstance(cost, Bind) or (isinstance(cost, Apply) and CALLS[cost.name].group in _STEPS):
        return _step(cost)
    return f"only if {condition(cost)}"


def _statement(head: Node) -> str:
    """A passive statement or a keyword."""
    if isinstance(head, Word) or (isinstance(head, Apply) and CALLS[head.name].group == "keyword"):
        return thing(head)
    assert isinstance(head, Apply)
    name, args = head.name, [arg for arg in head.args if arg != Word("may")]
    if name == "begin":
        return f"I begin the game with {_counters(head)}"
    if name == "have":
        return _have(head)
    if name in ("can", "cant"):
        tests = "".join(f" if {condition(arg)}" for arg in args[1:])
        even = head.keyword("even")
        despite = f", {thing(even)} or not" if even is not None else ""
        can = "it can be" if name == "can" else "it cannot be"
        return f"{can} that {event(args[0])}{despite}{tests}"
    how = {"less": "less", "more": "more", "at_least": "at least"}[name]
    much = "nothing" if args[0] == Word("free") else amount(args[0])
    change = f"it costs at least {much}" if name == "at_least" else f"it costs {much} {how}"
    if args[0] == Word("free"):
        change = "it costs nothing"
    least, cost = head.keyword("min"), head.keyword("cost")
    if cost is not None:
        change = f"you may [{_step(cost)}], and then {change}"
    elif Word("may") in head.args:
        change = f"you may choose that {change}"
    if least is not None:
        change += f", but no less than {amount(least)}"
    return f"when {event(args[1])}{_order(head)}, {change}"


def _have(head: Apply) -> str:
    who, *what = head.args
    texts = [_granted(arg) if isinstance(arg, Granted) else thing(arg) for arg in what]
    for key, value in head.keywords:
        texts.append(
            "the same anywhere, also out of play"
            if key == "where"
            else f"{pretty(key)} equal to {amount(value)}"
        )
    if who == Word("me"):
        return f"I have: {listed(texts)}"
    return f"{_both(who)} {'have' if several(who) else 'has'}: {listed(texts)}"


def _both(node: Node) -> str:
    """What something happens to: `a | b` are both."""
    if isinstance(node, Logic) and node.op == "|":
        return listed([thing(part) for part in node.parts])
    return thing(node)


def _granted(granted: Granted) -> str:
    return " and ".join(f"“{_ability(ability)}”" for ability in granted.abilities)


def _sentences(parts: Sequence[Node]) -> str:
    texts = [_step(part) for part in parts]
    return ". Then ".join(
        text[:1].upper() + text[1:] if i == 0 else text for i, text in enumerate(texts)
    )


def _inner(node: Node) -> str:
    """A step inside another: in brackets where it could be read two ways."""
    text = _step(node)
    plain = isinstance(node, Apply) and CALLS[node.name].group == "step"
    return text if plain else f"[{text}]"


def _step(node: Node) -> str:
    match node:
        case Bind(name, value):
            return f"{_inner(value)} (call this “{name}”)"
        case Steps(parts):
            return ", then ".join(_inner(part) for part in parts)
        case Granted():
            return _granted(node)
        case Apply("may", (step,), _):
            who = node.keyword("by")
            doer = "you" if who is None else thing(who)
            return f"{doer} may {_may(step)}"
        case Apply("if_", (test, then), _):
            return _if(node, test, then)
        case Apply(name, _, _) if CALLS[name].group == "structure":
            return _structure(node)
        case Apply(name, _, _) if CALLS[name].group == "step":
            by = node.keyword("by")
            said = _verb(node)
            return said if by is None else f"{thing(by)} does this: {said}"
        case _:
            return f"pick {thing(node)}"


def _may(step: Node) -> str:
    if not _is_step(step):
        return f"pick {thing(step)}"
    if isinstance(step, Apply) and (step.name in ("gain", "lose", "win") or step.keyword("by")):
        return f"have this happen: [{_step(step)}]"
    return _inner(step)


def _is_step(node: Node) -> bool:
    if isinstance(node, Apply):
        return CALLS[node.name].group in _STEPS
    return isinstance(node, Bind | Steps)


def _if(node: Apply, test: Node, then: Node) -> str:
    done = _is_step(test)
    otherwise = node.keyword("else_")
    said = (
        f"{_step(test)}; if you do, {_inner(then)}"
        if done
        else f"if {condition(test)}, {_inner(then)}"
    )
    if otherwise is not None:
        said += f"; {'if you do not' if done else 'otherwise'}, {_inner(otherwise)}"
    return said


def _structure(node: Apply) -> str:
    args = node.args
    steps = ", then ".join(_inner(arg) for arg in args if _is_step(arg))
    match node.name:
        case "modes":
            choices = [arg for arg in args[1:] if arg != Word("up_to")]
            most = "up to " if Word("up_to") in args else ""
            again = ", the same one more than once if you like" if node.keyword("repeat") else ""
            texts = "; ".join(f"• {_inner(choice)}" for choice in choices)
            return f"choose {most}{amount(args[0])}{again}: {texts}"
        case "times":
            return f"do this {amount(args[0])} times: {steps}"
        case "each":
            start = node.keyword("starting")
            first = f", starting with {thing(start)}" if start is not None else ""
            chosen = ", then ".join(_inner(arg) for arg in args[1:])
            return f"for each of {thing(args[0])}{first}, one after the other: {chosen}"
        case "together":
            return f"at the same time, all or nothing: {listed([_inner(arg) for arg in args])}"
        case "later":
            after = node.keyword("after")
            when = "as a Reaction" if after is None else f"as a Reaction after {thing(after)}"
            return f"{when}: {steps}"
        case "ongoing":
            this, uses = node.keyword("this"), node.keyword("uses")
            last = "for the rest of the game" if this is None else f"this {duration(this)}"
            often = (
                ""
                if uses is None
                else f", {amount(uses)} time{'' if uses == Number(1) else 's'} only"
            )
            return f"{last}{often}: {listed([thing(arg) for arg in args])}"
        case _:
            return f"spread it over {thing(args[0])}"


def _counters(node: Apply) -> str:
    texts = []
    for key, value in node.keywords:
        if CALLS[node.name].keyword(key) is not None:
            continue
        kind = counters(key, one=value == Number(1))
        texts.append(f"{amount(value).lower() if value == Word('all') else amount(value)} {kind}")
    return listed(texts)


def _verb(node: Apply) -> str:
    """A verb with all its slots."""
    flags = CALLS[node.name].flags
    args = [arg for arg in node.args if not (isinstance(arg, Word) and arg.name in flags)]
    said_flags = [
        pretty(arg.name) for arg in node.args if isinstance(arg, Word) and arg.name in flags
    ]
    said = _verb_core(node, args)
    if "May" in said_flags:
        said = f"{said} (each may choose not to)"
        said_flags.remove("May")
    if said_flags:
        said += f" ({', '.join(said_flags).lower()})"
    for key, value in node.keywords:
        if key in _TAILS:
            said += " " + _TAILS[key].format(amount(value))
    return said


_TAILS = {
    "in_": "in {}",
    "at": "at position {}",
    "cost": "at a cost of {}",
    "less": "for {} less",
    "more": "for {} more",
    "as_from": "as if from {}",
    "max": "up to a maximum of {}",
    "of": "of {}",
    "plus": "adding {} to the result",
    "ignore": "ignoring {} of the dice",
    "n": "({} of them)",
    "up_to": "(up to {} of them)",
    "as_": "as if they were those of {}",
}


def _verb_core(node: Apply, args: list[Node]) -> str:
    name = node.name
    said = [thing(arg) for arg in args]
    many = amount(args[0]) if args else "1"
    if name in _PLAIN:
        return f"{_PLAIN[name]} {said[0]}"
    if name in _SIMPLE:
        return " ".join([_SIMPLE[name], *(f"({text})" for text in said)])
    match name:
        case "put":
            return f"put {said[0]} {'in' if isinstance(args[1], Word) else 'into'} {said[1]}"
        case "draw":
            if args and isinstance(args[0], Word) and args[0].name not in WORDS:
                return f"draw {thing(args[0])}"
            return f"draw {many} card{'' if many == '1' else 's'}"
        case "resupply":
            return "Resupply" + (f" {many} times" if args else "")
        case "create":
            if len(args) > 1:
                return f"create {amount(args[1])} {said[0]}{'' if args[1] == Number(1) else 's'}"
            return f"create {'an' if said[0][0] in 'AEIOU' else 'a'} {said[0]}"
        case "play":
            return f"play {said[0]}"
        case "exchange":
            what = "exchange the boosts of" if len(args) > 2 else "exchange"
            return f"{what} {said[0]} with {said[1]}"
        case "gain" | "lose":
            who = "I" if args[0] == Word("me") else _both(args[0])
            texts = [*said[1:], *filter(None, [_counters(node)])]
            verb = name if who in ("I", "you") or several(args[0]) else f"{name}s"
            return f"{who} {verb} {listed(texts) or 'nothing'}"
        case "win":
            return f"{said[0]} win{'' if said[0] == 'you' else 's'} the game"
        case "spend":
            return f"spend {_counters(node)}"
        case "pay":
            return f"pay {many} mana"
        case "double":
            return f"double the {said[1] if len(said) > 1 else 'counters'} of {said[0]}"
        case "place":
            return f"place {said[0]} on {said[1]}"
        case "move":
            if isinstance(args[1], Number) and args[1].value < 0:
                return f"move {said[0]} backwards by {-args[1].value}"
            return f"move {said[0]} forward by {amount(args[1])}"
        case "roll":
            return f"roll {many} {'die' if many == '1' else 'dice'}"
        case "activate":
            return f"activate the {said[0]} abilities of {said[1]}"
    raise TypeError(f"{name} is no step of the language")


def _as_condition(node: Node) -> str:
    """A step as a condition, or a granted ability as a value."""
    if isinstance(node, Granted):
        return _granted(node)
    if isinstance(node, Apply) and CALLS[node.name].group not in _STEPS:
        return amount(node)
    if isinstance(node, Logic):
        return condition(node)
    return f"this is done: {_step(node)}"


phrases.STEP.append(_as_condition)
