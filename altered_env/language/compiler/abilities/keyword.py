"""Keywords that are separate lines."""

from __future__ import annotations

from altered_env.engine.opcodes import CMP, OP
from altered_env.engine.terms import ABILITY, AS, EV, FN, TYPE, C, Z
from altered_env.language.compiler.abilities.effect import effect
from altered_env.language.compiler.abilities.having import have
from altered_env.language.compiler.abilities.reaction import listens
from altered_env.language.compiler.abilities.underway import Entry, ability, name_of
from altered_env.language.compiler.program import NotSupportedError, register
from altered_env.language.compiler.words import KEYWORD_BITS, SYMBOLS
from altered_env.language.model import Apply, Number, Steps, Word


@ability("keyword")
def keyword(entry: Entry) -> None:
    """Compile the abilities for which the keyword stands."""
    head = entry.ability.head
    name = name_of(head)
    if name == "scout" and isinstance(head, Apply) and isinstance(head.args[0], Number):
        row = entry.new_row(ABILITY.SCOUT)
        row["works"] = FN.HAND
        row["value"] = head.args[0].value
        _scout_return(entry)
        return
    if name == "temple" and isinstance(head, Apply) and isinstance(head.args[0], Number):
        _temple(entry, head.args[0].value)
        return
    if name == "tough" and isinstance(head, Apply):
        have(entry, Apply("have", (Word("me"), head)))
        return
    if name in KEYWORD_BITS:
        have(entry, Apply("have", (Word("me"), Word(name))))
        return
    raise NotSupportedError(f"the keyword {name}")


def _scout_return(entry: Entry) -> None:
    """Write the ability that a card played with Scout gains: "{H} Send me to Reserve" (7.4.5.c)."""
    scope = entry.scope
    row = entry.new_row(ABILITY.REACTION)
    row["works"] = FN.PLAY | FN.SELF
    row["self"] = 1
    row["symbol"] = SYMBOLS["H"]
    row["event"] = EV.PLAY
    row["from_zones"] = 1 << Z.HAND
    asm = scope.asm
    with asm.program() as row["condition"]:
        s = asm.me_set()
        r = asm.new_register()
        asm.emit(OP.ATTR, r, s, C.PLAYED_AS, 0)
        asm.emit(OP.CMP, 0, CMP.EQ, register(r), AS.SCOUT)
    effect(scope, row, Steps((Apply("put", (Word("me"), Word("reserve"))),)))


def _temple(entry: Entry, cost: int) -> None:
    """Write the alternative cost and the form in which the card is then played, with its ability:
    "At Noon: you may send me to Reserve"."""
    scope = entry.scope
    row = entry.new_row(ABILITY.TEMPLE)
    row["works"] = FN.HAND | FN.RESERVE
    row["value"] = cost
    row["property"] = TYPE.LANDMARK_PERMANENT
    row["floor"] = scope.numbering.subtype("construction")
    row = entry.new_row(ABILITY.REACTION)
    row["works"] = FN.PLAY
    listens(entry, Apply("at", (Word("noon"),)), row)
    asm = scope.asm
    with asm.program() as row["gate"]:
        s = asm.me_set()
        r = asm.temp_register()
        asm.emit(OP.ATTR, r, s, C.PLAYED_AS, 0)
        asm.emit(OP.CMP, 0, CMP.EQ, register(r), AS.TEMPLE)
    home = Apply("put", (Word("me"), Word("reserve")))
    effect(scope, row, Steps((Apply("may", (home,)),)))
