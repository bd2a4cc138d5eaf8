"""
Checks of every command line, made in one place before the command runs.

An option that can have one value is given once; an input file is named once; no output is an input, or another output.
``--json``, ``--csv``, ``--example`` and ``--exact`` may stand alone: command line parsers want an option with a value
always or never.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from stat import S_ISREG
from typing import Any

from typer.core import TyperCommand

from concordant.cli.label_questions import asking
from concordant.cli.stdin_file import with_stdin
from concordant.cli.texts_as_typed import leave_as_typed
from concordant.cli.writing import check_writable, is_special
from concordant.errors import ConcordantError, OptionError
from concordant.names import refuse_gone

DEFAULT = "default"
ALWAYS = "always"

_ALONE = {"--example": DEFAULT, "--json": "-", "--csv": "-", "--exact": ALWAYS}
_VALUES = {"--exact": ("auto", ALWAYS)}  # of those that have few: what follows them is a file otherwise
_RENAMED = {"--hypothesis": "--alternative", "--one-sided": "--alternative one-sided"}
_COLUMN = "COL"  # the metavar of options that name columns
# Several columns in one word, with commas between them.
_LISTS = ("--score", "--judge", "--human", "--raters", "--runs")
_INPUTS = ("rule", "gates")  # beside the files of columns
_FOLDERS = ("states", "store")
_READ = ("files", *_INPUTS, *_FOLDERS)
_OUTPUTS = ("html", "json", "csv", "junit", "markdown", "plot", "out", "consensus")


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


def _refuse_old(arguments: Sequence[str], has: Collection[str]) -> None:
    """Raise for an option that is gone, and for the old name of one that the command has under a new one."""
    for argument in takewhile("--".__ne__, arguments):  # what is after it is no option
        old = argument.split("=", maxsplit=1)[0]
        if old in has:
            continue
        refuse_gone(old)
        new = _RENAMED.get(old, "")
        if new.split(" ")[0] in has:
            msg = f"{old} is now {new}."
            raise OptionError(msg)
        if old == "--width" and "--half-width" in has:
            msg = "--width is from limit to limit, and here half of it is asked for: --half-width NUMBER."
            raise OptionError(msg)


def _refuse_empty(given: Mapping[str, Any]) -> None:
    """Raise for a file or a folder without a name, as of a shell variable that is not set: Path("") is this folder."""
    for name in _READ:
        if "" in ([given.get(name)] if name in _INPUTS or name in _FOLDERS else given.get(name) or ()):
            called = "FILE" if name == "files" else "STATES" if name == "states" else f"--{name}"
            msg = f"{called} is empty: name what is to be read. (A variable of the shell that is not set?)"
            raise OptionError(msg)


def _refuse_unnamed(given: Mapping[str, Any], params: Sequence[Any]) -> None:
    """Raise for a column without a name: it would be the index that a data frame was written with."""
    for param in params:
        value = given.get(param.name)
        several = param.opts[0] in _LISTS
        named = [value] if isinstance(value, str) else value  # those of plan pilot --runs are a number
        if not isinstance(named, (list, tuple)) or not (several or param.metavar == _COLUMN):
            continue
        if several:
            named = [word.strip() for text in named for word in text.split(",")]
        if "" in named:
            what = "is empty" if set(named) == {""} else f"{','.join(named)} has an empty name"
            msg = (
                f"{param.opts[0]} {what}: name a column. (A variable of the shell that is not set? A column without a "
                "name needs one in the file.)"
            )
            raise OptionError(msg)


def _refuse_repeated(order: Sequence[Any]) -> None:
    """Raise for an option whose earlier values would be lost."""
    times = Counter(param.opts[0] for param in order if not (param.multiple or getattr(param, "is_flag", False)))
    for name, count in times.items():
        if count > 1 and name.startswith("-"):
            msg = f"{name} is given {count} times, and only one of them could count: give it once."
            raise OptionError(msg)


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
            msg = f"{written[place]} and {option} would both write to {both}; name two different files."
            raise OptionError(msg)
        written[place] = option


def _also(path: Path, same: Path) -> str:
    return "" if str(path) == str(same) else f" ({same} is the same file)"


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


def _others(given: Mapping[str, Any]) -> Iterator[Path]:
    """The other files that are read: rules, gates, an example."""
    for name in _INPUTS:
        if isinstance(given.get(name), str):
            yield Path(os.path.expanduser(given[name]))  # noqa: PTH111
    if given.get("example") is not None:
        from concordant.data import EXAMPLES

        yield from (one.path for one in EXAMPLES.values())


def _identity(path: Path) -> Any:
    """The file behind a path, through links of both kinds; what does not exist yet is told by its name."""
    with suppress(OSError, ValueError):
        found = path.stat()
        return (found.st_dev, found.st_ino) if S_ISREG(found.st_mode) else str(path)
    with suppress(OSError, ValueError):
        return os.path.realpath(path)
    return str(path)
