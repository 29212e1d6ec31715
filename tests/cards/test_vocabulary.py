"""The vocabularies of printed cards, in the rules' terms."""

import re

import pytest

from altered_env import cards
from altered_env.cards.printed_words import RARITIES, RARITY_CODES, SUBTYPES_OF
from altered_env.language.notation import read_ability
from tests.citations import cites


@cites("5.0:2.2.1.b", "2024.09:2.2.1.b", "2024.09:2.2.1.c")
def test_a_card_has_exactly_one_type():
    for card in cards.catalogue():
        assert card.type in SUBTYPES_OF


@cites("2024.09:2.2.2.d", "5.0:2.2.2.d")
def test_the_character_subtypes_of_the_rules():
    """Those of the first rules, those that 5.0 added, and two more that cards have."""
    named = (
        "adventurer animal apprentice artist bureaucrat citizen companion deity dragon druid "
        "elemental engineer fairy leviathan mage messenger noble plant robot scholar soldier "
        "spirit titan trainer"
    )
    since = "illusion merchant rogue scientist corruption construction"
    assert set(SUBTYPES_OF["character"]) == {*named.split(), *since.split()}


@cites("2024.09:2.2.2.e", "5.0:2.2.2.e")
def test_the_permanent_subtypes_of_the_rules():
    """Those of 5.0 and Feats; whether a Permanent is a Landmark its type says."""
    named = {"construction", "gear", "ore", "sap", "site", "feat"}
    for kind in ("landmark_permanent", "expedition_permanent"):
        assert set(SUBTYPES_OF[kind]) == named


@cites("5.0:2.2.2.g", "2024.09:2.2.2.g")
def test_the_spell_subtypes_of_the_rules():
    assert set(SUBTYPES_OF["spell"]) == {"boon", "conjuration", "disruption", "maneuver", "song"}


@cites("5.0:2.2.2.a", "5.0:2.2.2.b", "2024.09:2.2.2.a", "2024.09:2.2.2.b", "2024.09:2.2.2.i")
def test_subtypes_fit_the_type_and_heroes_have_none():
    seen = set()
    for card in cards.catalogue():
        assert set(card.subtypes) <= set(SUBTYPES_OF[card.type])
        seen.update([card.type] if card.subtypes else [])
    assert {"character", "spell", "landmark_permanent"} <= seen
    assert "hero" not in seen


@cites("5.0:2.2.2.c", "2024.09:2.2.2.c")
def test_a_card_may_have_any_number_of_subtypes():
    numbers = {len(card.subtypes) for card in cards.search(type="character")}
    assert {1, 2} <= numbers
    assert not cards.find("Mana Convergence").subtypes


@cites("5.0:2.2.4.a", "2024.09:2.2.3.a", "2024.09:2.2.3.b")
def test_every_card_has_one_name():
    for card in cards.catalogue():
        assert card.name
        assert card.name == card.name.strip()


@cites("2024.09:2.2.3.d", "2024.09:RM-1.1.4.e-1")
def test_cards_of_one_name_may_differ_in_everything_else():
    common, out_of_faction = cards.find("Foundry Armorer C"), cards.find("Foundry Armorer R2")
    assert common.name == out_of_faction.name
    assert common != out_of_faction
    assert (common.faction, out_of_faction.faction) == ("axiom", "bravos")


@cites("2024.09:2.2.4.a", "2024.09:2.2.4.b", "5.0:2.2.5.a", "5.0:2.2.5.b")
def test_rarities_and_their_letters():
    assert set(RARITIES) == {"common", "rare", "exalted", "unique"}
    assert RARITY_CODES["C"] == "common"
    assert RARITY_CODES["R1"] == RARITY_CODES["F"] == "rare"
    assert RARITY_CODES["U"] == "unique"
    assert cards.find("Foundry Armorer F") == cards.find("Foundry Armorer R2")
    assert (
        cards.find("Foundry Armorer F").faction != cards.find("Foundry Armorer F").printed_faction
    )


@cites("5.0:2.2.5.c", "2024.09:2.2.4.c")
def test_tokens_have_no_rarity():
    tokens = cards.catalogue().tokens.values()
    assert tokens
    assert {token.rarity for token in tokens} == {None}
    assert None not in {card.rarity for card in cards.catalogue() if not card.token}


@cites("5.0:2.2.6.f", "5.0:2.2.6.e", "2024.09:2.2.5.a")
def test_the_version_of_a_unique_is_a_number(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(
        "Ada Lovelace:\n"
        "  type: character\n"
        "  cost: 2/2\n"
        "  stats: 1/2/3\n"
        "  versions:\n"
        "    CORE_AX_13_U_380: {faction: yzmir}\n"
        "    CORE_AX_13_U_381: {}\n"
    )
    pool = cards.Catalogue()
    first, second = pool.add_file(path)
    assert (first.version, second.version) == ("U_380", "U_381")
    assert pool.find("Ada Lovelace U 381") is second
    with pytest.raises(cards.AmbiguousCardError, match="U_380, CORE_AX_13_U_381"):
        pool.find("Ada Lovelace U")


@cites("5.0:2.2.6.a", "5.0:2.2.6.b", "5.0:2.2.6.c", "5.0:2.2.6.d")
def test_a_reference_says_the_set_the_number_and_the_rarity():
    seen = set()
    for card in cards.catalogue():
        if card.token:
            continue
        the_set, faction, number, letter = card.reference.split("_")
        assert the_set == card.set
        assert len(faction) == 2
        assert number.isdecimal()
        assert RARITY_CODES[letter] == card.rarity
        seen.add(card.reference)
    assert len(seen) == len([card for card in cards.catalogue() if not card.token])


@cites("5.0:2.2.10.a", "5.0:2.2.10.b", "5.0:2.2.10.d", "5.0:2.2.5.c")
def test_six_factions_and_what_has_none():
    """Mana Convergence and tokens are neutral; Heroes and tokens have no rarity of their own."""
    pool = [card for card in cards.catalogue() if not card.token]
    factions = {card.faction for card in pool}
    assert factions == {"axiom", "bravos", "lyra", "muna", "ordis", "yzmir", "neutral"}
    assert {card.name for card in pool if card.faction == "neutral"} == {"Mana Convergence"}
    tokens = cards.catalogue().tokens.values()
    assert {(token.faction, token.rarity) for token in tokens} == {("neutral", None)}


@cites("5.0:2.2.13.b", "5.0:2.2.14.b")
def test_no_card_but_a_hero_has_limits():
    limits = {
        card.name: (card.reserve_limit, card.landmark_limit)
        for card in cards.catalogue()
        if card.type != "hero"
    }
    assert set(limits.values()) == {(0, 0)}
    heroes = cards.search(type="hero")
    assert all(hero.reserve_limit > 0 and hero.landmark_limit > 0 for hero in heroes)


@cites("5.0:2.2.8.c", "2024.09:2.2.7.c", "2024.09:1.1.6.d")
def test_a_number_that_is_not_there_is_zero():
    assert cards.catalogue().tokens["brassbug"].reserve_cost == 0
    for spell in cards.search(type="spell"):
        assert (spell.forest, spell.mountain, spell.water) == (0, 0, 0)


@cites("5.0:1.1.6.a", "2024.09:1.1.6.a")
def test_all_numbers_on_cards_are_integers(tmp_path):
    fields = ("hand_cost", "reserve_cost", "forest", "mountain", "water", "reserve_limit")
    for card in cards.catalogue():
        assert {type(getattr(card, field)) for field in fields} == {int}
    path = tmp_path / "mine.yaml"
    path.write_text("Half:\n  type: spell\n  versions: {AX_90_C: {cost: 1.5/2}}\n")
    with pytest.raises(cards.CardFileError, match="expected two numbers"):
        cards.Catalogue().add_file(path)


@cites("2024.09:2.2.2.e")
def test_the_permanents_of_the_first_set_are_all_landmarks():
    permanents = [card for card in cards.search(set="CORE") if card.type.endswith("permanent")]
    assert permanents
    assert {card.type for card in permanents} == {"landmark_permanent"}


@cites("2024.09:2.2.1.d")
def test_the_tokens_of_the_first_set_are_characters():
    for word in ("brassbug", "ordis_recruit", "booda", "maw"):
        assert cards.catalogue().tokens[word].type == "character"


@cites(
    "5.0:7.4.1.a",
    "5.0:7.4.2.a",
    "5.0:7.4.3.a",
    "5.0:7.4.4.a",
    "5.0:7.4.6.a",
    "5.0:7.4.5.a",
    "5.0:7.4.7.a",
    "5.0:7.4.7.b",
)
@pytest.mark.parametrize(
    ("keyword", "types"),
    [
        ("cooldown", {"spell"}),
        ("defender", {"character"}),
        ("eternal", {"character"}),
        ("gigantic", {"character"}),
        ("seasoned", {"character"}),
        ("scout", {"character", "permanent"}),
        ("tough", {"character", "permanent"}),
    ],
)
def test_on_which_cards_a_keyword_is_printed(keyword, types):
    found = {}
    for card in cards.catalogue():
        for line in card.abilities:
            said = read_ability(line)
            if said.kind == "keyword" and said.head.name == keyword:
                found[card.type.rpartition("_")[2]] = line
    assert found
    assert set(found) <= types
    if keyword in ("scout", "tough"):
        assert all(re.search(rf"{keyword}\(.+\)", line) for line in found.values())
