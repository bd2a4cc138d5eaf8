"""Labels and options of metrics as they are typed, and messages in the words of options."""

from __future__ import annotations

import ast
import csv
import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar, copy_context
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from concordant.cli.output import note, same_spelling
from concordant.errors import ConcordantError, LabelError, OptionError
from concordant.names import nearest

if TYPE_CHECKING:
    import polars as pl

    from concordant.cli.options import Line
    from concordant.sources.files import DataFile
    from concordant.typing import Label

_MOST_OF_A_RANGE = 10_000
# The files whose columns a command has read as a whole, and one of these columns: a message about a row needs them.
WHOLE_COLUMN: ContextVar[tuple[Sequence[DataFile], str]] = ContextVar("whole_column", default=((), ""))
# What the library calls the columns of the command that runs.
COLUMNS: ContextVar[Mapping[str, str]] = ContextVar("columns", default=MappingProxyType({}))
FILES: ContextVar[Sequence[str]] = ContextVar("files", default=())  # as typed
_LINE: ContextVar[Line | None] = ContextVar("line", default=None)
_AVERAGES = re.compile(r'Choose average="macro".*? for one value a class\.')
_CALL = re.compile(r"(\b[a-z_][\w.]*\((?:[^()]|\([^()]*\))*\))")
_OF_RATINGS = {"metric": "--metric concordance_correlation", "task": "--task continuous"}
_TOO_MANY_CLASSES = re.compile(
    r"^'(.+?)' has \d+ classes .*, but '?(.+?)'? is one column, which is enough for two only\."
)
_TEXT_AMONG_NUMBERS = re.compile(r"must hold numbers, but row \d+ of .* holds '(.*)'\.$")
# Arguments of the library that are options wherever a message of it is shown.
_EVERYWHERE = {name: f"--{name.replace('_', '-')}" for name in ("labels", "pos_label", "missing", "task", "weights")}
_EVERYWHERE |= {"y_true": "--truth", "y_pred": "--pred", "y_score": "--score"}


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
        raise LabelError(
            f"{option} {word}: column {column.name!r} is of type {kind}, whose labels cannot be typed; write them "
            "as text into the file."
        )
    return word


def as_number(word: str) -> int | float:
    """Return a number as typed, a whole one as an int; raise ValueError for what is none."""
    try:
        return int(word)
    except ValueError:
        value = float(word)
        return int(value) if value.is_integer() else value


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

    found = understand(name, options)
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

    The arguments are those that the function of the command takes, beside those that messages name everywhere. Rows are
    counted from 1, as in any editor; the library counts from 0, as in Python.
    """
    text = text.replace("labels=[...]", "--labels a,b,c").replace(
        ", or use an ordered categorical or a Polars Enum", ""
    )
    text = text.replace("concordant.metrics.names()", "concordant metrics")
    text = text.replace(
        "take best_threshold, which", "leave out --confidence and say --metric NAME: the best threshold"
    )
    before = (r"the first in row ", r"the first in row \d+, which is row ", r"must hold numbers, but row ")
    for words in (*before, r"must sum to 1; row "):
        text = re.sub(rf"\b({words})(\d+)", lambda found: f"{found[1]}{int(found[2]) + 1}", text)
    text = re.sub(r"^cv must be (.*), or None for", r"--cv must be \1, or 0 for", text)
    line = _LINE.get()
    if line is not None and "strip" in line.flags:
        alike = "count as different labels: write them alike"
        text = text.replace(alike, f"{alike}, or say --strip --ignore-case if only blanks and capitals differ")
    if line is not None and "average" not in line.flags:
        text = _AVERAGES.sub("Name its average where there are names for it: f1_macro, recall_weighted.", text)
    if line is not None and "score" in line.flags:
        also = [words for option, words in _OF_RATINGS.items() if option in line.flags]
        ratings = f"; if both columns are ratings on one scale, say {also[0]}" if also else ""
        text = re.sub("cut them into labels first or .*", f"give their column as --score{ratings}.", text)
    flags = _EVERYWHERE | ({} if line is None else line.flags)
    flags = {name: flag for name, flag in flags.items() if name not in (columns or {})}
    pieces = _CALL.split(text)  # calls stay what they are: they are said to be Python
    pieces[::2] = [re.sub(r"missing_labels=(\[.*?\])", _as_missing, piece) for piece in pieces[::2]]
    for name in sorted(flags, key=len, reverse=True):
        is_column = line is not None and name in line.columns
        pieces[::2] = [_argument_as_option(piece, name, flags[name], is_column=is_column) for piece in pieces[::2]]
    text = "".join(pieces)
    for word in () if line is None else line.choices:
        text = text.replace(f'"{word}"', word)
    text = text.replace(", not None.", ", which is not given.").replace(" or None, not ", " or none, not ")
    text = re.sub(r"(?<=: give )((?!weights)\w+=[^'].*)\.$", lambda found: f"--option {shlex.quote(found[1])}.", text)
    for argument, column in (columns or {}).items():
        text = re.sub(rf"(?<!['-])\b{argument}\b(?!')", repr(column).replace("\\", r"\\"), text)
    text = re.sub(r"\b(classes) must be a list .*, not the text ('.*')", r'\g<0>: say --option "\1=[\2]"', text)
    if found := _TOO_MANY_CLASSES.match(text):
        typed = shlex.join([*FILES.get(), "--truth", found[1], "--score", found[2]])
        text += f" Of ordered classes, concordant cutpoints {typed} finds where to cut."
    return text


def _argument_as_option(text: str, name: str, flag: str, *, is_column: bool) -> str:
    """Rewrite what a message says of one argument; what it says of a column by its name may be of another one."""
    if name not in text:
        return text
    text = re.sub(rf"`{name}`", flag, text)
    text = text.replace(f"{name}=[...]", f"{flag} A,B,C")
    text = re.sub(rf"\b{name}=\[([^\]]*)\]", lambda found: f"{flag} {_listed(found[1])}", text)
    text = re.sub(rf"\b{name}=(True\b|(?=$|[\s,;:.)]))", flag, text)
    text = re.sub(rf"\b{name}=(['\"]?)([\w.-]*)\1", rf"{flag} \2", text)  # one word needs no quotes in a shell
    if is_column:
        return text
    if "_" in name:  # which is no word of a sentence
        return re.sub(rf"(?<!['\".\w]){name}\b(?!['\"(])", flag, text)
    return re.sub(rf"^{name}(?= (?:must|is|are|holds|lies|needs)\b)", flag, text)


def _as_missing(found: re.Match[str]) -> str:
    """A list of labels that mean missing, as options."""
    return " ".join(f"--na {shlex.quote(str(label))}" for label in ast.literal_eval(found[1]))


def _listed(inside: str) -> str:
    try:
        labels = [str(label) for label in ast.literal_eval(f"[{inside}]")]
    except (ValueError, SyntaxError):
        labels = [label.strip() for label in inside.split(",")]
    return typed_list(labels)


def typed_list(labels: Iterable[Label]) -> str:
    """Write labels as one types them after ``--labels``."""
    return shlex.quote(",".join(f'"{label}"' if "," in str(label) else str(label) for label in labels))


def note_order(given: Mapping[str, Any]) -> None:
    """Say which weights would use the order of numbers that are declared, where a kappa is asked for without any."""
    with suppress(LabelError):
        words = typed_words(given.get("labels"))
        if len(words) > 2 and all(word.lstrip("-").isdecimal() for word in words) and _takes_weights(given):
            note(
                "the labels are declared in an order, and every disagreement counts alike: --weights quadratic (or "
                "linear) counts how far apart they are, --weights none says that this is meant"
            )


def _takes_weights(given: Mapping[str, Any]) -> bool:
    """Whether a metric that is named, or that of a panel, has weights and was given none."""
    named = given.get("metric")
    if not named:
        return "raters" in given or "human" in given
    from concordant.metrics import get
    from concordant.metrics.definition.facts import meanings

    found = [one for name in ([named] if isinstance(named, str) else named) for one in meanings(name)]
    return any("weights" in get(one.metric).options and "weights" not in one.options for one in found)


def speaking_of_options(line: Line, run: Callable[[], Any]) -> Any:
    """Run a command in a context of its own; the message of an error is rewritten, and it stays the same kind."""
    return copy_context().run(_spoken, line, run)


def _spoken(line: Line, run: Callable[[], Any]) -> Any:
    _LINE.set(line)
    try:
        return run()
    except ConcordantError as error:
        text, (files, column) = str(error), WHOLE_COLUMN.get()
        if files:
            from concordant.sources.batches import rows_in_files

            text = rows_in_files(text, files, column)
        text = in_options(text, COLUMNS.get())
        raise type(error)(text + _advice(text) if "rename" in line.options else text) from error


def _advice(text: str) -> str:
    """Which option mends a text among numbers, or a label that is not declared and nearly one of the declared."""
    if among := _TEXT_AMONG_NUMBERS.search(text):
        return f" Say --na {shlex.quote(among[1])} if it means missing."
    found = re.search(r"occurs? that --labels does not name: (.*?)\. Declared are: (.*)\.$", text)
    if found is None:
        return ""
    unknown, declared = (re.findall(r"'((?:[^'\\]|\\.)+)'", part) for part in found.groups())
    advice = []
    for word in unknown:
        same = {label.casefold(): label for label in declared}
        near = nearest(word, declared, least_alike=0.8)
        if label := same.get(word.strip().casefold()):
            advice.append(same_spelling([[word, label]]))
        elif near:
            advice.append(f"--rename {shlex.quote(f'{word}={near[0]}')}")
    return f" If it is a slip: {' '.join(dict.fromkeys(advice))}." if advice else ""
