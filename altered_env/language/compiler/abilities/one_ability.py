"""An ability as rows of the book: usually one."""

from __future__ import annotations

from altered_env.engine.terms import ABILITY, EV, FN
from altered_env.language.compiler.abilities.effect import effect
from altered_env.language.compiler.abilities.gates import gate_program, since
from altered_env.language.compiler.abilities.underway import KINDS, Entry, name_of
from altered_env.language.model import Apply, Node, Steps, Word


def about_playing_me(node: Node | None) -> bool:
    """Is this statement about playing the card that bears it (1.2.4.d)?"""
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
            since(entry, one, gate_program(entry, plain))
    gate = gate_program(entry, gates)
    KINDS[ability.kind](entry)
    for row in entry.rows:
        if gate >= 0 and row["gate"] < 0 and row["kind"] != ABILITY.SINCE:
            row["gate"] = gate


def _where(entry: Entry) -> int:
    """Where an ability works, if it says so, or is of a kind that does."""
    ability = entry.ability
    works = entry.works
    if Word("I") in ability.gates or Word("D") in ability.costs:
        works = FN.RESERVE
    if Word("completed") in ability.gates:
        works = FN.PLAY  # a Feat's, among the Landmarks
    if ability.kind == "passive" and about_playing_me(ability.head):
        works = FN.HAND | FN.RESERVE
    if ability.kind == "keyword" and name_of(ability.head) == "scout":
        works = FN.HAND
    if ability.kind == "keyword" and name_of(ability.head) == "temple":
        works = FN.HAND | FN.RESERVE
    return works


def compile_waiting(entry: Entry, steps: Steps) -> None:
    """Write the row of steps that wait as a Reaction: nothing makes it but what left them."""
    row = entry.new_row(ABILITY.REACTION)
    row["event"] = EV.NONE
    effect(entry.scope, row, steps)
