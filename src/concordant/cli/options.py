"""Commands from functions: options by the parameters of a signature, their help by its docstring."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from importlib import import_module
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

import typer

from concordant.errors import OptionError

PanelWeights = Literal["none", "linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | None
Adjustment = Literal["holm", "fdr", "fdr-by", "none"] | None
Task = Literal["binary", "multiclass", "ordinal", "continuous"]
Duplicates = Literal["raise", "runs", "first", "last"]
Missing = Literal["raise", "drop"]
DEFAULT = "default"
COLUMN, OUTPUT = "COL", "OUT"  # metavars: what names a column, and what names a file to be written
# Names that annotations of the library may have for type checkers alone.
_TYPES: dict[str, Any] = {"Sequence": Sequence, "Iterable": Iterable, "Label": str, "Column": str}
_ALSO = {"no_intervals": "--no-interval"}  # second names
C = TypeVar("C", bound=Callable[..., Any])
_ARGUMENTS = ("files", "words", "states")  # parameters that are typed without a name
_RULES = "label_rules"  # the record of options that hold for all that a command reads, and that no function takes
_NUMBERS = {float: ("a number, such as 0.7,", "NUMBER"), int: ("a whole number", "N")}


class Shared:
    """
    Options that mean the same in every command that has them.

    Parameters
    ----------
    files : FILE
        Told in the text.
    truth : COL
        Column of the truth, or of one rater.
    pred : COL
        Column of predicted labels, or of the other rater.
    score : COL
        Column of scores or probabilities. For several classes give one column each, in the order of the labels: repeat
        the option, or use commas or a pattern such as 'p*'.
    labels : A,B,C
        All labels in their order (of two the second is the positive one); 0..5 for whole numbers.
    pos_label : LABEL
        The positive one of two labels.
    weight : COL
        Column of row weights.
    cluster : COL
        Column that says which rows belong together (patients, documents, ...); intervals allow for it.
    example : [NAME]
        Real data that come with Concordant, in place of FILE: breast, ms, ms-new-orleans, digits, party.
    task
        The kind of data. Default: found out from the columns.
    threshold : NUMBER
        Where to cut one score of two classes: a row with so much or more is predicted to be positive.
    missing
        What to do with rows where a value is missing; a missing weight is an error in both cases.
    metric : NAME
        A metric by its name; may be repeated.
    weights : none|linear|quadratic
        Weights of a kappa.
    average : macro|micro|weighted
        How several classes are averaged. Default: macro. With compare also none: each class apart.
    option : NAME=VALUE
        Any other option of the metric, such as beta=2 or k=10.
    level : SHARE
        Nominal coverage of the intervals.
    no_intervals
        Only the numbers, without intervals.
    adjust
        How p-values of several comparisons are adjusted: for any false alarm (holm), or for the share of false ones
        (fdr; fdr-by for any dependence).
    exact
        Read all columns into memory, also of more than two million rows; then no number has bounds.
    cv : N|COL
        Folds of the cross-validated value: how many (0 for none), or the column that holds the fold of each row.
    html : OUT
        Write the page as one HTML file; - for stdout.
    json : [OUT]
        Write all numbers as JSON to a file; alone or with -, to stdout in place of the page.
    csv : [OUT]
        Write the numbers as CSV to a file; alone or with -, to stdout.
    plot : OUT
        Write the picture to a file (.png, .svg or .pdf).
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """How a parameter is typed, and what its function takes for it."""

    name: str  # the parameter, as the command calls it
    parameter: str  # the same, as the function calls it
    metavar: str | None  # None for a flag
    help: str
    kind: type
    choices: tuple[str, ...]
    several: bool
    none: bool  # whether the word none means None
    default: Any

    @property
    def flags(self) -> tuple[str, ...]:
        """What is typed, such as ``--level``; empty for what stands without a name."""
        if self.name in _ARGUMENTS:
            return ()
        return (f"--{self.name.rstrip('_').replace('_', '-')}", *filter(None, [_ALSO.get(self.name)]))

    @property
    def required(self) -> bool:
        """Whether the line must have it."""
        return self.default is inspect.Parameter.empty

    @property
    def for_typer(self) -> inspect.Parameter:
        """The parameter as Typer takes it: a flag, a text or texts; numbers and choices are read by `value`."""
        kind: Any = bool if self.kind is bool else list[str] if self.several else str
        if self.kind is not bool and not self.required:
            kind |= None
        told: Any = typer.Argument(metavar=self.metavar, show_default=False, hidden=True)
        if self.flags:
            told = typer.Option(*self.flags, metavar=self.metavar, help=self.help)
        keyword = inspect.Parameter.KEYWORD_ONLY
        return inspect.Parameter(self.name, keyword, default=self.default, annotation=Annotated[kind, told])

    def value(self, typed: Any) -> Any:
        """Return what was typed as the function takes it."""
        if typed is None or self.kind is bool:
            return typed
        if self.several:
            return [self._one(text) for text in typed]
        return self._one(typed) if isinstance(typed, str) else typed

    def _one(self, text: str) -> Any:
        flag = (*self.flags, self.name)[0]
        if self.none and text == "none":
            return None
        if self.choices:
            check_choice(flag, text, self.choices)
        if self.kind not in _NUMBERS:
            return text
        try:
            value = self.kind(text)
        except ValueError as error:
            raise OptionError(f"{flag} {text!r}: {_NUMBERS[self.kind][0]} is needed.") from error
        if self.name == "level" and not 0 < value < (1 + value) / 2 < 1:  # so near to 1 that the rest is lost is 1
            raise OptionError(f"{flag} {value:g}: a share between 0 and 1 is needed, such as 0.95.")
        return value


def check_choice(option: str, value: str | None, choices: Sequence[str]) -> None:
    """Raise for a value that is not one of the choices."""
    if value is not None and value not in choices:
        raise OptionError(f"{option} {value}: choose one of {', '.join(choices)}.")


class Origin(NamedTuple):
    """The public function whose parameters a command has in place of its own ``**given``."""

    path: str  # such as "concordant.judging:assess"
    hidden: Collection[str]  # parameters that are no options
    renamed: Mapping[str, str]  # the names of options whose parameters are called otherwise
    metavars: Mapping[str, str]  # what options take, where the type does not say it

    @property
    def function(self) -> Callable[..., Any]:
        """The function, imported when it is asked for."""
        module, name = self.path.split(":")
        function: Callable[..., Any] = getattr(import_module(module), name)
        return function


def made_of(path: str, *, hidden: Collection[str] = (), renamed: Any = (), metavars: Any = ()) -> Callable[[C], C]:
    """Give a command the parameters of a public function, in place of its own ``**given``; see `Origin`."""

    def marked(command: C) -> C:
        changed: Any = command
        changed.origin = Origin(path, hidden, dict(renamed), dict(metavars))
        return command

    return marked


class Line:
    """What can be typed after the name of a command, and what its function is called with."""

    def __init__(self, function: Callable[..., Any], rules: Any = None) -> None:
        self.function = function
        parts = sections(function.__doc__ or "")
        self.text, self.examples = parts[""], re.split(r"(?<!\\)\n", parts.get("Examples", ""))
        self.options: dict[str, Option] = {}
        self._records: dict[str, tuple[Any, list[str]]] = {}  # parameters that stand for all fields of a dataclass
        told = described(Shared) | described(function)
        origin: Origin | None = getattr(function, "origin", None)
        self._arguments = set() if origin is None else set(inspect.signature(origin.function).parameters)
        for name, parameter in inspect.signature(function).parameters.items():
            kind: Any = _evaluated(parameter.annotation, function)
            if isinstance(kind, type) and is_dataclass(kind):
                self._add_record(name, kind, told)
            elif parameter.kind is not parameter.VAR_KEYWORD:
                self._add(name, parameter.annotation, parameter.default, function, told)
        if rules is not None:
            self._add_record(_RULES, rules, told)
        if origin is not None:
            self._add_those_of(origin, told)
        if not self.text and origin is not None:
            self.text = sections(origin.function.__doc__ or "")[""]

    def _add_record(self, name: str, kind: Any, told: Mapping[str, tuple[str, str]]) -> None:
        """Add the fields of a dataclass, which the function takes as one."""
        members = {one.name: one for one in fields(kind) if one.init}
        self._records[name] = (kind, list(members))
        told = {
            **told,
            **{key: text for base in reversed(inspect.getmro(kind)) for key, text in described(base).items()},
        }
        for member in members.values():
            self._add(member.name, member.type, member.default, kind, told)

    def _add_those_of(self, origin: Origin, told: Mapping[str, tuple[str, str]]) -> None:
        """Add the options of a public function that the command has not itself; its docstring gives the first word."""
        function = inspect.unwrap(origin.function)
        documented = described(function, first=True)
        for name, (_, text) in documented.items():
            if other := re.match(r"As (?:in|of) `([\w.]+)`", text):
                package = import_module(origin.path.partition(":")[0])
                home = getattr(package, other[1], None)
                documented |= {name: described(home, first=True).get(name, ("", ""))}
        for parameter in inspect.signature(function).parameters.values():
            name = origin.renamed.get(parameter.name, parameter.name)
            if {name, parameter.name} & {*self.options, *origin.hidden} or parameter.kind is parameter.VAR_KEYWORD:
                continue
            metavar, text = told.get(name, ("", documented.get(parameter.name, ("", ""))[1]))
            texts = {name: (origin.metavars.get(name, metavar), text)}
            self._add(name, parameter.annotation, parameter.default, function, texts, parameter.name)

    def _add(
        self, name: str, annotation: Any, default: Any, home: Any, told: Mapping[str, tuple[str, str]], called: str = ""
    ) -> None:
        metavar, text = told.get(name, ("", ""))
        kinds: set[Any] = {NoneType} if str(annotation).endswith(" | None") else set()
        if isinstance(annotation, str):  # two unions of the same words with None are one, in the order of the first
            annotation = annotation.removesuffix(" | None")
        kinds |= _kinds(_evaluated(annotation, home))
        choices = tuple(word for kind in kinds if get_origin(kind) is Literal for word in get_args(kind))
        kind = next((one for one in (bool, float, int) if one in kinds), str)
        if kind is not bool:
            metavar = metavar or "|".join(choices) or _NUMBERS.get(kind, ("", "NAME"))[1]
        self.options[name] = Option(
            name=name,
            parameter=called or name,
            metavar=metavar or None,
            help=re.sub(r"`+\"?([\w .-]+?)\"?`+", lambda word: self._flag(word[1]), text),
            kind=kind,
            choices=choices,
            several=Sequence in kinds,
            none="none" in choices and NoneType in kinds and default is not None,
            default=default,
        )

    def _flag(self, word: str) -> str:
        """An argument that a help text names, as it is typed; other words as they are."""
        return f"--{word.replace('_', '-')}" if word in self._arguments else word

    @property
    def flags(self) -> dict[str, str]:
        """The first name of each option, by the parameter of the function."""
        return {option.parameter.rstrip("_"): option.flags[0] for option in self.options.values() if option.flags}

    @property
    def columns(self) -> set[str]:
        """The options that name a column."""
        return {name for name, option in self.options.items() if option.metavar == COLUMN}

    @property
    def choices(self) -> set[str]:
        """The words that options can have."""
        return {word for option in self.options.values() for word in option.choices}

    def __call__(self, **typed: Any) -> Any:
        """Call the function with values by the names of options."""
        for name, (kind, members) in self._records.items():
            typed[name] = kind(**{member: typed.pop(member) for member in members})
        if _RULES in typed:
            typed.pop(_RULES).obey()
        names = {name: option.parameter for name, option in self.options.items()}
        return self.function(**{names.get(name, name): value for name, value in typed.items()})


def _evaluated(annotation: Any, home: Any) -> Any:
    """The annotation of a function or a class; text if it has a name that stands there for type checkers alone."""
    if not isinstance(annotation, str):
        return annotation
    module = sys.modules[inspect.unwrap(home).__module__]
    try:
        return eval(annotation, vars(module), _TYPES)  # noqa: S307  (written in this package)
    except NameError:
        return str


def _kinds(annotation: Any) -> set[Any]:
    """The types that an annotation allows, of one value; with `Sequence` if there may be several."""
    if isinstance(annotation, UnionType) or get_origin(annotation) is Union:
        return {kind for part in get_args(annotation) for kind in _kinds(part)}
    if get_origin(annotation) in (list, Sequence):
        return {Sequence, *_kinds(get_args(annotation)[0])}
    return {annotation}


def sections(docstring: str) -> dict[str, str]:
    """Split a docstring at its headings; what is before the first has none."""
    pieces = re.split(r"^(\w[\w ]*)\n-{3,}\n", inspect.cleandoc(docstring), flags=re.MULTILINE)
    return {"": pieces[0].strip(), **dict(zip(pieces[1::2], map(str.strip, pieces[2::2]), strict=True))}


def entries(section: str) -> list[tuple[list[str], str, str]]:
    """The names, the type and the text of each entry of a list of parameters, in lines as they stand."""
    heads = (entry.partition("\n") for entry in re.split(r"\n(?=\S)", section) if entry)
    return [(head.partition(" : ")[0].split(", "), head, text) for head, _, text in heads]


def described(home: Any, *, first: bool = False) -> dict[str, tuple[str, str]]:
    """For each parameter in a docstring the type and what it means; or only the `first` sentence of that."""
    found: dict[str, tuple[str, str]] = {}
    for names, head, text in entries(sections(home.__doc__ or "").get("Parameters", "")):
        words = " ".join(text.split())
        words = re.split(r"(?<=\.) (?=[A-Z`])", words)[0] if first else words
        found |= dict.fromkeys(names, (head.partition(" : ")[2], words))
    return found
