"""Effects that last and effects that wait: what they hold, and what of the names they keep."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from altered_env.engine.keeping import FIRST
from altered_env.engine.layout import KEPT_NUMBERS, KEPT_SETS
from altered_env.engine.terms import INFO, OP
from altered_env.language.compiler.assembler import NotSupportedError, is_register, register
from altered_env.language.compiler.bindings import Binding, walk
from altered_env.language.compiler.stepping import Stepping
from altered_env.language.model import Ability, Apply, Granted, Node, Number, Steps, Word

__all__ = ["Kept", "Lasting"]


@dataclass(slots=True)
class Kept:
    """What an ability that is set aside keeps of where it was said: the names, as they are bound
    in its own programs."""

    env: dict[str, Binding] = field(default_factory=dict)
    numbers: list[int] = field(default_factory=list)
    """The operands that the first registers of its programs hold."""
    sets: list[int] = field(default_factory=list)
    x: int | None = None
    """The register of X."""

    @property
    def anything(self) -> int:
        return int(bool(self.numbers or self.sets))


def _holds(ability: Ability) -> bool:
    """Can an Ongoing Emblem hold this ability (2.2.2.m)?"""
    head = ability.head
    if ability.gates or not isinstance(head, Apply | Word):
        return False
    if ability.kind == "reaction":
        return isinstance(head, Apply)
    if ability.kind == "passive":
        return head.name not in ("can", "begin")
    return ability.kind in ("modifier", "keyword") and head.name != "scout"


def _has_its_own_it(ability: Ability) -> bool:
    """Is `it` what an event of this ability is about?"""
    head = ability.head
    return ability.kind == "modifier" or (isinstance(head, Apply) and head.name == "when")


class Lasting(Stepping):
    """Effects that last and effects that wait."""

    def step_ongoing(self, node: Apply) -> None:
        duration = self.duration(node.keyword("this") or Word("turn"))
        for ability in _granted(node):
            if not _holds(ability):
                raise NotSupportedError("an ongoing effect of this kind")
            with self.moment():
                uses = self.number(node.keyword("uses") or Number(0))
                kept = self._keep(ability, not _has_its_own_it(ability))
                row = self.builder.lasting(ability, kept)
                self.asm.emit(OP.ONGOING, row, duration, uses, kept.anything)

    def step_later(self, node: Apply) -> None:
        after = node.keyword("after")
        if after not in (None, Word("rest")):
            raise NotSupportedError(f"later(.., after={after})")
        with self.moment():
            steps = Steps(node.args)
            kept = self._keep(steps, it=True)
            row = self.builder.waiting(steps, kept)
            self.asm.emit(
                OP.LATER, row, int(after is not None), int(bool(kept.numbers or kept.sets))
            )

    def _keep(self, node: Node, it: bool) -> Kept:
        """Note what is bound to the names that an ability speaks of, for the emblem made next."""
        kept = Kept()
        used = {part.name for part in walk(node) if isinstance(part, Word)}
        bound = dict(self.env)
        if not it:
            bound.pop("it", None)
        elif "it" in used and "it" not in bound:
            bound["it"] = self._it()
        for name in sorted(used & set(bound)):
            kept.env[name] = self._keep_binding(kept, bound[name])
        if "X" in used and self.x_register is not None:
            operand = self._keep_number(kept, register(self.x_register))
            kept.x = (operand or 0) - register(0)
        return kept

    def _it(self) -> Binding:
        """What `it` stands for in this effect."""
        if self.it_place:
            return Binding(mask=self.info(INFO.IT_PLACE), kind="expedition")
        found = Binding(0)
        if self.it_before:
            found.before = self.known(Word("it"))
        return found

    def _keep_binding(self, kept: Kept, bound: Binding) -> Binding:
        return Binding(
            objects=self._keep_set(kept, bound.objects),
            before=self._keep_set(kept, bound.before),
            mask=self._keep_number(kept, bound.mask),
            kind=bound.kind,
            number=self._keep_number(kept, bound.number),
            truth=self._keep_number(kept, bound.truth),
        )

    def _keep_number(self, kept: Kept, operand: int | None) -> int | None:
        if operand is None or not is_register(operand):
            return operand
        if operand not in kept.numbers:
            if len(kept.numbers) == KEPT_NUMBERS:
                raise NotSupportedError("an effect that lasts or waits speaks of too many numbers")
            self.asm.emit(OP.KEEP_NUMBER, len(kept.numbers), operand)
            kept.numbers.append(operand)
        return register(FIRST + kept.numbers.index(operand))

    def _keep_set(self, kept: Kept, objects: int | None) -> int | None:
        if objects is None:
            return None
        if objects not in kept.sets:
            if len(kept.sets) == KEPT_SETS:
                raise NotSupportedError("an effect that lasts or waits speaks of too many objects")
            self.asm.emit(OP.KEEP_SET, len(kept.sets), objects)
            kept.sets.append(objects)
        return FIRST + kept.sets.index(objects)


def _granted(node: Apply) -> Iterator[Ability]:
    for part in node.args:
        if not isinstance(part, Granted):
            raise NotSupportedError(f"ongoing {part}")
        yield from part.abilities
