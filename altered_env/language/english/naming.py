"""Reference resolution: "it" is the last mentioned thing, named where needed."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Sequence

from altered_env.language.english.doers import SELECTORS, done_by, steps_in_place, structure
from altered_env.language.english.folding import faces, heads
from altered_env.language.english.pronouns import COUNTED, Pronouns
from altered_env.language.english.spoken import NAMES, Spoken, about, is_expedition, kind_of
from altered_env.language.english.trees import (
    NotUnderstoodError,
    call,
    flat,
    is_call,
    name,
    parent_of,
    parts_of,
    put_in_place,
    sequence,
    text,
    walk_names,
    words,
)
from altered_env.language.kinds import STATUSES, SUBTYPES, TYPES
from altered_env.language.parsing import expression_of

_MOVERS = frozenset(
    (  # noqa: SIM905 - a row of words reads better so
        "put discard sacrifice resupply sabotage create play switch defect take_control reveal"
        " look draw"
    ).split()
)
_AS_IT_WAS = frozenset(
    ["base_cost", "hand_cost", "controller", "expedition", "facing", "in_contact", *STATUSES]
)
"""Properties that a moved card has lost: they mean its last known values."""


def first_of(node: ast.Call) -> ast.expr | None:
    """Return the first argument of a word."""
    return node.args[0] if node.args else None


def _renamed(root: ast.AST) -> None:
    """Rename in the order of assignment; the result of a die is r."""
    given = [
        node
        for node in _in_order(root)
        if isinstance(node, ast.NamedExpr) and node.target.id in NAMES
    ]
    plain = iter([word for word in NAMES if word != "r"])
    new = {
        node.target.id: "r" if is_call(node.value, "roll") and number == 0 else next(plain)
        for number, node in _numbered(given)
    }
    for node in ast.walk(root):
        if isinstance(node, ast.Name):
            node.id = new.get(node.id, node.id)


def _numbered(given: list[ast.NamedExpr]) -> Iterator[tuple[int, ast.NamedExpr]]:
    """Yield each with the number of dice rolled before it."""
    rolls = 0
    for node in given:
        yield rolls, node
        rolls += is_call(node.value, "roll")


def _in_order(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _in_order(child)


class Speech(Pronouns):
    """One ability, read from beginning to end."""

    def __init__(
        self, spell: bool, *, spoken: Sequence[tuple[str, str]] = (), loose: bool = False
    ) -> None:
        super().__init__(spell, spoken)
        self.loose = loose

    def head(self, node: ast.expr) -> ast.expr:
        """Resolve a head, gate or statement, before which nothing is mentioned."""
        self.root = steps_in_place([node])
        self._steps(self.root)
        return _plain(self.root)[0]

    def told(self, steps: list[ast.expr]) -> list[ast.expr]:
        """Return the steps of a body with every word resolved."""
        self.root = steps_in_place([part for step in steps for part in done_by(step)])
        structure(self.root)
        self._steps(self.root)
        left = {word for word in walk_names(self.root) if word.isupper() and len(word) > 1}
        if left:
            raise NotUnderstoodError(f"no way to say {', '.join(sorted(left))}")
        _renamed(self.root)
        return _plain(self.root)

    def _steps(self, steps: ast.Tuple) -> None:
        index = 0
        outside = self.inside
        while index < len(steps.elts):
            step = steps.elts[index]
            self.inside = None
            done = self._visit(step)
            place = next(i for i, other in enumerate(steps.elts) if other is step)
            before = steps.elts[place - 1] if place else None
            spoken_in = self._spoken_in()
            if spoken_in is not None and spoken_in is before:
                # It refers to a thing that exists only if the previous condition held.
                branch = spoken_in.args[1]
                assert isinstance(branch, ast.Tuple)
                steps.elts.remove(step)
                branch.elts.append(done)
                continue
            outside = outside or spoken_in
            index = next(
                (place for place, other in enumerate(steps.elts) if other is step or other is done),
                index,
            )
            if not isinstance(steps.elts[index], ast.NamedExpr):
                steps.elts[index] = done
            index += 1
        self.inside = outside

    def _spoken_in(self) -> ast.Call | None:
        """Return the condition whose branch the last step mentioned."""
        return self.inside

    def _visit(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.NamedExpr) and node.target.id == "DONE":
            return self._done(node)
        if (
            isinstance(node, ast.Attribute)
            and words(node.value) in ("THAT", "THEM")
            and node.attr in STATUSES
        ):
            counted = self._find("object", "counted")
            if counted is not None and counted.kind == "counted":
                again = copy.deepcopy(counted.node)
                assert isinstance(again, ast.Call)
                again.args.append(name(node.attr))
                return ast.Compare(again, [ast.GtE()], [ast.Constant(1)])
        if isinstance(node, ast.Name):
            return self._word(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        if getattr(node, "steps", False):
            assert isinstance(node, ast.Tuple)
            self._steps(node)
            return node
        if isinstance(node, ast.Set):
            self._lasting(node)
            return node
        if isinstance(node, ast.Dict):
            self._granted(node)
            return node
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute):
            return self._compared(node, words(node.left.value))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            node.left, node.right = _group(node.left), _group(node.right)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
            node.operand = _group(node.operand)
        if isinstance(node, ast.Attribute) and words(node.value) in ("THAT", "THEM"):
            found = self._find("object")
            if found is not None and found.inner is not None and node.attr in _AS_IT_WAS:
                return ast.Attribute(self._said(found.inner), node.attr)
        if isinstance(node, ast.Attribute) and is_call(node.value, "target", "choose"):
            self._children(node)
            inner = node.value
            assert isinstance(inner, ast.Call)
            self._record(inner, kind_of(inner))
            return node
        self._children(node)
        return node

    def _compared(self, node: ast.Compare, of: str) -> ast.expr:
        """Resolve "Its cost was 2 or less", which is false without an object."""
        self._children(node)
        assert isinstance(node.left, ast.Attribute)
        at_most = isinstance(node.ops[0], ast.Lt | ast.LtE)
        if of not in ("THAT", "SPOKENOF") or not at_most or words(node.left.value) in ("it", ""):
            return node
        return ast.BoolOp(ast.And(), [copy.deepcopy(node.left.value), node])

    def _done(self, node: ast.NamedExpr) -> ast.expr:
        """Name a step that a later condition refers to: step and result share a name."""
        word = next(self.names)
        node.target = name(word)
        self.done = word
        node.value = self._visit(node.value)
        for said in self.spoken:
            inner = node.value.args[0] if is_call(node.value, "may") else node.value
            if said.mover and said.node is inner:
                said.name = word
        return node

    def _children(self, node: ast.AST) -> None:
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, field, self._visit(value))
            elif isinstance(value, list):
                for index, item in enumerate(list(value)):
                    if isinstance(item, ast.expr):
                        value[index] = self._visit(item)
                    elif isinstance(item, ast.keyword):
                        item.value = self._visit(item.value)

    def _lasting(self, node: ast.Set) -> None:
        """Resolve a lasting statement, which refers to objects chosen before it begins."""
        self._children(node)
        for found in list(ast.walk(node)):
            if is_call(found, "target"):
                spoken = next((s for s in self.spoken if s.node is found), None)
                if spoken is not None:
                    self._said(spoken)

    def _granted(self, node: ast.Dict) -> None:
        for index, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
            assert key is not None
            inner = Speech(self.spell, spoken=about(heads(key)))
            inner.names = self.names
            node.keys[index] = Speech(self.spell, loose=True).head(heads(key))
            steps = list(value.elts) if isinstance(value, ast.Tuple) else flat(value)
            node.values[index] = sequence(inner.told(steps))

    def _call(self, node: ast.Call) -> ast.expr:
        verb = words(node.func)
        if verb == "EXPEDITIONS":
            position, *area = node.args
            place = self._visit(area[0]) if area else name("expedition")
            return call("all", place, position)
        if (
            verb == "is_"
            and words(node.args[0]) == "THAT"
            and any(is_call(arg, "in_") for arg in node.args)
        ):
            found = self._find("object")
            if found is not None and found.inner is not None:
                node.args[0] = self._said(found.inner)
        if verb == "PLAYERS":
            (zones,) = node.args
            mine = isinstance(zones, ast.Attribute) and words(zones.value) == "you"
            return name("you" if mine else "player")
        if verb == "DIFFERENT":
            groups = []
            for fact in node.args:
                assert isinstance(fact, ast.Compare) and isinstance(fact.left, ast.Call)
                filters = [arg for arg in fact.left.args if words(arg) != "OTHER"]
                groups.append(ast.Tuple(filters, ast.Load()))
            return call("different", *groups)
        if verb == "FACES":
            assert isinstance(node.args[1], ast.Constant)
            return faces(self._visit(node.args[0]), str(node.args[1].value))
        if verb == "COUNTED":
            self.counted = self.counted or self._visit(node.args[0])
            return copy.deepcopy(self.counted)
        if verb == "DONEBY":
            return self._done_by(words(node.args[0]))
        if verb == "WAY":
            return self._way(node)
        if verb == "plays":
            above = parent_of(self.root, node)
            if above is None or not is_call(above[0], "less"):  # read while it still exists
                _played_from(node)
        if verb == "DONENUMBER":
            return self._done_number(words(node.args[0]))
        if verb == "INCREASE":
            spent = next(self.names)
            self.more.append(ast.Attribute(name(spent), "n"))
            return ast.NamedExpr(name(spent), self._visit(node.args[0]))
        if verb == "CREATEAGAIN":
            return self._create_again(node)
        if verb == "PLAY":
            return self._visit(_play(node))
        if verb == "PUTINEXPEDITIONS":
            return self._visit(call("put", node.args[0], ast.Attribute(name("you"), "expeditions")))
        if verb == "EXCHANGEBOOSTS":
            them = self._visit(node.args[0])
            return call("exchange", them, copy.deepcopy(them), name("boost"))
        if verb == "in_" and words(node.args[0]) == "SINGLE":
            return ast.Compare(name("terrains"), [ast.Eq()], [ast.Constant(1)])
        if verb == "MARKERS":
            kinds = [text(part) for part in parts_of(node.args[0])]
            return expression_of(" | ".join(f"{kind}_marker" for kind in kinds))
        if verb == "named" and words(node.args[0]) in ("me", ""):
            return node
        if verb in ("target", "choose") and self._counted(node):
            return self._visit(node)
        if verb == "if_" and self._increase(node):
            return node.args[0]
        before = len(self.spoken)
        if verb == "if_":
            self._condition(node)
            return node
        if verb == "modes":
            for index, option in enumerate(node.args):
                before = len(self.spoken)
                node.args[index] = self._visit(option)
                del self.spoken[before:]
            return node
        if verb == "each" and is_call(node.args[0], "all"):
            self._each(node)
            return node
        asking = self.asking
        self.asking = asking and verb not in _MOVERS
        self._children(node)
        self.asking = asking
        if verb == "create":
            self.created = node
        if verb in SELECTORS:
            self._record(node, kind_of(node))
        elif verb == "spend" or verb == "pay":
            del self.spoken[before:]
            self._record(node, "amount", mover=True)
        elif verb in _MOVERS:
            mine = bool(node.args) and words(node.args[0]) == "me"
            if not mine:
                inner = next((s for s in self.spoken[before:] if s.node is first_of(node)), None)
                self._record(node, "object", mover=True)
                self.spoken[-1].weak = verb in ("resupply", "draw", "sabotage")
                if verb in ("put", "discard"):
                    self.spoken[-1].inner = inner
        elif verb == "roll":
            self._record(node, "result", mover=True)
        elif verb in COUNTED:
            self._record(node, "amount", mover=True)
        elif (verb == "move" and isinstance(node.args[0], ast.expr)) or (
            verb == "gain" and is_expedition(node.args[0])
        ):
            self._expedition(node.args[0])
        elif verb == "count" and words(node.args[0]) != "region":
            self.spoken.append(Spoken("counted", node))
        return node

    def _condition(self, node: ast.Call) -> None:
        """Resolve a condition: things mentioned in one branch are unknown in the other."""
        outset = len(self.spoken)
        about_done = "DONE" in walk_names(node.args[0])
        self.asking, self.asked = True, None
        node.args[0] = self._visit(node.args[0])
        self.asking = False
        asked = self._asked_about()
        done = [said for said in self.spoken[outset:] if said.mover]
        if asked is not None:
            self.spoken.append(asked)
        known = list(self.spoken)
        if about_done and not done:
            done = [said for said in known if said.mover][-1:]
        before = any(said.kind == "object" for said in known[:outset] if said not in done)
        # If the step was not carried out, "it" is the thing mentioned before.
        without = [said for said in known if said not in done] if before else known
        undone = isinstance(node.args[0], ast.UnaryOp) and isinstance(node.args[0].op, ast.Not)
        self.spoken = list(without if undone else known)
        start = len(self.spoken)
        node.args[1] = self._visit(node.args[1])
        branch = self.spoken[start:]
        for slot in node.keywords:
            self.spoken = list(without)
            if walk_names(slot.value) & {"THAT", "THEM"}:
                found = self._find("object")
                if found is None or found in done:  # not the subject of the question
                    self._before(node, branch)
            slot.value = self._visit(slot.value)
        for said in branch:
            said.branch = said.branch or node
        self.spoken = known + [said for said in branch if said not in known]

    def _asked_about(self) -> Spoken | None:
        """Return the meaning of "it" in the last question."""
        return self.asked

    def _before(self, node: ast.Call, branch: list[Spoken]) -> None:
        """Pick things that both branches mention before the question."""
        found = next((s for s in branch if s.kind == "object" and is_call(s.node, "target")), None)
        above = parent_of(self.root, node)
        if found is None or found.name or above is None or not getattr(above[0], "steps", False):
            return
        found.name = next(self.names)
        put_in_place(self.root, found.node, name(found.name))
        assert isinstance(above[0], ast.Tuple) and above[2] is not None
        above[0].elts.insert(above[2], ast.NamedExpr(name(found.name), found.node))
        self.spoken.append(found)

    def _each(self, node: ast.Call) -> None:
        """Resolve the steps of "for each", in which "it" is the current element."""
        kind = kind_of(node.args[0]) if isinstance(node.args[0], ast.Call) else "object"
        node.args[0] = self._visit(node.args[0])
        before = len(self.spoken)
        self.spoken.append(Spoken(kind, name("it"), "it"))
        for index in range(1, len(node.args)):
            node.args[index] = self._visit(node.args[index])
        self.spoken.pop(before)


def _group(node: ast.expr) -> ast.expr:
    """Group bracketed filters inside "or": all must match."""
    if not isinstance(node, ast.Tuple):
        return node
    first, *rest = node.elts
    for part in rest:
        first = ast.BinOp(first, ast.BitAnd(), part)
    return first


def _play(node: ast.Call) -> ast.expr:
    playable, *terms = node.args
    terms.sort(key=lambda term: words(term) == "fleeting")  # "and it gains Fleeting" is last
    if is_call(playable, "UPTOPLAYS"):
        many, most = playable.args
        assert isinstance(many, ast.Call)
        many.keywords.append(ast.keyword("up_to", most))
        return ast.Call(name("play"), [many, *terms], node.keywords)
    return ast.Call(name("play"), [playable, *terms], node.keywords)


def _played_from(node: ast.Call) -> None:
    """Rewrite "A boosted Character from Reserve": a played card has left the zone from which it was
    played."""
    if any(slot.arg == "from_" for slot in node.keywords):
        return
    for arg in node.args[1:]:
        zone = arg.attr if isinstance(arg, ast.Attribute) else words(arg)
        if zone in ("reserve", "hand") and words(node.args[0]):
            node.args.remove(arg)
            node.keywords.append(ast.keyword("from_", arg))
            return


def _other_first(filters: list[ast.expr]) -> None:
    """Move `other` behind the type it belongs to."""
    place = next((i for i, one in enumerate(filters) if words(one) == "other"), 0)
    if not place:
        return
    kinds = [i for i, one in enumerate(filters[:place]) if words(one) in {*TYPES, *SUBTYPES}]
    kinds += [i for i, one in enumerate(filters[:place]) if isinstance(one, ast.BinOp)]
    if kinds:
        filters.insert(min(kinds) + 1, filters.pop(place))


def _plain(steps: ast.Tuple) -> list[ast.expr]:
    """Return lists of steps in the form of the notation."""

    class Plain(ast.NodeTransformer):
        def visit_Call(self, node: ast.Call) -> ast.expr:
            self.generic_visit(node)
            _other_first(node.args)
            return node

        def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
            self.generic_visit(node)
            if getattr(node, "steps", False) and len(node.elts) == 1:
                return node.elts[0]
            return node

    return [Plain().visit(step) for step in steps.elts]
