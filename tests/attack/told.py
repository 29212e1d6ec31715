"""Information of players under exchanged hidden cards: games continue from some decision, unchanged
and with hidden cards exchanged, by the same public moves.

    python -m tests.attack.told --decisions 20000

Everything that the player is sent must be the same, byte for byte: the log, boards and options, the
table for language models, `altered play`, messages of the pages (to the player and to spectators)
and of the protocol with events and worlds, and the replay as that player saw it.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np

from altered_env import Game, decks
from altered_env.agents.hosting import Host
from altered_env.agents.seated import PERSON
from altered_env.cli import play
from altered_env.cli.screen import drawn, style_here
from altered_env.engine.terms import CODE, DECIDE, ERROR, C, Z
from altered_env.envs import text_table
from altered_env.game import position
from altered_env.game.engine_api import advance_once
from altered_env.game.kernels import kernel_of
from altered_env.game.narration import Narration
from altered_env.game.plain_code import plain
from altered_env.game.playback import answer_only
from altered_env.game.states import duplicate
from altered_env.game.visibility import hidden_from
from altered_env.protocol import messages as told
from altered_env.protocol.events import events_between
from altered_env.protocol.other_worlds import OtherWorlds
from altered_env.protocol.text_seat import describe
from altered_env.web.messages import board_of
from altered_env.web.replay_pages import EVERY, Shown
from altered_env.web.sessions import GALLERY, Session
from tests.game.hiding import lay, moving_deck

__all__ = ["FACES", "KINDS", "Table", "main", "run"]

KINDS = {
    "standard, open": ("standard", 2, False),
    "standard, closed": ("standard", 2, True),
    "first game": ("first_game", 2, False),
    "draft": ("booster_draft", 2, False),
    "two against two": ("two_against_two", 4, False),
    "free for all": ("free_for_all", 4, False),
    "free for all, closed": ("free_for_all", 4, True),
}
"""By name: the format, the number of players, and whether deck lists are closed."""
LONGEST = 60
"""The maximum number of decisions in a pair."""
STARTERS = ("axiom", "bravos", "lyra", "muna", "ordis", "yzmir")
STYLE = style_here(True)


@contextlib.contextmanager
def _views_kept() -> Iterator[None]:
    """Each view is made once: a view follows from the state and the viewer alone, and every face
    looks at the same states."""
    look, kept = position.look, dict[Any, Any]()

    def looked(state: Any, player: int | None = None) -> Any:
        key = player, state.state()
        if key not in kept:
            kept[key] = look(state, player)
        return kept[key]

    position.look = looked
    try:
        yield
    finally:
        position.look = look


@dataclass(slots=True)
class Pair:
    """A game from some decision on, and another that differs only in cards hidden from a player."""

    player: int
    closed: bool
    games: tuple[Game, Game]
    actions: tuple[list[int], list[int]]
    exchanged: int
    """The number of exchanged cards."""
    problems: list[str]
    """The differences found while both were played."""
    ended: str
    """Why the pair ended."""
    alone: int
    """The number of times that only one game asked another player something."""


# the games


def _start(kind: str, chance: random.Random) -> Game:
    form, players, closed = KINDS[kind]
    seed = chance.getrandbits(40)
    rules = chance.choice(("2024.09", "5.0"))
    dealt: list[Any]
    if form == "booster_draft":
        dealt = ["CORE", "CORE"]
    elif form == "first_game" or chance.random() < 0.4:
        dealt = [chance.choice(STARTERS) for _ in range(players)]
    else:
        dealt = [moving_deck(chance) for _ in range(players)]
    if form == "first_game":
        dealt = [decks.first_game(name) for name in dealt]
    book: Any = "pool" if closed else None
    return Game.start(*dealt, seed=seed, rules=rules, format=form, book=book)


def _choose(game: Game, chance: random.Random) -> int:
    """Return a random action, which rarely passes a turn."""
    actions = game.legal_actions()
    others = [action for action in actions if action != game.code(CODE.PASS)]
    return chance.choice(others if others and chance.random() < 0.85 else actions)


def pairs(kind: str, chance: random.Random) -> Iterator[Pair]:
    """Yield pairs of one kind, endlessly."""
    while True:
        game = _start(kind, chance)
        while not game.over:
            before = game.clone()
            player = chance.randrange(game.players)
            actions: list[int] = []
            for _ in range(LONGEST):
                if game.over:
                    break
                actions.append(_choose(game, chance))
                game.act(actions[-1])
            while before.decider != player and before.decision != "first_mana" and actions:
                before.act(actions.pop(0))
            if actions:
                yield pair(before, actions, player, KINDS[kind][2], chance)


def _never_seen(game: Game, actions: Sequence[int], player: int) -> set[int]:
    """Return the slots of cards that a player does not know now, and will not learn."""
    slots = np.array(hidden_from(game.record, player))
    at, stamps, there = slots.copy(), game.record["timestamp"][slots].copy(), slots >= 0
    now = game.clone()
    for action in actions:
        games = duplicate(now.games)
        record = games[0]
        answer_only(record, action)
        while record["decision"] == DECIDE.NONE and not record["over"] and not record["error"]:
            advance_once(games, 0, now.book.record)
            for _ in range(4):  # a card may move more than once in a step
                gone = there & (record["obj"][at, C.LIFE] == 2)
                gone &= record["timestamp"][at] == stamps
                at = np.where(gone, record["obj"][at, C.NEXT], at)
                stamps = np.where(gone, record["timestamp"][at], stamps)
            rows = record["obj"][at]
            there &= (rows[:, C.LIFE] == 1) & (record["timestamp"][at] == stamps) & (at >= 0)
            zone = rows[:, C.ZONE]
            hidden = (zone == Z.DECK) | (zone == Z.HAND) | (zone == Z.MANA)
            own = (zone != Z.DECK) & (rows[:, C.SIDE] == player)
            there &= hidden & ~own & ((rows[:, C.KNOWN] >> player) & 1 == 0)
        assert record["error"] == ERROR.NONE
        now.act(action)
    return set(slots[there].tolist())


def _exchanged(
    game: Game, slots: set[int], player: int, closed: bool, chance: random.Random
) -> Game:
    """The game with these cards exchanged, those of each owner among themselves; with closed lists
    those of others may become any of their type and Hand Cost."""
    other = game.clone()
    obj, cards = other.record["obj"], other.book.cards
    faces: dict[int, int] = {}
    for owner in range(other.players):
        mine = sorted(slot for slot in slots if obj[slot, C.OWNER] == owner)
        found = [int(obj[slot, C.CARD]) for slot in mine]
        chance.shuffle(found)
        faces.update(zip(mine, found, strict=True))
    if closed:
        alike: dict[tuple[str, int | None], list[int]] = {}
        for number, card in enumerate(cards):
            if not card.token:
                alike.setdefault((card.type, card.hand_cost), []).append(number)
        for slot, number in faces.items():
            if obj[slot, C.OWNER] != player:
                faces[slot] = chance.choice(alike[cards[number].type, cards[number].hand_cost])
    lay(obj, faces)
    settle = plain(kernel_of(other.games).module("engine.objects").settle)
    for slot in faces:
        settle(other.record, other.book.record[0], slot)
    return other


def pair(game: Game, actions: list[int], player: int, closed: bool, chance: random.Random) -> Pair:
    """Exchange what the player never sees, and follow both games by the same public moves."""
    other = _exchanged(game, _never_seen(game, actions, player), player, closed, chance)
    changed = game.record["obj"][:, C.CARD] != other.record["obj"][:, C.CARD]
    here, there = game.clone(), other.clone()
    taken: list[int] = []
    problems: list[str] = []
    i, cut, ended = 0, (0, 0), "at the end"
    alone = 0
    while i < len(actions):
        what = _step(here, there, actions[i], player)
        if what == "both" and here.decider != player and not alone:
            problems += _world_differs(here, there, player, closed)
        if what in ("both", "here"):
            here.act(actions[i])
            i += 1
        if what != "here" and what is not None:
            action = actions[i - 1] if what == "both" else _least(there)
            there.act(action)
            taken.append(action)
        alone += what in ("here", "there")
        if what is None:
            ended = "the moves need the cards"
            break
        if (here.over and there.over) or here.decider == there.decider == player:
            if here.view(player) != there.view(player):
                ended = "the board is another"
                break
            cut = i, len(taken)
    return Pair(
        player,
        closed,
        (game, other),
        (actions[: cut[0]], taken[: cut[1]]),
        int(changed.sum()),
        problems,
        ended,
        alone,
    )


def _step(here: Game, there: Game, action: int, player: int) -> str | None:
    """Who goes on: both by the same action; one alone, whose decider is asked something that the
    other game does not ask; None where the moves do not fit."""
    mine, theirs = (here.decider, here.decision), (there.decider, there.decision)
    if mine == theirs and action in there.legal_actions():
        return "both"
    if here.decider not in (None, player) and (action == _passing(here) or here.record["depth"]):
        if mine != theirs:
            return "here"
    if there.decider not in (None, player) and mine != theirs and _least(there) >= 0:
        return "there"
    return None


def _passing(game: Game) -> int:
    return game.code(CODE.PASS) if game.decision == "turn" else -1


def _least(game: Game) -> int:
    """Return the answer that passes, or declines."""
    offered = game.legal_actions()
    ways = (game.code(code) for code in (CODE.PASS, CODE.DONE, CODE.NO))
    return next((action for action in ways if action in offered), -1)


def _world_differs(here: Game, there: Game, player: int, closed: bool) -> Iterator[str]:
    """Return this player's seat at another player's decision."""
    seats = [game.seat(player, closed=closed) for game in (here, there)]
    if seats[0].records()[0].tobytes() != seats[1].records()[0].tobytes():
        yield f"other's decision: {here.decision}: records"
    worlds = [seat.world(1) for seat in seats]
    if worlds[0].options() != worlds[1].options():
        yield f"other's decision: {here.decision}: options"


# messages to a player


def _moments(game: Game, actions: Sequence[int], player: int) -> Iterator[tuple[int | None, Game]]:
    """Yield each action before it is taken; None at each decision of the player, and at the end."""
    now = game.clone()
    for action in actions:
        if now.decider == player:
            yield None, now
        yield action, now
        now.act(action)
    yield None, now


def _log(pair: Pair, game: Game, actions: Sequence[int]) -> Iterator[str]:
    telling, now = Narration(game.view(pair.player)), game.clone()
    lines = telling.begin()
    for action in actions:
        lines += telling.acts(now, action)
        now.act(action)
        lines += telling.goes_on(now.view(pair.player))
    return map(str, lines)


def _boards(pair: Pair, game: Game, actions: Sequence[int]) -> Iterator[str]:
    for action, now in _moments(game, actions, pair.player):
        if action is None:
            view = now.view(pair.player)
            yield drawn(now, view, STYLE)
            yield describe(now.seat(pair.player, closed=pair.closed))
            yield str(now.seat(pair.player, closed=pair.closed).options)


def _web(pair: Pair, game: Game, actions: Sequence[int]) -> Iterator[str]:
    seats = [PERSON if who == pair.player else "random" for who in range(game.players)]
    session = Session(game.clone(), seats, 0)
    known: set[str] = set()
    line = scene = 0
    for action in (*actions, None):
        if action is None or session.game.decider == pair.player:
            message = session.message(pair.player, known, line, scene)
            line, scene = message["lines"], message["shown"]
            yield json.dumps(message)
        if action is not None:
            session.act(action)


def _gallery(pair: Pair, game: Game, actions: Sequence[int]) -> Iterator[str]:
    session = Session(game.clone(), [PERSON] * game.players, 0)
    session.open_gallery()
    known: set[str] = set()
    line = scene = 0
    for action in (*actions, None):
        if action is None or session.game.decider == pair.player:
            message = session.message(GALLERY, known, line, scene)
            line, scene = message["lines"], message["shown"]
            yield json.dumps(message)
        if action is not None:
            session.act(action)


class _Ear:
    """A bot that records the protocol's messages."""

    def __init__(self) -> None:
        self.view: Any = None
        self.events: list[Any] = []

    def watch(self, view: Any) -> None:
        if self.view is not None:
            self.events += events_between(self.view, view)
        self.view = view


def _protocol(pair: Pair, game: Game, actions: Sequence[int]) -> Iterator[str]:
    ear, number = _Ear(), 0
    with Host(game.clone(), {pair.player: ear}) as host:  # type: ignore[dict-item]
        seat = host.game.seat(pair.player, closed=pair.closed)
        yield told.line(told.begun(seat, None, None, not pair.closed)).decode()
        for action in (*actions, None):
            if host.game.decider == pair.player or action is None:
                seat = host.game.seat(pair.player, closed=pair.closed)
                events, ear.events = ear.events, []
                number += 1
                if seat.deciding:
                    yield told.line(told.decide(seat, number, told.WANTS, None, events)).decode()
                    if number % 4 == 1:
                        asked = {"type": "world", "seed": number, "wants": ["words"]}
                        yield told.line(OtherWorlds(seat).answer(asked)).decode()
                else:
                    yield json.dumps(events)
            if action is not None:
                host.act(action)


class _Script:
    """The other player of a table for language models."""

    def __init__(self, actions: Sequence[int], player: int, game: Game) -> None:
        self.rest: list[int] = []
        for action, now in _moments(game, actions, -1):
            if action is not None and now.decider != player:
                self.rest.append(action)

    def act(self, seat: Any) -> int:
        return self.rest.pop(0)


def _table(pair: Pair, game: Game, actions: Sequence[int]) -> Iterator[str]:
    if game.players != 2:
        return
    before, text_table.ME = text_table.ME, pair.player
    try:
        table = text_table.TextTable()
        script = _Script(actions, pair.player, game)
        table.sit(Host(game.clone(), {1 - pair.player: script}))  # type: ignore[dict-item]
        yield table._play_on() + table.look()
        for action, now in _moments(game, actions, -1):
            if action is not None and now.decider == pair.player:
                yield table.act(str(action))
        table.close()
    finally:
        text_table.ME = before


def _play(pair: Pair, game: Game, actions: Sequence[int]) -> Iterator[str]:
    before, play.ME = play.ME, pair.player
    try:
        with Host(game.clone(), {}) as host:
            table = play._Table(host, ["person"] * game.players, STYLE)
            for action in (*actions, None):
                if action is None or host.game.decider == pair.player:
                    with contextlib.redirect_stdout(io.StringIO()) as shown:
                        table.show()
                    yield shown.getvalue()
                if action is not None:
                    table.act(action)
    finally:
        play.ME = before


def _replay(pair: Pair, game: Game, actions: Sequence[int]) -> Iterator[str]:
    shown: Any = object.__new__(Shown)
    shown.record, shown.kept = SimpleNamespace(actions=tuple(actions)), []
    seat = "ABCD"[pair.player]
    now = game.clone()
    for number, action in enumerate((*actions, None)):
        if number % EVERY == 0:
            shown.kept.append(now.clone())
        yield from shown.came(number, seat)
        if action is None or now.decider == pair.player:
            yield json.dumps(board_of(now.view(seat)))
        if action is not None:
            now.act(action)


FACES: dict[str, Callable[[Pair, Game, Sequence[int]], Iterator[str]]] = {
    "log": _log,
    "boards": _boards,
    "pages": _web,
    "spectators": _gallery,
    "protocol": _protocol,
    "llm": _table,
    "play": _play,
    "replay": _replay,
}
"""By name: everything sent to the player of a pair through one interface, in one of its games."""


# the table


@dataclass(slots=True)
class Table:
    """The result."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)
    examples: list[str] = field(default_factory=list)

    @property
    def differences(self) -> int:
        return sum(n for row in self.counts.values() for what, n in row.items() if what in SHOWN)

    def __str__(self) -> str:
        columns = ("decisions", "pairs", "cards", "asked alone", *SHOWN, *ENDS)
        rows = [("", *columns)]
        total: Counter[str] = Counter()
        for kind, row in self.counts.items():
            total += row
            rows.append((kind, *(f"{row[what]:,}" for what in columns)))
        rows.append(("all", *(f"{total[what]:,}" for what in columns)))
        widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
        return "\n".join(
            "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
            for row in rows
        )


OTHERS = "other's decision"
SHOWN = (*FACES, OTHERS)
ENDS = ("the moves need the cards", "the board is another")


def run(
    decisions: int,
    seed: int = 1,
    kinds: Sequence[str] = tuple(KINDS),
    faces: Sequence[str] = tuple(FACES),
    until: float = float("inf"),
) -> Table:
    """Play this many decisions, balanced over kinds; `until` is a time of the monotonic clock."""
    table = Table()
    for k, kind in enumerate(kinds):
        row = table.counts[kind] = Counter()
        chance = random.Random(f"{seed} {kind}")
        share = until - (until - time.monotonic()) * (len(kinds) - k - 1) / (len(kinds) - k)
        for number, found in enumerate(pairs(kind, chance)):
            _compare(found, row, table, faces, f"{kind}, pair {number}")
            if row["decisions"] * len(kinds) >= decisions or time.monotonic() > share:
                break
    return table


def _compare(
    found: Pair, row: Counter[str], table: Table, faces: Sequence[str], where: str
) -> None:
    row["decisions"] += len(found.actions[0])
    row["pairs"] += 1
    row["cards"] += found.exchanged
    row["asked alone"] += found.alone
    row[found.ended] += 1
    row[OTHERS] += len(found.problems)
    table.examples += [f"{where}: {problem}" for problem in found.problems]
    everything: dict[str, list[list[str]]] = {name: [] for name in faces}
    for game, actions in zip(found.games, found.actions, strict=True):
        with _views_kept():
            for name in faces:
                everything[name].append(list(FACES[name](found, game, actions)))
    for name in faces:
        sent = everything[name]
        if sent[0] != sent[1]:
            row[name] += 1
            told = [f"{one!r}\n   {two!r}" for one, two in zip(*sent, strict=False) if one != two]
            told.append(f"{len(sent[0])} and {len(sent[1])} messages")
            table.examples.append(f"{where}: {name}:\n   {told[0]}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table. Return 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tests.attack.told")
    parser.add_argument("--decisions", type=int, default=20_000, metavar="N", help="(20,000)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another, other games (1)")
    parser.add_argument("--kinds", nargs="+", default=tuple(KINDS), choices=tuple(KINDS))
    parser.add_argument("--faces", nargs="+", default=tuple(FACES), choices=tuple(FACES))
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after so many")
    options = parser.parse_args(arguments)
    until = time.monotonic() + 60 * options.minutes
    table = run(options.decisions, options.seed, options.kinds, options.faces, until)
    print(table)
    for example in table.examples[:10]:
        print(example)
    return int(table.differences > 0)


if __name__ == "__main__":
    raise SystemExit(main())
