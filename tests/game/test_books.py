"""The pool's book: cached, shared by games, and always the same."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from altered_env import Game, cards, decks
from altered_env.cards import Card, catalogue
from altered_env.decks import Deck
from altered_env.engine.chance import seed_words
from altered_env.game import books, saving
from altered_env.game.engine_api import random_steps
from altered_env.game.errors import ReplayError, SaveError
from altered_env.game.replay import Replay
from altered_env.language.book import write_book
from altered_env.language.compiler import build_book


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """An empty folder to keep books in."""
    monkeypatch.setenv("ALTERED_CACHE", str(tmp_path))
    books._shared.cache_clear()
    yield tmp_path
    books._shared.cache_clear()


def own_card(**changes: object) -> Card:
    armorer = cards.find("Foundry Armorer C")
    own = replace(armorer, reference="OWN_AX_900_C", name="Own", prints=())
    return replace(own, **changes)


def with_one_more(deck: Deck, card: Card) -> Deck:
    return replace(deck, cards=(card, *deck.cards[1:]))


def again(pool: tuple[Card, ...]) -> books.Book:
    return build_book(pool, {card.reference: card for card in pool if card.token})


def final(book: books.Book, seed: int) -> bytes:
    game = Game.start("lyra", "yzmir", seed=seed, book=book)
    random_steps(game.games, 0, book.record, np.array(seed_words(seed)), 5_000)
    assert game.over
    return game.state()


def test_what_is_found_is_what_was_compiled(folder):
    pool = catalogue().package
    first = books._shared(pool)
    books._shared.cache_clear()
    found = books._shared(pool)
    assert found is not first
    assert found.record.tobytes() == first.record.tobytes() == again(pool).record.tobytes()
    for name in ("index", "cards", "counters", "abilities", "unsupported", "subtypes"):
        assert getattr(found, name) == getattr(first, name)
    assert [final(found, seed) for seed in range(2)] == [final(first, seed) for seed in range(2)]


def test_a_damaged_book_is_compiled_anew(folder):
    pool = catalogue().package
    right = write_book(books._shared(pool))
    (path,) = folder.glob("book-*")
    whole = path.read_bytes()
    for data in (b"", whole[:5_000], whole[:-3], whole[:400] + b"?" + whole[401:]):
        path.write_bytes(data)
        books._shared.cache_clear()
        assert write_book(books._shared(pool)) == right
        assert path.read_bytes() == whole


def test_other_cards_and_other_rules_have_another_key(monkeypatch):
    pool = catalogue().package
    key = books._inputs(pool)
    assert key is not None and books._inputs(pool) == key
    assert books._inputs(pool[:-1]) != key
    assert books._inputs((*pool[:-1], replace(pool[-1], hand_cost=9))) != key
    kept_under = books._key(key)
    monkeypatch.setattr(books.np, "__version__", "1.0")
    assert books._key(key) != kept_under
    monkeypatch.undo()
    monkeypatch.setattr(books.cache, "sources", lambda *_: b"other rules")
    assert books._inputs(pool) != key
    monkeypatch.setattr(books.cache, "sources", lambda *_: None)
    assert books._inputs(pool) is None  # edited meanwhile: nothing is kept


DIGEST = "from altered_env.game.books import digest, pool_book; print(digest(pool_book()))"


def test_several_processes_at_once_make_the_same_book(tmp_path):
    environment = {**os.environ, "ALTERED_CACHE": str(tmp_path)}
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", DIGEST],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    said = [run.communicate() for run in runs]
    assert said == [(f"{books.digest(books.pool_book())}\n", "")] * 3
    assert len(list(tmp_path.glob("book-*"))) == 1
    assert not list(tmp_path.glob(".*"))


def test_games_over_the_pool_share_its_book():
    first, second = Game.start("axiom", "bravos", seed=1), Game.start("lyra", "muna", seed=2)
    assert first.book is second.book is books.pool_book()
    row = first.book.index["CORE_AX_16_C"]
    assert first.book.cards[row] == cards.find("Foundry Armorer C")


def test_the_pool_has_the_same_numbers_with_other_cards_behind_it():
    pool = books.pool_book()
    more = books.pool_book([own_card(), cards.find("Foundry Armorer C")])
    assert more is not pool and more is books.pool_book([own_card()])
    assert more.cards[: len(pool.cards)] == pool.cards
    assert [card.reference for card in more.cards[len(pool.cards) :]] == ["OWN_AX_900_C"]
    assert final(more, 5) == final(pool, 5)


def test_a_game_with_a_card_of_one_s_own_has_a_book_of_its_own():
    deck = with_one_more(decks.starter("axiom"), own_card())
    game = Game.start(deck, "bravos", seed=3)
    assert game.book is not books.pool_book() and "OWN_AX_900_C" in game.book.index
    assert Game.from_bytes(game.to_bytes()) == game
    # a card that only says it is one of the pool is none
    other = replace(cards.find("Foundry Armorer C"), hand_cost=1)
    assert books.book_for([other]).cards[0].hand_cost == 1


def test_a_game_played_with_more_than_the_pool_is_saved():
    book = books.pool_book([own_card()])
    deck = with_one_more(decks.starter("axiom"), own_card())
    game = Game.start(deck, "bravos", seed=3, book=book)
    again = Game.from_bytes(game.to_bytes())
    assert again == game and again.book is book


def tomorrow(monkeypatch, **changes: object) -> None:
    """Let the pool be another from now on: with a card in front, and with one changed."""
    pool = catalogue().package
    old = cards.find("Kelon Burst C")
    new = replace(old, **changes)
    later = (own_card(), *(new if card == old else card for card in pool))
    book = again(later)
    monkeypatch.setattr(books, "_pool", lambda: book)


def moved_on(seed: int = 4, decisions: int = 40) -> Game:
    game = Game.start("axiom", "bravos", seed=seed)
    for _ in range(decisions):
        game.act(game.legal_actions()[-1])
    return game


def test_a_saved_game_goes_on_when_another_card_has_joined_the_pool(monkeypatch):
    game = moved_on()
    saved, replay = game.to_bytes(), Replay.of(game)
    tomorrow(monkeypatch)
    again = Game.from_bytes(saved)
    assert again.state() != game.state()  # its cards have other numbers
    assert again.view() == game.view() and again.story == game.story
    assert replay.play().view() == game.view()
    action = game.legal_actions()[0]
    game.act(action)
    again.act(action)
    assert again.view() == game.view()


def test_a_saved_game_whose_cards_have_changed_is_refused(monkeypatch):
    game = moved_on()
    saved = game.to_bytes()
    tomorrow(monkeypatch, reserve_cost=9)
    with pytest.raises(SaveError, match="other versions of its cards"):
        Game.from_bytes(saved)


def test_a_replay_whose_cards_have_changed_is_refused(monkeypatch):
    replay = Replay.of(moved_on())
    tomorrow(monkeypatch, reserve_cost=9)
    pool = cards.Catalogue(books._pool().cards)
    monkeypatch.setattr(saving, "catalogue", lambda: pool)
    with pytest.raises(ReplayError, match="its cards have changed"):
        Replay.from_json(replay.to_json()).play()


def test_another_world_goes_on_only_under_the_same_pool(monkeypatch):
    saved = moved_on().resample("A", 1).to_bytes()
    assert Game.from_bytes(saved).story.actions is None
    tomorrow(monkeypatch)
    with pytest.raises(SaveError, match="other versions of its cards"):
        Game.from_bytes(saved)
