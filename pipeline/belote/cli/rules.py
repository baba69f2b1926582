"""Commands that explain: rules, schema."""

from __future__ import annotations

from typing import Annotated

import typer

from belote.cli.app import app
from belote.cli.options import JsonOption, LakeOption, Mistake, the_lake
from belote.game.variants import FIELDS, PRESETS, TARGETS, Rules, nearest, rule_set, value_text


@app.command(epilog="Example: belote rules litige --diff classique")
def rules(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A rule set; without, every preset.")
    ] = None,
    diff: Annotated[
        str | None, typer.Option(metavar="OTHER", help="Show only what differs from this one.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List, show or compare rule sets."""
    if name is not None and diff is not None:
        _compare(rule_set(name), rule_set(diff), as_json)
    elif name is not None:
        _show(rule_set(name), as_json)
    elif diff is None:
        _list_presets(as_json)
    else:
        raise Mistake(
            "--diff compares two rule sets: name both, as in 'rules litige --diff stricte'"
        )


def _compare(one: Rules, other: Rules, as_json: bool) -> None:
    from belote.cli.rows import print_json, print_table

    differences = one.differences(other)
    if as_json:
        print_json({"field": k, one.name: a, other.name: b} for k, (a, b) in differences.items())
    elif differences:
        print_table(
            ("field", one.name, other.name),
            [(k, value_text(a), value_text(b)) for k, (a, b) in differences.items()],
        )
    else:
        typer.echo(f"{one.name} and {other.name} are the same rules")


def _show(chosen: Rules, as_json: bool) -> None:
    from belote.cli.rows import print_json, print_table

    if as_json:
        print_json([{"rules": chosen.name, **chosen.values()}])
        return
    print_table(
        ("field", "value", "group", "meaning"),
        [(f.name, value_text(chosen.value(f.name)), f.group, f.meaning) for f in FIELDS],
    )
    if chosen.name in TARGETS:
        typer.echo(f"targets named by its source: {', '.join(map(str, TARGETS[chosen.name]))}")


def _list_presets(as_json: bool) -> None:
    from belote.cli.rows import print_json, print_table

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
    view: Annotated[
        str | None, typer.Argument(metavar="VIEW", help="A view; without, all of them.")
    ] = None,
    as_sql: Annotated[
        bool, typer.Option("--sql", help="The lake's views as one script for any DuckDB client.")
    ] = False,
    as_markdown: Annotated[
        bool, typer.Option("--markdown", help="The whole dictionary as a page.")
    ] = False,
    records: Annotated[
        bool, typer.Option("--records", help="The JSON Schema of deal records.")
    ] = False,
    lake: LakeOption = None,
    as_json: JsonOption = False,
) -> None:
    """The data dictionary: views, columns, units and meanings."""
    from belote.cli.rows import print_json, print_table
    from belote.lake.dictionary import data_dictionary
    from belote.lake.schema import MACROS, VIEWS

    if records:
        from belote.resources import record_schema

        typer.echo(record_schema(), nl=False)
        return
    if as_sql:
        from belote.lake.warehouse import warehouse_script

        typer.echo(warehouse_script(the_lake(lake, or_sample=True)), nl=False)
        return
    if as_markdown:
        typer.echo(data_dictionary(), nl=False)
        return

    if view is not None and view not in VIEWS:
        raise Mistake(
            f"there is no view {view!r}{nearest(view, list(VIEWS))}; views: {', '.join(VIEWS)}"
        )
    shown = [VIEWS[view]] if view else list(VIEWS.values())
    columns = ("column", "type", "unit", "meaning")
    rows = {v: [(c.name, c.type, c.unit, c.meaning) for c in v.columns] for v in shown}
    if as_json:
        print_json(
            {"view": v.name, "grain": v.grain, **dict(zip(columns, row, strict=True))}
            for v in shown
            for row in rows[v]
        )
        return
    for v in shown:
        typer.echo(f"{v.name}: one row per {v.grain}")
        print_table(columns, rows[v])
        if view is None:
            typer.echo()
    if view is None:
        print_table(("macro", "meaning"), MACROS.items())
