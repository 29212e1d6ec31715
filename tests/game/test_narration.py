"""Narration: draws, passes, Dusk with reasons, and nothing hidden."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest

from altered_env import Game, Scenario
from altered_env.cards import catalogue
from altered_env.cli import main
from altered_env.game.narration import Narration, changes, is_held
from tests.game.hiding import games, twin


def told(table, seat, *actions):
    """A seat's narration of actions, in the words of their labels."""
    game = table.game
    telling = Narration(game.view(seat))
    lines = []
    for words in actions:
        action = next(a for a, label in game.labels().items() if words in label)
        lines += telling.acts(game, action)
        game.act(action)
        lines += telling.goes_on(game.view(seat))
    return [text for _, text in lines]


FREE = "can(moves(me.expedition), even=defender)"


def at_dusk(mine, theirs, others=None):
    """An afternoon in which both could still play something. With others, A has a Defender and
    these cards in the Expedition."""
    table = Scenario(seed=1)
    table.card("Mine", stats=mine)
    table.card("Theirs", stats=theirs)
    if others is not None:
        table.card("Guard", stats="0/0/0", abilities=["defender"])
        table.player("A").hero_expedition("Guard", *map(str, others))
    some = ["Kappa", "Axiom Salvager", "Haven Warrior", "Brassbug Hub"]
    table.player("A").hero_expedition("Mine").mana(4).hand("Axiom Salvager").deck(*some)
    table.player("B").hero_expedition("Theirs").mana(4).hand("Axiom Salvager").deck(*some)
    table.begin("afternoon", first="A")
    return table


def test_dusk_says_what_moved_and_why_and_what_stayed_and_why():
    table = at_dusk("3/1/1", "1/1/1")
    lines = told(table, "A", "pass", "pass")
    assert "A: pass" in lines and "B: pass" in lines
    moved = [line for line in lines if line.startswith("A: hero Expedition moves 1 forward")]
    assert len(moved) == 1 and "forest 3 against 1" in moved[0] and "mountain" not in moved[0]
    (stayed,) = [line for line in lines if line.startswith("B: hero Expedition stays")]
    assert "forest 1 against 3" in stayed
    assert any(
        line.startswith("B: companion Expedition stays: forest 0 against 0") for line in lines
    )


@pytest.mark.parametrize(
    ("ability", "is_known", "why"),
    [
        (None, True, "is held by a Defender"),
        (FREE, False, "moves 1 forward"),
        (f"while_(me.expedition.behind), {FREE}", False, "is held by a Defender"),
    ],
)
def test_dusk_says_what_holds_an_expedition_that_is_ahead(ability, is_known, why):
    """7.4.2.b: a Defender does, unless an ability lets its Expedition move anyway."""
    free = [card for card in catalogue().package if ability in card.abilities]
    table = at_dusk("3/1/1", "1/1/1", free[:1])
    view = table.game.view("A")
    one, two = view.players
    assert is_held(view, one.expeditions[0]) == is_known
    assert not is_held(view, one.expeditions[1]) and not is_held(view, two.expeditions[0])
    lines = told(table, "A", "pass", "pass")
    (said,) = (line for line in lines if line.startswith("A: hero"))
    assert said.startswith(f"A: hero Expedition {why}: forest ")


def test_dusk_is_told_as_it_stood_when_it_came_and_who_had_nothing_left_has_passed():
    """The last card of the afternoon counts, and both pass after it without being asked."""
    table = Scenario(seed=1)
    table.card("Mine", cost="1/1", stats="3/1/1")
    table.card("Theirs", stats="1/1/1")
    some = ["Kappa", "Axiom Salvager", "Haven Warrior", "Brassbug Hub"]
    table.player("A").hand("Mine").mana(1).deck(*some)
    table.player("B").hero_expedition("Theirs").deck(*some)
    table.begin("afternoon", first="A")
    lines = told(table, "A", "play Mine", "A: hero Expedition")
    assert [line for line in lines if line.endswith(": pass")] == ["B: pass", "A: pass"]
    (moved,) = [line for line in lines if line.startswith("A: hero Expedition moves 1 forward")]
    assert "forest 3 against 1" in moved
    (stayed,) = [line for line in lines if line.startswith("B: hero Expedition stays")]
    assert "forest 1 against 3" in stayed
    course = ["Mine: from the hand", "A: pass", "Day 2, dusk", moved, "Day 2, night"]
    course += ["Mine: from the hero", "Day 3, morning", "A draws"]
    places = [next(k for k, line in enumerate(lines) if line.startswith(w)) for w in course]
    assert places == sorted(places)


def test_dice_are_told_though_nothing_is_chosen():
    table = Scenario(seed=1)
    line = "effect: r = roll(2); if_(r >= 7, draw(1))"
    table.card("Gamble", type="spell", cost="1/1", abilities=[line])
    table.player("A").hand("Gamble").mana(2).deck("Kappa", "Kappa", "Kappa")
    table.dice(2, 5)
    table.begin("afternoon", first="A")
    lines = told(table, "A", "play Gamble")
    assert lines.index("A rolls 2, 5") < lines.index("A draws Kappa")


@pytest.mark.parametrize("seed", range(4))
def test_what_is_told_of_dice_is_what_they_came_to(seed):
    """Not fixed by anyone, and after other random decisions."""
    table = Scenario(seed=seed)
    lines = ["effect: r = roll(2); gain(target(character), boost=r)"]
    table.card("Gamble", type="spell", cost="1/1", abilities=lines)
    table.card("Lucky", stats="1/1/1")
    table.player("A").hand("Gamble").mana(2).hero_expedition("Lucky").deck("Kappa", "Kappa")
    table.begin("afternoon", first="A")
    lines = told(table, "A", "play Gamble")
    (rolled,) = [line for line in lines if line.startswith("A rolls ")]
    dice = [int(die) for die in rolled.removeprefix("A rolls ").split(", ")]
    assert len(dice) == 2 and all(1 <= die <= 6 for die in dice)
    assert f"Lucky has {sum(dice)} boosts" in lines


def test_where_chance_decides_more_than_dice_no_number_is_told():
    table = Scenario(seed=1)
    effect = "effect: discard(random(card, you.hand)); r = roll(1); gain(me, boost=r)"
    table.card("Mixed", type="spell", cost="1/1", abilities=[effect])
    table.player("A").hand("Mixed", "Kappa", "Haven Warrior").mana(2)
    table.begin("afternoon", first="A")
    assert "A rolls dice" in told(table, "A", "play Mixed")


@pytest.mark.parametrize("seat", ["A", "B", None])
def test_dice_are_told_to_all_where_one_of_them_is_ignored(seat):
    """They are rolled before the choice, and seen then."""
    table = Scenario(seed=1)
    line = "effect: r = roll(1); if_(r >= 4, draw(1))"
    table.card("Gamble", type="spell", cost="1/1", abilities=[line])
    table.player("A").landmarks("The Ouroboros, Lyra Bastion C", "The Ouroboros, Lyra Bastion C")
    table.player("A").hand("Gamble").mana(2).deck("Kappa", "Kappa", "Kappa")
    table.dice(2, 5, 1)
    table.begin("afternoon", first="A")
    lines = told(table, seat, "play Gamble", "Bastion", "showing 2", "showing 1")
    dice = [
        line for line in lines if any(word in line for word in ("the dice", "A rolls", "ignores"))
    ]
    between = [] if seat == "B" else ["the dice show 5, 1"]
    assert dice == ["A rolls 2, 5, 1", "A ignores 2", *between, "A ignores 1"]
    draws = next(k for k, line in enumerate(lines) if line.startswith("A draws"))
    assert lines.index("A ignores 1") < draws and "A chooses: the die showing 1" not in lines


@pytest.mark.parametrize("seat", ["A", "B"])
@pytest.mark.parametrize("answer", ["Raiser", "done"])
def test_dice_are_told_once_where_they_can_be_raised(seat, answer):
    table = Scenario(seed=1)
    table.card("Raiser", abilities=["instead(rolls(you), may): roll(n, plus=1)"])
    line = "effect: r = roll(1); if_(r >= 4, draw(1))"
    table.card("Gamble", type="spell", cost="1/1", abilities=[line])
    table.player("A").hand("Gamble").mana(2).hero_expedition("Raiser").deck("Kappa", "Kappa")
    table.dice(3)
    table.begin("afternoon", first="A")
    lines = told(table, seat, "play Gamble", answer)
    dice = [line for line in lines if line.startswith(("A rolls", "the dice"))]
    assert dice == ["A rolls 3"]


def test_draws_are_named_to_who_draws_and_counted_to_the_other():
    table = at_dusk("3/1/1", "1/1/1")
    before = {seat: table.game.view(seat) for seat in "AB"}
    for _ in "AB":
        table.game.act(next(a for a, label in table.game.labels().items() if label == "pass"))
    for seat, other in ("AB", "BA"):
        lines = changes(before[seat], table.game.view(seat))
        mine = [line for line in lines if line.startswith(f"{seat} draws")]
        held = [seen.name for seen in table.game.view(seat).players["AB".index(seat)].hand]
        held.remove("Axiom Salvager")
        assert mine == [f"{seat} draws {', '.join(held)}"] and len(held) == 2
        assert f"{other} draws 2" in lines


def test_a_card_that_is_said_to_be_played_is_not_said_to_be_shown():
    game = Game.start("axiom", "bravos", seed=3)
    telling = Narration(game.view("A"))
    chance, lines = random.Random(1), []
    while not game.over and game.day < 4:
        action = chance.choice(game.legal_actions())
        lines += telling.acts(game, action)
        game.act(action)
        lines += telling.goes_on(game.view("A"))
    texts = [text for _, text in lines]
    assert any(text.startswith("B: play ") for text in texts)
    for one, two in itertools.pairwise(texts):
        shown = two.partition(" is shown in the hand of B")
        assert not (one.startswith("B: play ") and shown[1] and shown[0] in one)
    assert [kind for kind, _ in lines].count("moment") >= 4


@pytest.mark.parametrize("players", [2, 4])
def test_worlds_that_differ_in_hidden_cards_alone_are_told_alike(players):
    different = 0
    for number, game in enumerate(games(5, players)):
        if number > 160:
            break
        if number % (3 * players):
            continue
        for player in range(game.players):
            if game.decider == player or game.over:
                continue
            other = twin(game, player, number)
            different += other != game
            one, two = Narration(game.view(player)), Narration(other.view(player))
            assert one.begin() == two.begin()
            same = [a for a in game.legal_actions() if a in other.legal_actions()]
            if game.decision != "turn" or not same:
                continue
            passing = [a for a in same if game.labels()[a] == other.labels()[a] == "pass"]
            for action in passing:
                here, there = game.clone(), other.clone()
                assert one.acts(here, action) == two.acts(there, action)
    assert different > 5


def looking(then):
    """The top three cards are looked at, and one of them chosen."""
    table = Scenario(seed=1)
    line = f"effect: x = look(top(you.deck, 3)); {then}"
    table.card("Peek", type="spell", cost="1/1", abilities=[line])
    table.player("A").hand("Peek").mana(2).deck("Kappa", "Axiom Salvager", "Haven Warrior", "Kappa")
    table.begin("afternoon", first="A")
    return table


def test_cards_looked_at_in_the_deck_have_not_moved():
    table = looking("put(choose(x), hand); discard(x)")
    lines = told(table, "A", "play Peek", "Kappa")
    assert "seen in the Deck of A: Haven Warrior, Axiom Salvager, Kappa" in lines
    assert not any("arrives in the Deck" in line for line in lines)
    assert "A draws Kappa" in lines
    others = told(looking("put(choose(x), hand); discard(x)"), "B", "play Peek", "Kappa")
    assert not any("seen in" in line for line in others) and "A draws 1" in others


def test_a_card_of_the_deck_that_is_not_seen_any_more_has_not_ceased_to_exist():
    game = looking("put(choose(x), hand)").game
    game.act(next(a for a, label in game.labels().items() if "play Peek" in label))
    seen = game.view("A")
    assert seen.players[0].deck
    unseen = replace(seen, players=tuple(replace(one, deck=()) for one in seen.players))
    assert changes(seen, unseen) == []
    assert changes(unseen, seen) == ["seen in the Deck of A: Haven Warrior, Axiom Salvager, Kappa"]


def test_a_replay_can_be_told_step_by_step(tmp_path, monkeypatch, capsys):
    path = tmp_path / "game.json"
    assert main(["demo", "--seed", "2", "--save", str(path)]) == 0
    capsys.readouterr()
    waited = []
    monkeypatch.setattr("builtins.input", lambda _: waited.append(capsys.readouterr().out) or "")
    assert main(["replay", str(path), "--log", "--step", "--plain"]) == 0
    assert len(waited) > 50 and "Kojo & Booda" in waited[0]
    assert sum("Day 2, afternoon" in text for text in waited) == 1
