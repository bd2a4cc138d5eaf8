"""The commands put together, and what becomes of an error: one line on stderr and exit code 2."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from typing import Annotated

import typer

from concordant.cli.compare_command import compare
from concordant.cli.cutpoints_command import cutpoints
from concordant.cli.example_option import CommandWithExample
from concordant.cli.explain_command import explain
from concordant.cli.gate_command import gate
from concordant.cli.metrics_command import metrics
from concordant.cli.plan_command import app as plan
from concordant.cli.predict_command import predict
from concordant.cli.report_command import report
from concordant.cli.threshold_command import threshold
from concordant.errors import ConcordantError, UndefinedMetricWarning

# Typer's errors of usage derive from this; which package it takes them from depends on its version.
_SHOWN: type[Exception] = typer.BadParameter.__bases__[0].__bases__[0]

_READER_GONE = 141  # as a shell shows SIGPIPE

app = typer.Typer(
    name="concordant",
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
        bool, typer.Option("--version", help="Print the version and leave.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    del version
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


app.command(cls=CommandWithExample, short_help="Print the metrics that fit a file, on one page.")(report)
app.command(short_help="Compare models on the same rows.")(compare)
app.command(cls=CommandWithExample, short_help="Pass or fail by a metric, for a release pipeline.")(gate)
app.command(cls=CommandWithExample, short_help="Show a kappa or an AUC step by step.")(explain)
app.command(cls=CommandWithExample, short_help="Find where to cut a score into ordered labels.")(cutpoints)
app.command(cls=CommandWithExample, short_help="Find the best threshold on a score.")(threshold)
app.command(short_help="Give new scores their labels, by cut points or a threshold.")(predict)
app.command(short_help="List metrics, search them, show one in full.")(metrics)
app.add_typer(plan, name="plan", short_help="Say how many rows a study needs.")


def run(arguments: Sequence[str]) -> int:
    """Run a command; errors that the user can mend become one line and exit code 2."""
    try:
        with warnings.catch_warnings():
            # What is undefined stands, with its reason, on the page.
            warnings.simplefilter("ignore", UndefinedMetricWarning)
            code = app(args=list(arguments), prog_name="concordant", standalone_mode=False)
        sys.stdout.flush()
    except ConcordantError as error:
        return _failed(str(error))
    except _SHOWN as error:
        return _failed(_usage(error))
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):  # Typer leaves with 1
            return _READER_GONE
        raise
    except BrokenPipeError:
        # Python would complain once more when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _READER_GONE
    return code if isinstance(code, int) else 0


def _failed(message: str) -> int:
    line = " ".join(message.split())
    sys.stderr.write(f"concordant: {line}\n")
    return 2


def _usage(error: Exception) -> str:
    """What is wrong with the call, and where its help is."""
    said = " ".join(str(error.format_message()).split()) if hasattr(error, "format_message") else str(error)
    context = getattr(error, "ctx", None)
    command = "concordant" if context is None else context.command_path
    said = said[:1].lower() + said[1:]
    return f"{said.rstrip('.?')}{'?' if said.endswith('?') else '.'} See {command} --help."
