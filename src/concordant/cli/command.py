"""What holds for every command: its line is checked, standard input becomes a file, errors speak of options."""

from __future__ import annotations

import inspect
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from shutil import copyfileobj
from stat import S_ISREG
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand
from typer.main import get_command

from concordant.cli.label_rules import LabelRules
from concordant.cli.options import COLUMN, DEFAULT, OUTPUT, Line, Option
from concordant.cli.output import asking, check_writable, is_special
from concordant.cli.wording import note_order, speaking_of_options
from concordant.errors import ConcordantError, DataFileError, OptionError

if TYPE_CHECKING:
    from concordant.cli.app import Place

_HEAD = 65_536  # bytes that are looked at
_SPOOLED: list[str] = []  # the files of this process that hold standard input
_ALONE = {"[NAME]": DEFAULT, "[OUT]": "-"}  # what an option means without a value, by its metavar
_COLUMN_LISTS = ("score", "judge", "human", "raters", "runs", "by")  # several in one word, with commas between them
# What is read beside the files of columns, by metavar.
_INPUTS = ("JSON", "TOML", "FILE")
_GROUPS = {  # under which headings of a help options stand, by name
    "Data": "files store states example missing text skip_corrupt skip_damaged time time_format window",
    "Labels": "labels pos_label na strip ignore_case rename",
    "Uncertainty": "level no_intervals cluster adjust simultaneous exact cv seed confidence",
    "Output": "name",
}


def command(function: Callable[..., Any], name: str, place: Place) -> CheckedCommand:
    """Make a command of a function: options by its signature, their help by its docstring."""
    line = Line(function, LabelRules if place.reads_labels else None)
    parameters = [option.for_typer for option in line.options.values()]

    def run(**typed: Any) -> Any:
        return line(**typed)

    shown: Any = run
    shown.__signature__ = inspect.Signature(parameters)
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    one = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    one.command(name, cls=CheckedCommand, short_help=place.short_help, help=line.text)(run)
    made: Any = get_command(one)
    made.line, made.spools = line, not place.takes_lines
    checked: CheckedCommand = made
    return checked


class CheckedCommand(TyperCommand):
    """
    A command that refuses a line of which it would silently ignore a part.

    An option that can have one value is given once; an input file is named once; no output is an input, or another
    output. ``--json``, ``--csv`` and ``--example`` may stand alone: command line parsers want an option
    with a value always or never.
    """

    line: Line
    typed: frozenset[str] = frozenset()  # the options of this line
    spools: bool  # whether standard input becomes a file before the command begins

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the line, and check what can be checked before anything is read."""
        if ctx.resilient_parsing:  # of a shell that completes it
            return super().parse_args(ctx, args)
        options = self.line.options
        leave_as_typed(self.get_params(ctx), options)
        alone = {one.flags[0]: _ALONE[one.metavar] for one in options.values() if one.metavar in _ALONE}
        args = completed(args, alone)
        order = self.make_parser(ctx).parse_args(args=list(args))[2]
        _refuse_repeated(order)
        left = super().parse_args(ctx, args)
        _refuse_empty(ctx.params, options)
        if self.spools and ctx.params.get("files"):
            ctx.params["files"] = with_stdin(ctx.params["files"], ctx)
        check_places(ctx.params, options)
        for name in outputs(options):
            if isinstance(ctx.params.get(name), str):
                check_writable(options[name].flags[0], ctx.params[name])
        self.typed = frozenset(param.name for param in order)
        return left

    def invoke(self, ctx: Any) -> Any:
        """Run the command, and ask about the labels that it read."""
        declared = [word for text in ctx.params.get("labels") or () for word in text.split(",")]
        if "weights" in self.line.options and not {"weights", "option"} & self.typed:
            note_order(ctx.params)
        with asking(declared):
            return speaking_of_options(self.line, partial(super().invoke, ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write one example, what the command does, the options in groups, and more examples."""
        self.format_usage(ctx, formatter)
        first, _, more = self.line.text.partition("\n\n")
        example, *others = self.line.examples
        for text in (first, f"\b\n{example}", more):
            if text.strip("\b\n"):
                formatter.write_paragraph()
                with formatter.indentation():
                    formatter.write_text(text)
        options = self.line.options
        rest = "Study" if {"width", "half_width"} & options.keys() else "Metric"
        records: dict[str, list[tuple[str, str]]] = {
            name: [] for name in ("Data", "Labels", rest, "Uncertainty", "Output")
        }
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None:
                records[_group(options.get(param.name)) or rest].append(record)
        for name, rows in records.items():
            if rows:
                with formatter.section(name):
                    formatter.write_dl(rows)
        if others:
            with formatter.section("More examples"):
                formatter.write("".join(f"  {line}\n" for line in others))


def _group(option: Option | None) -> str | None:
    """Under which heading of the help an option stands; None under that of what is computed."""
    if option is None or (option.metavar or "").strip("[]") == OUTPUT:
        return "Output"
    group = next((group for group, names in _GROUPS.items() if option.name in names.split()), None)
    return group or ("Data" if option.metavar == COLUMN or option.name in _COLUMN_LISTS else None)


def leave_as_typed(params: Iterable[Any], options: Mapping[str, Option]) -> None:
    """Let Typer convert no value, for which it imports Pydantic: options read theirs, flags are what they are."""
    for param in params:
        if param.name in options:
            param.process_value = partial(_value, options[param.name], param.process_value)
        else:
            param.process_value = partial(_flag, param)


def _flag(param: Any, context: Any, value: Any) -> Any:
    return value if param.callback is None else param.callback(context, param, value)


def _value(option: Option, convert: Callable[..., Any], context: Any, typed: Any) -> Any:
    """Read a value; Typer says what is missing."""
    return convert(context, typed) if typed is None and option.required else option.value(typed)


def outputs(options: Mapping[str, Option]) -> list[str]:
    """The options that name a file to be written."""
    return [name for name, option in options.items() if (option.metavar or "").strip("[]") == OUTPUT]


def _refuse_repeated(order: Sequence[Any]) -> None:
    """Raise for an option whose earlier values would be lost."""
    times = Counter(param.opts[0] for param in order if not (param.multiple or getattr(param, "is_flag", False)))
    for name, count in times.items():
        if count > 1 and name.startswith("-"):
            raise OptionError(f"{name} is given {count} times, and only one of them could count: give it once.")


def _refuse_empty(given: Mapping[str, Any], options: Mapping[str, Option]) -> None:
    """
    Raise for an empty value, as of a shell variable that is not set.

    Path("") would be this folder, and a column without a name the index that a data frame was written with.
    """
    for name, option in options.items():
        value = given.get(name)
        words = [value] if isinstance(value, str) else value
        if not isinstance(words, (list, tuple)):
            continue
        if name in _COLUMN_LISTS:
            words = [word.strip() for text in words for word in text.split(",")]
        if "" in words:
            called = (*option.flags, (option.metavar or "").rstrip("."))[0]
            part = "is empty" if set(words) == {""} else "has an empty part"
            raise OptionError(f"{called} {part}: give a value. (A variable of the shell that is not set?)")


def completed(arguments: Sequence[str], alone: Mapping[str, str]) -> list[str]:
    """Add the default value to every option that may stand alone and is not followed by what could be its value."""
    filled = []
    end = arguments.index("--") if "--" in arguments else len(arguments)  # what is after it is no option
    for place, argument in enumerate(arguments[:end]):
        following = arguments[place + 1] if place + 1 < len(arguments) else "--"
        optional = following.startswith("-") and following != "-"
        bare = argument in alone and optional
        filled.append(f"{argument}={alone[argument]}" if bare else argument)
    return [*filled, *arguments[end:]]


def check_places(given: Mapping[str, Any], options: Mapping[str, Option]) -> None:
    """Raise if a file is read twice, or written over an input or another output; `given` are the values by name."""
    inputs = list(_inputs(given))
    seen: dict[Any, Path] = {}
    for path in inputs:
        same = seen.setdefault(_identity(path), path)
        if same is not path:
            msg = f"{path} is named twice{_also(path, same)}: each of its rows would count twice. Name it once."
            raise OptionError(msg)
    read = seen | {_identity(path): path for path in _others(given, options)}
    written: dict[Any, str] = {}
    for name in outputs(options):
        value = given.get(name)
        if not isinstance(value, str):
            continue
        option = options[name].flags[0]
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


def _others(given: Mapping[str, Any], options: Mapping[str, Option]) -> Iterator[Path]:
    """The other files that are read: rules, gates, an example."""
    for name, option in options.items():
        if option.metavar in _INPUTS and isinstance(given.get(name), str):
            yield Path(os.path.expanduser(given[name]))  # noqa: PTH111
    if given.get("example") is not None:
        from concordant.data import EXAMPLES

        yield from (one.path for one in EXAMPLES.values())


def with_stdin(names: Sequence[str], context: Any) -> list[str]:
    """Return the names of files; ``-`` becomes a temporary file that goes with the command."""
    if "-" not in names:
        return list(names)
    if list(names).count("-") > 1:
        raise OptionError("- is standard input, which can be read once: name it once.")
    head, source = _begun()
    name_of_stdin = f"stdin{_ending(head)}"
    folder = TemporaryDirectory(prefix="concordant-")
    context.call_on_close(folder.cleanup)
    path = str(Path(folder.name) / name_of_stdin)
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
        raise DataFileError("standard input is packed by gzip: gunzip -c FILE | concordant ... -, or name the file.")
    first = head.lstrip(b"\xef\xbb\xbf \r\n").partition(b"\n")[0]
    if first.startswith((b"{", b"[{")):  # an array is refused as such
        return ".ndjson"
    return ".tsv" if b"\t" in first and b"," not in first and b";" not in first else ".csv"


def as_typed(text: str) -> str:
    """Write ``stdin`` where a text names the file that holds standard input."""
    for path in _SPOOLED:
        text = text.replace(path, "stdin")
    return text
