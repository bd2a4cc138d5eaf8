"""Does the error of the judge grow with something, such as the length of a text? Least squares, with robust errors."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from concordant.errors import InputError, InputTypeError, LengthError, OptionError
from concordant.inference.quantiles import check_level, tail
from concordant.inference.samples.sample import Clusters
from concordant.inputs.arrays import as_array, is_absent, is_series, series_to_array
from concordant.inputs.label_values import numbered
from concordant.judging.judge_errors import soft_truth
from concordant.judging.judged_items import JudgedRows, column_beside, numbers_of, read_items, require_units
from concordant.judging.means import Mean, interval_of
from concordant.judging.passes import clusters_of_rows
from concordant.result.comparisons import p_text
from concordant.result.intervals import Interval
from concordant.result.record import Answer, counted, signed
from concordant.typing import Column, FloatArray, Label


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class ErrorSlope(Answer):
    """
    How the error of a judge changes with a covariate.

    Attributes
    ----------
    slope : Interval
        The change of the error for one more of the covariate.
    t, p_value : float
        Of no slope.
    intercept : float
        The error where the covariate is 0.
    error : str
        What the error is.
    items : int
        How many items.
    """

    slope: Interval
    t: float
    p_value: float
    intercept: float
    error: str
    items: int


def error_slope(
    data: Any = None,
    /,
    *,
    covariate: Column | str,
    error: Column | None = None,
    judge: Any = None,
    humans: Any = None,
    positive: Label | None = None,
    labels: Sequence[Label] | None = None,
    cluster: Column | str | None = None,
    level: float = 0.95,
) -> ErrorSlope:
    """
    Fit the error of a judge on a covariate.

    Parameters
    ----------
    data : data frame, optional
        Rows are items; `judge`, `humans`, `covariate` and `cluster` are names of its columns.
    covariate : name, or array-like of shape (n,)
        A number of each item, such as its length.
    error : array-like of shape (n,), optional
        The error, in place of judge and humans.
    judge, humans
        As of `judging.gap`; one person is enough. The error is the judge less the mean of people where labels are
        numbers; else, the share of people who disagree.
    positive : label, optional
        The error is then whether the judge gives this label, less the share of people who do.
    labels, cluster, level
        As of `judging.gap`.

    Returns
    -------
    ErrorSlope

    Notes
    -----
    Standard errors: HC3 and Student's t with n - 2 degrees of freedom; of clusters CR1, with G - 1.

    References
    ----------
    MacKinnon & White (1985), Journal of Econometrics 29:305. Liang & Zeger (1986), Biometrika 73:13.

    Examples
    --------
    >>> from concordant import judging
    >>> words = [100, 200, 300, 400, 500, 600] * 5
    >>> found = judging.error_slope(judge=[1, 2, 2, 3, 3, 3] * 5, humans=[1, 2, 2, 2, 3, 2] * 5, covariate=words)
    >>> round(found.slope.value * 100, 3)
    0.171
    """
    level = check_level(level)
    if (error is None) == (judge is None) or (judge is None) != (humans is None):
        msg = "give either error=, or judge= and humans=."
        raise OptionError(msg)
    if error is None:
        rows = JudgedRows(read_items(data, judge, humans, labels=labels, cluster=cluster))
        y, what = _error(rows, positive)
        clusters = rows.clusters
    else:
        y, what = numbers_in(error, "error"), "the error"
        groups = column_beside(data, cluster, len(y), "cluster") if isinstance(cluster, str) else cluster
        clusters = clusters_of_rows(groups, len(y))
    x = numbers_in(column_beside(data, covariate, len(y), "covariate"), "covariate")
    name = covariate if isinstance(covariate, str) else "covariate"
    return fitted_slope(y, x, clusters, (what, name), level)


def _error(rows: JudgedRows, positive: Label | None) -> tuple[FloatArray, str]:
    """The error of each row, NaN without judge or people; and what it is."""
    people, judge = soft_truth(rows, "panel"), rows.of_judges[:, 0]
    known = (judge >= 0) & (people.sum(1) > 0)
    numbers, what = numbers_of(rows), "the judge less people"
    if positive is not None:
        if not isinstance(positive, Hashable) or positive not in rows.labels:
            shown = ", ".join(map(repr, rows.labels[:12]))
            msg = f"positive={positive!r:.80} is none of the labels {shown}."
            raise OptionError(msg)
        numbers, what = (
            np.array([float(label == positive) for label in rows.labels]),
            f"{positive!r} of the judge less people",
        )
    if numbers is None:
        found = 1 - people[np.arange(len(judge)), judge]
        what = "the share of people who disagree"
    else:
        found = numbers[judge] - people @ numbers
    return np.where(known, found, np.nan), what


def numbers_in(column: Any, what: str) -> FloatArray:
    """A column as numbers, NaN where there is none; text is read as a number."""
    values = series_to_array(column, what) if is_series(column) else as_array(column, what)
    if values.dtype.kind in "mMc":
        msg = f"{what} must be numbers, not {values.dtype}."
        raise InputTypeError(msg)
    try:
        found = np.array([math.nan if is_absent(x) else float(x) for x in values.tolist()], np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        msg = f"{what} must be numbers: {error}."
        raise InputTypeError(msg) from error
    if np.isinf(found).any():
        msg = f"{what} must be finite numbers; row {int(np.argmax(np.isinf(found)))} is not."
        raise InputError(msg)
    return found


def fitted_slope(
    y: FloatArray, x: FloatArray, clusters: Clusters | None, names: tuple[str, str], level: float
) -> ErrorSlope:
    """Fit errors on numbers by least squares; `names` are those of both. Rows without one of them are left out."""
    if len(x) != len(y):
        msg = f"covariate must have one value an item: expected {len(y)}, got {len(x)}."
        raise LengthError(msg)
    here = ~(np.isnan(x) | np.isnan(y))
    gone = int((np.isnan(x) & ~np.isnan(y)).sum())
    lost = f"{gone} items without a covariate are left out" if gone else None
    x, y, n = x[here], y[here], int(here.sum())
    require_units(n, 3, "items with an error and a covariate")
    what, name = names
    signature = signed("judging.error_slope", error=what, covariate=name, n=n, level=level)
    centre = x.mean()
    apart = x - centre
    size = np.abs(apart).max()
    apart = apart / size if size > 0 else apart
    spread = float(apart @ apart)
    if not spread > 0:
        none = interval_of(Mean(math.nan, math.nan, math.nan, n, "HC3, t"), level, "slope", signature)
        return ErrorSlope(
            sentence=f"The slope on {name} is undefined: it does not vary.",
            reason="the covariate does not vary",
            signature=signature,
            slope=none,
            t=math.nan,
            p_value=math.nan,
            intercept=float(y.mean()),
            error=what,
            items=n,
        )
    tall = float(np.abs(y).max())
    y = y / tall if tall > 0 else y
    slope = float(apart @ y) / spread
    left = y - y.mean() - slope * apart
    if clusters is None:
        leverage = 1 / n + apart**2 / spread
        with np.errstate(invalid="ignore", divide="ignore"):
            variance = float((np.square(apart * left / (1 - leverage))).sum()) / spread**2
        degrees, method = n - 2.0, "HC3, t"
    else:
        code, groups = numbered(clusters.code[here])
        sums = np.bincount(code, apart * left)
        require_units(groups, 2, "clusters with an error and a covariate")
        variance = groups / (groups - 1) * (n - 1) / (n - 2) * float(sums @ sums) / spread**2
        degrees, method = groups - 1.0, "CR1, t"
    unit = (tall or 1.0) / size
    mean = Mean(slope * unit, math.sqrt(variance) * unit, degrees, n, method)
    t = mean.value / mean.se if mean.se > 0 else math.nan
    made = ErrorSlope(
        sentence="",
        reason=lost,
        signature=signature,
        slope=interval_of(mean, level, f"slope on {name}", signature, why="every error is on the line"),
        t=t,
        p_value=tail(t, degrees) if not math.isnan(t) else math.nan,
        intercept=float(y.mean()) * (tall or 1.0) - mean.value * float(centre),
        error=what,
        items=n,
    )
    return replace(made, sentence=_sentence(made, name, level))


def _sentence(made: ErrorSlope, name: str, level: float) -> str:
    by = 100 if abs(made.slope.value) < 0.01 else 1
    unit = f"{by} {name}" if by > 1 else f"one more of {name}"
    ends = "" if math.isnan(made.slope.low) else f" ({by * made.slope.low:+.3g} to {by * made.slope.high:+.3g})"
    shown = made.p_value < 1 - level
    start = "changes with" if shown else "is not shown to change with"
    at = f"{p_text(made.p_value)}, {counted(made.items, 'item')}"
    return f"The error ({made.error}) {start} {name}: {by * made.slope.value:+.3g}{ends} for {unit} ({at})."
