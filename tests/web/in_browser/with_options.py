"""A hint, and answers with Expeditions, in the panel of the decision."""

from __future__ import annotations

import json

import pytest

from tests.web.in_browser.driving import SCREENS, begin, set_up, wait_until

REACTION = "When you play a Permanent: You may exhaust me: Create a Brassbug in target Expedition."
OPTIONS = [
    {"kind": "reaction", "label": f"Reaction of Sierra & Oddball: {REACTION}", "lanes": 4},
    {"kind": "reaction", "label": "Reaction of Brassbug Hive: Create a Brassbug.", "lanes": 4},
    {"kind": "turn", "label": "play Jian, Assembly Overseer from Reserve (2)", "lanes": 2},
    {"kind": "turn", "label": "play Kelon Burst (3)", "lanes": 0},
    {"kind": "pass", "label": "pass", "lanes": 0},
]
SAID = {
    "type": "hint",
    "more": False,
    "win": 0.4,
    "judge": "rollout:v3",
    "worlds": 64,
    "toss_up": [],
    "words": ["“play Kelon Burst (3)” is best in 44 of 64 worlds (58% to 80%)."] * 4,
    "rated": [
        {"actions": [4], "share": 0.69, "between": [0.58, 0.8], "loss": 0},
        {"actions": [3], "share": 0.31, "between": [0.2, 0.42], "loss": 0.05},
        {"actions": [5], "share": 0.0, "between": [0.0, 0.06], "loss": 0.0004},
    ],
}
INSTEAD = """
const Real = WebSocket;
window.WebSocket = class extends Real {
  addEventListener(type, hear, ...rest) {
    if (type !== "message") return super.addEventListener(type, hear, ...rest);
    super.addEventListener(type, (event) => {
      const message = JSON.parse(event.data);
      const say = (one) => hear({ data: JSON.stringify(one) });
      if (message.type !== "state") return say(message);
      const { slot } = message.board.players.find((one) => one.seat === message.you).hand[0];
      message.options = OPTIONS.map(({ kind, label, lanes, uses }, k) => ({
        action: k + 1, kind, label, slot: kind === "turn" ? slot : undefined, uses: uses || 1,
        then: lanes ? { expeditions: [0, 1, 2, 3].slice(0, lanes), by: [] } : null,
      }));
      say(message);
      window.hint = () => say({ ...SAID, step: message.step });
    }, ...rest);
  }
};
"""
PANEL = """() => {
  const part = document.querySelector(".decision");
  const [best] = part.querySelectorAll(".option");
  const verdict = part.querySelector(".verdict");
  const [whole, first, words] = [part, best, verdict].map((one) => one.getBoundingClientRect());
  return {
    told: words.top >= whole.top && words.bottom <= first.top,
    over: part.scrollWidth - part.clientWidth,
    seen: best.matches(".best") && first.top >= whole.top && first.bottom <= whole.bottom,
    number: best.querySelector("kbd").textContent,
    heights: [...part.querySelectorAll(".option")].map((one) => one.offsetHeight),
    text: part.innerText,
    lost: [...part.querySelectorAll(".meter")].map((one) => (/loses.*/.exec(one.title) || [""])[0]),
    marked: document.querySelectorAll(".hand .advised").length,
  };
}"""


@pytest.mark.parametrize("size", [(1366, 650), (1440, 757), (390, 844)])
def test_the_best_answer_of_a_hint_is_in_sight(page, address, size):
    begin(page, address, "greedy")
    given = f"const OPTIONS = {json.dumps(OPTIONS)}; const SAID = {json.dumps(SAID)};"
    page.add_init_script(f"{{ {given} {INSTEAD} }}")
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    page.reload()
    page.wait_for_selector("button.option")
    page.evaluate("document.querySelector('.decision').scrollTop = 1000")  # to the button
    page.evaluate("window.hint()")
    page.wait_for_selector(".opinion")
    page.screenshot(path=SCREENS / f"hint-{size[0]}x{size[1]}.png")
    found = page.evaluate(PANEL)
    assert found["over"] == 0 and found["seen"] and found["told"] and found["marked"] == 1
    assert found["number"] == "4"  # it keeps its number
    assert found["lost"] == ["", "loses 5.0 points", ""]  # what rounds to nothing is none
    assert max(found["heights"]) <= 130, found["heights"]
    assert "44/64" in found["text"] and "hardly ever right" in found["text"]


QUICK = {"kind": "turn", "label": "use Nevenka & Blotch: Exhaust me", "lanes": 0, "uses": 2}
PASS = {"kind": "pass", "label": "pass", "lanes": 0}


@pytest.mark.parametrize("options", [[QUICK, PASS], [PASS]])
def test_a_pass_by_itself_is_for_turns_with_nothing_else(page, address, options):
    begin(page, address, "greedy")
    set_up(page, idle="on", single="off", pace="0")
    sent = "window.sent = []; WebSocket.prototype.send = (text) => window.sent.push(text);"
    turn = 'message.board.decision = "turn"; message.options ='
    instead = INSTEAD.replace("message.options =", turn)
    given = f"const OPTIONS = {json.dumps(options)}; const SAID = null;"
    page.add_init_script(f"{{ {given} {sent} {instead} }}")
    page.reload()
    wait_until(page, "window.sent.length > 0 || document.querySelector('button.option') !== null")
    page.wait_for_timeout(500)
    acts = [json.loads(text) for text in page.evaluate("window.sent")]
    assert [one["action"] for one in acts if one["do"] == "act"] == [1][len(options) - 1 :]


def test_an_expedition_that_a_defender_holds_does_not_say_that_it_moves(page, address):
    begin(page, address, "greedy")
    ahead = '{ compared: [["forest", 3, 1, true]], held: one.name === "hero" }'
    every = "message.board.players.flatMap(({ expeditions }) => expeditions)"
    told = f"for (const one of {every}) Object.assign(one, {ahead}); message.options ="
    given = f"const OPTIONS = {json.dumps([PASS])}; const SAID = null;"
    page.add_init_script(f"{{ {given} {INSTEAD.replace('message.options =', told)} }}")
    page.reload()
    page.wait_for_selector("button.option")
    said = page.locator(".advance").evaluate_all(
        "(all) => all.map((one) => [one.classList.contains('ahead'), one.title])"
    )
    held = [title for ahead, title in said if not ahead]
    assert len(said) == 4 and len(held) == 2
    assert all("it is held by a Defender at Dusk: forest 3 against 1" in title for title in held)
