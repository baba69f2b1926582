"""Where files that are no Python are: in the installed package, or the checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parents[1]


def _folder(name: str) -> Path:
    for home in (_PACKAGE, _CHECKOUT):
        if (home / name).is_dir():
            return home / name
    raise FileNotFoundError(
        f"belote is not installed whole: there is no folder {name!r} in {_PACKAGE} or {_CHECKOUT}"
    )


def sql_folder() -> Path:
    """The folder of ``views``, ``macros``, ``questions`` and ``checks``.

    Raises FileNotFoundError where the package is not whole.
    """
    return _folder("sql")


def dashboards_folder() -> Path:
    """The folder of the Streamlit scripts, ``app.py`` among them.

    Raises FileNotFoundError where the package is not whole.
    """
    return _folder("dashboards")


def sample_lake() -> Path:
    """The folder of the lake that comes with belote, to be read and never written.

    Raises FileNotFoundError where the package is not whole.
    """
    return _folder("data/sample")


def players_folder() -> Path:
    """The folder of what was measured of the players that come with belote, as JSON Lines.

    Raises FileNotFoundError where the package is not whole.
    """
    return _folder("data/players")


def record_schema() -> str:
    """The JSON Schema of deal records, as text."""
    path = _PACKAGE / "records" / "belote-records-1.schema.json"
    return path.read_text(encoding="utf-8")
