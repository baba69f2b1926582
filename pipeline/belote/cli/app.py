"""The commands in one application, and what a user's mistake looks like."""

from __future__ import annotations

import importlib
import io
import os
import re
import signal
import sys
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any

import typer
import typer.main
from typer.exceptions import TyperException

import belote
from belote.cli.options import Mistake
from belote.game.variants import nearest

app = typer.Typer(
    name="belote",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="The record book of belote: simulate deals, keep them in a lake, ask it questions.",
    epilog="Example: belote demo",
)

COMMAND_MODULES = (
    *("simulate", "records", "keep", "rules", "ask"),
    *("study", "league", "tune", "advise", "solve", "serve"),
)
"""Modules of this package that declare commands; importing one adds them to `app`.

They import what their commands need inside them, so that help is there at once.
"""


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"belote {belote.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def about(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """The record book of belote: simulate deals, keep them in a lake, ask it questions."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def load_commands() -> typer.Typer:
    """The application with every command declared."""
    for module in COMMAND_MODULES:
        importlib.import_module(f"belote.cli.{module}")
    return app


@lru_cache(maxsize=1)
def _command() -> Callable[..., Any]:
    return typer.main.get_command(load_commands())


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
        "belote.study.advise": "AdviceError",
    }
    known = [getattr(sys.modules.get(module), name, None) for module, name in names.items()]
    return (Mistake, *(error for error in known if error is not None))


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit: 0, 1 a check found faults, 2 a mistake, 130 interrupted."""
    _open_closed_streams()
    # Asked to end, a command clears up as after an interrupt.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a suit must not fail where it has no sign
            stream.reconfigure(errors="replace")
    raise SystemExit(run(arguments))


def _open_closed_streams() -> None:
    """Standard streams that were closed are empty ones, so that no file opens in their place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115


def run(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    try:
        result = _command()(args=arguments, standalone_mode=False, prog_name="belote")
        sys.stdout.flush()
    except TyperException as error:
        return _mistake(usage_sentence(error.format_message()))
    except (typer.Abort, KeyboardInterrupt):
        return 130
    except OSError as error:
        return _failed(error)
    except Exception as error:
        if _is_interrupt(error):
            return 130
        if isinstance(error, user_errors()):
            return _mistake(str(error))
        raise
    return result if isinstance(result, int) else 0


def _is_interrupt(error: Exception) -> bool:
    """Whether this is what DuckDB makes of Ctrl-C."""
    return str(error).rstrip("!") in ("Query interrupted", "Interrupted")


def usage_sentence(message: str) -> str:
    """What typer says of a wrong option or command, as one sentence like all others."""
    text = " ".join(message.split()).replace("Value error, ", "")
    if found := re.fullmatch(r"(No such option: (\S+)) \(Possible options: (.+)\)", text):
        text = f"{found[1]}{nearest(found[2], found[3].split(', '))}"
    text = re.sub(r"\. Did you mean '(.+)'\?$", r" (did you mean '\1'?)", text)
    return text[:1].lower() + text[1:].removesuffix(".")


def _failed(error: OSError) -> int:
    """A file or the output that could not be read or written, where nobody said it better."""
    from belote.lake.store import reason

    if error.filename is None:
        # Most likely the output: what is left in its buffer must not fail once more at exit.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        if isinstance(error, BrokenPipeError):
            return 1
    where = "the output" if error.filename is None else str(error.filename)
    return _mistake(f"{where} cannot be read or written: {reason(error)}")


def _mistake(sentence: str) -> int:
    typer.echo(f"belote: {sentence}", err=True)
    return 2
