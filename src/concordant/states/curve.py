"""Curve: the distinct scores and how much of each class stands at each. ROC, AUC, precision-recall follow from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import LabelError, LengthError, MergeError, OptionError
from concordant.inputs.arrays import on_device
from concordant.inputs.labels import check_declared
from concordant.inputs.scores import ScoreRows, check_scores
from concordant.states.by_group import ByGroup
from concordant.states.class_shares import class_shares, class_weights
from concordant.states.counts import Counts
from concordant.states.merging import (
    plain_floats,
    plain_labels,
    refuse_overflow,
    require_same_key,
    same_key,
    sums_in,
    sums_times,
    times,
    unit_of_squares,
)
from concordant.states.sound import refuse_unstorable, require_sound, unsound_curve
from concordant.states.stored import COUNTED, SCORED, StoredState
from concordant.typing import Column, FloatArray, Frame, Label, Missing, NumberArray

_VERSION = 1
_FIELDS = ("classes", "edges", "scores", "scores_dtype", "weights", "weights_dtype", "missing")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Curve(ByGroup):
    """
    Distinct scores in descending order, with the weight of each class at that score.

    Attributes
    ----------
    scores : ndarray, shape (T,)
        Distinct scores, the highest first; on fixed edges the lower edge of each bin that holds a row.
    weights : ndarray of int64 or float64, shape (T, C)
        Rows of each class at each score, counted exactly, or sums of their weights.
    classes : tuple
        The C classes. Where there are two, the second is the positive one.
    edges : ndarray of float64 or None
        Fixed bin edges, ascending; None if the scores are exact.
    missing : int
        How many rows were dropped because a value was missing.
    squares : ndarray of float64, shape (T, C), or None
        Sums of squared weights, which intervals of weighted rows need; of the weights in units of ``2**unit``. None
        where rows are counted, and where they were not kept.

    Notes
    -----
    Two `Curve` add if classes and edges are equal; else `MergeError`.

    Examples
    --------
    >>> from concordant.states import Curve
    >>> curve = Curve.from_scores([0, 1, 1, 0], [0.2, 0.8, 0.5, 0.5])
    >>> curve.scores.tolist(), curve.weights.tolist()
    ([0.8, 0.5, 0.2], [[0, 1], [1, 1], [1, 0]])
    """

    scores: npt.NDArray[Any]
    weights: NumberArray
    classes: tuple[Label, ...]
    edges: npt.NDArray[np.float64] | None = None
    missing: int = field(default=0, kw_only=True)
    squares: FloatArray | None = field(default=None, kw_only=True)

    # -- from data ---------------------------------------------------------------------------------------------

    @classmethod
    def from_scores(
        cls,
        y_true: Column,
        y_score: Column,
        *,
        labels: Sequence[Label] | None = None,
        pos_label: Label | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
        edges: npt.ArrayLike | None = None,
    ) -> Curve:
        """
        Sort and group one column of scores.

        Parameters
        ----------
        y_true : array-like of shape (n,)
            Labels of two classes.
        y_score : array-like of shape (n,)
            Scores, higher for the positive class; infinite ones are allowed.
        labels : sequence of two labels, optional
            The negative and the positive class.
        pos_label : label, optional
            The positive class.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative.
        missing : {"raise", "drop"}
            What to do with missing labels and NaN scores.
        edges : array-like, optional
            Ascending bin edges: bounded memory for any number of rows, at the price of ties inside a bin.

        Raises
        ------
        InputError
            If the columns cannot be read; the message says why.
        """
        if on_device(y_true, y_score):
            from concordant.engines.devices.curves import curve
            from concordant.engines.devices.device_rows import check_device_scores

            there = check_device_scores(
                y_true, y_score, labels=labels, pos_label=pos_label, sample_weight=sample_weight, missing=missing
            )
            return curve(there, edges=edges)
        rows = check_scores(
            y_true, y_score, labels=labels, pos_label=pos_label, sample_weight=sample_weight, missing=missing
        )
        if not rows.binary:
            msg = "one curve takes one column of scores; for one column a class use CurveStack.from_scores."
            raise LengthError(msg)
        from concordant.engines.arrays import with_squares

        return with_squares(cls.from_rows(rows, edges=edges), rows)

    @classmethod
    def from_rows(cls, rows: ScoreRows, *, edges: npt.ArrayLike | None = None) -> Curve:
        """Sort and group checked rows with one column of scores, as values need them: without squared weights."""
        from concordant.engines.arrays import curve

        return curve(rows, edges=edges)

    @classmethod
    def from_frame(
        cls,
        frame: Frame,
        *,
        y_true: str,
        y_score: str,
        labels: Sequence[Label] | None = None,
        pos_label: Label | None = None,
        sample_weight: str | None = None,
        missing: Missing = "raise",
    ) -> Curve:
        """
        Group two columns of an eager or lazy frame.

        A lazy frame is grouped by score and truth where it lives; only distinct scores come back.
        """
        from concordant.engines.frames.curves import curve

        return curve(
            frame,
            y_true=y_true,
            y_score=y_score,
            labels=labels,
            pos_label=pos_label,
            sample_weight=sample_weight,
            missing=missing,
        )

    @classmethod
    def empty(cls, classes: Sequence[Label] = (0, 1), *, edges: npt.ArrayLike | None = None) -> Self:
        """Return the neutral element of adding: no row, for these classes."""
        names = check_declared(classes)
        bins = None if edges is None else check_edges(edges)
        return cls(np.zeros(0), np.zeros((0, len(names)), np.int64), names, bins)

    # -- verbs -------------------------------------------------------------------------------------------------

    @property
    def key(self) -> dict[str, Any]:
        """What must be equal to add two states."""
        return {"classes": self.classes, "edges": self.edges}

    @property
    def n(self) -> Any:
        """The number of rows or the sum of weights."""
        return self.weights.sum().item()

    @property
    def unit(self) -> int:
        """The exponent of two of the unit of squared weights: 0, unless the squares would leave float64."""
        return unit_of_squares(self.weights)

    def squares_in(self, unit: int) -> FloatArray | None:
        """Sums of squared weights in this unit, where a row without weights has weight one; None if not known."""
        if self.weights.dtype.kind != "f":
            return sums_in(self.weights.astype(np.float64), 0, unit)
        return None if self.squares is None else sums_in(self.squares, self.unit, unit)

    def __add__(self, other: Curve) -> Self:
        """Add the rows of two states."""
        if not isinstance(other, Curve):
            return NotImplemented
        require_same_key("Curve", self.key, other.key)
        missing = self.missing + other.missing
        for one, two in ((self, other), (other, self)):
            if not len(one.scores):
                return type(self)(
                    two.scores, two.weights, self.classes, self.edges, missing=missing, squares=two.squares
                )
        refuse_overflow(self.weights, other.weights)
        scores, weights = _same_types(self, other)
        distinct, table = _kernels.merge_curves(scores[0], weights[0], scores[1], weights[1])
        squares = None
        if table.dtype.kind == "f":
            unit = unit_of_squares(table)
            first, second = self.squares_in(unit), other.squares_in(unit)
            if first is not None and second is not None:
                squares = _kernels.merge_curves(scores[0], first, scores[1], second)[1]
        return type(self)(distinct, table, self.classes, self.edges, missing=missing, squares=squares)

    def __mul__(self, factor: float) -> Self:
        """Repeat every row `factor` times."""
        weights = times(self.weights, factor)
        here = slice(None) if factor else slice(0)  # a score without rows does not occur
        missing = round(self.missing * factor)
        squares = self.squares_in(self.unit) if weights.dtype.kind == "f" else None
        if squares is not None:
            squares = sums_times(squares, factor, self.unit, unit_of_squares(weights))[here]
        return type(self)(self.scores[here], weights[here], self.classes, self.edges, missing=missing, squares=squares)

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same rows of the same classes."""
        if not isinstance(other, Curve):
            return NotImplemented
        return (
            same_key(self.key, other.key)
            and self.missing == other.missing
            and np.array_equal(self.scores, other.scores)
            and np.array_equal(self.weights, other.weights)
            and (self.squares is None or other.squares is None or np.array_equal(self.squares, other.squares))
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """The size, not the numbers: a curve can hold millions."""
        edges = "" if self.edges is None else f", {len(self.edges)} edges"
        return f"Curve({len(self.scores):,} distinct scores, classes={self.classes!r}, n={self.n:,}{edges})"

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold; `from_dict` reads it back to the last bit."""
        refuse_unstorable("a curve", self.weights)
        held = {} if self.squares is None else {"squares": self.squares.tolist()}
        return {
            "state": "curve",
            "version": _VERSION,
            "classes": plain_labels(self.classes),
            "edges": None if self.edges is None else plain_floats(self.edges),
            "scores": plain_floats(self.scores),
            "scores_dtype": self.scores.dtype.name,
            "weights": self.weights.tolist(),
            "weights_dtype": self.weights.dtype.name,
            "missing": self.missing,
            **held,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """
        Read what `to_dict` wrote.

        Raises
        ------
        StateFormatError
            If a field is absent, or holds what no rows give; the message says which.
        """
        stored = StoredState(data, "curve", _VERSION, _FIELDS)
        classes = stored.labels("classes")
        scores = stored.row("scores", stored.dtype("scores_dtype", SCORED))
        weights = stored.nested("weights", (len(scores), len(classes)), stored.dtype("weights_dtype", COUNTED))
        edges = None if stored["edges"] is None else stored.row("edges", "float64")
        squares = None if data.get("squares") is None else stored.nested("squares", weights.shape, "float64")
        require_sound("curve", unsound_curve(scores, weights, edges, squares))
        return cls(scores, weights, classes, edges, missing=stored.whole("missing"), squares=squares)

    # -- views -------------------------------------------------------------------------------------------------

    def one_vs_rest(self, label: Label) -> Curve:
        """Return the two-class curve of one class against all others."""
        place = self._place(label)
        others = np.ones(len(self.classes), self.weights.dtype)
        others[place] = 0

        def two(table: NumberArray) -> NumberArray:
            both = np.empty((len(self.scores), 2), table.dtype)
            np.einsum("tk,k->t", table, others, out=both[:, 0])  # adds in a fixed order, unlike a product by BLAS
            both[:, 1] = table[:, place]
            return both

        both = two(self.weights)
        squares = None if self.squares is None else sums_in(two(self.squares), self.unit, unit_of_squares(both))
        return Curve(self.scores, both, (False, True), self.edges, missing=self.missing, squares=squares)

    def pair(self, negative: Label, positive: Label) -> Curve:
        """Return the two-class curve of two of the classes, without the rows of the others."""
        columns = [self._place(negative), self._place(positive)]
        both = self.weights[:, columns]
        here, squares = both.any(1), self.squares
        if squares is not None:
            squares = sums_in(squares[:, columns], self.unit, unit_of_squares(both))[here]
        return Curve(
            self.scores[here], both[here], (negative, positive), self.edges, missing=self.missing, squares=squares
        )

    def at_prevalence(self, prevalence: float | Mapping[Label, float]) -> Curve:
        """
        Return the curve of a population with other shares of the classes.

        The rows of each class are weighted alike, so that the classes have the wanted shares and `n` stays what it is.
        How the scores of a class are distributed is as in these rows.

        Parameters
        ----------
        prevalence : float or mapping
            The share of the positive one of two classes, above 0 and below 1; or the share of every class,
            ``{label: share}``, one in all.

        Returns
        -------
        Curve
            With weights of float64: NaN if a class with a share has no row.
        """
        shares = class_shares(prevalence, self.classes, lambda: self.classes[1])
        weights = self.weights * class_weights(shares, self.weights.sum(0))
        here = slice(None) if shares.all() else weights.any(1)  # a score without rows does not occur
        return Curve(self.scores[here], weights[here], self.classes, self.edges, missing=self.missing)

    def counts(self) -> Counts:
        """
        Return the stack (T, 2, 2) of counts at every threshold: "positive" means ``score >= scores[t]``.

        Every metric of counts can be taken at every threshold through it.
        """
        fp, tp = self.cumulative()
        negatives, positives = (fp[-1], tp[-1]) if len(fp) else (fp.sum(), tp.sum())
        table = np.stack([np.stack([negatives - fp, fp], -1), np.stack([positives - tp, tp], -1)], -2)
        return Counts(table, self.classes, True, missing=self.missing)

    def cumulative(self) -> tuple[NumberArray, NumberArray]:
        """How many negatives and positives score at least each of the distinct scores."""
        if len(self.classes) != 2:
            msg = f"two classes are needed, not {len(self.classes)}; see one_vs_rest() and pair()."
            raise LabelError(msg)
        sums = self.weights.cumsum(0).T
        return sums[0], sums[1]

    def _place(self, label: Label) -> int:
        if label not in self.classes:
            msg = f"{label!r} is none of the classes {self.classes}."
            raise LabelError(msg)
        return self.classes.index(label)


def _same_types(first: Curve, second: Curve) -> tuple[list[npt.NDArray[Any]], list[NumberArray]]:
    score = np.result_type(first.scores.dtype, second.scores.dtype)
    weight = np.result_type(first.weights.dtype, second.weights.dtype)
    scores = [np.ascontiguousarray(curve.scores, score) for curve in (first, second)]
    for curve, cast in zip((first, second), scores, strict=True):
        if curve.scores.dtype.kind != cast.dtype.kind and not _is_exact(curve.scores, cast):
            msg = (
                f"cannot add curves of {first.scores.dtype} and {second.scores.dtype} scores: {score} does not hold "
                "all of them exactly. Convert the scores to one type first."
            )
            raise MergeError(msg)
    return (
        scores,
        [np.ascontiguousarray(curve.weights, weight) for curve in (first, second)],
    )


def _is_exact(scores: npt.NDArray[Any], cast: npt.NDArray[Any]) -> bool:
    with np.errstate(invalid="ignore"):  # 2**64 as a float is no uint64 again
        return bool((cast.astype(scores.dtype) == scores).all())


def check_edges(edges: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Return bin edges as an array; raise unless they ascend."""
    try:
        bins = np.asarray(edges, dtype=np.float64)
    except (TypeError, ValueError):
        bins = np.zeros(0)  # which is refused below
    if bins.ndim != 1 or len(bins) < 1 or np.isnan(bins).any() or not (np.diff(bins) > 0).all():
        msg = "edges must be a list of at least one number, each larger than the one before."
        raise OptionError(msg)
    return bins
