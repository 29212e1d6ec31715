"""Element worths are refitted from the shipped worths, without their games."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from altered_env.cards.elements import KINDS
from altered_env.cards.estimates import read_elements, written
from altered_env.cards.worths import read_worths
from altered_env.cardstats.ranking import elements_anew, shipping
from altered_env.cardstats.ranking.element_table import columns
from altered_env.cardstats.ranking.elements_anew import main, recovered, unseen_of
from altered_env.cardstats.ranking.folder import Plan
from altered_env.cardstats.ranking.hierarchy import fit_alone
from altered_env.cardstats.ranking.placing import ranked
from altered_env.cardstats.ranking.planting import decided, truth_of
from altered_env.cardstats.ranking.studied import Studied, pool_cards

pytest.importorskip("polars")
pytest.importorskip("scipy")


@pytest.fixture(scope="module")
def studied():
    return Studied.of([card for card in pool_cards() if card.faction in ("axiom", "lyra")])


@pytest.fixture(scope="module")
def found(studied):
    """A ranking of games decided by planted worths."""
    return ranked(studied, decided(studied, truth_of(studied, 3), 900, 3))


@pytest.fixture
def shipped(found, tmp_path, monkeypatch):
    """The folder of the shipped ranking."""
    plan = Plan(("greedy",))
    monkeypatch.setattr(shipping, "plan_in", lambda _folder: (plan, shipping.version()))
    monkeypatch.setattr(shipping, "plays_of", lambda agent: agent)
    monkeypatch.setattr(shipping, "rank", lambda _folder, agent, beside: found)
    shipping.ship(tmp_path, into=tmp_path)
    monkeypatch.setattr(elements_anew, "FILE", tmp_path / "elements.tsv.gz")
    monkeypatch.setattr(elements_anew, "WORTHS", tmp_path / "worths.tsv.gz")
    return tmp_path


@pytest.fixture
def taken(shipped, studied):
    worths, elements = (
        read(shipped / f"{name}.tsv.gz")
        for read, name in ((read_worths, "worths"), (read_elements, "elements"))
    )
    return recovered(worths, elements, studied.cards)


def test_what_games_say_of_each_card_is_had_back(taken, found, studied):
    at = {card.reference: k for k, card in enumerate(studied.cards)}
    where = [at[card.reference] for card in taken.cards]
    alone = found.model.posterior.alone
    assert np.corrcoef(taken.alone.worth, alone.worth[where])[0, 1] > 0.99
    ratio = taken.alone.variance / alone.variance[where]
    assert 0.7 < np.median(ratio) < 1.25
    assert np.abs(taken.worth - found.model.worth[where]).max() < 1e-4


def test_elements_come_to_what_they_came_to_by_games(taken, found, studied):
    model = fit_alone(taken.alone, columns(taken.cards), taken.groups)
    at = {card.reference: k for k, card in enumerate(studied.cards)}
    where = [at[card.reference] for card in taken.cards]
    by_games = found.model.posterior.elements[where]
    assert np.corrcoef(model.elements, by_games)[0, 1] > 0.97
    kinds = found.model.posterior.spreads
    assert model.spreads["effect"] == pytest.approx(kinds["effect"], rel=0.4)


def test_how_well_unseen_cards_are_told_is_shown(taken):
    order, ranking, _ = unseen_of(taken, columns(taken.cards))
    assert 0.3 < order.figure < ranking.figure + 0.1
    strange = replace(taken, worth=-taken.worth)
    assert unseen_of(strange, columns(taken.cards))[1].figure == pytest.approx(-ranking.figure)


def test_the_command_writes_where_cards_are_described_otherwise(
    shipped, studied, capsys, monkeypatch
):
    monkeypatch.setattr(elements_anew, "cards_in", lambda _folder: studied)
    file = shipped / "elements.tsv.gz"
    before = file.read_bytes()
    with pytest.raises(SystemExit, match="2"):
        main(["ranking"])
    assert "are up to date" in capsys.readouterr().err
    assert file.read_bytes() == before
    elements = read_elements(file)
    others = [row for row in elements.rows if row.kind != "family"]
    rows = [replace(row, together=" " * (k - 1)) for k, row in enumerate(others)]
    file.write_bytes(written(elements.head, rows, elements.spreads, elements.zeros))
    assert main(["ranking", "--prove"]) == 0
    assert capsys.readouterr().out.count("unseen by elements") == 3
    assert main(["ranking"]) == 0
    assert {row.kind for row in read_elements(file).rows[1:]} == set(KINDS)


def test_a_folder_of_other_cards_is_refused(shipped, studied, capsys, monkeypatch):
    few = replace(studied, cards=studied.cards[:100], ranked=100)
    monkeypatch.setattr(elements_anew, "cards_in", lambda _folder: few)
    with pytest.raises(SystemExit, match="2"):
        main(["ranking", "--prove"])
    said = capsys.readouterr().err
    assert "ranked cards are not in this folder" in said and "the same cards" in said
