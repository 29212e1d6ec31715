"""Reading and writing one line of notation.

>>> read_ability("R: create(brassbug, in_=target(expedition))").kind
'reaction'
>>> from altered_env.language.writing import write_ability
>>> write_ability(read_ability("T,pay( 2 ) : draw()"))
'T, pay(2): draw()'
"""

from __future__ import annotations

import ast

from altered_env.language import checking
from altered_env.language.errors import NotationError
from altered_env.language.kinds import KNOWN, PRINTED, Names
from altered_env.language.model import Ability, Bind, Granted, Node, Steps, Word
from altered_env.language.values import Scope, Values
from altered_env.language.vocabulary import CALLS

Body = list[tuple[ast.AST, int]]


def read_ability(
    line: str, *, place: str = "", support: bool = False, names: Names = KNOWN
) -> Ability:
    """Read one line `head: body`. Raises `NotationError` with the place and the reason.

    `place` is the file and card for messages. A `support` line must work in Reserve. `names`
    are the tokens and counters that the pool knows.

    >>> try:
    ...     read_ability("J: drw(1)", place="axiom.yaml")
    ... except NotationError as error:
    ...     print(error)
    axiom.yaml: column 4: unknown word 'drw(..)', did you mean 'draw'?
      J: drw(1)
         ^
    """
    if not isinstance(line, str):
        raise NotationError(
            f"a line of notation is text, found {type(line).__name__}", "", 0, place
        )
    try:
        return _Reader(line, place, names).ability(support)
    except (RecursionError, MemoryError):
        raise NotationError("nested too deeply", line, 0, place) from None


class _Reader(Values):
    """Reads one line. Errors carry the position of the offending part."""

    def ability(self, support: bool) -> Ability:
        colon = self.scan()
        head_text = self.line if colon is None else self.line[:colon]
        head = self.parse_head(head_text)
        body: Body = []
        if colon is not None:
            body = self.parse_body(colon + 1)
        found = self.assemble(head, body if colon is not None else None, Scope(), -1)
        if support and not _in_reserve(found):
            raise self.fail(
                "a Support ability works in Reserve: begin it with I, or with D as a cost; that of"
                " a Feat begins with completed",
                0,
            )
        return found

    def assemble(self, head: list[ast.expr], body: Body | None, scope: Scope, base: int) -> Ability:
        """Build an ability from head parts and body statements. `base` is the head's position."""
        self.base = base
        if not head:
            raise self.fail("a head is missing", max(0, base))
        gates: list[Node] = []
        rest = list(head)
        while rest and _is_gate(rest[0]):
            gates.append(self.gate(rest.pop(0), scope))
        if not rest:
            return self.only_gates(tuple(gates), head[-1], body, scope)
        first = _name(rest[0])
        call = CALLS.get(first)
        if first == "effect" and isinstance(rest[0], ast.Name):
            self.single(rest, "effect")
            return Ability(
                "effect", tuple(gates), None, (), self.body(body, scope, rest[0], "an effect")
            )
        if (first in ["J", "H", "R"] and isinstance(rest[0], ast.Name)) or (
            call and call.group == "trigger"
        ):
            self.single(rest, "a trigger")
            pattern = call is not None and first == "when"
            trigger, _ = self.value(rest[0], scope.inner(it=pattern))
            done = self.body(body, scope.inner(it=pattern), rest[0], "a reaction")
            return Ability("reaction", tuple(gates), trigger, (), done)
        if call and call.group == "modifier":
            self.single(rest, "a modifier")
            inner = scope.inner(it=True)
            modifier, _ = self.value(rest[0], inner)
            done = self.body(body, inner, rest[0], "a modifier")
            return Ability("modifier", tuple(gates), modifier, (), done)
        if body is None:
            return self.statement(tuple(gates), rest, scope)
        return self.quick(tuple(gates), rest, body, scope)

    def only_gates(
        self, gates: tuple[Node, ...], last: ast.expr, body: Body | None, scope: Scope
    ) -> Ability:
        """Read `I: have(..)` as `I, have(..)`."""
        outer = self.base
        if body is None:
            raise self.fail("a gate needs an ability after it: while_(c), less(1, ..)", last)
        statement, base = body[0]
        node = statement.value if isinstance(statement, ast.Expr) else statement
        if len(body) == 1 and isinstance(node, ast.expr):
            self.base = base
            name = _name(node)
            if (name in CALLS and CALLS[name].group in ("passive", "keyword")) or _is_keyword(node):
                return self.statement(gates, [node], scope)
        self.base = outer
        raise self.fail(
            "a gate says when an ability works; what starts this one: J, at(..), when(..), T?", last
        )

    def gate(self, node: ast.expr, scope: Scope) -> Node:
        if isinstance(node, ast.Name):
            return Word(node.id)
        return self.value(node, scope)[0]

    def single(self, rest: list[ast.expr], what: str) -> None:
        if len(rest) > 1:
            raise self.fail(f"{what} stands alone in its head, after the gates", rest[1])

    def statement(self, gates: tuple[Node, ...], rest: list[ast.expr], scope: Scope) -> Ability:
        node = rest[0]
        name = _name(node)
        if (name in CALLS and CALLS[name].group == "passive") or _is_keyword(node):
            if len(rest) > 1:
                raise self.fail("one statement a line", rest[1])
            value, sorts = self.value(node, scope)
            kind = "keyword" if _is_keyword(node) else "passive"
            return Ability(kind, gates, value)
        value, sorts = self.value(node, scope)
        if "step" in sorts or "activation" in sorts:
            raise self.fail(
                f"{checking.found(value, sorts)} needs a body after ':', or a head before it", node
            )
        raise self.fail(
            f"a line without ':' is a keyword or a passive statement,"
            f" found {checking.found(value, sorts)}",
            node,
        )

    def quick(
        self, gates: tuple[Node, ...], rest: list[ast.expr], body: Body, scope: Scope
    ) -> Ability:
        costs: list[Node] = []
        paid = False
        for part in rest:
            value, sorts = self.value(part, scope)
            if (isinstance(value, Word) and value.name in ("T", "D")) or "step" in sorts:
                paid = True
            elif "truth" not in sorts:
                raise self.fail(
                    "a head is a trigger, a modifier, effect, or costs (T, D, pay(..), a step, a"
                    f" condition), found {checking.found(value, sorts)}",
                    part,
                )
            costs.append(value)
        if not paid:
            raise self.fail(
                "a quick action needs a cost beside its conditions: T, D, pay(..), a step", rest[0]
            )
        return Ability(
            "quick", gates, None, tuple(costs), self.body(body, scope, rest[0], "a quick action")
        )

    def body(self, statements: Body | None, scope: Scope, head: ast.AST, what: str) -> Steps:
        if not statements:
            raise self.fail(f"{what} needs a body after ':'", head)
        parts: list[Node] = []
        for statement, base in statements:
            self.base = base
            if isinstance(statement, ast.Assign):
                target = statement.targets[0]
                if len(statement.targets) > 1 or not isinstance(target, ast.Name):
                    raise self.fail("only one name is bound at a time: x = step", statement)
                parts.append(self.bind(target, statement.value, scope)[0])
                continue
            node = statement.value if isinstance(statement, ast.Expr) else statement
            if not isinstance(node, ast.expr):
                raise self.fail("a body is made of steps and of x = step", statement)
            value, sorts = self.value(node, scope)
            if "step" not in sorts and not isinstance(value, Bind):
                raise self.fail(f"a step belongs here, found {checking.found(value, sorts)}", node)
            parts.extend(value.parts if isinstance(value, Steps) else (value,))
        return Steps(tuple(parts))

    def granted(self, node: ast.Dict | ast.Set, scope: Scope) -> Granted:
        found: list[Ability] = []
        base = self.base
        pairs: list[tuple[ast.expr | None, ast.expr | None]]
        if isinstance(node, ast.Dict):
            pairs = list(zip(node.keys, node.values, strict=True))
        else:
            pairs = [(element, None) for element in node.elts]
        if not pairs:
            raise self.fail("an ability belongs in the braces", node)
        for head, body in pairs:
            if head is None:
                raise self.fail("'**' is not used in the notation", node)
            parts = list(head.elts) if isinstance(head, ast.Tuple) else [head]
            done: Body | None = None
            if body is not None:
                steps = body.elts if isinstance(body, ast.Tuple) else [body]
                done = [(step, base) for step in steps]
            found.append(self.assemble(parts, done, scope.granted(), base))
            self.base = base
        return Granted(tuple(found))


def _name(node: ast.AST) -> str:
    """Return the word that begins an expression, or an empty string."""
    if isinstance(node, ast.Call):
        node = node.func
    return node.id if isinstance(node, ast.Name) else ""


def _is_gate(node: ast.AST) -> bool:
    if isinstance(node, ast.Name):
        return node.id in ("I", "completed")
    return isinstance(node, ast.Call) and _name(node) in ("while_", "since")


def _is_keyword(node: ast.AST) -> bool:
    name = _name(node)
    if isinstance(node, ast.Call):
        return name in CALLS and CALLS[name].group == "keyword"
    return name in PRINTED


def _in_reserve(ability: Ability) -> bool:
    return not {Word("I"), Word("completed")}.isdisjoint(ability.gates) or (
        Word("D") in ability.costs
    )
