"""A player's visible information as a value.

Pictures, logs and agents use a `View` and nothing else (`visibility.py` decides visibility). With
None instead of a player, everything is visible.

>>> from altered_env import Game
>>> view = Game.start("axiom", "bravos", seed=1).view("A")
>>> view.players[0].hand_count, len(view.players[0].hand), len(view.players[1].hand)
(6, 6, 0)
"""

from __future__ import annotations

from typing import Any

from altered_env.engine.terms import DECIDE, PHASE, STATUS, TYPE, C, Z
from altered_env.game.kernels import kernel_of
from altered_env.game.options import choices, question
from altered_env.game.states import State, members
from altered_env.game.visibility import knows, see_emblems, see_object, see_regions
from altered_env.language.words import DECISIONS, EXPEDITIONS, PHASES, SEATS, ruleset_of
from altered_env.render.svg import notebook
from altered_env.render.views import ExpeditionView, ObjectView, PlayerView, View, drawn_by

drawn_by(notebook)


def _statistic(objects: list[list[int]], expedition: int, terrain: int) -> int:
    """4.2.4.b, 2.4.4: the Characters present in the Expedition that are not Asleep."""
    return sum(
        obj[C.FOREST + terrain]
        for obj in objects
        if (obj[C.PRESENCE] >> expedition) & 1
        and obj[C.TYPE] & TYPE.CHARACTER
        and not obj[C.STATUS] & STATUS.ASLEEP
    )


def _team(record: Any, player: int) -> list[int]:
    """The players of the same team."""
    teams = record["team"][: int(record["players"])].tolist()
    return [who for who, team in enumerate(teams) if team == teams[player]]


def _see_player(state: State, who: int, player: int | None) -> PlayerView:
    record = state.record

    def zone(number: int) -> list[int]:
        return members(record["zone"][number, who])

    def seen(slots: list[int]) -> tuple[ObjectView, ...]:
        views = [see_object(state, slot, player) for slot in slots]
        return tuple(sorted(views, key=lambda view: view.timestamp))

    count = int(record["deck_size"][who])
    deck = record["deck"][who, :count].tolist()[::-1]
    known_deck = [slot for slot in deck if knows(record["obj"][slot].tolist(), player)]
    known_hand = [slot for slot in zone(Z.HAND) if knows(record["obj"][slot].tolist(), player)]
    orbs = zone(Z.MANA)
    status = record["obj"][:, C.STATUS]
    in_play = [record["obj"][slot].tolist() for slot in zone(Z.EXPEDITION)]
    facing = record["facing"].tolist()
    expeditions = []
    for way in range(2):
        e = 2 * who + way
        distance = int(record["progress"][e])
        region = kernel_of(state.games).region_at(e, distance)
        lying = [s for s in zone(Z.EXPEDITION) if int(record["obj"][s, C.EXPEDITION]) == e]
        expeditions.append(
            ExpeditionView(
                controller=SEATS[who],
                name=EXPEDITIONS[way],
                distance=distance,
                region=0 if record["arena"] else region,
                facing=f"{SEATS[facing[e] // 2]} {EXPEDITIONS[facing[e] % 2]}",
                ascended=bool((int(record["ascended"]) >> e) & 1),
                moved_today=bool((int(record["moved_today"]) >> e) & 1),
                forest=_statistic(in_play, e, 0),
                mountain=_statistic(in_play, e, 1),
                water=_statistic(in_play, e, 2),
                objects=seen(lying),
            )
        )
    hero = seen(zone(Z.HERO))
    return PlayerView(
        seat=SEATS[who],
        allies="".join(SEATS[ally] for ally in _team(record, who) if ally != who),
        hand_count=len(zone(Z.HAND)),
        hand=seen(known_hand),
        deck_count=count,
        deck=tuple(see_object(state, slot, player) for slot in known_deck),
        mana=seen(orbs),
        mana_ready=sum(not int(status[slot]) & STATUS.EXHAUSTED for slot in orbs),
        reserve=seen(zone(Z.RESERVE)),
        discard=seen(zone(Z.DISCARD)),
        hero=hero[0] if hero else None,
        expeditions=(expeditions[0], expeditions[1]),
        landmarks=seen(zone(Z.LANDMARK)),
        limbo=seen(zone(Z.LIMBO)),
        reserve_limit=int(record["reserve_limit"][who]),
        landmark_limit=int(record["landmark_limit"][who]),
        passed=bool((int(record["passed"]) >> who) & 1) and int(record["phase"]) == PHASE.AFTERNOON,
        set_aside=len(members(record["chosen"][who])),
    )


def look(state: State, player: int | None = None) -> View:
    """The information visible to `player`; with None, everything."""
    record = state.record
    decision = int(record["decision"])
    decider = int(record["decider"]) if decision != DECIDE.NONE else None
    mine = decider is not None and player in (None, decider)
    rules = ruleset_of(int(record["rules"]))
    turn_player = int(record["turn_player"])
    winner = int(record["winner"])
    return View(
        seat=None if player is None else SEATS[player],
        rules=rules,
        day=int(record["day"]),
        phase=PHASES[int(record["phase"])],
        first_player=SEATS[int(record["first_player"])],
        turn_player=SEATS[turn_player] if turn_player >= 0 else None,
        regions=see_regions(record, player is None),
        arena=bool(record["arena"]),
        players=tuple(_see_player(state, who, player) for who in range(int(record["players"]))),
        emblems=see_emblems(state),
        dice=tuple(record["dice"][: int(record["dice_count"])].tolist()),
        decider=None if decider is None else SEATS[decider],
        decision=DECISIONS[decision] if mine else None,
        options=tuple((o.action, o.label) for o in choices(state)) if mine else (),
        question=question(state) if mine else "",
        over=bool(record["over"]),
        winners="".join(SEATS[who] for who in _team(record, winner)) if winner >= 0 else "",
        winner=SEATS[winner] if winner >= 0 else None,
    )
