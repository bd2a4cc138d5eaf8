"""Records of decisions: `BestThreshold`, `GuaranteedThreshold`, `CutPoints`, `Decisions`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from math import isclose, isnan
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from concordant.errors import InputError
from concordant.result.curves import OperatingPoint
from concordant.result.record import Pictured, Readable, Record, counted
from concordant.result.stored import Amount, Level, NotNegative, Probability, Stored
from concordant.result.wording import count, with_same_decimals
from concordant.typing import Column, FloatArray, Label


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HeldBound(Record):
    """
    A bound that holds on new rows, and what it was tested on.

    Attributes
    ----------
    text : str
        The bound, such as ``"recall >= 0.9"``.
    value : float
        The metric at the threshold on the rows that were tested.
    part, whole : float
        How many of these rows are as the bound wants them, and of how many: for a recall the true positives of the
        positive rows.
    p_value : float
        P(so many or more) if the bound is just missed, by the binomial distribution.
    level : float
        What the p-value must not exceed: 1 - confidence, or less where it is shared.
    """

    text: str
    value: float
    part: Amount
    whole: Amount
    p_value: Probability
    level: Probability


def _read_intervals(stored: Stored, name: str) -> tuple[tuple[float, float], ...]:
    intervals = []
    for ends in stored.listed(name, "intervals"):
        pair = stored.numbers(name, ends)
        if len(pair) != 2 or not pair[0] <= pair[1]:
            stored.refuse(name, "pairs of a lower and an upper end", ends)
        intervals.append((pair[0], pair[1]))
    return tuple(intervals)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OutOfFold:
    """
    The fold of each row, and the label that the rule of the other folds gives it.

    Attributes
    ----------
    folds : ndarray, shape (n,)
        The name of the fold of each row; None of a row that was left out.
    labels : ndarray, shape (n,)
        The label that the row gets from a rule that did not see it; None of a row that was left out.
    """

    folds: npt.NDArray[Any]
    labels: npt.NDArray[Any]

    @classmethod
    def of(cls, kept: npt.NDArray[np.bool_] | None, *parts: tuple[npt.NDArray[Any], tuple[Label, ...]]) -> OutOfFold:
        """Name folds and labels by their indices, which the rows that were `kept` have."""
        columns = [named(indices, names) for indices, names in parts]
        if kept is not None:
            every = np.full((len(parts), len(kept)), None, dtype=object)
            every[:, kept] = [column.tolist() for column in columns]
            columns = list(every)
        return cls(*columns)

    def __repr__(self) -> str:
        """How many rows have a label, and the folds."""
        folds = sorted({str(fold) for fold in self.folds.tolist() if fold is not None})
        rows = sum(label is not None for label in self.labels.tolist())
        return f"<OutOfFold: {counted(rows, 'row')}, folds {', '.join(folds)}>"


class ThresholdRule(Pictured, Readable):
    """A threshold on a score of two classes, with the table there: "positive" means ``score >= threshold``."""

    __slots__ = ()

    picture: ClassVar[str] = "score_ranges"

    threshold: float
    low: float
    high: float
    point: OperatingPoint
    n: float
    classes: tuple[Label, Label]

    def predict(self, y_score: Column) -> npt.NDArray[Any]:
        """
        Return the class of each score: the positive one where ``score >= threshold``.

        Parameters
        ----------
        y_score : array-like of shape (n,)
            Numbers; infinite ones are allowed, NaN is refused.
        """
        scores = new_scores(y_score)
        if isnan(self.threshold):
            raise InputError(f"there is no threshold to decide by: {getattr(self, 'reason', None)}.")
        return named(reaches(scores, self.threshold).astype(np.intp), self.classes)

    def refuse_outside(self, stored: Stored) -> None:
        """Refuse a stored threshold outside its interval; all three may be undefined."""
        ends = self.low, self.threshold, self.high
        if not (ends[0] <= ends[1] <= ends[2] or all(map(isnan, ends))):
            stored.refuse_all("threshold must lie between low and high")

    def _rates(self) -> str:
        """The rates at the threshold, and how many rows are positive there."""
        at = self.point
        rates = f"recall {at.recall:.4f}, specificity {at.specificity:.4f}, precision {at.precision:.4f}"
        return f"{rates}; {count(float(at.tp + at.fp))} of {count(float(self.n))} rows positive"


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class GuaranteedThreshold(ThresholdRule):
    """
    A threshold on a score whose bounds hold on new rows with a stated confidence; "positive": ``score >= threshold``.

    Attributes
    ----------
    threshold : float
        The best of the certified thresholds: the middle of the scores that are equally good.
    bounds : tuple of HeldBound
        The bounds, and what they were tested on.
    confidence : float
        In at least this share of samples all bounds hold on new rows of the same population.
    low, high : float
        Every threshold above `low` and up to `high` is certified, in the interval that holds the threshold.
    intervals : tuple of pairs of float
        All such intervals, the highest first.
    point : OperatingPoint
        Rates and cells of the table at the threshold, of all rows.
    metric : str or None
        What the threshold is the best for among the certified ones; None if it is the highest or the lowest.
    best_of : {"value", "highest", "lowest"}
        How it was chosen among the certified ones.
    value : float
        The metric at the threshold, on the rows that chose it; NaN without one. It has no guarantee.
    aside : int
        How many rows were set aside to start sequences of tests; 0 where none are needed.
    seed : int
        Fixes which.
    n : float
        Rows.
    classes : tuple
        The negative and the positive class.
    signature : str
        Each choice that moves the numbers.
    """

    stored_as: ClassVar[str | None] = "guaranteed_threshold"
    stored_name = "guaranteed threshold"

    threshold: float
    bounds: tuple[HeldBound, ...]
    confidence: Level
    low: float
    high: float
    intervals: Annotated[tuple[tuple[float, float], ...], _read_intervals]
    point: OperatingPoint
    metric: str | None
    best_of: Annotated[str, lambda stored, name: stored.choice(name, ("value", "highest", "lowest"))]
    value: float
    aside: int
    seed: int
    n: Amount
    classes: tuple[Label, Label]
    signature: str

    def _check(self, stored: Stored) -> None:
        if isnan(self.threshold):
            stored.refuse_all("it has no threshold")
        self.refuse_outside(stored)

    def __str__(self) -> str:
        """A few lines."""
        asked = " and ".join(one.text for one in self.bounds)
        others = len(self.intervals) - 1
        more = f", and {others} further interval{'s' * (others > 1)}" if others else ""
        lines = [
            f"threshold {self.threshold:.6g} (positive: score >= threshold)",
            f"{asked} on new rows, with a confidence of {100 * self.confidence:g} %",
            f"certified: any threshold above {self.low:.6g} up to {self.high:.6g}{more}",
        ]
        lines += [
            f"{one.text}: {one.value:.4f} here ({one.part:,.0f} of {one.whole:,.0f} rows; "
            f"p {one.p_value:.2g}, at most {one.level:.2g})"
            for one in self.bounds
        ]
        lines.append(self._rates())
        if self.metric is not None:
            lines.append(f"{self.metric.replace('_', ' ')} {self.value:.4f} here: the best of the certified thresholds")
        else:
            lines.append(f"the {self.best_of} of the certified thresholds")
        if self.aside:
            lines.append(f"{self.aside:,} rows were set aside to start the tests (seed {self.seed})")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MetCondition(Record):
    """
    A condition on the threshold, and how far it is met.

    Attributes
    ----------
    text : str
        The condition, such as ``"recall >= 0.9"``.
    value : float
        What the threshold reaches on the rows that chose it.
    cross_validated_value : float
        What thresholds reach on rows that did not choose them: it may miss the condition. NaN without ``cv``.
    """

    text: str
    value: float
    cross_validated_value: float


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class BestThreshold(ThresholdRule):
    """
    The threshold on a score with the best value of a metric, where "positive" means ``score >= threshold``.

    Attributes
    ----------
    threshold : float
        The middle of the scores that are equally good, see `low` and `high`; +inf if it is best to predict nothing
        positive. NaN if the metric is undefined at every threshold.
    value : float
        The metric on these rows at the threshold: the optimum over all thresholds.
    low, high : float
        Every threshold above `low` and up to `high` is as good on these rows. They are scores that occur, or infinite
        where no further score follows.
    optima : int
        How many such intervals there are, apart from each other, that are equally good. The one with most rows inside
        is taken, then the highest.
    point : OperatingPoint
        Rates and cells of the table at the threshold.
    cross_validated_value, standard_error : float
        The metric of decisions on rows that did not choose their threshold (each fold judged by the threshold of the
        others, all folds in one table), and its standard error as a forecast of the metric on new rows: that from its
        table, and what the choice of the threshold adds, ``sqrt(se ** 2 + optimism ** 2 / 3)``. NaN without ``cv``.
    optimism : float
        How much better `value` looks than `cross_validated_value`.
    fold_thresholds : tuple of float
        The thresholds of the folds: how far they scatter shows how well the data determine the threshold.
    folds : tuple
        The names of the folds, in the order of `fold_thresholds`: numbers from 0 where rows were dealt to them.
    conditions : tuple of MetCondition
        The conditions that the threshold had to meet.
    skipped : int
        At how many thresholds the metric is undefined; they are left out.
    candidates : int
        How many thresholds were compared: the distinct scores, and "nothing is positive". Of rows in batches, scores
        between which the best threshold cannot lie count once.
    n : float
        Rows, or the sum of their weights.
    metric : str
        The name of the metric.
    better : {"higher", "lower"}
        Its direction.
    classes : tuple
        The negative and the positive class.
    signature : str
        Each choice that moves the number.
    reason : str or None
        Why the value, or the cross-validated value, is undefined; None if there is no problem.
    out_of_fold : OutOfFold or None
        The fold of each row, ``out_of_fold.folds``, and its label by the rule of the other folds,
        ``out_of_fold.labels``. None without `cv`, of rows in batches, and of a record that was read; no part of
        ``to_dict()``.
    """

    stored_as: ClassVar[str | None] = "threshold"
    stored_name = "threshold"
    stored_defaults: ClassVar[Mapping[str, Any]] = {"folds": ()}

    threshold: float
    value: float
    low: float
    high: float
    optima: int
    point: OperatingPoint
    cross_validated_value: float
    standard_error: NotNegative
    optimism: float
    fold_thresholds: tuple[float, ...]
    conditions: tuple[MetCondition, ...]
    skipped: int
    candidates: int
    n: Amount
    metric: str
    better: Literal["higher", "lower"]
    classes: tuple[Label, Label]
    signature: str
    reason: str | None = None
    folds: tuple[Label, ...] = ()
    out_of_fold: OutOfFold | None = field(default=None, compare=False)

    def _check(self, stored: Stored) -> None:
        self.refuse_outside(stored)
        _refuse_unnamed(self.folds, self.fold_thresholds, stored)
        if not isnan(self.value) and isnan(self.threshold):
            stored.refuse_all("there is a value and no threshold")
        rows = self.point.tn + self.point.fp + self.point.fn + self.point.tp
        if not isnan(rows) and not isclose(rows, self.n, rel_tol=1e-9):
            stored.refuse_all(f"{rows:g} rows are in cells, of {stored['n']:g}")

    def __str__(self) -> str:
        """A few lines."""
        name = self.metric.replace("_", " ")
        if np.isnan(self.threshold):
            return f"{name}: no best threshold: {self.reason}"
        lines = [
            f"{name} {self.value:.4f} at the threshold {_number(self.threshold)} (positive: score >= threshold)",
            self._flat(),
        ]
        if self.cross_validated_value == self.cross_validated_value:
            lines.append(
                f"cross-validated {self.cross_validated_value:.4f} (standard error {self.standard_error:.4f}), "
                f"optimism {self.optimism + 0.0:.4f}"
            )
            lines.append(
                f"thresholds of the {len(self.fold_thresholds)} folds: {', '.join(map(_number, self.fold_thresholds))}"
            )
        lines.append(self._rates())
        for one in self.conditions:
            held = one.cross_validated_value
            beside = "" if np.isnan(held) else f", {held:.4f} cross-validated"
            lines.append(f"{one.text}: {one.value:.4f} here{beside}")
        if self.skipped:
            lines.append(f"undefined at {self.skipped:,} of {self.candidates:,} thresholds, which are left out")
        if self.reason:
            lines.append(self.reason)
        return "\n".join(lines)

    def _flat(self) -> str:
        others = "" if self.optima == 1 else f"; {self.optima - 1} other interval{'s' * (self.optima > 2)} as good"
        return f"as good: any threshold above {_number(self.low)} up to {_number(self.high)}{others}"


def _refuse_unnamed(folds: tuple[Label, ...], rules: Sequence[object], stored: Stored) -> None:
    """Refuse other names of folds than one for each rule; older releases wrote none."""
    if folds and len(folds) != len(rules):
        stored.refuse("folds", f"a name for each of the {len(rules)} folds")


def reaches(scores: npt.NDArray[Any], threshold: float) -> npt.NDArray[np.bool_]:
    """Whether each score is at least the threshold, which keeps all its digits beside shorter floats."""
    return scores >= (np.float64(threshold) if isinstance(threshold, float) else threshold)


def _number(value: float) -> str:
    """A threshold with six digits."""
    return f"{value:.6g}"


def _read_lists(stored: Stored, name: str) -> tuple[tuple[float, ...], ...]:
    return tuple(stored.numbers(name, cuts) for cuts in stored.listed(name, "lists"))


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class CutPoints(Pictured, Readable):
    """
    Cut points that turn a score into ordered labels: label k where the score reaches the k-th cut.

    Attributes
    ----------
    cut_points : tuple of K - 1 floats
        They do not fall. A score gets the label after the last cut that it reaches (``score >= cut``). -inf: the label
        before is never given; +inf: no label from here on. Two equal cuts leave out the label between.
    labels : tuple of K labels
        In their order, that of the lowest scores first.
    value : float
        The metric of these cut points on the rows that chose them: too good on average.
    cross_validated_value, standard_error : float
        The metric on rows that did not choose their cut points (each fold cut where the others say, all folds in one
        table), and its standard error as a forecast of the metric on new rows: that from the table, and what the choice
        of the cut points adds, ``sqrt(se ** 2 + optimism ** 2 / 3)``. NaN without ``cv``.
    optimism : float
        How much better `value` looks than `cross_validated_value`.
    optimum : float
        The best value that cut points on this score can have on these rows, by exact search (`certificate` says how).
    upper_bound : float
        What no cut points can exceed on these rows (for costs: go below). For quadratic kappa it is
        ``sd(g) / sd(truth)``, with g the isotonic regression of the truth on the score: no rule that rises with the
        score exceeds it, with any number of levels. For other metrics it is the optimum.
    certificate : str
        How the optimum and the bound are known.
    method : {"smooth", "exact"}
        Cut points on a smooth estimate of the truth given the score, or those of the optimum itself.
    exactness : {"exact", "grid"}
        Whether the optimum is one over all cut points, or over those between `groups` groups of neighbouring scores.
    groups : int
        Between how many groups of scores cut points were tried: all distinct scores if "exact"; of rows in batches,
        scores between which no cut can lie count once.
    fold_cut_points : tuple of tuple of float
        The cut points of the folds: how far they scatter shows how well the rows determine them.
    folds : tuple
        The names of the folds, in the order of `fold_cut_points`: numbers from 0 where rows were dealt to them.
    n : float
        Rows, or the sum of their weights.
    metric : str
        The name of the metric.
    better : {"higher", "lower"}
        Its direction.
    signature : str
        Each choice that moves the number.
    reason : str or None
        Why the value, or the cross-validated value, is undefined; None if there is no problem.
    out_of_fold : OutOfFold or None
        The fold of each row, ``out_of_fold.folds``, and its label by the rule of the other folds,
        ``out_of_fold.labels``. None without `cv`, of rows in batches, and of a record that was read; no part of
        ``to_dict()``.
    """

    picture: ClassVar[str] = "score_ranges"
    stored_as: ClassVar[str | None] = "cut_points"
    stored_name = "record of cut points"
    stored_defaults: ClassVar[Mapping[str, Any]] = {"folds": ()}

    cut_points: tuple[float, ...]
    labels: tuple[Label, ...]
    value: float
    cross_validated_value: float
    standard_error: NotNegative
    optimism: float
    optimum: float
    upper_bound: float
    certificate: str
    method: Literal["smooth", "exact"]
    exactness: Literal["exact", "grid"]
    groups: int
    fold_cut_points: Annotated[tuple[tuple[float, ...], ...], _read_lists]
    n: Amount
    metric: str
    better: Literal["higher", "lower"]
    signature: str
    reason: str | None = None
    folds: tuple[Label, ...] = ()
    out_of_fold: OutOfFold | None = field(default=None, compare=False)

    def predict(self, scores: Column) -> npt.NDArray[Any]:
        """
        Return the label of each score.

        Parameters
        ----------
        scores : array-like of shape (n,)
            Numbers; infinite ones are allowed, NaN is refused.
        """
        column = new_scores(scores)
        cuts = np.array(self.cut_points, dtype=np.float64)
        if not self.labels or np.isnan(cuts).any():
            raise InputError("these cut points come from no rows, and no score has a label.")
        return named(np.searchsorted(cuts[cuts < np.inf], column, side="right"), self.labels)

    def named_labels(self) -> npt.NDArray[Any]:
        """Return the labels as an array, of their own type where they have one."""
        return named(np.arange(len(self.labels)), self.labels)

    def _check(self, stored: Stored) -> None:
        size = len(self.labels)
        _refuse_unnamed(self.folds, self.fold_cut_points, stored)
        for name, every in (("cut_points", [self.cut_points]), ("fold_cut_points", self.fold_cut_points)):
            for cuts in every:
                falls = any(not low <= high for low, high in pairwise(cuts)) or any(map(isnan, cuts))
                if len(cuts) != max(size - 1, 0) or (falls and not all(map(isnan, cuts))):
                    stored.refuse(name, f"numbers that do not fall, one less than the {size} labels")
        if not isnan(self.value) and any(map(isnan, self.cut_points)):
            stored.refuse_all("there is a value and no cut points")

    def __str__(self) -> str:
        """A few lines."""
        weighted = re.search(r"\|weights:(\w+)", self.signature)
        name = self.metric.replace("_", " ") + (f" ({weighted[1]} weights)" if weighted else "")
        lines = [f"cut points ({self.method}): {self._rule()}"]
        if self.value != self.value:
            return "\n".join([*lines, f"{name} is undefined: {self.reason}"])
        lines.append(f"{name} {self.value:.4f} on these {self.n:g} rows; {self._best()}")
        if self.cross_validated_value == self.cross_validated_value:
            flatters = f"{self.optimism:.4f} of the value is" if self.optimism > 0 else "no sign of"
            lines.append(
                f"cross-validated {self.cross_validated_value:.4f}, standard error {self.standard_error:.4f}: "
                f"{flatters} optimism"
            )
        lines.append(self.certificate)
        if self.reason:
            lines.append(self.reason)
        return "\n".join(lines)

    def _rule(self) -> str:
        parts = [str(self.labels[0])] if self.labels else ["no labels"]
        cuts = with_same_decimals(self.cut_points, 5)
        parts += [f"{cut} | {label}" for cut, label in zip(cuts, self.labels[1:], strict=False)]
        return " | ".join(parts)

    def _best(self) -> str:
        among = (
            "any cut points" if self.exactness == "exact" else f"cut points between {self.groups:,} groups of scores"
        )
        bound = f", bound {self.upper_bound:.4f}" if self.upper_bound != self.optimum else ""
        return f"optimum of {among} {self.optimum:.4f}{bound}"


def named(places: npt.NDArray[np.intp], labels: tuple[Label, ...]) -> npt.NDArray[Any]:
    """Return the labels at these places: an array of their own type where they have one."""
    plain = np.array(labels) if len({type(label) for label in labels}) == 1 else np.empty(0)
    if plain.shape == (len(labels),):
        return np.asarray(plain[places])
    names = np.empty(len(labels), dtype=object)
    names[:] = labels
    return np.asarray(names[places])


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Decisions(Record):
    """
    Labels decided from class probabilities so that the expected value of a metric is best.

    Attributes
    ----------
    labels : ndarray, shape (n,) or (n, L)
        The label of each row; of several labels at once 0 and 1.
    value : float or ndarray
        The forecast: the metric of the expected table ``M[a, b] = sum of p_i(a) over the rows that are answered b``.
        It comes true on average if the probabilities are calibrated, up to terms of order 1/n.
    exact : bool
        Whether no other labels of these rows have a better forecast. False: a local optimum.
    upper_bound : float
        No labels have a better forecast than this: the value where `exact`, NaN where no bound is known.
    how : str
        The rule in words.
    rule : DecisionRule or LabelThresholds
        The same decisions for single rows, with what the batch settled (its margins) fixed: ``rule.apply(y_prob)``.
        Of a local optimum on few rows single labels may differ: there labels of rows are exchanged one at a time.
    expected_table : ndarray, shape (K, K) or (L, 2, 2)
        The table M.
    steps : int
        How many times all rows were decided.
    n : float
        Rows, or the sum of their weights.
    metric, signature : str
        The name of the metric; each choice that moves the number.
    reason : str or None
        Why the value is undefined; None if there is no problem.
    """

    labels: npt.NDArray[Any]
    value: Any
    exact: bool
    upper_bound: float
    how: str
    rule: Any
    expected_table: FloatArray
    steps: int
    n: float
    metric: str
    signature: str
    reason: str | None = None

    def __str__(self) -> str:
        """A few lines."""
        name = self.metric.replace("_", " ")
        kind = "the optimum for these probabilities" if self.exact else "a local optimum"
        value = np.array2string(self.value, precision=4) if np.ndim(self.value) else f"{self.value:.4f}"
        lines = [f"{name} {value} expected: {kind} ({self.n:g} rows)", self.how]
        if not self.exact and not np.isnan(self.upper_bound):
            lines.append(f"no labels reach more than {self.upper_bound:.4f}")
        if self.reason:
            lines.append(self.reason)
        return "\n".join(lines)


def new_scores(scores: Column) -> npt.NDArray[Any]:
    """Return the column as an array; raise for anything that is not a number, and for NaN, which has no label."""
    column = np.asarray(scores)
    if column.ndim == 2 and column.shape[1] == 1:
        column = column[:, 0]
    if column.dtype == object:
        with suppress(TypeError, ValueError):  # decimals and the like; what is not a number is refused below
            column = column.astype(np.float64)
    if column.dtype.kind not in "biuf" or column.ndim != 1:
        raise InputError(f"scores must be one column of numbers, not {column.dtype} of shape {column.shape}.")
    if column.dtype.kind == "f" and np.isnan(column).any():
        row = int(np.flatnonzero(np.isnan(column))[0])
        raise InputError(f"scores must be numbers; {int(np.isnan(column).sum())} are NaN, the first in row {row}.")
    return column
