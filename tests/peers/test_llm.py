"""The interface for language models: the text of a seat, and an MCP server with its client."""

from __future__ import annotations

import asyncio
import functools
import re
from itertools import islice
from types import SimpleNamespace

import pytest

from altered_env import Game
from altered_env.envs import text_table
from altered_env.envs.text_table import TextTable
from altered_env.protocol.text_seat import cards_in_sight, describe
from tests.game.hiding import games, twin


def test_text_says_nothing_that_is_hidden():
    for number, game in enumerate(islice(games(21), 0, 120, 24)):
        other = twin(game, game.decider, number)
        assert describe(game.seat()) == describe(other.seat())


def test_cards_in_sight_are_told_once_with_what_they_do():
    game = Game.start("axiom", "bravos", seed=1)
    lines = cards_in_sight(game.view("A"), game.book)
    assert len(lines) == len(set(lines)) >= 4
    hero = next(line for line in lines if line.startswith("Sierra & Oddball"))
    assert hero.endswith(".") and "hero" in hero


def test_a_game_is_played_by_words_and_numbers():
    table = TextTable()
    assert "There is no game" in table.look() and "There is no game" in table.act("pass")
    text = table.new_game("axiom", "bravos", "random", seed=1)
    for _ in range(12):
        options = re.findall(r"^ +(\d+)  (.+)$", table.look(), re.MULTILINE)
        number, label = options[0]
        text = table.act(label.strip() if "pass" in label else number)
        assert text.startswith("You: ")
    table.close()


def test_the_end_is_said(monkeypatch):
    start = functools.partial(Game.start, day_limit=1)
    monkeypatch.setattr(text_table, "Game", SimpleNamespace(start=start))
    table = TextTable()
    table.new_game(opponent="random", seed=1)
    for _ in range(60):
        if "The game is over" in table.look():
            break
        table.act(re.findall(r"^ +(\d+)  ", table.look(), re.MULTILINE)[-1])
    assert re.search(r"The game is over, without a winner\.", table.look())
    assert table.act("pass").startswith("The game is over")


def test_hints_are_off_unless_asked_for():
    assert TextTable().hint() == "Hints are off at this table."
    table = TextTable(hints=True)
    table.new_game(opponent="random", seed=2)
    assert re.fullmatch(r"rules would: \d+  .+", table.hint())


def test_the_client_of_mcp_plays():
    mcp = pytest.importorskip("mcp", reason="mcp comes with the extra llm")
    from altered_env.envs.mcp_server import make_server

    async def play():
        async with mcp.Client(make_server()) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            begun = await client.call_tool("new_game", {"opponent": "random"})
            look = await client.call_tool("look", {})
            number = re.search(r"^ +(\d+)  ", look.content[0].text, re.MULTILINE).group(1)
            acted = await client.call_tool("act", {"action": int(number)})
            wrong = await client.call_tool("new_game", {"deck": "axion"})
            named = await client.call_tool("new_game", {"opponent": "random", "seed": 1})
        async with mcp.Client(make_server(public_seed=True)) as client:
            public = await client.call_tool("new_game", {"opponent": "random", "seed": 1})
        async with mcp.Client(make_server(hints=True)) as client:
            more = {tool.name for tool in (await client.list_tools()).tools}
        said = (begun, acted, wrong, named, public)
        return tools, more, *(found.content[0].text for found in said)

    tools, more, begun, acted, wrong, named, public = asyncio.run(play())
    assert tools == {"new_game", "look", "act"} and more == tools | {"hint"}
    assert begun.startswith("You are A, with axiom against random")
    assert acted.startswith("You: ")
    assert "No game was started" in wrong and "did you mean 'axiom'" in wrong
    assert "No game was started: whoever chooses the seed" in named and "--public-seed" in named
    assert public.startswith("You are A, with axiom against random")


def test_a_client_of_mcp_makes_nothing_run_and_reads_no_file(tmp_path, monkeypatch):
    mcp = pytest.importorskip("mcp", reason="mcp comes with the extra llm")
    from altered_env.envs.mcp_server import make_server

    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.txt").write_text("a secret word\n")
    (tmp_path / "trap.py").write_text("open('sprung', 'w').close()\nclass Bot:\n    act = len\n")
    asked = (
        {"opponent": "cmd:touch sprung"},
        {"opponent": "trap.py:Bot"},
        {"opponent": "net:secret.txt"},
        {"deck": "secret.txt"},
        {"against": "./secret.txt"},
    )

    async def ask():
        async with mcp.Client(make_server()) as client:
            return [(await client.call_tool("new_game", one)).content[0].text for one in asked]

    for said in asyncio.run(ask()):
        assert said.startswith("No game was started: no ") and "secret word" not in said
    assert not (tmp_path / "sprung").exists()

    async def ask_again():
        async with mcp.Client(make_server(opponents=["trap.py:Bot"])) as client:
            return await client.call_tool("new_game", {"opponent": "trap.py:Bot"})

    asyncio.run(ask_again())
    assert (tmp_path / "sprung").exists()
