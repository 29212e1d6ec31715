"""Each card of FUGUE is played from hand and from Reserve, and all it says is seen to matter."""

from __future__ import annotations

from tests.cards.exercised import factions, not_seen


@factions("FUGUE")
def test_every_card_does_what_it_says(faction):
    assert not not_seen("FUGUE", faction)
