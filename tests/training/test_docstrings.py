"""The examples in the docstrings of what trains and measures are true."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize(
    "name",
    [
        "agents.advice",
        "agents.at_desks",
        "agents.clocks",
        "agents.conditions",
        "agents.forfeits",
        "agents.guests",
        "agents.hosting",
        "agents.line_bots",
        "agents.inputs",
        "agents.thoughts",
        "agents.network",
        "training.analysis.agreement",
        "training.analysis.card_metrics",
        "training.analysis.coverage",
        "training.analysis.dataset_places",
        "training.analysis.deck_matchups",
        "training.analysis.improving",
        "training.analysis.plots",
        "training.analysis.ranking.racing",
        "training.analysis.ranking.studied",
        "training.analysis.regression",
        "training.analysis.reporting.sheets",
        "training.analysis.sharding",
        "training.analysis.simulation",
        "training.analysis.swaps",
        "training.arena.alike",
        "training.arena.deck_sets",
        "training.arena.machine",
        "training.arena.match",
        "training.arena.paired",
        "training.arena.pairings",
        "training.arena.rating_table",
        "training.arena.ratings",
        "training.arena.worker_engines",
        "training.arena.workers",
        "training.average",
        "training.board.charter",
        "training.board.resampling",
        "training.demo",
        "training.evaluate",
        "training.exploit",
        "training.league",
        "training.learning.actors",
        "training.learning.credit",
        "training.learning.logbook",
        "training.learning.losses",
        "training.learning.masked_policy",
        "training.learning.played",
        "training.learning.pool",
        "training.learning.run",
        "training.learning.runs",
        "training.learning.settings",
        "training.ppo",
    ],
)
def test_examples(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
