"""Every page in both languages, on a desktop and a phone, light and dark: whole and at home."""

from __future__ import annotations

import pytest

from belote.messages import Lang, say
from e2e.browsing import WIDTHS, Visitor
from e2e.conftest import Visit

PAGES = (
    *("overview", "taking", "chute", "capot", "rules", "variants", "games"),
    *("players", "advise", "deal", "sheet", "play"),
)
"""Those of a run of the prise."""
DRAWN = {"advise": "stButton", "deal": "stHtml", "sheet": "stTextInput"}
"""What a page shows that has no chart."""


def is_dark(visitor: Visitor) -> bool:
    colour = "getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor"
    red, green, blue = visitor.page.evaluate(f"{colour}.match(/\\d+/g).slice(0, 3).map(Number)")
    return red + green + blue < 3 * 128


# Every two of a width, a theme and a language meet; all eight would take twice as long.
@pytest.mark.parametrize(
    ("device", "scheme", "lang"),
    [
        ("desktop", "light", "fr"),
        ("desktop", "dark", "en"),
        ("phone", "light", "en"),
        ("phone", "dark", "fr"),
    ],
)
def test_pages_are_whole_and_ask_no_other_host(visit: Visit, device: str, scheme: str, lang: Lang):
    visitor = visit(lang, WIDTHS[device], scheme)
    visitor.open(run="club", variant="stricte")
    for page in PAGES:
        if page == "play":  # which is about a run that is solved
            visitor.open(run="solved", page=page)
        elif page != PAGES[0]:
            visitor.turn_to(page)
        assert_whole(visitor, page, device, scheme)
    visitor.open(page="contracts", run="bids")
    assert_whole(visitor, "contracts", device, scheme)


def assert_whole(visitor: Visitor, page: str, device: str, scheme: str) -> None:
    """The page has its title, what it draws and its colours; nothing is in trouble or too wide."""
    assert visitor.page.title() == f"Belote – {say(visitor.lang, f'menu.{page}')}"
    drawn = DRAWN.get(page, "stVegaLiteChart")
    visitor.page.locator(f"[data-testid={drawn}]").first.wait_for()
    visitor.settle()
    assert visitor.page.locator(".stException, .stAlert").count() == 0
    assert is_dark(visitor) == (scheme == "dark")
    visitor.picture(f"{page}-{visitor.lang}-{device}-{scheme}")
    assert visitor.too_wide() == []


# What visitors must not meet is noticed


def test_a_fault_of_a_page_is_noticed(visit: Visit):
    visitor = visit("fr", WIDTHS["phone"])
    visitor.page.goto(f"{visitor.server}/_stcore/health")
    other = visitor.server.replace("127.0.0.1", "localhost")
    visitor.page.set_content(
        "<meta name='viewport' content='width=device-width'>"
        "<p style='width: 500px'>wide</p>"
        "<div style='overflow: auto'><p style='width: 500px'>scrolls</div>"
        f"<img src='{other}/picture.png'>"
        "<script>console.error('said'); setTimeout(() => { throw new Error('thrown') })</script>"
    )
    visitor.page.wait_for_timeout(100)
    found = "\n".join(visitor.faults)
    assert f"asked for {other}/picture.png" in found
    assert "console: said" in found
    assert "uncaught: " in found
    assert "thrown" in found
    assert visitor.too_wide() == ["the page", "P  wide"]
    visitor.faults.clear()
