"""`error_slope`, `over_time`: what the errors of a judge go with."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from concordant.errors import LengthError, MissingValuesError, OptionError, TooFewUnitsError
from concordant.inference.quantiles import check_level, tail
from concordant.inference.samples.sample import Atoms
from concordant.inputs.label_values import numbered
from concordant.judging.answers import Mean, mean_of, pooled_variance
from concordant.judging.error_report import less_people, soft_truth
from concordant.judging.gap import FEW, agreement_shares, agreement_with_people
from concordant.judging.items import (
    Items,
    atoms_of_rows,
    column_beside,
    groups_beside,
    numbers_in,
    numbers_of,
    read_items,
    require_units,
)
from concordant.metrics.definition.options import knowing_its_options
from concordant.result.comparisons import p_text
from concordant.result.intervals import Interval
from concordant.result.record import (
    Answer,
    Record,
    altered,
    answered,
    confidence,
    counted,
    counts_text,
    percent,
    signed,
    text_table,
)
from concordant.typing import Column, FloatArray, KappaWeights, Label

_FEW_DEGREES = 5  # of freedom of a slope


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


@knowing_its_options("judging")
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
    sample_weight: Column | str | None = None,
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
    labels, cluster, sample_weight, level
        As of `judging.gap`.

    Returns
    -------
    ErrorSlope

    Notes
    -----
    Standard errors: HC2, of clusters CR2 (Bell & McCaffrey 2002), at least those of errors with one variance, and
    Student's t with Satterthwaite's degrees of freedom. Fewer than 5 are a reason: then few items or clusters decide
    the slope. Where one alone has its covariate there are no limits, as nothing tells its error from the slope.

    Where there was no slope, the test found one in 0 to 4 % of samples of 15 to 440 items with a covariate of two to
    ten values or a uniform or normal one, also where 5 % of items have an error and 10 of 400 the second value (HC2
    alone: 58 %), and in 0 to 4 % in 8 to 20 clusters (300 samples each). Where items with the second value err in 35 %
    and others in 5 %, it found one in 8.0 % if 5 of 60 items have it, which are warned of, and in 6.2 % if 8 have it.

    References
    ----------
    Bell & McCaffrey (2002), Survey Methodology 28:169. Pustejovsky & Tipton (2018), Journal of Business & Economic
    Statistics 36:672.

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
        raise OptionError("give either error=, or judge= and humans=.")
    if error is None:
        rows = read_items(data, judge, humans, labels=labels, cluster=cluster, sample_weight=sample_weight)
        y, what = _error(rows, positive)
        atoms = rows.atoms
    else:
        y, what = numbers_in(error, "error"), "the error"
        beside = {"cluster": cluster, "sample_weight": sample_weight}
        atoms = atoms_of_rows(len(y), *(column_beside(data, x, len(y), what, error) for what, x in beside.items()))
    first = error if judge is None else judge
    x = numbers_in(column_beside(data, covariate, len(y), "covariate", first), "covariate")
    name = covariate if isinstance(covariate, str) else "covariate"
    return fitted_slope(y, x, atoms, (what, name), level)


def _error(rows: Items, positive: Label | None) -> tuple[FloatArray, str]:
    """The error of each row, NaN without judge or people, and its name."""
    people = soft_truth(rows, "panel")
    values, what = numbers_of(rows), "the judge less people"
    if positive is not None:
        if not isinstance(positive, Hashable) or positive not in rows.labels:
            shown = ", ".join(map(repr, rows.labels[:12]))
            raise OptionError(f"positive={positive!r:.80} is none of the labels {shown}.")
        values = np.array([float(label == positive) for label in rows.labels])
        what = f"{positive!r} of the judge less people"
    if values is not None:
        return less_people(rows, people, values), what
    return 1 - agreement_with_people(rows, None), "the share of people who disagree"


def fitted_slope(y: FloatArray, x: FloatArray, atoms: Atoms, names: tuple[str, str], level: float) -> ErrorSlope:
    """Fit errors on numbers by least squares; `names` are those of both. Rows without one of them are left out."""
    if len(x) != len(y):
        raise LengthError(f"covariate must have one value an item: expected {len(y)}, got {len(x)}.")
    present = ~(np.isnan(x) | np.isnan(y)) & (atoms.weight > 0)
    missing = int((np.isnan(x) & ~np.isnan(y)).sum())
    reason = f"{missing} items without a covariate are left out" if missing else None
    x, y, n = x[present], y[present], int(present.sum())
    require_units(n, 3, "items with an error and a covariate")
    what, name = names
    signature = signed("judging.error_slope", error=what, covariate=name, n=n, level=level)
    mean, intercept = _least_squares(y, x, present, atoms)
    kind = "item" if atoms.clusters is None else "cluster"
    title, why = f"slope on {name}", "every error is on the line"
    if math.isnan(mean.se):
        why = f"one {kind} alone has its covariate and decides the slope"
    if math.isnan(mean.value):
        title, why, reason = "slope", "the items do not vary", "the covariate does not vary"
    t = mean.value / mean.se if mean.se > 0 else math.nan
    interval = mean.interval(level, title, signature, why=why)
    if not math.isnan(interval.low) and mean.degrees < _FEW_DEGREES:
        interval = altered(interval, reason=f"few {kind}s decide the slope ({mean.degrees:.2g} degrees of freedom)")
    return answered(
        ErrorSlope,
        lambda answer: _slope_sentence(answer, name),
        reason,
        None if math.isnan(mean.value) else interval.reason,
        signature=signature,
        slope=interval,
        t=t,
        p_value=tail(t, mean.degrees) if not math.isnan(t) else math.nan,
        intercept=intercept,
        error=what,
        items=n,
    )


def _least_squares(y: FloatArray, x: FloatArray, present: npt.NDArray[np.bool_], atoms: Atoms) -> tuple[Mean, float]:
    """The slope of y on x and the intercept, of the items that are present; no slope where x does not vary."""
    n, weight, clusters = len(x), atoms.weight[present], atoms.clusters
    centre, mean_y = float(weight @ x / weight.sum()), float(weight @ y / weight.sum())
    centred = x - centre
    size = np.abs(centred).max()
    centred = centred / size if size > 0 else centred
    squares = float(weight @ np.square(centred))
    if not squares > 0:
        return Mean(math.nan, math.nan, math.nan, n, "HC2, t"), mean_y
    scale = float(np.abs(y).max()) or 1.0
    y, mean_y = y / scale, mean_y / scale
    slope = float((weight * centred) @ y) / squares
    code, groups, method = np.arange(n), n, "HC2, t"
    if clusters is not None:
        code, groups = numbered(clusters.code[present])
        require_units(groups, 2, "clusters with an error and a covariate")
        method = "CR2, t"
    root = np.sqrt(weight)
    design = np.stack([root, root * centred], axis=1)
    residuals = y - mean_y - slope * centred
    variance, degrees = slope_variance(design, root * residuals, code, groups)
    variance = np.maximum(variance, pooled_variance(weight * centred / squares, residuals, weight, n, code))
    unit = scale / size
    mean = Mean(slope * unit, math.sqrt(variance) * unit, degrees, n, method)
    return mean, mean_y * scale - mean.value * centre


def slope_variance(
    design: FloatArray, residuals: FloatArray, code: npt.NDArray[np.intp], groups: int
) -> tuple[float, float]:
    """
    The variance of the slope, the second of two coefficients, and its degrees of freedom.

    CR2 of Bell & McCaffrey (2002): the residuals of each cluster times ``(I - H_gg)^(-1/2)``, so that the variance is
    unbiased where errors are independent and alike; of rows that are clusters of their own this is HC2. The degrees are
    Satterthwaite's for such errors (Pustejovsky & Tipton 2018, eq. 11). ``H_gg`` has rank two, so that no matrix
    of the size of a cluster is needed. NaN where one cluster alone decides a direction: it has no residual there.
    """
    inverse = np.linalg.inv(design.T @ design)
    values, vectors = np.linalg.eigh(inverse)
    half = (vectors * np.sqrt(values)) @ vectors.T
    root = design @ half  # H = root root'
    products = (root[:, :, None] * root[:, None, :]).reshape(-1, 4)
    within = np.stack([np.bincount(code, column, groups) for column in products.T], axis=1).reshape(-1, 2, 2)
    share, axes = np.linalg.eigh(within)
    share = np.clip(share, 0.0, 1.0)
    if (share > 1 - 1e-10).any():
        return math.nan, 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        factor = np.where(share < 1e-12, 0.5, ((1 - share) ** -0.5 - 1) / share)
    moved = (axes * factor[:, None, :]) @ axes.swapaxes(1, 2) @ within  # adds to a row's part of the slope
    pull = root @ half[1] + np.einsum("ij,ij->i", root, (moved @ half[1])[code])
    sums = np.bincount(code, pull * residuals, groups)
    squares = np.bincount(code, pull * pull, groups)
    onto = np.stack([np.bincount(code, pull * column, groups) for column in root.T], axis=1)
    trace = float(squares.sum() - np.square(onto).sum())
    joint = float(squares @ squares - 2 * squares @ np.square(onto).sum(1) + np.square(onto.T @ onto).sum())
    return float(sums @ sums), trace**2 / joint if joint > 0 else 0.0


def _slope_sentence(answer: ErrorSlope, name: str) -> str:
    slope = answer.slope
    if math.isnan(slope.value):
        return f"The slope on {name} is undefined: it does not vary."
    by = 100 if abs(slope.value) < 0.01 else 1
    unit = f"{by} {name}" if by > 1 else f"one more of {name}"
    interval = confidence(slope, lambda limit: f"{by * limit:+.3g}")
    start = "changes with" if answer.p_value < 1 - slope.level else "is not shown to change with"
    counts = f"{p_text(answer.p_value)}, {counted(answer.items, 'item')}"
    size = f"{by * slope.value:+.3g} for {unit}"
    return f"The error ({answer.error}) {start} {name}: {size} ({interval}; {counts})."


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Window(Record):
    """
    The items of a time.

    Attributes
    ----------
    name : Label
        Which.
    agreement : Interval
        Of the judge and a person.
    gap : Interval or None
        That less the agreement of two people, on the same items; None without such items.
    severity : Interval or None
        The judge less the mean of people, of labels that are numbers.
    """

    name: Label
    agreement: Interval
    gap: Interval | None
    severity: Interval | None


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class OverTime(Answer):
    """
    A judge over time.

    Attributes
    ----------
    windows : tuple of Window
        In their order.
    trend : ErrorSlope
        The change of the disagreement with people from one window to the next.
    """

    table_of: ClassVar[tuple[str, ...]] = ("windows",)

    windows: tuple[Window, ...]
    trend: ErrorSlope

    def lines(self) -> list[str]:
        """A line a window."""
        title, counts = counts_text((row.agreement.n for row in self.windows), "items")
        gaps = ["" if row.gap is None else f"{row.gap.value:+.3f}" for row in self.windows]
        agreements = [f"{row.agreement.value:.3f}" for row in self.windows]
        names = [str(row.name) for row in self.windows]
        head = ["window", title, "with a person", "minus two people"]
        return text_table(head, zip(names, counts, agreements, gaps, strict=True))


@knowing_its_options("judging")
def over_time(
    data: Any = None,
    /,
    *,
    judge: Any,
    humans: Any,
    window: Column | str,
    windows: Sequence[Label] | None = None,
    weights: KappaWeights = None,
    labels: Sequence[Label] | None = None,
    cluster: Column | str | None = None,
    sample_weight: Column | str | None = None,
    level: float = 0.95,
) -> OverTime:
    """
    Follow the agreement of a judge with people over time.

    Parameters
    ----------
    data, judge, humans, labels, cluster, sample_weight, level
        As of `judging.gap`; one person is enough.
    window : name, or array-like of shape (n,)
        The time of each item, such as its month: numbers, dates, or text that sorts by time.
    windows : sequence, optional
        The windows in their order. Default: sorted.
    weights : str, array-like or None
        How much two labels disagree.

    Returns
    -------
    OverTime

    Notes
    -----
    The trend is the slope of the disagreement on the number of the window, by least squares with the standard errors of
    `error_slope`: where nothing changed, the test found a trend in 0 to 5.3 % of samples of 2 to 10 windows of 6 to 400
    items, whose judge is right in 97 or 85 % (300 samples each). A change may be one of the items and not of the judge:
    a frozen set of items that is judged again tells them apart (`compare_versions`).

    Examples
    --------
    >>> from concordant import judging
    >>> found = judging.over_time(
    ...     judge=[1, 0, 1, 1, 0, 1] * 20, humans=[1, 0, 1, 1, 1, 0] * 20, window=[1, 1, 2, 2, 3, 3] * 20)
    >>> [round(one.agreement.value, 2) for one in found.windows], round(found.trend.slope.value, 2)
    ([1.0, 1.0, 0.0], 0.5)
    """
    level = check_level(level)
    rows = read_items(data, judge, humans, labels=labels, cluster=cluster, sample_weight=sample_weight)
    window_codes = groups_beside(data, window, len(rows.codes), "window", judge, windows)
    if (window_codes.codes < 0).any():
        msg = f"window has {int((window_codes.codes < 0).sum())} missing values: say when each item was judged."
        raise MissingValuesError(msg)
    with_person, among = agreement_shares(rows, weights)
    label_values, reference = numbers_of(rows), soft_truth(rows, "panel")
    severities = None if label_values is None else less_people(rows, reference, label_values)
    n = float((~np.isnan(with_person)).sum())
    signature = signed("judging.over_time", windows=len(window_codes.labels), n=n, level=level)

    def interval_in(window: Any, values: Any, what: str, scale: str = "delta", most: float = math.inf) -> Any:
        if values is None:
            return None
        mean = mean_of(np.where(window, values, np.nan), rows.atoms)
        return None if not mean.n else mean.interval(level, what, signature, scale=scale, most=most)

    compared = []
    for code, name in enumerate(window_codes.labels):
        in_window = window_codes.codes == code
        agreement = interval_in(in_window, with_person, f"agreement at {name!r}", "logit")
        if agreement is None:
            continue
        gap = interval_in(in_window, with_person - among, f"gap at {name!r}", most=1.0)
        severity = interval_in(in_window, severities, f"severity at {name!r}")
        compared.append(Window(name, agreement, gap, severity))
    if len(compared) < 2:
        msg = f"windows with items of judge and people: there are {len(compared)}, and 2 or more are needed."
        raise TooFewUnitsError(msg)
    names = ("the share of people who disagree", "window")
    trend = fitted_slope(1 - with_person, window_codes.codes.astype(np.float64), rows.atoms, names, level)
    too_few = sum(row.gap is not None and row.gap.n < FEW for row in compared)
    few = f"{counted(too_few, 'window')} of fewer than {FEW} items: the interval of the gap is too narrow there"
    parts: dict[str, Any] = {"signature": signature, "windows": tuple(compared), "trend": trend}
    return answered(OverTime, lambda answer: _sentence_of_windows(answer, level), few if too_few else None, **parts)


def _sentence_of_windows(answer: OverTime, level: float) -> str:
    first, last = answer.windows[0], answer.windows[-1]
    agreements = f"{percent(first.agreement.value)} at {first.name!r}, {percent(last.agreement.value)} at {last.name!r}"
    p_value = answer.trend.p_value
    if math.isnan(p_value) or not p_value < 1 - level:
        return f"The agreement of the judge with people is not shown to drift ({agreements}; {p_text(p_value)})."
    side = "falls" if answer.trend.slope.value > 0 else "rises"
    size = f"{abs(answer.trend.slope.value) * 100:.2g} percentage points"
    return (
        f"The agreement of the judge with people {side} by {size} from one window to the next ({agreements}; "
        f"{p_text(p_value)})."
    )
