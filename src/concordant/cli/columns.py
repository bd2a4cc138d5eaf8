"""Files and columns as typed: roles, stdin, label rules, required numbers."""

from __future__ import annotations

import inspect
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from concordant.cli.command import as_typed
from concordant.cli.options import DEFAULT, Missing
from concordant.cli.output import note, note_at_end, note_labels, same_spelling, scan_progress
from concordant.cli.wording import (
    COLUMNS,
    WHOLE_COLUMN,
    as_number,
    in_options,
    parse_label,
    parse_labels,
    text_among,
    typed_words,
)
from concordant.errors import LabelError, MissingValuesError, OptionError, ScoreError, WeightError
from concordant.names import did_you_mean, require_columns
from concordant.sources.files import combined_name, is_url, with_combined_files, with_combined_frame

if TYPE_CHECKING:
    import polars as pl

    from concordant.data import Example
    from concordant.sources.files import DataFile, Source
    from concordant.sources.remote import RemoteScan
    from concordant.typing import Label

_PRED_OR_SCORE = "--pred COL (predicted labels, or the second rater) or --score COL says what to compare it with"
_TEXT_AMONG_NUMBERS = re.compile(r"must hold numbers, but row \d+ of .* holds '(.*)'\.$")
_MOST_BYTES = 50_000_000  # of a file whose lines are looked at one by one
_RULES: ContextVar[LabelRules | None] = ContextVar("rules", default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedColumns:
    """What was typed of files and columns: each field is an option of every command that takes a `TypedColumns`."""

    files: list[str] | None = None
    truth: str | None = None
    pred: str | None = None  # or several, as of a command that compares models
    score: list[str] | None = None  # or one
    labels: list[str] | None = None
    pos_label: str | None = None
    weight: str | None = None
    example: str | None = None

    def roles(self, *, command: str, default_example: str = "", **further: Any) -> Roles:
        """Check that the roles are there, in the words of the options; `further` ones stand in fields of `Roles`."""
        files, score, preds = tuple(self.files or ()), _several(self.score), _several(self.pred)
        pred, more = (preds[0], preds[1:]) if preds else (None, [])
        written: Any = {"labels": self.labels or None, "pos_label": self.pos_label, "more": tuple(more), **further}
        given = Roles(files=files, truth=self.truth or "", weight=self.weight, **written)
        if self.example is not None:
            if files:
                raise OptionError(f"--example brings its own file; leave out {files[0]}.")
            roles = _of_example(given, default_example if self.example == DEFAULT else self.example, pred, score)
        else:
            if not files:
                raise OptionError(f"name a file: concordant {command} FILE --truth COL --pred COL, or try --example.")
            _refuse_metrics(files)
            if self.truth is None or not (pred or score):
                raise OptionError(_what_is_missing(files, self.truth))
            scores = expand_scores(score, files, taken=(self.truth, pred, self.weight))
            roles = replace(given, pred=pred, score=scores)
        roles = replace(roles, apart=_split_groups(roles.apart, roles.files))
        COLUMNS.set(roles.arguments)
        return roles

    def roles_of_cut(self, *, command: str, default_example: str, **further: Any) -> Roles:
        """Check the roles of a command that cuts one score."""
        if self.example is None and not self.files:
            raise OptionError(f"name a file: concordant {command} FILE --truth COL --score COL, or try --example.")
        if self.example is None and self.truth is not None and not self.score:
            missing = _what_is_missing(self.files or (), self.truth, "--score COL says which column is to be cut")
            raise OptionError(missing)
        roles = self.roles(command=command, default_example=default_example, **further)
        if len(roles.score) != 1:
            named = "the example has" if not self.score else f"--score {self.score} names"
            raise OptionError(f"one score is cut at a time, and {named} {len(roles.score)}.")
        return roles


def _several(typed: Sequence[str] | str | None) -> list[str]:
    return [typed] if isinstance(typed, str) else list(typed or ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """
    Files and the columns in them that are read; `labels` and `pos_label` as typed, or as the example says.

    `cluster` and those of `apart` are columns of groups, `fold` that of one's own folds, `more` the predictions of
    further models. `left_out` takes damaged files; None where these are an error.
    """

    files: tuple[str, ...]
    truth: str
    pred: str | None = None
    score: tuple[str, ...] = ()
    weight: str | None = None
    labels: Sequence[str] | None = None
    pos_label: str | None = None
    example: Example | None = None
    cluster: str | None = None
    fold: str | None = None
    apart: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    left_out: dict[str, str] | None = None

    @property
    def columns(self) -> list[str]:
        """The columns to read."""
        named = (self.truth, self.pred, *self.more, *self.score, self.weight, self.cluster, self.fold, self.by)
        return list(dict.fromkeys(name for name in named if name is not None))

    @property
    def source(self) -> str:
        """The files in a few words."""
        if self.example is not None:
            return self.example.path.name
        more = len(self.files) - 1
        return as_typed(self.files[0]) if not more else f"{as_typed(self.files[0])} and {more} more"

    @property
    def arguments(self) -> dict[str, str]:
        """What the library calls the columns."""
        named = {"y_true": self.truth, "y_pred": self.pred, "sample_weight": self.weight, "cluster": self.cluster}
        named |= {"cv": self.fold}
        if len(self.score) == 1:
            named |= {"y_score": self.score[0], "y_prob": self.score[0]}
        return {argument: column for argument, column in named.items() if column is not None}

    @property
    def found(self) -> list[DataFile]:
        """The files that the names mean, with several columns of groups as one."""
        files = self._found([self.by])
        return with_combined_files(files, self.apart) if len(self.apart) > 1 else files

    def _found(self, groups: Sequence[str | None]) -> list[DataFile]:
        from concordant.sources.files import find_files

        files = find_files(self.files, left_out=self.left_out)
        roles: Any = {"names": (self.cluster, self.fold, *groups), "scores": self.score, "weights": [self.weight]}
        return read_as(files, labels=self.labelled, declared=self.declared, **roles)

    @property
    def labelled(self) -> list[str]:
        """The columns of labels, which have one type."""
        return [self.truth, *self.preds]

    @property
    def preds(self) -> list[str]:
        """The columns of predicted labels, one of each model."""
        return [name for name in (self.pred, *self.more) if name is not None]

    @property
    def has_labels(self) -> bool:
        """Whether labels are declared, as typed or by the example."""
        return self.labels is not None or (self.example is not None and self.example.labels is not None)

    @property
    def declared(self) -> list[str]:
        """The labels that were typed; the positive one may only tell how a number is written."""
        from concordant.inputs.label_values import is_written_as_number

        positive = [] if self.pos_label is None or not is_written_as_number(self.pos_label) else [self.pos_label]
        return [*typed_words(self.labels), *positive]

    @property
    def by(self) -> str | None:
        """The column of groups, or what several together are called."""
        return combined_name(self.apart) if self.apart else None

    def read(self) -> pl.DataFrame:
        """Read the columns, with a progress bar if that takes long; groups are spelled by the rules of the command."""
        if not (rules().any and self.apart):
            return read_rows(self.found, self.columns, declared=self.declared)
        columns = list(dict.fromkeys([*(name for name in self.columns if name != self.by), *self.apart]))
        frame, _, remarks = _read(self._found(self.apart), columns, self.declared, named=self.apart)
        note(*remarks)
        if len(self.apart) > 1:
            frame = with_combined_frame(frame, self.apart)
        return frame.select(self.columns)

    def in_memory(self, *, positive: bool = False) -> tuple[pl.DataFrame, dict[str, Any]]:
        """Read the columns; return them, and labels, weights, clusters and folds, if there are, for a call."""
        frame = self.read()
        labels, pos_label = self.typed_labels(frame[self.truth], positive=positive)
        beside = {"sample_weight": self.weight, "cluster": self.cluster, "cv": self.fold}
        given: dict[str, Any] = {role: frame[name] for role, name in beside.items() if name is not None}
        given |= {name: value for name, value in (("labels", labels), ("pos_label", pos_label)) if value is not None}
        return frame, given

    @property
    def data(self) -> list[DataFile] | pl.DataFrame | RemoteScan:
        """What is evaluated: files, or rows that are read here, where their labels are cleaned."""
        if not is_url(self.files):
            return self.read() if rules().any else self.found
        if rules().any:
            msg = f"--na, --strip, --ignore-case and --rename read the rows here: download {self.files[0]} first."
            raise OptionError(msg)
        from concordant.sources.remote import scan_remote

        return scan_remote(self.files).as_text(rules().text or ())

    def in_batches(self, *, positive: bool = False) -> dict[str, Any] | None:
        """
        Return the files and the labels, for what reads batches by itself.

        None where columns are read as a whole: of fewer rows, weights, clusters or folds, and where labels are cleaned.
        """
        from concordant.sources.batches import first_rows, many_rows

        files = self.found
        apart = (self.weight, self.cluster, self.fold)
        if rules().any or any(name is not None for name in apart) or not many_rows(files):
            return None
        truth = first_rows(files, [self.truth], 10_000)[self.truth]
        note_labels(truth.drop_nulls().unique().to_list())
        labels, pos_label = self.typed_labels(truth, positive=positive)
        return {"data": files, "labels": labels, **({} if pos_label is None else {"pos_label": pos_label})}

    def typed_labels(self, truth: pl.Series, *, positive: bool = False) -> tuple[list[Label] | None, Label | None]:
        """
        The declared labels and the positive one, of the type that the column of the truth has.

        For a call that needs the `positive` one it is the usual word where nothing is declared, as of a report.
        """
        if self.example is not None and self.labels is None:
            labels = None if self.example.labels is None else list(self.example.labels)
        else:
            labels = None if self.labels is None else parse_labels(self.labels, truth)
        if self.pos_label is not None:
            return labels, parse_label(self.pos_label, truth, "--pos-label")
        if self.example is not None or labels is not None or not positive:
            return labels, None if self.example is None or self.labels is not None else self.example.pos_label
        from concordant.report.task import pair_of_words

        named = pair_of_words(truth.drop_nulls().unique().to_list()) if _is_text(truth, ordered=False) else None
        if named is None:
            return labels, None
        note_at_end(in_options(named[1]))
        return labels, named[0][1]


def check_share(level: float) -> float:
    """Raise for a level that is not between 0 and 1."""
    if not 0 < level < (1 + level) / 2 < 1:  # so near to 1 that the rest is lost is 1
        raise OptionError(f"--level {level:g}: a share between 0 and 1 is needed, such as 0.95.")
    return level


def _of_example(given: Roles, name: str, pred: str | None, score: Sequence[str]) -> Roles:
    """The columns of an example; options choose others of them."""
    from concordant.data import example

    chosen = example(name)
    files, truth, weight = (str(chosen.path),), given.truth or chosen.truth, given.weight or chosen.weight
    if pred or score:
        score = expand_scores(score, files, taken=(truth, pred, weight))
    else:
        pred, score = chosen.pred, chosen.score
    return replace(given, files=files, truth=truth, pred=pred, score=tuple(score), weight=weight, example=chosen)


def _refuse_metrics(files: Sequence[str]) -> None:
    """Raise for the name of a metric where a file is expected."""
    absent = [name for name in files if name.isidentifier() and not Path(name).exists()]
    if not absent:
        return
    from concordant.metrics.definition.facts import meanings

    for name in absent:
        if meanings(name):
            raise OptionError(f"no such file: {name}. To name the metric, write --metric {name}.")


def _what_is_missing(files: Sequence[str], truth: str | None, otherwise: str = _PRED_OR_SCORE) -> str:
    """Say which option is missing, and what the columns are: usually they were forgotten, not unknown."""
    names = _names_in(files)
    if truth is None:
        wanted = "--truth COL says which column holds the truth (or the first rater)"
    else:
        require_columns(names, [truth], where=files[0])
        wanted = otherwise
    return f"{wanted}; the columns are: {_shown(names)}."


def _names_in(files: Sequence[str]) -> Sequence[str]:
    """The names of the columns of the (first) file."""
    from concordant.sources.batches import column_names
    from concordant.sources.remote import scan_remote

    return scan_remote(files).columns if is_url(files) else column_names(files)


def _shown(names: Sequence[str]) -> str:
    return ", ".join(name or "'' (without a name)" for name in names[:12]) + (", ..." if len(names) > 12 else "")


def expand_scores(given: Sequence[str], files: Sequence[str], *, taken: Sequence[str | None] = ()) -> tuple[str, ...]:
    """
    Split at commas and expand patterns such as ``p*``, in the order of the columns in the file.

    A pattern leaves out columns that are `taken` by another role: ``p*`` does not mean ``prediction``.
    """
    if not given:
        return ()
    names = _names_in(files)
    found: dict[str, None] = {}
    for text in given:
        for word in [text] if text in names else [word.strip() for word in text.split(",")]:
            if word in names or not any(mark in word for mark in "*?["):
                require_columns(names, [word], where=files[0])
                found[word] = None
                continue
            matching = [name for name in names if fnmatchcase(name, word) and name not in taken]
            if not matching:
                raise OptionError(f"--score {word!r} matches no column; the columns are: {_shown(names)}.")
            found |= dict.fromkeys(matching)
    return tuple(found)


def _split_groups(given: Sequence[str], files: Sequence[str]) -> tuple[str, ...]:
    """Split columns of groups at commas, unless a column has a name with a comma."""
    if not any("," in text for text in given):
        return tuple(given)
    names = _names_in(files)
    words = [[text] if text in names else [word.strip() for word in text.split(",")] for text in given]
    return tuple(dict.fromkeys(word for several in words for word in several))


# How labels are read where the file is not clean: ``--na``, ``--strip``, ``--ignore-case``.
#
# Every command that reads a file has these options: `reading` adds them to its signature, and `read_rows` obeys them.


@dataclass(frozen=True, slots=True)
class LabelRules:
    """
    What becomes of the texts of a file before they are labels.

    Parameters
    ----------
    text : COL
        Column of CSV whose labels look like numbers and are text, such as codes; may be repeated.
    na : VALUE
        Value that means missing, such as -9 or 'not rated'; may be repeated.
    strip
        Drop blanks around labels, and around the names of raters and groups: ' yes' is 'yes'.
    ignore_case
        Labels that differ in capitals alone are one, written as most rows do; also names of raters and groups.
    rename : OLD=NEW
        Read a label as another one, such as postive=positive; a group where no label is called OLD. May be repeated.
    """

    text: list[str] | None = None
    na: list[str] | None = None
    strip: bool = False
    ignore_case: bool = False
    rename: list[str] | None = None

    @property
    def any(self) -> bool:
        """Whether there is a rule that changes texts."""
        return bool(self.na or self.strip or self.ignore_case or self.rename)

    @property
    def renamed(self) -> dict[str, str]:
        """What labels are read as."""
        pairs = {}
        for text in self.rename or ():
            old, _, new = text.partition("=")
            if not old or not new or old in pairs:
                raise OptionError(f"--rename {text}: write it once for a label, as OLD=NEW: --rename postive=positive.")
            pairs[old] = new
        return pairs

    @property
    def words(self) -> tuple[str, ...]:
        """The rules as one types them behind a command."""
        text = [word for name in self.text or () for word in ("--text", name)]
        missing = [word for value in self.na or () for word in ("--na", value)]
        renamed = [word for pair in self.rename or () for word in ("--rename", pair)]
        return (*text, *missing, *["--strip"] * self.strip, *["--ignore-case"] * self.ignore_case, *renamed)


def rules() -> LabelRules:
    """Return the rules of the command that runs."""
    return _RULES.get() or LabelRules()


def reading(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command that has the options of `LabelRules`, too, and obeys them."""

    @wraps(command)
    def run(label_rules: LabelRules, **named: Any) -> Any:
        _RULES.set(label_rules)
        try:
            return command(**named)
        except (ScoreError, WeightError) as error:
            text = _TEXT_AMONG_NUMBERS.search(str(error))
            if text is None:
                raise
            raise type(error)(f"{error} Say --na {shlex.quote(text[1])} if it means missing.") from error

    own = list(inspect.signature(command).parameters.values())
    place = len(own) - (own[-1].kind is inspect.Parameter.VAR_KEYWORD)
    own.insert(place, inspect.Parameter("label_rules", inspect.Parameter.KEYWORD_ONLY, annotation=LabelRules))
    changed: Any = run
    changed.__signature__ = inspect.Signature(own)
    return run


def read_as(files: Source, *, declared: Sequence[str] = (), **roles: Any) -> list[DataFile]:
    """
    Return files whose columns are read by their `roles`, see `with_roles`, and by the rules of the command.

    `declared` are labels as typed.
    """
    from concordant.sources.source import with_roles

    found = with_roles(files, **roles, text=rules().text or (), declared=text_among(declared))
    if rules().text:
        from concordant.sources.batches import column_names

        require_columns([*column_names(found), *dict(found[0].combined)], rules().text or (), where=str(found[0].path))
    return found


def read_rows(files: Sequence[DataFile], columns: Sequence[str], *, declared: Sequence[str] = ()) -> pl.DataFrame:
    """
    Read columns by their roles and the rules of the command, with a progress bar if that takes long.

    Parameters
    ----------
    files : sequence of DataFile
        As `read_as` gives them.
    columns : sequence of str
    declared : sequence of str
        Labels as typed, whose spelling wins.
    """
    return _read(files, columns, declared)[0]


def _read(
    files: Sequence[DataFile],
    columns: Sequence[str],
    declared: Sequence[str],
    blanks: Sequence[str] = (),
    named: Sequence[str] = (),
    what: str = "group",
) -> tuple[pl.DataFrame, int, list[str]]:
    """
    Read columns; and how many cells were made missing in some of them, as they hold nothing but blanks.

    Names in the columns `named` are spelled in one way where labels are; the remarks on that come last. They say `what`
    has the name.
    """
    import polars as pl

    from concordant.sources.batches import as_text, by_file, read_columns, refuse_texts

    WHOLE_COLUMN.set((files, columns[0]))
    with scan_progress() as progress:
        try:
            frame = read_columns(files, columns, progress=progress)
        except (ScoreError, WeightError):
            if not rules().na:
                raise
            written = [as_text(replace(file, scores=frozenset(), weights=frozenset()), file.numbers) for file in files]
            frame = read_columns(written, columns, progress=progress)  # what means missing may be a text
    before = [names_of(frame[name]) for name in named]
    if rules().any:
        frame = cleaned(frame, rules(), files[0], declared, named)
        if any(_is_text(frame[name]) for name in columns if name in files[0].numbers):
            refuse_texts(by_file(frame, files))
    blank = {name: frame[name].str.strip_chars() == "" for name in blanks if frame[name].dtype == pl.String}
    kept = [pl.select(pl.when(~cells).then(frame[name])).to_series().alias(name) for name, cells in blank.items()]
    frame = frame.with_columns(kept)
    for name in columns:
        if name in files[0].labels and _is_text(frame[name]):
            counts = _as_text(frame[name]).drop_nulls().alias("label").value_counts()
            note_labels(dict(counts.iter_rows()))
    remarks: list[str] = []
    for name, names in zip(named, before, strict=True):
        remarks += remarks_on_names(names, names_of(frame[name]), what)
    return frame, sum(int(cells.sum() or 0) for cells in blank.values()), remarks


def _is_text(column: pl.Series, *, ordered: bool = True) -> bool:
    """Whether it holds text; an enumeration is text whose order is declared."""
    import polars as pl

    return column.dtype in (pl.String, pl.Categorical) or (ordered and column.dtype == pl.Enum)


def read_ratings(
    files: Source,
    rated: Sequence[str],
    *,
    names: Sequence[str | None] = (),
    numbers: Sequence[str | None] = (),
    blanks: Sequence[str | None] = (),
    labels: Sequence[str] | None = None,
    words: Sequence[str] = (),
    rater: str | None = None,
    group: str | None = None,
    cluster: str | None = None,
    missing: Missing = "raise",
) -> tuple[pl.DataFrame, list[Label] | None, list[str]]:
    """
    Read columns of labels, and those of names and numbers beside them.

    `labels` and `words` are as typed. Cells of nothing but blanks are missing in columns of labels, and in `blanks`.
    Names in the column `rater`, or else those in the column `group`, are spelled in one way where labels are. `missing`
    says what becomes of rows whose `cluster` is missing: an error, or they are left out.

    Returns
    -------
    DataFrame, list of labels or None, list of str
        The columns, the labels in the type of their column, and remarks.
    """
    names = (*names, cluster)
    columns = list(dict.fromkeys(name for name in (*rated, *names, *numbers) if name is not None))
    declared = [*typed_words(labels), *words]
    found = read_as(files, labels=rated, names=names, declared=declared)
    empty = [name for name in columns if name in (*rated, *blanks)]
    named, what = [name for name in (rater or group,) if name is not None], "group" if rater is None else "rater"
    frame, many, about_names = _read(found, columns, declared, empty, named, what)
    cells = "1 cell holds nothing but blanks and counts" if many == 1 else f"{many:,} cells hold nothing but blanks and"
    remarks = [f"remark: {cells}{'' if many == 1 else ' count'} as missing"] if many else []
    remarks += [remark for file in found if (remark := _short_lines(file))]
    remarks += about_names
    if cluster is not None:
        frame, about = _with_clusters(frame, cluster, missing)
        remarks += about
    return frame, None if labels is None else parse_labels(labels, frame[rated[0]]), remarks


def _with_clusters(frame: pl.DataFrame, cluster: str, missing: Missing) -> tuple[pl.DataFrame, list[str]]:
    """The rows whose cluster is known, and a remark on those that are left out."""
    from concordant.inputs.rows import kept_rows

    column = frame[cluster]
    absent = column.is_null() | (column.is_nan().fill_null(value=False) if column.dtype.is_float() else False)
    kept, dropped = kept_rows([(cluster, absent.to_numpy())], missing, None)
    if kept is None or not dropped:
        return frame, []
    if dropped == len(frame):
        raise MissingValuesError(f"every row lacks its cluster: column {cluster!r} has no value.")
    rows = "1 row is" if dropped == 1 else f"{dropped:,} rows are"
    return frame.filter(kept), [f"remark: {rows} left out, where {cluster} is missing"]


def _short_lines(file: DataFile) -> str | None:
    """A remark on lines of CSV that have fewer fields than the header; the rest of their fields is missing."""
    from concordant.sources.csv_files import short_lines

    lines = short_lines(file) if file.kind == "csv" and file.path.stat().st_size < _MOST_BYTES else []
    if not lines:
        return None
    shown = (
        f"{file.path.name}: line {lines[0]:,} is"
        if len(lines) == 1
        else f"{len(lines):,} lines of {file.path.name} are"
    )
    first = "" if len(lines) == 1 else f" (the first is line {lines[0]:,})"
    return f"remark: {shown} shorter than the header{first}: the fields that are not there count as missing"


def names_of(column: pl.Series) -> list[str]:
    """The names in a column of text, without those that hold nothing but blanks; none in another column."""
    if not _is_text(column, ordered=False):
        return []
    names = _as_text(column.drop_nulls().unique())
    return names.filter(names.str.strip_chars() != "").sort().to_list()


def remarks_on_names(before: Sequence[str], after: Sequence[str], what: str) -> list[str]:
    """Remarks on names of raters or groups that have become one by the rules for labels, or would."""
    from concordant.inputs.label_values import alike

    replaced = {*rules().renamed, *(rules().na or ())}
    remarks = []
    for group in alike([name for name in before if name.strip() not in replaced]):
        kept = sorted(set(after) & {*group, *map(str.strip, group)})
        if len(kept) < 2:
            shown = " and ".join(map(repr, group))
            remarks.append(f"remark: {shown} are one {what}, {(kept or [group[0].strip()])[0]!r}")
            continue
        options = same_spelling([kept])
        how = f"{options} makes them one" if options else "write them alike in the file"
        shown = " and ".join(map(repr if options else ascii, kept))
        remarks.append(f"remark: the {what}s {shown} count as {len(kept)}: {how}")
    return remarks


def note_groups(groups: Sequence[Any]) -> None:
    """Say which groups differ in case and blanks alone; where labels are cleaned, reading the rows said so."""
    if rules().any:
        return
    names = sorted(name for name in groups if isinstance(name, str))
    note(*remarks_on_names(names, names, "group"))


def cleaned(
    frame: pl.DataFrame, given: LabelRules, file: DataFile, declared: Sequence[str] = (), named: Sequence[str] = ()
) -> pl.DataFrame:
    """
    Return the columns without what is missing; those of labels in one type, and with one spelling of each.

    Names in the columns `named` get one spelling, too, each column for itself.
    """
    from concordant.sources.csv_files import has_decimal_comma, named_by_numbers, some_are_text, typed

    labels = [name for name in frame.columns if name in file.labels]
    if given.na:
        text = {name for name in frame.columns if _is_text(frame[name])}
        frame = frame.with_columns(_without(column, given.na or ()) for column in frame.iter_columns())
        of_names = [named_by_numbers(frame[name]) for name in text & file.names]
        comma = has_decimal_comma(file)
        kept = file.text | file.names
        read = frame.with_columns(typed(frame[name], decimal_comma=comma) for name in text - kept).with_columns(
            of_names
        )
        frame = read.with_columns(frame.select(labels)) if some_are_text(read.select(labels)) else read
    texts = [name for name in labels if _is_text(frame[name])]
    names = [name for name in named if name not in labels and _is_text(frame[name], ordered=False)]
    if given.strip:
        frame = frame.with_columns(_as_text(frame[name]).str.strip_chars() for name in [*texts, *names])
    if given.rename:
        frame = _renamed(frame, labels, names, given.renamed)
    if given.ignore_case:
        for columns, words in [(texts, declared), *(([name], ()) for name in names)]:
            spelling = _spellings([frame[name] for name in columns], words) if columns else {}
            frame = frame.with_columns(_as_text(frame[name]).replace(spelling) for name in columns)
    return frame


def _renamed(
    frame: pl.DataFrame, labels: Sequence[str], names: Sequence[str], renamed: Mapping[str, str]
) -> pl.DataFrame:
    """Read labels as others, all at once, and say of how many cells; names where no label is called so."""
    before = [_as_text(frame[name]) if _is_text(frame[name]) else frame[name] for name in [*labels, *names]]
    of_labels, of_names = before[: len(labels)], before[len(labels) :]
    after = {column.name: column for column in before}
    for old, new in renamed.items():
        what, columns = "label", of_labels
        if of_names and not _occurs(old, of_labels):
            what, columns = "name", of_names
        places = [(column == parse_label(old, column, "--rename")).fill_null(value=False) for column in columns]
        cells = sum(int(here.sum()) for here in places)
        if not cells:
            occurring = {str(label) for column in before for label in column.drop_nulls().unique().to_list()}
            shown = ", ".join(sorted(occurring)[:12])
            no, every = ("label or name", "labels and names") if names else ("label", "labels")
            raise LabelError(
                f"--rename {old}={new}: there is no {no} {old!r}; the {every} are {shown}."
                + did_you_mean(old, occurring)
            )
        note(f"{cells:,} {what}{'s' if cells > 1 else ''} {old!r} read as {new!r}")
        for column, here in zip(columns, places, strict=True):
            label = parse_label(new, column, "--rename")
            after[column.name] = _replaced(after[column.name], here, label)
    return frame.with_columns(after.values())


def _occurs(word: str, columns: Sequence[pl.Series]) -> bool:
    """Whether a label as typed is in one of the columns."""
    for column in columns:
        with suppress(LabelError):  # of text where there are numbers
            if (column == parse_label(word, column, "--rename")).any():
                return True
    return False


def _replaced(column: pl.Series, here: pl.Series, label: Label) -> pl.Series:
    import polars as pl

    return pl.select(pl.when(here).then(pl.lit(label)).otherwise(column)).to_series().alias(column.name)


def _without(column: pl.Series, na: Sequence[str]) -> pl.Series:
    """The column with null for values that mean missing."""
    import polars as pl

    text, words = _is_text(column), [word.strip() for word in na]
    if column.dtype.is_numeric():
        absent = _is_number(column, words)
    elif text or column.dtype in (pl.Boolean, pl.Date):
        absent = _as_text(column).str.strip_chars().is_in(words)
    else:
        return column
    kept = pl.select(pl.when(~absent).then(_as_text(column) if text else column)).to_series().alias(column.name)
    if kept.null_count() == len(kept):
        raise MissingValuesError(f"column {column.name!r} has no value left: all are missing, or --na {', '.join(na)}.")
    return kept


def _as_text(column: pl.Series) -> pl.Series:
    import polars as pl

    return column.cast(pl.String)


def _is_number(column: pl.Series, na: Sequence[str]) -> pl.Series:
    """Where a number is one of those that mean missing; Polars 2 compares values of one type only."""
    import polars as pl

    kind = column.dtype if column.dtype.is_integer() or column.dtype.is_float() else pl.Float64()
    texts = []
    for text in na:
        with suppress(ValueError):
            texts.append(str(as_number(text)))
    marks = pl.Series(texts, dtype=pl.String).cast(kind, strict=False).drop_nulls()
    return column.cast(kind).is_in(marks.implode())


def _spellings(columns: Sequence[pl.Series], declared: Sequence[str]) -> dict[str, str]:
    """For each text the one that is kept: the declared one, else that of most rows, of as many the first in order."""
    import polars as pl

    every = pl.concat([_as_text(column).alias("label") for column in columns]).drop_nulls()
    counts = every.value_counts().sort(["count", "label"], descending=[True, False])
    kept = {label.casefold(): label for label in reversed(counts["label"].to_list())}
    kept |= {label.casefold(): label for label in declared}
    return {label: kept[label.casefold()] for label in counts["label"].to_list()}
