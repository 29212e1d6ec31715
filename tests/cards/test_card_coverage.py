"""Card coverage finds impossible, wrong and ineffective parts of cards."""

from __future__ import annotations

import random
from functools import partial

import pytest

from altered_env.cards import catalogue
from altered_env.cli import main
from altered_env.engine.terms import C
from altered_env.game.books import book_of
from altered_env.game.engine_api import answer
from altered_env.game.options import offered
from altered_env.game.states import duplicate
from altered_env.testing.card_coverage import exercise, trying
from altered_env.testing.card_coverage.cast import cast, tokens
from altered_env.testing.card_coverage.random_tables import lay_table
from altered_env.testing.card_coverage.seen import Seen
from altered_env.testing.card_coverage.speaking import topic_of
from altered_env.testing.card_coverage.trying import explained, shared_book
from altered_env.testing.card_coverage.twins import Twins, differ
from altered_env.testing.scenario.own_cards import define


def card(*abilities, support=(), type="character", subtypes=()):
    return define(
        1,
        "Subject",
        type=type,
        cost="2/2",
        stats="2/2/2",
        limits="2/2",
        subtypes=subtypes,
        abilities=abilities,
        support=support,
        faction="axiom",
        rarity="common",
    )


def test_the_cast_is_understood():
    assert not book_of([*cast(), *tokens()]).unsupported


def test_a_card_without_abilities_is_played_from_hand_and_from_reserve():
    report = exercise(card())
    assert (report.missing, report.failures) == ([], [])
    assert report.steps > 1


@pytest.mark.parametrize(
    "line",
    [
        "J: draw(1)",
        "R: gain(target(character), boost=1)",
        "T: resupply()",
        "at(dusk): gain(me, fleeting)",
        "when(sacrifices(me)): draw(1)",
        "less(1, plays(you, spell))",
        "cant(plays(opponent, character))",
        "instead(gains(me, fleeting)): gain(me, boost=1)",
        "have(all(character, you.play), tough(1))",
        "have(me, expedition_permanent, where=anywhere)",
        "while_(you.first_player), have(me, gigantic)",
        "gigantic",
        "defender",
        "tough(2)",
        "seasoned",
        "scout(1)",
    ],
)
def test_what_a_line_does_is_seen(line):
    report = exercise(card(line))
    assert (report.missing, report.failures) == ([], [])


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("J: if_(day > 200, draw(1))", "line 0 (reaction)"),
        ("at(noon): gain(me, boost=0)", "line 0 (reaction)"),
        ("T, day > 200: draw(1)", "line 0 (quick)"),
        ("less(0, plays(you, me))", "line 0 (cost)"),
        ("while_(day > 200), have(me, gigantic)", "line 0 (have)"),
        ("while_(day > 200), cant(plays(opponent, spell))", "line 0 (cant)"),
        ("instead(gains(me, fleeting), day > 200): draw(1)", "line 0 (instead)"),
        ("cooldown", "keyword cooldown"),  # of a Character: it is for Spells (7.4.1)
    ],
)
def test_what_never_happens_is_named(line, named):
    missing = exercise(card("H: draw(1)", line), tries=12).missing
    assert [what.split(":")[0].replace("line 1", "line 0") for what in missing] == [named]


def test_a_card_that_cannot_be_played_is_named():
    missing = exercise(card("cant(plays(you, me))"), tries=12).missing
    assert missing == ["played from hand", "played from reserve"]


def test_a_branch_that_is_never_taken_is_listed():
    line = "J: if_(day > 200, resupply(), else_=draw(1))"
    report = exercise(card(line), tries=12)
    assert not report.missing
    assert any("not reached" in what for what in report.untaken)


def test_a_branch_that_is_taken_is_not_listed():
    report = exercise(card("J: if_(day > 1, resupply(), else_=draw(1))"))
    assert report.untaken == []


def test_what_is_wrong_with_a_game_is_a_failure(monkeypatch):
    monkeypatch.setattr(trying, "violations", lambda *_: ["a bird in the Deck"])
    failures = exercise(card("J: draw(1)")).failures
    assert [failure.problem for failure in failures] == ["a bird in the Deck"]


def test_a_card_that_is_not_understood_is_named():
    missing = exercise(card("have(me, abilities)")).missing
    assert [what.split(":")[0] for what in missing] == ["not understood"]


def test_the_same_card_is_tried_at_the_same_tables():
    one, other = exercise(card("J: draw(1)")), exercise(card("J: draw(1)"))
    assert (one.tables, one.steps) == (other.tables, other.steps)


def test_a_step_played_again_with_nothing_left_out_is_the_same():
    """A twin's difference is due to the omitted part."""
    chance = random.Random(5)
    book = shared_book()
    for subject in chance.sample([*catalogue()], 12):
        twins = Twins(book)
        table = lay_table(book, subject, topic_of(subject), chance)
        games, move = table.games, table.begin
        for _ in range(40):
            before = duplicate(games)
            move(games)
            again = duplicate(before)
            again[0]["dirty"] = 1
            move(again)
            assert not differ(again, games)
            nobody = len(book.cards) - 1
            assert not twins.keyword_works(before, move, games, nobody, "keywords", 0)
            if not (actions := offered(games[0])):
                break

            move = partial(_answer, book, chance.choice(actions))


def _answer(book, action, games):
    return answer(games, 0, book.record, action)


def test_trying_leaves_the_book_as_it_was():
    book = book_of([card("J: draw(1)", "less(1, plays(you, spell))"), *cast()])
    before = book.record.tobytes()
    exercise(card("J: draw(1)", "less(1, plays(you, spell))"), book=book)
    assert book.record.tobytes() == before


def test_games_differ_by_their_objects_and_not_by_scratch_nor_by_what_is_derived():
    subject = catalogue().find("Foundry Armorer C")
    table = lay_table(shared_book(), subject, topic_of(subject), random.Random(1))
    other = duplicate(table.games)
    other[0]["frame"][3] = 7
    other[0]["order"][0] = 7
    assert not differ(table.games, other)
    other[0]["reactive"][0] ^= 1
    other[0]["stating"][0] ^= 1
    other[0]["altered"][0] ^= 1
    other[0]["options"][0] = 7
    assert not differ(table.games, other)
    other[0]["obj"][0, C.BOOSTS] += 1
    assert differ(table.games, other)
    assert not differ(table.games, other, but_for=(C.BOOSTS,))


def test_what_is_to_be_seen_of_a_card():
    subject = card("gigantic", "J: draw(1)", "less(1, plays(you, spell))")
    book = book_of([subject])
    seen = Seen(book, subject, Twins(book))
    assert seen.missing() == [
        "played from hand",
        "played from reserve",
        "keyword gigantic",
        "line 1 (reaction): J: draw(1)",
        "line 2 (cost): less(1, plays(you, spell))",
    ]


def test_every_explanation_is_of_a_card_that_there_is():
    known = {entry.reference for entry in catalogue()}
    assert {reference for reference, _ in explained()} <= known


def test_the_command(capsys):
    assert main(["cards", "cover", "Foundry Armorer", "--tries", "9", "--branches"]) == 0
    assert "3 fully covered" in capsys.readouterr().out


def test_the_command_says_what_was_not_seen(capsys):
    assert main(["cards", "cover", "Brassbug Hive R1", "--tries", "0"]) == 1
    said = capsys.readouterr().out
    assert "CORE_AX_30_R1 Brassbug Hive R1: not seen: played from hand" in said
