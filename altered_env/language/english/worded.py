"""Parsing of wordings: from the text that `word` gives an ability back to the ability.

The phrases are those of `rules/wording/*.grammar`. A wording is parsed as a whole or not at all.

>>> from altered_env.language.writing import write_ability
>>> write_ability(read_wording("When I enter play: Each player draws 2 cards."))
'J: draw(2, by=all(player))'
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files

from altered_env.language.english.chart import Chart
from altered_env.language.english.grammar import Grammar
from altered_env.language.english.letters import lettered
from altered_env.language.english.tokens import tokens
from altered_env.language.english.trees import (
    NotUnderstoodError,
    flat,
    is_call,
    keyword,
    name,
    sequence,
    text,
    words,
)
from altered_env.language.errors import NotationError
from altered_env.language.event_verbs import VERBS, EventVerb
from altered_env.language.kinds import KEYWORDS, KNOWN, MARKERS, STATUSES, TYPES, Names
from altered_env.language.model import Ability
from altered_env.language.normal import normal
from altered_env.language.notation import read_ability
from altered_env.language.parsing import expression_of
from altered_env.language.wording import word
from altered_env.language.wording.lexicon import AREAS, plural

_FORMS = {
    "now": ("", "am|is|are|was|were"),
    "would": ("would", "would be"),
    "can": ("can", "can be"),
    "cannot": ("can not", "can not be"),
}
"""Forms of an event before its verb, and in the passive."""
_BRACKETS = str.maketrans({"(": "[", ")": "]"})


class NotReadError(NotUnderstoodError):
    """A wording that is not understood, with the position of the fault."""

    def __init__(self, why: str, start: int = 0) -> None:
        super().__init__(why)
        self.start = start


def read_wording(said: str, names: Names = KNOWN) -> Ability:
    """Parse a wording. Raises `NotReadError` with the position at which parsing failed.

    >>> read_wording("When I enter play: Juggle 3 Brassbugs.")
    Traceback (most recent call last):
    altered_env.language.english.worded.NotReadError: these words are not known here
    """
    meaning = _meaning(said, names)
    try:
        line = _line(lettered(expression_of(meaning)))
        return read_ability(line, names=names)
    except (NotUnderstoodError, NotationError, SyntaxError) as error:
        raise NotReadError(f"read as something without a meaning: {error}") from None


@dataclass(frozen=True, slots=True)
class Back:
    """The result of wording an ability and parsing it again."""

    said: str
    meant: Ability
    """The ability, in its normal form."""
    read: Ability | None
    """The ability that the wording means, in its normal form; None if it was not understood."""
    why: str = ""
    start: int = 0
    """The position at which parsing failed."""

    @property
    def same(self) -> bool:
        """Return whether nothing was lost."""
        return self.read == self.meant


def read_back(ability: Ability, names: Names = KNOWN) -> Back:
    """Word an ability and read it back.

    >>> read_back(read_ability("J: draw(1, by=all(player))")).same
    True
    """
    said, meant = word(ability, names=names), normal(ability)
    try:
        return Back(said, meant, normal(read_wording(said, names)))
    except NotReadError as error:
        return Back(said, meant, None, str(error), error.start)


def _meaning(said: str, names: Names) -> str:
    found = tokens(said.removesuffix(".").translate(_BRACKETS))
    chart = Chart(_grammar(names), found)
    for end, meaning in chart.phrases("our_ability", 0):
        if end == len(found):
            return meaning
    start = found[min(chart.furthest, len(found) - 1)].start if found else 0
    raise NotReadError("these words are not known here", start)


@functools.lru_cache(maxsize=8)
def _grammar(names: Names) -> Grammar:
    grammar = Grammar(())
    folder = files(__package__).joinpath("rules", "wording")
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        lines = path.read_text("utf-8").splitlines()
        if any("FORM" in line for line in lines):
            for form, (modal, be) in _FORMS.items():
                grammar.read([_formed(line, form, modal, be) for line in lines], path.name)
        else:
            grammar.read(lines, path.name)
    _add_names(grammar, names)
    problems = grammar.check()
    if problems:
        raise ValueError("; ".join(problems))
    return grammar


def _formed(line: str, form: str, modal: str, be: str) -> str:
    return line.replace("FORM", form).replace("MODAL", modal).replace("BE ", f"{be} ")


def _forms(verb: EventVerb) -> str:
    """Return the words of the base form and the past, as alternatives if they differ."""
    pairs = zip(verb.bare.lower().split(), verb.past.lower().split(), strict=True)
    return " ".join(bare if bare == past else f"{bare}|{past}" for bare, past in pairs)


def _add_names(grammar: Grammar, names: Names) -> None:
    grammar.add_words("our_keyword", KEYWORDS, "keywords")
    grammar.add_words("our_state", STATUSES, "statuses")
    for area, said in AREAS.items():
        grammar.add("our_area", said.lower(), area, "areas")
    for verb in VERBS.values():
        lines = ["[our_happening_FORM]"]
        if verb.acts:
            said = f"<our_atom> MODAL {_forms(verb)}"
            lines += [f"{said} <our_object> => {verb.word}(<our_atom>, <our_object>)"]
            lines += [f"{said} => {verb.word}(<our_atom>)"]
        if verb.passive:
            lines += [f"<our_who> BE {verb.passive.lower()} => {verb.word}(<our_who>)"]
        for form, (modal, be) in _FORMS.items():
            grammar.read([_formed(line, form, modal, be) for line in lines], "event verbs")
    for term in sorted(TYPES | names.subtypes - {"landmark"}):
        said = term.replace("_", " ")
        grammar.add("our_noun", said, term, "types")
        grammar.add("our_nouns", plural(said), term, "types")
    for term in sorted(names.tokens):
        said = term.replace("_", " ")
        grammar.add("our_token", said, term, "tokens")
        grammar.add("our_tokens", said, term, "tokens")
        grammar.add("our_tokens", plural(said), term, "tokens")
    grammar.add("our_token", "signature token", "signature", "tokens")
    grammar.add("our_tokens", "signature token|tokens", "signature", "tokens")
    grammar.add("our_counters", "counter|counters of any kind", "counter", "counters")
    grammar.add("our_counters", "boost|boosts", "boost", "counters")
    grammar.add("our_counters", "terrain marker|markers", "marker", "counters")
    for term in sorted((names.counters | MARKERS) - {"boost", "marker", "counter"}):
        said = term.replace("_", " ")
        ending = "" if term in MARKERS else " counter|counters"
        grammar.add("our_counters", said + ending, term, "counters")
        if term in MARKERS:
            grammar.add("our_counters", plural(said), term, "counters")


# From a parse tree to a line of notation.


def _line(node: ast.expr) -> str:
    gates, head, body = _ability(node)
    line = ", ".join(text(part) for part in [*gates, *head])
    if body is None:
        return line
    return f"{line}: {'; '.join(text(step) for step in body)}"


def _ability(node: ast.expr) -> tuple[list[ast.expr], list[ast.expr], list[ast.expr] | None]:
    """Return the gates, the rest of the head, and the body."""
    assert isinstance(node, ast.Call)
    kind = words(node.func)
    if kind == "GATE":
        gates, head, body = _ability(node.args[1])
        return [_plain(node.args[0]), *gates], head, body
    if kind == "BEGIN":
        return [], [ast.Call(name("begin"), [], _counted(node.args))], None
    if kind in ("K", "P"):
        return [], [_plain(node.args[0])], None
    steps = [_plain(step) for step in flat(node.args[-1])]
    if kind == "E":
        return [], [name("effect")], steps
    return [], [_plain(part) for part in node.args[:-1]], steps


def _plain(node: ast.expr) -> ast.expr:
    """Return the tree with its words in capitals replaced, from the leaves up."""
    done: ast.expr = _Plain().visit(node)
    return done


def _counted(marks: list[ast.expr]) -> list[ast.keyword]:
    return [slot for mark in marks if is_call(mark, "C") for slot in mark.keywords]


class _Plain(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.expr:
        if is_call(node, "GRANTED"):
            return _granted(node.args[0])
        self.generic_visit(node)
        work = _WORK.get(words(node.func))
        return node if work is None else work(node)


def _granted(node: ast.expr) -> ast.expr:
    gates, head, body = _ability(node)
    parts = [*gates, *head]
    key = parts[0] if len(parts) == 1 else ast.Tuple(parts, ast.Load())
    return ast.Set([key]) if body is None else ast.Dict([key], [sequence(body)])


def _sequence(node: ast.Call) -> ast.expr:
    steps: list[ast.expr] = []
    for part in node.args:
        steps.extend(part.elts if isinstance(part, ast.Tuple) else [part])
    return sequence(steps)


def _by(node: ast.Call) -> ast.expr:
    player, step = node.args
    if not isinstance(step, ast.Call):
        raise NotUnderstoodError("a player does what is no step")
    step.keywords.append(keyword("by", player))
    return step


def _with(node: ast.Call) -> ast.expr:
    inner, *more = node.args
    if isinstance(inner, ast.BinOp):
        raise NotUnderstoodError("circumstances of two events")
    assert isinstance(inner, ast.Call)
    inner.args.extend(more)
    inner.keywords.extend(node.keywords)
    return inner


def _marks(verb: str) -> Callable[[ast.Call], ast.expr]:
    def made(node: ast.Call) -> ast.expr:
        who, *marks = node.args
        limit = [keyword("max", mark.args[0]) for mark in marks if is_call(mark, "MAX")]
        plain = [mark for mark in marks if not is_call(mark, "C", "MAX")]
        return ast.Call(name(verb), [who, *plain], _counted(marks) + limit)

    return made


def _spends(node: ast.Call) -> ast.expr:
    who, *marks = node.args
    of = [] if words(who) == "me" else [keyword("of", who)]
    return ast.Call(name("spend"), [], _counted(marks) + of)


def _times(node: ast.Call) -> ast.expr:
    one, amount = node.args
    if isinstance(one, ast.Constant) and one.value == 1:
        return amount
    return ast.BinOp(one, ast.Mult(), amount)


def _slots(parts: Sequence[ast.expr]) -> list[ast.keyword]:
    """Return MIN(n), COST(step), OTHERWISE_(step) as slots."""
    keys = {"MIN": "min", "COST": "cost", "OTHERWISE_": "otherwise"}
    return [
        keyword(keys[words(part.func)], part.args[0])
        for part in parts
        if isinstance(part, ast.Call) and words(part.func) in keys
    ]


def _price(node: ast.Call) -> ast.expr:
    change, *more, event = node.args
    assert isinstance(change, ast.Call)
    flags = [name("may")] if any(is_call(part, "MAY") for part in more) else []
    verb = words(change.func).lower()
    return ast.Call(name(verb), [change.args[0], event, *flags], _slots(more) + node.keywords)


def _in_order(node: ast.Call) -> ast.expr:
    (price,) = node.args
    assert isinstance(price, ast.Call)
    price.keywords.extend(node.keywords)
    return price


def _ordered(parts: list[ast.expr]) -> tuple[list[ast.expr], list[ast.keyword]]:
    order = next((part for part in parts if is_call(part, "ORDER")), None)
    plain = [part for part in parts if part is not order]
    if order is None:
        return plain, []
    assert isinstance(order, ast.Call)
    return [*plain, *order.args], order.keywords


def _modify(node: ast.Call) -> ast.expr:
    own = ("INSTEAD", "ALSO_", "COST", "MAY", "OTHERWISE_")
    how = [part for part in node.args if is_call(part, *own)]
    event, *rest = [part for part in node.args if not is_call(part, *own)]
    plain, order = _ordered(rest)
    flags = [name("may")] if any(is_call(part, "MAY") for part in how) else []
    verb = "instead" if is_call(how[0], "INSTEAD") else "also"
    return ast.Call(name(verb), [event, *plain, *flags], order + _slots(how))


def _when(node: ast.Call) -> ast.expr:
    event, *rest = node.args
    plain, order = _ordered(rest)
    return ast.Call(name("when"), [event, *plain], order)


def _and(node: ast.Call) -> ast.expr:
    first, *rest = node.args
    for part in rest:
        first = ast.BinOp(first, ast.BitAnd(), part)
    return first


def _creates(node: ast.Call) -> ast.expr:
    create, where = node.args
    assert isinstance(create, ast.Call)
    create.keywords.append(keyword("in_", where))
    return create


_WORK: dict[str, Callable[[ast.Call], ast.expr]] = {
    "SEQ": _sequence,
    "DONE_": lambda node: node.args[0],
    "BYONE": _by,
    "PICKED": _with,
    "WITH": _with,
    "PLAYS": _with,
    "ROLLS": _with,
    "ACTIVATES": _with,
    "GAINS": _marks("gain"),
    "LOSES": _marks("lose"),
    "SPENDS": _spends,
    "TIMES": _times,
    "PRICE": _price,
    "ORDERED": _in_order,
    "MODIFY": _modify,
    "WHEN_": _when,
    "AND": _and,
    "PICK": lambda node: node.args[0],
    "CREATES": _creates,
}
