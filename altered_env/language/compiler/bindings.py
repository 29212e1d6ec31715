"""Bindings of names, contents of a declaration, and the scope of a deferred ability."""

from __future__ import annotations

from dataclasses import dataclass, field

from altered_env.language.model import Apply, Node


@dataclass(slots=True)
class Binding:
    """The value of a name: objects, a mask of places, an amount or a truth value."""

    objects: int | None = None
    before: int | None = None
    """For moved objects: the same objects before the move."""
    mask: int | None = None
    kind: str = ""
    number: int | None = None
    truth: int | None = None
    late: bool = False
    """Whether it comes from a step rather than from a choice that can be declared."""
    single: bool = False
    """Whether it is at most one target or choice."""
    hidden: bool = False
    """Whether these cards are hidden from some player: a query reveals them (3.1.3.f)."""


@dataclass(frozen=True, slots=True)
class Aim:
    """The choice of one "target" of a step: a set of objects, or a register with a mask of
    Expeditions, players or regions; and the minimum number."""

    kind: str
    where: int
    least: int = 1


@dataclass(slots=True)
class Declared:
    """A choice of the declaration: a target, or modes with choices of their own.

    With a `condition` that the declaration settles, `modes` are the choices if it is true, and
    those if it is false.
    """

    node: Apply
    slot: int
    where: int
    modes: list[list[Declared]] = field(default_factory=list)
    switch: int = 0
    condition: Node | None = None
    without: list[Aim] = field(default_factory=list)
    """Excluded objects: targets of the same step (6.5.b)."""
    names: dict[str, Binding] = field(default_factory=dict)


@dataclass(slots=True)
class Kept:
    """What a set-aside ability keeps of its context: the names, as bound in its own programs."""

    names: dict[str, Binding] = field(default_factory=dict)
    numbers: list[int] = field(default_factory=list)
    """The operands held by the first registers of its programs."""
    sets: list[int] = field(default_factory=list)
    x: int | None = None
    """The register of X."""

    @property
    def anything(self) -> int:
        return int(bool(self.numbers or self.sets))
