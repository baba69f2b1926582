"""What Streamlit runs: the page's frame, the visitor's language, and the way to each page.

Started by `belote dashboard`; the environment's BELOTE_LAKE names the lake. Nothing it draws asks
another host for anything.
"""

# Pandas first: half imported by one visitor's thread, it broke another's on a cold server.
import pandas  # noqa: F401, I001  # pyright: ignore[reportMissingTypeStubs, reportUnusedImport]

import sys
from pathlib import Path

import streamlit as st

HERE = Path(__file__).resolve().parent
if str(HERE.parent) not in sys.path:  # `dashboards` is imported from beside the package's rooms
    sys.path.append(str(HERE.parent))

from belote.messages import LANGUAGES, Lang, say  # noqa: E402
from dashboards import (  # noqa: E402
    advise,
    capot,
    chute,
    contracts,
    deal,
    games,
    overview,
    play,
    players,
    rules,
    sheet,
    taking,
    variants,
)
from dashboards.ui import trouble  # noqa: E402
from dashboards.ui.address import choice, switch  # noqa: E402
from dashboards.ui.lake import lake_path, look, no_lake_at  # noqa: E402

# Each page's name, in the address and in the catalogue, and what draws it. Pages are a choice in
# the address like any other: on paths of their own they would lose the other choices, ask the
# server for what is not there, and be refused in English. (A comment: Streamlit would print a text
# that stands alone in this file.)
PAGES = {
    "overview": overview.page,
    "taking": taking.page,
    "chute": chute.page,
    "capot": capot.page,
    "contracts": contracts.page,
    "play": play.page,
    "players": players.page,
    "rules": rules.page,
    "variants": variants.page,
    "games": games.page,
    "advise": advise.page,
    "deal": deal.page,
    "sheet": sheet.page,
}


def main() -> None:
    """Draw the dashboard for one visitor, from the top."""
    asked = choice("lang", LANGUAGES, LANGUAGES[0])
    lang: Lang = "en" if asked.value == "en" else "fr"
    names = list(PAGES)
    page = choice("page", names, names[0])
    title = "Belote" if page.value is None else f"Belote – {say(lang, f'menu.{page.value}')}"
    st.set_page_config(page_title=title, page_icon=str(HERE / "icon.png"), layout="wide")
    with st.container(
        horizontal=True, horizontal_alignment="distribute", vertical_alignment="bottom"
    ):
        st.title("Belote", anchor=False, width="content")
        switch(
            "lang",
            LANGUAGES,
            lang,
            say(lang, "page.language"),
            lambda one: say("en" if one == "en" else "fr", "page.own_name"),
        )
    st.caption(say(lang, "page.subtitle"))
    switch("page", names, page.value, say(lang, "page.menu"), lambda one: say(lang, f"menu.{one}"))
    if asked.refused is not None:
        trouble.no_such_language(lang, asked.refused, LANGUAGES)
    if page.value is None:
        trouble.no_such_page(lang, page.refused or "", names)
    else:
        _draw(page.value, lang)


def _draw(name: str, lang: Lang) -> None:
    """A page over the lake as it is now; the one place where its errors are caught."""
    path = lake_path()
    with trouble.explained(lang, path):
        if no_lake_at(path):
            trouble.no_lake(lang, path)
        else:
            PAGES[name](look(lang, path, tuple(PAGES)))


main()
