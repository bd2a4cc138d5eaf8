"""An evaluation: what was found, and the ways to show it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from concordant.errors import DataFileError, OptionError
from concordant.report.evaluation_data import EvaluationData
from concordant.result.record import as_columns, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_FORMAT, _FORMAT_OF_CELLS = 1, 2


class Evaluation(EvaluationData):
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
    label_rules : tuple of str
        Options of the command that read its labels, such as ``--na``, for the commands that findings name.
    taken : PageStates or None
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

    __slots__ = ()

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
            _write(path, text + "\n")
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
            _write(path, text)
        return text


def _write(path: str | Path, text: str) -> None:
    """Write a file of text; an error of the system becomes ours."""
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise DataFileError(f"cannot write {str(path)!r}: {error.strerror or error}.") from error
