"""What an evaluation found: plain values with their reasons, the states behind them, and ways to show them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from concordant.errors import OptionError
from concordant.metrics._object.registry import ALIASES
from concordant.report.task import Task
from concordant.result import Interval
from concordant.states import Counts, Curve, CurveStack
from concordant.typing import Label

if TYPE_CHECKING:
    from concordant.explain import KappaExplanation
    from concordant.report.groups import Groups
    from concordant.report.taking import Taken
    from concordant.report.uncertainty import Uncertainty


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """
    One metric of the page.

    Attributes
    ----------
    name : str
        The metric's name in code.
    title, heading : str
        Its name in words, with what its options change, and the group it stands in.
    options : dict
        Options that were set.
    value : float
        NaN where undefined.
    reason : str or None
        Why the value is undefined, or which classes an average left out.
    says, formula : str
        What the number tells, in plain words, and its formula.
    better : {"higher", "lower"} or None
        The direction of better.
    chance : float or None
        The value of labels or scores that are independent of the truth, where it does not depend on the data.
    signature : str
        Each choice that moves the number.
    interval : Interval or None
        Its interval; with NaN for limits and the reason where none exists; None where the value is undefined or
        intervals were not asked for.
    """

    name: str
    title: str
    heading: str
    options: Mapping[str, Any]
    value: float
    reason: str | None
    says: str
    formula: str
    better: Literal["higher", "lower"] | None
    chance: float | None
    signature: str
    interval: Interval | None = None

    @property
    def doubt(self) -> str | None:
        """Why the interval deserves doubt, or why there is none."""
        return None if self.interval is None else without(self.interval.reason, self.reason)

    @property
    def bounded(self) -> bool:
        """Whether there is an interval."""
        return self.interval is not None and not math.isnan(self.interval.low)

    @property
    def key(self) -> str:
        """The name with the options that are set, such as ``cohen_kappa|weights:quadratic``."""
        return "|".join([self.name, *(f"{name}:{value}" for name, value in self.options.items())])

    @property
    def defined(self) -> bool:
        """Whether there is a value."""
        return not math.isnan(self.value)

    def __float__(self) -> float:
        """The value."""
        return self.value


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassMetric:
    """
    A metric with one value a class, in the order of the labels; NaN where undefined.

    `intervals` hold one interval a class, None if there are none; `doubt` says why, or why they deserve doubt.
    """

    name: str
    title: str
    says: str
    formula: str
    values: tuple[float, ...]
    reason: str | None
    signature: str
    intervals: tuple[Interval, ...] | None = None
    doubt: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassBalance:
    """How often a class occurs in truth and prediction: rows, or sums of weights, and shares of all."""

    true: float
    true_share: float
    predicted: float | None = None
    predicted_share: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
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

    task: Task
    assumptions: tuple[str, ...]
    remarks: tuple[str, ...]
    n: int
    n_missing: int
    weighted: bool
    labels: tuple[Label, ...]
    pos_label: Label | None
    balance: Mapping[Label, ClassBalance]
    results: tuple[Result, ...]
    per_class: tuple[ClassMetric, ...]
    counts: Counts | None
    curve: Curve | CurveStack | None
    probabilities: bool = False
    columns: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    source: str | None = None
    taken: Taken | None = field(default=None, repr=False, compare=False)
    level: float | None = None
    groups: Groups | None = None
    uncertainty: Uncertainty | None = field(default=None, repr=False, compare=False)
    _further: list[tuple[Result, ...]] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def further(self) -> tuple[Result, ...]:
        """All other metrics that these data allow and that need no choice, taken of the same states when asked for."""
        if not self._further:
            from concordant.report.further import take_further
            from concordant.report.naming import names_of, result_in_columns

            on_page = {result.name for result in self.results}
            found = () if self.taken is None else take_further(self.taken, self.task, on_page, self.uncertainty)
            names = names_of(self.columns)
            self._further.append(tuple(result_in_columns(one, names) for one in found))
        return self._further[0]

    @property
    def explanation(self) -> KappaExplanation | None:
        """The quadratic weighted kappa step by step, for ordinal data with predicted labels; else None."""
        if self.task != "ordinal" or self.counts is None:
            return None
        from concordant import explain

        names = (str(self.columns.get("truth", "y_true")), str(self.columns.get("prediction", "y_pred")))
        return explain.weighted_kappa(self.counts, weights="quadratic", names=names)

    def __getitem__(self, key: str) -> Result:
        """
        Return the result of a metric by its key, such as ``"cohen_kappa|weights:quadratic"``, name or alias.

        A name that several results share means the one without options, or else the first. Metrics that are not
        on the page are looked for in `further`.

        Raises
        ------
        OptionError
            If the page has no such metric; the message names the nearest ones.
        """
        for results in self._sections():
            found = _of_key(results, key)
            if found is not None:
                return found
        keys = [result.key for result in (*self.results, *self.further)]
        near = get_close_matches(key, keys, n=3, cutoff=0.4) or [result.key for result in self.results]
        msg = f"this page has no metric {key!r}; it has {', '.join(near)}."
        raise OptionError(msg)

    def __contains__(self, key: object) -> bool:
        """Whether the page, or what is further known, has a metric of this key or name."""
        return any(_of_key(results, str(key)) is not None for results in self._sections())

    def _sections(self) -> Iterator[tuple[Result, ...]]:
        """The results of the page, then the others, which are taken only if they are asked for."""
        yield self.results
        yield self.further

    def __iter__(self) -> Iterator[Result]:
        """The results in the order of the page."""
        return iter(self.results)

    def __len__(self) -> int:
        """The number of results."""
        return len(self.results)

    def __str__(self) -> str:
        """The page as text."""
        from concordant.report.text import page_text

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
        from concordant.report.plain import evaluation_to_dict

        return evaluation_to_dict(self)

    def to_json(self, path: str | Path | None = None) -> str:
        """
        Return the evaluation as strict JSON.

        Parameters
        ----------
        path : str or Path, optional
            Where to write it as well (UTF-8).
        """
        from concordant.report.plain import evaluation_to_json, write_text

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
        from concordant.report.plain import write_text

        text = page_html(self)
        if path is not None:
            write_text(path, text)
        return text


def without(reason: str | None, known: str | None) -> str | None:
    """What a reason says beyond what is known."""
    parts = [] if reason is None else reason.split("; ")
    return "; ".join(part for part in parts if part not in (known or "").split("; ")) or None


def _of_key(results: tuple[Result, ...], key: str) -> Result | None:
    """The result of this key, or the first of this name or alias."""
    name = ALIASES.get(key, key)
    named = next((result for result in results if result.name == name), None)
    return next((result for result in results if result.key == key), named)
