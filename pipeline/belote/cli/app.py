"""The commands in one application, and what a user's mistake looks like."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Annotated

import click
import typer

import belote

app = typer.Typer(
    name="belote",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="The record book of belote: simulate deals, keep them in a lake, ask it questions.",
    epilog="Start with: belote demo",
)

COMMAND_MODULES = ("simulate", "keep", "rules", "ask", "serve")
"""Modules of this package that declare commands; importing one adds them to `app`."""


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"belote {belote.__version__}")
        raise typer.Exit


@app.callback()
def about(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """The record book of belote."""


def load_commands() -> typer.Typer:
    """The application with every command declared."""
    for module in COMMAND_MODULES:
        importlib.import_module(f"belote.cli.{module}")
    return app


def user_errors() -> tuple[type[Exception], ...]:
    """The errors that are a user's mistake: one sentence, exit 2, no traceback.

    Their modules are looked up only when an error has been raised, so that none is imported to
    say what is wrong with an option.
    """
    names = {
        "belote.game.variants": "RuleError",
        "belote.game.cards": "CardError",
        "belote.players.spec": "PlayerError",
        "belote.lake.manifest": "LakeError",
        "belote.lake.warehouse": "QueryError",
        "belote.lake.questions": "QuestionError",
    }
    return tuple(
        getattr(sys.modules[module], name)
        for module, name in names.items()
        if module in sys.modules and hasattr(sys.modules[module], name)
    )


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit: 0, 1 a check found faults, 2 a mistake, 130 interrupted."""
    raise SystemExit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    try:
        result = load_commands()(args=arguments, standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as help_text:
        typer.echo(help_text.format_message())
        return 2
    except click.ClickException as error:
        return _mistake(error.format_message())
    except (click.Abort, KeyboardInterrupt):
        typer.echo("belote: stopped", err=True)
        return 130
    except BrokenPipeError:
        # The reader of our output has gone: nothing more can be said there.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        return 0
    except Exception as error:
        if isinstance(error, user_errors()):
            return _mistake(str(error))
        raise
    return result if isinstance(result, int) else 0


def _mistake(sentence: str) -> int:
    typer.echo(f"belote: {sentence}", err=True)
    return 2
