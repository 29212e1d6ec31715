"""Words with a meaning from context: it, they, the rest, this way, that many, X."""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence

from altered_env.language.english.spoken import Memory
from altered_env.language.english.trees import (
    NotUnderstoodError,
    call,
    is_call,
    keyword,
    name,
    words,
)
from altered_env.language.parsing import expression_of

COUNTED = frozenset(["lose", "sacrifice", "discard", "spend", "put", "exhaust"])
"""Steps whose number a later "that many" can mean."""


class Pronouns(Memory):
    """Replaces such words with their meaning."""

    def __init__(self, spell: bool, spoken: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__(spoken)
        self.spell = spell
        self.more: list[ast.expr] = []
        """Numbers added to the result of the die."""
        self.done = ""
        """The name of the step to which "if you don't" refers."""
        self.created: ast.Call | None = None
        self.counted: ast.expr | None = None

    def _visit(self, node: ast.expr) -> ast.expr:
        """Resolve everything below a node."""
        raise NotImplementedError

    def _word(self, node: ast.Name) -> ast.expr:
        word = node.id
        match word:
            case "THAT" | "THEM":
                return self._that(several=word == "THEM")
            case "SPOKENOF":
                event = any(said.name == "it" for said in self.spoken)
                return name("it") if event else self._that()
            case "THATEXP" | "LASTEXP":
                return self._last("expedition", "which Expedition is meant")
            case "WITHIN":  # an Expedition, or revealed cards
                if self._find("expedition") is None and self._find("object") is not None:
                    return self._that()
                return self._last("expedition", "which Expedition is meant")
            case "THATREGION":
                return self._last("region", "which region is meant")
            case "THATPLAYER":
                return self._player()
            case "THEIR":
                return self._player()
            case "WHOEVER":  # no other player is mentioned
                return name("you")
            case "RESULT":
                return self._result()
            case "AMOUNT":
                return self._amount()
            case "REST":
                return self._rest()
            case "OTHER":
                return self._other()
            case "SECOND":  # "Sabotage a card. Sabotage another card": a different one
                found = self._find("object")
                if found is None or not is_call(found.node, "target"):
                    return name("other")
                return ast.UnaryOp(ast.Invert(), self._said(found))
            case "DONE":
                return name(self.done)
            case "XVAR":
                return name("X") if self._find("result") is None else self._result()
            case "OTHEROFMINE" | "OTHEREXP":
                found = self._find("expedition")
                if found is not None:
                    return ast.Attribute(self._said(found), "other")
                return expression_of("me.expedition.other")
            case "OTHEREXPEDITION":
                return expression_of("~me.expedition")
            case "TARGETEXP":
                made = call("target", name("expedition"))
                self._record(made, "expedition")
                return made
            case "MANAORB":
                return name("mana_orb")
            case "HEROEXPEDITIONS":
                return expression_of("all(player).hero_expedition")
            case "COMPANIONEXPEDITIONS":
                said = "all(player).companion_expedition"
                return expression_of(said)
        return node

    def _that(self, *, several: bool = False) -> ast.expr:
        counted = self._find("object", "counted")
        if counted is not None and counted.kind == "counted" and counted.node is not None:
            assert isinstance(counted.node, ast.Call)
            if several or self._find("object") is None:
                return ast.Call(name("all"), copy.deepcopy(counted.node.args), [])
        found = self._find("object") or self._find("expedition")
        if found is None:
            raise NotUnderstoodError("nothing says what 'it' is")
        return self._said(found)

    def _player(self) -> ast.expr:
        found = self._find("player") or self._find("object")
        if found is None:
            raise NotUnderstoodError("nothing says which player is meant")
        if found.kind == "object":
            found = found.inner or found  # its former controller, not the owner of its new form
            return ast.Attribute(self._said(found), "controller")
        return self._said(found)

    def _result(self) -> ast.expr:
        found = self._find("result")
        if found is None:
            raise NotUnderstoodError("no die was rolled")
        said = self._said(found)
        for extra in self.more:
            said = ast.BinOp(said, ast.Add(), copy.deepcopy(extra))
        return said

    def _amount(self) -> ast.expr:
        found = next(
            (
                said
                for said in reversed(self.spoken)
                if said.kind == "amount" or (said.mover and is_call(said.node, *COUNTED))
            ),
            None,
        )
        if found is None:
            return name("X") if self._find("result") is None else self._result()
        return ast.Attribute(self._said(found), "n")

    def _done_by(self, verb: str) -> ast.expr:
        """Resolve "the revealed card"."""
        verbs = {"discard": ("discard", "sabotage"), "reveal": ("reveal", "look")}.get(
            verb, (verb,)
        )
        done = [said for said in reversed(self.spoken) if said.mover and is_call(said.node, *verbs)]
        if not done:
            raise NotUnderstoodError("nothing was done that this could mean")
        done[0].weak = False
        return self._said(done[0])

    def _done_number(self, verb: str) -> ast.expr:
        """Resolve "the number of cards discarded this way"."""
        return ast.Attribute(self._done_by(verb), "n")

    def _rest(self) -> ast.expr:
        found = next((s for s in reversed(self.spoken) if is_call(s.node, "reveal", "look")), None)
        if found is not None:
            return self._said(found)
        found = self._find("object")
        if found is None or not is_call(found.node, "choose", "target"):
            raise NotUnderstoodError("nothing says what the rest is")
        of = [copy.deepcopy(arg) for arg in found.node.args]
        return call("all", *of, ast.UnaryOp(ast.Invert(), self._said(found)))

    def _other(self) -> ast.expr:
        found = self._find("object")
        apart = found is not None and is_call(found.node, "choose") and _is_per(found.node)
        if found is not None and (self.spell or apart):
            return ast.UnaryOp(ast.Invert(), self._said(found))
        return name("other")

    def _way(self, node: ast.Call) -> ast.expr:
        found = next((s for s in reversed(self.spoken) if s.mover and s.kind == "object"), None)
        if found is None:
            raise NotUnderstoodError("nothing was done that 'this way' could mean")
        said = self._said(found)
        found.weak = False
        if [words(arg) for arg in node.args] == ["card"]:
            return said
        is_one = call("is_", copy.deepcopy(said), *node.args)
        return ast.BoolOp(ast.And(), [said, is_one])

    def _create_again(self, node: ast.Call) -> ast.expr:
        if self.created is None:
            raise NotUnderstoodError("nothing was created before")
        again = copy.deepcopy(self.created)
        again.args[1:] = node.args[:1]
        if len(node.args) > 1:
            again.keywords = [keyword("in_", self._visit(node.args[1]))]
        self._record(again, "object", mover=True)
        return again

    def _counted(self, node: ast.Call) -> bool:
        """Resolve "one of them" after "if there are three or more cards": one of those counted."""
        if not node.args or words(node.args[0]) != "THEM":
            return False
        last = self._find("object", "counted")
        if last is None or last.kind != "counted":
            return False
        assert isinstance(last.node, ast.Call)
        node.args[:1] = [copy.deepcopy(arg) for arg in last.node.args]
        return True

    def _increase(self, node: ast.Call) -> bool:
        """Record "You may discard a card to increase the result by 2" for the result."""
        steps = node.args[1:]
        if steps and isinstance(steps[0], ast.Tuple):
            steps = steps[0].elts
        if len(steps) != 1 or not is_call(steps[0], "INCREASEBY"):
            return False
        paid = next(self.names)
        node.args[0] = ast.NamedExpr(name(paid), self._visit(node.args[0]))
        self.more.append(ast.IfExp(name(paid), steps[0].args[0], ast.Constant(0)))
        return True


def _is_per(node: ast.Call) -> bool:
    """Return whether one is chosen for each player or Expedition."""
    return any(slot.arg == "per" for slot in node.keywords)
