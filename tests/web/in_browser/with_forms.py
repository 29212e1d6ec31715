"""Forms on a phone: in their order, and what one chooses is explained."""

from __future__ import annotations

import pytest

PHONE = {"width": 390, "height": 844}
ORDER = """() => [...document.querySelectorAll("main form, main .page")].flatMap((form) => {
  const shown = [...form.children].filter((one) => one.checkVisibility());
  const tops = shown.map((one) => one.getBoundingClientRect()).filter((box) => box.height);
  const labels = [...form.querySelectorAll(".field")].filter((one) => one.checkVisibility());
  return [
    ...tops.slice(1).filter((box, k) => box.top < tops[k].top).map(() => "children of a form"),
    ...labels.filter((one) => getComputedStyle(one).padding !== "0px").map((one) => one.innerText),
  ];
})"""


@pytest.mark.parametrize("path", ["play", "watch", "replay", "collection", "decks", "bench"])
def test_forms_are_in_order_on_a_phone(page, address, path):
    page.set_viewport_size(PHONE)
    page.goto(f"{address}/{path}")
    page.wait_for_selector("main .field")
    assert page.evaluate(ORDER) == []
