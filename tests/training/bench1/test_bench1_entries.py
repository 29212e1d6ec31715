"""Entries of `altered bench1`, their deals, and the frozen panel."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from altered_env import cards, decks
from altered_env.arena.bench1 import tasks
from altered_env.arena.bench1.bench_entries import (
    NAME_MOST,
    BenchArena,
    arena_of,
    entry_of,
    usual_name,
)
from altered_env.arena.bench1.people_lists import people_of
from altered_env.arena.bench1.tasks import HEADLINE, PANEL, TASKS
from altered_env.decks.bench1.bench_pools import Listed, archetypes, task_decks, written
from altered_env.decks.bench1.withheld import is_withheld
from altered_env.decks.deck import official
from tests.training.bench1.bots import BOT


def test_an_entry_of_another_agent_has_other_games(here):
    one = entry_of("bot.py:Bot", "T2", deals=2, trained="none")
    (here / "bot2.py").write_text(BOT.format(pick=-1))
    entries = {
        "itself": one,
        "name": replace(one, name="x"),
        "beacon": replace(one, beacon="x"),
        "agent": entry_of("bot2.py:Bot", "T2", deals=2, trained="none"),
        "task": entry_of("bot.py:Bot", "T1", deals=2, trained="none"),
    }
    seeds = [arena_of(e).drawn("", "", 0).seed for e in entries.values()]
    assert len(set(seeds)) == len(seeds)
    assert entries["beacon"].digest == one.digest  # it is published before the beacon is


def test_both_games_of_a_deal_differ_in_the_seats_alone():
    arena = arena_of(entry_of("greedy", "T2"))
    for number in range(0, 10, 2):
        one, two = arena.drawn("a", "b", number), arena.drawn("a", "b", number + 1)
        assert one == two
    assert arena.drawn("a", "b", 0) == arena.drawn("a", "c", 0)  # all opponents have the same


def test_the_starters_meet_equally_often():
    arena = arena_of(entry_of("greedy", "T1"))
    pairs = [tuple(arena.drawn("a", "b", 2 * k).decks) for k in range(TASKS["T1"].deals)]
    assert {pairs.count(pair) for pair in pairs} == {TASKS["T1"].deals // 36}


def test_the_archetypes_of_t3_take_turns():
    arena = arena_of(entry_of("greedy", "T3"))
    assert isinstance(arena, BenchArena)
    for k in range(12):
        first, _ = arena.drawn("a", "b", 2 * k).decks
        assert archetypes()[k % 6] in arena.listed[first].marks
    only = arena_of(entry_of("greedy", "T3", archetype="spells"))
    assert all(
        "spells" in only.listed[only.drawn("a", "b", 2 * k).decks[0]].marks for k in range(5)
    )


def test_the_book_has_withheld_cards_in_t4_alone():
    for task in ("T1", "T2", "T3", "T4"):
        book = arena_of(entry_of("greedy", task)).book
        assert any(map(is_withheld, book.cards)) == (task == "T4")


def test_the_entrant_of_t5_keeps_its_deck(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text(decks.load("demo-atsadi").to_text())
    arena = arena_of(entry_of("greedy", "T5", deck=str(path)))
    field = {one.deck.name for one in task_decks("T5")}
    for number in range(8):
        mine, theirs = arena.drawn("a", "b", number).decks[:: -1 if number % 2 else 1]
        assert mine == "mine"
        assert theirs in field


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"task": "T6"}, "no task is called 'T6'"),
        ({"task": "T5"}, "T5 needs the entrant's deck"),
        ({"task": "T1", "deck": "axiom"}, "T5 needs the entrant's deck"),
        ({"task": "T2", "time_class": "5ms"}, "no class is called '5ms', did you mean '50ms'"),
        ({"task": "T2", "archetype": "spells"}, "are of T3, not of T2"),
        ({"task": "T3", "archetype": "spell"}, "no archetype is called 'spell'"),
        ({"task": "T2", "deals": 0}, "1 deal or more"),
        ({"task": "T2", "beacon": "  "}, "the beacon must have 1 to 200 characters"),
        ({"task": "T2", "beacon": "Practice."}, "the beacon is 'Practice.': name a value"),
        ({"task": "T2", "beacon": "a\nb"}, "all printable"),
        ({"task": "T2", "beacon": "Sealed abc"}, "with 'sealed' are of maintainers' reruns; name"),
        ({"task": "T2", "name": "  "}, "the name must have 1 to 60 characters, .* found ''"),
        ({"task": "T2", "name": ""}, "the name must have 1 to 60 characters, .* found ''"),
        ({"task": "T2", "against": ("greedy",)}, "the opponents must be different, among them"),
        ({"task": "T2", "against": (*HEADLINE, "rules")}, "no opponent is called 'rules'"),
        ({"task": "T2", "withheld": "not seen", "agent": "net:v3"}, "has seen withheld cards"),
        ({"task": "T2", "withheld": "seen"}, "greedy has no network that could have seen cards"),
        ({"task": "T2", "agent": "mybot:Bot"}, r"by its file, mybot\.py:Bot, or with its package"),
    ],
)
def test_a_wrong_entry_is_named(given, said):
    with pytest.raises((ValueError, LookupError), match=said):
        entry_of(**{"agent": "greedy", **given})


def test_a_deck_of_t5_is_legal_and_has_no_withheld_card(tmp_path):
    path = tmp_path / "mine.txt"
    text = decks.load("axiom").to_text()
    path.write_text(text.replace("3 ", "2 ", 1))
    with pytest.raises(ValueError, match="at least 39 are required"):
        entry_of("greedy", "T5", deck=str(path))
    new = next(one.deck for one in task_decks("T4"))
    path.write_text(new.to_text())
    with pytest.raises(ValueError, match="has cards that only T4 has"):
        entry_of("greedy", "T5", deck=str(path))


@pytest.mark.parametrize("name", ["a\tb", "a\nb", "a\x1b[2Jb", "a\u202eb"])
def test_no_name_of_a_deck_breaks_a_line_or_a_table(tmp_path, name):
    """Neither that of the entrant, nor one in a file that was written by hand, nor people's."""
    axiom = decks.load("axiom")
    rows = [[n, official(card)] for card, n in axiom.counted.items() if card != axiom.hero]
    data = {"name": name, "hero": official(axiom.hero), "cards": rows}
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(data))
    said = "has a character that cannot be printed"
    with pytest.raises(ValueError, match=f"mine.json: the name .* {said}"):
        entry_of("greedy", "T5", deck=str(path))
    with pytest.raises(ValueError, match=said):
        written([Listed(replace(axiom, name=name))])
    entry = entry_of("greedy", "T5", deck="axiom")
    with pytest.raises(ValueError, match="the entrant's deck cannot be read: "):
        arena_of(replace(entry, deck=entry.deck.replace("axiom", name, 1)))
    (tmp_path / "decks.jsonl").write_text(json.dumps(data) + "\n")
    with pytest.raises(ValueError, match=f"no list is legal .*line 1: the name .* {said}"):
        people_of(tmp_path)


def test_a_long_name_is_not_cut_within_a_file_name(tmp_path):
    """An entry without `--name` is called like its agent, and 60 characters are the most."""
    bot = tmp_path / "a folder of bots".replace(" ", "-") / "mine.py"
    bot.parent.mkdir()
    bot.write_text("class Bot:\n    def act(self, seat):\n        return seat.actions[0]\n")
    agent = f"{bot}:Bot"
    assert len(agent) > NAME_MOST
    assert entry_of(agent, "T2", trained="none").name == "mine.py:Bot"
    long = usual_name(f"mine.py:Bot:note={'x' * 80}")
    assert len(long) == NAME_MOST and long.startswith("mine.py:Bot") and long.endswith("\u2026")


def test_a_constructed_list_can_be_entered_by_its_name():
    """One of the field, too: it gets a name of its own."""
    for name, its in (("fen-asleep-2", "fen-asleep-2"), ("fen-asleep-1", "of the entrant")):
        arena = arena_of(entry_of("greedy", "T5", deck=name))
        mine, *field = arena.decks
        assert its in mine and len(field) == 24 and mine not in field
        assert arena.deck(mine).cards == decks.load(name).cards


def test_a_deck_in_a_file_is_checked_again():
    """Whoever writes a file by hand has not been through the command."""
    entry = entry_of("greedy", "T5", deck="axiom")
    new = written([next(one for one in task_decks("T4"))])
    for text, said in (
        (new, "has cards that only T4 has"),
        (entry.deck.replace("3 ", "4 ", 1), "axiom is not legal: 4 cards called"),
        (entry.deck.replace("CORE_AX", "CORE_ZZ", 1), "cannot be read: no card has the reference"),
        (entry.deck * 2, "cannot be read"),
        ("axiom", "cannot be read"),
    ):
        with pytest.raises(ValueError, match=said):
            arena_of(replace(entry, deck=text))


def test_peoples_lists_are_verified_with_the_same_folder(tmp_path):
    for name in ("demo-atsadi", "axiom"):
        (tmp_path / f"{name}.txt").write_text(decks.load(name).to_text())
    entry = entry_of("greedy", "T3", lists_of=tmp_path)
    assert set(arena_of(entry, tmp_path).decks) == {"demo-atsadi", "axiom"}
    with pytest.raises(ValueError, match="name their folder"):
        arena_of(entry)
    other = tmp_path / "other"
    other.mkdir()
    (other / "axiom.txt").write_text(decks.load("lyra").to_text())
    with pytest.raises(ValueError, match="not the lists that the games were played with"):
        arena_of(entry, other)


def test_peoples_lists_are_read_from_their_results(tmp_path):
    """As `validate` and `meta` read them; what cannot be played is left out and named."""

    def row(name, deck, extra=()):
        counted = [[n, official(card)] for card, n in deck.counted.items() if card != deck.hero]
        return {"name": name, "hero": official(deck.hero), "cards": [*counted, *extra]}

    axiom = decks.load("axiom")
    fugue = next(card for card in cards.catalogue() if card.set == "FUGUE"
                 and card.faction == "axiom" and card.type == "character")  # fmt: skip
    rows = [
        row("one", axiom),
        row("two", decks.load("lyra"), [[1, "ALT_CORE_B_LY_05_U_77"]]),
        row("short", axiom) | {"cards": [[3, "ALT_CORE_B_AX_16_C"]]},
        row("new", axiom, [[1, official(fugue)]]),
        {"name": "none"},
    ]
    (tmp_path / "decks.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))
    told = []
    found = people_of(tmp_path, told.append)
    assert [one.deck.name for one in found] == ["one", "two"]
    (said,) = told
    assert "3 of 5 lists left out: short: " in said and "is a withheld card" in said
    assert "none: 'hero' is missing" in said
    entry = entry_of("greedy", "T3", lists_of=tmp_path)
    assert set(arena_of(entry, tmp_path).decks) == {"one", "two"}


def test_spaces_that_nobody_sees_do_not_change_the_hash():
    plain = entry_of("greedy", "T2", name="my bot", remark="a net")
    spaced = entry_of("greedy", "T2", name=" my  bot ", remark="a net ")
    assert spaced == plain and spaced.digest == plain.digest
    with pytest.raises(ValueError, match="the name has needless spaces: 'my  bot'; omit them"):
        replace(plain, name="my  bot")


def test_the_panel_plays_as_it_is_frozen():
    assert tasks.panel_here() == tasks.panel_frozen()
    assert tuple(tasks.panel_frozen()) == PANEL


def test_another_panel_is_refused(monkeypatch):
    monkeypatch.setattr(tasks, "panel_frozen", lambda: {"greedy": "0" * 16})
    with pytest.raises(ValueError, match="greedy of the panel plays differently"):
        tasks.refuse_another_panel(["greedy"])
