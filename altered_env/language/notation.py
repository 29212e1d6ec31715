"""Reading and writing one line of notation.

>>> read_ability("R: create(brassbug, in_=target(expedition))").kind
'reaction'
>>> write_ability(read_ability("T,pay( 2 ) : draw()"))
'T, pay(2): draw()'
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from altered_env.language import checking
from altered_env.language.errors import NotationError
from altered_env.language.kinds import KEYWORDS, KNOWN, Names
from altered_env.language.model import (
    Ability,
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
    Steps,
    Word,
)
from altered_env.language.source import DEEPEST, Source
from altered_env.language.vocabulary import ATTRIBUTES, CALLS, FLAGS, WORDS, Call, Slot, Vocable
from altered_env.language.writing import write_ability

__all__ = ["NotationError", "read_ability", "write_ability"]

Sorts = frozenset[str]

LARGEST = 999

_OPS: dict[type, str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.BitOr: "|",
    ast.BitAnd: "&",
}
_REFERENCE = frozenset({"object", "player", "expedition", "region", "status"})


def read_ability(line: str, *, place: str = "", support: bool = False, names: Names = KNOWN) -> Ability:  # fmt: skip
    """Read one line `head: body`; refuse it with a NotationError that says where and why.

    `place` is the file and card for messages. A `support` line must work in Reserve. `names`
    are the tokens and counters that the pool knows.

    >>> read_ability("J: drw(1)", place="axiom.yaml")
    Traceback (most recent call last):
    ...
    altered_env.language.errors.NotationError: axiom.yaml: column 4: unknown word 'drw(..)', did you mean 'draw'?
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


@dataclass
class _Scope:
    """What is known where a value stands."""

    bound: dict[str, Sorts] = field(default_factory=dict)
    it: bool = False
    candidate: bool = False

    def inner(self, *, it: bool = False, candidate: bool | None = None) -> _Scope:
        """A scope inside this one; names bound there are seen outside as well."""
        seen = self.candidate if candidate is None else candidate
        return _Scope(self.bound, self.it or it, seen)

    def granted(self) -> _Scope:
        """The scope of a granted ability: it sees what is bound, binds for itself."""
        return _Scope(dict(self.bound), self.it, False)


class _Reader(Source):
    """Reads one line. Every method refuses with the position of what it looks at."""

    def __init__(self, line: str, place: str, names: Names) -> None:
        super().__init__(line, place)
        self.names = names
        self.depth = 0

    # Abilities.

    def ability(self, support: bool) -> Ability:
        colon = self.scan()
        head_text = self.line if colon is None else self.line[:colon]
        head = self.parse_head(head_text)
        body: list[tuple[ast.AST, int]] = []
        if colon is not None:
            body = self.parse_body(colon + 1)
        found = self.assemble(head, body if colon is not None else None, _Scope(), -1)
        if support and not _in_reserve(found):
            raise self.fail(
                "a Support ability works in Reserve: begin it with I, or with D as a cost", 0
            )
        return found

    def assemble(self, head: list[ast.expr], body: list[tuple[ast.AST, int]] | None, scope: _Scope, base: int) -> Ability:  # fmt: skip
        """Head parts and body statements to an ability; `base` is where the head's text begins."""
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
        if (first in "J H R".split() and isinstance(rest[0], ast.Name)) or (call and call.group == "trigger"):  # fmt: skip
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

    def only_gates(self, gates: tuple[Node, ...], last: ast.expr, body: list[tuple[ast.AST, int]] | None, scope: _Scope) -> Ability:  # fmt: skip
        """`I: have(..)` is `I, have(..)`."""
        outer = self.base
        if body is None:
            raise self.fail("a gate needs an ability after it: while_(c), less(1, ..)", last)
        statement, base = body[0]
        node = statement.value if isinstance(statement, ast.Expr) else statement
        if len(body) == 1 and isinstance(node, ast.expr):
            self.base = base
            name = _name(node)
            if name in CALLS and CALLS[name].group in ("passive", "keyword") or _is_keyword(node):
                return self.statement(gates, [node], scope)
        self.base = outer
        raise self.fail("a gate says when an ability works; what starts this one: J, at(..), when(..), T?", last)  # fmt: skip

    def gate(self, node: ast.expr, scope: _Scope) -> Node:
        if isinstance(node, ast.Name):
            return Word(node.id)
        return self.value(node, scope)[0]

    def single(self, rest: list[ast.expr], what: str) -> None:
        if len(rest) > 1:
            raise self.fail(f"{what} stands alone in its head, after the gates", rest[1])

    def statement(self, gates: tuple[Node, ...], rest: list[ast.expr], scope: _Scope) -> Ability:
        node = rest[0]
        name = _name(node)
        if name in CALLS and CALLS[name].group == "passive" or _is_keyword(node):
            if len(rest) > 1:
                raise self.fail("one statement a line", rest[1])
            value, sorts = self.value(node, scope)
            kind = "keyword" if "keyword" in sorts else "passive"
            return Ability(kind, gates, value)
        value, sorts = self.value(node, scope)
        if "step" in sorts or "activation" in sorts:
            raise self.fail(f"{checking.found(value, sorts)} needs a body after ':', or a head before it", node)  # fmt: skip
        raise self.fail(f"a line without ':' is a keyword or a passive statement, found {checking.found(value, sorts)}", node)  # fmt: skip

    def quick(self, gates: tuple[Node, ...], rest: list[ast.expr], body: list[tuple[ast.AST, int]], scope: _Scope) -> Ability:  # fmt: skip
        costs: list[Node] = []
        paid = False
        for part in rest:
            value, sorts = self.value(part, scope)
            if isinstance(value, Word) and value.name in ("T", "D"):
                paid = True
            elif "step" in sorts:
                paid = True
            elif "truth" not in sorts:
                raise self.fail(
                    "a head is a trigger, a modifier, effect, or costs (T, D, pay(..), a step, a"
                    f" condition), found {checking.found(value, sorts)}",
                    part,
                )
            costs.append(value)
        if not paid:
            raise self.fail("a quick action needs a cost beside its conditions: T, D, pay(..), a step", rest[0])  # fmt: skip
        return Ability(
            "quick", gates, None, tuple(costs), self.body(body, scope, rest[0], "a quick action")
        )

    def body(self, statements: list[tuple[ast.AST, int]] | None, scope: _Scope, head: ast.AST, what: str) -> Steps:  # fmt: skip
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

    def granted(self, node: ast.Dict | ast.Set, scope: _Scope) -> Granted:
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
            done: list[tuple[ast.AST, int]] | None = None
            if body is not None:
                steps = body.elts if isinstance(body, ast.Tuple) else [body]
                done = [(step, base) for step in steps]
            found.append(self.assemble(parts, done, scope.granted(), base))
            self.base = base
        return Granted(tuple(found))

    # Values.

    def value(self, node: ast.AST, scope: _Scope, slot: Slot | None = None) -> tuple[Node, Sorts]:
        """Any expression: its node and its sorts."""
        self.depth += 1
        if self.depth > 3 * DEEPEST:
            raise self.fail("nested too deeply", node)
        try:
            method = getattr(self, "read_" + type(node).__name__.lower(), None)
            if method is None:
                kind = type(node).__name__
                raise self.fail(f"this construct is not used in the notation ({kind})", node)
            result: tuple[Node, Sorts] = method(node, scope, slot)
            return result
        finally:
            self.depth -= 1

    def read_constant(
        self, node: ast.Constant, scope: _Scope, slot: Slot | None
    ) -> tuple[Node, Sorts]:
        if node.value is True and slot is not None and "flag" in slot.sorts:
            return Word("True"), frozenset({"flag"})
        if type(node.value) is not int:
            raise self.fail(f"{node.value!r} is not used in the notation", node)
        if node.value > LARGEST:
            raise self.fail(f"a number is at most {LARGEST}", node)
        return Number(node.value), frozenset({"number"})

    def read_name(self, node: ast.Name, scope: _Scope, slot: Slot | None) -> tuple[Node, Sorts]:
        name = node.id
        if name in scope.bound:
            return Word(name), scope.bound[name]
        sorts: Sorts = frozenset()
        word = WORDS.get(name)
        if word is not None:
            if name == "it" and not scope.it:
                raise self.fail("'it' stands for nothing here: it needs when(..), instead(..), also(..) or each(..)", node)  # fmt: skip
            sorts = word.sorts
            if word.candidate and not scope.candidate:
                sorts -= {"number"}
        if name in self.names.tokens:
            sorts |= {"token"}
        if name in checking.counters_of(self.names):
            sorts |= {"counter"}
            if scope.candidate:
                sorts |= {"number", "statistic"}
        if sorts:
            return Word(name), sorts
        if name in CALLS:
            raise self.fail(f"'{name}' takes brackets: {name}(..)", node)
        if name in FLAGS:
            raise self.fail(f"misplaced flag '{name}': {_flag_homes(name)}", node)
        wanted = slot.sorts if slot is not None else frozenset()
        if wanted == {"token"}:
            kind = "token"
        else:
            kind = "word"
        known = checking.words_for(wanted, self.names) or set(WORDS)
        hint = checking.suggest(name, known | set(scope.bound))
        hint = hint or checking.suggest(name, set(WORDS) | set(CALLS) | self.names.tokens)
        if len(name) == 1:
            raise self.fail(f"nothing is bound to '{name}' yet: {name} = step comes first", node)
        raise self.fail(f"unknown {kind} '{name[:40]}'{hint}", node)

    def read_attribute(self, node: ast.Attribute, scope: _Scope, slot: Slot | None) -> tuple[Node, Sorts]:  # fmt: skip
        of, sorts = self.value(node.value, scope)
        at = self.base + (node.end_col_offset or 0) - len(node.attr)
        word = ATTRIBUTES.get(node.attr)
        if node.attr in checking.counters_of(self.names):
            extra = Vocable(node.attr, frozenset({"number"}), of=frozenset({"object", "player"}))
            word = extra if word is None else Vocable(word.name, word.sorts | extra.sorts, of=word.of | extra.of)  # fmt: skip
        if word is None:
            known = checking.attributes_for(sorts) | checking.counters_of(self.names)
            hint = checking.suggest(node.attr, known)
            raise self.fail(f"unknown attribute '{node.attr[:40]}'{hint}", at)
        if not word.of & sorts:
            raise self.fail(
                f"'{node.attr}' belongs to {checking.called(word.of)}, found {checking.found(of, sorts)}",
                at,
            )
        return Attribute(of, node.attr), word.sorts

    def read_compare(
        self, node: ast.Compare, scope: _Scope, slot: Slot | None
    ) -> tuple[Node, Sorts]:
        left, left_sorts = self.value(node.left, scope)
        parts: list[Node] = []
        for op, right_node in zip(node.ops, node.comparators, strict=True):
            if type(op) not in _OPS:
                raise self.fail("only < <= == != >= > compare", right_node)
            right, right_sorts = self.value(right_node, scope)
            alike = left_sorts & right_sorts - {"filter", "truth", "step"}
            if not alike:
                for side, at in ((left, node.left), (right, right_node)):
                    if isinstance(side, Word) and side.name in WORDS and WORDS[side.name].candidate:
                        raise self.fail(
                            f"'{side.name}' speaks of a candidate, inside a selector or an event;"
                            f" elsewhere say whose: x.{side.name}",
                            at,
                        )
                raise self.fail(
                    f"cannot compare {checking.found(left, left_sorts)} with {checking.found(right, right_sorts)}",
                    right_node,
                )
            if type(op) not in (ast.Eq, ast.NotEq) and "number" not in alike:
                raise self.fail(
                    f"only numbers have an order, found {checking.found(left, left_sorts)}", node
                )
            parts.append(Compare(_OPS[type(op)], left, right))
            left, left_sorts = right, right_sorts
        made = parts[0] if len(parts) == 1 else Logic("and", tuple(parts))
        return made, frozenset({"truth"})

    def read_boolop(self, node: ast.BoolOp, scope: _Scope, slot: Slot | None) -> tuple[Node, Sorts]:
        op = "and" if isinstance(node.op, ast.And) else "or"
        parts: list[Node] = []
        for part in node.values:
            value, sorts = self.value(part, scope)
            if "truth" not in sorts:
                raise self.fail(
                    f"'{op}' joins conditions, found {checking.found(value, sorts)}", part
                )
            parts.extend(value.parts if isinstance(value, Logic) and value.op == op else (value,))
        return Logic(op, tuple(parts)), frozenset({"truth"})

    def read_unaryop(
        self, node: ast.UnaryOp, scope: _Scope, slot: Slot | None
    ) -> tuple[Node, Sorts]:
        value, sorts = self.value(node.operand, scope)
        if isinstance(node.op, ast.Not):
            if "truth" not in sorts:
                raise self.fail(f"'not' turns a condition, found {checking.found(value, sorts)}", node.operand)  # fmt: skip
            return Logic("not", (value,)), frozenset({"truth"})
        if isinstance(node.op, ast.Invert):
            joined = checking.join([sorts])
            if not joined or "step" in sorts:
                raise self.fail(
                    f"'~' turns a filter, found {checking.found(value, sorts)}", node.operand
                )
            return Logic("~", (value,)), joined - {"truth"}
        if "number" not in sorts or isinstance(node.op, ast.UAdd):
            raise self.fail("only a number has a sign, and only '-'", node)
        if isinstance(value, Number):
            return Number(-value.value), frozenset({"number"})
        return Arithmetic("-", Number(0), value), frozenset({"number"})

    def read_binop(self, node: ast.BinOp, scope: _Scope, slot: Slot | None) -> tuple[Node, Sorts]:
        op = _OPS.get(type(node.op))
        if op in ("|", "&"):
            return self.joined(node, op, scope, slot)
        if op is None:
            raise self.fail("only + - * | & join values", node)
        left, left_sorts = self.value(node.left, scope)
        right, right_sorts = self.value(node.right, scope)
        for part, value, sorts in ((node.left, left, left_sorts), (node.right, right, right_sorts)):
            if "number" not in sorts:
                raise self.fail(f"'{op}' takes numbers, found {checking.found(value, sorts)}", part)
        return Arithmetic(op, left, right), frozenset({"number"})

    def joined(
        self, node: ast.BinOp, op: str, scope: _Scope, slot: Slot | None
    ) -> tuple[Node, Sorts]:
        flat: list[ast.expr] = []
        rest: ast.expr = node
        while isinstance(rest, ast.BinOp) and _OPS.get(type(rest.op)) == op:
            flat.append(rest.right)
            rest = rest.left
        parts: list[Node] = []
        kinds: list[Sorts] = []
        for part in [rest, *reversed(flat)]:
            value, sorts = self.value(part, scope, slot)
            kinds.append(sorts)
            parts.extend(value.parts if isinstance(value, Logic) and value.op == op else (value,))
        both = checking.join(kinds)
        if not both:
            raise self.fail(f"'{op}' joins values of one kind", node)
        return Logic(op, tuple(parts)), both

    def read_ifexp(self, node: ast.IfExp, scope: _Scope, slot: Slot | None) -> tuple[Node, Sorts]:
        test, test_sorts = self.value(node.test, scope)
        if "truth" not in test_sorts:
            raise self.fail(f"a condition belongs after 'if', found {checking.found(test, test_sorts)}", node.test)  # fmt: skip
        then, then_sorts = self.value(node.body, scope, slot)
        other, other_sorts = self.value(node.orelse, scope, slot)
        both = then_sorts & other_sorts - {"step"}
        if not both:
            raise self.fail("both sides of 'if' must be of one kind; for steps write if_(..)", node)
        return Conditional(then, test, other), both

    def read_namedexpr(
        self, node: ast.NamedExpr, scope: _Scope, slot: Slot | None
    ) -> tuple[Node, Sorts]:
        assert isinstance(node.target, ast.Name)
        return self.bind(node.target, node.value, scope)

    def bind(self, target: ast.Name, of: ast.expr, scope: _Scope) -> tuple[Node, Sorts]:
        name = target.id
        if (
            name in WORDS
            or name in CALLS
            or name in self.names.tokens
            or name in FLAGS
            or name == "effect"
        ):
            raise self.fail(f"'{name}' is a word of the language and cannot be bound", target)
        if len(name) > 40:
            raise self.fail("a bound name has at most 40 letters", target)
        value, sorts = self.value(of, scope)
        if isinstance(value, Bind | Steps):
            raise self.fail("a name is bound to one step", of)
        if not sorts & (_REFERENCE | {"step", "number", "statistic"}):
            raise self.fail(
                f"a step or a choice is bound, found {checking.found(value, sorts)}", of
            )
        scope.bound[name] = (sorts - {"step"}) | {"truth"}
        return Bind(name, value), sorts | {"truth"}

    def read_tuple(self, node: ast.Tuple, scope: _Scope, slot: Slot | None) -> tuple[Node, Sorts]:
        if not node.elts:
            raise self.fail("empty brackets", node)
        read = [self.value(element, scope) for element in node.elts]
        if len(read) == 1:
            return read[0]
        if slot is not None and "filter" in slot.sorts:
            both = checking.join([sorts for _, sorts in read])
            if not both:
                raise self.fail("filters belong in these brackets", node)
            return Logic("&", tuple(value for value, _ in read)), both
        for (value, sorts), element in zip(read, node.elts, strict=True):
            if "step" not in sorts and not isinstance(value, Bind):
                raise self.fail(f"steps belong in these brackets, found {checking.found(value, sorts)}", element)  # fmt: skip
        parts: list[Node] = []
        for value, _ in read:
            parts.extend(value.parts if isinstance(value, Steps) else (value,))
        return Steps(tuple(parts)), frozenset({"step", "truth"})

    def read_dict(self, node: ast.Dict, scope: _Scope, slot: Slot | None) -> tuple[Node, Sorts]:
        return self.granted(node, scope), frozenset({"granted"})

    def read_set(self, node: ast.Set, scope: _Scope, slot: Slot | None) -> tuple[Node, Sorts]:
        return self.granted(node, scope), frozenset({"granted"})

    # Words with slots.

    def read_call(self, node: ast.Call, scope: _Scope, slot: Slot | None) -> tuple[Node, Sorts]:
        if not isinstance(node.func, ast.Name):
            raise self.fail("only a word takes brackets", node)
        call = CALLS.get(node.func.id)
        if call is None:
            known = {c.name for c in CALLS.values() if slot is None or c.gives & slot.sorts}
            hint = checking.suggest(node.func.id, known) or checking.suggest(node.func.id, CALLS)
            if node.func.id in WORDS:
                raise self.fail(f"'{node.func.id}' takes no brackets{hint}", node)
            raise self.fail(f"unknown word '{node.func.id[:40]}(..)'{hint}", node)
        event = call.group in ("event", "trigger", "modifier", "passive")
        inner = scope.inner(it=call.name in ("each", "when", "instead", "also"))
        if call.candidate:
            inner.candidate = True
        elif call.group in ("step", "structure", "trigger", "modifier"):
            inner.candidate = False
        if event and call.name not in ("at",):
            inner.it = inner.it or call.group == "modifier"
        args = self.positional(node, call, inner)
        keywords = self.named(node, call, inner)
        made = Apply(call.name, tuple(value for value, _ in args), keywords)
        return made, self.gives(call, args)

    def positional(self, node: ast.Call, call: Call, scope: _Scope) -> list[tuple[Node, Sorts]]:
        """Fill the slots in order; flags may stand anywhere among them."""
        args: list[tuple[Node, Sorts]] = []
        slots = list(call.slots)
        filled = 0
        for arg in node.args:
            if isinstance(arg, ast.Starred):
                raise self.fail("'*' is not used in the notation", arg)
            if isinstance(arg, ast.Name) and arg.id in call.flags and arg.id not in scope.bound:
                if any(isinstance(a, Word) and a.name == arg.id and s == {"flag"} for a, s in args):
                    raise self.fail(f"'{arg.id}' is said twice", arg)
                args.append((Word(arg.id), frozenset({"flag"})))
                continue
            if not slots:
                self.too_many(arg, call, scope)
            slot = slots[0]
            value, sorts = self.value(arg, scope, slot)
            while not checking.fits(slot, sorts) or _is_negative(value, slot):
                # An optional slot may be passed over when a later one takes the value.
                skippable = (not slot.needed or (slot.rest and filled)) and len(slots) > 1
                if not skippable:
                    raise self.fail(self.mismatch(call, slot, arg, value, sorts), arg)
                slots.pop(0)
                slot, filled = slots[0], 0
            args.append((value, sorts))
            if slot.rest:
                filled += 1
            else:
                slots.pop(0)
        for slot in slots:
            if slot.needed and not (slot.rest and filled):
                raise self.fail(
                    f"{call.name}(..) lacks its '{slot.name}': {checking.wanted(slot)}", node
                )
        return args

    def too_many(self, arg: ast.expr, call: Call, scope: _Scope) -> None:
        if isinstance(arg, ast.Name) and arg.id in FLAGS:
            raise self.fail(
                f"misplaced flag '{arg.id}' in {call.name}(..): {_flag_homes(arg.id)}", arg
            )
        count = len([slot for slot in call.slots])
        takes = f"takes {count} value{'s' * (count != 1)}" if count else "takes no value"
        self.value(arg, scope)
        raise self.fail(f"{call.name}(..) {takes} in its brackets, found one more", arg)

    def mismatch(self, call: Call, slot: Slot, arg: ast.expr, value: Node, sorts: Sorts) -> str:
        if isinstance(arg, ast.Name) and arg.id in FLAGS and "flag" in sorts | {"flag"} and arg.id not in call.flags:  # fmt: skip
            return f"misplaced flag '{arg.id}' in {call.name}(..): {_flag_homes(arg.id)}"
        if _is_negative(value, slot):
            return f"{call.name}(..) takes no negative number as '{slot.name}'"
        hint = ""
        if "object" in slot.sorts and "filter" in sorts:
            hint = "; say which: target(..), choose(..) or all(..)"
        return f"{call.name}(..) takes {checking.wanted(slot)} as '{slot.name}', found {checking.found(value, sorts)}{hint}"  # fmt: skip

    def named(self, node: ast.Call, call: Call, scope: _Scope) -> tuple[tuple[str, Node], ...]:
        found: list[tuple[str, Node]] = []
        for keyword in node.keywords:
            at = self.base + keyword.col_offset
            if keyword.arg is None:
                raise self.fail("'**' is not used in the notation", at)
            slot = call.keyword(keyword.arg)
            if slot is None and call.counters and keyword.arg in checking.counters_of(self.names):
                slot = Slot(keyword.arg, frozenset({"number", "amount"}))
            if slot is None:
                known = checking.keyword_names(call, self.names)
                hint = checking.suggest(keyword.arg, known)
                raise self.fail(f"{call.name}(..) has no slot '{keyword.arg[:40]}='{hint}", at)
            if any(name == keyword.arg for name, _ in found):
                raise self.fail(f"'{keyword.arg}=' is said twice", at)
            value, sorts = self.value(keyword.value, scope, slot)
            if not checking.fits(slot, sorts) or _is_negative(value, slot):
                raise self.fail(
                    self.mismatch(call, slot, keyword.value, value, sorts), keyword.value
                )
            found.append((keyword.arg, value))
        return tuple(found)

    def gives(self, call: Call, args: list[tuple[Node, Sorts]]) -> Sorts:
        """The sorts of a call; some give what they are given."""
        plain = [pair for pair in args if pair[1] != {"flag"}]
        if call.group == "selector" and call.name not in ("top", "bottom"):
            return checking.picked([pair for pair in plain if "tax" not in pair[1]])
        if call.name in ("may", "spread"):
            inner = plain[0][1] & (_REFERENCE | {"number"})
            return call.gives & {"step", "truth"} | inner
        return call.gives


def _name(node: ast.AST) -> str:
    """The word that begins an expression, or nothing."""
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
    return name in KEYWORDS or name == "fleeting"


def _is_negative(value: Node, slot: Slot) -> bool:
    """Only Expeditions go backwards."""
    return isinstance(value, Number) and value.value < 0 and slot.name != "distance"


def _in_reserve(ability: Ability) -> bool:
    return Word("I") in ability.gates or Word("D") in ability.costs


def _flag_homes(name: str) -> str:
    homes = sorted(call.name for call in CALLS.values() if name in call.flags)
    return "it belongs to " + ", ".join(f"{home}(..)" for home in homes)
