"""Outputs of a ranking: a page, compared pools, and shipped figures."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("polars")
pytest.importorskip("scipy")

from altered_env.cards import estimates
from altered_env.cards.worths import COLUMNS, Worths
from altered_env.cardstats.ranking.balance import by_cost, factions_of, pool_row
from altered_env.cardstats.ranking.placing import element_rows, hero_rows, ranked, rows
from altered_env.cardstats.ranking.planting import decided, made_cards, truth_of
from altered_env.cardstats.ranking.proving import Proof, coverage
from altered_env.cardstats.ranking.ranked_page import page, quick_table, write_page
from altered_env.cardstats.ranking.shipping import _worths, _zeros, elements_of, spreads_of
from altered_env.cardstats.ranking.studied import Studied, heroes_of, pool_cards, reference_card
from altered_env.cardstats.reporting.of_cards import ranks_section


@pytest.fixture(scope="module")
def found():
    studied = Studied.of([card for card in pool_cards() if card.faction in ("muna", "ordis")])
    truth = truth_of(studied, 5)
    return ranked(studied, decided(studied, truth, 300, 5), "greedy"), truth


def test_the_page_holds_every_card_once_and_what_lies_behind(found, tmp_path):
    ranking, _ = found
    report = page(ranking, [], [("Games", "many")])
    files = write_page(report, tmp_path / "ranking.html")
    text = files[0].read_text("utf-8")
    data = json.loads(re.search(r"rankedRows=(\[.*\]);$", text, re.MULTILINE)[1])
    assert len(data) == len(ranking.cards) and [row[0] for row in data] == sorted(
        row[0] for row in data
    )
    for title in ("Every card", "Worth of elements", "Factions", "Heroes"):
        assert f">{title}</h2>" in text
    assert "http" not in re.sub(r'xmlns="[^"]*"', "", text)
    assert {path.name for path in files} >= {"ranking-elements.csv", "ranking-factions.csv"}


def test_a_name_cannot_end_the_script_of_the_table():
    text = quick_table([{"card": "</script><b>"}], [("card", "card")])
    assert text.count("</script>") == 1


def test_another_players_worths_stand_beside(found):
    ranking, _ = found
    table = rows(ranking, [ranking])
    assert all(row["more by greedy"] == 0 for row in table)
    assert table[0]["more by greedy_low"] < 0 < table[0]["more by greedy_high"]
    report = page(ranking, [ranking], [])
    assert any(section.key == "by-greedy" for section in report.sections)


def test_pools_are_compared_by_their_factions_and_their_best(found):
    ranking, truth = found
    every = [card.reference for card in ranking.cards]
    whole = pool_row(ranking, "all", every)
    assert whole["cards"] == len(every) and whole["left_out"] == 0
    assert whole["factions_low"] <= whole["factions"] <= whole["factions_high"]
    worst = [every[k] for k in np.argsort(ranking.worth)[: len(every) // 2]]
    poor = pool_row(ranking, "poor", [*worst, "CORE_XX_99_C"])
    assert poor["mean_high"] < whole["mean_low"] and poor["left_out"] == 1
    with pytest.raises(ValueError, match="none of its cards"):
        pool_row(ranking, "strange", ["CORE_XX_99_C"])
    mean = {row["faction"]: row for row in factions_of(ranking)}
    of = np.array([card.faction for card in ranking.cards])
    for faction, row in mean.items():
        assert row["mean"] == pytest.approx(truth.worth[of == faction].mean(), abs=0.02)
    assert sum(row["cards"] for row in by_cost(ranking)) == len(every)


def test_elements_and_heroes_have_rows(found):
    ranking, _ = found
    table = element_rows(ranking)
    assert {row["kind"] for row in table} >= {"body", "trigger", "verb", "effect", "line"}
    assert all(row["worth_low"] <= row["worth"] <= row["worth_high"] for row in table)
    heroes = hero_rows(ranking)
    assert len({row["faction"] for row in heroes}) == 2
    assert sum(row["worth"] for row in heroes) == pytest.approx(0, abs=0.2)


def test_what_is_shipped_is_the_ranking(found):
    ranking, _ = found
    shipped = _worths(ranking)
    assert [row.place for row in shipped] == list(range(1, len(shipped) + 1))
    assert len(COLUMNS) == 9 and shipped[0].worth == rows(ranking)[0]["worth"]


def test_what_is_shipped_of_elements_estimates_cards_as_the_ranking_does(found, tmp_path):
    """Of cards that were never dealt: their figures in the ranking, up to rounding."""
    ranking, truth = found
    studied = Studied(ranking.cards, len(ranking.cards))
    others = [*made_cards(1, "muna"), *pool_cards()[5::40]]
    also = ranked(studied, decided(studied, truth, 300, 5), "greedy", others)
    file = tmp_path / "elements.tsv.gz"
    head = {"agent": "greedy", "games": "9", "rules": "5.0", "mode": "limited", "version": "x"}
    model, table = also.model.posterior, also.table
    spreads = spreads_of(model, table, also.cards, also.which)
    told = elements_of(model, table), spreads, _zeros(also)
    file.write_bytes(estimates.written(head, *told))
    elements = estimates.read_elements(file)
    assert estimates.written(head, elements.rows, elements.spreads, elements.zeros) == (
        file.read_bytes()
    )
    cards = {card.reference: card for card in also.cards}
    families = {row.name for row in elements.rows if row.kind == "family"}
    checked = 0
    for row in rows(also):
        if row["copies"]:
            continue
        mine = elements.estimate(cards[row["reference"]])
        if cards[row["reference"]].faction not in ("muna", "ordis"):
            continue
        checked += 1
        assert mine.worth == pytest.approx(row["worth"], abs=0.05)
        wide = row["worth_high"] - row["worth_low"]
        least = 0.97 * wide
        strange = mine.unknown or cards[row["reference"]].name not in families
        assert least < mine.high - mine.low < (9 * wide if strange else 1.03 * wide)
    assert checked >= 10
    (plain,) = [card for card in others if card.reference.startswith("MADE_MU_00")]
    known = elements.estimate(plain)
    strange = elements.estimate(replace(plain, subtypes=("unheard",), forest=90))
    assert not known.unknown and not known.beyond
    assert strange.unknown == ("unheard",) and "forest" in strange.beyond
    assert strange.high - strange.low > known.high - known.low
    assert elements.estimate(reference_card("bravos")) is None, "none of its faction was dealt"
    assert elements.estimate(heroes_of("muna")[0]) is None


def test_a_report_shows_the_worths_of_its_cards(found):
    ranking, _ = found
    rows_of = {row.reference: row for row in _worths(ranking)}
    head = {"agent": "greedy", "games": "9", "rules": "5.0", "mode": "limited", "version": "x"}
    names = [ranking.cards[5].reference, ranking.cards[2].reference, "CORE_XX_99_C"]
    section = ranks_section(names, Worths(head, rows_of))
    places = [row["place"] for row in section.sheets[0].rows]
    assert places == sorted(rows_of[name].place for name in names[:2])
    assert "have changed since" in section.words[0]
    assert ranks_section(["CORE_XX_99_C"], Worths(head, rows_of)) is None


def test_coverage_is_proved_where_it_holds():
    shares = coverage(copies=300, tries=1, seed=4)
    assert all(isinstance(proof, Proof) and 0.85 < proof.figure <= 1 for proof in shares)
    assert "0.93 to 0.97" in str(shares[0])
