"""The `altered cards` commands that look cards up."""

from __future__ import annotations

import pytest

from altered_env import cards
from altered_env.cards import catalogue
from altered_env.cards.printed_words import SETS
from altered_env.cards.verified import verified
from altered_env.cli import main


def said_by(capsys, *arguments, status=0):
    assert main(["cards", *arguments]) == status
    return capsys.readouterr().out


def found_by(capsys, *arguments, status=0):
    """The references that a search lists."""
    lines = said_by(capsys, "search", *arguments, status=status).splitlines()
    assert lines[-1].startswith(f"{len(lines) - 1:,} of ")
    return [line.split()[0] for line in lines[:-1]]


def lines(card):
    return (*card.abilities, *card.support)


def test_help_says_what_there_is(capsys):
    for does in ("search", "show", "status", "check", "import"):
        with pytest.raises(SystemExit) as caught:
            main(["cards", does, "--help"])
        assert caught.value.code == 0
        assert f"altered cards {does}" in capsys.readouterr().out


def test_cards_are_found(capsys):
    said = said_by(capsys, "search", "armorer", "--faction", "axiom")
    assert "CORE_AX_16_C" in said and "3/3" in said and "2/2/2" in said
    assert said.endswith(f"2 of {len(cards.search()):,} cards\n")
    assert found_by(capsys, "no such card", status=1) == []
    assert "brassbug" in found_by(capsys, "--tokens")


@pytest.mark.parametrize(
    ("arguments", "fits"),
    [
        (["--faction", "AX"], lambda card: card.faction == "axiom"),
        (["--faction", "neutral"], lambda card: card.faction == "neutral"),
        (["--type", "hero"], lambda card: card.type == "hero"),
        (["--type", "landmark permanent"], lambda card: card.type == "landmark_permanent"),
        (["--subtype", "Robot"], lambda card: "robot" in card.subtypes),
        (["--rarity", "rare"], lambda card: card.rarity == "rare"),
        (["--set", "alize"], lambda card: card.set == "ALIZE"),
        (["--cost", "3"], lambda card: card.hand_cost == 3),
        (["--cost", "2-4"], lambda card: 2 <= card.hand_cost <= 4),
        (["--cost", ">=5"], lambda card: card.hand_cost >= 5),
        (["--cost", "> 5"], lambda card: card.hand_cost > 5),
        (["--cost", "<=1"], lambda card: card.hand_cost <= 1 and card.type not in ("hero", "mana")),
        (["--cost", "<2"], lambda card: card.hand_cost < 2 and card.type not in ("hero", "mana")),
        (["--keyword", "After You"], lambda card: "after_you(" in " ".join(lines(card))),
        (["--keyword", "gigantic"], lambda card: "gigantic" in " ".join(lines(card))),
        (["armorer", "--cost", "2"], lambda card: card.reference == "CORE_AX_16_R2"),
    ],
)
def test_filters(capsys, arguments, fits):
    expected = [card.reference for card in cards.search() if fits(card)]
    assert expected
    assert found_by(capsys, *arguments) == expected


def test_the_wording_is_searched(capsys):
    armorers = found_by(capsys, "--wording", "enter play from reserve:  create a brassbug")
    assert "CORE_AX_16_C" in armorers and "CORE_AX_16_R1" not in armorers
    assert found_by(capsys, "--text-of-wording", "Create a Brassbug in target", "armorer") == [
        "CORE_AX_16_C",
        "CORE_AX_16_R1",
        "CORE_AX_16_R2",
    ]


def test_words_and_figures_find_the_same(capsys):
    found = found_by(capsys, "draw a card", "--faction", "AX")
    assert found == found_by(capsys, "Draw  1 card", "--faction", "axiom") and len(found) > 5
    assert found_by(capsys, "--wording", "draw a card", "--faction", "AX") == found
    assert found_by(capsys, "draw two cards") == found_by(capsys, "draw 2 cards") != []


def test_rarities_have_letters(capsys):
    for letter, word in (("C", "common"), ("r", "rare"), ("R1", "rare"), ("E", "exalted")):
        found = found_by(capsys, "--rarity", letter, "--set", "DUSTER")
        assert found == found_by(capsys, "--rarity", word, "--set", "DUSTER") != []
    assert main(["cards", "search", "--rarity", "U"]) == main(
        ["cards", "search", "--rarity", "unique"]
    )


def test_what_is_found_is_sorted(capsys):
    armorers = ("--subtype", "engineer", "--faction", "AX")
    costs = [catalogue()[ref].hand_cost for ref in found_by(capsys, *armorers, "--sort", "cost")]
    assert costs == sorted(costs) and len(set(costs)) > 2
    names = [catalogue()[ref].name for ref in found_by(capsys, *armorers, "--sort", "name")]
    assert names == sorted(names, key=str.casefold)
    stats = [catalogue()[ref] for ref in found_by(capsys, *armorers, "--sort", "stats")]
    sums = [card.forest + card.mountain + card.water for card in stats]
    assert sums == sorted(sums, reverse=True)
    sets = [catalogue()[ref].set for ref in found_by(capsys, *armorers, "--sort", "set")]
    assert sets == sorted(sets, key=SETS.index)


def test_several_cards_are_shown(capsys):
    said = said_by(capsys, "show", "Foundry Armorer C", "CORE_AX_30_R1")
    assert "Foundry Armorer C   CORE_AX_16_C" in said
    assert "\n\nBrassbug Hive R1   CORE_AX_30_R1" in said
    assert main(["cards", "show", "Foundry Armorer C", "Foundry Armrer"]) == 2
    assert "no card is called 'Foundry Armrer', did you mean" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["CORE_AX_16_U_99", "ALT_CORE_B_AX_16_U_99", "Foundry Armorer U"])
def test_an_unknown_unique_is_to_be_imported(name, capsys):
    assert main(["cards", "show", name]) == 2
    said = capsys.readouterr().err
    assert "altered cards import FILE" in said and "did you mean" not in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["search", "--faction", "axion"], "unknown faction 'axion', did you mean 'axiom'?"),
        (["search", "--type", "wizard"], "unknown type 'wizard', expected one of character, spell"),
        (["search", "--subtype", "robbot"], "did you mean 'robot'?"),
        (["search", "--keyword", "sabotge"], "did you mean 'sabotage'?"),
        (["search", "--set", "CORR"], "did you mean 'CORE'?"),
        (["search", "--cost", "three"], "cost 'three': expected a number such as 3, 2-4"),
        (["search", "--cost", "3-"], "cost '3-': expected"),
        (["search", "--cost", "9-2"], "cost '9-2': a range must go up, such as 2-9"),
        (["show", "Foundry Armore"], "did you mean 'Foundry Armorer'"),
        (["show", "CORE_AX_160_C"], "did you mean 'CORE_AX_16_C'"),
    ],
)
def test_what_is_wrong_is_said(capsys, arguments, message):
    assert main(["cards", *arguments]) == 2
    said = capsys.readouterr()
    assert said.err.startswith(f"altered cards {arguments[0]}: ") and message in said.err
    assert not said.out


def test_whoever_looks_for_unique_cards_is_told_where_they_come_from(capsys):
    assert main(["cards", "search", "--rarity", "U"]) == 1
    assert "altered cards import FILE" in capsys.readouterr().out


@pytest.mark.parametrize("name", sorted({card.set for card in cards.catalogue()}))
def test_every_card_is_shown(name, capsys):
    shown = [card for card in cards.catalogue() if card.set == name]
    left = said_by(capsys, "show", *(card.reference for card in shown))
    heads = [f"{card}   {card.reference}\n" for card in shown]
    for card, head, after in zip(shown, heads, [*heads[1:], ""], strict=True):
        assert left.startswith(head)
        end = left.index(f"\n\n{after}") + 1 if after else len(left)
        said, left = left[:end], left[end + 1 :]
        for line in (*card.abilities, *card.support):
            assert f"  {line}\n" in said
        assert f"From: {card.source}\n" in said
        status = "verified" if card.reference in verified() else "implemented"
        assert f"\nStatus: {status}" in said, card.reference


def test_a_card_is_shown_by_name(capsys):
    said = said_by(capsys, "show", "foundry", "armorer", "f")
    assert said.splitlines()[:5] == [
        "Foundry Armorer R2   CORE_AX_16_R2",
        "character - engineer; bravos; rare",
        "Hand Cost 2, Reserve Cost 3",
        "forest 2, mountain 2, water 2",
        "",
    ]
    assert "Other versions: C, R1\n" in said


def test_a_card_that_cannot_be_played_says_why(capsys, tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(
        "Odd:\n  type: spell\n  cost: 1/1\n  versions:\n    AX_99_C: {abilities: [x]}\n"
    )
    try:
        cards.load_cards(path)
        said = said_by(capsys, "show", "Odd")
        listed = said_by(capsys, "status", "--list", "unsupported")
    finally:
        cards.catalogue.cache_clear()
    assert "  x\n    (this line cannot be read)\n" in said
    assert "\nStatus: unsupported, not yet playable: x: " in said
    assert "nothing is bound to 'x' yet" in said
    assert listed.startswith("OWN_AX_99_C      Odd C: x: ")


def test_status_counts(capsys):
    said = said_by(capsys, "status")
    rows = {words[0]: words[1:] for line in said.splitlines() if len(words := line.split()) == 5}
    every = len(cards.search())
    assert rows["all"][-1] == f"{every:,}"
    assert int(rows["all"][0].replace(",", "")) == len(verified())
    for names in (("axiom", "bravos", "lyra", "muna", "ordis", "yzmir", "neutral"),):
        assert sum(int(rows[name][-1].replace(",", "")) for name in names) == every
    assert sum(int(row[-1]) for name, row in rows.items() if name.isupper()) == every


def test_status_lists(capsys):
    assert said_by(capsys, "status", "--list", "verified").count("\n") == len(verified())
    said = said_by(capsys, "status", "--list", "unverified")
    assert said.count("\n") == len(cards.search()) - len(verified())
    assert said_by(capsys, "status", "--list", "unsupported") == ""
