"""Sentences that continue the one before: "if you do", "otherwise", the faces of a die.

>>> steps = ast.parse("[may(pay(1)), IFDO(draw(1)), IFNOT(resupply())]", mode="eval").body.elts
>>> [text(step) for step in folded(steps)]
['if_(may(pay(1)), SEQ(draw(1)), else_=SEQ(resupply()))']
"""

from __future__ import annotations

import ast
import copy

from altered_env.language.english.trees import (
    NotUnderstoodError,
    call,
    flat,
    is_call,
    keyword,
    name,
    put_in_place,
    replaced,
    text,
    walk_names,
    words,
)

STEP_SLOTS = {"if_": 1, "modes": 1, "times": 1, "each": 1, "later": 0, "EACHPLAYER": 0}
"""The index of the first step among the arguments of a word."""


def folded(steps: list[ast.expr], *, under: bool = False) -> list[ast.expr]:
    """Return the steps with each such sentence joined to the one it belongs to, at all depths.
    `under` a condition, a sentence may belong to that condition, and is LIFTED."""
    done: list[ast.expr] = []
    for step in (_outermost(part) for whole in steps for part in flat(whole)):
        if is_call(
            step,
            "IFDO",
            "IFNOT",
            "OTHERWISE",
            "INSTEADOFLAST",
            "FACED",
            "DEPENDING",
            "ALSO",
            "ASKED",
        ):
            _joined(step, done, under=under)
        else:
            done.extend(_inside(step))
    return _banded(done)


def _outermost(step: ast.expr) -> ast.expr:
    """Join "If c, b instead": the "instead" applies to the whole step."""
    if is_call(step, "if_") and is_call(step.args[1], "INSTEADOFLAST"):
        step.args[1] = step.args[1].args[0]
        return call("INSTEADOFLAST", step)
    return step


def _inside(step: ast.expr) -> list[ast.expr]:
    """Return a step with the steps inside it folded."""
    if is_call(step, "STARTING"):
        (player,) = step.args
        if not is_call(player, "BY"):
            raise NotUnderstoodError("'starting with you' and nobody else does it")
        inner = folded([player.args[1]])
        by = call("BY", player.args[0], call("SEQ", *inner))
        by.keywords.append(keyword("starting", name("you")))
        return [by]
    if is_call(step, "BY"):
        step.args[1] = call("SEQ", *folded([step.args[1]]))
        return [step]
    if is_call(step, "PAYTOCHOOSE"):
        amount, *choices = step.args
        both = call("modes", ast.Constant(2), *[call("SEQ", *folded([one])) for one in choices])
        alone = copy.deepcopy(both)
        alone.args[0] = ast.Constant(1)
        paid = call("may", call("pay", amount))
        return [call("if_", paid, call("SEQ", both), else_=call("SEQ", alone))]
    if is_call(step, "SACRIFICETOCHOOSE"):
        one, _, *options = step.args
        options = [call("SEQ", *folded([option])) for option in options]
        done = call("may", call("sacrifice", one))
        many = ast.IfExp(ast.Attribute(name("THAT"), "completed"), ast.Constant(2), ast.Constant(1))
        chosen = call("modes", many, *options, least=ast.Constant(1))
        return [call("if_", done, call("SEQ", chosen))]
    if is_call(step, "if_") and is_call(step.args[1], "BOTHORONE"):
        return [_modes(ast.IfExp(step.args[0], ast.Constant(2), ast.Constant(1)), step.args[1])]
    if is_call(step, *STEP_SLOTS):
        start = STEP_SLOTS[words(step.func)]
        later: list[ast.expr] = []
        for index in range(start, len(step.args)):
            if words(step.args[index]) == "up_to":
                continue
            inner = folded([step.args[index]], under=is_call(step, "if_"))
            if is_call(inner[-1], "LIFTED"):
                later.append(inner.pop())
            step.args[index] = call("SEQ", *inner)
        for slot in step.keywords:
            if slot.arg == "else_":
                slot.value = call("SEQ", *folded([slot.value]))
        if is_call(step, "modes"):
            return [step, *_after_the_options(step)]
        if later and is_call(step, "if_"):
            lifted = later[0]
            assert isinstance(lifted, ast.Call)
            step.keywords.append(keyword("else_", call("SEQ", *lifted.args)))
        elif later:
            raise NotUnderstoodError("'otherwise', and there is no condition before it")
        return [step]
    if is_call(step, "ROLLTOMOVE"):
        return _roll_to_move(step)
    if is_call(step, "may") and is_call(step.args[0], "SEQ"):
        return _may_all(flat(step.args[0]))
    if is_call(step, "MAYTHEN"):
        return _may_then(*step.args)
    if is_call(step, "BOTHORONE"):
        return [_modes(ast.Constant(2), step)]
    return [step]


def _modes(many: ast.expr, said: ast.Call) -> ast.Call:
    """Join "If c: You may choose both, otherwise choose one": two or one; one if c is false."""
    options = [call("SEQ", *folded([copy.deepcopy(option)])) for option in said.args]
    return call("modes", many, *options, least=ast.Constant(1))


def _after_the_options(step: ast.Call) -> list[ast.expr]:
    """Move conditions after the last option that are not about it behind the choice."""
    after: list[ast.expr] = []
    last = step.args[-1]
    while (
        is_call(last, "SEQ")
        and len(last.args) > 1
        and is_call(last.args[-1], "if_")
        and not hasattr(last.args[-1], "doing")
        and not hasattr(last.args[-1], "faces")
        and not walk_names(last.args[-1].args[0]) & {"THAT", "THEM", "RESULT", "DONE", "WAY"}
    ):
        after.insert(0, last.args.pop())
    return after


def _may_all(steps: list[ast.expr]) -> list[ast.expr]:
    """Make the choice in "You may have target Character do this and that" optional."""
    first, *rest = steps
    assert isinstance(first, ast.Call)
    if first.args and is_call(first.args[0], "target"):
        first.args[0].keywords.append(keyword("up_to", ast.Constant(1)))
        return steps
    return [call("if_", call("may", first), call("SEQ", *rest))]


def _may_then(first: ast.expr, rest: ast.expr) -> list[ast.expr]:
    """Join "You may exhaust target card, then roll a die": choosing a target does all of it, and
    continues if the first part is impossible (6.5.h)."""
    assert isinstance(first, ast.Call)
    if is_call(rest, "may"):  # each may be declined separately (6.5.c)
        return [call("may", first), rest]
    asked: ast.expr = first
    steps = folded([rest])
    if first.args and is_call(first.args[0], "target"):
        asked, first.args[0] = first.args[0], name("THAT")
        steps = [first, *steps]
    return [call("if_", call("may", asked), call("SEQ", *steps))]


def _roll_to_move(step: ast.Call) -> list[ast.expr]:
    """Read a die rolled for an Expedition's move: it moves unless a face says otherwise."""
    moving: ast.expr = call("move", name("it"), name("n"))
    for band in reversed(step.args):
        assert is_call(band, "FACED")
        asked = faces(name("RESULT"), _literal(band.args[0]))
        steps = flat(band.args[1])
        if steps:
            moving = call("if_", asked, call("SEQ", *steps), else_=call("SEQ", moving))
        else:
            moving = call("if_", ast.UnaryOp(ast.Not(), asked), call("SEQ", moving))
    return [call("roll", ast.Constant(1)), moving]


def _joined(step: ast.Call, done: list[ast.expr], *, under: bool = False) -> None:
    kind = words(step.func)
    if kind == "FACED":
        done.extend(_inside(_faced(step)))
        return
    if kind in ("DEPENDING", "ASKED"):
        done.extend(_cases(step))
        return
    if kind == "IFDO" and is_call(step.args[0], "BOTHORONE"):
        step.args.append(_modes(ast.Constant(1), step.args[0]))
    body = call("SEQ", *folded([step.args[0]], under=kind == "IFDO"))
    if kind == "ALSO":
        _also(body, done)
        return
    declined = kind == "IFNOT" and under and not (done and _may_be_declined(done[-1]))
    if declined or (kind == "OTHERWISE" and (not done or not _open_condition(done[-1]))):
        done.append(call("LIFTED", *body.args))
        return
    if not done:
        raise NotUnderstoodError("this speaks of the step before, and there is none")
    last = done.pop()
    if kind == "INSTEADOFLAST":
        done.extend(_picked_before(last, body))
        done.append(_instead_of(last, body))
        return
    if kind == "OTHERWISE":
        assert isinstance(last, ast.Call)
        last.keywords.append(keyword("else_", body))
        done.append(last)
    elif kind == "IFDO":
        done.append(_if_done(last, body))
        if len(step.args) > 1:
            body.args.append(call("LIFTED", step.args[1]))
        if is_call(body.args[-1], "LIFTED"):
            lifted = body.args.pop()
            assert isinstance(lifted, ast.Call)
            doing = next(node for node in ast.walk(done[-1]) if hasattr(node, "doing"))
            assert isinstance(doing, ast.Call)
            doing.keywords.append(keyword("else_", call("SEQ", *lifted.args)))
    elif _open_condition(last) and _doing(last):
        assert isinstance(last, ast.Call)
        last.keywords.append(keyword("else_", body))
        done.append(last)
    elif is_call(last, "if_") and _open_condition(last) and _optional(flat(last.args[1])[0]):
        done.extend(_neither(last, body))
    else:
        done.append(last)
        _unless_done(done, body)


def _cases(step: ast.Call) -> list[ast.expr]:
    """Read a table of amounts with a step for each, line by line."""
    amount, *cases = step.args
    if words(amount) == "AMOUNT" or is_call(amount, "DONENUMBER"):
        amount = call("COUNTED", amount)
    done: list[ast.expr] = []
    for case in cases:
        assert isinstance(case, ast.Call)
        asked, body = case.args
        if "CASEVALUE" in walk_names(asked):
            condition = replaced(asked, "CASEVALUE", amount)
        else:
            condition = faces(copy.deepcopy(amount), _literal(asked), least=0)
        done.append(call("if_", condition, call("SEQ", *folded([body]))))
    return done


def _also(body: ast.Call, done: list[ast.expr]) -> None:
    """Join "You may pay this to do that. If c, also do b": b is paid for as well."""
    last = done[-1] if done else None
    if isinstance(last, ast.Call) and is_call(last, "if_") and is_call(last.args[0], "may"):
        last.args[1] = call("SEQ", last.args[1], *body.args)
    else:
        done.extend(body.args)


def _if_done(last: ast.expr, body: ast.expr) -> ast.expr:
    """Join "If you do" to the step before, inside its condition."""
    if is_call(last, "if_") and not hasattr(last, "doing") and not last.keywords:
        inner = flat(last.args[1])
        last.args[1] = call("SEQ", *inner[:-1], _if_done(inner[-1], body))
        return last
    made = call("if_", last, body)
    made.doing = True  # type: ignore[attr-defined]
    return made


def _neither(last: ast.Call, body: ast.expr) -> list[ast.expr]:
    """Join "If you may a. If you don't, b" under a condition c: b also happens if c is false."""
    first, *rest = flat(last.args[1])
    if is_call(first, "if_"):
        rest = [*flat(first.args[1]), *rest]
        first = first.args[0]
    last.args[0] = ast.BoolOp(ast.And(), [last.args[0], first])
    if not rest:
        last.args[:] = [ast.UnaryOp(ast.Not(), last.args[0]), body]
        return [last]
    last.args[1] = call("SEQ", *rest)
    last.keywords.append(keyword("else_", body))
    return [last]


def _unless_done(done: list[ast.expr], body: ast.expr) -> None:
    """Join "If you don't": name the last unconditional step, and test its result."""
    index = len(done) - 1
    while index > 0 and is_call(done[index], "if_"):
        index -= 1
    done[index] = ast.NamedExpr(name("DONE"), done[index])
    done.append(call("if_", ast.UnaryOp(ast.Not(), name("DONE")), body))


def _doing(step: ast.expr) -> bool:
    """Return whether a condition tests if something was done."""
    return hasattr(step, "doing") or (is_call(step, "if_") and is_call(step.args[0], "may"))


def _may_be_declined(step: ast.expr) -> bool:
    return any(is_call(node, "may") for node in ast.walk(step))


def _optional(step: ast.expr) -> bool:
    return is_call(step, "may") or (_doing(step) and _open_condition(step))


def _open_condition(step: ast.expr) -> bool:
    return is_call(step, "if_") and all(slot.arg != "else_" for slot in step.keywords)


def _picked_before(last: ast.expr, body: ast.Call) -> list[ast.expr]:
    """Join "Target Character does this. If it's so, it does that instead": both are about one
    target, which is picked first."""
    asked = is_call(body.args[0], "if_")
    picked = next((node for node in ast.walk(last) if is_call(node, "target")), None)
    if not asked or picked is None or "THAT" not in walk_names(body) or picked is last:
        return []
    put_in_place(last, picked, name("THAT"))
    return [picked]


def _instead_of(last: ast.expr, body: ast.Call) -> ast.expr:
    """Join "If c, b instead": b if c holds, otherwise the preceding steps."""
    (new,) = body.args
    created = next((node for node in ast.walk(last) if is_call(node, "create")), None)
    for again in list(ast.walk(new)):
        if is_call(again, "CREATEAGAIN") and created is not None:
            made = copy.deepcopy(created)
            made.args[1:] = again.args[:1]
            again.func, again.args, again.keywords = made.func, made.args, made.keywords
    if not is_call(new, "if_"):
        raise NotUnderstoodError("'instead', and no condition says when")
    if is_call(last, "if_"):
        new.keywords.append(keyword("else_", call("SEQ", last.args[1])))
        last.args[1] = call("SEQ", new)
        return last
    new.keywords.append(keyword("else_", call("SEQ", last)))
    return new


def _literal(node: ast.expr) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else text(node)


def _faced(step: ast.Call) -> ast.Call:
    made = call("if_", faces(name("RESULT"), _literal(step.args[0])), step.args[1])
    made.faces = _bounds(_literal(step.args[0]))  # type: ignore[attr-defined]
    return made


def _bounds(said: str) -> tuple[int, int]:
    if said.endswith("+"):
        return int(said[:-1]), 99
    low, _, high = said.partition("-")
    return int(low), int(high or low)


def faces(result: ast.expr, said: str, least: int = 1) -> ast.expr:
    """Return the conditions on the faces of a die: `4+`, `1-3`, `1`; or on another amount, which
    may be `least`.

    >>> text(faces(name("r"), "2-5"))
    '2 <= r <= 5'
    """
    low, high = _bounds(said)
    if high == 99:
        return ast.Compare(result, [ast.GtE()], [ast.Constant(low)])
    if low <= least:
        return ast.Compare(result, [ast.LtE()], [ast.Constant(high)])
    if low == high:
        return ast.Compare(result, [ast.Eq()], [ast.Constant(low)])
    return ast.Compare(ast.Constant(low), [ast.LtE(), ast.LtE()], [result, ast.Constant(high)])


def _faces_of(step: ast.expr) -> tuple[int, int]:
    found: tuple[int, int] = getattr(step, "faces")  # noqa: B009 - set on the node while folding
    return found


def _banded(steps: list[ast.expr]) -> list[ast.expr]:
    """Turn complete bands of a die into a chain of conditions."""
    done: list[ast.expr] = []
    index = 0
    while index < len(steps):
        run = [steps[index]]
        while (
            hasattr(run[-1], "faces")
            and index + len(run) < len(steps)
            and hasattr(steps[index + len(run)], "faces")
            and _faces_of(steps[index + len(run)])[1] + 1 == _faces_of(run[-1])[0]
        ):
            run.append(steps[index + len(run)])
        index += len(run)
        whole = len(run) > 1 and _faces_of(run[0])[1] == 99 and _faces_of(run[-1])[0] == 1
        if not whole:
            done.extend(run)
            continue
        last = run.pop()
        assert isinstance(last, ast.Call)
        rest: ast.expr = last.args[1]
        for step in reversed(run):
            assert isinstance(step, ast.Call)
            low = _faces_of(step)[0]
            step.args[0] = faces(name("RESULT"), f"{low}+")
            step.keywords.append(keyword("else_", rest))
            rest = call("SEQ", step)
        done.append(run[0])
    return done


def heads(node: ast.expr) -> ast.expr:
    """Rewrite WHEN(event, conditions..) as when(..) with its flags, at all depths."""
    for found in ast.walk(node):
        if isinstance(found, ast.Call) and words(found.func) == "WHEN":
            _when(found)
    return node


def _when(node: ast.Call) -> None:
    node.func = name("when")
    args: list[ast.expr] = []
    for arg in node.args:
        if words(arg) in ("ONCE", "FIRST", "LAST"):
            args.append(name(words(arg).lower()))
        elif words(arg) == "BOTH":
            args.append(name("once"))
            args.append(ast.Compare(name("n"), [ast.Eq()], [ast.Constant(2)]))
        elif is_call(arg, "NTHOF"):
            node.keywords.append(keyword("nth", arg.args[0]))
            node.keywords.append(keyword("this", arg.args[1]))
        elif is_call(arg, "NTH"):
            node.keywords.append(keyword("nth", arg.args[0]))
            node.keywords.append(keyword("this", ast.Attribute(name("you"), "turn")))
        else:
            args.append(arg)
    node.args = args
