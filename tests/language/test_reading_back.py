"""The wording of an ability is parsed back to the same ability."""

import json
import random
from collections import defaultdict
from itertools import islice
from pathlib import Path

import pytest

from altered_env.cards import catalogue
from altered_env.cli import main
from altered_env.language.english import understand
from altered_env.language.english.worded import NotReadError, read_back, read_wording
from altered_env.language.errors import NotationError
from altered_env.language.normal import normal
from altered_env.language.notation import read_ability
from altered_env.language.writing import write_ability
from tests.language.mixing import compiled, mixed

UNIQUES = Path(__file__).resolve().parents[3] / "shared" / "cards" / "unique-sample.jsonl"


def lost(lines, names):
    """Abilities that do not read back, and those that share their wording."""
    found, said = [], defaultdict(set)
    for line in lines:
        back = read_back(read_ability(line, names=names), names)
        said[back.said].add(back.meant)
        if not back.same:
            found.append((line, back.said, back.why or write_ability(back.read)))
    shared = [text for text, meant in said.items() if len(meant) > 1]
    return found, shared


def test_every_line_comes_back(every_line):
    assert lost(every_line, catalogue().names) == ([], [])


def test_unique_cards_come_back(every_line):
    if not UNIQUES.is_file():
        pytest.skip("the reference data is not here")
    lines = set(every_line)
    with UNIQUES.open(encoding="utf-8") as rows:
        for row in islice(rows, None, None, 20):  # all of them: `altered cards check --back FILE`
            card = json.loads(row)
            found = understand(
                card["main_text"] or "",
                card["echo_text"] or "",
                kind=card["type"].lower(),
                name=card["name"],
            )
            lines |= {*found.abilities, *found.support}
    assert lost(sorted(lines), catalogue().names) == ([], [])


@pytest.mark.parametrize("seed", range(8))
def test_whatever_can_be_played_comes_back(pieces, seed):
    chance = random.Random(seed)
    for line in (mixed(pieces, chance) for _ in range(100)):
        try:
            ability = read_ability(line)
        except NotationError:
            continue
        if compiled(line) is None:
            back = read_back(ability)
            assert back.same, (line, back.said, back.why)


@pytest.mark.parametrize(
    ("line", "other"),
    [
        (
            "J: x = target(character); gain(x, boost=1)",
            "J: y = target(character); gain(y, boost=1)",
        ),
        ("J: discard(target(fleeting, character))", "J: discard(target(character, fleeting))"),
        ("J: discard(target(spell | feat))", "J: discard(target(feat | spell))"),
        ("J: if_(me.boost > 2, draw())", "J: if_(me.boost >= 3, draw(1))"),
        (
            "J: if_(not count(card, you.hand) >= 1, draw(1))",
            "J: if_(count(card, you.hand) == 0, draw(1))",
        ),
        ("pay(1), T: draw(1)", "T, pay(1): draw(1)"),
        ("J: play(choose(card), min=1, less=2)", "J: play(choose(card), less=2, min=1)"),
        ("J: discard(choose(card, you.hand, n=1))", "J: discard(choose(card, you.hand))"),
        ("J: gain(me, {tough(1), gigantic})", "J: gain(me, {tough(1)}, {gigantic})"),
        ("J: x = draw(1); sabotage()", "J: draw(1); sabotage()"),
        ("J: times(2, draw(1), sabotage())", "J: times(2, (draw(1), sabotage()))"),
    ],
)
def test_what_means_the_same_has_one_normal_form(line, other):
    assert line != other
    assert normal(read_ability(line)) == normal(read_ability(other))


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("J: draw(1); sabotage()", "J: sabotage(); draw(1)"),
        ("J: discard(target(character, other))", "J: discard(target(character))"),
        ("J: discard(target(character))", "J: discard(choose(character))"),
        ("J: if_(draw(1), sabotage())", "J: draw(1); sabotage()"),
        ("J: if_(me.fleeting, (draw(1), sabotage()))", "J: if_(me.fleeting, draw(1)); sabotage()"),
        ("when(plays(you, spell)): draw(1)", "when(plays(opponent, spell)): draw(1)"),
        (
            "J: exchange(target(card, reserve), target(card))",
            "J: exchange(target(card), target(card, reserve))",
        ),
        ("J: exhaust(choose(permanent, you.play))", "J: exhaust(choose(permanent, you.reserve))"),
        ("J: if_(me.boost < 2, draw(1))", "J: if_(me.boost <= 2, draw(1))"),
        (
            "J: x = reveal(top(you.deck)); if_(is_(x, ~me.expedition.facing), draw(1))",
            "J: x = reveal(top(you.deck)); if_(not is_(x, me.expedition.facing), draw(1))",
        ),
    ],
)
def test_what_means_something_else_is_said_otherwise(line, other):
    one, two = (read_back(read_ability(said)) for said in (line, other))
    assert one.meant != two.meant and one.said != two.said
    assert one.same and two.same


@pytest.mark.parametrize(
    ("said", "rest"),
    [
        ("When I enter play: Draw 2 crads.", "crads."),
        ("When I enter play: Frobnicate.", "Frobnicate."),
        ("Each player draws 1 card. Juggle.", "Juggle."),
    ],
)
def test_what_is_not_understood_is_shown_to_the_letter(said, rest):
    with pytest.raises(NotReadError) as refused:
        read_wording(said)
    assert said[refused.value.start :] == rest


def test_the_pool_comes_back(capsys):
    assert main(["cards", "check", "--back"]) == 0
    table = [row.split() for row in capsys.readouterr().out.splitlines()]
    name, lines, _, back, share = table[-1]
    assert (name, back, share) == ("all", lines, "100.00%")
    assert int(lines.replace(",", "")) == sum(
        len(card.abilities) + len(card.support)
        for card in (*catalogue(), *catalogue().tokens.values())
    )
