"""What is asked of every page, whatever it is about."""

import time

from axe_playwright_python.sync_playwright import Axe

# What is wider than the window although nothing around it scrolls or clips.
TOO_WIDE = """() => {
  const scrolls = (element) => ["auto", "scroll", "hidden"].includes(getComputedStyle(element).overflowX);
  const held = (element) => {
    for (let one = element.parentElement; one; one = one.parentElement) if (scrolls(one)) return true;
    return false;
  };
  return [...document.body.querySelectorAll("*")].filter((element) => {
    const box = element.getBoundingClientRect();
    return box.width && (box.right > innerWidth + 1 || box.left < -1) && !held(element);
  }).map((element) => element.outerHTML.slice(0, 120));
}"""

# Blocks of text that lie over one another; lists of contents and tips are meant to.
OVERLAPPING = """() => {
  const selector = "h1, header p, main :is(h2, p, pre, summary, figure, .scroll, .tiles > div, .facts > div)";
  const seen = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  const blocks = seen.map((element) => [element, element.getBoundingClientRect()]);
  const found = [];
  blocks.forEach(([one, a], number) => {
    for (const [other, b] of blocks.slice(number + 1)) {
      const apart = a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
      if (!apart && !one.contains(other) && !other.contains(one)) {
        found.push(`${one.textContent.slice(0, 40)} | ${other.textContent.slice(0, 40)}`);
      }
    }
  });
  return found;
}"""

# Letters that end outside of the box that is to hold them.
CLIPPED = """() => [...document.querySelectorAll("h1, h2, p, li, .tiles > div, .figure, .note, summary, th, td")]
  .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1
    && getComputedStyle(element).display !== "inline")
  .map((element) => element.outerHTML.slice(0, 120))"""


def check_layout(page) -> None:
    """Check that nothing lies over another, is cut, or makes the page scroll sideways."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(TOO_WIDE) == []
    assert page.evaluate(OVERLAPPING) == []
    assert page.evaluate(CLIPPED) == []


SHEET = {"width": 703, "height": 1000}  # A4 without its margins, in CSS pixels

# What scrolls on a screen, and on paper is wider or higher than its place.
CUT = """() => [...document.querySelectorAll(".scroll, .pan, pre")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || getComputedStyle(one).maxHeight !== "none")
  .map((one) => one.outerHTML.slice(0, 120))"""

THIN_OUT = 'document.querySelectorAll("tbody tr:nth-child(n + 9)").forEach((row) => row.remove())'


def check_accessible(page) -> None:
    """Check that axe-core finds no serious or critical fault; the first rows of long tables stand for all.

    The page has fewer rows afterwards.
    """
    page.evaluate(THIN_OUT)
    serious = [each for each in Axe().run(page).response["violations"] if each["impact"] in ("serious", "critical")]
    assert [(each["id"], each["nodes"][0]["html"][:160], each["nodes"][0]["failureSummary"]) for each in serious] == []


def check_print(page) -> None:
    """Check that nothing of the page is cut on paper; the page stays dressed for it."""
    page.emulate_media(media="print")
    page.set_viewport_size(SHEET)
    assert not page.locator("nav").is_visible()
    page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(CUT) == []
    assert page.evaluate(OVERLAPPING) == []


def wait(page, expression: str, *, seconds: float = 5) -> None:
    """Wait until an expression holds; the policy of the page forbids what Playwright has for that."""
    until = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < until, expression
        page.wait_for_timeout(20)
