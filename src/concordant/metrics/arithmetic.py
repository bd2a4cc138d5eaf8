"""Division that can be undefined, averages over classes, exact products, sums over groups."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from numbers import Integral, Real
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from concordant.errors import LabelError, OptionError
from concordant.names import did_you_mean, unknown_choice
from concordant.states import Counts, Curve, CurveStack, SampleCounts
from concordant.typing import Average, FloatArray, Floats, Label, Prevalence

NO_SUPPORT = "no row of the truth is in any of the classes, which weigh the average"
AVERAGES = ("binary", "macro", "micro", "weighted", None)

_BLOCK, _MANY = 8192, 1 << 20  # elements of a matrix; OpenBLAS starts threads from 9,216 on


def check_average(average: Any, state: Any = None, *, allowed: Sequence[Any] = AVERAGES) -> None:
    """Raise for an average that does not exist, or that needs another state."""
    if isinstance(state, SampleCounts):
        if average == "samples":
            return
        raise OptionError(f'SampleCounts give average="samples" and no other; for {average!r} take Counts.')
    if average == "samples" and allowed is AVERAGES:
        msg = 'average="samples" is the mean over rows with several labels at once: it needs SampleCounts, not Counts.'
        raise OptionError(msg)
    if average not in allowed:
        known = (*allowed[:-1], "samples", None) if allowed is AVERAGES else allowed
        raise unknown_choice("average", average, known, hint="" if average in (*AVERAGES, "samples") else None)


def refuse_binary(labels: Sequence[Label], what: str) -> LabelError:
    """The error for an average="binary" of more than two classes."""
    shown = ", ".join(map(repr, labels[:10])) + (", ..." if len(labels) > 10 else "")
    return LabelError(
        f'average="binary" needs two classes, but {what} has {len(labels)}: {shown}. '
        'Choose average="macro", "weighted", "micro", or None for one value a class.'
    )


def indices_of(chosen: Sequence[Label], labels: Sequence[Label]) -> list[int]:
    """Return where classes stand among the labels; raise for one that is none of them."""
    index_of = {label: index for index, label in enumerate(labels)}
    unknown = [label for label in chosen if label not in index_of]
    if unknown:
        shown = ", ".join(map(repr, labels[:10])) + (", ..." if len(labels) > 10 else "")
        raise LabelError(
            f"classes= names {unknown[0]!r}, which is none of the labels: {shown}.{did_you_mean(unknown[0], labels)} A "
            "class that these rows lack must be declared: labels=[...]."
        )
    return [index_of[label] for label in chosen]


def mean_over_classes(values: FloatArray, support: Any, average: Average, fill: float) -> Floats:
    """
    Average the last axis of `values`.

    Undefined classes (NaN) count as `fill`, or are left out if that is NaN; `support` weighs the classes.
    """
    if values.shape[-1]:
        mean = mean_of_classes(values, support if average == "weighted" else None)
        if not np.count_nonzero(mean != mean):  # noqa: PLR0124  (nearly always: no class is undefined)
            return mean
    values = np.where(np.isnan(values), fill, values)
    weights = support * 1.0 if average == "weighted" else np.ones_like(values)
    defined = ~np.isnan(values)
    if math.isinf(fill):
        defined &= weights != 0  # a class without weight counts for nothing, whatever its value
    with np.errstate(invalid="ignore", over="ignore"):  # infinite values of the caller's
        return ratio(np.where(defined, values * weights, 0.0).sum(-1), np.where(defined, weights, 0.0).sum(-1))


def mean_of_classes(values: FloatArray, support: Any) -> Floats:
    """Average the last axis of values that are all defined; `support` weighs the classes, None: all alike."""
    if support is None:
        mean: Floats = np.add.reduce(values, -1) / values.shape[-1]
        return mean
    return ratio((values * support).sum(-1), support.sum(-1))


def left_out(undefined: FloatArray, outputs: Sequence[Label], average: Average, why: str) -> str | None:
    """Say which classes an average leaves out; None if none."""
    if not undefined.shape[-1]:
        return "there are no rows"
    if not np.count_nonzero(undefined):
        return None
    if undefined.ndim > 1:
        return f"{why} in {int(undefined.any(-1).sum())} of {undefined[..., 0].size} tables"
    absent = [repr(label) for label, lacks in zip(outputs, undefined.tolist(), strict=True) if lacks]
    shown = ", ".join(absent[:5]) + (", ..." if len(absent) > 5 else "")
    reason = f"{why} (class {shown})" if len(absent) == 1 else f"{why} (classes {shown})"
    if average is None:
        return f"undefined for {len(absent)} of {len(outputs)} classes: {reason}"
    if len(absent) == len(outputs):
        return reason
    return f"the {average} average is over {len(outputs) - len(absent)} of {len(outputs)} classes: {reason}"


def mean_over_samples(values: FloatArray, samples: SampleCounts, fill: float) -> Floats:
    """Average the values of the distinct tables of rows; undefined ones count as `fill`, or are left out."""
    return mean_over_classes(values, samples.weights, "weighted", fill)


def samples_left_out(undefined: FloatArray, samples: SampleCounts, why: str) -> str | None:
    """Say how many rows an average leaves out; None if none."""
    if not len(samples.weights):
        return "there are no rows"
    if not undefined.any():
        return None
    dropped, total = samples.weights[undefined].sum().item(), samples.n
    lack = why.replace("no row", "no label")  # of a row with several
    if undefined.all():
        return f"in every row {lack}"
    return f"the samples average is over {total - dropped:g} of {total:g} rows: in the others {lack}"


def ratio(numerator: Any, denominator: Any) -> Floats:
    """Divide; 0/0 and x/0 are NaN."""
    if isinstance(denominator, (np.generic, float, int)):  # one table: no array is needed
        return numerator / denominator if denominator != 0 else numerator * np.nan
    if np.count_nonzero(denominator) == denominator.size:
        return numerator / denominator
    shape = np.broadcast_shapes(np.shape(numerator), denominator.shape)
    out = np.full(shape, np.nan, np.result_type(numerator, denominator, np.float64))
    return np.divide(numerator, denominator, out=out, where=denominator != 0)[()]


def check_share(value: Any, name: str, *, zero: bool = True, one: bool = True) -> float:
    """Return an option that must lie between 0 and 1 as a float; raise if it does not."""
    number = as_float(value)
    if 0 < number < 1 or (zero and number == 0) or (one and number == 1):
        return number
    within = f"{'at least' if zero else 'above'} 0 and {'at most' if one else 'below'} 1"
    raise OptionError(f"{name} must be a number {'from 0 to 1' if zero and one else within}, not {value!r:.80}.")


def check_positive(value: Any, name: str) -> float:
    """Return an option that must be a finite number of at least 0; raise if it is not."""
    number = as_float(value)
    if 0 <= number < math.inf:
        return number
    raise OptionError(f"{name} must be a finite number of at least 0, not {value!r:.80}.")


def check_finite(value: Any, name: str) -> float:
    """Return an option that must be a finite number; raise if it is not."""
    number = as_float(value)
    if math.isfinite(number):
        return number
    raise OptionError(f"{name} must be a finite number, not {value!r:.80}.")


def check_row_number(value: Any, name: str, *, least: int = 1) -> int:
    """Return an option that must be a whole number of rows or the like; raise if it is not."""
    if isinstance(value, Integral) and not isinstance(value, bool) and int(value) >= least:
        return int(value)
    raise OptionError(f"{name} must be a whole number of at least {least}, not {value!r:.80}.")


def as_float(value: Any) -> float:
    """Return a value as a float; NaN where it is no number, or one beyond float64."""
    if type(value) is float:
        return value
    if isinstance(value, Real) and not isinstance(value, bool):
        with suppress(OverflowError):
            return float(value)
    return math.nan


# The option `prevalence` of metrics: their value in a population with other shares of the classes.
#
# Sensitivity and specificity, or the scores within each class, are taken to be those of the data; only the mix of the
# classes is another ("label shift"). So the rows of each class of the truth are weighted, and the formula is taken as
# it stands. Data whose classes were sampled apart (cases and controls) speak of a population in this way only.


State = TypeVar("State", bound=Counts | Curve | CurveStack | SampleCounts)


def at_prevalence(state: State, prevalence: Prevalence, pos_label: Label | None = None) -> State:
    """Return the state with these shares of the classes; itself where prevalence is None."""
    if prevalence is None:
        return state
    if isinstance(state, SampleCounts):
        raise OptionError(
            "prevalence= is for rows with one label each; the labels of rows with several have each a prevalence of "
            "its own. Take them one by one."
        )
    positive = (pos_label,) if isinstance(state, Counts) else ()  # a curve knows its positive class
    mixed: State = cast("Any", state).at_prevalence(prevalence, *positive)
    return mixed


def why_at_prevalence(
    state: State, prevalence: Prevalence, why: Callable[[State], str | None], pos_label: Label | None = None
) -> str | None:
    """Say which class the data lack for such a population; else why the value is undefined in it."""
    if prevalence is None:
        return why(state)
    mixed = at_prevalence(state, prevalence, pos_label)
    if not np.isnan(mixed.n).any():
        return why(mixed)
    if np.ndim(mixed.n):
        return "some tables lack rows of a class that the prevalence gives a share"
    classes, totals = _classes(state, pos_label)
    shares = prevalence if isinstance(prevalence, Mapping) else {}
    lacking = [repr(x) for x, rows in zip(classes, totals.tolist(), strict=True) if not rows and shares.get(x, 1) > 0]
    if len(lacking) == len(classes):
        return "there are no rows"
    return f"no row of y_true is in the class {', '.join(lacking)}, to which the prevalence gives a share"


def _classes(state: Any, pos_label: Label | None) -> tuple[tuple[Label, ...], Any]:
    """The classes and the rows of each."""
    if isinstance(state, Counts):
        whole = state if len(state.labels) > 1 else state.binary(pos_label)
        return whole.labels, whole.row_totals
    curve = state.curves[0] if isinstance(state, CurveStack) else state
    return curve.classes, curve.weights.sum(0)


# Products of a matrix of many rows with a vector.
#
# A library of linear algebra starts threads for them, which on a busy machine wait for each other a hundred times as
# long as the product takes; so the rows come in blocks that are too small for that, unless they are very many.


def sums_of_rows(weights: FloatArray, matrix: FloatArray) -> FloatArray:
    """``weights @ matrix``: (U,) and (U, P) give (P,)."""
    rows = _rows_of_block(matrix)
    if len(matrix) <= rows:
        return np.asarray(weights @ matrix)
    if matrix.shape[1] == 1:
        return np.asarray(np.einsum("u,u->", weights, matrix[:, 0]))[None]
    blocks = range(0, len(matrix), rows)
    return np.asarray(sum(weights[first : first + rows] @ matrix[first : first + rows] for first in blocks))


def _rows_of_block(matrix: FloatArray) -> int:
    return len(matrix) if matrix.size > _MANY and matrix.shape[1] > 1 else max(_BLOCK // max(matrix.shape[1], 1), 1)


def sums_of_groups(values: FloatArray, group: npt.NDArray[np.intp]) -> FloatArray:
    """Add the columns of each group, in the order of the groups: (..., U) gives (..., G)."""
    if not len(group):
        return np.zeros((*values.shape[:-1], 0))
    order = np.argsort(group, kind="stable")
    in_order = values if (group[1:] >= group[:-1]).all() else values[..., order]
    starts = np.flatnonzero(np.diff(group[order], prepend=group[order[0]] - 1))
    return np.add.reduceat(in_order, starts, axis=-1)
