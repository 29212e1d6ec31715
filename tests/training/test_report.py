"""The report: a self-contained page with the figures of the metrics."""

from __future__ import annotations

import csv
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from altered_env import decks
from altered_env.cardstats.aliasing import aliases
from altered_env.cardstats.card_metrics import RATES, metrics
from altered_env.cardstats.deals import questions
from altered_env.cardstats.regression import design, fit
from altered_env.cardstats.reporting.of_decks import matchup_rates
from altered_env.cardstats.reporting.sections import card_name, extremes
from altered_env.cardstats.studies import worth
from altered_env.cli import main
from altered_env.render.plots import Mark, bars, heat_map, intervals, lines, scatter, ticks

LEAST = 40


class Page(HTMLParser):
    """The tables of a page, the words around them, and everything it would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.tables, self.links, self.words, self.open = {}, [], [], []
        self._rows = None

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.links += [given[name] for name in ("href", "src", "data") if name in given]
        if tag not in ("meta", "link", "br", "img", "input"):
            self.open.append(tag)
        if tag == "table":
            self._rows = self.tables.setdefault(given["id"].removeprefix("table-"), [])
        elif tag == "tr":
            self._rows.append({"": []})
        elif tag == "td" and given.get("data-value"):
            self._key = given["data-key"]
            self._rows[-1][self._key] = float(given["data-value"])
        elif tag == "span" and "data-low" in given:
            for end in ("low", "high"):
                self._rows[-1][f"{self._key}_{end}"] = float(given[f"data-{end}"])

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, f"{tag} is closed in the wrong place"

    def handle_data(self, data):
        self.words.append(data)
        if self.open and "td" in self.open[-2:] and self.open[-1] != "span":
            self._rows[-1][""].append(data)


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """A dataset with an awkward deck, deals of two players, and the report of both."""
    folder = tmp_path_factory.mktemp("report")
    deck = decks.starter("axiom").to_text()
    awkward = folder / "a<b>&'c\".txt"
    awkward.write_text(deck)
    lists = f"{awkward},bravos,muna"
    games, deals = folder / "games.parquet", folder / "deals.jsonl"
    command = ["simulate", "--decks", lists, "--agents", "random", "greedy", "--games", "160"]
    assert main([*command, "--jobs", "1", "--out", str(games)]) == 0
    command = ["strength", "Foundry Armorer C", "Kelon Elemental C", "Axiom Salvager C"]
    command += ["Kelon Burst C", "--agents", "random", "greedy:region=1", "--deals", "4"]
    command += ["--decks", "axiom", "--opponents", "muna", "--jobs", "1", "--out", str(deals)]
    assert main(command) == 0
    page = folder / "page.html"
    command = ["report", str(games), "--strength", str(deals), "--least", str(LEAST)]
    assert main([*command, "--out", str(page)]) == 0
    return games, deals, page


@pytest.fixture(scope="module")
def page(report):
    found = Page()
    found.feed(report[2].read_text("utf-8"))
    assert not found.open
    return found


def test_the_figures_of_cards_are_those_of_the_metrics(report, page):
    found, _ = metrics(report[0], LEAST)
    rows = {row[""][0]: row for row in page.tables["cards"] if row[""]}
    assert len(rows) == len(found) > 20
    for card in found:
        row = rows[card_name(card.card)]
        for name in RATES:
            share = card.rates[name]
            assert (row[name], row[f"{name}_low"], row[f"{name}_high"]) == (
                share.rate,
                share.low,
                share.high,
            )
        assert row["in_hand_copies"] == card.rates["in_hand"].count
        assert (row["day"], row["day_low"], row["day_high"]) == card.day
        assert row["mana"] == card.mana.rate
        better = tuple(row[f"improvement{end}"] for end in ("", "_low", "_high"))
        assert better == card.improvement


def test_the_figures_of_each_player_are_those_of_its_copies(report, page):
    rows = [row for row in page.tables["cards-by-player"] if row[""]]
    for agent in ("random", "greedy"):
        found, _ = metrics(report[0], LEAST, agent)
        mine = {row[""][0]: row for row in rows if row[""][1] == agent}
        assert {name: row["in_hand"] for name, row in mine.items()} == {
            card_name(card.card): card.rates["in_hand"].rate for card in found
        }


def test_the_figures_of_strength_are_those_of_the_deals(report, page):
    rows = {(row[""][0], row[""][2]): row for row in page.tables["strength"] if row[""]}
    studies = questions(report[1])
    assert len(rows) == len(studies) == 8
    for asked, played in studies:
        row, found = rows[asked.name, asked.agent], worth(played)
        assert (row["worth"], row["worth_low"]) == (found.mean, found.low)
        assert row["with_card"] - row["without"] == pytest.approx(found.mean)
        assert row["with_card_low"] <= row["with_card"] <= row["with_card_high"]
        assert row["games"] == 16 and row["p"] >= found.p
        assert row["elo"] < 0


def test_the_model_and_its_agreement_are_in_it(report, page):
    model = fit(design(report[0], least=LEAST))
    rows = [row for row in page.tables["model"] if row[""]]
    unsure = aliases(design(report[0], least=LEAST)).columns
    told = [term.effect for k, term in enumerate(model.terms) if k not in unsure]
    assert sorted(row["effect"] for row in rows if "effect" in row) == sorted(told)
    assert len(rows) == len(model.terms)
    assert ("These games cannot separate" in " ".join(page.words)) == bool(unsure)
    agreed = {row[""][0]: row for row in page.tables["agreement"] if row[""]}
    assert set(agreed) >= {"win rate in hand", "improvement in hand", "model of win"}
    assert agreed["win rate in hand"]["cards"] == 4
    span = [agreed["win rate in hand"][f"agreement{end}"] for end in ("_low", "", "_high")]
    assert -1 <= span[0] <= span[1] <= span[2] <= 1
    assert len(page.tables["pairs"]) > 1


def test_matchups_are_those_of_the_games():
    games = [
        {"deck_a": a, "deck_b": b, "winner": w}
        for a, b, w in [("x", "y", 0), ("y", "x", 1), ("x", "y", 1), ("x", "x", 0), ("y", "z", -1)]
    ]
    found = matchup_rates(games, ["x", "y", "z"])
    assert {pair: (row.mean, row.deals) for pair, row in found.items()} == {
        (0, 1): (pytest.approx(1 / 3), 3),
        (1, 2): (0.0, 1),
    }


def test_the_tables_lie_beside_it_as_csv(report, page):
    folder = report[2].parent
    names = {path.name for path in folder.glob("page-*.csv")}
    assert names == {f"page-{name}.csv" for name in page.tables}
    with (folder / "page-cards.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    shown = {row[""][0]: row for row in page.tables["cards"] if row[""]}
    assert {row["name"]: float(row["improvement_low"]) for row in rows} == {
        name: row["improvement_low"] for name, row in shown.items()
    }


def test_the_page_needs_nothing_else(report, page):
    text = report[2].read_text("utf-8")
    assert not re.search(r"https?:|//[a-z]+\.|@import|url\(", text)
    outside = [link for link in page.links if not link.startswith("#")]
    assert all((report[2].parent / link).is_file() for link in outside)
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(ids)


def test_marks_lead_to_rows_and_rows_to_what_cards_do(report, page):
    text = report[2].read_text("utf-8")
    card = "CORE_AX_16_C"
    assert f'<a href="#cards-{card}"><text' in text and f'<a href="#cards-{card}"><circle' in text
    assert f'<tr id="cards-{card}"><td class="text"><a href="#facts-{card}">' in text
    (facts,) = [row[""] for row in page.tables["facts"] if row[""][:1] == ["Foundry Armorer C"]]
    assert facts[3:5] == ["3/3", "2/2/2"]


def test_plots_have_the_order_of_the_tables(report, page):
    """The cards at either end are chosen by their intervals."""
    text = report[2].read_text("utf-8")
    (plot,) = re.findall(r'id="cards">.*?<svg.*?</svg>', text, re.DOTALL)
    drawn = list(dict.fromkeys(re.findall(r'href="#cards-(\w+)"><text', plot)))
    rows = re.findall(r'<tr id="cards-(\w+)">', text)
    assert drawn == [name for name in rows if name in drawn] and len(drawn) > 10


def test_extremes_are_chosen_by_interval():
    chance = [(f"seldom {k}", 0.3, 0.4) for k in range(3)] + [("often", 0.2, 0.02)]
    chance += [("even", 0.0, 0.01), ("poor", -0.2, 0.02), ("unlucky", -0.3, 0.4)]
    rows = [{"name": name, "x": x, "x_low": x - w, "x_high": x + w} for name, x, w in chance]
    assert [row["name"] for row in extremes(rows, "x", 1)] == ["often", "poor"]
    assert extremes(rows, "x", 4) == rows


def test_folders_are_made_for_it(report, capsys):
    out = report[2].parent / "new" / "folder" / "page.html"
    assert main(["report", str(report[0]), "--least", "100000", "--out", str(out)]) == 0
    assert out.is_file()


def test_what_it_holds_under_is_said_and_names_are_escaped(report, page):
    text, said = report[2].read_text("utf-8"), " ".join(page.words)
    assert "160, of games.parquet" in said and "2024.09" in said
    assert "random (Elo -" in said and "greedy (Elo 0, 0 to 0)" in said
    assert "a<b>&'c\"" in said and "a<b>" not in text
    for drawing in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        ElementTree.fromstring(drawing)


def test_plots_put_marks_where_their_values_are():
    marks = [Mark("low", -0.1, -0.2, 0.0), Mark("high", 0.1, 0.0, 0.2)]
    tree = ElementTree.fromstring(intervals(marks, "worth"))
    low, high = (float(dot.get("cx")) for dot in tree.iter("circle"))
    (axis,) = [float(line.get("x1")) for line in tree.iter("line") if line.get("class") == "axis"]
    spans = [line for line in tree.iter("line") if line.get("class") == "span"]
    assert low < axis < high and axis == pytest.approx((low + high) / 2, abs=0.2)
    assert float(spans[0].get("x2")) == pytest.approx(axis) == float(spans[1].get("x1"))
    flat = ElementTree.fromstring(bars([("1", 0.25, "a"), ("2", 0.5, "b")], "days", "games"))
    tall = [float(bar.get("height")) for bar in flat.iter("rect")]
    assert tall[1] == pytest.approx(2 * tall[0])
    cells = {(0, 1): Mark("x", 0.8, 0.7, 0.9), (1, 0): Mark("y", 0.2, 0.1, 0.3)}
    drawn = ElementTree.fromstring(heat_map(["x", "y"], ["x", "y"], cells, "rates"))
    assert [cell.get("fill") for cell in drawn.iter("rect")] == ["#7fb6d6", "#f0a35e"]
    risen = [Mark("c", v, v, v, "c", at) for at, v in ((0.0, 0.1), (100.0, 0.3), (50.0, 0.2))]
    (path,) = ElementTree.fromstring(lines(risen, "Elo", "worth")).iter("polyline")
    points = [tuple(map(float, p.split(","))) for p in path.get("points").split()]
    assert points == sorted(points) and points[0][1] > points[1][1] > points[2][1]
    cloud = ElementTree.fromstring(scatter(risen, "x", "y"))
    assert len(list(cloud.iter("circle"))) == 3
    assert ticks(0, 100, 4) == [0, 50, 100] and ticks(3, 3) == [3]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--out", "page.pdf"], "give it a name in .html, found 'page.pdf'"),
        (["--strength", "nothing.jsonl"], "nothing.jsonl contains no deals"),
        (["--out", "LICENSE/page.html"], "LICENSE is a file, not a folder"),
    ],
)
def test_what_is_wrong_is_said(arguments, says, report, capsys):
    assert main(["report", str(report[0]), "--least", "100000", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_a_dataset_of_one_player_and_deck_has_a_report_too(tmp_path, capsys):
    games, out = tmp_path / "one", tmp_path / "one.html"
    command = ["simulate", "--decks", "axiom", "--agents", "random", "--games", "6"]
    assert main([*command, "--jobs", "1", "--out", str(games)]) == 0
    assert main(["report", str(games), "--out", str(out)]) == 0
    found = Page()
    found.feed(out.read_text("utf-8"))
    assert set(found.tables) == {"players", "cards", "decks", "matchups", "length"}
    assert len(found.tables["cards"]) == 1
    capsys.readouterr()
