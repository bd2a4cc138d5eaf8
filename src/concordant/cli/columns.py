"""Files and columns as typed: roles, stdin, label rules, required numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, ClassVar

from concordant.cli.command import as_typed
from concordant.cli.label_rules import cleaned, is_text, remarks_on_names, rules
from concordant.cli.options import DEFAULT, Missing
from concordant.cli.output import note, note_at_end, note_labels
from concordant.cli.wording import (
    COLUMNS,
    FILES,
    WHOLE_COLUMN,
    in_options,
    parse_label,
    parse_labels,
    text_among,
    typed_words,
)
from concordant.errors import DataFileError, MissingValuesError, OptionError, ScoreError, WeightError
from concordant.names import is_written_as_number, require_columns
from concordant.settings import progress_of
from concordant.sources.files import combined_name, is_url, with_combined_files, with_combined_frame

if TYPE_CHECKING:
    import polars as pl

    from concordant.data import Example
    from concordant.sources.files import DataFile, Source
    from concordant.sources.remote import RemoteScan
    from concordant.typing import Label


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedColumns:
    """What was typed of files and columns: each field is an option of every command that takes a `TypedColumns`."""

    needs: ClassVar[str] = "--pred COL"  # beside the truth
    otherwise: ClassVar[str] = (
        "--pred COL (predicted labels, or the second rater) or --score COL says what to compare it with"
    )

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
                raise OptionError(f"name a file: concordant {command} FILE --truth COL {self.needs}, or try --example.")
            if self.truth is None or not (pred or score):
                raise OptionError(_what_is_missing(files, self.truth, self.otherwise))
            scores = expand_scores(score, files, taken=(self.truth, pred, self.weight))
            roles = replace(given, pred=pred, score=scores)
        roles = replace(roles, apart=split_groups(roles.apart, roles.files))
        COLUMNS.set(roles.arguments)
        FILES.set(files)
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
        positive = [] if self.pos_label is None or not is_written_as_number(self.pos_label) else [self.pos_label]
        return [*typed_words(self.labels), *positive]

    @property
    def by(self) -> str | None:
        """The column of groups, or what several together are called."""
        return combined_name(self.apart) if self.apart else None

    def read(self) -> pl.DataFrame:
        """Read the columns, and say how far that is if it takes long; several groups are combined in one column."""
        columns = list(dict.fromkeys([*(name for name in self.columns if name != self.by), *self.apart]))
        frame, _ = _read(self._found(self.apart), columns, [*self.declared, *filter(None, [self.pos_label])])
        if len(self.apart) > 1:
            frame = with_combined_frame(frame, self.apart)
        return frame.select(self.columns)

    def call(self, *, whole: bool = False, positive: bool = False) -> dict[str, Any]:
        """
        Return what a call takes beside the truth and what is compared with it: the rows, labels, and names of columns.

        The rows are the files where there are many, for what reads batches by itself; a frame where they are read as a
        `whole`, also for weights, groups, folds, clusters and labels that are cleaned.
        """
        from concordant.sources.batches import first_rows, many_rows

        apart = (self.weight, self.by, self.fold, self.cluster)
        data: Any = None if whole or rules().any or any(name is not None for name in apart) else self.found
        if data is None or not many_rows(data):
            data = self.read()
            truth = data[self.truth]
        else:
            truth = first_rows(data, [self.truth], 10_000)[self.truth]
            note_labels(truth.drop_nulls().unique().to_list())
        labels, pos_label = self.typed_labels(truth, positive=positive)
        beside = {"sample_weight": self.weight, "cluster": self.cluster, "cv": self.fold}
        given = {"data": data, "labels": labels, "pos_label": pos_label, **beside}
        return {name: value for name, value in given.items() if value is not None}

    def in_memory(self, *, positive: bool = False) -> tuple[pl.DataFrame, dict[str, Any]]:
        """Read the columns; return them, and what a call takes that knows no names of columns."""
        return as_columns(self.call(whole=True, positive=positive))

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

        named = pair_of_words(truth.drop_nulls().unique().to_list()) if is_text(truth, ordered=False) else None
        if named is None:
            return labels, None
        note_at_end(in_options(named[1]))
        return labels, named[0][1]


def without_missing(frame: pl.DataFrame, missing: Any) -> pl.DataFrame:
    """The rows without a missing value, as all models are compared on the same ones."""
    whole = _without_missing(frame, frame.columns, missing)
    if frame.height and not whole.height:
        raise MissingValuesError(
            f"no row is complete: each of the {len(frame)} rows has a missing value in one of "
            f"{', '.join(frame.columns)}."
        )
    note_left_out(len(whole), len(frame) - len(whole))
    return whole


def _without_missing(frame: pl.DataFrame, names: Sequence[str], missing: Any) -> pl.DataFrame:
    """The rows that lack no value of these columns."""
    from concordant.inputs.rows import kept_rows
    from concordant.sources.whole_batches import absent_cells

    kept, _ = kept_rows([(name, absent_cells(frame[name])) for name in names], missing, None)
    return frame if kept is None else frame.filter(kept)


def note_left_out(kept: int, lost: int) -> None:
    """Say how many rows are left out, if any are."""
    if lost:
        note(f"{lost:,} of {kept + lost:,} rows have a missing value and are left out")


def as_columns(given: Mapping[str, Any]) -> tuple[pl.DataFrame, dict[str, Any]]:
    """The frame of what `Roles.call` gives, and the rest with columns in place of their names."""
    frame = given["data"]
    columns = {role: frame[given[role]] for role in ("sample_weight", "cluster", "cv") if role in given}
    return frame, {role: value for role, value in given.items() if role != "data"} | columns


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


def _what_is_missing(files: Sequence[str], truth: str | None, otherwise: str) -> str:
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


def split_groups(given: Sequence[str] | None, files: Sequence[str]) -> tuple[str, ...]:
    """Split columns of groups at commas, unless a column has a name with a comma."""
    if not any("," in text for text in given or ()):
        return tuple(given or ())
    names: Sequence[str] = ()
    with suppress(DataFileError):  # what reads the files says it
        names = _names_in(files)
    words = [[text] if text in names else [word.strip() for word in text.split(",")] for text in given or ()]
    return tuple(dict.fromkeys(word for several in words for word in several))


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


def _read(
    files: Sequence[DataFile], columns: Sequence[str], declared: Sequence[str], blanks: Sequence[str] = ()
) -> tuple[pl.DataFrame, int]:
    """Read columns; and how many cells were made missing in some of them, as they hold nothing but blanks."""
    import polars as pl

    from concordant.sources.batches import as_text, by_file, read_columns, refuse_texts

    WHOLE_COLUMN.set((files, columns[0]))
    with progress_of("reading rows") as progress:
        try:
            frame = read_columns(files, columns, progress=progress)
        except (ScoreError, WeightError):
            if not rules().na:
                raise
            written = [as_text(replace(file, scores=frozenset(), weights=frozenset()), file.numbers) for file in files]
            frame = read_columns(written, columns, progress=progress)  # what means missing may be a text
    if rules().any:
        frame = cleaned(frame, rules(), files[0], declared)
        if any(is_text(frame[name]) for name in columns if name in files[0].numbers):
            refuse_texts(by_file(frame, files))
    blank = {name: frame[name].str.strip_chars() == "" for name in blanks if frame[name].dtype == pl.String}
    kept = [pl.select(pl.when(~cells).then(frame[name])).to_series().alias(name) for name, cells in blank.items()]
    frame = frame.with_columns(kept)
    for name in columns:
        if name in files[0].labels and is_text(frame[name]):
            counts = frame[name].cast(pl.String).drop_nulls().alias("label").value_counts()
            note_labels(dict(counts.iter_rows()))
    return frame, sum(int(cells.sum() or 0) for cells in blank.values())


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
    groups: Sequence[str] = (),
    cluster: str | None = None,
    missing: Missing = "raise",
) -> tuple[pl.DataFrame, list[Label] | None, list[str]]:
    """
    Read columns of labels, and those of names and numbers beside them.

    `labels` and `words` are as typed. Cells of nothing but blanks are missing in columns of labels, and in `blanks`.
    Several columns of `groups` get one more that combines them. `missing` says what becomes of rows whose `cluster` is
    missing: an error, or they are left out.

    Returns
    -------
    DataFrame, list of labels or None, list of str
        The columns, the labels in the type of their column, and remarks.
    """
    names = (*names, cluster, *groups)
    columns = list(dict.fromkeys(name for name in (*rated, *names, *numbers) if name is not None))
    declared = [*typed_words(labels), *words]
    found = read_as(files, labels=rated, names=names, declared=declared)
    empty = [name for name in columns if name in (*rated, *blanks)]
    named, what = (groups, "group") if rater is None else ([rater], "rater")
    frame, many = _read(found, columns, declared, empty)
    cells = "1 cell holds nothing but blanks and counts" if many == 1 else f"{many:,} cells hold nothing but blanks and"
    remarks = [f"remark: {cells}{'' if many == 1 else ' count'} as missing"] if many else []
    for name in named:
        remarks += remarks_on_names(frame[name].unique().to_list(), what)
    if len(groups) > 1:
        frame = with_combined_frame(frame, groups)
    if cluster is not None:
        frame, about = _with_clusters(frame, cluster, missing)
        remarks += about
    return frame, None if labels is None else parse_labels(labels, frame[rated[0]]), remarks


def _with_clusters(frame: pl.DataFrame, cluster: str, missing: Missing) -> tuple[pl.DataFrame, list[str]]:
    """The rows whose cluster is known, and a remark on those that are left out."""
    known = _without_missing(frame, [cluster], missing)
    dropped = len(frame) - len(known)
    if not dropped:
        return frame, []
    if not known.height:
        raise MissingValuesError(f"every row lacks its cluster: column {cluster!r} has no value.")
    from concordant.result.record import counted

    return known, [f"remark: {counted(dropped, 'row is', 'rows are')} left out, where {cluster} is missing"]


def remarks_on_repeats(names: pl.Series, what: str) -> list[str]:
    """A remark on rows whose name a row before them has."""
    from concordant.inputs.labels import listed
    from concordant.result.record import counted

    again = names.drop_nulls()
    again = again.filter(~again.is_first_distinct())
    if again.is_empty():
        return []
    rows, shown = (
        counted(len(again), "row repeats", "rows repeat"),
        listed(again.unique(maintain_order=True).to_list(), 2),
    )
    mend = f"with --cluster {as_typed(names.name)} the rows of one name belong together"
    return [f"remark: {rows} {what} that came before ({shown}); every row counts: {mend}"]
