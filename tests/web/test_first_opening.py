"""Pages that are opened first wait for nothing that they do not show."""

from __future__ import annotations

import random
import threading

import numpy as np
import pytest

from altered_env.cards import catalogue
from altered_env.cardstats.collection import card_values
from altered_env.cardstats.collection.card_values import values_of, worth_at_once
from altered_env.game.word_search import searched
from altered_env.web import card_pages
from altered_env.web.app import make_app
from tests.web.serving import HERE


def test_a_worth_at_once_is_the_worth():
    pool = list(catalogue().of_package())
    some = random.Random(4).sample(pool, 150) + [card for card in pool if card.set == "FUGUE"][:20]
    for card, value in zip(some, values_of(some), strict=True):
        found = worth_at_once(card)
        figures = (found.worth, found.low, found.high, found.known_from)
        assert figures == (value.worth, value.low, value.high, value.known_from), card


def test_measured_cards_and_heroes_need_no_model_of_elements(monkeypatch):
    """Also a deck in the making: only the estimate of another card reads the model."""

    def read():
        raise AssertionError("the model is read")

    monkeypatch.setattr(card_values, "_model", read)
    first, _ = searched("", {})
    found = [worth_at_once(card) for card in first[: card_pages.PAGE]]
    assert {value.source for value in found} == {"measured", "unknown"}


def test_covariances_are_read_as_they_are_needed():
    some = card_values._Model(card_values.estimates())
    every = card_values._Model(some.found)
    where = np.array([2, 900, 31, 0])
    whole = every.covariance(np.arange(len(every.error)))
    assert np.array_equal(some.covariance(where), whole[np.ix_(where, where)])
    assert np.array_equal(whole, whole.T) and np.all(np.diag(whole) >= 0)
    assert int(some._filled.sum()) == len(where)


def test_a_server_prepares_the_cards_when_it_has_started(tmp_path, monkeypatch):
    testclient = pytest.importorskip("starlette.testclient")
    begun = threading.Event()
    monkeypatch.setattr(card_pages, "prepare", begun.set)
    with testclient.TestClient(make_app(tmp_path), base_url=HERE) as client:
        assert client.get("/api/cards/words").status_code == 200
        assert begun.wait(10)


def test_what_is_prepared_is_not_computed_again(monkeypatch):
    monkeypatch.setattr(card_pages, "PAUSE", 0)
    some = list(catalogue().of_package())[:40]
    monkeypatch.setattr(card_pages, "catalogue", lambda: some)
    card_pages.prepare()
    before = card_pages.worth_of.cache_info().misses
    assert [card_pages.worth_of(card) for card in some]
    assert card_pages.worth_of.cache_info().misses == before
