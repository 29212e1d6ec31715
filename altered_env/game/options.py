"""The options of an open decision, each with a label that a player can read.

Labels are for the player to move and may use that player's information. Other players get the
public part of an action (`announcement`), never a label: a label that distinguishes two copies
reveals that there are two.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from altered_env._runtime.plurals import counted
from altered_env.engine.layout import F, M
from altered_env.engine.terms import CODE, DECIDE, FRAME, C, terms
from altered_env.game.copies import marks, marks_of_reaction
from altered_env.game.engine_api import (
    ability_of_answer,
    ability_offered,
    cost_to_play,
    quick_action,
    quick_actions_of,
)
from altered_env.game.kernels import kernel_of
from altered_env.game.lines import in_english, mode_lines
from altered_env.game.states import State
from altered_env.game.visibility import see_object
from altered_env.language.words import EXPEDITIONS, SEATS, TERRAINS, bits
from altered_env.render.views import ObjectView


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to the open decision."""

    action: int
    kind: str
    """`object`, `turn` (an object to play or use), `pass`, `done`, `yes`, `no`, `expedition`,
    `player`, `region`, `terrain`, `mode`, `use`, `number`, `die`, `reaction`, `modifier`,
    `ability` (one to activate), `counter` (a kind)."""
    label: str
    value: int = 0
    """The Expedition, player, region, terrain, mode, number or emblem; for a turn, the uses of the
    object: bit 0 to play it, then its quick actions."""
    object: ObjectView | None = None
    source: str | None = None
    """The name of the source of a Reaction, modifier or ability."""
    copies: tuple[ObjectView, ...] = ()
    """Among `choices`: identical objects that this entry stands for, its own first."""
    alike: tuple[int, ...] = ()
    """Among `choices`: the actions of identical Reactions that this entry stands for, its own
    first."""

    def stands_for(self, action: int) -> bool:
        """Is this its action, or that of one of its copies?"""
        copies = {copy.slot for copy in self.copies}
        return action == self.action or action in copies or action in self.alike


ANY_NUMBER = 40
"""From here on a maximum is none: it is that of the record, not of a rule."""
_PLAIN = {CODE.PASS: "pass", CODE.DONE: "done", CODE.YES: "yes", CODE.NO: "no"}

_QUESTIONS = {int(term): term.asks or term.word for term in terms(DECIDE)}


def offered(record: Any) -> list[int]:
    """The actions in the mask, in order."""
    return [int(a) for a in np.flatnonzero(record["mask"])]


def options(state: State) -> tuple[Option, ...]:
    """The options of the open decision; empty if there is none. No two have the same label."""
    return _distinct(_found(state))


def choices(state: State) -> tuple[Option, ...]:
    """The options as shown to a person: identical copies, and identical Reactions, are one entry,
    with one label.

    Its action is that of the copy that most other players know. Taking another would reveal to them
    that there are two.
    """
    entries: dict[object, list[Option]] = {}
    for option in _found(state):
        seen = option.object
        alike: object = option.action
        if seen is not None and seen.name is not None:
            alike = (option.kind, option.label, option.value, marks(state, seen))
        elif option.kind == "reaction":
            alike = (option.kind, option.label, marks_of_reaction(state, option.value))
        entries.setdefault(alike, []).append(option)
    return _distinct([_entry(state, copies) for copies in entries.values()])


def _entry(state: State, copies: list[Option]) -> Option:
    if len(copies) == 1:
        return copies[0]
    known = state.record["obj"][:, C.KNOWN]
    if copies[0].kind == "reaction":
        return replace(copies[0], alike=tuple(one.action for one in copies))
    first, *others = sorted(copies, key=lambda one: -int(known[one.action]).bit_count())
    objects = tuple(one.object for one in (first, *others) if one.object is not None)
    return replace(first, copies=objects)


def announcement(state: State, action: int) -> str:
    """The public part of an action that is about to be taken, announced to all players. Empty for a
    choice within a play or an effect.

    It names the card played or used and how, and nothing that depends on other cards of the hand.
    If there are several ways to play it, it is announced once one has been chosen.
    """
    record = state.record
    kind, layout = int(record["decision"]), kernel_of(state.games).rules
    scratch, player = state.clone(), int(record["decider"])
    if kind == DECIDE.USE and action >= layout.OBJECTS:
        x, way = int(record["subject"]), action - layout.OBJECTS - CODE.MODE
        return _way(scratch, player, see_object(scratch, x, player), way)
    if kind != DECIDE.TURN:
        return ""
    if action >= layout.OBJECTS:
        return "pass"
    can = quick_actions_of(state.games, 0, scratch.book.record, player, action)
    if can.bit_count() != 1:
        return ""
    return _way(scratch, player, see_object(scratch, action, player), can.bit_length() - 1)


def _way(state: State, player: int, seen: ObjectView, way: int) -> str:
    """Playing an object (0) or using one of its quick actions, in words."""
    if way == 0:
        where = " from Reserve" if seen.zone == "reserve" else ""
        return f"play {seen.name}{where} ({_cost(state, player, seen.slot)})"
    where = "" if seen.zone in ("reserve", "hero") else f" in {_where(seen)}"
    return f"use {seen.name}{where}: {_quick(state, seen.slot, way - 1)}"


def _found(state: State) -> list[Option]:
    record = state.record
    if int(record["decision"]) == DECIDE.NONE:
        return []
    player = int(record["decider"])
    scratch = state.clone()
    return [_option(scratch, action, player) for action in offered(record)]


def _option(state: State, action: int, player: int) -> Option:
    record = state.record
    kind = int(record["decision"])
    layout = kernel_of(state.games).rules
    if action < layout.OBJECTS:
        seen = see_object(state, action, player)
        if kind == DECIDE.TURN:
            return _turn(state, action, player, seen)
        return Option(action, "object", _place(seen), object=seen)
    code = action - layout.OBJECTS
    if code in _PLAIN:
        if code == CODE.DONE and kind == DECIDE.MODIFIER:
            label = "Fleeting: discarded instead of going to Reserve"
            return Option(action, "modifier", label, source="Fleeting")
        return Option(action, _PLAIN[code], _PLAIN[code])
    if code < CODE.PLAYER:
        e = code - CODE.EXPEDITION
        label = f"{SEATS[e // 2]}: {EXPEDITIONS[e % 2]} Expedition"
        return Option(action, "expedition", label, e)
    if code < CODE.REGION:
        p = code - CODE.PLAYER
        return Option(action, "player", f"player {SEATS[p]}", p)
    if code < CODE.TERRAIN or code >= CODE.COUNT:
        r = code - layout.REGION_CODE
        terrains = sorted(bits(TERRAINS, int(record["terrain_now"][r])))
        label = f"region {r}" + (f" ({', '.join(terrains)})" if terrains else "")
        return Option(action, "region", label, r)
    if code < CODE.MODE:
        t = code - CODE.TERRAIN
        return Option(action, "terrain", TERRAINS[1 << t], t)
    if code < CODE.NUMBER:
        return _mode(state, action, code - CODE.MODE, player)
    if code < CODE.EMBLEM:
        n = code - CODE.NUMBER
        if kind == DECIDE.DIE:
            return Option(action, "die", f"the die showing {n}", n)
        return Option(action, "number", str(n), n)
    return _reaction(state, action, code - CODE.EMBLEM)


def _turn(state: State, x: int, player: int, seen: ObjectView) -> Option:
    """An object that could be played, or whose quick actions could be used."""
    can = quick_actions_of(state.games, 0, state.book.record, player, x)
    says = [_way(state, player, seen, 0)] if can & 1 else []
    if can.bit_count() == 1 and not says:
        says.append(_way(state, player, seen, can.bit_length() - 1))
    elif can >> 1:
        k = (can >> 1).bit_length() - 1
        line = f": {_quick(state, x, k)}" if can >> 1 == 1 << k else ""
        where = "" if seen.zone in ("reserve", "hero") or can & 1 else f" in {_where(seen)}"
        says.append(f"use {seen.name}{where}{line}")
    label = " or ".join(says) or f"{seen.name}"
    return Option(x, "turn", label, can, seen)


def _cost(state: State, player: int, x: int) -> str:
    """The minimum mana cost of playing x, or both costs if they differ by Expedition."""
    origin = int(state.record["obj"][x, C.ZONE])
    costs = {
        cost_to_play(state.games, 0, state.book.record, player, x, origin, 2 * player + way)
        for way in range(2)
    }
    return " or ".join(str(cost) for cost in sorted(costs) if cost >= 0) or "-"


def _quick(state: State, x: int, k: int) -> str:
    a = quick_action(state.games, 0, state.book.record, x, k)
    return in_english(state.book.abilities[a].line) if a >= 0 else "?"


def _mode(state: State, action: int, k: int, player: int) -> Option:
    record, book = state.record, state.book
    kind = int(record["decision"])
    if kind == DECIDE.USE:
        x = int(record["subject"])
        if k == 0:
            return Option(action, "use", f"play it ({_cost(state, player, x)})", 0)
        return Option(action, "use", f"use it: {_quick(state, x, k - 1)}", k)
    if kind in (DECIDE.MODIFIER, DECIDE.RAISE):
        slot = int(record["modifier_slot"][k])
        if slot < 0:
            slot = int(record["emblem"][-2 - slot, M.ME])
        source = _name(state, slot)
        label = f"{source}: {in_english(_line(state, action))}"
        return Option(action, "modifier", label, k, source=source)
    if kind == DECIDE.ABILITY:
        x, _ = ability_offered(state.games, 0, book.record, k)
        source = _name(state, x)
        label = f"{source}: {in_english(_line(state, action))}"
        return Option(action, "ability", label, k, source=source)
    if kind == DECIDE.COUNTER:
        row = record["obj"][int(record["subject"])]
        name = book.counters[int(row[C.COUNTER_KIND + k - 1]) if k > 0 else 0]
        return Option(action, "counter", name, k)
    lines = mode_lines(_line(state, action))
    label = f"mode {k + 1}" + (f": {lines[k]}" if k < len(lines) else "")
    return Option(action, "mode", label, k)


def _reaction(state: State, action: int, m: int) -> Option:
    source = _name(state, int(state.record["emblem"][m, M.ME]))
    label = f"Reaction of {source}: {in_english(_line(state, action))}"
    return Option(action, "reaction", label, m, source=source)


def _line(state: State, action: int) -> str:
    """The notation of the ability that an answer is or belongs to; empty if there is none."""
    a = ability_of_answer(state.games, 0, state.book.record, action)
    return state.book.abilities[a].line if a >= 0 else ""


def _name(state: State, slot: int) -> str:
    number = int(state.record["obj"][slot, C.CARD])
    return state.book.cards[number].name if slot >= 0 else "an effect"


def _where(seen: ObjectView) -> str:
    if seen.zone == "expedition":
        return f"{seen.expedition} Expedition"
    return {
        "reserve": "Reserve",
        "discard": "the Discard pile",
        "mana": "the Mana zone",
        "landmarks": "Landmarks",
        "hero": "the Hero zone",
        "limbo": "Limbo",
        "deck": "the Deck",
    }.get(seen.zone, seen.zone)


def _place(seen: ObjectView) -> str:
    """`B: Ordis Recruit in companion Expedition`."""
    if seen.name is None:
        what = "a card"
        if seen.zone == "mana":
            what = f"{'an exhausted' if 'exhausted' in seen.statuses else 'a ready'} Mana Orb"
        return f"{seen.controller}: {what} in {_where(seen)}"
    if seen.zone == "mana":
        state = "exhausted" if "exhausted" in seen.statuses else "ready"
        return f"{seen.controller}: {seen.name} in {_where(seen)}, {state}"
    return f"{seen.controller}: {seen.name} in {_where(seen)}"


def _details(seen: ObjectView) -> str:
    """What distinguishes an object from others with the same name in the same place."""
    says = [seen.version] if seen.version else []
    if seen.zone == "expedition" and seen.type == "character":
        says.append(seen.stats)
    says += sorted(seen.statuses)
    says += [f"{number} {name}" for name, number in sorted(seen.counters.items())]
    if seen.boosts:
        says.append(counted(seen.boosts, "boost"))
    return ", ".join(says)


def _distinct(found: list[Option]) -> tuple[Option, ...]:
    """Distinguish options with equal labels: by details, then by number."""
    says: dict[str, set[str]] = {}
    for option in found:
        if option.object is not None:
            says.setdefault(option.label, set()).add(_details(option.object))
    detailed = []
    for option in found:
        if option.object is not None and len(says[option.label]) > 1:
            details = _details(option.object)
            if details:
                option = replace(option, label=f"{option.label} [{details}]")
        detailed.append(option)
    often = Counter(option.label for option in detailed)
    seen: Counter[str] = Counter()
    numbered = []
    for option in detailed:
        if often[option.label] > 1:
            seen[option.label] += 1
            option = replace(option, label=f"{option.label} #{seen[option.label]}")
        numbered.append(option)
    return tuple(numbered)


def _frames(record: Any) -> list[list[int]]:
    """The current effects, the innermost first."""
    return [record["frame"][f].tolist() for f in range(int(record["depth"]) - 1, -1, -1)]


def line_under_way(state: State) -> str:
    """The notation of the ability being played; empty if none is."""
    for frame in _frames(state.record):
        if frame[F.ABILITY] >= 0:
            return state.book.abilities[frame[F.ABILITY]].line
        if frame[F.KIND] == FRAME.PLAY:
            break
    return ""


def asking(state: State) -> int:
    """The slot of the card whose play or ability asks; -1 if the rules of the day ask."""
    subject = int(state.record["subject"])
    if subject >= 0:
        return subject
    return next((frame[F.ME] for frame in _frames(state.record) if frame[F.ME] >= 0), -1)


def source_under_way(state: State) -> str:
    """The name of the card whose play or ability asks; empty if the rules of the day ask."""
    slot = asking(state)
    return _name(state, slot) if slot >= 0 else ""


def question(state: State) -> str:
    """The question with its player and source: `A: Foundry Armorer: choose an Expedition`."""
    record = state.record
    decision = int(record["decision"])
    if decision == DECIDE.NONE:
        return ""
    low, high = int(record["minimum"]), int(record["maximum"])
    if low == high:
        number = "one" if low == 1 else str(low)
    elif low == 0:
        number = f"up to {high}" if high < ANY_NUMBER else "any number"
    else:
        number = f"{low} to {high}"
    dice = ", ".join(str(v) for v in record["dice"][: int(record["dice_count"])].tolist())
    text = _QUESTIONS[decision].format(number=number, dice=dice)
    parts = [SEATS[int(record["decider"])]]
    if source := source_under_way(state):
        line = line_under_way(state)
        parts.append(f"{source} ({in_english(line)})" if line else source)
    return ": ".join([*parts, text])
