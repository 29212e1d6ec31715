"""From parse trees to lines of notation: the meaning of "it", "if you do", "X".

The grammar produces a Python expression in which a few words in capitals depend on the context.
They are resolved here:

        SEQ(a, b)           a sequence of steps
    IFDO(a) IFNOT(a)    "If you do", "If you don't": joined to the step before
        OTHERWISE(a)        the other case of the previous condition
        THAT, THEM          the last mentioned object, which is named at its first mention
        THATEXP, THATPLAYER the last mentioned Expedition or player
        BY(player, a)       a step with another acting player
        WHERE(a, n)         "where X is n": n replaces XVAR

>>> notation("[A(J, SEQ(GAIN(target(character), boost=1), LOSE(THAT, fleeting)))]")
['J: (x := target(character)); gain(x, boost=1); lose(x, fleeting)']
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable

from altered_env.language.english.folding import folded, heads
from altered_env.language.english.naming import Speech
from altered_env.language.english.spoken import about
from altered_env.language.english.trees import (
    NotUnderstoodError,
    call,
    flat,
    is_call,
    name,
    parts_of,
    put_in_place,
    replaced,
    sequence,
    text,
    walk_names,
    words,
)
from altered_env.language.parsing import expression_of


def notation(expression: str, *, spell: bool = False) -> list[str]:
    """Return the lines of notation of the parsed abilities."""
    try:
        tree = expression_of(expression)
    except SyntaxError:
        raise NotUnderstoodError(f"read as something without a meaning: {expression}") from None
    assert isinstance(tree, ast.List)
    lines = [_Line([], [call("signature", name(token))]) for token in _signatures(tree)]
    for element in tree.elts:
        if isinstance(element, ast.Call) and words(element.func).startswith("NOTE_"):
            _note(words(element.func), element.args, lines)
        else:
            _ability(element, [], lines, spell)
    return [line.text() for line in lines]


def _signatures(tree: ast.List) -> list[str]:
    """Return a line for each token of the Hero's own, and replace its creation by that of the
    Hero's signature token."""
    found = [node for node in ast.walk(tree) if is_call(node, "SIGNATURE")]
    for node in found:
        put_in_place(tree, node, name("signature"))
    return list(dict.fromkeys(words(node.args[0]) for node in found))


class _Line:
    """An ability under construction: gates, head, body."""

    def __init__(
        self,
        gates: list[ast.expr],
        head: list[ast.expr],
        body: list[ast.expr] | None = None,
        *,
        quick: bool = False,
    ) -> None:
        self.gates = gates
        self.head = head
        self.body = body
        self.quick = quick

    def text(self) -> str:
        """Return the line of notation."""
        head = ", ".join(text(part) for part in [*self.gates, *self.head])
        if self.body is None:
            return head
        return f"{head}: {'; '.join(text(step) for step in self.body)}"


def _ability(node: ast.expr, gates: list[ast.expr], lines: list[_Line], spell: bool) -> None:
    kind = words(node.func) if isinstance(node, ast.Call) else ""
    assert isinstance(node, ast.Call), ast.dump(node)
    args = node.args
    if kind == "GATE":
        _ability(args[1], [*gates, _finished(args[0])], lines, spell)
    elif kind == "K":
        lines.extend(_Line(list(gates), [_finished(keyword_)]) for keyword_ in args)
    elif kind == "P" and len(args) == 1 and is_call(args[0], "ONLYTARGET"):
        amount, *target = args[0].args
        lines.append(_Line(list(gates), [call("less", amount, _plays_me(), name("may"))]))
        lines.append(_Line([], [call("ONLYTARGET", *target)]))
    elif kind == "PAIDMORE":
        amount, steps = args
        lines.append(_Line(list(gates), [call("more", amount, _plays_me(), name("may"))]))
        paid = ast.Attribute(name("me"), "paid_more")
        if is_call(steps, "A"):
            _ability(steps, [*gates, call("while_", paid)], lines, spell)
        elif spell:
            lines.append(_effect(gates, call("if_", paid, steps), lines))
        else:
            lines.append(_reaction(gates, name("J"), call("if_", paid, steps), spell))
    elif kind == "P" and len(args) == 1:
        _where_it_is_played(args[0])
        lines.append(_Line(list(gates), [_finished(args[0])]))
    elif kind in ("P", "M"):
        head = _finished(args[0])
        lines.append(_Line(list(gates), [head], _body(args[1], Speech(spell, spoken=about(head)))))
    elif kind == "E":
        for amount in _paid_to_choose(args):
            lines.append(_Line([], [call("more", amount, _plays_me(), name("may"))]))
        lines.append(_effect(gates, args[0], lines))
    elif kind == "Q":
        costs = [_finished(cost) for cost in args[:-1]]
        costs = [_chosen_x(_as_cost(cost)) for cost in costs]
        costs.sort(key=lambda cost: words(cost) not in ("T", "D"))
        body = _body(args[-1], Speech(spell))
        lines.append(_Line(list(gates), costs, body, quick=True))
    elif kind == "SINCE":
        lines.append(_since(gates, args[0], args[1], spell))
    elif kind == "A":
        lines.append(_reaction(gates, args[0], args[1], spell))
    else:
        raise NotUnderstoodError(f"no ability: {text(node)}")


def _where_it_is_played(statement: ast.expr) -> None:
    """Resolve "Characters your opponents play facing me": the place where they are played."""
    for node in ast.walk(statement):
        if not is_call(node, "plays"):
            continue
        for arg in node.args[1:]:
            if is_call(arg, "facing") and words(arg.args[0]) == "me":
                node.args.remove(arg)
                there = expression_of("me.expedition.facing")
                node.keywords.append(ast.keyword("to", there))


def _paid_to_choose(args: list[ast.expr]) -> list[ast.expr]:
    """Resolve a Spell's "Choose one, or pay {1} more to choose both" as an optional extra cost."""
    found = [node for arg in args for node in ast.walk(arg) if is_call(node, "PAYTOCHOOSE")]
    amounts = [node.args.pop(0) for node in found]
    for node in found:
        paid = ast.Attribute(name("me"), "paid_more")
        node.func = name("modes")
        node.args.insert(0, ast.IfExp(paid, ast.Constant(2), ast.Constant(1)))
    return amounts


def _effect(gates: list[ast.expr], steps: ast.expr, lines: list[_Line]) -> _Line:
    body = _body(steps, Speech(True))
    if lines and lines[-1].head and is_call(lines[-1].head[0], "ONLYTARGET"):
        only = lines.pop().head[0]
        assert isinstance(only, ast.Call)
        limited = [_with_targets(copy.deepcopy(step), only) for step in body]
        paid = ast.Attribute(name("me"), "paid_less")
        body = [call("if_", paid, sequence(limited), else_=sequence(body))]
    return _Line(list(gates), [name("effect")], body)


def _with_targets(step: ast.expr, only: ast.Call) -> ast.expr:
    """Return the step with each target limited by the filters."""
    for node in ast.walk(step):
        if is_call(node, "target"):
            known = {text(copy.deepcopy(arg)) for arg in node.args}
            node.args += [arg for arg in only.args if text(copy.deepcopy(arg)) not in known]
    return step


def _reaction(gates: list[ast.expr], head: ast.expr, steps: ast.expr, spell: bool) -> _Line:
    times: ast.expr | None = None
    if is_call(head, "FOREACH"):
        times, head = head.args
    head = _finished(head)
    body = _body(steps, Speech(spell, spoken=about(head)))
    if times is not None:
        body = [call("times", times, sequence(body))]
    return _Line(list(gates), [head], body)


def _since(gates: list[ast.expr], condition: ast.expr, granted: ast.expr, spell: bool) -> _Line:
    """Resolve "As soon as c, I permanently gain"."""
    assert isinstance(granted, ast.Dict) and granted.keys[0] is not None
    gate = call("since", _finished(condition))
    return _reaction([*gates, gate], granted.keys[0], granted.values[0], spell)


def _plays_me() -> ast.expr:
    return call("plays", name("you"), name("me"))


def _chosen_x(cost: ast.expr) -> ast.expr:
    """Return a cost in which spending any number chooses X."""
    if is_call(cost, "spend"):
        for slot in cost.keywords:
            if words(slot.value) == "any_number":
                slot.value = name("X")
    return cost


def _as_cost(cost: ast.expr) -> ast.expr:
    if isinstance(cost, ast.Call) and words(cost.func) == "BY":
        speech = Speech(False)
        steps = speech.told([cost])
        if len(steps) != 1:
            raise NotUnderstoodError("a cost of several steps")
        return steps[0]
    return Speech(False).told([cost])[0]


def _body(steps: ast.expr, speech: Speech) -> list[ast.expr]:
    return speech.told(folded(flat(_worked(steps))))


def _finished(node: ast.expr) -> ast.expr:
    """Return a head, gate or statement with its words in capitals replaced."""
    return Speech(False, loose=True).head(heads(_worked(node)))


def _worked(node: ast.expr) -> ast.expr:
    for field, value in ast.iter_fields(node):
        if isinstance(value, ast.expr):
            setattr(node, field, _worked(value))
        elif isinstance(value, list):
            value[:] = [
                _worked(item) if isinstance(item, ast.expr) else _worked_keyword(item)
                for item in value
            ]
    if isinstance(node, ast.Call) and (work := _WORK.get(words(node.func))) is not None:
        return work(node)
    return node


def _worked_keyword(item: ast.AST) -> ast.AST:
    if isinstance(item, ast.keyword):
        item.value = _worked(item.value)
    return item


def _where(node: ast.Call) -> ast.expr:
    step, amount = node.args
    if "XVAR" not in walk_names(step):
        raise NotUnderstoodError("an X is explained that nothing uses")
    return replaced(step, "XVAR", amount)


def _capped(node: ast.Call) -> ast.expr:
    step, limit = node.args
    if not is_call(step, "gain"):
        raise NotUnderstoodError("a maximum for something that is not gained")
    step.keywords.append(ast.keyword("max", limit))
    return step


def _at_most(node: ast.Call) -> ast.expr:
    step, limit = node.args
    if not is_call(step, "create"):
        raise NotUnderstoodError("a maximum for something that is not created")
    amount = step.args[1]
    least = ast.Compare(amount, [ast.LtE()], [limit])
    step.args[1] = ast.IfExp(least, copy.deepcopy(amount), limit)
    return step


def _per(node: ast.Call) -> ast.expr:
    """Rewrite PER(C(boost=1), count(..)) as C(boost=count(..)); a third value is the maximum."""
    counted, amount, *limit = node.args
    if not is_call(counted, "C"):
        raise NotUnderstoodError("'per' behind something that is not counted")
    gained = counted.keywords[0]
    gained.value = _times(gained.value, amount)
    if limit:
        counted.keywords.append(ast.keyword("max", limit[0]))
    return counted


def _times(one: ast.expr, amount: ast.expr) -> ast.expr:
    if isinstance(one, ast.Constant) and one.value == 1:
        return amount
    return ast.BinOp(one, ast.Mult(), amount)


def _gain(node: ast.Call) -> ast.expr:
    """Rewrite GAIN(who, marks.., C(boost=1)) as one gain, or several if one is a choice."""
    who, *marks = node.args
    plain: list[ast.expr] = []
    counters: list[ast.keyword] = list(node.keywords)
    for mark in marks:
        if is_call(mark, "C"):
            counters.extend(mark.keywords)
        elif is_call(mark, "ORLOSE"):
            return _gain_or_lose(who, mark)
        else:
            plain.append(mark)
    return ast.Call(name("gain"), [who, *plain], counters)


def _gain_or_lose(who: ast.expr, mark: ast.Call) -> ast.expr:
    gained, *lost = mark.args
    gain = call("GAIN", who, gained)
    lose = call("LOSE", who, *lost)
    if not is_call(who, "target"):
        return call("modes", ast.Constant(1), _gain(gain), _lose(lose))
    gain.args[0], lose.args[0] = name("THAT"), name("THAT")
    return call("SEQ", who, call("modes", ast.Constant(1), _gain(gain), _lose(lose)))


def _lose(node: ast.Call) -> ast.expr:
    plain = [arg for arg in node.args if not is_call(arg, "C")]
    counters = [slot for arg in node.args if is_call(arg, "C") for slot in arg.keywords]
    return ast.Call(name("lose"), plain, counters)


def _times_cost(node: ast.Call) -> ast.expr:
    return _times(node.args[0], node.args[1])


def _both_gain(node: ast.Call) -> ast.expr:
    mine = ast.Call(
        name("GAIN"), [name("me"), *copy.deepcopy(node.args)], copy.deepcopy(node.keywords)
    )
    its = ast.Call(name("GAIN"), [name("THAT"), *node.args], node.keywords)
    return call("together", _gain(mine), _gain(its))


def _place_any(node: ast.Call) -> ast.expr:
    """Place a Terrain Marker of one of several terrains on one region."""
    terrains, region = node.args
    kinds = [words(part) for part in parts_of(terrains)]
    placed = [call("place", name(f"{kind}_marker"), name("THATREGION")) for kind in kinds]
    return call("SEQ", region, call("modes", ast.Constant(1), *placed))


def _modes_of(node: ast.Call) -> ast.expr:
    """Rewrite "Choose 1-2:" as a minimum and a maximum."""
    said, *options = node.args
    assert isinstance(said, ast.Constant)
    low, _, high = str(said.value).replace("+", f"-{len(options)}").partition("-")
    most, least = ast.Constant(int(high or low)), ast.Constant(int(low))
    return call("modes", most, *options, least=least)


def _down_to(node: ast.Call) -> ast.expr:
    """Discard down to a number of cards, if there are more; also if more than a third number."""
    left, where, *over = node.args
    there = call("count", name("card"), where)
    limit = max(left, *over, key=lambda number: ast.literal_eval(number)) if over else left
    more = ast.Compare(copy.deepcopy(there), [ast.Gt()], [copy.deepcopy(limit)])
    much = ast.BinOp(there, ast.Sub(), copy.deepcopy(left))
    many = ast.IfExp(more, much, ast.Constant(0))
    return call("discard", call("choose", name("card"), copy.deepcopy(where), n=many))


def _draw_to(node: ast.Call) -> ast.expr:
    """Draw up to a hand size, or none if the hand is already as large."""
    least, where = node.args
    there = call("count", name("card"), where)
    fewer = ast.Compare(copy.deepcopy(there), [ast.Lt()], [least])
    much = ast.BinOp(copy.deepcopy(least), ast.Sub(), there)
    return call("draw", ast.IfExp(fewer, much, ast.Constant(0)))


def _during(node: ast.Call) -> ast.expr:
    return replaced(node.args[0], "THIS", node.args[1])


_WORK: dict[str, Callable[[ast.Call], ast.expr]] = {
    "WHERE": _where,
    "CAPPED": _capped,
    "ATMOST": _at_most,
    "PER": _per,
    "GAIN": _gain,
    "LOSE": _lose,
    "TIMES": _times_cost,
    "BOTHGAIN": _both_gain,
    "PLACEANY": _place_any,
    "MODESOF": _modes_of,
    "DOWNTO": _down_to,
    "DRAWTO": _draw_to,
    "DURING": _during,
}


def _note(kind: str, args: list[ast.expr], lines: list[_Line]) -> None:
    """Apply a sentence about the abilities before it."""
    if not lines:
        raise NotUnderstoodError("this speaks of an ability, and there is none before it")
    last = lines[-1]
    if kind == "NOTE_DAY":
        first_day = expression_of("while_(day > 1)")
        for line in lines:
            line.gates.insert(0, first_day)
        return
    if not last.quick:
        raise NotUnderstoodError("this speaks of a quick action, and there is none before it")
    if kind == "NOTE_IF":
        last.head.append(_finished(args[0]))
    elif kind == "NOTE_X":
        last.head.append(ast.Compare(name("X"), [ast.LtE()], [_finished(args[0])]))
    elif kind == "NOTE_COST":
        amount, condition = args
        more = ast.IfExp(_finished(condition), amount, ast.Constant(0))
        last.head.append(call("pay", more))
    elif kind == "NOTE_TAX":
        _tax(last, args[0], args[1:])
    else:
        raise NotUnderstoodError(f"the note {kind}")


def _tax(line: _Line, amount: ast.expr, parts: list[ast.expr]) -> None:
    for step in line.body or []:
        for node in ast.walk(step):
            if is_call(node, "target"):
                node.args.append(call("tax", amount, *[_finished(part) for part in parts]))
                return
    raise NotUnderstoodError("a price for targets, and nothing is targeted")
