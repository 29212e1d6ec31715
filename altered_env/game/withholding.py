"""Removing from a player's determinizations what another player is choosing among, as far as it
depends on cards that the player does not know, and what another has chosen in secret.

Nothing is changed at the player's own decisions, nor at another player's turn, for which the engine
recomputes the options from the sampled cards.
"""

from __future__ import annotations

from typing import Any

from altered_env.engine.declaring import ASK
from altered_env.engine.faces import found_by_face
from altered_env.engine.layout import BITS, CODE_WIDTH, F
from altered_env.engine.opcodes import OP
from altered_env.engine.terms import DECIDE, Z
from altered_env.game.kernels import kernel_of
from altered_env.game.plain_code import plain
from altered_env.game.states import State, members
from altered_env.game.visibility import hidden_from

_found_by_face = plain(found_by_face)
_BY_PLACE = (DECIDE.FIRST_MANA, DECIDE.EXPAND)
"""Decisions about every card of a hand, of any kind."""
_HIDDEN = Z.HIDDEN_MASK | 1 << Z.MANA


def withhold(state: State, player: int) -> None:
    """Remove from a record what it reveals, beyond the player's information, about another player's
    open decision, unless that is a turn."""
    record = state.record
    if _is_secret(record, player) and int(record["decision"]) in _BY_PLACE:
        _hide_picks(state, player, set(hidden_from(record, player)))
    if offers_nothing(state, player):
        depth = int(record["depth"])
        record["frame"][:depth, F.REGISTER :] = 0
        record["set"][:depth] = 0
        record["targeted"][:depth] = 0
        record["minimum"] = record["maximum"] = 1
        _offer(record, [])


def offers_nothing(state: State, player: int) -> bool:
    """Do determinizations for this player have an open decision without options? They do if a
    current effect searches for cards by their faces in a zone that may be hidden. The answer
    follows from its program alone, so it is the same whatever was found."""
    record, book = state.record, state.book.record[0]
    return _is_secret(record, player) and any(
        _searches(record, book, f) for f in range(int(record["depth"]))
    )


def _is_secret(record: Any, player: int) -> bool:
    """Is the open decision another player's, and not a turn?"""
    kind = int(record["decision"])
    return kind not in (DECIDE.NONE, DECIDE.TURN) and int(record["decider"]) != player


def _hide_picks(state: State, player: int, hidden: set[int]) -> None:
    """Cards of a hand that others have chosen face down (4.1.h, 4.2.1.e): these may be any of the
    hand."""
    record = state.record
    objects = kernel_of(state.games).rules.OBJECTS
    for other in range(int(record["players"])):
        picks = members(record["chosen"][other])
        secret = [slot for slot in picks if slot in hidden]
        if other == player or not secret:
            continue
        hand = [slot for slot in members(record["zone"][Z.HAND, other]) if slot in hidden]
        known = [slot for slot in picks if slot not in hidden]
        instead = hand[: len(secret)]
        record["chosen"][other] = _row(record, [*known, *instead])
        if other == record["decider"]:
            offered = record["options"][: int(record["offered"])].tolist()
            rest = set(members(record["zone"][Z.HAND, other])).difference(known, instead)
            _offer(record, [*sorted(rest), *(action for action in offered if action >= objects)])


def _searches(record: Any, book: Any, f: int) -> bool:
    ability, pc = int(record["frame"][f, F.ABILITY]), int(record["frame"][f, F.PC])
    if ability < 0 or not _looks_into_hidden(book, ability):
        return False
    if 0 <= pc < len(book.code) and book.code[pc] == OP.ASK_OBJECTS:
        flags = int(book.code[pc + 5])
        if flags & (ASK.PAYABLE | ASK.PAIRED) or (flags >> 8) & 0xFF:
            return True
    return bool(_found_by_face(record, book, f))


def _looks_into_hidden(book: Any, ability: int) -> bool:
    """Does a program of this ability select cards from a Deck, a hand or the Mana zone?"""
    for start in (int(book.ability[ability].effect), int(book.ability[ability].declare)):
        pc = start
        while pc >= 0 and (op := int(book.code[pc])) != OP.END:
            if op == OP.TOP or (op == OP.ZONE and int(book.code[pc + 2]) & _HIDDEN):
                return True
            pc += CODE_WIDTH
    return False


def _row(record: Any, slots: list[int]) -> Any:
    """These objects as a set of the record."""
    row = record["free"] * 0
    for slot in slots:
        row[slot // BITS] |= 1 << slot % BITS
    return row


def _offer(record: Any, actions: list[int]) -> None:
    """Make exactly these actions legal."""
    record["mask"] = 0
    record["options"] = 0
    record["mask"][actions] = 1
    record["options"][: len(actions)] = actions
    record["offered"] = len(actions)
