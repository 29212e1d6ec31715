"""State shared by the compiler's functions: the program being written, bound names, and context.

A node is read through the scope: `scope.number(node)`, `scope.truth(node)`, `scope.players(node)`.
Values hold steps and steps hold values: so that no file imports one above it, each reading is
registered where it is written, with `@reads`, and found here.
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
    """Register how a node is read: as a number, a truth, players, objects, a step."""

    def register(function: _Reading) -> _Reading:
        assert what not in _READINGS, f"{what} is read in two ways"
        _READINGS[what] = function
        return function

    return register


@dataclass(frozen=True, slots=True)
class About:
    """What `it`, `n`, `me` and X mean in an ability, as the event that it is about says."""

    it_place: bool = False
    """`it` is the Expedition that moved, or failed to."""
    it_before: bool = False
    """`it` of a Reaction is about an object that left: queries read its last known state."""
    it_played: bool = False
    """`it` of a Reaction is the played card: its Base Cost is the one it was played at."""
    it_to_come: bool = False
    """`it` is the object about to be created, in the body of a modifier: it does not exist yet."""
    dice: bool = False
    """`n` is how many dice are rolled."""
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
    """It is to be left out: `~x`."""
    declares: bool = False
    """Its targets and modes may be declared before anything is paid."""
    declaring: bool = False
    """It is the declaration itself."""
    internal: int = 0
    """A flag of the questions of an internal action's declaration."""
    paired: int = 0
    """A flag of the question of a declaration that another one depends on."""
    allowing: Act | None = None
    """The action of a cost on the object it picks, which must be possible."""
    doing: Act | None = None
    """The action of a step on the object chosen for it, which must be possible as well."""
    all_paid: bool = False
    """Several cards are picked to be played, and their costs are to be paid (5.2.c)."""
    paying: bool = False
    """It is a cost."""
    commits: bool = True
    """False in a modifier or a cost: actions are staged, and happen with the step."""
    together: bool = False
    """It is part of one step together with its neighbours."""
    modifying: bool = False
    """It is the body of a modifier and becomes part of the modified step."""
    optional: Apply | None = None
    """The pick with which the step is declined."""
    changed: frozenset[str] = frozenset()
    """Properties changed by earlier steps, which decide the choices that depend on them."""
    among: tuple[frozenset[Node], ...] = ()
    """What conditions around this step find there, after steps that moved objects."""


class Scope:
    """Where the functions of the compiler are: in which program, with which names, meaning what."""

    def __init__(self, asm: Assembler, numbering: Numbering, rows: Rows) -> None:
        self.asm = asm
        self.numbering = numbering
        self.rows = rows
        self.now = Manner()
        self.about = About()
        self.names: dict[str, Binding] = {}
        self.reads = 0
        """What of a game is read, of a passive statement."""
        self.aimed: list[Aim] = []
        """Existing targets of the current step: no object is its target twice (6.5.b)."""
        self.declared: list[Declared] = []
        """The choices that the declaration holds, in their order."""
        self.slots = 0
        """How many of them there are, in modes too."""
        self.taxes = False
        """A target costs more: it is declared under every ruleset."""
        self.paid: dict[str, int] = {}
        """Sets of what costs that are named take, as it is before."""
        self.marker: int | None = None
        """The terrain of the Terrain Markers that were spent."""

    # how it is meant

    @contextmanager
    def inside(self, **manner: Any) -> Iterator[None]:
        """Inside it is meant so; after it, as it was before."""
        before = self.now
        self.now = replace(before, **manner)
        try:
            yield
        finally:
            self.now = before

    @contextmanager
    def apart(self, **names: Binding) -> Iterator[None]:
        """Bind these names inside the block; names bound in it do not outlive it."""
        before = self.names
        self.names = {**before, **names}
        try:
            yield
        finally:
            self.names = before

    @contextmanager
    def declaring_apart(self) -> Iterator[list[Declared]]:
        """The choices that are declared inside, in a list of their own."""
        before = self.declared
        inside: list[Declared] = []
        self.declared = inside
        try:
            yield inside
        finally:
            self.declared = before

    def means(self, **about: Any) -> None:
        """From here on words mean this."""
        self.about = replace(self.about, **about)

    def bind(self, name: str, binding: Binding) -> None:
        """From here on the name is bound to this."""
        self.names = {**self.names, name: binding}

    def notes(self, *what: str) -> None:
        """Note what of a game is read."""
        for one in what:
            self.reads |= READS[one]

    def commit(self) -> None:
        """Carry out the staged actions, unless they are part of a larger step."""
        if self.now.commits and not self.now.together:
            self.asm.emit(OP.COMMIT)
            self.aimed = []

    # how a node is read

    def number(self, node: Node) -> int:
        """An operand holding an amount."""
        return self._read("number", node)

    def truth(self, node: Node) -> int:
        """An operand that is not zero when a condition holds."""
        return self._read("truth", node)

    def players(self, node: Node) -> int:
        """A mask of players."""
        return self._read("players", node)

    def expeditions(self, node: Node) -> int:
        """A mask of Expeditions."""
        return self._read("expeditions", node)

    def regions(self, node: Node) -> int:
        """A mask of regions."""
        return self._read("regions", node)

    def place(self, node: Apply) -> int:
        """A mask of the Expeditions, players or regions that are asked for."""
        return self._read("place", node)

    def objects(self, node: Node) -> int:
        """A set with the objects a reference names, as they are known."""
        return self._read("objects", node)

    def known(self, node: Node) -> int:
        """A set with the objects a reference names, as they last were, to ask about them."""
        return self._read("known", node)

    def pick(self, node: Apply) -> int:
        """The set of objects that a selector picks."""
        return self._read("pick", node)

    def step(self, node: Node) -> Binding:
        """Where the result of a step is, once it is compiled."""
        binding: Binding = _READINGS["step"](self, node)
        return binding

    def _read(self, what: str, node: Node) -> int:
        operand: int = _READINGS[what](self, node)
        return operand
