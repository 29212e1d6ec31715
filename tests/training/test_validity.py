"""Comparing simulated figures with the results of people: reading, games, scores."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from datetime import date
from random import Random

import numpy as np
import pytest

from altered_env import cards, decks
from altered_env.cards.earlier import as_of
from altered_env.cards.official import OfficialCard
from altered_env.cards.worths import Worth, Worths
from altered_env.cardstats.metagame.field import read_field
from altered_env.cardstats.validity import (
    banned_cards,
    card_fits,
    card_prices,
    hero_rates,
    hero_strengths,
    predicted_matches,
    scores,
)
from altered_env.cardstats.validity.deck_games import Plan, run
from altered_env.cardstats.validity.figures import Figure, as_csv, table
from altered_env.cardstats.validity.people import (
    PlayedList,
    PlayedMatch,
    Price,
    Tournament,
    read,
)
from altered_env.cli import main
from altered_env.cli.validate import _shipped
from altered_env.decks.deck import official
from altered_env.formats.plain_versions import plain_version

SEASON = "2025-01-03"


def entry(name, deck="yzmir", hero=None, **other):
    """A line of decks.jsonl."""
    deck = decks.load(deck)
    counted = [[count, official(card)] for card, count in deck.counted.items() if card != deck.hero]
    hero = official(deck.hero if hero is None else cards.find(hero))
    sets = ["CORE"]
    return {"name": name, "hero": hero, "cards": counted, "date": SEASON, "event": "Cup (online)",
            "sets": sets} | other  # fmt: skip


def lines(path, rows):
    path.write_text(
        "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows)
    )


@pytest.fixture
def folder(tmp_path):
    """A small folder with every file."""
    there = tmp_path / "people"
    there.mkdir()
    names = decks.names()
    lines(there / "decks.jsonl", [entry(f"list {name}", name) for name in names])
    pairs = [(one, two) for one in names for two in names if one < two]
    lines(
        there / "matches.jsonl",
        [
            {"a": f"list {one}", "b": f"list {two}", "winner": "ab"[k % 2], "event": f"Cup {k % 2}"}
            for k, (one, two) in enumerate(pairs)
        ],
    )
    heroes = [decks.starter(name).hero.name for name in names]
    entries = [{"player": f"p{k}", "hero": hero} for k, hero in enumerate(heroes)]
    matches = [[f"p{k}", f"p{j}", int(k > j)] for k in range(6) for j in range(6) if k != j]
    lines(
        there / "tournaments.jsonl",
        [
            {"tournament": n, "sets": ["CORE"], "entries": entries, "matches": matches}
            for n in (1, 2, 3, 4)
        ],
    )
    hero = decks.starter("axiom").hero
    others = [cards.find("Treyst & Rossum"), hero]
    rated = list(dict.fromkeys(decks.starter("axiom").cards))
    rows = [
        f"{official(card)}\t{card.name}\t{official(one)}\t{one.name}\t{2 + 4 * (k % 3)}"
        for k, card in enumerate(rated)
        for one in others
    ]
    (there / "card-ratings.tsv").write_text(
        "card\tname\thero\thero_name\trating\n" + "\n".join(rows)
    )
    (there / "prices.tsv").write_text(
        "reference\tlowest_ask_eur\tcopies_for_sale\tsuspended\nALT_CORE_B_AX_16_U_380\t2.5\t1\t0\n"
    )
    return there


FEW = [
    "--agents",
    "random",
    "--deals",
    "2",
    "--dealt",
    "60",
    "--ring",
    "1",
    "--jobs",
    "1",
    "--quiet",
]


def test_every_question_has_figures_and_a_run_resumes(folder, tmp_path, capsys, monkeypatch):
    out = tmp_path / "out"
    assert main(["validate", str(folder), *FEW, "--out", str(out)]) == 0
    said = capsys.readouterr().out
    for part in (
        *("(a) Matches", "AUC, n=15", "(b) Win rates", "rank, tournaments, CORE"),
        *("(c) A person", "within card, n=", "(e) Suspended", "Lyra Festival R2"),
        *("random: not trained", "6 of 6 lists are public lists of the package"),
    ):
        assert part in said
    rows = list(csv.DictReader((out / "validity.csv").read_text().splitlines()))
    assert {row["question"] for row in rows} == set("abce")
    assert {row["who"] for row in rows} >= {"random", "Hero, other tournaments", "net:v2"}
    kept = (out / "games.jsonl").read_bytes()
    monkeypatch.setattr("altered_env.cardstats.validity.deck_games.play", None)
    assert main(["validate", str(folder), *FEW, "--out", str(out)]) == 0
    again = capsys.readouterr().out
    assert again.split("\n\n")[0] == said.split("\n\n")[0]
    assert (out / "games.jsonl").read_bytes() == kept


def test_other_texts_are_other_games(folder, tmp_path):
    """A list at another date has another key, so that its games are not taken for these."""
    people = read(folder)
    pair = ("list axiom", "list yzmir")
    out = tmp_path / "games.jsonl"
    plan = Plan(people.lists, {pair: 1})
    run(plan, ["random"], 1, out)
    assert len(out.read_text().splitlines()) == 1
    now = people.lists["list yzmir"]
    afanas = replace(now, deck=replace(now.deck, hero=cards.find("Afanas & Senka")))
    then = replace(afanas, deck=afanas.deck.as_of(date(2025, 1, 3)))
    for other in (afanas, then):
        run(replace(plan, lists={**people.lists, "list yzmir": other}), ["random"], 1, out)
    assert len({json.loads(line)["key"] for line in out.read_text().splitlines()}) == 3


def test_lists_have_the_texts_of_their_day(folder):
    lines(folder / "decks.jsonl", [
        entry("then", hero="Afanas & Senka"),
        entry("now", hero="Afanas & Senka", date="2025-08-05"),
    ])  # fmt: skip
    people = read(folder)
    assert [len(people.lists[name].deck.hero.abilities) for name in ("then", "now")] == [1, 2]
    assert people.lists["then"].deck.hero == as_of(cards.find("Afanas & Senka"), date(2025, 1, 3))


def test_what_cannot_be_used_is_named_and_counted(folder):
    lines(
        folder / "decks.jsonl",
        [
            entry("good"),
            entry("good"),
            entry("unknown card", cards=[[3, "ALT_CORE_B_AX_99_C"]]),
            entry("unknown Hero", hero="Foundry Armorer C"),
            entry("no date", date="soon"),
            entry("empty", cards=[]),
            entry("many", cards=[["3", "ALT_CORE_B_AX_16_C"]]),
            {"hero": "ALT_CORE_B_AX_01_C", "cards": [[1, "ALT_CORE_B_AX_16_C"]]},
            "not JSON",
            "7",
            entry("banned", date="2025-02-22", cards=[[39, "ALT_CORE_B_OR_11_C"]], sets=["CORE"]),
            entry("unique", cards=[[2, "ALT_COREKS_B_YZ_05_U_999999"], [30, "ALT_CORE_B_YZ_05_C"]]),
            entry("a\tb"),
        ],
    )
    lines(
        folder / "matches.jsonl",
        [
            {"a": "good", "b": "unique", "winner": "a"},
            {"a": "good", "b": "empty", "winner": "a"},
            {"a": "good", "b": "unique", "winner": "c"},
            {"a": "good", "b": "good", "winner": "b"},
        ],
    )
    lines(
        folder / "tournaments.jsonl",
        [{"tournament": 1, "sets": [], "entries": [{"player": "p1", "hero": "Nobody & Co"},
          {"player": "p2", "hero": "Rin & Orchid"}], "matches": [["p1", "p2", 0]]}],
    )  # fmt: skip
    (folder / "card-ratings.tsv").write_text(
        "card\thero\trating\nALT_CORE_B_AX_16_C\tALT_CORE_B_AX_01_C\t6\n"
        "ALT_CORE_B_AX_16_C\tALT_CORE_B_BR_01_C\t6\nALT_CORE_B_AX_16_C\tALT_CORE_B_AX_01_C\tgood\n"
    )
    (folder / "prices.tsv").write_text("")
    people = read(folder)
    assert list(people.lists) == ["good", "banned", "unique"]
    assert people.lists["unique"].replaced == 2 and not people.lists["unique"].exact
    assert len(people.matches) == 1 and len(people.ratings) == 1
    assert people.tournaments[0].matches == ()
    said = "\n".join(people.remarks)
    for part in (
        "lists left out: unknown card ALT_CORE_B_AX_99_C (unknown card)",
        "Foundry Armorer C is no Hero",
        "expected a date such as 2025-01-15, found 'soon'",
        "a list without cards (line 6)",
        "found ['3', 'ALT_CORE_B_AX_16_C']",
        "'name' is missing (line 8)",
        "not JSON (line 9)",
        "expected an object (line 10)",
        "the name occurs twice (good)",
        "the name 'a\\tb' has a character that cannot be printed, '\\t'",
        "2 of them without a known text",
        "2 lists break a rule of their season or day and are played (banned: ",
        "; unique: ",
        "1 of 4 matches left out: a list that is not in decks.jsonl, or was left out (line 2)",
        "the winner is 'c'; expected a or b",
        "a list against itself",
        "the same side wins every match",
        "1 match left out: unknown Hero 'Nobody & Co'",
        "the card is not of the Hero's faction",
        "expected a number, found 'good'",
        "prices.tsv: left out, without the column 'reference'",
        "uniques.jsonl: no such file",
    ):
        assert part in said


def swapped(name, hero, out, into, count=1, day="2025-08-05"):
    """A list of a Hero's starter with copies of a card for another."""
    first = entry(name, hero, date=day)
    cards = [[n - count if ref == out else n, ref] for n, ref in first["cards"]]
    return first | {"cards": [row for row in cards if row[0]] + [[count, into]]}


@pytest.mark.parametrize(
    ("day", "faction", "reference", "says"),
    [
        ("2025-02-22", "bravos", "ALT_COREKS_B_AX_16_U_9999", "Foundry Armorer U 9999 is banned"),
        ("2025-02-22", "axiom", "ALT_COREKS_B_AX_16_U_9999", ""),
        ("2025-02-22", "yzmir", "ALT_CORE_B_YZ_05_U_9999", "U 9999 is banned (season 3)"),
        ("2025-11-04", "axiom", "ALT_BISE_B_AX_58_U_9999", ""),  # Bugfix: other versions alone
        ("2025-08-05", "ordis", "ALT_CORE_B_YZ_11_U_9999", ""),  # Baba Yaga R2 is suspended
        ("2025-08-05", "ordis", "ALT_CORE_B_YZ_11_R2", "Baba Yaga R2 is suspended"),
        ("2025-08-04", "ordis", "ALT_CORE_B_YZ_11_R2", ""),
    ],
)
def test_bans_are_of_the_listed_card_not_of_the_one_in_its_place(
    folder, day, faction, reference, says
):
    number = "_".join(reference.split("_")[3:5])
    common = [card for card in decks.starter(faction).cards if card.rarity == "common"]
    out = official(next((card for card in common if number in card.reference), common[0]))
    lines(folder / "decks.jsonl", [swapped("one", faction, out, reference, day=day)])
    (one,) = read(folder).distinct
    found = [why for why in one.illegal if "Hero of" not in why and "the sets are" not in why]
    assert says in "; ".join(found) and bool(found) == bool(says)


def test_unique_cards_without_a_text_are_no_rare_cards(folder):
    given = entry("one", "axiom")
    given["cards"] += [[1, f"ALT_CORE_B_AX_{number}_U_99999"] for number in (5, 6, 9)]
    given["cards"] += [[3, "ALT_CORE_B_AX_13_R1"], [3, "ALT_CORE_B_AX_14_R1"]]
    lines(folder / "decks.jsonl", [given])
    (one,) = read(folder).distinct
    rare = sum(card.rarity == "rare" for card in one.deck.cards)
    assert (one.replaced, rare, one.illegal) == (3, 17, ())


def test_a_list_with_several_names_counts_once(folder, capsys):
    lines(folder / "decks.jsonl", [entry("one", also=["two", "three"]), entry("four", "axiom")])
    people = read(folder)
    assert [one.name for one in people.distinct] == ["one", "four"]
    assert len(people.lists) == 4
    assert main(["validate", str(folder), *FEW]) == 0
    assert "2 of 2 lists are public lists" in capsys.readouterr().out
    assert read_field(str(folder)).shares == (0.5, 0.5)


def test_a_question_without_data_is_named(folder, capsys):
    """With --quiet too: it belongs to the result."""
    (folder / "matches.jsonl").write_text("")
    (folder / "prices.tsv").write_text(
        "reference\tlowest_ask_eur\nALT_CORE_B_AX_16_U_1\t3\nALT_CORE_B_AX_16_U_2\t-5\n"
    )
    assert main(["validate", str(folder), "--questions", "a", "d", "e", *FEW]) == 0
    said = capsys.readouterr().out
    assert "question a left out: no match between two lists" in said
    assert "question d left out: 0 of 1 priced cards have a known text" in said
    assert "question e" not in said
    assert "prices.tsv: 1 of 2 lines left out: expected a price above 0 (line 3)" in said
    assert "matches.jsonl: the file is empty" in said


def test_values_that_are_no_figures_are_named(folder):
    card = "ALT_CORE_B_AX_16_C\tALT_CORE_B_AX_01_C"
    given = ("nan", "1e999", "-5", "7")
    (folder / "card-ratings.tsv").write_text(
        "card\thero\trating\n" + "".join(f"{card}\t{rating}\n" for rating in given)
    )
    good = {"tournament": 1, "sets": ["CORE"], "entries": [], "matches": [], "date": "2025-01"}
    rows = [good, good | {"sets": ["FOO"]}, good | {"date": "tomorrow"}]
    rows += [good | {"matches": [["p1", "p2"]]}, good | {"entries": 7}, good | {"entries": [[1]]}]
    lines(folder / "tournaments.jsonl", rows)
    people = read(folder)
    assert [one.rating for one in people.ratings] == [7] and len(people.tournaments) == 1
    said = "\n".join(people.remarks)
    for part in (
        *(f"expected a rating from 0 to 10, found '{text}'" for text in given[:3]),
        "unknown set 'FOO'",
        "expected a date such as 2025-01-15, found 'tomorrow'",
        """expected a match ["p1", "p2", 0], found ['p1', 'p2']""",
        "another form than docs/validity.md shows (line 5, line 6)",
    ):
        assert part in said
    assert "unpack" not in said and "convert" not in said


@pytest.mark.parametrize(
    ("files", "arguments", "problem"),
    [
        ((), [], "has none of decks.jsonl"),
        (("matches.jsonl",), ["--questions", "d"], "nothing in it answers d"),
        (("matches.jsonl",), ["--deals", "0"], "--deals must be 1 or more"),
        (("matches.jsonl",), ["--agents", "greeedy"], "did you mean 'greedy'"),
        (("matches.jsonl",), ["--cards", "nowhere.jsonl"], "No such file"),
    ],
)
def test_a_folder_without_results_is_refused(files, arguments, problem, tmp_path, capsys):
    for name in files:
        (tmp_path / name).write_text("")
    assert main(["validate", str(tmp_path), *arguments]) == 2
    assert problem in capsys.readouterr().err


@pytest.mark.parametrize("what", ["cards", "out", "agents"])
@pytest.mark.parametrize("there", ["device", "missing", "binary"])
def test_other_files_are_refused(what, there, folder, tmp_path, capsys):
    path = tmp_path / "it"
    if there == "device":
        path.symlink_to("/dev/null")
    elif there == "binary":
        path.write_bytes(bytes(range(256)) * 9)
    fine = (what, there) in {("out", "missing"), ("cards", "binary")}
    given = f"net:{path}" if what == "agents" else str(path)
    agents = [] if what == "agents" else ["--agents", "random"]
    command = ["validate", str(folder), "--questions", "e", "--jobs", "1", *agents]
    assert main([*command, f"--{what}", given]) == (0 if fine else 2)
    said = capsys.readouterr().err
    assert str(path) in said or fine
    assert "Traceback" not in said
    if (what, there) == ("cards", "binary"):
        assert "it: left out" in said


def test_no_folder_is_refused(tmp_path, capsys):
    assert main(["validate", str(tmp_path / "nothing")]) == 2
    assert "expected a folder with decks.jsonl" in capsys.readouterr().err


def test_a_unique_card_without_a_text_is_replaced():
    assert str(plain_version("ALT_CORE_B_AX_16_U_1", "axiom")) == "Foundry Armorer R1"
    assert plain_version("ALT_CORE_B_AX_16_U_1", "bravos").faction == "bravos"
    with pytest.raises(ValueError, match="unknown card"):
        plain_version("ALT_CORE_B_AX_99_U_1", "axiom")


def brute_auc(score, won):
    """Over both sides of every match."""
    wins = [s if w else -s for s, w in zip(score, won, strict=True)]
    losses = [-s for s in wins]
    return np.mean([(a > b) + 0.5 * (a == b) for a in wins for b in losses])


def test_auc_is_the_share_of_pairs_in_order():
    chance = Random(3)
    score = np.array([chance.choice((-2.0, -1.0, 0.0, 1.0, 2.0)) for _ in range(40)])
    won = np.array([float(chance.random() < 0.5) for _ in range(40)])
    assert scores.auc(score, won, np.ones(40)) == pytest.approx(brute_auc(score, won))
    twice = np.array([2.0] * 10 + [1.0] * 20 + [0.0] * 10)
    repeated = np.repeat(np.arange(40), twice.astype(int))
    expected = brute_auc(score[repeated], won[repeated])
    assert scores.auc(score, won, twice) == pytest.approx(expected)


def test_a_planted_temperature_is_found_and_its_interval_holds_it():
    chance = np.random.default_rng(5)
    logits = chance.normal(0, 1.5, 4000)
    won = (chance.random(4000) < 1 / (1 + np.exp(-0.4 * logits))).astype(float)
    ones = np.ones(4000)
    assert scores.slope(logits, won, ones) == pytest.approx(0.4, abs=0.06)
    calibrated = scores.log_loss(0.4 * logits, won, ones)
    assert calibrated < scores.log_loss(logits, won, ones)
    assert calibrated < np.log(2)


def test_intervals_stay_in_range_and_few_matches_have_no_slope():
    """Three matches had an AUC of 0.667 (0.133 to 1.200), and a slope of -23.851 (-23.851 to
    -23.851)."""
    day = date.fromisoformat(SEASON)
    lists = {
        name: PlayedList(name, "Cup", day, ("CORE",), decks.load(name), 0, False)
        for name in ("axiom", "lyra", "muna", "yzmir")
    }
    chance = Random(4)
    for count in (1, 2, 3, 9, 12, 40) * 6:
        matches = [
            PlayedMatch("Cup", *chance.sample(sorted(lists), 2), float(chance.random() < 0.5))
            for _ in range(count)
        ]
        pairs = {predicted_matches.pair_of(match): 0 for match in matches}
        rates = {name: {pair: chance.random() for pair in pairs} for name in ("a", "b")}
        heroes = hero_strengths.HeroStrengths({}, {})
        for one in predicted_matches.figures(matches, lists, rates, 40, heroes):
            fitted = one.what in ("slope", "log-loss", "AUC with the Hero") and one.who in rates
            if count < predicted_matches.FEWEST and fitted:
                assert one.text == "fewer than 10 matches"
            elif one.low == one.low and "log-loss" not in one.what and one.what != "slope":
                least = -1 if "less" in one.what or "gain" in one.what else 0
                assert least <= one.low < one.high <= 1, one
    apart = np.array([1.0, -1.0] * 20)
    won = (apart > 0).astype(float)
    sides = [[f"{side}{k}" for k in range(40)] for side in "ab"]
    for one in predicted_matches._calibration(won, sides, 0 * apart, "a", ["Cup"] * 40)[:1]:
        assert one.text == "undetermined"


def test_intervals_of_matches_between_decks_cover():
    """Matches that share a deck are alike: the interval takes that into account, and no more."""
    chance = np.random.default_rng(8)
    names = np.arange(30)
    held = wide = 0
    for _ in range(200):
        one, two = chance.integers(30, size=(2, 150))
        apart = one != two
        one, two = one[apart], two[apart]
        deck = chance.normal(0, 0.7, 30)
        values = deck[one] + deck[two] + chance.normal(0, 1, len(one))

        def mean(weight, values=values):
            return float((weight * values).sum() / weight.sum())

        low, high = scores.interval(mean, [names[one].tolist(), names[two].tolist()])
        held += low <= 0 <= high
        wide += high - low
    alone = scores.interval(mean, [range(len(one))])
    assert 0.88 <= held / 200 <= 0.99
    assert wide / 200 > 1.5 * (alone[1] - alone[0])


def test_strengths_of_heroes_are_found_with_players_taken_out():
    """A strong player with a weak Hero does not make the Hero strong."""
    chance = Random(7)
    heroes = ["Rin & Orchid", "Waru & Mack", "Kojo & Booda"]
    strong = dict(zip(heroes, (0.8, 0.0, -0.8), strict=True))
    skill = {f"p{k}": 1.0 if k % 3 == 2 else -0.5 for k in range(30)}
    tournaments = []
    for number in range(40):
        # strong players mostly choose the weak Hero
        chosen = {
            name: heroes[2] if value > 0 and chance.random() < 0.7 else chance.choice(heroes)
            for name, value in skill.items()
        }
        matches = []
        for _ in range(30):
            one, two = chance.sample(sorted(skill), 2)
            edge = strong[chosen[one]] + skill[one] - strong[chosen[two]] - skill[two]
            matches.append((one, two, float(chance.random() < 1 / (1 + np.exp(-edge)))))
        tournaments.append(Tournament(number, ("CORE",), chosen, tuple(matches)))
    found = hero_strengths.fit(tournaments)
    values = [found.of(name, ("CORE",)) for name in heroes]
    assert values[0] > values[1] > values[2]
    assert values[0] - values[2] > 0.8
    assert hero_strengths.fit([]).of("Rin & Orchid") == 0


def test_rates_of_heroes_that_are_people_s_have_no_difference(folder):
    people = read(folder)
    matches = people.matches * 12
    rates = {"seer": {}}
    for match in matches:
        pair = min(match.one, match.two), max(match.one, match.two)
        rates["seer"][pair] = match.won if pair[0] == match.one else 1 - match.won
    found = hero_rates.figures(matches, people.lists, [], rates, 0)
    by = {(one.who, one.what): one.value for one in found}
    assert by["seer", "rms"] == 0 and by["seer", "rank"] == 1
    hero = decks.starter("axiom").hero.name
    assert by[hero, "people"] == by[hero, "seer"]
    assert "Win rates of Heroes in these matches" in table(found)
    assert by["all Heroes alike", "rms"] > 0.09 > by["people's noise", "rms"]


def test_a_planted_fit_of_cards_with_heroes_is_found(folder):
    """Decks win by how well their first cards are rated: the player who plays so is found out."""
    people = read(folder)
    chance = Random(2)
    ratings = [replace(one, rating=chance.choice((2.0, 6.0, 10.0))) for one in people.ratings]
    rated = {(one.card.reference, one.hero.reference): one.rating for one in ratings}
    plan = Plan({}, {}, card_fits.rated_heroes(ratings), 4000)
    won = []
    for number in range(plan.games):
        both = [
            sum(rated.get((card.reference, deck.hero.reference), 6.0) for card in deck.cards[:12])
            for deck in plan.dealt(number)
        ]
        won.append(-1 if both[0] == both[1] else int(both[1] > both[0]))
    found = card_fits.figures(ratings, plan, {"fan": won, "none": [0] * plan.games}, [])
    by = {(one.who, one.what): one for one in found}
    assert by["fan", "within card"].low > 0.3
    assert by["fan", "within card, two halves of the games"].value > 0.3
    assert abs(by["none", "within card"].value) < 0.3


def test_prices_are_compared_within_set_and_cost():
    texts, prices, rows = {}, [], {}
    chance = Random(4)
    for number in range(120):
        cost = 1 + number % 3
        reference = f"CORE_AX_{10 + number % 20}_U_{number}"
        texts[reference] = OfficialCard(
            reference, f"CORE_B_AX_{10 + number % 20}_U_{number}", "Card", "axiom", "unique",
            "character", ("robot",), (cost, 2, 1, 1, 1, 0, 0), "{J} Draw a card.", "",
        )  # fmt: skip
        worth = chance.random()
        # cheap cards have high prices and low worths: across costs the sign is turned
        prices.append(Price(reference, 1 + worth + 10 * (3 - cost)))
        rows[reference] = Worth(reference, worth + 10 * cost, 0, 0, 1, 1, 1, 0, 9)
    worths = Worths({"agent": "greedy"}, rows)
    found = card_prices.price_figures(prices, texts, [worths])
    assert found[-1].who == "greedy, shipped worth"
    assert found[-1].value == pytest.approx(1.0)
    assert card_prices.price_figures(prices[:20], texts, [worths]) == []


def test_banned_cards_have_the_text_of_the_time_of_their_ban(folder, capsys):
    """Ozma C and R1 were banned before their correction, and had the places of today's text."""
    assert main(["validate", str(folder), *FEW, "--questions", "e"]) == 0
    said = capsys.readouterr().out
    heads = said.partition("Left out")[0]
    assert "Ozma C, text of 2025-02-22" in heads and "Haven, Bravos Bastion R2" in heads
    places = {(one.who, one.what): one for one in banned_cards.place_figures(_shipped())}
    then = places["net:v2", "Ozma C, text of 2025-02-22"]
    assert 0 <= then.low < then.value < then.high <= 100 and then.note == "estimated from its text"
    assert not [what for _, what in places if what in ("Ozma C", "Ozma R1")]
    assert ("greedy", "Ozma C, text of 2025-02-22") not in places
    left = said.partition("Left out")[2]
    for words in (
        "(e) left out: Helping Hand R2, Baba Yaga R2: no player has measured them",
        "Ozma C, text of 2025-02-22, Ozma R1, text of 2025-02-22: the text was corrected later",
        "banned unique cards: those of Gericht, Revered Duelist (ALIZE_BR_37), Foundry",
    ):
        assert words in left


def test_the_table_and_the_csv_hold_every_figure():
    figures = [
        Figure("a", "greedy", "AUC", 0.5, 0.4, 0.6, 10),
        Figure("e", "rules", "Ozma C", 33.3),
    ]
    said = table(figures)
    assert "AUC, n=10" in said and "0.500 (0.400 to 0.600)" in said and "33" in said
    (first, second) = csv.DictReader(as_csv(figures).decode().splitlines())
    assert first["low"] == "0.4" and second["low"] == ""
