"""The role of each column: named by options, or given by an example."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

from concordant.cli.checked_command import DEFAULT
from concordant.cli.label_questions import note_labels
from concordant.cli.label_rules import read_rows, rules
from concordant.cli.option_wording import errors_in_options
from concordant.cli.progress import scan_progress
from concordant.cli.required_numbers import require_numbers
from concordant.cli.stdin_file import as_typed
from concordant.cli.typed_labels import parse_label, parse_labels, typed_words
from concordant.errors import OptionError
from concordant.names import require_columns
from concordant.sources.batches import RemoteScan, is_url, scan_remote
from concordant.sources.files import combined_name, with_combined_files

if TYPE_CHECKING:
    import polars as pl

    from concordant.data import Example
    from concordant.report.results import Exact
    from concordant.result.comparisons import Adjust
    from concordant.sources.files import DataFile
    from concordant.sources.labels import LabelGroups
    from concordant.sources.moments import MeasuredRows
    from concordant.sources.scores import ClassScores, ScoredRows
    from concordant.typing import Label, Missing


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """
    Files and the columns in them that are read; `labels` and `pos_label` as typed, or as the example says.

    `cluster` and those of `apart` are columns of groups, `more` the predictions of further models. `left_out` takes
    damaged files; None where these are an error.
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
    apart: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    left_out: dict[str, str] | None = None

    @property
    def columns(self) -> list[str]:
        """The columns to read."""
        named = (self.truth, self.pred, *self.more, *self.score, self.weight, self.cluster, self.by)
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
        if len(self.score) == 1:
            named |= {"y_score": self.score[0], "y_prob": self.score[0]}
        return {argument: column for argument, column in named.items() if column is not None}

    @property
    def found(self) -> list[DataFile]:
        """The files that the names mean."""
        from concordant.sources.files import find_files

        files = find_files(self.files, left_out=self.left_out)
        return with_combined_files(files, self.apart) if len(self.apart) > 1 else files

    @property
    def by(self) -> str | None:
        """The column of groups, or what several together are called."""
        return combined_name(self.apart) if self.apart else None

    def read(self) -> pl.DataFrame:
        """Read the columns, with a progress bar if that takes long."""
        named = [name for name in (self.truth, self.pred, *self.more) if name is not None]
        declared = [*([] if self.labels is None else typed_words(self.labels)), *filter(None, [self.pos_label])]
        frame = read_rows(self.found, self.columns, labels=named, declared=declared)
        for name in (*self.score, *([] if self.weight is None else [self.weight])):
            require_numbers(frame[name], "--weight" if name == self.weight else "--score")
        return frame

    def rows(
        self, task: str | None, missing: Missing, *, exact: Exact = False, page: bool = False
    ) -> pl.DataFrame | LabelGroups | MeasuredRows | ScoredRows | ClassScores | RemoteScan:
        """
        Read the columns; of two columns of labels only which pairs occur, and how often; of many scores the states.

        Memory holds a batch of the rows then, and not all of them; of one score a class only for a `page`, which has no
        intervals of their ranking. Files elsewhere are given on as they are.
        """
        if is_url(self.files):
            if rules().any:
                msg = f"--na, --strip and --ignore-case read the rows here: download {self.files[0]} first."
                raise OptionError(msg)
            return scan_remote(self.files)
        if rules().any:
            return self.read()
        if len(self.score) == 1 and not (self.more or self.cluster) and task in (None, "binary"):
            scored = self._scored(missing, exact=exact)
            return self.read() if scored is None else scored
        if page and len(self.score) > 2 and task in (None, "multiclass", "ordinal") and exact is not True:
            classed = self._classed(task, missing)
            return self.read() if classed is None else classed
        if self.pred is None or self.score or self.more:
            return self.read()
        from concordant.report.batches import gathered_in_files, groups_by_in_files
        from concordant.report.task import look_for

        labels = self.example.labels if self.labels is None and self.example is not None else self.labels
        look = None if task == "continuous" else look_for(task, labels)
        columns = (self.truth, self.pred, self.weight)
        found: LabelGroups | MeasuredRows | None
        with scan_progress() as progress, errors_in_options(self.arguments):
            if self.by is not None or self.cluster is not None:
                apart = {"by": self.by, "cluster": self.cluster}
                found = groups_by_in_files(self.found, columns, look, missing, progress, **apart)
            else:
                found = gathered_in_files(self.found, columns, look, missing, progress)
        return self.read() if found is None else found

    def _scored(self, missing: Missing, *, exact: Exact) -> ScoredRows | None:
        """Read labels of two classes and scores in batches; None where the columns are to be read."""
        from concordant.report.batches import ScoredColumns, scored_in_files
        from concordant.sources.batches import many_rows

        files = self.found
        if not many_rows(files):
            return None
        labels, pos_label = self._labels_of_head(files)
        wanted = ScoredColumns(self.truth, self.score[0], self.pred, self.weight, labels, pos_label, self.by)
        with scan_progress() as progress, errors_in_options(self.arguments):
            return scored_in_files(files, wanted, missing, progress, exact=exact)

    def _classed(self, task: Any, missing: Missing) -> ClassScores | None:
        """Read labels and one score a class in batches; None where the columns are to be read."""
        from concordant.report.batches import ClassColumns, classes_in_files
        from concordant.sources.batches import many_rows

        files = self.found
        if self.more or self.cluster or self.by or self.weight or not many_rows(files):
            return None
        labels, _ = self._labels_of_head(files)
        wanted = ClassColumns(self.truth, self.score, self.pred, labels, task)
        with scan_progress() as progress, errors_in_options(self.arguments):
            return classes_in_files(files, wanted, missing, progress)

    def in_batches(self) -> dict[str, Any] | None:
        """
        Return the files and the labels, for what reads batches by itself.

        None where columns are read as a whole: of fewer rows, of weights, of clusters, and where labels are cleaned.
        """
        from concordant.sources.batches import many_rows

        files = self.found
        if rules().any or self.weight is not None or self.cluster is not None or not many_rows(files):
            return None
        labels, pos_label = self._labels_of_head(files)
        return {"data": files, "labels": labels, **({} if pos_label is None else {"pos_label": pos_label})}

    def _labels_of_head(self, files: Sequence[DataFile]) -> tuple[list[Label] | None, Label | None]:
        """The declared labels and the positive one, by the first rows of files that are read in batches."""
        from concordant.sources.batches import first_rows

        truth = first_rows(files, [self.truth], 10_000)[self.truth]
        note_labels(truth.drop_nulls().unique().to_list())
        return self.typed_labels(truth)

    def typed_labels(self, truth: pl.Series) -> tuple[list[Label] | None, Label | None]:
        """The declared labels and the positive one, of the type that the column of the truth has."""
        if self.example is not None and self.labels is None:
            labels = None if self.example.labels is None else list(self.example.labels)
        else:
            labels = None if self.labels is None else parse_labels(self.labels, truth)
        if self.pos_label is not None:
            return labels, parse_label(self.pos_label, truth, "--pos-label")
        return labels, None if self.example is None or self.labels is not None else self.example.pos_label


def check_choice(option: str, value: str | None, choices: Sequence[str]) -> None:
    """Raise for a value that is not one of the choices."""
    if value is not None and value not in choices:
        msg = f"{option} {value}: choose one of {', '.join(choices)}."
        raise OptionError(msg)


def check_adjust(given: str) -> Adjust:
    """Return how p-values are adjusted; raise for a value that is not one of the choices."""
    check_choice("--adjust", given, ("holm", "fdr", "fdr-by", "none"))
    found: Adjust = None if given == "none" else given  # type: ignore[assignment]  # one of the names
    return found


def check_share(level: float) -> float:
    """Raise for a level that is not between 0 and 1."""
    if not 0 < level < (1 + level) / 2 < 1:  # so near to 1 that the rest is lost is 1
        msg = f"--level {level:g}: a share between 0 and 1 is needed, such as 0.95."
        raise OptionError(msg)
    return level


def find_roles(
    files: Sequence[str],
    *,
    example: str | None,
    default_example: str,
    truth: str | None,
    pred: str | None,
    score: Sequence[str],
    weight: str | None,
    labels: Sequence[str] | None,
    pos_label: str | None,
    command: str = "report",
) -> Roles:
    """Check that the roles are there, in the words of the options."""
    given = Roles(files=tuple(files), truth=truth or "", weight=weight, labels=labels or None, pos_label=pos_label)
    if example is not None:
        if files:
            msg = f"--example brings its own file; leave out {files[0]}."
            raise OptionError(msg)
        return _of_example(given, default_example if example == DEFAULT else example, pred, score)
    if not files:
        msg = f"name a file: concordant {command} FILE --truth COL --pred COL, or try --example."
        raise OptionError(msg)
    _refuse_metrics(files)
    if truth is None or not (pred or score):
        raise OptionError(_what_is_missing(files, truth))
    return replace(given, pred=pred, score=expand_scores(score, files, taken=(truth, pred, weight)))


def _refuse_metrics(files: Sequence[str]) -> None:
    """Raise for the name of a metric where a file is expected."""
    absent = [name for name in files if name.isidentifier() and not Path(name).exists()]
    if not absent:
        return
    from concordant.metrics.definition.facts import meanings

    for name in absent:
        if meanings(name):
            msg = f"no such file: {name}. To name the metric, write --metric {name}."
            raise OptionError(msg)


def find_one_score(
    files: Sequence[str],
    *,
    command: str,
    example: str | None,
    default_example: str,
    truth: str | None,
    score: str | None,
    weight: str | None,
    labels: Sequence[str] | None,
    pos_label: str | None = None,
    cluster: str | None = None,
) -> Roles:
    """Check the roles of a command that cuts one score."""
    if example is None and not files:
        msg = f"name a file: concordant {command} FILE --truth COL --score COL, or try --example."
        raise OptionError(msg)
    if example is None and truth is not None and score is None:
        raise OptionError(_what_is_missing(files, truth, "--score COL says which column is to be cut"))
    found = find_roles(
        files,
        example=example,
        default_example=default_example,
        truth=truth,
        pred=None,
        score=() if score is None else (score,),
        weight=weight,
        labels=labels,
        pos_label=pos_label,
        command=command,
    )
    if len(found.score) != 1:
        named = "the example has" if score is None else f"--score {score} names"
        msg = f"one score is cut at a time, and {named} {len(found.score)}."
        raise OptionError(msg)
    return replace(found, cluster=cluster)


def _of_example(given: Roles, name: str, pred: str | None, score: Sequence[str]) -> Roles:
    """The columns of an example; options choose others of them."""
    from concordant.data import example

    found = example(name)
    files = (str(found.path),)
    taken = (given.truth or found.truth, pred, given.weight or found.weight)
    own = not (pred or score)
    return replace(
        given,
        files=files,
        truth=taken[0],
        pred=found.pred if own else pred,
        score=found.score if own else expand_scores(score, files, taken=taken),
        weight=taken[2],
        example=found,
    )


_PRED_OR_SCORE = "--pred COL (predicted labels, or the second rater) or --score COL says what to compare it with"


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
                msg = f"--score {word!r} matches no column; the columns are: {_shown(names)}."
                raise OptionError(msg)
            found |= dict.fromkeys(matching)
    return tuple(found)
