"""The table of printed card features: every card, and cards from outside the pool."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from altered_env import altered_v0, cards, decks, make_vec
from altered_env.decks import Deck
from altered_env.engine.compiled import JIT
from altered_env.spaces.card_features import TOKENS, card_features, tokens_of, vocabulary
from altered_env.spaces.gym_spaces import field, flat, spread, structured


def with_one(card):
    """The Axiom starter deck with this card instead of one of the same name."""
    starter = decks.starter("axiom")
    others = list(starter.cards)
    others.remove(next(other for other in others if other.name == card.name))
    return Deck("mine", starter.hero, (card, *others))


def test_every_card_of_the_pool_has_a_row_that_tells_it_from_others():
    table = card_features()
    pool = cards.catalogue().package
    assert len(table.values) == len(table.tokens) == len(table.references) == len(pool) + 1
    assert not table.values[0].any()
    rows = {}
    for card in pool:
        row = table.number(card.reference)
        key = (table.values[row].tobytes(), table.tokens[row].tobytes())
        twin = rows.setdefault(key, card)
        assert (twin.abilities, twin.support) == (card.abilities, card.support)
    assert np.isfinite(table.values).all()


def test_columns_say_what_is_printed():
    table = card_features()
    card = cards.find("Foundry Armorer C")
    row = dict(zip(table.names, table.values[table.number(card.reference)].tolist(), strict=True))
    assert (row["hand_cost"], row["reserve_cost"]) == (card.hand_cost, card.reserve_cost)
    assert row["type character"] == row["faction axiom"] == row["rarity common"] == 1
    assert row["type spell"] == row["token"] == 0
    assert row["word brassbug"] == tokens_of(card).count("brassbug") > 0
    words = [vocabulary()[k] for k in table.tokens[table.number(card.reference)] if k]
    assert words == tokens_of(card)


def test_a_card_from_outside_the_pool_has_a_row_of_the_same_columns():
    model = cards.find("Foundry Armorer C")
    unique = replace(model, reference="CORE_B_AX_16_U_77", rarity="unique", hand_cost=5, prints=())
    env = altered_v0.raw_env(decks=with_one(unique))
    table = env.card_features
    assert table.names == card_features().names
    row = table.values[table.number(unique.reference)]
    assert row[table.names.index("hand_cost")] == 5
    assert row[table.names.index("rarity unique")] == 1
    seen = set()
    for seed in range(12):
        env.reset(seed=seed)
        seen |= set(
            field(env.observe(env.agent_selection)["observation"], "entities.card").tolist()
        )
    assert table.number(unique.reference) in seen


def test_what_does_not_fit_is_refused():
    model = cards.find("Foundry Armorer C")
    long = replace(model, reference="CORE_B_AX_16_U_78", abilities=model.abilities * TOKENS)
    env = altered_v0.raw_env(decks=with_one(long))
    with pytest.raises(ValueError, match=r"CORE_B_AX_16_U_78.*words of abilities"):
        _ = env.card_features
    with pytest.raises(LookupError, match="no card"):
        card_features().number("NOTHING")


@pytest.mark.parametrize(("players", "form"), [(2, "standard"), (4, "free_for_all")])
def test_the_flat_view_is_what_its_parts_are_spread_to(players, form):
    vec = make_vec(8, format=form)
    vec.reset(seed=3)
    rng = np.random.default_rng(5)
    for _ in range(60 if JIT else 3):
        vec.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in vec.mask]))
        parts = structured(vec.observation)
        spreads = [spread(name, part, players).reshape(8, -1) for name, part in parts.items()]
        found = flat(vec.observation)
        assert found.dtype == np.float32
        assert np.array_equal(found, np.concatenate(spreads, axis=-1))
        assert np.array_equal(flat(vec.observation[2]), found[2])
    strange = np.full(vec.observation.shape, -3, dtype=np.int64)
    spreads = [
        spread(name, part, players).reshape(8, -1)
        for name, part in structured(strange.astype(np.int16)).items()
    ]
    assert np.array_equal(flat(strange), np.concatenate(spreads, axis=-1))
