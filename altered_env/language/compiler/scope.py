"""State shared by the compiler's functions: the program being written, bound names, and context.

A node is read through the scope: `scope.number(node)`, `scope.truth(node)`, `scope.players(node)`.
Values contain steps and steps contain values. To avoid circular imports, each reading is registered
where it is defined, with `@reads`, and found here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from altered_env.engine.opcodes import OP
from altered_env.language.compiler.ability_rows import Rows
from altered_env.language.compiler.bindings import Aim, Binding, Declared
from altered_env.language.compiler.numbering import Numbering
from altered_env.language.compiler.program import Assembler
from altered_env.language.compiler.words import READS
from altered_env.language.model import Apply, Node

Act = tuple[int, int, int, int]
"""The action of a step on an object: kind of event, cause, zone, and the status or counter
gained."""

_READINGS: dict[str, Callable[..., Any]] = {}
_Reading = TypeVar("_Reading", bound=Callable[..., Any])


def reads(what: str) -> Callable[[_Reading], _Reading]:
    """Register how a node is read: as a number, a truth value, players, objects, a step."""

    def register(function: _Reading) -> _Reading:
        assert what not in _READINGS, f"{what} is read in two ways"
        _READINGS[what] = function
        return function

    return register


@dataclass(frozen=True, slots=True)
class About:
    """The meaning of `it`, `n`, `me` and X in an ability, determined by its event."""

    it_place: bool = False
    """`it` is the Expedition that moved, or failed to move."""
    it_before: bool = False
    """`it` of a Reaction is about an object that left: queries read its last known state."""
    it_played: bool = False
    """`it` of a Reaction is the played card: its Base Cost is the one for which it was played."""
    it_to_come: bool = False
    """`it` is the object about to be created, in the body of a modifier: it does not exist yet."""
    dice: bool = False
    """`n` is the number of dice rolled."""
    playing_me: bool = False
    """A statement about playing me: my Expedition is the one declared."""
    spell: bool = False
    """The effect of a Spell, or its declaration, is being compiled."""
    x: int | None = None
    """The register of X, once a cost has chosen it."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How the surrounding construct affects the meaning of a node."""

    negated: bool = False
    """It is excluded: `~x`."""
    declares: bool = False
    """Its targets and modes may be declared before anything is paid."""
    declaring: bool = False
    """It is the declaration itself."""
    internal: int = 0
    """A flag for questions in the declaration of an internal action."""
    paired: int = 0
    """A flag for a question of a declaration on which another one depends."""
    allowing: Act | None = None
    """The action of a cost on the picked object, which must be possible."""
    doing: Act | None = None
    """The action of a step on the chosen object, which must be possible as well."""
    all_paid: bool = False
    """Several cards are picked to be played, with their costs paid (5.2.c)."""
    paying: bool = False
    """It is a cost."""
    commits: bool = True
    """False in a modifier or a cost: actions are staged, and happen with the step."""
    together: bool = False
    """It is part of one step together with its neighbours."""
    modifying: bool = False
    """It is the body of a modifier and becomes part of the modified step."""
    optional: Apply | None = None
    """The pick by which the step is declined."""
    changed: frozenset[str] = frozenset()
    """Properties changed by earlier steps, on which later choices may depend."""
    among: tuple[frozenset[Node], ...] = ()
    """Filters of surrounding conditions, evaluated after steps that moved objects."""


class Scope:
    """The state of the compiler: the current program, the bound names and their context."""

    def __init__(self, asm: Assembler, numbering: Numbering, rows: Rows) -> None:
        self.asm = asm
        self.numbering = numbering
        self.rows = rows
        self.now = Manner()
        self.about = About()
        self.names: dict[str, Binding] = {}
        self.reads = 0
        """Dependencies of a passive statement on the state of the game."""
        self.aimed: list[Aim] = []
        """Existing targets of the current step: no object is its target twice (6.5.b)."""
        self.declared: list[Declared] = []
        """The choices of the declaration, in order."""
        self.slots = 0
        """The number of these choices, including those in modes."""
        self.taxes = False
        """Whether a target costs more: then it is declared under every ruleset."""
        self.paid: dict[str, int] = {}
        """Sets of the objects taken by named costs, in their state before payment."""
        self.marker: int | None = None
        """The terrain of the spent Terrain Markers."""

    # context

    @contextmanager
    def inside(self, **manner: Any) -> Iterator[None]:
        """Change the context inside the block."""
        before = self.now
        self.now = replace(before, **manner)
        try:
            yield
        finally:
            self.now = before

    @contextmanager
    def apart(self, **names: Binding) -> Iterator[None]:
        """Bind these names inside the block; names bound in it are local."""
        before = self.names
        self.names = {**before, **names}
        try:
            yield
        finally:
            self.names = before

    @contextmanager
    def declaring_apart(self) -> Iterator[list[Declared]]:
        """Collect the choices that are declared inside in a separate list."""
        before = self.declared
        inside: list[Declared] = []
        self.declared = inside
        try:
            yield inside
        finally:
            self.declared = before

    def means(self, **about: Any) -> None:
        """Change the meaning of words from here on."""
        self.about = replace(self.about, **about)

    def bind(self, name: str, binding: Binding) -> None:
        """Bind the name from here on."""
        self.names = {**self.names, name: binding}

    def notes(self, *what: str) -> None:
        """Record dependencies on the state of the game."""
        for one in what:
            self.reads |= READS[one]

    def commit(self) -> None:
        """Execute the staged actions, unless they are part of a larger step."""
        if self.now.commits and not self.now.together:
            self.asm.emit(OP.COMMIT)
            self.aimed = []

    # readings of a node

    def number(self, node: Node) -> int:
        """Return an operand that holds an amount."""
        return self._read("number", node)

    def truth(self, node: Node) -> int:
        """Return an operand that is nonzero if a condition holds."""
        return self._read("truth", node)

    def players(self, node: Node) -> int:
        """Return a mask of players."""
        return self._read("players", node)

    def expeditions(self, node: Node) -> int:
        """Return a mask of Expeditions."""
        return self._read("expeditions", node)

    def regions(self, node: Node) -> int:
        """Return a mask of regions."""
        return self._read("regions", node)

    def place(self, node: Apply) -> int:
        """Return a mask of the chosen Expeditions, players or regions."""
        return self._read("place", node)

    def objects(self, node: Node) -> int:
        """Return a set of the objects of a reference, in their current state."""
        return self._read("objects", node)

    def known(self, node: Node) -> int:
        """Return a set of the objects of a reference, in their last known state, for queries."""
        return self._read("known", node)

    def pick(self, node: Apply) -> int:
        """Return the set of objects that a selector picks."""
        return self._read("pick", node)

    def step(self, node: Node) -> Binding:
        """Compile a step and return where its result is."""
        binding: Binding = _READINGS["step"](self, node)
        return binding

    def _read(self, what: str, node: Node) -> int:
        operand: int = _READINGS[what](self, node)
        return operand
