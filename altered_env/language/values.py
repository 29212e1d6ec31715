"""Reading a value: from a Python expression to a node of the model and its sorts.

Every node is checked while it is read: the word must be known, the value must fit its slot.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from altered_env.language import checking
from altered_env.language.kinds import Names
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
    Steps,
    Word,
)
from altered_env.language.signatures import Call, Slot, Vocable
from altered_env.language.source import DEEPEST, Source
from altered_env.language.vocabulary import ATTRIBUTES, CALLS, FLAGS, WORDS

Sorts = frozenset[str]
Read = tuple[Node, Sorts]

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


@dataclass
class Scope:
    """The context of a value."""

    bound: dict[str, Sorts] = field(default_factory=dict)
    it: bool = False
    candidate: bool = False

    def inner(self, *, it: bool = False, candidate: bool | None = None) -> Scope:
        """Return a scope inside this one; names bound there are visible outside as well."""
        seen = self.candidate if candidate is None else candidate
        return Scope(self.bound, self.it or it, seen)

    def granted(self) -> Scope:
        """Return the scope of a granted ability, which sees outer names and binds its own."""
        return Scope(dict(self.bound), self.it, False)


class Values(Source):
    """Reads values. Errors carry the position of the offending part."""

    def __init__(self, line: str, place: str, names: Names) -> None:
        super().__init__(line, place)
        self.names = names
        self.depth = 0

    def granted(self, node: ast.Dict | ast.Set, scope: Scope) -> Granted:
        """Read the abilities in braces; the subclass that reads abilities implements it."""
        raise NotImplementedError

    def value(self, node: ast.AST, scope: Scope, slot: Slot | None = None) -> Read:
        """Read any expression: its node and its sorts."""
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

    def read_constant(self, node: ast.Constant, scope: Scope, slot: Slot | None) -> Read:
        if node.value is True and slot is not None and "flag" in slot.sorts:
            return Word("True"), frozenset({"flag"})
        if type(node.value) is not int:
            raise self.fail(f"{node.value!r} is not used in the notation", node)
        if node.value > LARGEST:
            raise self.fail(f"a number is at most {LARGEST}", node)
        return Number(node.value), frozenset({"number"})

    def read_name(self, node: ast.Name, scope: Scope, slot: Slot | None) -> Read:
        name = node.id
        if name in scope.bound:
            return Word(name), scope.bound[name]
        sorts: Sorts = frozenset()
        word = WORDS.get(name)
        if word is not None:
            if name == "it" and not scope.it:
                raise self.fail(
                    "'it' stands for nothing here: it needs when(..), instead(..), also(..)"
                    " or each(..)",
                    node,
                )
            sorts = word.sorts
            if word.candidate and not scope.candidate:
                sorts -= {"number"}
        if name in self.names.subtypes:
            sorts |= WORDS["robot"].sorts
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
        kind = "token" if "token" in wanted else "word"
        known = checking.words_for(wanted, self.names) or set(WORDS)
        hint = checking.suggest(name, known | set(scope.bound))
        hint = hint or checking.suggest(name, set(WORDS) | set(CALLS) | self.names.tokens)
        if len(name) == 1:
            raise self.fail(f"nothing is bound to '{name}' yet: {name} = step comes first", node)
        raise self.fail(f"unknown {kind} '{name[:40]}'{hint}", node)

    def read_attribute(self, node: ast.Attribute, scope: Scope, slot: Slot | None) -> Read:
        of, sorts = self.value(node.value, scope)
        at = self.base + (node.end_col_offset or 0) - len(node.attr)
        word = ATTRIBUTES.get(node.attr)
        if node.attr in checking.counters_of(self.names):
            extra = Vocable(node.attr, frozenset({"number"}), of=frozenset({"object", "player"}))
            word = (
                extra
                if word is None
                else Vocable(word.name, word.sorts | extra.sorts, of=word.of | extra.of)
            )
        if word is None:
            known = checking.attributes_for(sorts) | checking.counters_of(self.names)
            hint = checking.suggest(node.attr, known)
            raise self.fail(f"unknown attribute '{node.attr[:40]}'{hint}", at)
        if not word.of & sorts:
            raise self.fail(
                f"'{node.attr}' belongs to {checking.called(word.of)},"
                f" found {checking.found(of, sorts)}",
                at,
            )
        return Attribute(of, node.attr), word.sorts

    def read_compare(self, node: ast.Compare, scope: Scope, slot: Slot | None) -> Read:
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
                    f"cannot compare {checking.found(left, left_sorts)}"
                    f" with {checking.found(right, right_sorts)}",
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

    def read_boolop(self, node: ast.BoolOp, scope: Scope, slot: Slot | None) -> Read:
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

    def read_unaryop(self, node: ast.UnaryOp, scope: Scope, slot: Slot | None) -> Read:
        value, sorts = self.value(node.operand, scope)
        if isinstance(node.op, ast.Not):
            if "truth" not in sorts:
                raise self.fail(
                    f"'not' turns a condition, found {checking.found(value, sorts)}", node.operand
                )
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

    def read_binop(self, node: ast.BinOp, scope: Scope, slot: Slot | None) -> Read:
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

    def joined(self, node: ast.BinOp, op: str, scope: Scope, slot: Slot | None) -> Read:
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
        if op == "|" and slot is not None and "filter" not in slot.sorts:
            if all(sorts & slot.sorts for sorts in kinds):
                both |= slot.sorts.intersection(frozenset().union(*kinds))
        if not both:
            raise self.fail(f"'{op}' joins values of one kind", node)
        return Logic(op, tuple(parts)), both

    def read_ifexp(self, node: ast.IfExp, scope: Scope, slot: Slot | None) -> Read:
        test, test_sorts = self.value(node.test, scope)
        if "truth" not in test_sorts:
            raise self.fail(
                f"a condition belongs after 'if', found {checking.found(test, test_sorts)}",
                node.test,
            )
        then, then_sorts = self.value(node.body, scope, slot)
        other, other_sorts = self.value(node.orelse, scope, slot)
        both = then_sorts & other_sorts - {"step"}
        if not both:
            raise self.fail("both sides of 'if' must be of one kind; for steps write if_(..)", node)
        return Conditional(then, test, other), both

    def read_namedexpr(self, node: ast.NamedExpr, scope: Scope, slot: Slot | None) -> Read:
        assert isinstance(node.target, ast.Name)
        return self.bind(node.target, node.value, scope)

    def bind(self, target: ast.Name, of: ast.expr, scope: Scope) -> Read:
        name = target.id
        if (
            name in WORDS
            or name in CALLS
            or name in self.names.tokens
            or name in self.names.subtypes
            or name in FLAGS
            or name == "effect"
        ):
            raise self.fail(f"'{name}' is a word of the language and cannot be bound", target)
        if len(name) > 40:
            raise self.fail("a bound name has at most 40 characters", target)
        value, sorts = self.value(of, scope)
        if isinstance(value, Bind | Steps):
            raise self.fail("a name is bound to one step", of)
        if not sorts & (_REFERENCE | {"step", "number", "statistic"}):
            raise self.fail(
                f"a step or a choice is bound, found {checking.found(value, sorts)}", of
            )
        scope.bound[name] = (sorts - {"step"}) | {"truth"}
        return Bind(name, value), sorts | {"truth"}

    def read_tuple(self, node: ast.Tuple, scope: Scope, slot: Slot | None) -> Read:
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
                raise self.fail(
                    f"steps belong in these brackets, found {checking.found(value, sorts)}", element
                )
        parts: list[Node] = []
        for value, _ in read:
            parts.extend(value.parts if isinstance(value, Steps) else (value,))
        return Steps(tuple(parts)), frozenset({"step", "truth"})

    def read_dict(self, node: ast.Dict, scope: Scope, slot: Slot | None) -> Read:
        return self.granted(node, scope), frozenset({"granted"})

    def read_set(self, node: ast.Set, scope: Scope, slot: Slot | None) -> Read:
        return self.granted(node, scope), frozenset({"granted"})

    # Words with slots.

    def read_call(self, node: ast.Call, scope: Scope, slot: Slot | None) -> Read:
        if not isinstance(node.func, ast.Name):
            raise self.fail("only a word takes brackets", node)
        call = CALLS.get(node.func.id)
        if call is None:
            known = {c.name for c in CALLS.values() if slot is None or c.gives & slot.sorts}
            hint = checking.suggest(node.func.id, known) or checking.suggest(node.func.id, CALLS)
            if node.func.id in WORDS:
                raise self.fail(f"'{node.func.id}' takes no brackets", node)
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

    def positional(self, node: ast.Call, call: Call, scope: Scope) -> list[tuple[Node, Sorts]]:
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
                # An optional slot may be skipped if a later one takes the value.
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

    def too_many(self, arg: ast.expr, call: Call, scope: Scope) -> None:
        if isinstance(arg, ast.Name) and arg.id in FLAGS:
            raise self.fail(
                f"misplaced flag '{arg.id}' in {call.name}(..): {_flag_homes(arg.id)}", arg
            )
        count = len(call.slots)
        takes = f"takes {count} value{'s' * (count != 1)}" if count else "takes no value"
        self.value(arg, scope)
        raise self.fail(f"{call.name}(..) {takes} in its brackets, found one more", arg)

    def mismatch(self, call: Call, slot: Slot, arg: ast.expr, value: Node, sorts: Sorts) -> str:
        if isinstance(arg, ast.Name) and arg.id in FLAGS and arg.id not in call.flags:
            return f"misplaced flag '{arg.id}' in {call.name}(..): {_flag_homes(arg.id)}"
        if _is_negative(value, slot):
            return f"{call.name}(..) takes no negative number as '{slot.name}'"
        hint = ""
        if "object" in slot.sorts and "filter" in sorts:
            hint = "; say which: target(..), choose(..) or all(..)"
        return (
            f"{call.name}(..) takes {checking.wanted(slot)} as '{slot.name}',"
            f" found {checking.found(value, sorts)}{hint}"
        )

    def named(self, node: ast.Call, call: Call, scope: Scope) -> tuple[tuple[str, Node], ...]:
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
        """Return the sorts of a call; some calls return what they are given."""
        plain = [pair for pair in args if pair[1] != {"flag"}]
        if call.group == "selector" and call.name not in ("top", "bottom"):
            return checking.picked([pair for pair in plain if "tax" not in pair[1]])
        if call.name in ("may", "spread"):
            inner = plain[0][1] & (_REFERENCE | {"number"})
            return call.gives & {"step", "truth"} | inner
        return call.gives


def _is_negative(value: Node, slot: Slot) -> bool:
    """Return whether the value is a negative number for a slot that takes none: only Expeditions
    move backwards."""
    return isinstance(value, Number) and value.value < 0 and slot.name != "distance"


def _flag_homes(name: str) -> str:
    homes = sorted(call.name for call in CALLS.values() if name in call.flags)
    return "it belongs to " + ", ".join(f"{home}(..)" for home in homes)
