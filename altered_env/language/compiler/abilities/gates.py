"""When an ability works: its gates."""

from __future__ import annotations

from altered_env.engine.opcodes import ALU, HOW, OP
from altered_env.engine.terms import ABILITY, C
from altered_env.language.compiler.abilities.underway import Entry, name_of
from altered_env.language.compiler.program import NotSupportedError, register
from altered_env.language.model import Apply, Attribute, Node, Word


def gate_program(entry: Entry, gates: list[Node]) -> int:
    """The program that says whether the ability works now."""
    scope = entry.scope
    if not gates:
        return -1
    asm = scope.asm
    with asm.program() as at:
        for number, gate in enumerate(gates):
            with asm.moment():
                if gate == Word("completed"):
                    one = scope.truth(Attribute(Word("me"), "completed"))
                elif isinstance(gate, Apply) and gate.name == "while_":
                    one = scope.truth(gate.args[0])
                elif isinstance(gate, Apply) and gate.name == "since":
                    r = asm.temp_register()
                    asm.emit(OP.ATTR, r, asm.me_set(), C.LATCHED, HOW.ONE)
                    one = asm.alu(ALU.AND, register(r), entry.latches[gate])
                else:
                    raise NotSupportedError(f"the gate {name_of(gate)}")
                asm.require(one, first=number == 0)
    return at


def since(entry: Entry, gate: Node, others: int) -> None:
    """From when on abilities of the card work: a row of its own, which the engine looks at
    after each event."""
    scope = entry.scope
    if not isinstance(gate, Apply) or entry.granted:
        raise NotSupportedError("since(..) of an ability that is granted")
    row = entry.new_row(ABILITY.SINCE)
    row["gate"] = others
    row["value"] = entry.latches[gate] = 1 << entry.index
    asm = scope.asm
    with asm.program() as row["condition"]:
        asm.emit(OP.SET, 0, scope.truth(gate.args[0]))
