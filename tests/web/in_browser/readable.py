"""Whether a page can be read: its width, the contrast of its text, a ring around the focus."""

from __future__ import annotations

from altered_env.render.palette import contrast

CONTRAST = """() => {
  const found = [];
  const opaque = (colour) => !/^rgba.*, 0\\)$|transparent/.test(colour);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
    let behind = element;
    const style = (one) => getComputedStyle(one);
    while (behind && !opaque(style(behind).backgroundColor)) behind = behind.parentElement;
    let faded = false;
    for (let up = element; up; up = up.parentElement) {
      faded ||= style(up).opacity !== "1" || style(up).filter !== "none";
    }
    if (faded || !behind || style(behind).backgroundImage !== "none") continue;
    const text = walker.currentNode.data.trim().slice(0, 40);
    found.push([text, style(element).color, style(behind).backgroundColor]);
  }
  return found;
}"""


def in_hex(colour):
    numbers = colour.partition("(")[2].split(")")[0].split(",")
    return "#" + "".join(f"{int(float(n)):02x}" for n in numbers[:3])


def check(page, width, name):
    assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    for text, colour, behind in page.evaluate(CONTRAST):
        assert contrast(in_hex(colour), in_hex(behind)) >= 4.5, (name, text, colour, behind)
    page.locator(".skip").focus()  # from where it was, the end of the page may be near
    page.keyboard.press("Tab")
    ring, there = page.evaluate(
        "[getComputedStyle(document.activeElement).outlineStyle,"
        " document.activeElement.outerHTML.slice(0, 80)]"
    )
    assert ring == "solid", f"{name}: no ring around what has the focus: {there}"
