"""Chromium without a window, and a visitor who reads, picks and follows links in it."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode, urlsplit

from belote.messages import Lang, say

if TYPE_CHECKING:  # where playwright is missing, the tests are skipped and not broken
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
"""What the system may call its Chromium; playwright's own is never downloaded."""
FLAGS = (
    "--no-sandbox",  # which Chromium needs as root; it sees nothing but our own server
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
FINISHED = "[data-testid=stApp][data-test-script-state=notRunning]"
"""The page once Streamlit has drawn all of it."""
WIDTHS = {"desktop": 1280, "phone": 390}
PATIENCE = 20
"""Seconds until a page counts as stuck."""

_TOO_WIDE = """(width) => {
  const main = document.querySelector('[data-testid=stMain]') ?? document.body;
  const scrolls = (e) => e !== main && e !== document.body &&
    (getComputedStyle(e).overflowX !== 'visible' || scrolls(e.parentElement));
  const wide = [...main.querySelectorAll('*')].filter((e) =>
    e.getBoundingClientRect().right > width + 1 && !scrolls(e.parentElement));
  const names = wide.map((e) => `${e.tagName} ${e.dataset.testid ?? ''} ${e.textContent}`);
  return main.scrollWidth > width + 1 ? ['the page', ...names] : names;
}"""
"""What stands out on the right and cannot be scrolled to by itself.

The width is given: a phone's window grows with what is too wide for it.
"""


class NoBrowser(Exception):
    """There is no browser here; the text says what to install."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium, running; raises `NoBrowser`."""
    found = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if found is None:
        raise NoBrowser("there is no Chromium here: apt-get install chromium")
    try:
        from playwright.sync_api import sync_playwright

        playwright = sync_playwright().start()
    except Exception as error:
        raise NoBrowser(f"playwright does not start ({_first_line(error)}): make setup") from error
    try:
        try:
            browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        except Exception as error:
            why = f"{found} does not start ({_first_line(error)}): apt-get install chromium"
            raise NoBrowser(why) from error
        yield browser
        browser.close()
    finally:
        playwright.stop()


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


def shown(markdown: str) -> str:
    """A message as it stands on the page: bold and code have lost their marks."""
    return re.sub(r"[*`]", "", markdown)


class Visitor:
    """Someone with a browser, a language and a page in front; what goes wrong there is noted."""

    def __init__(self, browser: Browser, server: str, lang: Lang, width: int, scheme: str) -> None:
        phone = width == WIDTHS["phone"]
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": 844 if phone else 900},
            color_scheme=scheme,
            is_mobile=phone,
            has_touch=phone,
            accept_downloads=True,
        )
        self.context.set_default_timeout(1000 * PATIENCE)
        self.server = server
        self.lang: Lang = lang
        self.faults: list[str] = []
        self.context.on("request", lambda request: self._asked(request.url))
        self.context.on("console", self._logged)
        self.context.on("weberror", lambda error: self.faults.append(f"uncaught: {error.error}"))
        self.page: Page = self.context.new_page()
        self.page.on("websocket", lambda socket: self._asked(socket.url))

    def _asked(self, url: str) -> None:
        address = urlsplit(url)
        outside = address.netloc != urlsplit(self.server).netloc
        if outside and address.scheme not in ("data", "blob"):
            self.faults.append(f"asked for {url}")

    def _logged(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(f"console: {message.text}")

    # Going somewhere

    def set_off(self, **choices: str) -> None:
        """Ask for a page and don't wait for it."""
        address = f"{self.server}/?{urlencode({'lang': self.lang, **choices})}"
        self.page.goto(address, wait_until="commit")

    def open(self, **choices: str) -> None:
        """Go to the page with these choices in its address."""
        self.set_off(**choices)
        self.settle()

    def settle(self) -> None:
        """Wait until the page is drawn, and in it what the browser loads late: charts, metrics."""
        self.page.wait_for_selector(f"{FINISHED} h1")
        self.page.wait_for_function(
            "() => !document.querySelector('[data-testid=stSkeleton]') &&"
            " [...document.querySelectorAll('[data-testid=stVegaLiteChart]')]"
            ".every((chart) => chart.querySelector('svg, canvas'))"
        )

    def choices(self) -> dict[str, str]:
        """What the address holds."""
        return dict(parse_qsl(urlsplit(self.page.url).query))

    def turn_to(self, page: str) -> None:
        """Choose a page in the menu."""
        self.page.get_by_role("radio", name=say(self.lang, f"menu.{page}"), exact=True).click()
        self._chosen("page", page)

    # Choosing

    def box(self, filter_: str) -> Locator:
        """The list that sets a filter."""
        name = say(self.lang, f"filter.{filter_}")
        return self.page.get_by_role("combobox", name=name, exact=True)

    def pick(self, filter_: str, value: str, words: str) -> None:
        """Set a filter with the mouse; ``value`` is what the address says then."""
        self.box(filter_).click()
        self.page.get_by_role("option", name=words, exact=True).click()
        self._chosen(filter_, value)

    def type(self, filter_: str, value: str, words: str) -> None:
        """Set a filter with the keyboard."""
        self.box(filter_).focus()
        self.page.keyboard.type(words)
        self.page.keyboard.press("Enter")
        self._chosen(filter_, value)

    def _chosen(self, name: str, value: str) -> None:
        self.page.wait_for_url(lambda url: (name, value) in parse_qsl(urlsplit(url).query))
        self.settle()

    # Reading

    def missing(self, texts: Sequence[str]) -> list[str]:
        """Those texts that cannot be read on the page; it is given time to show them."""
        end = time.monotonic() + PATIENCE
        while left := [text for text in texts if text not in self.text()]:
            if time.monotonic() > end:
                break
            self.page.wait_for_timeout(50)
        return left

    def text(self) -> str:
        """Everything on the page that is read as text."""
        return self.page.inner_text("[data-testid=stMain]")

    def wait_for(self, text: str) -> None:
        """Wait until a paragraph says exactly this, and the page is drawn."""
        self.page.locator("p").get_by_text(text, exact=True).first.wait_for()
        self.settle()

    def too_wide(self) -> list[str]:
        """What stands out of the page on the right."""
        window = self.page.viewport_size
        assert window is not None
        return self.page.evaluate(_TOO_WIDE, window["width"])

    def picture(self, name: str) -> None:
        """Save what is seen, the page at its full height, where BELOTE_SCREENSHOTS asks for it."""
        folder = os.environ.get("BELOTE_SCREENSHOTS")
        if not folder:
            return
        window = self.page.viewport_size
        assert window is not None
        height = self.page.evaluate(
            "() => document.querySelector('[data-testid=stMain]').scrollHeight"
        )
        self.page.set_viewport_size({"width": window["width"], "height": height})
        self.page.screenshot(path=Path(folder) / f"{name}.png")
        self.page.set_viewport_size(window)
