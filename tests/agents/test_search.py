"""Tree search with a network: it improves on the network, from visible information."""

from importlib import import_module

import pytest

from altered_env import Game
from altered_env.agents import make, refuse_seats, search
from altered_env.agents.bots import is_compiled
from altered_env.agents.named import KINDS
from altered_env.agents.net_weights import NetWeights
from altered_env.agents.thoughts import Player
from altered_env.train.positions import solves
from altered_env.train.positions.plain_cards import PLAIN
from tests.agents.test_net import path  # noqa: F401  # a network of a file

WINNING = [position for position in PLAIN if position.solved.__name__ in ("won", "held")]


@pytest.fixture(scope="module")
def blank(tmp_path_factory):
    """A network that has learned nothing."""
    file = tmp_path_factory.mktemp("nets") / "blank.safetensors"
    NetWeights.new(8, 8, seed=3).save(file, {})
    return file


def test_what_ends_the_game_is_found_by_a_network_that_knows_nothing(blank):
    """The end of a game, a few answers away, is found by any search that reaches it."""
    alone = sum(solves(f"net:{blank}", p, 1) for p in WINNING)
    compiled = sum(solves(f"net:{blank},iterations=150,value_weight=30", p, 1) for p in WINNING)
    search = sum(solves(f"search:{blank},iterations=150,value_weight=30", p, 1) for p in WINNING)
    assert len(WINNING) >= 4
    assert alone < len(WINNING) - 1
    assert compiled >= len(WINNING) - 1 and search >= len(WINNING) - 1


@pytest.mark.parametrize("spec", ["search:{},iterations=24", "rollout:{},rollouts=12"])
def test_the_same_seed_is_the_same_game(path, spec):  # noqa: F811  # the fixture
    games = []
    for _ in range(2):
        game = Game.start("axiom", "bravos", seed=4)
        agents = [make(spec.format(path), seed=p) for p in range(2)]
        for _ in range(30):
            game.act(agents[game.decider].act(game.seat()))
        games.append(game.story.actions)
    assert games[0] == games[1]


@pytest.mark.parametrize(
    ("by_itself", "compiled"),
    [
        ("search:{},iterations=40,reuse=0", "net:{},iterations=40,value_weight=20"),
        ("rollout:{},rollouts=12", "net:{},rollouts=12"),
    ],
)
def test_in_compiled_games_it_answers_the_same_when_told_the_same(path, by_itself, compiled):  # noqa: F811  # the fixture
    """The same from an empty tree with an equal `value_weight`, whose defaults differ."""
    game, compared = Game.start("axiom", "bravos", seed=4), 0
    while compared < 12:
        seat = game.seat()
        answer = make(by_itself.format(path), seed=compared).act(seat)
        if len(seat.actions) > 1:
            assert make(compiled.format(path), seed=compared).act(seat) == answer
            compared += 1
        game.act(answer)
    assert "net:PATH,iterations=N,value_weight=20" in str(search.__doc__)


def test_every_player_that_thinks_is_a_configuration_of_one_search():
    thinking = [kind for name, kind in KINDS.items() if name not in ("random", "goldfish")]
    assert len(thinking) >= 6
    for kind in thinking:
        maker = getattr(import_module(f"altered_env.agents.{kind.module}"), kind.maker)
        assert issubclass(maker, Player), f"{kind.maker} searches by itself"


@pytest.mark.parametrize("spec", ["search:{},iterations=40", "rollout:{},rollouts=40"])
def test_what_it_may_not_know_does_not_alter_what_it_does(path, spec):  # noqa: F811  # the fixture
    """Two worlds with the same visible information: the same search, the same answer."""
    game = Game.start("muna", "lyra", seed=6)
    asked = 0
    while asked < 6:
        if len(game.legal_actions()) > 1 and game.decider == 0:
            other = game.resample(0, seed=99 + asked)
            one, two = (
                make(spec.format(path), seed=5).weighed(world.seat())  # type: ignore[attr-defined]  # both do
                for world in (game, other)
            )
            assert one == two
            asked += 1
        game.act(make("rules", seed=asked).act(game.seat()))


@pytest.mark.parametrize("spec", ["search:{},iterations=60", "ismcts:iterations=60"])
def test_alike_cards_share_what_went_to_them(path, spec):  # noqa: F811  # the fixture
    """They are one answer: of 60 visits each answer has a whole number, and all have 60."""
    seat = Game.start("axiom", "bravos", seed=0).seat()
    shares, _ = make(spec.format(path), seed=1).weighed(seat)
    went: dict[str, float] = {}
    for action, label in seat.labels().items():
        name = label.partition(" #")[0]
        went[name] = went.get(name, 0.0) + 60 * shares[action]
    assert len(went) == len(shares) - 1 and sum(went.values()) == pytest.approx(60)
    assert all(abs(number - round(number)) < 1e-6 for number in went.values())
    pigs = [shares[a] for a, label in seat.labels().items() if "Three Little Pigs" in label]
    assert len(pigs) == 2 and pigs[0] == pigs[1] > 0


def test_what_it_cannot_do_it_says(path, tmp_path):  # noqa: F811  # the fixture
    assert is_compiled(f"net:{path},iterations=5") and not is_compiled(f"search:{path}")
    with pytest.raises(ValueError, match="'iterations' needs pick=best, excludes"):
        make(f"net:{path},iterations=5,worlds=2")
    with pytest.raises(
        ValueError, match="net: iterations must be at most 1,000,000, found 1,000,001"
    ):
        make("net:v2,iterations=1000001")
    with pytest.raises(ValueError, match="value_weight must be more than 0"):
        make(f"search:{path},value_weight=0")
    four = tmp_path / "net-four.safetensors"
    NetWeights.new(4, 4, players=4).save(four, {})
    with pytest.raises(ValueError, match="it plays games of two players"):
        make(f"search:{four}")
    with pytest.raises(ValueError, match="trained for two players, but this game has 4"):
        refuse_seats([f"search:{path}"], 4)


@pytest.mark.parametrize("spec", ["search:v1,depth=0", "ismcts:depth=1000000000"])
def test_a_tree_is_no_deeper_than_it_has_room(spec):
    with pytest.raises(ValueError, match="depth must be from 1 to"):
        make(spec)
