"""The app: commands by name, one error policy, streams, signals."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperGroup

from concordant.cli.output import be_quiet, note, quiet
from concordant.errors import ConcordantError, LabelWarning, OptionError, UndefinedMetricWarning
from concordant.settings import hidden

# Typer's errors of usage derive from this; which package it takes them from depends on its version.
_SHOWN: type[Exception] = typer.BadParameter.__bases__[0].__bases__[0]
INTERRUPTED, _TERMINATED = 130, 143  # as a shell shows SIGINT and SIGTERM
_CAME: list[int] = []  # the signal of this process
READER_GONE = 141  # as a shell shows SIGPIPE


class Place(NamedTuple):
    """Where a command is: `concordant.cli.<module>`, in the function of its name."""

    module: str
    short_help: str
    reads_labels: bool = True  # whether it has --na, --strip and --ignore-case
    takes_lines: bool = False  # whether standard input is read line by line


PLACES = {
    "report": Place("report", "Print the metrics that fit a file, on one page."),
    "score": Place("report", "Print metrics by name as numbers, without a page."),
    "compare": Place("compare", "Compare models on the same rows."),
    "agree": Place("agree", "Show how well many raters agree."),
    "judge": Place("judge", "Judge a judge beside people."),
    "flips": Place("judge", "Count the verdicts that change between two versions."),
    "win-rate": Place("judge", "Say how often one answer wins over the other."),
    "gate": Place("gate", "Pass or fail by a metric, for a release pipeline."),
    "explain": Place("explain", "Show a kappa or an AUC step by step."),
    "cutpoints": Place("decisions", "Find where to cut a score into ordered labels."),
    "threshold": Place("decisions", "Find the best threshold on a score."),
    "predict": Place("decisions", "Give new scores their labels, by cut points or a threshold.", False),
    "metrics": Place("metrics", "List metrics, search them, show one in full.", False),
    "watch": Place("monitor", "Count rows that arrive into a store of states.", False, takes_lines=True),
    "monitor": Place("monitor", "Say what has changed in a store, and sound alerts.", False),
    "curve": Place("", "Draw a curve of scores, and list it with a confidence band."),
    "plan": Place("", "Say how many rows a study needs."),
}
CURVES = {
    "roc": Place("curve", "The true against the false positive rate."),
    "pr": Place("curve", "The precision against the recall."),
    "calibration": Place("curve", "The observed proportion against the predicted probability."),
    "decision": Place("curve", "The net benefit at each threshold."),
}
PLANS = {
    "proportion": Place("plan", "Accuracy, recall, an error rate.", False),
    "kappa": Place("plan", "The agreement of two raters: Cohen's kappa, plain or weighted.", False),
    "icc": Place("plan", "Ratings in numbers: the intraclass correlation.", False),
    "auc": Place("plan", "The ROC AUC of one model.", False),
    "paired": Place("plan", "Two models on the same rows: accuracies, recalls.", False),
    "independent": Place("plan", "Two models, each on rows of its own: accuracies, recalls.", False),
    "paired-auc": Place("plan", "Two models on the same rows: ROC AUCs.", False),
    "pilot": Place("plan", "Any metric, by simulating studies from the rows of a file."),
    "raters": Place("plan", "The agreement of any number of raters: raters and units."),
    "labels": Place("plan", "Human labels for the true pass rate of judged items.", False),
}


def command_of(name: str, places: Mapping[str, Place] = PLACES) -> Any:
    """Import a command and give it its options."""
    place = places[name]
    if not place.module:
        texts: dict[str, Any] = _BELOW[name]
        return LazyGroup(name=name, short_help=place.short_help, rich_markup_mode=None, **texts)
    from concordant.cli.command import command

    function: Callable[..., Any] = getattr(import_module(f"concordant.cli.{place.module}"), name.replace("-", "_"))
    return command(function, name, place)


class LazyGroup(TyperGroup):
    """A group of commands that lists them, and suggests them, without importing any but the one that runs."""

    def __init__(self, *words: Any, **named: Any) -> None:
        super().__init__(*words, **named)
        self.places: Mapping[str, Place] = {"plan": PLANS, "curve": CURVES}.get(str(self.name), PLACES)
        self.commands: Any = dict.fromkeys(self.places)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, if there is one."""
        del ctx
        if cmd_name in self.places and self.commands[cmd_name] is None:
            self.commands[cmd_name] = command_of(cmd_name, self.places)
        return self.commands.get(cmd_name)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse what stands before the name of the command; alone it is a request for help."""
        from concordant.cli.command import leave_as_typed

        if not args and not ctx.resilient_parsing:
            typer.echo(ctx.get_help())
            raise typer.Exit
        leave_as_typed(self.get_params(ctx), {})
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the names and what each command does."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, place.short_help) for name, place in self.places.items()])


app = typer.Typer(
    name="concordant",
    cls=LazyGroup,
    help="How well do two sets of labels agree: a classifier with the truth, a judge with people, two raters?",
    epilog="A first look: concordant report --example",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help is shorter, and as easy to read
)
_BELOW = {
    "curve": {
        "help": "A curve of scores as a picture (--plot) and as numbers (a table, --csv, --json), with a confidence "
        "band.",
        "epilog": "A first look: concordant curve roc --example --plot roc.png",
    },
    "plan": {
        "help": "How many rows does a study need? Say what is expected, and --width of the interval, or --against a "
        "value.",
        "epilog": "A first look: concordant plan proportion --expected 0.9 --width 0.05",
    },
}


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
            warnings.simplefilter("default", LabelWarning)
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


def _show_warning(message: Warning | str, category: type[Warning], *_: object, **__: object) -> None:
    """Show a warning of ours; those of NumPy and of other libraries say nothing of the data of a user."""
    if issubclass(category, UserWarning):
        note("concordant: " + re.sub(r"scan\(\.\.\., text=\[.*\]\), (?=--text)", "", str(message)))


def _failed(error: BaseException, said: str, *, debug: bool) -> int:
    if debug:
        for line in "".join(traceback.format_exception(error)).splitlines():
            note(line, indented=True, always=True)
    from concordant.cli.command import as_typed

    note(f"concordant: {as_typed(said)}", always=True)
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


def _usage(error: Exception) -> str:
    """What is wrong with the call, and where its help is."""
    said = " ".join(str(error.format_message()).split()) if hasattr(error, "format_message") else str(error)
    context = getattr(error, "ctx", None)
    command = "concordant" if context is None else context.command_path
    said = said[:1].lower() + said[1:]
    line = getattr(getattr(context, "command", None), "line", None)
    example = "" if line is None else f", or try: {line.examples[0]}"
    return f"{said.rstrip('.?')}{'?' if said.endswith('?') else '.'} See {command} --help{example or '.'}"


class Terminated(KeyboardInterrupt):
    """A SIGTERM. What cleans up after Ctrl-C does so after it, too."""


def unwind_at_sigterm() -> None:
    """Let SIGTERM raise `Terminated`, a second one end the process at once; not where another rule is set for it."""
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _unwind)


def _unwind(number: int, _: object) -> None:
    _CAME.append(number)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    raise Terminated


def code_of_interrupt() -> int:
    """The exit code after an interrupt; Typer and Polars raise errors of their own for it, which name no signal."""
    return _TERMINATED if _CAME else INTERRUPTED


def open_streams() -> None:
    """
    Make sure that there are streams to print on.

    Raises
    ------
    OptionError
        If stdout is closed: the first file that is opened would take its place.
    """
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115  (for the whole process)
    if sys.stdout is None:
        leave_stdout()
        raise OptionError("stdout is closed; leave it open, or send it to /dev/null.")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a sign that the encoding lacks is no reason to fail


def leave_stdout() -> None:
    """Print no more: Python would complain once more when it flushes a broken stdout at its end."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115  (for the whole process)
        return
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_version(wanted: bool) -> None:  # noqa: FBT001  (Typer calls it)
    if wanted:
        from concordant import __version__

        typer.echo(f"concordant {__version__}")
        raise typer.Exit


@app.callback()
def _main(
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
