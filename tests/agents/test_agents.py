"""Agents: they play whole games from visible information only."""

from __future__ import annotations

import random
import time
from collections import Counter

import numpy as np
import pytest

from altered_env import Game, Scenario, decks
from altered_env.agents import make, named, names
from altered_env.agents.bots import is_compiled
from altered_env.agents.named import LEVELS, STRONGEST, STRONGEST_FAST, spelled_out
from altered_env.agents.net_weights import NetWeights
from altered_env.agents.network_cards import withheld_seen
from altered_env.agents.registry import known_as
from altered_env.agents.tensor_files import FileOfTensorsError
from altered_env.agents.trust import refuse_foreign
from altered_env.arena.rating_table import rating_of
from altered_env.engine.terms import C, Z
from altered_env.game.books import pool_book
from altered_env.game.states import members
from altered_env.language.words import DECISIONS
from altered_env.train.pool import specs_of

SPECS = (
    "random",
    "greedy",
    "greedy:worlds=2,hand=2",
    "rules",
    "ismcts:iterations=24",
    "ismcts:iterations=24,policy=plan,days=0,look=0,reuse=0",
)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("rules", ["2024.09", "5.0"])
def test_an_agent_plays_whole_games(spec, rules):
    game = Game.start("lyra", "yzmir", seed=4, rules=rules)
    agents = [make(spec, seed=1), make("random", seed=2)]
    while not game.over:
        seat = game.seat()
        action = agents[seat.player].act(seat)
        assert action in seat.actions
        game.act(action)
    assert game.winner in (0, 1)


@pytest.mark.parametrize("spec", SPECS)
def test_a_seed_gives_one_game(spec):
    ends = set()
    for _ in range(2):
        game = Game.start("axiom", "muna", seed=9)
        agent = make(spec, seed=5)
        chance = random.Random(3)
        for _ in range(40):
            seat = game.seat()
            action = agent.act(seat) if seat.player == 0 else chance.choice(seat.actions)
            game.act(action)
        ends.add(game.state_hash())
    assert len(ends) == 1


@pytest.mark.parametrize(
    ("better", "worse", "least"),
    [("greedy", "random", 18), ("ismcts:iterations=100", "greedy", 13)],
)
def test_one_beats_the_other(better, worse, least):
    won = 0
    for seed in range(20):
        game = Game.start("ordis", "bravos", seed=seed)
        agents = [make(better, seed=seed), make(worse, seed=seed)]
        if seed % 2:
            agents.reverse()
        while not game.over:
            seat = game.seat()
            game.act(agents[seat.player].act(seat))
        won += game.winner == seed % 2
    assert won >= least


def test_more_iterations_depart_from_what_rules_would_do():
    """Search begins with the preference of `rules`, and needs time to see further."""
    counts = {}
    for iterations in (1, 200):
        same = decisions = 0
        game = Game.start("lyra", "muna", seed=2)
        search, rules = (
            make(f"ismcts:iterations={iterations},look=9", seed=1),
            make("rules:worlds=9"),
        )
        while not game.over:
            seat = game.seat()
            action = rules.act(seat)
            same += search.act(seat) == action
            decisions += 1
            game.act(action)
        counts[iterations] = same / decisions
    assert counts[1] > 0.8 > counts[200] > 0.4


KINDS = {*DECISIONS.values()} - {"none", "ability", "counter", "reshuffle", "timestamp"}
"""Kinds of decisions that occur with random decks; the other kinds are set up below."""


def choosing_an_ability(table):
    line = "effect: activate(J, choose(permanent, you.play), n=1)"
    table.card("Call", type="spell", abilities=[line])
    both = ["J: gain(me, kelon=1)", "J: draw(1)"]
    table.card("Works", type="landmark_permanent", abilities=both)
    table.player("A").landmarks("Works", "Works").hand("Call").mana(1)
    table.begin()
    table.act("A", "play Call")
    table.choose("A", "Works #1")


def choosing_a_counter(table):
    table.card("Laden")
    line = "effect: lose(target(card, reserve), counter=1)"
    table.card("Lighten", type="spell", abilities=[line])
    table.player("A").reserve("Laden", boosts=1, counters={"kelon": 1}).hand("Lighten").mana(1)
    table.begin()
    table.act("A", "play Lighten")


def choosing_whether_to_reshuffle(table):
    table.card("Last")
    table.player("A").deck("Last").discard("Kelon Burst", "Kelon Burst", "Kelon Burst")
    table.begin("morning", first="B")


def choosing_which_is_older(table):
    table.card("Wood", abilities=["have(all(region), only(forest))"])
    table.card("Lake", abilities=["have(all(region), only(water))"])
    line = "effect: put(all(character, you.reserve), you.hero_expedition)"
    table.card("Call", type="spell", abilities=[line])
    table.player("A").reserve("Wood", "Lake").hand("Call").mana(1)
    table.begin()
    table.act("A", "play Call")


@pytest.mark.parametrize(
    ("kind", "come_to"),
    [
        ("ability", choosing_an_ability),
        ("counter", choosing_a_counter),
        ("reshuffle", choosing_whether_to_reshuffle),
        ("timestamp", choosing_which_is_older),
    ],
)
@pytest.mark.parametrize("spec", [*SPECS, "net:v1"])
def test_rare_kinds_of_decision_are_answered(spec, kind, come_to):
    table = Scenario(rules="5.0")
    come_to(table)
    game = table.game
    assert game.decision == kind
    agent = make(spec, seed=1)
    while game.decision == kind:
        seat = game.seat()
        action = agent.act(seat)
        assert action in seat.actions
        game.act(action)


def test_every_kind_of_decision_is_answered_in_bounded_time():
    agents = [make(spec, seed=1) for spec in (*SPECS, "net:v1")]
    for agent in agents:
        agent.act(Game.start("axiom", "bravos", seed=1).seat())  # compile now
    asked = Counter()
    chance = random.Random(1)
    for number in range(400):
        both = decks.random(2 * number), decks.random(2 * number + 1)
        game = Game.start(*both, seed=number, rules=("2024.09", "5.0")[number % 2])
        while not game.over:
            asked[game.decision] += 1
            if asked[game.decision] <= 2:
                seat = game.seat()
                for agent in agents:
                    begun = time.thread_time()
                    assert agent.act(seat) in seat.actions
                    assert time.thread_time() - begun < 5
            game.act(chance.choice(game.legal_actions()))
        if asked.keys() >= KINDS:
            return
    pytest.fail(f"no game came to {', '.join(KINDS - asked.keys())}")


@pytest.mark.parametrize(
    ("spec", "kind", "says"),
    [
        ("gredy", LookupError, "did you mean 'greedy'"),
        ("nobody", LookupError, "there are random, greedy, rules"),
        ("ismcts:m=50", ValueError, "ismcts has no option 'm'"),
        ("ismcts:ms", ValueError, "write ms=VALUE"),
        ("ismcts:ms=fast", ValueError, "ms must be a whole number, found 'fast'"),
        ("greedy:worlds=-1", ValueError, "worlds must not be negative"),
        ("greedy:worlds=0", ValueError, "greedy: worlds must be 1 or more, found 0"),
        ("rules:worlds=0", ValueError, "rules: worlds must be 1 or more, found 0"),
        ("rules@1:worlds=0", ValueError, "rules@1: worlds must be 1 or more, found 0"),
        (
            "rollout:rollouts=99999999999999999999",
            ValueError,
            "rollouts must be at most 1,000,000,000, found",
        ),
        (
            "search:value_weight=nan",
            ValueError,
            "value_weight must be at most 1,000,000,000, found nan",
        ),
        (
            "search:value_weight=inf",
            ValueError,
            "value_weight must be at most 1,000,000,000, found inf",
        ),
        ("ismcts:policy=lazy", ValueError, "policy must be one of random, eager, plan"),
        ("ismcts:trust=2", ValueError, "trust must be from 0 to 1, found 2"),
        ("ismcts:reuse=yes", ValueError, "reuse must be 0 or 1"),
        ("rollout:v2,rollouts=24,rollouts=25", ValueError, "rollouts is given twice, 24 and 25"),
        ("net:v2,path=v1", ValueError, "path is given twice, v2 and v1"),
        ("rollout:v1,ms=5,rollouts=4", ValueError, "rollout: ms sets a time and rollouts a"),
        ("search:v1,iterations=2,ms=3", ValueError, "search: ms sets a time and iterations"),
        ("ismcts:iterations=2,ms=3", ValueError, "ismcts: ms sets a time and iterations"),
        ("search:v1,iterations=0", ValueError, "search: iterations must be 1 or more, found 0"),
        ("search:v1,ms=0", ValueError, "search: ms must be 1 or more, found 0"),
        ("ismcts@1:ms=0", ValueError, "ismcts: ms must be 1 or more, found 0"),
        ("rollout:rollouts=0", ValueError, "rollout: rollouts must be 1 or more, found 0"),
        (
            "net:v2,value_weight=3",
            ValueError,
            "value_weight has no effect alone: add worlds=N or iterations",
        ),
        ("net:v2,rollouts=2,budget=5", ValueError, "budget has no effect alone: add worlds=N"),
        ("net:v22", ValueError, "net:v22: .* no such file, did you mean 'v2'"),
        ("rollout:V2,ms=5", ValueError, "rollout:V2: .* did you mean 'v2'"),
        ("policy:default", LookupError, named.GONE["policy"].replace("*", r"\*")),
        ("policy:/dev/null", LookupError, named.GONE["policy"].replace("*", r"\*")),
        ("net:,rollouts=3", ValueError, f"as in {STRONGEST_FAST},"),
        ("net:a/b,c/net.safetensors", ValueError, "; a comma ends a path: rename a file"),
    ],
)
def test_what_is_wrong_is_said(spec, kind, says):
    with pytest.raises(kind, match=says):
        make(spec)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_an_agent_everywhere(level):
    """And takes the options of its agent, plays where files may not, and trains where it may."""
    agent = LEVELS[level]
    assert make(level).name == agent == spelled_out(level)
    assert known_as(level) == known_as(agent)
    assert rating_of(level) == rating_of(agent)
    assert withheld_seen(level) == withheld_seen(agent)
    assert is_compiled(level) == is_compiled(agent)
    refuse_foreign([level])
    if is_compiled(level):
        assert specs_of(level) == (level,)


def test_a_level_takes_options():
    assert make("expert:rollouts=4").name == f"{STRONGEST},rollouts=4"
    assert make("easy:worlds=2").name == "greedy:worlds=2"
    with pytest.raises(LookupError, match="no agent is called 'eazy', did you mean 'easy'"):
        make("eazy")


def test_a_network_that_was_not_meant_is_named(tmp_path):
    there = ", ".join(named.KINDS["net"].shipped)
    with pytest.raises(FileOfTensorsError, match=f"; the package has {there}$"):
        NetWeights.load("v9")
    NetWeights.new(8, 8).save(tmp_path / "network.safetensors", {})
    with pytest.raises(FileOfTensorsError, match=r"; the network of that run is .*/network"):
        NetWeights.load(tmp_path)


def test_the_registry_lists_what_it_makes():
    for name in names():
        assert make(name).name == name


def test_a_goldfish_plays_nothing():
    game, players = Game.start("axiom", "bravos", seed=1), (make("greedy"), make("goldfish"))
    chosen = set()
    while not game.over:
        seat = game.seat()
        action = players[seat.player].act(seat)
        if seat.player == 1:
            chosen |= {(seat.decision, o.kind) for o in seat.choices() if o.stands_for(action)}
        game.act(action)
    assert {("expand", "done"), ("turn", "pass")} <= chosen
    assert not {kind for _, kind in chosen} & {"turn", "expedition"}
    assert game.winners == (0,)


def swapped(game: Game, player: int, seed: int) -> Game:
    """The same to the player, with hidden cards elsewhere."""
    other = game.resample(player, seed)
    assert other != game and other.view(player) == game.view(player)
    return other


def test_a_seat_is_the_same_whatever_is_hidden():
    """A seat depends on visible information only: true worlds that differ only in hidden cards give
    a seat of the same bytes."""
    tried = 0
    game = Game.start("lyra", "axiom", seed=5)
    chance = random.Random(5)
    while not game.over:
        for player in (0, 1):
            truth = game.seat(player)
            world = swapped(game, player, chance.getrandbits(40)).seat(player)
            assert truth.records()[0].tobytes() == world.records()[0].tobytes()
            tried += 1
        game.act(chance.choice(game.legal_actions()))
    assert tried > 60


def reachable(start: object) -> list[object]:
    """Everything that attributes, containers and closures of an object lead to."""
    found: dict[int, object] = {}
    queue = [start]
    shared = id(pool_book())
    while queue:
        thing = queue.pop()
        if id(thing) in found or id(thing) == shared:
            continue
        found[id(thing)] = thing
        if isinstance(thing, dict):
            queue += [*thing.keys(), *thing.values()]
        elif isinstance(thing, (list, tuple, set, frozenset)):
            queue += list(thing)
        elif isinstance(thing, (str, bytes, int, float, type, np.generic)) or thing is None:
            continue
        else:
            queue += list(getattr(thing, "__dict__", {}).values())
            for kind in type(thing).__mro__:
                slots = kind.__dict__.get("__slots__", ())
                for slot in (slots,) if isinstance(slots, str) else slots:
                    if hasattr(thing, slot):
                        queue.append(getattr(thing, slot))
            if isinstance(thing, np.ndarray) and thing.base is not None:
                queue.append(thing.base)
    return list(found.values())


def test_nothing_that_a_seat_leads_to_holds_the_hidden_cards():
    game = Game.start("bravos", "ordis", seed=11)
    chance = random.Random(11)
    for _ in range(30):
        game.act(chance.choice(game.legal_actions()))

    def order(record: np.record, who: int) -> list[int]:
        deck = record["deck"][who, : int(record["deck_size"][who])]
        return [int(record["obj"][slot, C.CARD]) for slot in deck]

    def hand(record: np.record, who: int) -> list[int]:
        return sorted(int(record["obj"][x, C.CARD]) for x in members(record["zone"][Z.HAND, who]))

    seats = [game.seat(0, salt=salt) for salt in range(12)]
    things = [thing for seat in seats for thing in reachable(seat)]
    assert not [thing for thing in things if thing is game or thing is game.record]
    records = [t[0] for t in things if isinstance(t, np.ndarray) and t.dtype.names]
    assert len(records) == len(seats)
    for record in records:
        assert order(record, 0) != order(game.record, 0)
        assert order(record, 1) != order(game.record, 1)
        assert record["rng"].tolist() != game.record.rng.tolist()
    assert sum(hand(record, 1) == hand(game.record, 1) for record in records) < len(records) / 2
    assert not any(hasattr(seat.world(1), "story") for seat in seats)


def test_an_agent_cannot_write_in_the_book_that_the_game_is_played_with():
    seat = Game.start("axiom", "bravos", seed=1).seat()
    for record in (seat.book.record, seat.records()[1]):
        with pytest.raises(ValueError, match="read-only"):
            record["cards"][0] = 0
