"""`Rate` and the decorator `rate`: a quotient of the four cells, its averages, its share of rows, its reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.engines.arrays.labels import counts_of_indicators
from concordant.errors import LabelError, OptionError
from concordant.inputs.indicators import IndicatorRows
from concordant.inputs.labels import LabelRows, check_declared
from concordant.metrics.arithmetic import (
    NO_SUPPORT,
    at_prevalence,
    check_average,
    indices_of,
    left_out,
    mean_of_classes,
    mean_over_classes,
    mean_over_samples,
    ratio,
    refuse_binary,
    samples_left_out,
    why_at_prevalence,
)
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import RIGHT, THRESHOLD, Event, Share
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import options_of
from concordant.settings import threads_for
from concordant.states import Counts, SampleCounts
from concordant.states.tables import against_rest
from concordant.typing import Average, FloatArray, Floats, Label, Prevalence

_OF_SHARES: dict[str, Any] = {"interval": "wilson", "optimum": THRESHOLD}
_QUOTIENTS: dict[str, Rate] = {}  # of each metric that `rate` made, by its name

_MANY = 1 << 14  # rows; of more, a table of few labels takes less time a row
_SAMPLED, _FEW = 1 << 10, 64  # the first rows tell whether all labels are few
_STEP = 1e-30  # of the complex step
_EXACT = 1 << 26  # rows; products of two sums are integers that float64 holds


class FourCells(NamedTuple):
    """The cells of tables of two labels, which numerators and denominators add up."""

    tn: Any
    fp: Any
    fn: Any
    tp: Any

    @classmethod
    def of(cls, cells: Any) -> Any:
        """Take them out of tables, once for all that a rate asks of them; other sums have such fields themselves."""
        if not isinstance(cells, Counts):
            return cells
        if len(cells.labels) != 2:
            raise LabelError(f"TP, FP, FN and TN need two labels, not {len(cells.labels)}.")
        table = cells.table
        return cls(table[..., 0, 0], table[..., 0, 1], table[..., 1, 0], table[..., 1, 1])


@dataclass(frozen=True, slots=True)
class Rate:
    """
    A rate of two-label counts.

    `empty` says in words what the data lack where the denominator is zero; `event`, what happens to the rows that count
    where the denominator is that of the truth.
    """

    top: Callable[[Any], Any]
    bottom: Callable[[Any], Any]
    empty: str
    event: Event | None = None

    def of(self, cells: Counts | FourCells) -> Floats:
        """Take the rate of each table of two labels."""
        cells = FourCells.of(cells)
        return ratio(self.top(cells), self.bottom(cells))

    def undefined(self, cells: Counts) -> Any:
        """Whether the rate of each table is undefined."""
        return self.bottom(FourCells.of(cells)) == 0

    def averaged(
        self,
        counts: Counts | SampleCounts,
        average: Average,
        pos_label: Label | None,
        fill: float,
        prevalence: Prevalence = None,
        classes: Sequence[Label] | None = None,
    ) -> Floats:
        """Take the rate of the positive class, of each class, or its average over classes or rows."""
        check_average(average, counts)
        if classes is not None:
            _refuse_without_classes(average)
        if prevalence is not None:
            counts = at_prevalence(counts, prevalence, pos_label)
        if isinstance(counts, SampleCounts):
            return mean_over_samples(self.of(counts.counts), counts, fill)
        if average == "binary":
            return self.of(_binary(counts, pos_label))
        each = one_vs_rest(counts, classes)
        if average == "micro":
            return self.of(_pooled(each))
        values = self.of(each)
        if average is None:
            return values
        support = each.table[..., 1, :].sum(-1) if average == "weighted" else None
        return mean_over_classes(values, support, average, fill)

    def of_tables(
        self,
        _: tuple[Label, ...],
        *,
        average: Average = "binary",
        classes: Sequence[Label] | None = None,
        prevalence: Prevalence = None,
        **__: Any,
    ) -> Callable[[FloatArray], tuple[FloatArray, FloatArray]] | None:
        """Return the mean over classes as a function of tables of shares; None of other averages."""
        usual = average == "macro" and classes is None and prevalence is None
        return self.macro_and_influence if usual else None

    def macro_and_influence(self, shares: FloatArray) -> tuple[FloatArray, FloatArray]:
        """
        Take the mean over classes of tables of shares (B, K, K), and how a row of each cell moves it.

        The rate of a class follows from the four cells of this class against all others: a complex step in each of
        these, for all classes at once, gives its slopes.
        """
        tables = against_rest(shares)
        stepped = tables + 1j * _STEP * np.eye(4).reshape(4, 1, 1, 2, 2)
        plain, moved = (FourCells(x[..., 0, 0], x[..., 0, 1], x[..., 1, 0], x[..., 1, 1]) for x in (tables, stepped))
        defined = self.bottom(plain) != 0
        with np.errstate(divide="ignore", invalid="ignore"):  # of classes that are not
            values = self.top(moved) / self.bottom(moved)
        many = defined.sum(-1, keepdims=True)
        neither, wrong, missed, right = np.where(defined, np.imag(values) / _STEP, 0.0) / many
        psi = (missed - neither)[:, :, None] + (wrong - neither)[:, None, :]
        diagonal = np.arange(psi.shape[-1])
        psi[:, diagonal, diagonal] += right - missed - wrong + neither
        psi -= (shares * psi).sum((1, 2), keepdims=True)
        return (np.where(defined, np.real(values[0]), 0.0) / many).sum(-1), psi

    def shortcut(
        self,
        rows: LabelRows | IndicatorRows,
        *,
        average: Average = "binary",
        pos_label: Label | None = None,
        prevalence: Prevalence = None,
    ) -> float | None:
        """Take the rate of rows without their state; None where that cannot be done."""
        if isinstance(rows, IndicatorRows):
            usual = prevalence is None and rows.weights is None and average in ("macro", "weighted")
            return self._mean(counts_of_indicators(rows), average) if usual else None
        if prevalence is not None or rows.names is not None or average not in ("binary", "macro", "micro", "weighted"):
            return None
        sums = LabelSums.of_rows(rows)
        if sums is None:
            return None
        if average in ("macro", "weighted"):
            return self._mean(sums.per_class(), average)
        if average == "binary":
            cells: Any = sums.binary(pos_label)
        else:
            cells = sums.pooled()
        bottom = None if cells is None else self.bottom(cells)
        return float(self.top(cells) / bottom) if bottom else None

    def _mean(self, classes: Any, average: Average) -> float | None:
        """The mean over classes; None where it leaves some out: the state says which."""
        bottom = self.bottom(classes)
        support = classes.tp + classes.fn if average == "weighted" else None
        if np.count_nonzero(bottom) < bottom.size or (support is not None and not support.any()):
            return None
        return float(mean_of_classes(self.top(classes) / bottom, support))

    def share(
        self,
        counts: Counts | SampleCounts,
        *,
        average: Average = "binary",
        pos_label: Label | None = None,
        prevalence: Prevalence = None,
        classes: Sequence[Label] | None = None,
        **_: Any,
    ) -> Share | None:
        """
        Say what share of the rows the rate is: of one class, of each, of all decisions; None for other averages.

        It is for rates whose denominator counts rows, each once; at another prevalence none does.
        """
        if isinstance(counts, SampleCounts) or average not in ("binary", "micro", None) or prevalence is not None:
            return None
        if average == "micro" and counts.outputs is None:
            return self.micro_share(counts, average=average, classes=classes)

        def cells(state: Counts) -> Any:
            if average == "binary":
                return FourCells.of(_binary(state, pos_label))
            each = one_vs_rest(state, classes)
            return FourCells.of(each if average is None else _pooled(each))

        return Share(
            lambda state: self.top(cells(state)),
            lambda state: self.bottom(cells(state)),
            each=average is None and classes is None,
            event=self.event,
        )

    def micro_share(
        self,
        counts: Counts | SampleCounts,
        *,
        average: Average = "binary",
        prevalence: Prevalence = None,
        classes: Sequence[Label] | None = None,
        **_: Any,
    ) -> Share | None:
        """
        Say of which share the micro average over classes is a function: of the right rows, whatever the rate.

        A right row is one true positive and K - 2 + 1 true negatives, a wrong one a false positive, a false negative
        and K - 2 true negatives.
        """
        if average != "micro" or prevalence is not None or classes is not None:
            return None
        if isinstance(counts, SampleCounts) or counts.outputs is not None:
            return None
        others_right = len(counts.labels) - 2

        def value(right: FloatArray) -> Floats:
            right = np.asarray(right, np.float64)
            rows = np.stack([np.stack([others_right + right, 1 - right], -1), np.stack([1 - right, right], -1)], -2)
            return self.of(Counts(rows, (False, True)))

        return RIGHT.then(value)

    def why(
        self,
        counts: Counts | SampleCounts,
        average: Average = "binary",
        pos_label: Label | None = None,
        prevalence: Prevalence = None,
        classes: Sequence[Label] | None = None,
    ) -> str | None:
        """Say what is undefined, or which classes or rows the average leaves out."""
        if prevalence is not None:
            why = partial(self.why, average=average, pos_label=pos_label, classes=classes)
            return why_at_prevalence(counts, prevalence, why, pos_label)
        if isinstance(counts, SampleCounts):
            return samples_left_out(self.undefined(counts.counts), counts, self.empty)
        if average in ("binary", "micro"):
            cells = _binary(counts, pos_label) if average == "binary" else _pooled(one_vs_rest(counts, classes))
            undefined = self.undefined(cells)
            if not undefined.any():
                return None
            positive = f" (positive class {cells.labels[1]!r})" if average == "binary" else ""
            tables = "" if undefined.ndim == 0 else f" in {int(undefined.sum())} of {undefined.size} tables"
            return self.empty + positive + tables
        each = one_vs_rest(counts, classes)
        undefined = self.undefined(each)
        if average == "weighted":  # a class without weight is not missed
            support = each.table[..., 1, :].sum(-1)
            if not support.any():
                return NO_SUPPORT
            undefined = undefined & (support > 0)
        return left_out(undefined, each.outputs or (), average, self.empty)


@dataclass(frozen=True, slots=True)
class LimitRate(Rate):
    """
    A rate that grows without bound as its denominator goes to zero; 0/0, or of an undefined part, is undefined.

    `empty` says in words what the data lack where it is undefined.
    """

    def of(self, cells: Counts | FourCells) -> Floats:
        """Take the rate of each table of two labels."""
        cells = FourCells.of(cells)
        top, bottom = self.top(cells), self.bottom(cells)
        at_limit = (bottom == 0) & (top != 0) & (top == top)  # noqa: PLR0124  (not NaN)
        with np.errstate(over="ignore"):  # beside a tiny weight the value can leave the numbers: infinity as well
            values = ratio(top, bottom)
        return np.where(at_limit, np.inf, values)[()] if np.count_nonzero(at_limit) else values

    def undefined(self, cells: Counts) -> Any:
        """Whether the rate of each table is undefined."""
        return np.isnan(self.of(cells))


def rate(
    *,
    top: Callable[[Any], Any],
    bottom: Callable[[Any], Any],
    empty: str,
    event: Event | None = None,
    limit: bool = False,
    share: Callable[..., Share | None] | None = Rate.share,
    at_prevalence: bool = False,
    **facts: Any,
) -> Callable[[Callable[[], None]], Metric]:
    """
    Turn a quotient of the four cells into a metric; the decorated function is its name and its docstring.

    Parameters
    ----------
    top, bottom : callable
        Take the cells of a table of two labels, or of a stack of them (``c.tp``); give numerator and denominator.
    empty, event
        See `Rate`.
    limit : bool
        Whether it is infinite, and not undefined, where only the denominator is zero: a `LimitRate`.
    share : callable or None
        A method of `Rate`, or another function of a rate, a state and the options of the metric: which share of rows
        the metric is, or is a function of. None if it is none; it has no fast path then.
    at_prevalence : bool
        Whether the metric has the option `prevalence`: it depends on how frequent the classes are.
    **facts
        See `metric` and `Facts`. By default a threshold decides a share, whose limits are Wilson's; what decides
        another rate is not known, and its limits are score limits.
    """
    quotient = (LimitRate if limit else Rate)(top, bottom, empty, event)

    def define(function: Callable[[], None]) -> Metric:
        def formula(
            counts: Counts,
            /,
            *,
            average: Average = "binary",
            pos_label: Label | None = None,
            classes: Sequence[Label] | None = None,
            prevalence: Prevalence = None,
            fill: float = float("nan"),
        ) -> Floats:
            return quotient.averaged(counts, average, pos_label, fill, prevalence, classes)

        for name in ("__module__", "__name__", "__qualname__", "__doc__"):
            setattr(formula, name, getattr(function, name))
        if not at_prevalence:
            vars(formula)["options"] = tuple(option for option in options_of(formula) if option != "prevalence")
        _QUOTIENTS[function.__name__] = quotient
        return metric(
            why=quotient.why,
            shortcut=None if share is None else quotient.shortcut,
            proportion=None if share is None else partial(share, quotient),
            of_tables=None if limit else quotient.of_tables,
            **({"interval": "score"} if share is None else _OF_SHARES) | facts,
        )(formula)

    return define


def quotient_of(metric: Metric) -> Rate:
    """Return the quotient that a metric made by `rate` is."""
    return _QUOTIENTS[metric.name]


def tables_alone(counts: Counts) -> Counts:
    """Of several labels at once: one table a label, each with two classes of its own."""
    return counts if counts.outputs is None else Counts(counts.table, counts.labels)


def one_vs_rest(counts: Counts, classes: Sequence[Label] | None) -> Counts:
    """Return one table a class, each against all others: of every class, or of those that were chosen."""
    each = counts.one_vs_rest()
    if classes is None:
        return each
    chosen = check_declared(classes, "classes")
    if not each.outputs:  # no rows, and no labels
        return Counts(np.zeros((len(chosen), 2, 2), np.int64), each.labels, outputs=chosen)
    return Counts(each.table[..., indices_of(chosen, each.outputs), :, :], each.labels, outputs=chosen)


def _refuse_without_classes(average: Average) -> None:
    """Raise for classes that were chosen for a value that is of one class, or of whole rows."""
    if average in ("binary", "samples"):
        raise OptionError(
            'classes= chooses the classes of an average: give average="micro", "macro", "weighted", or None for one '
            f"value a class, not {average!r}."
        )


def _pooled(classes: Counts) -> Counts:
    """All decisions of all classes in one table (micro average)."""
    return Counts(classes.table.sum(-3), classes.labels)


def _binary(counts: Counts, pos_label: Label | None) -> Counts:
    if counts.outputs is not None or len(counts.labels) > 2:
        raise refuse_binary(counts.labels if counts.outputs is None else counts.outputs, "the data")
    return counts.binary(pos_label)


class LabelSums(NamedTuple):
    """
    How often each label occurs.

    Attributes
    ----------
    labels : ndarray of int64, shape (K,)
        Those that occur, ascending; codes, where the rows hold codes.
    truth, prediction, both : ndarray of int64, shape (K,)
        The rows of each label in the truth, in the prediction, and in both at once.
    n : int
        All rows.
    """

    labels: npt.NDArray[np.int64]
    truth: npt.NDArray[np.int64]
    prediction: npt.NDArray[np.int64]
    both: npt.NDArray[np.int64]
    n: int

    @classmethod
    def of_rows(cls, rows: LabelRows) -> LabelSums | None:
        """Count rows that count alike and whose labels nobody declared; None of others, and where a table is faster."""
        n = len(rows.y_true)
        if rows.weights is not None or rows.declared is not None or rows.times is not None or not 0 < n < _EXACT:
            return None
        if n > _MANY and are_few(rows.y_true[:_SAMPLED]):
            return None
        sums = _kernels.label_sums(rows.y_true, rows.y_pred, threads_for(n))
        return None if sums is None else cls(*sums, n)

    def per_class(self) -> RestCells:
        """Return the cells of each label against all others, arrays (K,)."""
        return RestCells(self.both, self.truth - self.both, self.prediction - self.both, self.n)

    def pooled(self) -> RestCells:
        """Return the sums of the cells of all labels."""
        right = int(self.both.sum())
        return RestCells(right, self.n - right, self.n - right, self.n * len(self.labels))

    def binary(self, pos_label: Label | None) -> RestCells | None:
        """Return the cells of the positive one of two labels, by default the greater one; None of other labels."""
        index = _positive_index(self.labels.tolist(), pos_label)
        if index is None:
            return None
        truth, prediction, both = self.truth.item(index), self.prediction.item(index), self.both.item(index)
        return RestCells(both, truth - both, prediction - both, self.n)


@dataclass(slots=True)
class RestCells:
    """The cells of one class against all others, or of each class, arrays (K,), of rows without weights."""

    tp: Any
    fn: Any
    fp: Any
    n: int

    @property
    def tn(self) -> Any:
        """The rows that neither column says are of the class."""
        return self.n - self.tp - self.fn - self.fp


def _positive_index(labels: Sequence[int], pos_label: Label | None) -> int | None:
    """The index of the positive one of two labels; None if it is another label, or there are not two."""
    if len(labels) != 2:
        return None
    if pos_label is None or pos_label == labels[1]:
        return 1
    return 0 if pos_label == labels[0] else None


def are_few(labels: npt.NDArray[np.integer]) -> bool:
    """Whether some labels lie so near each other that a table of them is small."""
    return int(labels.max()) - int(labels.min()) < _FEW
