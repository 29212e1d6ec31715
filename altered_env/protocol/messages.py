"""Messages to a bot, all built from a seat, hence from its player's visible information.

>>> from altered_env import Game
>>> said = decide(Game.start("axiom", "bravos", seed=1).seat(), 1, ("words",))
>>> said["type"], said["decision"], len(said["actions"])
('decide', 'first_mana', 6)
>>> line(hello())[:28]
b'{"type":"hello","protocol":1'
"""

from __future__ import annotations

import base64
import functools
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.engine.terms import C
from altered_env.game.kernels import kernel_for, kernel_of
from altered_env.game.options import Option
from altered_env.game.position import Position
from altered_env.game.seat import Seat
from altered_env.game.states import State
from altered_env.language.words import SEATS, ruleset_of

PROTOCOL = 1
"""The version of the protocol. Within a version, messages may gain fields."""
WANTS = ("words", "numbers", "events")
"""Optional contents of messages: view and labels, the observation, the events since the last
decision."""
WORDS = ("words", "events")
"""The default contents."""

Message = dict[str, Any]


def line(message: Message) -> bytes:
    """A message as a line."""
    return json.dumps(message, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"


def plain(value: Any) -> Any:
    """A value of a view as JSON has it: sets in order, objects by their fields.

    >>> plain(frozenset({"water", "forest"}))
    ['forest', 'water']
    """
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    return value


def hello() -> Message:
    """The first message, with the version of the protocol."""
    return {"type": "hello", "protocol": PROTOCOL, "wants": list(WANTS)}


def begun(
    seat: Seat,
    format: str | None = None,
    clock: Mapping[str, float | None] | None = None,
    is_open: bool = True,
) -> Message:
    """The start of a game, or of a seat in one: players, rules and decks. The other decks are
    included if lists are open."""
    games, _ = seat.records()
    record = games[0]
    me = SEATS[seat.player]
    players = int(record["players"])
    lists = {SEATS[who]: _deck(record, seat, who) for who in range(players)}
    return {
        "type": "game",
        "seat": me,
        "players": players,
        "allies": seat.view.players[seat.player].allies,
        "rules": ruleset_of(int(record["rules"])),
        "format": format,
        "lists": "open" if is_open else "closed",
        "decks": lists if is_open else {me: lists[me]},
        "clock": dict(clock) if clock is not None else None,
    }


def _deck(record: Any, seat: Seat, player: int) -> Message:
    """The cards that a player began with, as far as the seat knows them: a list, in no particular
    order."""
    hero, count = None, Counter[str]()
    for row in record["obj"].tolist():
        card = seat.book.cards[row[C.CARD]]
        # a gone object became another one, which is counted
        if row[C.LIFE] != 1 or row[C.OWNER] != player or card.token:
            continue
        if card.type == "hero":
            hero = card.reference
        else:
            count[card.reference] += 1
    cards = [{"cardReference": name, "quantity": n} for name, n in sorted(count.items())]
    return {"hero": hero, "cards": cards}


def decide(
    seat: Seat,
    number: int,
    wants: Iterable[str] = WORDS,
    time: Mapping[str, float | None] | None = None,
    events: Sequence[Message] = (),
) -> Message:
    """A decision of this seat: its options, and the requested contents."""
    wanted = tuple(wants)
    games, _ = seat.records()
    found: Message = {"type": "decide", "id": number, "decision": seat.decision}
    found |= _what_is_open(Position(games, seat.book), seat.player, wanted)
    if "words" in wanted:
        found["view"] = _view(Position(games, seat.book), seat.player)
    if "events" in wanted:
        found["events"] = list(events)
    found["time"] = dict(time) if time is not None else None
    return found


def world(position: Position, number: int, wants: Iterable[str] = ()) -> Message:
    """A determinization that a bot requested, or reached by trying an action, in full view: it is
    sampled from the bot's own information. Action numbers are those of the player to move in it."""
    wanted = tuple(wants)
    decider = position.decider
    found: Message = {
        "type": "world",
        "world": number,
        "decider": None if decider is None else SEATS[decider],
        "decision": position.decision,
        "day": position.day,
        "phase": position.phase,
        "over": position.over,
        "winners": "".join(SEATS[who] for who in position.winners),
    }
    if decider is None:
        found["actions"] = []
    else:
        found |= _what_is_open(position, decider, wanted)
    if "words" in wanted:
        found["view"] = _view(position, None)
    return found


def refused(problem: str) -> Message:
    """A request that cannot be fulfilled; nothing has changed, and the decision is still open."""
    return {"type": "refused", "problem": problem}


def error(problem: str) -> Message:
    """The bot's fault: the last message before the result."""
    return {"type": "error", "problem": problem}


def ended(seat: str, winners: str, how: str = "played", problem: str = "") -> Message:
    """The game is over. `how` is `played` or `forfeit`, and `problem` gives the reason of a
    forfeit."""
    you = "won" if seat in winners else "lost" if winners else "drawn"
    return {"type": "result", "you": you, "winners": winners, "how": how, "problem": problem}


def _view(position: Position, player: int | None) -> Message:
    """The view without its options, which the actions say."""
    view: Message = plain(position.view(player))
    del view["options"]
    return view


def _what_is_open(position: Position, player: int, wanted: tuple[str, ...]) -> Message:
    found: Message = {}
    if "words" in wanted:
        found["question"] = position.question
        found["actions"] = [_action(option) for option in position.options()]
    else:
        found["actions"] = [{"id": action} for action in position.legal_actions()]
    if "numbers" in wanted:
        row, rows = numbers(position, player)
        data = base64.b64encode(row.astype("<i2").tobytes()).decode()
        found["observation"] = {"dtype": "int16", "shape": [len(row)], "base64": data}
        for action in found["actions"]:
            action["row"] = rows[action["id"]]
    return found


def _action(option: Option) -> Message:
    found: Message = {"id": option.action, "kind": option.kind, "label": option.label}
    found["value"] = option.value
    found["object"] = None if option.object is None else option.object.slot
    found["source"] = option.source
    return found


@functools.cache
def _slots(players: int) -> Any:
    return kernel_for(players).layout.new_slots(1)


def numbers(state: State, player: int) -> tuple[NDArray[np.int16], dict[int, int]]:
    """The observation of a player, and which of its actions each action of the engine is."""
    kernel = kernel_of(state.games)
    slots = _slots(kernel.players)
    found = np.empty(kernel.rules.ACTIONS, dtype=np.int32)
    kernel.entries.show_desk(state.games, 0, state.book.record, slots, 0, player, 1)
    kernel.entries.engine_actions(state.games, 0, slots, 0, found)
    rows = {int(found[k]): k for k in np.flatnonzero(slots["mask"][0]).tolist()}
    return slots["observation"][0].copy(), rows
