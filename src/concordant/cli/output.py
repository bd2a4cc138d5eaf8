"""Terminal, progress, files written whole."""

from __future__ import annotations

import csv
import io
import os
import re
import shlex
import stat
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from itertools import islice
from json import dumps
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any

from concordant.errors import OptionError
from concordant.names import safe

if TYPE_CHECKING:
    from concordant.documents.blocks import Document

# What an option writes, and how the names of such files end: no picture is asked for and a page written into it.
_ENDINGS = {
    "--html": ("a page", (".html", ".htm")),
    "--consensus": ("CSV", (".csv",)),
    "--predictions": ("CSV", (".csv",)),
    "--json": ("JSON", (".json",)),
    "--plot": ("a picture", (".png", ".svg", ".pdf")),
    "--out": ("CSV", (".csv",)),
    "--csv": ("CSV", (".csv",)),
    "--junit": ("JUnit XML", (".xml",)),
    "--markdown": ("Markdown", (".md", ".markdown")),
}
_OPEN = re.compile(r"/dev/(stdout$|stderr$|fd/)|/proc/[^/]+/fd/")  # what is open already, and is not replaced
_MOST = 5  # labels that are named
_NOTED: ContextVar[dict[str, int] | None] = ContextVar("noted", default=None)
_LAST: ContextVar[list[str]] = ContextVar("last")  # what is said at the end
WIDEST = 110  # longer lines are hard to read
_NOTES = {"off": False}


def check_writable(option: str, given: str | None) -> Path | None:
    """Check before any work that a file can be written; None for no file, or ``-`` (stdout)."""
    if given is None:
        return None
    what, endings = _ENDINGS[option]
    if not given.strip():
        raise OptionError(f"{option} {given!r}: the name of the file is empty; name one that ends in {_or(endings)}.")
    if given == "-":
        if option in ("--plot", "--consensus", "--predictions"):
            raise OptionError(f"{option} -: {what} is not written to stdout; name a file that ends in {_or(endings)}.")
        return None
    try:
        path = Path(given).expanduser()
        if is_special(path):
            return path
        _check_ending(option, given, path)
        path = Path(os.path.realpath(path))
        _check_place(option, given, path)
    except OptionError:
        raise
    except (OSError, ValueError, RuntimeError) as error:  # such as a name that is too long, a zero byte, no such home
        raise OptionError(f"{option} {given}: {getattr(error, 'strerror', None) or error}.") from error
    return path


def _or(endings: tuple[str, ...]) -> str:
    return ", ".join(endings[:-1]) + (" or " if endings[:-1] else "") + endings[-1]


def _check_ending(option: str, given: str, path: Path) -> None:
    what, endings = _ENDINGS[option]
    if path.suffix.lower() not in endings and not path.is_dir():
        raise OptionError(f"{option} {given}: this writes {what}; name a file that ends in {_or(endings)}.")


def _check_place(option: str, given: str, path: Path) -> None:
    if path.is_dir():
        raise OptionError(f"{option} {given}: that is a folder; name a file in it.")
    if not path.parent.is_dir():
        msg = f"{option} {given}: the folder {Path(given).expanduser().parent} does not exist; make it first."
        raise OptionError(msg)
    try:
        with TemporaryFile(dir=path.parent):  # whoever may do all still cannot write to every file system
            pass
    except OSError as error:
        raise OptionError(f"{option} {given}: the folder {path.parent} may not be written to.") from error
    with suppress(FileNotFoundError):
        path.stat()
        if not os.access(path, os.W_OK):
            raise OptionError(f"{option} {given}: that file may not be written to.")


def is_special(given: str | Path) -> bool:
    """Whether it is a device, a pipe or what is open, which is written to as it is."""
    path = Path(given)
    return _OPEN.match(str(path)) is not None or (path.exists() and not path.is_file() and not path.is_dir())


def write_whole(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """
    Let `write` fill a file beside `path` and move it there; after an error nothing is left.

    The file beside has a name that nobody can guess and is made anew, so that no link that lies there is followed. It
    takes over the mode of a file that it replaces.
    """
    try:
        if is_special(path):
            with path.open("ab") as opened:
                write(opened)
        else:
            _write_beside(path, write)
    except OSError as error:
        raise OptionError(f"{path} cannot be written: {error.strerror or error}.") from error


def _write_beside(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    from secrets import token_hex  # and with it cryptography, which a help text need not wait for

    beside = path.with_name(f".concordant-{token_hex(8)}")
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else None
    number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else 0o600)
    try:
        with os.fdopen(number, "wb") as opened:
            write(opened)
        if mode is not None:
            beside.chmod(mode)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def write_figure(plot: str, figure: Any) -> None:
    """Write a figure of Matplotlib in the format that the name of the file ends in, and say so."""
    path = check_writable("--plot", plot) or Path(plot)
    write_whole(path, lambda opened: figure.savefig(opened, format=path.suffix.lower().lstrip(".") or "png"))
    say_written(path)


def json_text(data: Any) -> str:
    """Return strict JSON; control characters in it are written out, also those that JSON would allow."""
    text = dumps(data, indent=2, allow_nan=False, ensure_ascii=False)
    return re.sub(r"[\x7f-\x9f\ud800-\udfff\u2028\u2029]", lambda one: f"\\u{ord(one[0]):04x}", text) + "\n"


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Return CSV; what is None is empty."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def print_result(found: Any, json: str | None) -> None:
    """Print a result in words, or with ``--json -`` as JSON; write the JSON where a file is named."""
    print_or_write(found.to_dict, json, lambda: write_line(f"{found}\n"))


def print_or_write(data: Callable[[], Any], json: str | None, show: Callable[[], object]) -> None:
    """Write the JSON where a file is named; then print it with ``--json -``, or else let `show` print words."""
    write_output("--json", json, lambda: json_text(data()), show)()


def write_output(
    option: str, given: str | None, text: Callable[[], str], show: Callable[[], object]
) -> Callable[[], object]:
    """
    Write a text where the option names a file; give what shows the result on stdout, which for ``-`` is the text.

    It comes before anything is printed: what cannot be written ends without a result.
    """
    path = check_writable(option, given)
    if path is not None:
        write_text(path, text())
    return (lambda: write_data(text())) if given == "-" else show


def write_text(path: Path, text: str) -> None:
    """Write text as UTF-8, whole or not at all, and say so."""
    write_whole(path, lambda opened: opened.write(text.encode("utf-8", "backslashreplace")))
    say_written(path)


def say_written(path: Path) -> None:
    """Say on stderr what was written; stdout holds only the result."""
    if not path.is_file():
        return  # a device
    size = path.stat().st_size
    shown = f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(round(size / 1e3), 1)} kB"
    note(f"wrote {path} ({shown})")


@contextmanager
def asking(declared: Sequence[str] = ()) -> Iterator[None]:
    """Say what waits for the end, and ask about all labels that a command reads and nobody `declared`."""
    noted: dict[str, int] = {}
    last: list[str] = []
    tokens = _NOTED.set(noted), _LAST.set(last)
    try:
        yield
        note(*last)
        answers = [*ask_about_labels(sorted(noted), declared=declared), *_ask_about_slips(noted)]
        every = list(dict.fromkeys(option for options in answers for option in options))
        if every and all(len(options) < len(every) for options in answers):
            note(f"all of that at once: {' '.join(every)}.")
    finally:
        _NOTED.reset(tokens[0])
        _LAST.reset(tokens[1])


def note_at_end(text: str) -> None:
    """Print a line on stderr once the command has ended without an error."""
    _LAST.get().append(text)


def note_labels(labels: Iterable[Any] | Mapping[Any, int]) -> None:
    """Let these labels be asked about, with how often they occur if that is known; whatever reads labels calls this."""
    noted = _NOTED.get()
    if noted is not None:
        counts = labels if isinstance(labels, Mapping) else dict.fromkeys(labels, 0)
        noted.update((label, noted.get(label, 0) + n) for label, n in counts.items() if isinstance(label, str))


def _ask_about_slips(counts: Mapping[str, int]) -> Iterator[list[str]]:
    """
    Ask about a rare label that differs from a frequent one in one letter, as by a slip of the keyboard.

    Yield the options that mend it: what differs in blanks or capitals alone was asked about before.
    """
    stripped: Counter[str] = Counter()
    for label, count in counts.items():
        stripped[label.strip()] += count
    blanks = {label.strip() for label in counts if label != label.strip()}
    slips = {
        rare: label
        for rare in sorted(stripped)
        for label in sorted(stripped, key=lambda label: (stripped[label], label))
        if 0 < 5 * stripped[rare] <= stripped[label] and _is_slip(rare, label)
    }
    for rare, label in islice(slips.items(), _MOST):
        options = ["--strip"] * (rare in blanks) + [f"--rename {shlex.quote(f'{rare}={label}')}"]
        note(f"did you mean {label!r} by {rare!r} ({stripped[rare]:,} of them)? {' '.join(options)} reads it so.")
        yield options


def _is_slip(one: str, other: str) -> bool:
    """
    Whether one word of two labels differs in one letter, that was left out, doubled, swapped or mistaken.

    The letter is not the first. Words have five letters or more, or four where one is doubled: of short ones, such as
    the II of stage II, too many differ so little.
    """
    words = [pair for pair in zip(one.split(), other.split(), strict=False) if pair[0] != pair[1]]
    if len(words) == 1 and one.count(" ") == other.count(" "):
        one, other = words[0]
    short, long = sorted((one, other), key=len)
    if len(short) < 4 or len(long) - len(short) > 1 or short[0] != long[0] or short.casefold() == long.casefold():
        return False
    start = next((k for k, letter in enumerate(short) if letter != long[k]), len(short))
    a, b = short[start:], long[start:]
    if any(sign.isdigit() for sign in a[:1] + b[:1]):
        return False
    if len(short) == 4:
        return a == b[1:] and long[start] == long[start - 1]
    return a == b[1:] or a[1:] == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])


def ask_about_labels(labels: Sequence[Any], *, options: bool = True, declared: Sequence[str] = ()) -> list[list[str]]:
    """
    Ask about labels that look alike, and about words for a missing value; return the options that each answer takes.

    The `options` of the command that make labels one, or a word a missing value, are named if it has them.
    """
    from concordant.inputs.label_values import alike, words_for_missing

    texts = [label for label in labels if isinstance(label, str)]
    groups = alike(texts)
    typed = [group for group in groups if len({label.strip().casefold() for label in group}) == 1]
    for group in typed[:_MOST]:
        answer = f"{same_spelling([group])} makes them one" if options else "write it in one way"
        note(f"did you mean one label by {' and '.join(map(repr, group))}? {answer}.")
    if more := typed[_MOST:]:
        answer = f"{same_spelling(more)} makes each of them one" if options else "write each in one way"
        note(f"{len(more):,} other labels come in several spellings, too: {answer}.")
    for group in [group for group in groups if group not in typed][:_MOST]:
        note(f"{' and '.join(map(ascii, group))} look alike and are different labels: write them alike in the file.")
    words = [label for label in words_for_missing(texts) if label not in declared]
    missing = [f"--na {shlex.quote(word)}" for word in words]
    if words:
        answer = f"{' '.join(missing)} takes it so" if options else "leave it out"
        note(f"does {' or '.join(map(repr, words))} mean that the label is missing? {answer}.")
    return [*(same_spelling([group]).split() for group in typed), missing]


def same_spelling(alikes: Sequence[Sequence[str]]) -> str:
    """What makes the labels of each group one."""
    strip = any(len(set(map(str.casefold, group))) > 1 for group in alikes)
    fold = any(len(set(map(str.strip, group))) > 1 for group in alikes)
    return " ".join(["--strip"] * strip + ["--ignore-case"] * fold)


# The terminal: rich where somebody looks, plain text where a program reads.
#
# Labels, columns and file names come from others. No control character of theirs reaches a terminal: everything that
# the commands print in words goes through `write_line`, `note` or `print_document`.


def write_line(text: str) -> None:
    """Print text on stdout."""
    sys.stdout.write(safe(text))


def be_quiet(*, wanted: bool) -> None:
    """Print notes on stderr no more, or print them again."""
    _NOTES["off"] = wanted


def quiet() -> bool:
    """Whether notes are not wanted."""
    return _NOTES["off"]


def note(*texts: str, indented: bool = False, always: bool = False) -> None:
    """
    Print each text as one line on stderr, whatever it holds; a stderr that takes nothing is no error.

    With ``--quiet`` only what is told `always`: errors.
    """
    if quiet() and not always:
        return
    for text in texts:
        line = text if indented else " ".join(map(str.strip, text.splitlines()))  # blanks in a name stay
        with suppress(OSError, ValueError):
            sys.stderr.write(safe(line.replace("\n", " ")) + "\n")
            sys.stderr.flush()


def write_data(text: str) -> None:
    """Print JSON, CSV or HTML on stdout: as UTF-8 for programs, without control characters for a terminal."""
    if sys.stdout.isatty():
        write_line(text)
        return
    below = getattr(sys.stdout, "buffer", None)
    if below is None:
        sys.stdout.write(text)
        return
    sys.stdout.flush()
    below.write(text.encode())


def write_document(html: str | None, document: Callable[[], Document]) -> Callable[[], object]:
    """Write a document as a page where one is wanted, and return what shows it where that is to be shown."""

    def page() -> str:
        from concordant.documents.html import as_html

        return as_html(document())

    return write_output("--html", html, page, lambda: print_document(document()))


_STYLES = {  # of the roles of texts in a document
    "heading": "bold",
    "verdict": "bold cyan",
    "formula": "cyan",
    "soft": "dim",
    "total": "dim",
    "shaded": "yellow",
    "dark": "bold yellow",
}


def print_document(document: Document) -> None:
    """Print a document: on a terminal as wide as that is, with colours; else as plain text."""
    from concordant.documents.text import as_text, lines_of

    if not sys.stdout.isatty():
        write_line(f"{as_text(document)}\n")
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, markup=False, emoji=False)  # which respects NO_COLOR
    console.width = min(console.width, WIDEST)
    for line in lines_of(document, console.width):
        parts = ((_without_control(text), _STYLES.get(role, "")) for text, role in line)
        console.print(Text.assemble(*parts, overflow="fold"))


def _without_control(text: str) -> str:
    """The text with a sign in place of each control character, as wide as before."""
    return "".join(one if safe(one) == one else "\N{REPLACEMENT CHARACTER}" for one in text)
