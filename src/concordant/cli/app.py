"""The app: `lazy_commands` has its commands. Any error becomes one line on stderr and exit code 2."""

from __future__ import annotations

import sys
import traceback
import warnings
from collections.abc import Sequence
from typing import Annotated

import typer

from concordant.cli.lazy_commands import LazyGroup
from concordant.cli.stdin_file import as_typed
from concordant.cli.streams import READER_GONE, leave_stdout, open_streams
from concordant.cli.terminal import be_quiet, quiet, tell
from concordant.cli.termination import INTERRUPTED, code_of_interrupt
from concordant.errors import ConcordantError, UndefinedMetricWarning
from concordant.settings import hidden

# Typer's errors of usage derive from this; which package it takes them from depends on its version.
_SHOWN: type[Exception] = typer.BadParameter.__bases__[0].__bases__[0]

app = typer.Typer(
    name="concordant",
    cls=LazyGroup,
    help="How well do two sets of labels agree: a classifier with the truth, a judge with people, two raters?",
    epilog="A first look: concordant report --example",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    pretty_exceptions_enable=False,
    invoke_without_command=True,
    rich_markup_mode=None,  # plain help is shorter, and as easy to read
)


def _print_version(wanted: bool) -> None:  # noqa: FBT001  (Typer calls it)
    if wanted:
        from concordant import __version__

        typer.echo(f"concordant {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    context: typer.Context,
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True)
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show the traceback of an error; also after any command.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="Print results and errors, and no notes; also after any command.")
    ] = False,
) -> None:
    del version, debug, quiet
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def run(arguments: Sequence[str]) -> int:
    """
    Run a command and return its exit code: 0, 1 from a gate or an alert, or 2 with one line on stderr.

    Nothing else ends with 1: whatever goes wrong, also a mistake of our own, is 2. With ``--debug`` the traceback
    stands above the line.
    """
    debug = "--debug" in arguments
    words = [word for word in arguments if word not in ("--debug", "--quiet")]
    be_quiet(wanted="--quiet" in arguments)
    try:
        open_streams()
        with warnings.catch_warnings(), hidden(wanted=quiet()):
            # What is undefined stands, with its reason, on the page.
            warnings.simplefilter("ignore", UndefinedMetricWarning)
            warnings.showwarning = _show_warning
            code = app(args=words, prog_name="concordant", standalone_mode=False)
        sys.stdout.flush()
    except (KeyboardInterrupt, typer.Abort):
        return code_of_interrupt()
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):  # Typer leaves with 1
            return READER_GONE
        if leaving.code in (0, None):  # after it printed what a shell may complete
            return 0
        return _failed(leaving, "it ended without a message", debug=debug)
    except BaseException as error:  # noqa: BLE001  (also the panics of Rust, which are no Exception)
        if isinstance(error, OSError) and error.filename is None:
            leave_stdout()
        return READER_GONE if isinstance(error, BrokenPipeError) else _failed(error, in_one_line(error), debug=debug)
    if code == INTERRUPTED:  # Typer takes any interrupt for that of Ctrl-C
        return code_of_interrupt()
    return code if isinstance(code, int) else 0


def _failed(error: BaseException, said: str, *, debug: bool) -> int:
    if debug:
        for line in "".join(traceback.format_exception(error)).splitlines():
            tell(line, indented=True, always=True)
    tell(f"concordant: {as_typed(said)}", always=True)
    return 2


def in_one_line(error: BaseException) -> str:
    """What went wrong, in the words of the error where it is made for users."""
    if isinstance(error, ConcordantError):
        return str(error)
    if isinstance(error, _SHOWN):
        return _usage(error)
    if isinstance(error, MemoryError):
        return "there is not enough memory for this."
    if isinstance(error, OSError):
        return f"{error.filename or 'the output'}: {error.strerror or error}."
    return (
        f"unexpected {type(error).__name__}: {str(error).strip() or 'no message'}. "
        "This is a bug in Concordant; --debug shows where."
    )


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    tell(f"concordant: {message}")


def _usage(error: Exception) -> str:
    """What is wrong with the call, and where its help is."""
    said = " ".join(str(error.format_message()).split()) if hasattr(error, "format_message") else str(error)
    context = getattr(error, "ctx", None)
    command = "concordant" if context is None else context.command_path
    said = said[:1].lower() + said[1:]
    return f"{said.rstrip('.?')}{'?' if said.endswith('?') else '.'} See {command} --help."
