"""The table for language models: its inputs and replies."""

from __future__ import annotations

import pytest

from altered_env import Game, Scenario
from altered_env.agents.hosting import Host
from altered_env.cli.play import _chosen
from altered_env.envs.text_table import TextTable


class First:
    """Takes the first action, or passes where that is offered."""

    def act(self, seat):
        passing = [option.action for option in seat.options if option.kind == "pass"]
        return (passing or seat.actions)[0]


def seated(game: Game) -> TextTable:
    table = TextTable()
    table.sit(Host(game, {1: First()}))
    return table


def afternoon(other: str = "Cheap") -> Game:
    """A has two copies of a card and another; B one mana and this card."""
    table = Scenario(seed=1)
    table.card("Cheap", cost="1/1")
    table.card("Third", cost="3/3")
    table.card("Dear", cost="9/9")
    table.player("A").hand("Cheap", "Cheap", "Third").mana(8).deck("Cheap", "Cheap", "Cheap")
    table.player("B").hand(other).mana(1).deck("Cheap", "Cheap", "Cheap")
    table.begin("afternoon", first="A")
    return table.game


@pytest.mark.parametrize("text", ["3", "+3", " 3 ", "999999", "-1", "٣", "0_3"])
def test_a_number_is_only_ever_that_of_an_option(text):
    """Labels hold numbers, as costs are: `3` was taken for the card that costs 3."""
    game = afternoon()
    assert any("(3)" in label for label in game.labels().values())
    assert int(text) not in game.legal_actions()
    before = game.state()
    answer = seated(game).act(text)
    assert answer.startswith(repr(text.strip())) and "matches no option" in answer
    assert game.state() == before
    numbered = _chosen(game, text)
    assert numbered == (game.choices()[2].action if int(text) == 3 else None)


def test_words_and_numbers_of_options_are_taken():
    game = afternoon()
    third = next(o.action for o in game.options() if "Third" in o.label)
    assert seated(game.clone()).act(str(third)).startswith("You: play Third (3)\n")
    assert seated(game.clone()).act("third").startswith("You: play Third (3)\n")
    for copy in next(o for o in game.choices() if o.copies).copies:
        assert seated(game.clone()).act(str(copy.slot)).startswith("You: play Cheap (1)\n")
    shown = seated(game).look()
    assert shown.count("play Cheap (1)\n") == 1 and "#" not in shown


def test_a_pass_is_told_alike_whether_or_not_anything_could_be_played():
    """B is asked where its card can be paid; where it cannot, B passes without being asked."""
    said = []
    for other in ("Cheap", "Dear"):
        game = afternoon(other)
        table = seated(game)
        said.append([table.act(words) for words in ("third", "A: hero", "pass")])
        assert game.over or game.decider == 0
    assert said[0][1].splitlines()[1] == "B: pass"
    assert said[0] == said[1]
