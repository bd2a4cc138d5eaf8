"""`Curve`, `CurveStack`; curves with neighbouring scores joined."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any, Generic, Self, TypeVar

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import LabelError, LengthError, MergeError, OptionError
from concordant.inputs.arrays import on_device
from concordant.inputs.labels import check_declared
from concordant.inputs.scores import ScoreRows, check_scores
from concordant.states.counts import Counts, class_shares, class_weights
from concordant.states.state import (
    COUNTED,
    SCORED,
    DistinctRows,
    State,
    StoredState,
    plain_labels,
    refuse_overflow,
    unsound_cells,
    unsound_squares,
)
from concordant.typing import Column, FloatArray, Frame, Label, Missing, NumberArray

# A curve with fewer scores for its interval: neighbouring scores far down the ranking count as equal.
#
# Scores are joined where that changes their rank by at most a ten thousandth of it, so that the first 10,000 stay as
# they are and precision at every depth is as good as exact. Limits move by less than a thousandth of their width, and a
# million scores become 56,000.


SHARE = 1e-4  # of its rank, by which a score may move
_ROUNDING = 1e-6  # of sums of weights


def joined(curve: Curve) -> Curve:
    """Join scores of rows that count once; a small curve stays itself."""
    rows = curve.weights.sum(1).cumsum()
    if not len(rows) or rows[-1] <= 1 / SHARE:
        return curve
    ends = np.searchsorted(rows, _cuts(int(rows[-1]).bit_length()))
    ends = np.unique(np.append(ends[ends < len(rows)], len(rows) - 1))
    if len(ends) > 0.9 * len(rows):
        return curve
    starts = np.concatenate([[0], ends[:-1] + 1])
    return Curve(curve.scores[ends], np.add.reduceat(curve.weights, starts, axis=0), curve.classes, curve.edges)


@cache
def _cuts(bits: int) -> FloatArray:
    """Ranks up to ``2**bits``, each a ten thousandth above the last, but at least by one."""
    single = np.arange(1.0, 1 / SHARE)
    steps = np.arange(bits * np.log(2) / np.log1p(SHARE) - np.log(1 / SHARE) / np.log1p(SHARE) + 1)
    return np.concatenate([single, (1 + SHARE) ** steps / SHARE])


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Curve(DistinctRows):
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

    stored_as = "curve"
    _stored_fields = ("classes", "edges", "scores", "scores_dtype", "weights", "weights_dtype", "missing")
    _key_fields = ("classes", "edges")
    _row_fields = ("scores",)

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
        reading: Any = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight, "missing": missing}
        if on_device(y_true, y_score):
            from concordant.engines.devices.groups import curve
            from concordant.engines.devices.rows import check_device_scores

            return curve(check_device_scores(y_true, y_score, **reading), edges=edges)
        rows = check_scores(y_true, y_score, **reading)
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
        from concordant.sources.buckets import frames_curve as curve

        columns: Any = {"y_true": y_true, "y_score": y_score, "sample_weight": sample_weight}
        found: Curve = curve(frame, labels=labels, pos_label=pos_label, missing=missing, **columns)
        return found

    @classmethod
    def empty(cls, classes: Sequence[Label] = (0, 1), *, edges: npt.ArrayLike | None = None) -> Self:
        """Return the neutral element of adding: no row, for these classes."""
        names = check_declared(classes)
        bins = None if edges is None else check_edges(edges)
        return cls(np.zeros(0), np.zeros((0, len(names)), np.int64), names, bins)

    # -- verbs -------------------------------------------------------------------------------------------------

    @property
    def known_squares(self) -> FloatArray | None:
        """Sums of squared weights, where a row without weights has weight one; None if not known."""
        return self.squares if self.weights.dtype.kind == "f" else self.weights.astype(np.float64)

    def _plus(self, other: Self) -> Self:
        missing = self.missing + other.missing
        for empty, filled in ((self, other), (other, self)):
            if not len(empty.scores):
                return replace(filled, classes=self.classes, edges=self.edges, missing=missing)
        refuse_overflow(self.weights, other.weights)
        scores, weights = _same_types(self, other)
        distinct, table = _kernels.merge_curves(scores[0], weights[0], scores[1], weights[1])
        squares = None
        if table.dtype.kind == "f":
            first, second = self.known_squares, other.known_squares
            if first is not None and second is not None:
                squares = _kernels.merge_curves(scores[0], first, scores[1], second)[1]
        return type(self)(distinct, table, self.classes, self.edges, missing=missing, squares=squares)

    def __mul__(self, factor: float) -> Self:
        """Repeat every row `factor` times."""
        repeated, squares = DistinctRows.__mul__(self, factor), self.known_squares
        if repeated.weights.dtype.kind == "i" or squares is None:
            return replace(repeated, squares=None)
        return replace(repeated, squares=(squares * float(factor))[: len(repeated.scores)])

    def _holds_same(self, other: Self) -> bool:
        return (
            np.array_equal(self.scores, other.scores)
            and np.array_equal(self.weights, other.weights)
            and (self.squares is None or other.squares is None or np.array_equal(self.squares, other.squares))
        )

    def __repr__(self) -> str:
        """The size, not the numbers: a curve can hold millions."""
        edges = "" if self.edges is None else f", {len(self.edges)} edges"
        return f"Curve({len(self.scores):,} distinct scores, classes={self.classes!r}, n={self.n:,}{edges})"

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold; `from_dict` reads it back to the last bit."""
        squares = {} if self.squares is None else {"squares": self.squares.tolist()}
        return State.to_dict(self) | squares

    @classmethod
    def _read(cls, stored: StoredState) -> Self:
        classes = stored.labels("classes")
        scores = stored.row("scores", stored.dtype("scores_dtype", SCORED))
        weights = stored.nested("weights", (len(scores), len(classes)), stored.dtype("weights_dtype", COUNTED))
        edges = stored.optional("edges", stored.row, "float64")
        squares = stored.optional("squares", stored.nested, weights.shape, "float64")
        return cls(scores, weights, classes, edges, missing=stored.whole("missing"), squares=squares)

    def _unsound(self) -> str | None:
        scores, weights, edges = self.scores, self.weights, self.edges
        if len(scores) > 1 and not (scores[:-1] > scores[1:]).all():
            return "its scores do not fall from each to the next"
        if edges is not None:
            if not len(edges) or not (edges[:-1] < edges[1:]).all():
                return "its edges do not rise"
            if not np.isin(scores, np.append(-np.inf, edges)).all():
                return "a score is none of its edges"
        why = unsound_cells(weights.reshape(1, -1))
        if why is None and not weights.any(1).all():
            return "a score without a row is in it"
        return why or unsound_squares(weights, self.squares)

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
        squares = None if self.squares is None else two(self.squares)
        return Curve(self.scores, both, (False, True), self.edges, missing=self.missing, squares=squares)

    def pair(self, negative: Label, positive: Label) -> Curve:
        """Return the two-class curve of two of the classes, without the rows of the others."""
        columns = [self._place(negative), self._place(positive)]
        both = self.weights[:, columns]
        here, squares = both.any(1), self.squares
        if squares is not None:
            squares = squares[:, columns][here]
        classes = (negative, positive)
        return replace(self, scores=self.scores[here], weights=both[here], classes=classes, squares=squares)

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
            raise LabelError(f"two classes are needed, not {len(self.classes)}; see one_vs_rest() and pair().")
        sums = self.weights.cumsum(0).T
        return sums[0], sums[1]

    def _place(self, label: Label) -> int:
        if label not in self.classes:
            raise LabelError(f"{label!r} is none of the classes {self.classes}.")
        return self.classes.index(label)


def _same_types(first: Curve, second: Curve) -> tuple[list[npt.NDArray[Any]], list[NumberArray]]:
    score = np.result_type(first.scores.dtype, second.scores.dtype)
    weight = np.result_type(first.weights.dtype, second.weights.dtype)
    scores = [np.ascontiguousarray(curve.scores, score) for curve in (first, second)]
    for curve, cast in zip((first, second), scores, strict=True):
        if curve.scores.dtype.kind != cast.dtype.kind and not _is_exact(curve.scores, cast):
            raise MergeError(
                f"cannot add curves of {first.scores.dtype} and {second.scores.dtype} scores: {score} does not hold "
                "all of them exactly. Convert the scores to one type first."
            )
    return scores, [np.ascontiguousarray(curve.weights, weight) for curve in (first, second)]


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
        raise OptionError("edges must be a list of at least one number, each larger than the one before.")
    return bins


T = TypeVar("T")


@dataclass(frozen=True, eq=False, repr=False)
class OnDemand(Sequence[T], Generic[T]):
    """Items that are made one by one when they are asked for, and then forgotten."""

    size: int
    make: Callable[[int], T]

    def __len__(self) -> int:
        """How many there are."""
        return self.size

    def __getitem__(self, place: Any) -> Any:
        """Make one of them, or a tuple of several."""
        which = range(self.size)[place]
        return self.make(which) if isinstance(which, int) else tuple(map(self.make, which))

    def __eq__(self, other: object) -> bool:
        """Whether all items are equal."""
        return tuple(self) == tuple(other) if isinstance(other, (OnDemand, tuple)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """As the tuple that they would be."""
        return repr(tuple(self))


@dataclass(frozen=True, eq=False, repr=False)
class CurvesOnDemand(OnDemand[Curve]):
    """Curves of all classes by the scores of each, and those of each class against the rest, which take less memory."""

    against_rest: Callable[[int], Curve]
    class_rows: Callable[[], Any] | None = None  # the rows of each class, or their weight
    counted: ScoreRows | None = None  # the rows behind them, if they have no weights


@dataclass(frozen=True, slots=True, eq=False)
class CurveStack(State):
    """
    Curves of the columns of a matrix of scores.

    Attributes
    ----------
    curves : tuple of Curve
        Several classes: column k sorted, with the weight of every class at each of its scores. Several
        labels at once: one two-class curve a label.
    outputs : tuple
        The class or label of each column.
    multilabel : bool
        Whether the columns are labels that can occur together, not classes that exclude each other.

    Examples
    --------
    >>> from concordant.states import CurveStack
    >>> stack = CurveStack.from_scores([0, 1, 2], [[0.8, 0.1, 0.1], [0.2, 0.7, 0.1], [0.3, 0.3, 0.4]])
    >>> stack.outputs, len(stack)
    ((0, 1, 2), 3)
    """

    stored_as = "curve_stack"
    _stored_fields = ("outputs", "multilabel", "curves")
    _key_fields = ("outputs", "multilabel")

    curves: Sequence[Curve]
    outputs: tuple[Label, ...]
    multilabel: bool = False

    @classmethod
    def from_scores(
        cls,
        y_true: Column,
        y_score: Column,
        *,
        labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
    ) -> CurveStack:
        """Sort and group a matrix of scores (n, K): one column a class, or one a label if y_true is (n, K) too."""
        reading: Any = {"labels": labels, "sample_weight": sample_weight, "missing": missing}
        if on_device(y_true, y_score):
            from concordant.engines.devices.groups import curve_stack
            from concordant.engines.devices.rows import check_device_scores

            return curve_stack(check_device_scores(y_true, y_score, **reading))
        return cls.from_rows(check_scores(y_true, y_score, **reading))

    @classmethod
    def from_rows(cls, rows: ScoreRows) -> CurveStack:
        """Sort and group the columns of checked rows."""
        from concordant.engines.arrays import curve_stack

        return curve_stack(rows)

    @classmethod
    def from_frame(
        cls,
        frame: Frame,
        *,
        y_true: str,
        y_score: Sequence[str],
        labels: Sequence[Label] | None = None,
        sample_weight: str | None = None,
        missing: Missing = "raise",
    ) -> CurveStack:
        """
        Sort and group one column of scores a class of an eager or lazy frame.

        The columns of a lazy frame are collected, and those of files read as a whole.
        """
        from concordant.sources.scores import curve_stack

        roles: Any = {"y_true": y_true, "y_score": y_score, "sample_weight": sample_weight}
        return curve_stack(frame, labels=labels, missing=missing, **roles)

    @classmethod
    def empty(cls, outputs: Sequence[Label], *, multilabel: bool = False) -> Self:
        """Return the neutral element of adding: no row, for these classes or labels."""
        classes = (0, 1) if multilabel else tuple(outputs)
        return cls(tuple(Curve.empty(classes) for _ in outputs), tuple(outputs), multilabel)

    @property
    def n(self) -> Any:
        """The number of rows or the sum of weights."""
        return self._whole[0].n if self.curves else 0

    @property
    def missing(self) -> int:  # type: ignore[override]
        """How many rows were dropped because a value was missing."""
        return self._whole[0].missing if self.curves else 0

    @property
    def _whole(self) -> Sequence[Curve]:
        """The curves of which each tells how many rows there are."""
        counted = isinstance(self.curves, CurvesOnDemand) and self.curves.counted is not None
        return self.binary_curves() if counted else self.curves

    def _plus(self, other: Self) -> Self:
        return replace(self, curves=tuple(a + b for a, b in zip(self.curves, other.curves, strict=True)))

    def __mul__(self, factor: float) -> Self:
        """Repeat every row `factor` times."""
        return replace(self, curves=tuple(curve * factor for curve in self.curves))

    def _holds_same(self, other: Self) -> bool:
        return self.curves == other.curves

    def __len__(self) -> int:
        """The number of curves."""
        return len(self.curves)

    def __iter__(self) -> Iterator[Curve]:
        """The curves as they are."""
        return iter(self.curves)

    def _plain(self) -> dict[str, Any]:
        return {
            "outputs": plain_labels(self.outputs),
            "multilabel": self.multilabel,
            "curves": [curve.to_dict() for curve in self.curves],
        }

    @classmethod
    def _read(cls, stored: StoredState) -> Self:
        outputs, multilabel = stored.labels("outputs"), stored.flag("multilabel")
        curves = tuple(Curve.from_dict(curve) for curve in stored.listed("curves", "curves"))
        return cls(curves, outputs, multilabel)

    def _unsound(self) -> str | None:
        curves, outputs, multilabel = self.curves, self.outputs, self.multilabel
        if len(curves) != len(outputs):
            return f"{len(outputs)} outputs need as many curves, not {len(curves)}"
        if any(len(curve.classes) != 2 if multilabel else curve.classes != outputs for curve in curves):
            return "each curve needs two classes of one label, or the classes of all outputs"
        totals = [curve.weights.sum() if multilabel else curve.weights.sum(0) for curve in curves]
        if any(
            curve.missing != curves[0].missing
            or (curve.edges is None) != (curves[0].edges is None)
            or not np.allclose(total, totals[0], rtol=_ROUNDING, atol=0)
            for curve, total in zip(curves, totals, strict=True)
        ):
            return "its curves do not have the same rows"
        return None

    def binary_curves(self) -> Sequence[Curve]:
        """One two-class curve an output: each class against the rest, or each label."""
        if self.multilabel:
            return self.curves
        if isinstance(self.curves, CurvesOnDemand):
            return OnDemand(len(self.curves), self.curves.against_rest)
        return tuple(curve.one_vs_rest(label) for curve, label in zip(self.curves, self.outputs, strict=True))

    def pooled(self) -> Curve:
        """All decisions of all outputs as rows of one two-class curve (micro average)."""
        if not self.curves:
            raise MergeError("an empty stack has no curve to pool.")
        curves = (Curve(c.scores, c.weights, (False, True), c.edges) for c in self.binary_curves())
        total = next(curves)
        for curve in curves:
            total = total + curve
        return replace(total, missing=self.missing)

    def at_prevalence(self, prevalence: Mapping[Label, float]) -> CurveStack:
        """Return the curves of a population with other shares of the classes: see `Curve.at_prevalence`."""
        if self.multilabel:
            raise OptionError(
                "prevalence= is for classes that exclude each other; labels that can occur together have each a "
                "prevalence of its own. Take them one by one."
            )
        mixed = partial(_at_prevalence, self.curves, prevalence)
        if not isinstance(self.curves, CurvesOnDemand):
            return CurveStack(tuple(map(mixed, range(len(self.curves)))), self.outputs)
        rest = partial(_one_vs_rest, mixed, self.outputs)
        return CurveStack(CurvesOnDemand(len(self.curves), mixed, rest), self.outputs)

    def support(self) -> np.ndarray[Any, np.dtype[Any]]:
        """The number of positives, or their weight, of each output."""
        return np.array([curve.weights[:, 1].sum() for curve in self.binary_curves()])


def _at_prevalence(curves: Sequence[Curve], prevalence: Mapping[Label, float], place: int) -> Curve:
    return curves[place].at_prevalence(prevalence)


def _one_vs_rest(curve: Callable[[int], Curve], outputs: tuple[Label, ...], place: int) -> Curve:
    return curve(place).one_vs_rest(outputs[place])
