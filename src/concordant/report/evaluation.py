"""An evaluation: what was found, plain values with their reasons, and the ways to show it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from concordant.errors import DataFileError, OptionError
from concordant.metrics.definition.facts import meanings
from concordant.metrics.definition.registry import ALIASES
from concordant.report.choices import metric_key
from concordant.report.records import ClassBalance, ClassMetric, Groups, PageStates, Result, in_columns, names_of
from concordant.report.results import take_further
from concordant.report.rows import PageRows
from concordant.report.task import Task
from concordant.report.uncertainty import Uncertainty
from concordant.result.record import Record, as_columns, plain
from concordant.result.wording import LabelRules
from concordant.settings import without_warnings
from concordant.states import BucketCurve, Counts, Curve, CurveStack
from concordant.typing import Label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from concordant.explain import KappaExplanation
    from concordant.findings import Findings
    from concordant.result import CutPoints

_FORMAT, _FORMAT_OF_CELLS = 1, 2
_MOST_CUT = 200_000  # rows whose best cut points are looked for; of more the command of its own does it


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Evaluation(Record):
    """
    The whole page as data. ``print`` shows it, `to_html` makes the interactive page.

    Attributes
    ----------
    task : {"binary", "multiclass", "ordinal", "continuous"}
        What the labels are taken as; continuous ratings have none.
    assumptions : tuple of str
        What was found out or assumed, in plain words.
    remarks : tuple of str
        Plain facts that help to read the numbers.
    findings : Findings
        What stands out, what it means and what to do next.
    n, n_missing : int
        Rows that were used, and rows dropped because a value was missing.
    weighted : bool
        Whether rows had weights.
    labels : tuple
        The classes in their order.
    pos_label : label or None
        The positive class of a binary task.
    balance : dict
        For each label a `ClassBalance`.
    results : tuple of Result
        The metrics of the page, in its order; `further` holds all others.
    per_class : tuple of ClassMetric
        Metrics with one value a class; empty for a binary task.
    counts : Counts or None
        Truth against prediction; None where there are no predicted labels.
    curve : Curve, CurveStack, BucketCurve or None
        The scores; of more than a million different ones in files that are read in batches, their buckets. None
        without scores, or if the score is on the scale of ordered labels.
    probabilities : bool
        Whether the scores were taken as probabilities.
    columns : dict
        The names of the columns by their role, where the data came with names.
    source : str or None
        The file.
    label_rules : dict
        Options of the command that read its labels, such as ``("--na", "-")``, each with the columns that it changed
        (None for any); for the commands that findings name.
    taken : PageStates
        The states that the metrics were computed from.
    level : float or None
        The nominal coverage of the intervals; None if none were wanted.
    groups : Groups or None
        The main metrics group by group, where a column of groups was given.
    uncertainty : Uncertainty or None
        How intervals are computed; `further` uses it.

    Examples
    --------
    >>> import concordant
    >>> page = concordant.evaluate([0, 0, 1, 1, 1], [0, 1, 1, 1, 0])
    >>> page.task, page["recall"].value
    ('binary', 0.6666666666666666)
    """

    task: Task
    assumptions: tuple[str, ...]
    remarks: tuple[str, ...]
    n: int
    n_missing: int
    weighted: bool
    labels: tuple[Label, ...] = ()
    pos_label: Label | None = None
    balance: Mapping[Label, ClassBalance] = field(default_factory=dict)
    results: tuple[Result, ...]
    per_class: tuple[ClassMetric, ...] = ()
    counts: Counts | None = None
    curve: Curve | CurveStack | BucketCurve | None = None
    probabilities: bool = False
    columns: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    source: str | None = None
    label_rules: LabelRules = field(default_factory=dict, repr=False, compare=False)
    taken: PageStates = field(repr=False, compare=False)
    level: float | None = None
    groups: Groups | None = None
    uncertainty: Uncertainty | None = field(default=None, repr=False, compare=False)

    @cached_property
    def further(self) -> tuple[Result, ...]:
        """All other metrics that these data allow and that need no choice; computed when they are first wanted."""
        found = take_further(self.taken, self.task, {result.name for result in self.results}, self.uncertainty)
        results: tuple[Result, ...] = in_columns(found, names_of(self.columns))
        return results

    @cached_property
    def findings(self) -> Findings:
        """What stands out on this page, what it means and what to do next; computed when it is first wanted."""
        from concordant.findings import Evidence, look

        return look(Evidence(self))

    @cached_property
    def cut_points(self) -> CutPoints | None:
        """
        The best cut points on a continuous score of ordered labels, and their value on rows that did not choose them.

        None where labels were predicted, or where the rows are not here; computed when they are first wanted.
        """
        material = self.material
        if self.task != "ordinal" or material is None or self.taken.cut is None:
            return None
        rows = material.measurements
        if rows is None or not 0 < len(rows.y_true) <= _MOST_CUT:
            return None
        from concordant.decisions import ordinal_cut_points

        labels = [self.labels[code] for code in material.true.tolist()]
        options: dict[str, Any] = {"sample_weight": rows.weights, "cluster": material.cluster}
        with without_warnings():
            return ordinal_cut_points(labels, rows.y_pred, labels=list(self.labels), **options)

    @property
    def material(self) -> PageRows | None:
        """The rows, where intervals take them."""
        return None if self.uncertainty is None else self.uncertainty.material

    @property
    def explanation(self) -> KappaExplanation | None:
        """The quadratic weighted kappa step by step, for ordinal data with predicted labels; else None."""
        if self.task != "ordinal" or self.counts is None:
            return None
        from concordant import explain

        called = names_of(self.columns)
        names = (called.get("y_true", "y_true"), called.get("y_pred", called.get("y_score", "y_pred")))
        return explain.weighted_kappa(self.counts, weights="quadratic", names=names)

    def __getitem__(self, key: str) -> Result:
        """
        Return the result of a metric by its key, such as ``"cohen_kappa|weights:quadratic"``, name or alias.

        Names of elsewhere that mean one thing, such as ``"qwk"``, are known as well. A name that several results share
        means the one without options, or else the first. Metrics that are not on the page are looked for in `further`.

        Raises
        ------
        OptionError
            If the page has no such metric; the message names the nearest ones.
        """
        found = self._found(key)
        if found is not None:
            return found
        keys = [result.key for result in (*self.results, *self.further)]
        near = get_close_matches(key, keys, n=3, cutoff=0.4) or [result.key for result in self.results]
        raise OptionError(f"this page has no metric {key!r}; it has {', '.join(near)}.")

    def __contains__(self, key: object) -> bool:
        """Whether the page, or what is further known, has a metric of this key or name."""
        return self._found(str(key)) is not None

    def _found(self, key: str) -> Result | None:
        """The result of a key, a name or an alias; metrics that are not on the page are taken only if they must."""
        elsewhere = meanings(key)
        meant = [metric_key(one.metric, one.options) for one in elsewhere] if len(elsewhere) == 1 else []
        for known in (key, *meant):
            found = _of_key(self.results, known) or _of_key(self.further, known)
            if found is not None:
                return found
        return None

    def __iter__(self) -> Iterator[Result]:
        """The results in the order of the page."""
        return iter(self.results)

    def __len__(self) -> int:
        """The number of results."""
        return len(self.results)

    def in_columns(self) -> Self:
        """Return the page with every reason in the names of its columns."""
        page: Self = in_columns(self, names_of(self.columns))
        return page

    def __str__(self) -> str:
        """The page as text."""
        from concordant.documents.text import as_text
        from concordant.report.pages.evaluation import text_document

        return as_text(text_document(self))

    def __repr__(self) -> str:
        """One line."""
        first = self.results[0]
        return f"<Evaluation: {self.task}, {self.n} rows, {len(self.results)} metrics, {first.title} {first.value:.4g}>"

    def _repr_html_(self) -> str:
        from concordant.documents.html import as_notebook
        from concordant.report.pages.evaluation import text_document

        return as_notebook(text_document(self, pictures=True))

    def to_dict(self) -> dict[str, Any]:
        """
        Return plain data that strict JSON can hold: None with a reason where a value is undefined or infinite.

        Everything on the page but the curves, which ``curve.to_dict()`` gives. Of more than 500 labels whose confusion
        matrix is nearly empty, format 2 holds its filled cells in its place: their ``truth`` and ``prediction``, as
        places among the labels, and their ``rows``.
        """
        from concordant import __version__

        filled = None if self.counts is None else self.counts.stored_cells
        cells = None
        if filled is not None:
            columns = {"truth": filled.truth, "prediction": filled.prediction, "rows": filled.counts}
            cells = {name: column.tolist() for name, column in columns.items()}
        return {
            "concordant": __version__,
            "format": _FORMAT if cells is None else _FORMAT_OF_CELLS,
            "source": self.source,
            "columns": {role: list(name) if isinstance(name, tuple) else name for role, name in self.columns.items()},
            "task": self.task,
            "n": self.n,
            "n_missing": self.n_missing,
            "weighted": self.weighted,
            "labels": [plain(label) for label in self.labels],
            "pos_label": plain(self.pos_label),
            "assumptions": list(self.assumptions),
            "remarks": list(self.remarks),
            "findings": self.findings.to_dict(),
            "balance": [{"label": plain(label), **share.to_dict()} for label, share in self.balance.items()],
            "confusion_matrix": None if self.counts is None else self.counts.table.tolist() if cells is None else cells,
            "results": [result.to_dict() for result in self.results],
            "further": [result.to_dict() for result in self.further],
            "per_class": [metric.to_dict() for metric in self.per_class],
            "level": self.level,
            "by": None if self.groups is None else self.groups.to_dict(),
        }

    def _table(self) -> dict[str, list[Any]]:
        """A row for each metric of the page."""
        return as_columns({**result.as_row(), "n": self.n} for result in self.results)

    def plot(self, ax: Axes | None = None, **options: Any) -> Axes:
        """
        Draw the metrics of the page with their intervals, below each other.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw. Default: a new figure.
        **options
            Those of `concordant.plots.forest`.

        Raises
        ------
        OptionError
            If the page was made without intervals.
        MissingDependencyError
            If matplotlib is not installed.
        """
        from concordant import plots

        found = {one.title: one.interval for one in self.results if one.interval is not None and one.bounded}
        if not found:
            raise OptionError("no metric of this page has an interval: evaluate(..., level=0.95) takes them.")
        drawn: Axes = plots.forest(found, ax=ax, **options)
        return drawn

    def to_json(self, path: str | Path | None = None) -> str:
        """
        Return the evaluation as strict JSON.

        Parameters
        ----------
        path : str or Path, optional
            Where to write it as well (UTF-8).
        """
        text = json.dumps(self.to_dict(), indent=2, allow_nan=False, ensure_ascii=False)
        if path is not None:
            write_page(path, text + "\n")
        return text

    def to_html(self, path: str | Path | None = None) -> str:
        """
        Return the interactive page: one HTML file that needs no network.

        Parameters
        ----------
        path : str or Path, optional
            Where to write it as well (UTF-8).
        """
        from concordant.documents.html import as_html
        from concordant.report.pages.evaluation import html_document

        text = as_html(html_document(self))
        if path is not None:
            write_page(path, text)
        return text


def write_page(path: str | Path, text: str) -> None:
    """Write a file of text; an error of the system becomes ours."""
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise DataFileError(f"cannot write {str(path)!r}: {error.strerror or error}.") from error


def _of_key(results: tuple[Result, ...], key: str) -> Result | None:
    """The result of this key, or the first of this name or alias."""
    name = ALIASES.get(key, key)
    named = next((result for result in results if result.name == name), None)
    return next((result for result in results if result.key == key), named)
