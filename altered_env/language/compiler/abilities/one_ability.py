"""An ability as rows of the book, usually one, and the gates that control when it works."""

from __future__ import annotations

from altered_env.engine.opcodes import ALU, HOW, OP
from altered_env.engine.terms import ABILITY, EV, FN, C
from altered_env.language.compiler.abilities.effect import effect
from altered_env.language.compiler.abilities.underway import KINDS, Entry, name_of
from altered_env.language.compiler.program import NotSupportedError, register
from altered_env.language.model import Apply, Attribute, Node, Steps, Word


def about_playing_me(node: Node | None) -> bool:
    """Return whether this statement is about playing the card that bears it (1.2.4.d)."""
    if not isinstance(node, Apply):
        return False
    return any(
        isinstance(part, Apply) and part.name == "plays" and Word("me") in part.args
        for part in node.args
    )


def compile_ability(entry: Entry) -> None:
    """Write the rows of an ability, with their programs."""
    scope, ability = entry.scope, entry.ability
    gates = [gate for gate in ability.gates if gate != Word("I")]
    entry.works = _where(entry)
    scope.means(playing_me=about_playing_me(ability.head))
    plain = [one for one in gates if name_of(one) != "since"]
    for one in gates:
        if one not in plain:
            _since(entry, one, _gate_program(entry, plain))
    gate = _gate_program(entry, gates)
    KINDS[ability.kind](entry)
    for row in entry.rows:
        if gate >= 0 and row["gate"] < 0 and row["kind"] != ABILITY.SINCE:
            row["gate"] = gate


def _gate_program(entry: Entry, gates: list[Node]) -> int:
    """Compile the program that tests whether the ability works now."""
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


def _since(entry: Entry, gate: Node, others: int) -> None:
    """Write the condition from which abilities of the card work: a separate row, which the engine
    checks after each event."""
    scope = entry.scope
    if not isinstance(gate, Apply) or entry.granted:
        raise NotSupportedError("since(..) of an ability that is granted")
    row = entry.new_row(ABILITY.SINCE)
    row["gate"] = others
    row["value"] = entry.latches[gate] = 1 << entry.index
    asm = scope.asm
    with asm.program() as row["condition"]:
        asm.emit(OP.SET, 0, scope.truth(gate.args[0]))


def _where(entry: Entry) -> int:
    """Return where an ability works, by its own words or its kind."""
    ability = entry.ability
    works = entry.works
    if Word("I") in ability.gates or Word("D") in ability.costs:
        works = FN.RESERVE
    if Word("completed") in ability.gates:
        works = FN.PLAY  # that of a Feat, among the Landmarks
    if ability.kind == "passive" and about_playing_me(ability.head):
        works = FN.HAND | FN.RESERVE
    if ability.kind == "keyword" and name_of(ability.head) == "scout":
        works = FN.HAND
    if ability.kind == "keyword" and name_of(ability.head) == "temple":
        works = FN.HAND | FN.RESERVE
    return works


def compile_waiting(entry: Entry, steps: Steps) -> None:
    """Write the row of steps that wait as a Reaction, created only by the steps that left them."""
    row = entry.new_row(ABILITY.REACTION)
    row["event"] = EV.NONE
    effect(entry.scope, row, steps)
