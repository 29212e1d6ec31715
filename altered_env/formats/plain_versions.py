"""The cards that stand for unique cards whose text is not known."""

from __future__ import annotations

from dataclasses import replace

from altered_env.cards import Card, catalogue
from altered_env.cards.printed_words import REPRINTS
from altered_env.formats.variants import short_reference


def plain_version(reference: str, faction: str) -> Card:
    """The card that stands for a unique card without a known text: of the same number the rare, or
    else the common card, of this faction if there is one. Raises `ValueError`.

    >>> str(plain_version("ALT_CORE_B_AX_16_U_380", "axiom"))
    'Foundry Armorer R1'
    >>> str(plain_version("ALT_COREKS_B_AX_16_U_380", "bravos"))
    'Foundry Armorer R2'
    """
    stem, _, _ = short_reference(reference).partition("_U_")
    set_name, _, rest = stem.partition("_")
    home = f"{REPRINTS.get(set_name, set_name)}_{rest}"
    there = [f"{home}_{version}" for version in ("R1", "R2", "C")]
    versions = [catalogue()[name] for name in there if name in catalogue()]
    if not stem or not versions:
        raise ValueError(f"unknown card {reference:.40}")
    return min(versions, key=lambda card: card.faction != faction)


def as_listed(reference: str, faction: str) -> Card:
    """A unique card without a known text as it is listed, for rules of decks and bans: those of its
    plain version are not its own. It is of the Hero's faction. Raises `ValueError`.

    >>> card = as_listed("ALT_CORE_B_YZ_11_U_380", "ordis")
    >>> card.name, card.rarity, card.suspended, plain_version(card.reference, "ordis").suspended
    ('Baba Yaga', 'unique', False, True)
    """
    return replace(
        plain_version(reference, faction),
        reference=short_reference(reference),
        faction=faction,
        rarity="unique",
        suspended=False,
    )
