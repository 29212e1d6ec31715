"""Two against two: the statements of the glossary about it."""

from dataclasses import replace

import pytest

from altered_env import Game, Scenario, decks, formats
from altered_env.game.errors import IllegalDeckError
from tests.citations import cites

BOTH = pytest.mark.parametrize("rules", decks.RULESETS)
NAMES = ("axiom", "bravos", "lyra", "muna")


def sit(rules="2024.09", seed=0):
    """A table of four; A and C are allies, and so are B and D. Each has a Hero to wait with."""
    table = Scenario(rules=rules, seed=seed, format="two_against_two")
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    return table


def at_night(rules, ways):
    """The table after the Night of a day on which Expeditions have moved so far."""
    table = sit(rules)
    for player, way in zip("ABCD", ways, strict=True):
        table.player(player).regions(*way)
    table.begin("night")
    return table


@cites("2024.09:MP-01", "2024.09:MP-03", "2024.09:MP-05")
@BOTH
def test_four_players_bring_constructed_decks(rules):
    form = formats.get("two_against_two")
    built = [decks.starter(name) for name in NAMES]
    assert form.check(built, rules) == []
    assert [str(wrong) for wrong in form.check(built[:2], rules)] == [
        "2 decks; a game of Two against Two needs 4 (MP-05)"
    ]
    short = replace(built[3], cards=built[3].cards[:20])
    with pytest.raises(IllegalDeckError, match="muna: 20 cards besides the Hero; at least 39"):
        Game.start(*built[:3], short, rules=rules, format="two_against_two", seed=0)


@cites("2024.09:MP-05")
def test_two_teams_of_two():
    game = Game.start(*NAMES, seed=2, format="two_against_two")
    assert game.players == 4
    assert [(p.seat, p.allies) for p in game.view().players] == [
        ("A", "C"),
        ("B", "D"),
        ("C", "A"),
        ("D", "B"),
    ]


@cites("2024.09:MP-04")
def test_several_players_may_have_the_same_hero():
    game = Game.start(*["axiom"] * 4, seed=2, format="two_against_two")
    assert {player.hero.name for player in game.view().players} == {"Sierra & Oddball"}


@cites("2024.09:MP-07")
@BOTH
@pytest.mark.parametrize("first", "ABCD")
def test_turns_go_clockwise_until_all_have_passed(rules, first):
    table = sit(rules)
    for player in "ABCD":
        table.player(player).hero("Idler").hand(*["Filler"] * 2).mana(9)
    table.begin("afternoon", first=first)
    order = "ABCDABC"["ABCD".index(first) :][:4]
    for player in order:
        assert table.turn == player
        table.act(player, "play Filler to hero")
    passed = order[1]
    for player in order:
        assert table.turn == player
        table.act(player, "pass" if player == passed else "play Filler to hero")
    for player in order.replace(passed, ""):
        assert (table.turn, table.phase) == (player, "afternoon")
        table.act(player, "pass")
    assert table.day == 3 or table.phase != "afternoon"


@cites("2024.09:MP-08")
def test_each_expedition_faces_another_opponent():
    view = Game.start(*NAMES, seed=2, format="two_against_two").view()
    faced = {(e.controller, e.name): e.facing for p in view.players for e in p.expeditions}
    for player in view.players:
        hero, companion = (e.facing.split()[0] for e in player.expeditions)
        assert hero != companion and {hero, companion} == set("ABCD") - set(
            player.seat + player.allies
        )
    for (who, name), facing in faced.items():
        assert faced[tuple(facing.split())] == f"{who} {name}"  # facing is mutual
        assert facing.endswith(name)


@cites("2024.09:MP-08")
@BOTH
def test_an_expedition_is_compared_with_the_one_it_faces(rules):
    """A's Hero Expedition faces B's, A's Companion Expedition D's."""
    table = sit(rules)
    table.card("Big", stats="3/3/3")
    table.card("Bigger", stats="5/5/5")
    table.player("A").hero_expedition("Big").companion_expedition("Big")
    table.player("B").companion_expedition("Bigger")
    table.player("D").companion_expedition("Bigger")
    table.begin("dusk")
    assert [table.progress("A", way) for way in ("hero", "companion")] == [1, 0]
    assert [table.progress("B", way) for way in ("hero", "companion")] == [0, 1]
    assert [table.progress("D", way) for way in ("hero", "companion")] == [0, 1]


@cites("2024.09:MP-09")
@BOTH
def test_both_central_tumult_cards_are_turned_up_together(rules):
    table = sit(rules)
    table.card("Step", type="spell", abilities=["effect: move(you.hero_expedition, 1)"])
    table.player("A").hand("Step").mana(1).regions(hero=2)
    table.begin("afternoon", first="A")
    assert [r.number for r in table.game.view().regions if r.face_up] == [0, 1, 2, 7, 8, 15]
    table.act("A", "play Step")
    up = {r.number for r in table.game.view().regions if r.face_up}
    assert up >= {3, 4, 11, 12} and not up & {5, 6, 9, 10, 13, 14}


@cites("2024.09:MP-09")
def test_the_central_tumult_cards_lie_opposite_ways_round():
    """Each side has one region with one terrain, as far from its Hero region as the other."""
    ways = set()
    for seed in range(30):
        game = Game.start(*NAMES, seed=seed, format="two_against_two")
        for table in (game, game.resample("A", seed), game.resample("B", seed + 1)):
            printed = [len(region.printed) for region in table.view().regions]
            assert printed[3:5] == printed[11:13]
            assert sorted(printed[3:5]) == [1, 2]
            ways.add(tuple(printed[3:5]))
            cards = [printed[r] + printed[r + 1] for r in (1, 3, 5, 9, 11, 13)]
            assert cards == [3] * 6
            assert [printed[r] for r in (0, 7, 8, 15)] == [3] * 4
    assert len(ways) == 2


@cites("2024.09:MP-10")
def test_expeditions_go_their_way_towards_each_other():
    """Facing Expeditions start in one region; a player's own meet after seven steps."""
    table = sit()
    starts, ways = {}, {}
    for player in "ABCD":
        for way in ("hero", "companion"):
            starts[player, way], ways[player, way] = None, []
    for distance in range(8):
        table = sit()
        for player in "ABCD":
            table.player(player).regions(distance, distance)
        table.begin("afternoon")
        for player in table.game.view().players:
            for e in player.expeditions:
                ways[player.seat, e.name].append(e.region)
    assert ways["A", "hero"] == [0, 1, 2, 3, 4, 13, 14, 15]
    assert ways["B", "hero"] == [0, 1, 2, 3, 4, 5, 6, 7]
    assert ways["C", "hero"] == [8, 9, 10, 11, 12, 5, 6, 7]
    assert ways["D", "hero"] == [8, 9, 10, 11, 12, 13, 14, 15]
    for player in "ABCD":
        assert ways[player, "companion"] == ways[player, "hero"][::-1]
    for one, other, way in (("A", "B", "hero"), ("C", "D", "hero"), ("B", "C", "companion")):
        assert ways[one, way][:3] == ways[other, way][:3]
    assert ways["A", "companion"][:3] == ways["D", "companion"][:3]


@cites("2024.09:MP-02", "2024.09:MP-11")
@BOTH
@pytest.mark.parametrize(
    ("ways", "winners"),
    [
        (((4, 3), (0, 0), (0, 0), (0, 0)), "AC"),
        (((0, 0), (0, 0), (5, 3), (6, 0)), "AC"),
        (((0, 0), (6, 0), (3, 3), (1, 7)), "BD"),
        (((4, 3), (0, 0), (3, 4), (0, 0)), "AC"),  # both of a team
        (((7, 7), (0, 0), (0, 0), (0, 0)), "AC"),
        (((7, 0), (0, 0), (0, 6), (0, 0)), "AC"),
        (((6, 0), (0, 6), (0, 6), (6, 0)), ""),  # a team's Hero and Companion are not one player's
    ],
)
def test_who_reunites_the_own_expeditions_wins_for_the_team(rules, ways, winners):
    table = at_night(rules, ways)
    view = table.game.view()
    assert (view.winners, view.over) == (winners, winners != "")
    assert not view.arena


@cites("2024.09:MP-12", "2024.09:MP-13", "2024.09:MP-14")
@BOTH
@pytest.mark.parametrize(
    ("ways", "winners"),
    [
        (((4, 3), (4, 4), (0, 0), (0, 0)), "BD"),  # one each: the distance decides
        (((5, 4), (0, 0), (6, 0), (4, 4)), "AC"),
        (((4, 3), (7, 7), (3, 4), (0, 0)), "AC"),  # three: the two allies, however far
        (((7, 7), (4, 3), (0, 6), (4, 3)), "BD"),
        (((4, 3), (4, 4), (4, 4), (4, 4)), "BD"),  # four: the team that has moved more
        (((7, 7), (4, 4), (4, 3), (4, 4)), "AC"),
    ],
)
def test_who_wins_of_several_who_meet(rules, ways, winners):
    view = at_night(rules, ways).game.view()
    assert (view.winners, view.arena) == (winners, False)


@cites("2024.09:MP-12", "2024.09:MP-14")
@BOTH
@pytest.mark.parametrize(
    "ways",
    [
        ((4, 3), (3, 4), (0, 0), (0, 0)),
        ((0, 0), (0, 0), (5, 3), (4, 4)),
        ((4, 3), (4, 4), (4, 4), (4, 3)),
    ],
)
def test_tied_teams_play_a_day_in_the_arena(rules, ways):
    table = at_night(rules, ways)
    assert not table.over
    assert table.game.view("C").arena
    assert int(table.game.record["out"]) == 0  # everybody plays it
    assert len(table.game.view().regions) == 1


@cites("2024.09:MP-15", "2024.09:MP-16")
@BOTH
@pytest.mark.parametrize(
    ("stats", "winners"),
    [
        (("2/0/0", "3/0/0", "2/0/0", "0/0/0"), "AC"),  # 4 forest to 3
        (("0/0/9", "2/1/0", "0/0/9", "0/1/0"), "BD"),  # two terrains to one
        (("2/0/0", "1/0/0", "0/0/0", "1/0/0"), ""),
    ],
)
def test_teams_are_compared_in_the_arena(rules, stats, winners):
    table = sit(rules)
    table.arena()
    for player, numbers in zip("ABCD", stats, strict=True):
        table.card(f"Of {player}", stats=numbers)
        table.player(player).companion_expedition(f"Of {player}")
    table.begin("dusk", day=6)
    view = table.game.view()
    assert view.winners == winners
    if not winners:  # and another day, until a team wins
        assert (view.arena, view.over) == (True, False)
        table.until("dusk")
        assert (table.day, table.game.view().arena) == (7, True)


@cites("2024.09:MP-17")
@BOTH
@pytest.mark.parametrize("first", "ABCD")
def test_both_of_a_team_are_first_player(rules, first):
    table = sit(rules)
    table.player("A").hero("Kojo & Booda")
    table.player("B").hero("Kojo & Booda")
    table.player("C").hero("Idler")
    table.begin("noon", first=first)
    assert table.turn == "C"  # no other player has a decision
    team = "AC" if first in "AC" else "BD"
    assert [seen.controller for seen in table.all("Booda")] == [team[0]]


@cites("2024.09:MP-18")
def test_nobody_sees_the_hand_of_a_teammate():
    game = Game.start(*NAMES, seed=2, format="two_against_two")
    seen = {player.seat: player for player in game.view("A").players}
    assert len(seen["A"].hand) == 6
    for other in "BCD":
        assert (seen[other].hand_count, seen[other].hand, seen[other].deck) == (6, (), ())
    held = {
        tuple(card.name for card in game.resample("A", seed).view().players[2].hand)
        for seed in range(5)
    }
    assert len(held) > 1
    assert game.resample("A", 3).view("A") == game.view("A")


@cites("2024.09:MP-20")
@BOTH
def test_no_card_is_played_on_a_teammates_side(rules):
    table = sit(rules)
    table.card("House", type="landmark_permanent")
    table.player("A").hero("Idler").hand("Filler", "House").mana(9)
    for player in "BCD":
        table.player(player).hero("Idler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Filler")
    assert table.options("A") == ["A: hero Expedition", "A: companion Expedition"]
    table.choose("A", "companion")
    for player in "BCD":
        table.act(player, "pass")
    table.act("A", "play House")
    assert table.zone("A", "landmarks") == ["House"]


@cites("2024.09:MP-21", "2024.09:MP-22")
@BOTH
@pytest.mark.parametrize("where", ["A hero", "B companion", "C hero", "D companion"])
def test_effects_reach_every_expedition_and_every_character(rules, where):
    table = sit(rules)
    table.card(
        "Swarm", type="spell", abilities=["effect: create(brassbug, in_=target(expedition))"]
    )
    table.card("Care", type="spell", abilities=["effect: gain(target(character), boost=1)"])
    table.player("A").hero("Idler").hand("Swarm", "Care").mana(9)
    for player in "BCD":
        table.player(player).hero("Idler").mana(1).companion_expedition("Filler")
    table.begin("afternoon", first="A")
    table.act("A", "play Swarm")
    assert len(table.options("A")) == 8
    table.choose("A", where)
    brassbug = table.find("Brassbug")
    assert (brassbug.controller, brassbug.expedition) == tuple(where.split())
    for player in "BCD":
        table.act(player, "pass")
    table.act("A", "play Care")
    assert len(table.options("A")) == 4
    table.choose("A", "Brassbug")
    assert table.find("Brassbug").boosts == 1


@cites("2024.09:MP-23")
@BOTH
def test_what_is_yours_is_not_your_teammates(rules):
    table = sit(rules)
    table.card("Rally", type="spell", abilities=["effect: gain(all(character, you.play), boost=1)"])
    table.card(
        "Shout", type="spell", abilities=["effect: gain(all(character, you.expeditions), boost=1)"]
    )
    table.card("One")
    table.player("A").hero("Idler").hand("Rally", "Shout").mana(9).hero_expedition("One")
    for player in "BCD":
        table.player(player).hero("Idler").mana(1).hero_expedition("One")
    table.begin("afternoon", first="A")
    table.act("A", "play Rally")
    for player in "BCD":
        table.act(player, "pass")
    table.act("A", "play Shout")
    assert {seen.controller: seen.boosts for seen in table.all("One")} == {
        "A": 2,
        "B": 0,
        "C": 0,
        "D": 0,
    }


@cites("2024.09:MP-24")
@BOTH
def test_a_target_opponent_is_one_of_them(rules):
    table = sit(rules)
    table.card("Gift", type="spell", abilities=["effect: draw(1, by=target(opponent))"])
    table.player("A").hero("Idler").hand("Gift").mana(9)
    for player in "BCD":
        table.player(player).hero("Idler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Gift")
    assert table.options("A") == ["player B", "player D"]
    table.choose("A", "player D")
    assert [len(table.zone(player, "hand")) for player in "BCD"] == [0, 0, 1]


@cites("2024.09:MP-25")
@BOTH
def test_your_opponent_is_every_opponent(rules):
    table = sit(rules)
    table.card("Feast", type="spell", abilities=["effect: draw(1, by=opponent)"])
    table.card("Envy", abilities=["when(draws(opponent)): gain(me, boost=1)"])
    table.player("A").hero("Idler").hand("Feast").mana(9).hero_expedition("Envy")
    for player in "BCD":
        table.player(player).hero("Idler").mana(1)
    table.begin("afternoon", first="B")
    for player, boosts in (("B", 1), ("C", 1), ("D", 2)):
        table.act(player, "use Idler")
        assert table.find("Envy").boosts == boosts
        table.act(player, "pass")
    table.act("A", "play Feast")
    assert [len(table.zone(player, "hand")) for player in "ABCD"] == [0, 2, 1, 2]
    assert table.decision == "reaction"  # one for each who has drawn
    table.choose("A", "Envy 1")
    assert table.find("Envy").boosts == 4


@cites("2024.09:MP-22", "2024.09:MP-25")
@BOTH
def test_tough_is_paid_to_opponents_alone(rules):
    table = sit(rules)
    table.card(
        "Care", type="spell", cost="1/1", abilities=["effect: gain(target(character), boost=1)"]
    )
    table.card("Stone", abilities=["tough(2)"])
    table.player("A").hero("Idler").hand("Care").mana(1)
    table.player("B").hero("Idler").hero_expedition("Stone")
    table.player("C").hero("Idler").hero_expedition("Stone", "Filler")
    table.player("D").hero("Idler")
    table.begin("afternoon", first="A")
    assert table.can("A", "play Care", "C Stone")
    assert not table.can("A", "play Care", "B Stone")


@cites("2024.09:MP-26")
@BOTH
def test_nothing_of_a_teammate_is_sacrificed(rules):
    table = sit(rules)
    table.card("Rite", type="spell", abilities=["effect: sacrifice(choose(character))"])
    table.card("One")
    table.card("Two")
    table.player("A").hero("Idler").hand("Rite").mana(9).hero_expedition("One", "Two")
    for player in "BCD":
        table.player(player).hero("Idler").mana(1).hero_expedition("One")
    table.begin("afternoon", first="A")
    table.act("A", "play Rite")
    assert table.options("A") == ["A: One in hero Expedition", "A: Two in hero Expedition"]
