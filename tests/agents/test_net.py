"""Compiled networks: the same numbers as PyTorch, in every format and pairing."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from dataclasses import replace

import numpy as np
import pytest
import torch

from altered_env import Game
from altered_env.agents import STRONGEST_FAST, make, refuse_seats
from altered_env.agents.bots import Bots, is_compiled
from altered_env.agents.net import SHIPPED
from altered_env.agents.net_module import NetModule, Positions
from altered_env.agents.net_weights import LATER, NetWeights
from altered_env.agents.registry import known_as
from altered_env.agents.tensor_files import FileOfTensorsError, read, said_of, write
from altered_env.agents.thoughts import entries_for
from altered_env.arena.match import Match, play, recorded
from altered_env.decks import starter
from altered_env.envs import card_features, make_vec
from altered_env.envs.single_agent_vec import make_vec as make_learners
from altered_env.game.kernels import kernel_for
from altered_env.thinking.features import FEATURES, field_names
from altered_env.thinking.neural import NET

torch.set_num_threads(1)
FOUR = {"format": "free_for_all"}


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    file = tmp_path_factory.mktemp("net") / "small.safetensors"
    NetWeights.new(8, 12, seed=3).save(file, {})
    return file


class Net:
    """A network that has no file."""

    name = "net"
    bot = (3, 0, 0, 0, 1), np.zeros(1)

    def __init__(self, net):
        self.net = net


def tell(packed, found, rng, outcomes):
    """Assign random outcomes to every option."""
    n = 0
    for p in range(found):
        for k in range(packed.start[p, 3], packed.start[p + 1, 3]):
            told = rng.integers(outcomes, size=rng.integers(6))
            packed.told[k], packed.outcome[n : n + len(told)] = len(told), told
            n += len(told)
        packed.start[p + 1, 4] = n


def positions(vec, net, steps, every=3):
    """Positions of random play, packed, and what compiled code makes of them."""
    players = vec.kernel.players
    entry = entries_for(players, "learning_entry")
    reading = kernel_for(players).module("thinking.encode")
    count = vec.n * (steps // every + 1)
    packed = reading.new_packed(count, 0.5)
    buffers = Bots([Net(net)], vec.setup.book, players).buffers()
    rng = np.random.default_rng(5)
    found = 0
    for t in range(steps):
        if t % every == 0:
            found += entry.pack_desks(vec.slots, np.arange(vec.n), packed, found)
        vec.step((rng.random(vec.mask.shape) * vec.mask).argmax(axis=1))
    tell(packed, found, rng, kernel_for(players).module("thinking.features").AFTERSTATE_FEATURES)
    logits = np.zeros(len(packed.code), dtype=np.float32)
    values = np.zeros(found, dtype=np.float32)
    entry.think(packed, 0, found, buffers, 0, logits, values)
    return packed, found, logits, values


@pytest.mark.parametrize(
    "decks, options", [("random:12:5", {}), ("starters", FOUR), ("starters", {"rules": "5.0"})]
)
def test_compiled_code_and_pytorch_agree(decks, options):
    vec = make_vec(4, decks, seed=2, threads=1, **options)
    players = vec.kernel.players
    net = NetWeights.new(8, 12, players, seed=1)
    for name in net.parts.keys() & set(LATER):
        net.parts[name][:] = np.random.default_rng(2).normal(0.0, 0.1, net.parts[name].shape)
    packed, found, logits, values = positions(vec, net, 40, every=8)
    assert found == 20
    order = np.random.default_rng(1).permutation(found)
    seen = Positions(packed, order, players)
    with torch.no_grad():
        theirs, value = NetModule.of(net, vec.card_features)(seen)
    assert np.abs(value.numpy() - values[order]).max() < 1e-4
    first = seen.option_first.numpy()
    for n, p in enumerate(order.tolist()):
        mine = logits[packed.start[p, 3] : packed.start[p + 1, 3]]
        assert np.abs(theirs[first[n] : first[n + 1]].numpy() - mine).max() < 1e-4
    assert np.ptp(values) > 0.01  # it is no constant that they agree on


def test_every_option_of_a_position_is_an_action_on_offer_and_points_at_its_row():
    vec = make_vec(6, "random:8:3", seed=4, threads=1)
    packed, found, _, _ = positions(vec, NetWeights.new(4, 4), 1)
    assert found == 6
    vec = make_vec(6, "random:8:3", seed=4, threads=1)
    for p in range(found):
        options = slice(packed.start[p, 3], packed.start[p + 1, 3])
        assert packed.action[options].tolist() == np.flatnonzero(vec.mask[p]).tolist()
        rows = packed.start[p + 1, 1] - packed.start[p, 1]
        assert (packed.row[options] < rows).all()
        card = vec.observation[p, 166::33][packed.row[options]]
        sizes = packed.size[packed.start[p, 1] : packed.start[p + 1, 1]]
        begins = packed.start[p, 0] + np.concatenate([[0], np.cumsum(sizes)])
        named = packed.feature[begins[packed.row[options]]]
        assert (named - named[0] == card - card[0]).all()  # cards lie behind the other features


def test_a_card_that_it_never_saw_is_read(path):
    """Card embeddings are computed from printed features, for any book."""
    net = NetWeights.load(path)
    vec = make_vec(1, "axiom", seed=1, threads=1)
    table = vec.card_features
    flat, header = net.flat(table)
    embedded = flat[header[-1] :].reshape(-1, 8)
    other = type(table)(table.names, table.values[::-1].copy(), table.tokens, table.references)
    turned, _ = net.flat(other)
    cards = len(table.values)
    apart = turned[header[-1] :].reshape(-1, 8)[-cards:] - embedded[-cards:][::-1]
    assert np.abs(apart).max() < 1e-4  # sums of 32 bits, and a row's place may change their order
    assert np.ptp(embedded[-cards:], axis=0).min() > 0.01  # the cards are not all read alike


def test_it_plays_at_a_seat_as_it_does_in_compiled_games(path):
    assert is_compiled(f"net:{path}")
    match = Match((starter("axiom"), starter("bravos")), (f"net:{path}", "random"), 5, 1)
    game = recorded(match)
    assert game.over
    mine = Game.start(*match.decks, seed=5, legal=False)
    agent = make(f"net:{path}")
    compared = 0
    for action in game.story.actions[:90]:
        if mine.decider == 0 and len(mine.legal_actions()) > 1:
            assert agent.act(mine.seat()) == action
            compared += 1
        mine.act(action)
    assert compared > 15
    seat = Game.start("axiom", "bravos", seed=1).seat()
    assert sum(agent.chances(seat).values()) == pytest.approx(1)
    assert -1 < agent.value(seat) < 1


def test_who_does_not_decide_expects_something_too(path):
    agent, game = make(f"net:{path}"), Game.start("axiom", "bravos", seed=1)
    waiting = game.seat("B" if game.decider == 0 else "A")
    assert agent.chances(waiting) == {}
    assert -1 < agent.value(waiting) < 1


def test_it_is_the_built_in_player_of_a_batch(path):
    """Its answers there equal those at a seat."""
    learners = make_learners(
        2, "axiom+bravos", learner=True, opponent=f"net:{path}", seed=2, threads=1
    )
    vec, agent, compared = learners.vec, make(f"net:{path}"), 0
    for _ in range(8):
        games, actions = [vec.game(i) for i in range(2)], learners.mask.argmax(axis=1)
        taken = [vec.game_actions(i)[int(actions[i])] for i in range(2)]
        learners.step(actions)
        for i, game in enumerate(games):
            game.act(taken[i])
            while game.decider != learners.seat[i]:
                game.act(agent.act(game.seat()))
                compared += 1
            assert game.state_hash() == vec.game(i).state_hash()
    assert compared > 8


@pytest.mark.parametrize("name", SHIPPED)
def test_what_comes_along_names_no_folder_of_a_machine(name):
    assert "/" not in said_of(SHIPPED[name])["config"]["start"]


def test_one_comes_along_small_and_without_pytorch():
    """Under its name it plays, also from a program in which PyTorch is not loaded."""
    assert sum(file.stat().st_size for file in SHIPPED.values()) < 10_000_000
    code = f"""
import sys
from altered_env.agents import make
from altered_env import Game
from altered_env.agents.trust import refuse_foreign
refuse_foreign(["net:v1"])
seat = Game.start("axiom", "bravos", seed=1).seat()
assert make("net").act(seat) == make("{STRONGEST_FAST}").act(seat)
assert "torch" not in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_network_plays_for_as_many_as_it_was_made_for(tmp_path, path):
    four = tmp_path / "net-four.safetensors"
    NetWeights.new(4, 4, players=4).save(four, {})
    with pytest.raises(ValueError, match="trained for four players, but this game has two"):
        refuse_seats([f"net:{four}"], 2)
    with pytest.raises(ValueError, match="trained for two players, but this game has 4"):
        refuse_seats([f"net:{path}"], 4)
    game = Game.start("axiom", "bravos", "lyra", "muna", seed=1, format="free_for_all")
    assert make(f"net:{four}").act(game.seat()) in game.legal_actions()
    with pytest.raises(ValueError, match="its network is for 2 players; this game has 4"):
        make(f"net:{path}").act(game.seat())
    with pytest.raises(ValueError, match="its network is for 4 players; this game has 2"):
        play([Match((starter("axiom"), starter("bravos")), (f"net:{four}", "random"), 5, 1)])


def test_a_file_says_what_is_wrong_with_it(tmp_path, path):
    with pytest.raises(FileOfTensorsError, match=r"none\.safetensors: No such file"):
        make(f"net:{tmp_path / 'none.safetensors'}")
    file = tmp_path / "cut.safetensors"
    file.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(FileOfTensorsError, match="not a checkpoint of this program"):
        make(f"net:{file}")
    arrays, about = read(path, "altered net")
    arrays["mix"][0, 0] = np.nan
    write(file, arrays, about)
    with pytest.raises(FileOfTensorsError, match="mix has numbers that are not finite"):
        make(f"net:{file}")
    with pytest.raises(ValueError, match="pick must be best or draw"):
        make(f"net:{path},pick=some")


def test_a_network_of_an_earlier_layout_finds_its_own_features(tmp_path, path):
    """Rows of a part are matched by name: unknown ones are zero, the rest unchanged."""
    arrays, about = read(path, "altered net")
    about["names"]["fields"].remove("day=3")
    arrays["fields"] = np.delete(arrays["fields"], field_names().index("day=3"), 0)
    file = tmp_path / "earlier.safetensors"
    write(file, arrays, about)
    mine, theirs = NetWeights.load(path).parts, NetWeights.load(file).parts
    at = field_names().index("day=3")
    assert not theirs["fields"][at].any() and mine["fields"][at].any()
    assert np.array_equal(np.delete(mine["fields"], at, 0), np.delete(theirs["fields"], at, 0))
    assert all(np.array_equal(mine[k], theirs[k]) for k in mine if k != "fields")


def test_a_word_that_a_network_never_saw_is_read_as_all_such_words_were(tmp_path, path):
    """A new card with a new word does not change anyone's play."""
    arrays, about = read(path, "altered net")
    for part in ("card_plain", "card_read"):
        known = about["names"][part]
        arrays[part] = np.delete(arrays[part], known.index("word draw"), axis=0)
        about["names"][part] = [name for name in known if name != "word draw"]
    write(tmp_path / "earlier.safetensors", arrays, about)
    found = NetWeights.load(tmp_path / "earlier.safetensors")
    names = card_features().names
    for part in ("card_plain", "card_read"):
        rows = found.parts[part]
        assert np.array_equal(rows[names.index("word draw")], rows[names.index("word <other>")])
        assert rows[names.index("word <other>")].any()


def test_a_network_of_before_the_token_asked_plays_as_it_did(tmp_path, path):
    tensors, about = read(path, "altered net")
    for name in tensors.keys() & set(LATER):
        del tensors[name]
    write(tmp_path / "then.safetensors", tensors, about)
    old, new = NetWeights.load(tmp_path / "then.safetensors"), NetWeights.load(path)
    assert old.parts.keys() == new.parts.keys()
    assert all(np.array_equal(old.parts[name], new.parts[name]) for name in new.parts)


def test_what_is_kept_of_a_network_is_kept_under_what_lies_in_its_file(tmp_path):
    file = tmp_path / "net.safetensors"
    NetWeights.new(4, 4, seed=1).save(file, {})
    before = known_as(f"net:{file}")
    NetWeights.new(4, 4, seed=2).save(file, {})
    assert known_as(f"net:{file}") != before
    assert known_as("rules") == "rules"


def test_sums_in_compiled_code_have_the_gradients_of_pytorch():
    vec = make_vec(3, "axiom+lyra", seed=3, threads=1)
    net = NetWeights.new(4, 6, seed=2)
    packed, found, _, _ = positions(vec, net, 9, every=4)
    seen = Positions(packed, np.arange(found)[::-1].copy())
    gradients = []
    for compiled in (True, False):
        module = NetModule.of(net, vec.card_features)
        module.compiled_sums = compiled
        logits, value = module(seen)
        (logits.square().sum() + value.sum()).backward()
        gradients.append({name: part.grad for name, part in module.parts.items()})
    assert all(torch.allclose(gradients[0][k], gradients[1][k], atol=1e-5) for k in net.parts)
    assert all(gradients[0][k].abs().sum() > 0 for k in net.parts)


def test_what_a_minibatch_took_is_let_go_at_once():
    """Not when garbage is next looked for: a round would take gigabytes by then."""
    vec = make_vec(3, "axiom+lyra", seed=3, threads=1)
    net = NetWeights.new(4, 6, seed=2)
    packed, found, _, _ = positions(vec, net, 9, every=4)
    seen = Positions(packed, np.arange(found))
    module = NetModule.of(net, vec.card_features)
    gc.disable()
    try:
        rows, token = module.tokens(seen)
        kept = weakref.ref(rows)
        (module.logits(seen, rows, token).sum() + module.expected_value(token).sum()).backward()
        del rows, token
        assert kept() is None
    finally:
        gc.enable()


def test_a_network_looks_ahead(path):
    """With worlds it still answers alike when asked alone and in a match, and differently from the
    network alone somewhere; it cannot draw, nor look ahead among four."""
    ahead = f"net:{path},worlds=2,budget=8,value_weight=50"
    decks = (starter("axiom"), starter("bravos"))
    once, again = (play([Match(decks, (ahead, "random"), 1, 2)]) for _ in range(2))
    assert once == again
    alone, looking = make(f"net:{path}", seed=1), make(ahead, seed=1)
    game = Game.start("axiom", "bravos", seed=4)
    differ = 0
    for _ in range(40):
        seat = game.seat()
        answer = looking.act(seat)
        assert answer in seat.actions
        differ += answer != alone.act(seat)
        game.act(answer)
    assert differ
    with pytest.raises(ValueError, match="pick=best"):
        make(f"net:{path},worlds=1,pick=draw")
    of_four = path.with_name("net-four.safetensors")
    NetWeights.new(8, 12, players=4, seed=3).save(of_four, {})
    with pytest.raises(ValueError, match="supports two players only"):
        make(f"net:{of_four},worlds=1")


@pytest.mark.parametrize("name", sorted({*SHIPPED} - {"v1", "v2", "four"}))
def test_a_card_has_the_same_numbers_in_every_book(name):
    """To the last bit, whatever other cards there are: otherwise games would depend on them, and on
    how a processor sums."""
    net = NetWeights.load(SHIPPED[name])
    table = card_features()
    whole, header = net.flat(table)
    at = header[NET.TABLE] + FEATURES * net.width
    for first in (0, 7, 100):
        some = replace(table, values=table.values[first : first + 41])
        part, its = net.flat(some)
        begin = its[NET.TABLE] + FEATURES * net.width
        rows = whole[at + first * net.width : at + (first + 41) * net.width]
        assert part[begin : begin + 41 * net.width].tobytes() == rows.tobytes()
