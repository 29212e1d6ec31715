"""The drawing of a board is complete, within its bounds, and shows only visible information."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree

import pytest

from altered_env import Game
from altered_env.game.replay import Replay
from altered_env.render.picture import Shape, picture
from altered_env.render.raster import raster
from altered_env.render.replay_page import Frame, replay_page
from altered_env.render.svg import element, svg
from tests.game.hiding import games, twin


def played(decisions=40, seed=3, format="standard", decks=("axiom", "bravos")):
    game = Game.start(*decks, seed=seed, format=format)
    chance = random.Random(seed)
    for _ in range(decisions):
        game.act(chance.choice(game.legal_actions()))
    return game


FOUR = {"format": "free_for_all", "decks": ("axiom", "bravos", "lyra", "muna")}


@pytest.mark.parametrize("given", [{}, FOUR], ids=["two", "four"])
def test_it_is_well_formed_and_shows_what_lies_there(given):
    game = played(**given)
    view = game.view("A")
    drawn = picture(view)
    tree = ElementTree.fromstring(svg(drawn))
    texts = " ".join(tree.itertext())
    for player in view.players:
        for seen in (*player.reserve, *player.landmarks):
            assert seen.name[:8] in texts
    regions = [t for t in tree.iter() if t.tag.endswith("title") and "region" in (t.text or "")]
    assert len(regions) == len(view.regions)


@pytest.mark.parametrize("given", [{}, FOUR], ids=["two", "four"])
def test_everything_lies_within_the_picture(given):
    for decisions in (0, 25, 60):
        drawn = picture(played(decisions, **given).view())
        for shape in drawn.shapes:
            places = shape.points or (
                (shape.x, shape.y),
                (shape.x + shape.width, shape.y + shape.height),
            )
            for x, y in places:
                assert 0 <= x <= drawn.width and 0 <= y <= drawn.height, shape


def test_it_does_not_tell_worlds_apart_that_differ_in_hidden_cards():
    different = 0
    for number, game in enumerate(games(5)):
        if number == 40:
            break
        if number % 5 == 0:
            other = twin(game, 1, number)
            different += other != game
            assert svg(picture(game.view(1))) == svg(picture(other.view(1)))
    assert different


def test_text_is_only_text():
    shape = Shape("text", 0, 0, text='<script>"&', size=9, fill="#fff")
    assert "<script" not in element(shape)
    page = replay_page("</title><script>x", [Frame(played(3).view(), "</script><b>")])
    assert page.count("<script") == 2 and "</script><b>" not in page


def test_notebooks_show_boards_and_replays():
    game = played(10)
    assert game._repr_html_() == svg(picture(game.view()))
    assert game.view("A")._repr_html_() == svg(picture(game.view("A")))
    assert game.seat().view._repr_html_().startswith("<svg")
    shown = Replay.of(game)._repr_html_()
    assert shown.startswith("<iframe") and shown.count("<") == 2, "all of it is in the attribute"


def test_a_replay_as_a_page_needs_nothing_else_and_is_small():
    game = Game.start("axiom", "bravos", seed=3)
    chance = random.Random(3)
    while not game.over:
        game.act(chance.choice(game.legal_actions()))
    page = Replay.of(game).to_html()
    assert not re.findall(r"(?:src|href)=|url\(|@import|https?://", page)
    assert len(page.encode()) < 2_000_000
    assert page.count('"c": ') == len(game.story.actions) + 1


def test_the_raster_is_the_same_picture():
    drawn = picture(played().view())
    (width, height), data = raster(drawn, 600)
    assert (width, height) == (600, round(drawn.height / 2)) and len(data) == 3 * width * height
    pixels = {data[k : k + 3] for k in range(0, len(data), 3)}
    assert {bytes.fromhex(c) for c in ("2c7446", "9a5016", "1d679e", "12191f")} <= pixels
