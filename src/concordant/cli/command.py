"""A command from a public function: options, help, defaults, completion, errors in the words of options."""

from __future__ import annotations

import ast
import csv
import gzip
import inspect
import os
import re
import shlex
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from itertools import takewhile
from pathlib import Path
from shutil import copyfileobj
from stat import S_ISREG
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING, Annotated, Any, get_args, get_type_hints

import typer
from typer.core import TyperCommand

from concordant.cli.output import asking, check_writable, is_special, note
from concordant.errors import ConcordantError, DataFileError, LabelError, OptionError
from concordant.names import refuse_gone

if TYPE_CHECKING:
    import polars as pl

    from concordant.metrics.definition.metric import Metric
    from concordant.sources.files import DataFile
    from concordant.typing import Label

_MOST_OF_A_RANGE = 10_000
# The files whose columns a command has read as a whole, and one of these columns: a message about a row needs them.
WHOLE_COLUMN: ContextVar[tuple[Sequence[DataFile], str]] = ContextVar("whole_column", default=((), ""))
ALWAYS = "always"
_COLUMN = "COL"  # the metavar of options that name columns
EXAMPLES = "breast, ms, ms-new-orleans, digits, party"  # a test keeps it equal to the bundled ones
Files = Annotated[list[str] | None, typer.Argument(metavar="FILE", show_default=False, hidden=True)]  # told in the text


def check_choice(option: str, value: str | None, choices: Sequence[str]) -> None:
    """Raise for a value that is not one of the choices."""
    if value is not None and value not in choices:
        raise OptionError(f"{option} {value}: choose one of {', '.join(choices)}.")


def one_of(param: typer.CallbackParam, value: str | None) -> str | None:
    """Raise for a value that is none of those that the help names; for the callback of an option."""
    check_choice(param.opts[0], value, (param.metavar or "").split("|"))
    return value


def one_or_none(param: typer.CallbackParam, value: str | None) -> str | None:
    """Do the same, and take ``none`` for None."""
    return None if value == "none" else one_of(param, value)


def setting(flag: str, metavar: str, text: str, **more: Any) -> Any:
    """Return an option with a value, as Typer takes it."""
    return typer.Option(flag, metavar=metavar, help=text, **more)


def choice(flag: str, choices: str, text: str, **more: Any) -> Any:
    """Return an option whose value is one of several, with ``|`` between them."""
    return setting(flag, choices, text, callback=one_of, **more)


def column(flag: str, text: str, **more: Any) -> Any:
    """Return an option that names a column; a shell completes the names of those in the files of the line."""
    return setting(flag, _COLUMN, text, autocompletion=column_names_of, **more)


def _exactness(param: typer.CallbackParam, value: str | None) -> bool | str:
    """Return what was typed as `evaluate` takes it."""
    check_choice(param.opts[0], value, ("auto", ALWAYS))
    return "auto" if value == "auto" else value == ALWAYS


Folds = Annotated[int, setting("--cv", "N", "Folds of the cross-validated value; 0 for none.")]
LabelsOption = Annotated[
    list[str] | None,
    setting(
        "--labels",
        "A,B,C",
        "All labels in their order (of two the second is the positive one); 0..5 for whole numbers.",
    ),
]
PosLabel = Annotated[str | None, setting("--pos-label", "LABEL", "The positive one of two labels.")]
Task = Annotated[
    str | None,
    choice("--task", "binary|multiclass|ordinal|continuous", "The kind of data. Default: found out from the columns."),
]
MissingOption = Annotated[
    str,
    choice(
        "--missing",
        "raise|drop",
        "What to do with rows where a value is missing; a missing weight is an error in both cases.",
    ),
]
ExampleOption = Annotated[
    str | None, setting("--example", "[NAME]", f"Real data that come with Concordant, in place of FILE: {EXAMPLES}.")
]
Level = Annotated[float, setting("--level", "SHARE", "Nominal coverage of the intervals.")]
NoIntervals = Annotated[
    bool, typer.Option("--no-intervals", "--no-interval", help="Only the numbers, without intervals.")
]
AdjustOption = Annotated[
    str,
    setting(
        "--adjust",
        "holm|fdr|fdr-by|none",
        "How p-values of several comparisons are adjusted: for any false alarm (holm), or for the share of false "
        "ones "
        "(fdr; fdr-by for any dependence).",
        callback=one_or_none,
    ),
]
ExactOption = Annotated[
    str | None,
    setting(
        "--exact",
        "[auto]",
        "Of very many different scores: read them twice for an exact ROC AUC, average precision and KS; with auto "
        "only if the bounds of the ROC AUC are wider than a fifth of its standard error.",
        callback=_exactness,
    ),
]
SkipCorrupt = Annotated[
    bool, typer.Option("--skip-corrupt", help="Leave out damaged files, and name them among the remarks of the page.")
]
HtmlOption = Annotated[str | None, setting("--html", "OUT", "Write the page as one HTML file; - for stdout.")]
Plot = Annotated[str | None, setting("--plot", "OUT", "Write the picture to a file (.png, .svg or .pdf).")]
CsvOption = Annotated[
    str | None, setting("--csv", "[OUT]", "Write the numbers as CSV to a file; alone or with -, to stdout.")
]
JsonOption = Annotated[
    str | None,
    setting("--json", "[OUT]", "Write all numbers as JSON to a file; alone or with -, to stdout in place of the page."),
]
Weights = Annotated[str | None, setting("--weights", "none|linear|quadratic", "Weights of a kappa.")]
PANEL_WEIGHTS = ("none", "linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar")
PanelWeights = Annotated[
    str, setting("--weights", "|".join(PANEL_WEIGHTS), "What a disagreement of two labels costs.", callback=one_or_none)
]
Average = Annotated[
    str | None,
    setting(
        "--average",
        "macro|micro|weighted",
        "How several classes are averaged. Default: macro. With compare also none: each class apart.",
    ),
]
Option = Annotated[
    list[str] | None, setting("--option", "NAME=VALUE", "Any other option of the metric, such as beta=2 or k=10.")
]
_VALUE = r"(b?'(?:[^'\\]|\\.)*'|b?\"(?:[^\"\\]|\\.)*\"|[^\s,.;:)]+)"
_OPTIONS = {"missing": "--missing", "pos_label": "--pos-label", "task": "--task", "weights": "--weights"}
_HEAD = 65_536  # bytes that are looked at
_SPOOLED: list[str] = []  # the files of this process that hold standard input
_TEXTS = (str, str | None)
_TEXT_LISTS = (list[str], list[str] | None)
_NUMBERS = {float: "a number", int: "a whole number"}
DEFAULT = "default"
_ALONE = {"--example": DEFAULT, "--json": "-", "--csv": "-", "--exact": ALWAYS}
_VALUES = {"--exact": ("auto", ALWAYS)}  # of those that have few: what follows them is a file otherwise
_RENAMED = {"--hypothesis": "--alternative", "--one-sided": "--alternative one-sided"}


# Several columns in one word, with commas between them.
_COLUMN_LISTS = ("--score", "--judge", "--human", "--raters", "--runs")
_INPUTS = ("rule", "gates")  # beside the files of columns
_FOLDERS = ("states", "store")
_READ = ("files", *_INPUTS, *_FOLDERS)
_OUTPUTS = ("html", "json", "csv", "junit", "markdown", "plot", "out", "consensus")


def parse_labels(given: Sequence[str], column: pl.Series) -> list[Label]:
    """Split ``a,b,c`` (or ``0..5``) and give each label the type of the column; quotes keep a comma inside."""
    return [parse_label(word, column, "--labels") for word in typed_words(given)]


def typed_words(given: Sequence[str] | None) -> list[str]:
    """Split ``a,b,c`` (or ``0..5``) into the labels as they were typed; there may be none."""
    return [word for text in given or () for word in _split(text)]


def _split(text: str) -> list[str]:
    first, dots, last = text.partition("..")
    if dots and first.lstrip("-").isdecimal() and last.lstrip("-").isdecimal():
        low, high = int(first), int(last)
        if not low <= high < low + _MOST_OF_A_RANGE:
            raise LabelError(f"--labels {text}: a range goes from a smaller to a larger whole number.")
        return [str(number) for number in range(low, high + 1)]
    words = [word.strip() for word in next(csv.reader([text], skipinitialspace=True), [])]
    if not words or "" in words:
        msg = f"--labels {text!r}: write the labels with commas between them, such as --labels low,mid,high."
        raise LabelError(msg)
    return words


def text_among(declared: Sequence[str]) -> list[str]:
    """Return the labels as typed that make all labels text: neither numbers in their shortest form nor truths."""
    from concordant.sources.csv_files import FALSE, TRUE, is_shortest_number

    if all(word in TRUE + FALSE for word in declared):
        return []
    return [word for word in declared if not is_shortest_number(word)]


def parse_label(word: str, column: pl.Series, option: str) -> Label:
    """Give one label the type of the column."""
    import polars as pl

    kind = column.dtype
    if kind == pl.Boolean:
        from concordant.sources.csv_files import FALSE, TRUE  # a help text needs no reader of files

        if word not in TRUE + FALSE:
            raise LabelError(f"{option} {word}: column {column.name!r} holds true and false.")
        return word in TRUE
    if kind.is_numeric():
        try:
            return as_number(word)
        except ValueError as error:
            some = column.drop_nulls().head(1).to_list()
            raise LabelError(
                f"{option} {word}: column {column.name!r} holds numbers (such as {some[0]}), and {word!r} is "
                "not a number."
            ) from error
    if kind.is_temporal() or kind == pl.Binary:
        from concordant.cli.labels import typed_label

        return typed_label(word, column, option)
    return word


def as_number(word: str) -> int | float:
    """Return a number as typed, a whole one as an int; raise ValueError for what is none."""
    try:
        return int(word)
    except ValueError:
        value = float(word)
        return int(value) if value.is_integer() else value


def metric_names(incomplete: str) -> list[str]:
    """Return the metrics whose name or alias begins so; nothing is imported but their table."""
    from concordant.metrics.definition.table import ALIASES, CHAPTERS

    return sorted(name for name in (*CHAPTERS, *ALIASES) if name.startswith(incomplete))


def column_names_of(incomplete: str) -> list[str]:
    """Return the columns of the files of the line that begin so; none where they cannot be read."""
    from concordant.errors import ConcordantError
    from concordant.sources.batches import column_names

    files = [word for word in _typed() if Path(word).is_file()]
    try:
        return [name for name in column_names(files) if name.startswith(incomplete)] if files else []
    except (ConcordantError, OSError):
        return []


def _typed() -> list[str]:
    """The line so far, as the scripts of the shells give it: the command is not parsed while an option is open."""
    line = os.environ.get("_TYPER_COMPLETE_ARGS") or os.environ.get("COMP_WORDS") or ""
    try:
        return shlex.split(line)
    except ValueError:  # a quote that is still open
        return line.split()


Truth = Annotated[str | None, column("--truth", "Column of the truth, or of one rater.")]
Pred = Annotated[str | None, column("--pred", "Column of predicted labels, or of the other rater.")]
Score = Annotated[
    list[str] | None,
    column(
        "--score",
        "Column of scores or probabilities. For several classes give one column each, in the order of the labels: "
        "repeat the option, or use commas or a pattern such as 'p*'.",
    ),
]
OneScore = Annotated[str | None, column("--score", "Column of the score to be cut.")]
Weight = Annotated[str | None, column("--weight", "Column of row weights.")]
Cluster = Annotated[
    str | None,
    column(
        "--cluster", "Column that says which rows belong together (patients, documents, ...); intervals allow for it."
    ),
]
Metrics = Annotated[
    list[str] | None, setting("--metric", "NAME", "A metric by its name; may be repeated.", autocompletion=metric_names)
]


def chosen_options(weights: str | None, average: str | None, given: Sequence[str] | None) -> dict[str, Any]:
    """Collect the options of metrics from those of the command."""
    found: dict[str, Any] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals or not name.strip().isidentifier():
            raise OptionError(f"--option {text}: write it as NAME=VALUE, such as beta=2 or cost=[[0,1],[5,0]].")
        _set(found, name.strip(), option_value(value.strip()))
    if weights is not None:
        _set(found, "weights", option_value(weights))
    if average is not None:
        _set(found, "average", option_value(average))
    return found


def _set(found: dict[str, Any], name: str, value: Any) -> None:
    if name in found:
        msg = f"the option {name} of the metric is given twice, and only one of them could count: give it once."
        raise OptionError(msg)
    found[name] = value


def named_metric(name: str, options: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the name of a metric here and its options: ``qwk`` is a kappa with quadratic weights. Say what differs."""
    from concordant.metrics.definition.registry import understand

    try:
        found = understand(name, options)
    except OptionError as error:
        raise OptionError(in_options(str(error))) from error
    if found.note is not None:
        note(f"{name}: {found}")
    return found.metric, dict(found.options)


def chosen_metrics(
    names: Sequence[str], weights: str | None, average: str | None, given: Sequence[str] | None
) -> list[tuple[str, dict[str, Any]]]:
    """
    Return metrics by their names here, each with its options.

    Of several metrics each takes those options that it has; an option that none of them has is an error.
    """
    from concordant.metrics import get
    from concordant.metrics.definition.facts import meanings

    options = chosen_options(weights, average, given)
    if len(names) == 1:
        return [named_metric(names[0], options)]
    found: list[tuple[str, dict[str, Any]]] = []
    taken: set[str] = set()
    for asked in names:
        known = {option for one in meanings(asked) for option in get(one.metric).options}
        own = {name: value for name, value in options.items() if name in known}
        taken |= own.keys()
        found.append(named_metric(asked, own))
    lost = [name for name in options if name not in taken]
    if lost:
        msg = f"none of {', '.join(names)} has the option {lost[0]!r}; concordant metrics NAME lists those of a metric."
        raise OptionError(msg)
    return found


def check_required(metric: Metric, given: Mapping[str, Any]) -> None:
    """Raise for an option without a default that is not given."""
    from concordant.report.requested import check_given

    try:
        check_given(metric, given)
    except OptionError as error:
        raise OptionError(in_options(str(error))) from error


def option_value(text: str) -> Any:
    """A number, true, false or none where the text is one; else the text."""
    known = {"none": None, "true": True, "false": False}
    if text.lower() in known:
        return known[text.lower()]
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text


def in_options(text: str, columns: Mapping[str, str] | None = None) -> str:
    """
    Rewrite ``labels=[...]`` as ``--labels a,b,c``, ``y_true`` as the column's name, and so on.

    Rows are counted from 1, as in any editor; the library counts from 0, as in Python.
    """
    if "datetime" in text:
        from concordant.cli.labels import as_typed

        text = as_typed(text)
    text = text.replace("labels=[...]", "--labels a,b,c").replace(
        ", or use an ordered categorical or a Polars Enum", ""
    )
    text = re.sub(r"\bthe first in row (\d+)", lambda found: f"the first in row {int(found[1]) + 1}", text)
    text = re.sub(
        r"\b(the first in row \d+, which is row) (\d+) of", lambda found: f"{found[1]} {int(found[2]) + 1} of", text
    )
    text = re.sub(r"\b(must hold numbers, but row) (\d+)", lambda row: f"{row[1]} {int(row[2]) + 1}", text)
    text = text.replace("allow_doubt=True", "--allow-doubt").replace("exact=True", "--exact")
    text = text.replace("See concordant.metrics.names()", "See concordant metrics")
    text = re.sub(r"^labels must", "--labels must", text)
    text = re.sub(r"\bmargin=(?=\d)", "--margin ", text)
    text = re.sub(r"^cv must be (.*), or None for", r"--cv must be \1, or 0 for", text)
    text = re.sub(r"\blabels=\[([^\]]*)\]", lambda found: f"--labels {_listed(found[1])}", text)
    text = re.sub(r"\blabels=", "--labels", text)
    text = re.sub(r"(?<=: give )((?!weights)\w+=[^'].*)\.$", lambda found: f"--option {shlex.quote(found[1])}.", text)
    for argument, option in _OPTIONS.items():
        text = re.sub(rf"\b{argument}={_VALUE}", partial(_as_option, option), text)
    text = re.sub(r"`?\bpos_label\b`?", "--pos-label", text).replace("`labels`", "--labels")
    for argument, column in (columns or {}).items():
        text = re.sub(rf"(?<!')\b{argument}\b(?!')", repr(column).replace("\\", r"\\"), text)
    return text


def _listed(inside: str) -> str:
    try:
        labels = [str(label) for label in ast.literal_eval(f"[{inside}]")]
    except (ValueError, SyntaxError):
        labels = [label.strip() for label in inside.split(",")]
    return typed_list(labels)


def typed_list(labels: Iterable[Label]) -> str:
    """Write labels as one types them after ``--labels``."""
    return shlex.quote(",".join(f'"{label}"' if "," in str(label) else str(label) for label in labels))


def _as_option(option: str, found: re.Match[str]) -> str:
    return f"{option} {_plain(found[1])}"


def _plain(value: str) -> str:
    """A Python value as one would type it in a shell."""
    try:
        value = str(ast.literal_eval(value))
    except (ValueError, SyntaxError):
        return value
    return shlex.quote(value)


@contextmanager
def errors_in_options(columns: Mapping[str, str]) -> Iterator[None]:
    """Rewrite the message of an error; it stays the same kind of error."""
    try:
        yield
    except ConcordantError as error:
        from concordant.sources.batches import rows_in_files

        files, column = WHOLE_COLUMN.get()
        raise type(error)(in_options(rows_in_files(str(error), files, column), columns)) from error


def add_options(
    run: Callable[..., Any], command: Callable[..., Any], added: Mapping[str, tuple[Any, Any]]
) -> Callable[..., Any]:
    """Return `run`, which wraps a command, with the command's options and others: their annotations and defaults."""
    own = inspect.signature(command, eval_str=True)  # Typer reads what stands in its Annotated
    named = [one for one in own.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
    more = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        for name, (annotation, default) in added.items()
    ]
    shown: Any = run
    shown.__signature__ = own.replace(parameters=[*named, *more])
    run.__annotations__ = {one.name: one.annotation for one in (*named, *more)}
    return run


def with_stdin(names: Sequence[str], context: Any) -> list[str]:
    """Return the names of files; ``-`` becomes a temporary file that goes with the command."""
    if "-" not in names:
        return list(names)
    if list(names).count("-") > 1:
        raise OptionError("- is standard input, which can be read once: name it once.")
    head, source = _begun()
    folder = TemporaryDirectory(prefix="concordant-")
    context.call_on_close(folder.cleanup)
    path = str(Path(folder.name) / f"stdin{_ending(head)}")
    with Path(path).open("wb") as file:
        file.write(head)
        copyfileobj(source, file)
    _SPOOLED.append(path)
    return [path if name == "-" else name for name in names]


def _begun() -> tuple[bytes, IO[bytes]]:
    """The first bytes of standard input, and the stream that holds the rest."""
    source: IO[bytes] | None = None if sys.stdin is None else getattr(sys.stdin, "buffer", None)
    if source is None or sys.stdin.isatty():
        msg = "- is standard input, and nothing is piped into it: cat rows.csv | concordant score - --truth COL ..."
        raise DataFileError(msg)
    head = source.read(_HEAD)
    if not head:
        raise DataFileError("standard input is empty: the command before the pipe printed nothing.")
    return head, source


def _ending(head: bytes) -> str:
    if head.startswith(b"PAR1"):
        return ".parquet"
    if head.startswith((b"ARROW1", b"\xff\xff\xff\xff")):
        return ".arrow"
    if head.startswith(b"\x1f\x8b"):
        return f"{_text_ending(_unpacked(head))}.gz"
    return _text_ending(head)


def _text_ending(head: bytes) -> str:
    first = head.lstrip(b"\xef\xbb\xbf \r\n").partition(b"\n")[0]
    if first.startswith((b"{", b"[{")):  # an array is refused as such
        return ".ndjson"
    return ".tsv" if b"\t" in first and b"," not in first and b";" not in first else ".csv"


def _unpacked(head: bytes) -> bytes:
    """The start of what is packed; empty where it is damaged, which the reader of the file says better."""
    try:
        return zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(head, _HEAD)
    except (zlib.error, gzip.BadGzipFile):
        return b""


def as_typed(text: str) -> str:
    """Write ``stdin`` where a text names the file that holds standard input."""
    for path in _SPOOLED:
        text = text.replace(path, "stdin")
    return text


# Texts of a command line that need no conversion, and plain errors of those that are no number.
#
# Typer converts every value by Pydantic, whose import takes as long as half a small command. What is text, and is
# wanted as text, is given on as it was typed; numbers still go Typer's way.


def leave_as_typed(params: Iterable[Any], command: Callable[..., Any] | None = None) -> None:
    """Let parameters that take texts pass them on, and all parameters what nobody typed."""
    kinds = {} if command is None else get_type_hints(command)
    for param in params:
        kind = kinds.get(param.name)
        for number, called in _NUMBERS.items():
            if kind is number or number in get_args(kind):
                param.process_value = partial(_number, param.process_value, param, called=called)
        if not param.required:
            take = _list if kind in _TEXT_LISTS else partial(_one, text=kind in _TEXTS)
            param.process_value = partial(take, param.process_value, param)


def _number(convert: Callable[..., Any], param: Any, context: Any, value: Any, *, called: str) -> Any:
    """Convert a number; the error says what was typed, and what a percentage is as a share."""
    try:
        return convert(context, value)
    except typer.BadParameter as error:
        if type(value) is not str:
            raise
        msg = f"{param.opts[0]} {value!r}: {called} is needed{_as_share(value) if called == _NUMBERS[float] else ''}."
        raise OptionError(msg) from error


def _as_share(text: str) -> str:
    """How a percentage, or a decimal comma, is written."""
    bare = text.strip().removesuffix("%").strip().replace(",", ".")
    try:
        number = float(bare)
    except ValueError:
        return ""
    return f", such as {number / 100 if '%' in text else number:g}"


def _list(convert: Callable[..., Any], param: Any, context: Any, value: Any) -> Any:
    """Several texts."""
    given = () if value is None else value
    if param.callback is None and isinstance(given, (list, tuple)) and all(type(one) is str for one in given):
        return tuple(given)
    return convert(context, value)


def _one(convert: Callable[..., Any], param: Any, context: Any, value: Any, *, text: bool) -> Any:
    """One value: a text, or the default that nobody changed."""
    if value is None or value is param.default or (text and type(value) is str):
        return value if param.callback is None else param.callback(context, param, value)
    return convert(context, value)


# Checks of every command line, made in one place before the command runs.
#
# An option that can have one value is given once; an input file is named once; no output is an input, or another
# output. ``--json``, ``--csv``, ``--example`` and ``--exact`` may stand alone: command line parsers want an option with
# a value always or never.


class CheckedCommand(TyperCommand):
    """A command that refuses a line of which it would silently ignore a part."""

    spools = True  # whether standard input becomes a file before the command begins

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the line, and check what can be checked before anything is read."""
        if ctx.resilient_parsing:  # of a shell that completes it
            return super().parse_args(ctx, args)
        leave_as_typed(self.get_params(ctx), self.callback)
        has = {name for param in self.get_params(ctx) for name in param.opts}
        _refuse_old(args, has)
        args = completed(args, {name: value for name, value in _ALONE.items() if name in has})
        order = self.make_parser(ctx).parse_args(args=list(args))[2]
        _refuse_repeated(order)
        left = super().parse_args(ctx, args)
        _refuse_empty(ctx.params)
        _refuse_unnamed(ctx.params, self.get_params(ctx))
        if self.spools and ctx.params.get("files"):
            ctx.params["files"] = with_stdin(ctx.params["files"], ctx)
        check_places(ctx.params)
        for name in _OUTPUTS:
            if isinstance(ctx.params.get(name), str):
                check_writable(f"--{name}", ctx.params[name])
        return left

    def invoke(self, ctx: Any) -> Any:
        """Run the command, and ask about the labels that it read."""
        with asking():
            return super().invoke(ctx)


def _refuse_old(arguments: Sequence[str], has: Collection[str]) -> None:
    """Raise for an option that is gone, and for the old name of one that the command has under a new one."""
    for argument in takewhile("--".__ne__, arguments):  # what is after it is no option
        old = argument.split("=", maxsplit=1)[0]
        if old in has:
            continue
        refuse_gone(old)
        new = _RENAMED.get(old, "")
        if new.split(" ")[0] in has:
            raise OptionError(f"{old} is now {new}.")
        if old == "--width" and "--half-width" in has:
            raise OptionError("--width is from limit to limit, and here half of it is asked for: --half-width NUMBER.")


def _refuse_repeated(order: Sequence[Any]) -> None:
    """Raise for an option whose earlier values would be lost."""
    times = Counter(param.opts[0] for param in order if not (param.multiple or getattr(param, "is_flag", False)))
    for name, count in times.items():
        if count > 1 and name.startswith("-"):
            raise OptionError(f"{name} is given {count} times, and only one of them could count: give it once.")


def _refuse_empty(given: Mapping[str, Any]) -> None:
    """Raise for a file or a folder without a name, as of a shell variable that is not set: Path("") is this folder."""
    for name in _READ:
        if "" in ([given.get(name)] if name in _INPUTS or name in _FOLDERS else given.get(name) or ()):
            called = "FILE" if name == "files" else "STATES" if name == "states" else f"--{name}"
            raise OptionError(f"{called} is empty: name what is to be read. (A variable of the shell that is not set?)")


def _refuse_unnamed(given: Mapping[str, Any], params: Sequence[Any]) -> None:
    """Raise for a column without a name: it would be the index that a data frame was written with."""
    for param in params:
        value = given.get(param.name)
        several = param.opts[0] in _COLUMN_LISTS
        named = [value] if isinstance(value, str) else value  # those of plan pilot --runs are a number
        if not isinstance(named, (list, tuple)) or not (several or param.metavar == _COLUMN):
            continue
        if several:
            named = [word.strip() for text in named for word in text.split(",")]
        if "" in named:
            what = "is empty" if set(named) == {""} else f"{','.join(named)} has an empty name"
            raise OptionError(
                f"{param.opts[0]} {what}: name a column. (A variable of the shell that is not set? A column without a "
                "name needs one in the file.)"
            )


class LineCommand(CheckedCommand):
    """A command that reads the lines of standard input as they come."""

    spools = False


def completed(arguments: Sequence[str], alone: Mapping[str, str]) -> list[str]:
    """Add the default value to every option that may stand alone and is not followed by what could be its value."""
    filled = []
    end = arguments.index("--") if "--" in arguments else len(arguments)  # what is after it is no option
    for place, argument in enumerate(arguments[:end]):
        following = arguments[place + 1] if place + 1 < len(arguments) else "--"
        optional = following.startswith("-") and following != "-"
        bare = argument in alone and (optional or following not in _VALUES.get(argument, (following,)))
        filled.append(f"{argument}={alone[argument]}" if bare else argument)
    return [*filled, *arguments[end:]]


def check_places(given: Mapping[str, Any]) -> None:
    """
    Raise if a file is read twice, or written over an input or another output.

    Parameters
    ----------
    given : mapping
        The parameters of a command by name, as typed.
    """
    inputs = list(_inputs(given))
    seen: dict[Any, Path] = {}
    for path in inputs:
        same = seen.setdefault(_identity(path), path)
        if same is not path:
            msg = f"{path} is named twice{_also(path, same)}: each of its rows would count twice. Name it once."
            raise OptionError(msg)
    read = seen | {_identity(path): path for path in _others(given)}
    written: dict[Any, str] = {}
    for name in _OUTPUTS:
        value = given.get(name)
        if not isinstance(value, str):
            continue
        option = f"--{name}"
        place = "-" if value == "-" else _identity(Path(os.path.expanduser(value)))  # noqa: PTH111  (never raises)
        if isinstance(place, str) and is_special(value):
            continue  # a device takes everything
        if place in read:
            msg = f"{option} {value} would replace what is read{_also(Path(value), read[place])}; name another file."
            raise OptionError(msg)
        if place in written:
            both = "stdout" if value == "-" else value
            raise OptionError(f"{written[place]} and {option} would both write to {both}; name two different files.")
        written[place] = option


def _inputs(given: Mapping[str, Any]) -> Iterator[Path]:
    """The files of columns that exist; those that do not are named by what reads them."""
    from concordant.sources.files import find_files

    for name in given.get("files") or ():
        _check_name(name)
        with suppress(ConcordantError, OSError):
            yield from (file.path for file in find_files(name))


def _check_name(name: str) -> None:
    try:
        name.encode()
    except UnicodeEncodeError as error:
        msg = f"{name!r}: the name of this file is not UTF-8; give it another name, or link to it."
        raise OptionError(msg) from error


def _identity(path: Path) -> Any:
    """The file behind a path, through links of both kinds; what does not exist yet is told by its name."""
    with suppress(OSError, ValueError):
        found = path.stat()
        return (found.st_dev, found.st_ino) if S_ISREG(found.st_mode) else str(path)
    with suppress(OSError, ValueError):
        return os.path.realpath(path)
    return str(path)


def _also(path: Path, same: Path) -> str:
    return "" if str(path) == str(same) else f" ({same} is the same file)"


def _others(given: Mapping[str, Any]) -> Iterator[Path]:
    """The other files that are read: rules, gates, an example."""
    for name in _INPUTS:
        if isinstance(given.get(name), str):
            yield Path(os.path.expanduser(given[name]))  # noqa: PTH111
    if given.get("example") is not None:
        from concordant.data import EXAMPLES

        yield from (one.path for one in EXAMPLES.values())
