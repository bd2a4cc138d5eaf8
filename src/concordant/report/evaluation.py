"""An evaluation: what was found, and the ways to show it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from concordant.report.findings import Findings
from concordant.report.plain import evaluation_to_dict, evaluation_to_json, write_text
from concordant.report.text import page_text


class Evaluation(Findings):
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
    curve : Curve, CurveStack or None
        The scores; None without scores, or if the score is on the scale of ordered labels.
    probabilities : bool
        Whether the scores were taken as probabilities.
    columns : dict
        The names of the columns by their role, where the data came with names.
    source : str or None
        The file.
    taken : Taken or None
        The states that the metrics were taken of.
    level : float or None
        The nominal coverage of the intervals; None where they were not asked for.
    groups : Groups or None
        The main metrics group by group, where a column of groups was given.
    uncertainty : Uncertainty or None
        How intervals are taken; `further` asks it.

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
        return page_text(self)

    def __repr__(self) -> str:
        """One line."""
        first = self.results[0]
        return f"<Evaluation: {self.task}, {self.n} rows, {len(self.results)} metrics, {first.title} {first.value:.4g}>"

    def _repr_html_(self) -> str:
        from concordant.report.notebook import notebook_html

        return notebook_html(self)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that strict JSON can hold: None with a reason where a value is undefined or infinite."""
        return evaluation_to_dict(self)

    def to_json(self, path: str | Path | None = None) -> str:
        """
        Return the evaluation as strict JSON.

        Parameters
        ----------
        path : str or Path, optional
            Where to write it as well (UTF-8).
        """
        text = evaluation_to_json(self)
        if path is not None:
            write_text(path, text + "\n")
        return text

    def to_html(self, path: str | Path | None = None) -> str:
        """
        Return the interactive page: one HTML file that needs no network.

        Parameters
        ----------
        path : str or Path, optional
            Where to write it as well (UTF-8).

        Raises
        ------
        MissingDependencyError
            If jinja2 or vl-convert is not installed.
        """
        from concordant.report.page import page_html

        text = page_html(self)
        if path is not None:
            write_text(path, text)
        return text
