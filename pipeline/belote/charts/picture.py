"""Charts as pictures of their own, for pages that no script draws."""

from __future__ import annotations

import vl_convert

from belote.charts.cases import Drawn

WIDTH = 640
"""Of a picture's plotting area, in pixels."""


def svg(drawn: Drawn, width: int = WIDTH) -> str:
    """The chart as SVG, its words in it for who cannot see it."""
    spec = drawn.chart.to_dict() | {"width": width}
    return str(vl_convert.vegalite_to_svg(spec))
