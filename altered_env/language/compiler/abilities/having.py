"""`have`: properties of objects, Expeditions, regions and players while the statement holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from altered_env.engine.opcodes import OP
from altered_env.engine.passives import NO_MAXIMUM
from altered_env.engine.terms import ABILITY, HAVE, KW
from altered_env.language.compiler.abilities.underway import Entry, statement
from altered_env.language.compiler.program import NotSupportedError
from altered_env.language.compiler.values.regions import terrains
from altered_env.language.compiler.values.sorts import is_expedition
from altered_env.language.compiler.words import COLUMNS, KEYWORD_BITS, READS, TERRAINS, TYPES
from altered_env.language.model import Apply, Arithmetic, Granted, Logic, Node, Number, Word, walk


@statement("have")
def have(entry: Entry, head: Apply) -> None:
    """Write a row for each property."""
    subject, *properties = head.args
    if head.keyword("where") is not None:
        _have_anywhere(entry, subject, properties)
        return
    for what in properties:
        _one_have(entry, subject, what)
    for key, value in head.keywords:
        _have_keyword(entry, subject, key, value)


def _one_have(entry: Entry, subject: Node, what: Node) -> None:
    scope = entry.scope
    if isinstance(what, Granted):
        for ability in what.abilities:
            row = entry.new_row(ABILITY.HAVE)
            row["property"], row["value"] = HAVE.ABILITY, scope.rows.set_aside(ability)
            row["writes"] = READS["abilities"]
            _subject_program(entry, subject, row, None)
        return
    if isinstance(what, Word) and what.name in ("behind", "in_contact"):
        _have_position(entry, subject, what.name)
        return
    row = entry.new_row(ABILITY.HAVE)
    if isinstance(subject, Apply) and subject.name in ("choose", "target", "random"):
        if what != Word("uncounted") or subject.name != "choose" or subject.keywords:
            raise NotSupportedError(f"have({subject}, {what})")
        row["property"], row["writes"] = HAVE.SPARE, READS["limits"]
        _subject_program(entry, Apply("all", subject.args), row, None)
        return
    if isinstance(what, Apply) and what.name == "tough":
        row["property"], row["writes"] = HAVE.TOUGH, READS["keywords"]
        _subject_program(entry, subject, row, what.args[0])
    elif isinstance(what, Apply) and what.name == "only":
        row["property"], row["value"] = HAVE.TERRAIN_ONLY, terrains(what.args[0])
        row["writes"] = READS["terrain"]
        _mask_program(entry, subject, row, scope.regions)
    elif isinstance(what, Word) and what.name in TERRAINS:
        row["property"], row["value"] = HAVE.TERRAIN_ALSO, TERRAINS[what.name]
        row["writes"] = READS["terrain"]
        _mask_program(entry, subject, row, scope.regions)
    elif isinstance(what, Word) and what.name in KEYWORD_BITS:
        row["property"], row["value"] = HAVE.KEYWORDS, KEYWORD_BITS[what.name]
        row["writes"] = READS["keywords"] | (READS["presence"] if what.name == "gigantic" else 0)
        _subject_program(entry, subject, row, None)
    elif isinstance(what, Word) and scope.numbering.is_subtype(what.name):
        row["property"], row["value"] = HAVE.SUBTYPES, scope.numbering.subtype(what.name)
        row["writes"] = READS["type"]
        _subject_program(entry, subject, row, None)
    elif isinstance(what, Word) and what.name in TYPES:
        row["property"], row["value"] = HAVE.TYPE, TYPES[what.name]
        row["writes"] = READS["type"]
        _subject_program(entry, subject, row, None)
    else:
        raise NotSupportedError(f"have {what}")


def _have_anywhere(entry: Entry, subject: Node, properties: list[Node]) -> None:
    """Write types of the card itself, which also apply outside play."""
    if subject != Word("me") or entry.ability.gates:
        raise NotSupportedError("where=anywhere but for `have(me, ..)` without condition")
    row = entry.new_row(ABILITY.BESIDES)
    for what in properties:
        if isinstance(what, Word) and what.name in TYPES:
            row["property"] |= TYPES[what.name]
        else:
            raise NotSupportedError(f"have({what}, where=anywhere)")


def _have_position(entry: Entry, subject: Node, name: str) -> None:
    """Write a position: Expeditions behind or In Contact; objects In Contact."""
    scope = entry.scope
    parts = subject.parts if isinstance(subject, Logic) else (subject,)
    for part in parts:
        row = entry.new_row(ABILITY.HAVE)
        if is_expedition(scope, part):
            row["property"] = HAVE.BEHIND if name == "behind" else HAVE.IN_CONTACT
            row["writes"] = READS["position"]
            _mask_program(entry, part, row, scope.expeditions)
        elif name == "in_contact":
            row["property"], row["value"] = HAVE.KEYWORDS, KW.IN_CONTACT
            row["writes"] = READS["keywords"]
            _subject_program(entry, part, row, None)
        else:
            raise NotSupportedError(f"have({part}, {name})")


def _have_keyword(entry: Entry, subject: Node, key: str, value: Node) -> None:
    scope = entry.scope
    row = entry.new_row(ABILITY.HAVE)
    if key in ("reserve_limit", "landmark_limit"):
        row["property"] = HAVE.RESERVE_LIMIT if key == "reserve_limit" else HAVE.LANDMARK_LIMIT
        row["writes"] = READS["limits"]
        asm = scope.asm
        with asm.program() as row["subject"]:
            asm.emit(OP.SET, 1, scope.players(subject))
            asm.emit(OP.SET, 0, scope.number(value))
        row["reads"] = _gate_reads(entry)
    elif key == "max":
        row["property"], row["writes"] = HAVE.MAXIMUM, READS["limits"]
        if value == Word("none"):
            value = Arithmetic("+", Word("n"), Number(NO_MAXIMUM))
        if not isinstance(value, Arithmetic) or value.left != Word("n"):
            raise NotSupportedError(f"have(.., max={value})")
        _subject_program(entry, subject, row, Arithmetic(value.op, Number(0), value.right))
    elif key in ("forest", "mountain", "water"):
        row["property"], row["value"] = HAVE.STATISTIC, COLUMNS[key]
        row["writes"] = READS["statistics"]
        if isinstance(value, Arithmetic) and value.left == Word("n") and value.op in ("+", "-"):
            row["property"] = HAVE.STATISTIC_MORE  # an increase
            value = Arithmetic(value.op, Number(0), value.right)
        if Word("n") in walk(value):
            raise NotSupportedError(f"have(.., {key}={value})")
        _subject_program(entry, subject, row, value)
    elif key == "stats" and value == Word("highest"):
        row["property"] = HAVE.HIGHEST
        row["writes"] = READS["statistics"]
        _subject_program(entry, subject, row, None)
    else:
        raise NotSupportedError(f"have(.., {key}=)")


def _subject_program(entry: Entry, subject: Node, row: Any, amount: Node | None) -> None:
    """Set 1: the subjects; register 0: the amount."""
    scope = entry.scope
    asm = scope.asm
    with asm.program() as row["subject"]:
        scope.reads = READS["abilities"]
        n = scope.number(amount) if amount is not None else 0
        s = scope.objects(subject)
        asm.emit(OP.COPY, 1, s)
        asm.emit(OP.SET, 0, n)
    row["reads"] = scope.reads | _gate_reads(entry)


def _mask_program(entry: Entry, subject: Node, row: Any, mask_of: Callable[[Node], int]) -> None:
    """Register 1: the regions or Expeditions concerned."""
    scope = entry.scope
    asm = scope.asm
    with asm.program() as row["subject"]:
        scope.reads = READS["abilities"]
        asm.emit(OP.SET, 1, mask_of(subject))
        asm.emit(OP.SET, 0, 0)
    row["reads"] = scope.reads | _gate_reads(entry)


def _gate_reads(entry: Entry) -> int:
    """Return the dependencies of the gates: everything, if there are any gates."""
    return 255 if entry.ability.gates else 0
