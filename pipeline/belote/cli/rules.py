"""Commands that explain: rules, schema."""

from __future__ import annotations

from typing import Annotated

import typer

from belote.cli.app import app
from belote.cli.output import JsonOption, print_json, print_table
from belote.game.variants import FIELDS, PRESETS, TARGETS, nearest, rule_set, value_text
from belote.lake.manifest import LakeError


@app.command(epilog="Example: belote rules litige --diff classique")
def rules(
    name: Annotated[str | None, typer.Argument(help="A rule set; without, every preset.")] = None,
    diff: Annotated[str | None, typer.Option(help="Show only what differs from this one.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List, show or compare rule sets."""
    if name is None:
        _list_presets(diff, as_json)
        return
    chosen = rule_set(name)
    if as_json:
        print_json([{"rules": chosen.name, **chosen.values()}])
    elif diff is None:
        print_table(
            ("field", "value", "group", "meaning"),
            [(f.name, value_text(chosen.value(f.name)), f.group, f.meaning) for f in FIELDS],
        )
        if name in TARGETS:
            typer.echo(f"targets named by its source: {', '.join(map(str, TARGETS[name]))}")
    else:
        other = rule_set(diff)
        differences = chosen.differences(other)
        if not differences:
            typer.echo(f"{chosen.name} and {other.name} are the same rules")
            return
        print_table(
            ("field", chosen.name, other.name),
            [(k, value_text(a), value_text(b)) for k, (a, b) in differences.items()],
        )


def _list_presets(diff: str | None, as_json: bool) -> None:
    if diff is not None:
        raise LakeError(
            "--diff compares two rule sets: name the first, as in 'rules litige --diff stricte'"
        )
    presets = list(PRESETS.values())
    if as_json:
        print_json({"rules": p.name, **p.values()} for p in presets)
        return
    print_table(
        ("field", *PRESETS),
        [(f.name, *(value_text(p.value(f.name)) for p in presets)) for f in FIELDS],
    )


@app.command(epilog="Example: belote schema deals")
def schema(
    view: Annotated[str | None, typer.Argument(help="A view; without, all of them.")] = None,
    as_json: JsonOption = False,
) -> None:
    """The data dictionary: every view, its columns, units and meanings."""
    from belote.lake.schema import MACROS, VIEWS

    if view is not None and view not in VIEWS:
        raise LakeError(
            f"there is no view {view!r}{nearest(view, list(VIEWS))}; views: {', '.join(VIEWS)}"
        )
    shown = [VIEWS[view]] if view else list(VIEWS.values())
    if as_json:
        print_json(
            {
                "view": v.name, "grain": v.grain, "column": c.name, "type": c.type,
                "unit": c.unit, "meaning": c.meaning,
            }
            for v in shown
            for c in v.columns
        )  # fmt: skip
        return
    for v in shown:
        typer.echo(f"{v.name}: one row per {v.grain}")
        print_table(
            ("column", "type", "unit", "meaning"),
            [(c.name, c.type, c.unit, c.meaning) for c in v.columns],
        )
        typer.echo()
    if view is None:
        print_table(("macro", "meaning"), MACROS.items())
