"""Whether a run is solved: what is told where it is not, or in part."""

from __future__ import annotations

import streamlit as st

from belote.lake.manifest import Manifest
from belote.messages import number, say
from dashboards.ui import commands, trouble
from dashboards.ui.lake import Here


def is_solved(here: Here, run: Manifest) -> bool:
    """Whether any deal of a run is solved; says how far, and the command that solves the rest."""
    lang = here.lang
    if run.keeps == "counts":
        trouble.no_deals_kept(here, run)
        return False
    files = run.of_kind("solved")
    name, solved = trouble.verbatim(run.run_id), sum(file.rows for file in files)
    told = {"run": name, "solved": number(lang, solved), "deals": number(lang, run.deals)}
    whole = sum(file.last_table - file.first_table + 1 for file in files) == run.tables
    if not files:
        st.info(say(lang, "play.unsolved", run=name))
    elif not whole:
        st.info(say(lang, "play.in_part", **told))
    else:
        st.caption(say(lang, "play.solved", **told))
        return True
    st.code(commands.solve(run.run_id, here.lake.path), language="shell", wrap_lines=True)
    return bool(files)
