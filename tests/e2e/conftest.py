"""A small lake, a server over it, a browser, and visitors who must meet no fault."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from belote.messages import Lang
from commands import PATIENCE, answers, call, free_port, start, wait_for
from e2e.browsing import WIDTHS, NoBrowser, Visitor, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Visit = Callable[..., Visitor]

# All of these end with this package: playwright's event loop is in the way of others' tests.


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium. Where there is none, its tests are skipped; under CI they fail."""
    with ExitStack() as stack:
        try:
            browser = stack.enter_context(chromium())
        except NoBrowser as none:
            if os.environ.get("CI"):
                pytest.fail(str(none), pytrace=False)
            pytest.skip(str(none))
        yield browser


@pytest.fixture(scope="package")
def lake(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of coinche, a small one that is solved, then two of the prise under two rule sets.

    It needs no browser, but none is made where there is none.
    """
    lake = tmp_path_factory.mktemp("e2e") / "lake"
    for run, rules, seed, deals in (
        ("bids", "coinche", 3, 20_000),
        ("solved", "litige", 3, 150),
        ("club", "litige", 1, 20_000),
        ("rounded", "arrondie", 2, 20_000),
    ):
        played = ("--deals", deals, "--players", "regular", "--rules", rules, "--seed", seed)
        assert call("simulate", *played, "--run", run, "--lake", lake).status == 0
    assert call("solve", "solved", "--lake", lake).status == 0
    return lake


@pytest.fixture(scope="package")
def server(lake: Path) -> Iterator[str]:
    """The address of `belote dashboard` over the lake."""
    port = free_port()
    with (lake.parent / "server.log").open("w") as log:
        command = start("dashboard", "--lake", lake, "--port", port, stdout=log, stderr=log)
        try:
            wait_for(lambda: answers(port), command)
            yield f"http://127.0.0.1:{port}"
        finally:
            command.terminate()
            try:
                command.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                command.kill()
                raise


@pytest.fixture
def visit(browser: Browser, server: str) -> Iterator[Visit]:
    """Visitors of the dashboard: ``visit("fr")``.

    Afterwards none of them has asked another host for anything, or met an error.
    """
    visitors: list[Visitor] = []

    def come(lang: Lang, width: int = WIDTHS["desktop"], scheme: str = "light") -> Visitor:
        visitors.append(Visitor(browser, server, lang, width, scheme))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.context.close()
    assert [fault for visitor in visitors for fault in visitor.faults] == []
