"""What a table says: its answers, and why a game has ended."""

from __future__ import annotations

import pytest

from tests.web.in_browser.driving import begin

MET = "The game ended on day 6: both Expeditions of"
BOARD = """async ({sums, winners, text}) => {
  const { reasons } = await import("/static/ending.js");
  const players = sums.map(([hero, companion], k) => ({
    seat: "ABCD"[k], allies: "", expeditions: [{ distance: hero }, { distance: companion }],
  }));
  const found = reasons({
    board: { day: 6, arena: false, players }, winners, conceded: "",
    names: players.map(() => "random"), titles: players.map(() => "Beginner"), you: "A",
  });
  return found.flat().filter(Boolean).map((one) => one.innerText || one.textContent);
}"""


@pytest.mark.parametrize(
    ("sums", "winners", "said"),
    [
        ([(1, 1), (4, 3)], "B", f"{MET} B have met."),
        ([(4, 3), (5, 3)], "B", f"{MET} A and B have met. The larger sum of regions wins."),
        ([(4, 2), (3, 2)], "A", "on day 6: the regions of both Expeditions together decide."),
    ],
)
def test_the_end_of_a_game_says_by_what_it_was_won(page, address, sums, winners, said):
    page.goto(address)
    found = page.evaluate(BOARD, {"sums": sums, "winners": winners})
    assert any(text.endswith(said) for text in found), found


@pytest.mark.parametrize("size", [(1366, 650), (1440, 757)])
def test_cards_to_choose_from_hand_are_called_by_their_names_and_hint_is_in_sight(
    page, address, size
):
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    begin(page, address)
    names = page.locator(".hand .name").all_inner_texts()
    options = page.locator("button.option .label").all_inner_texts()
    assert {text.partition(" [")[0] for text in options} == set(names)
    part, hint = (page.locator(one).bounding_box() for one in (".decision", ".hintbutton"))
    assert hint["y"] + hint["height"] <= part["y"] + part["height"]
