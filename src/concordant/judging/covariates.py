"""`error_slope`, `preference_excess`: what the errors go with."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from concordant.errors import InputError, InputTypeError, LabelError, LengthError, MissingValuesError, OptionError
from concordant.inference.quantiles import check_level, tail
from concordant.inference.samples.sample import Clusters
from concordant.inputs.arrays import as_array, is_absent, is_series, series_to_array
from concordant.inputs.encoding import encode
from concordant.inputs.label_values import numbered
from concordant.inputs.ratings import code_labels
from concordant.judging.answers import Mean, interval_of, mean_of, p_value_of
from concordant.judging.error_report import soft_truth
from concordant.judging.items import (
    JudgedRows,
    check_answers,
    clusters_of_rows,
    column_beside,
    numbers_of,
    read_items,
    require_units,
)
from concordant.result.comparisons import p_text
from concordant.result.intervals import Interval
from concordant.result.record import Answer, counted, percent, points, signed
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
    return replace(made, sentence=_covariates_sentence(made, name, level))


def _covariates_sentence(made: ErrorSlope, name: str, level: float) -> str:
    by = 100 if abs(made.slope.value) < 0.01 else 1
    unit = f"{by} {name}" if by > 1 else f"one more of {name}"
    ends = "" if math.isnan(made.slope.low) else f" ({by * made.slope.low:+.3g} to {by * made.slope.high:+.3g})"
    shown = made.p_value < 1 - level
    start = "changes with" if shown else "is not shown to change with"
    at = f"{p_text(made.p_value)}, {counted(made.items, 'item')}"
    return f"The error ({made.error}) {start} {name}: {by * made.slope.value:+.3g}{ends} for {unit} ({at})."


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class PreferenceExcess(Answer):
    """
    How often a judge prefers a kind of answer, less how often people do.

    Attributes
    ----------
    judge_share, people_share : Interval
        How often each prefers it; a tie counts a half. NaN for people without people.
    excess : Interval
        The difference, on the same items; NaN without people.
    p_value : float
        Of no excess.
    items : float
        Items of which one answer is of the kind.
    """

    judge_share: Interval
    people_share: Interval
    excess: Interval
    p_value: float
    items: float


def preference_excess(
    data: Any = None,
    /,
    *,
    judge: Any,
    favoured: Column | str,
    humans: Any = None,
    answers: tuple[Label, Label] = ("A", "B"),
    tie: Label = "tie",
    what: str = "the favoured answer",
    cluster: Column | str | None = None,
    level: float = 0.95,
) -> PreferenceExcess:
    """
    Measure how much more often a judge prefers a kind of answer than people do.

    A judge that prefers the longer answer in 68 % of pairs is not biased if people do so too.

    Parameters
    ----------
    data : data frame, optional
        Rows are pairs of answers; the other arguments are names of its columns.
    judge, humans
        Verdicts, as of `judging.gap`; one person is enough. Without people the share of the judge is no bias, and the
        answer says so.
    favoured : name, or array-like of shape (n,)
        Which of `answers` is of the kind (the longer one, the one of the judge's own family); None where neither is.
    answers, tie
        The verdicts for the one answer, the other, and neither.
    what : str
        What the kind is called in the sentence.
    cluster, level
        As of `judging.gap`.

    Returns
    -------
    PreferenceExcess

    Examples
    --------
    >>> from concordant import judging
    >>> found = judging.preference_excess(
    ...     judge=list("AABA") * 10, humans=list("ABBA") * 10, favoured=list("AAAB") * 10, what="the longer answer")
    >>> print(found.sentence)
    The judge prefers the longer answer in 50 % of 40 pairs, people in 25 %: 25 percentage points more (p = 0.0009).
    """
    level = check_level(level)
    answers = check_answers(answers, tie)
    items = read_items(data, judge, humans, cluster=cluster, least=0)
    rows = JudgedRows(items)
    kinds = code_labels(
        encode(column_beside(data, favoured, len(rows.codes), "favoured"), "favoured"), None, "favoured"
    )
    if not kinds.labels:
        msg = f"favoured names no answer at all: say in which pairs {answers[0]!r} or {answers[1]!r} is of the kind."
        raise MissingValuesError(msg)
    for labels, where, known in (
        (rows.labels, "judge or humans", (*answers, tie)),
        (kinds.labels, "favoured", answers),
    ):
        others = [label for label in labels if label not in known]
        if others:
            msg = f"{where} holds {others[0]!r}, which is none of {', '.join(map(repr, known))}: see answers= and tie=."
            raise LabelError(msg)
    wins = np.array([[0.5 if label == tie else float(label == kind) for kind in kinds.labels] for label in rows.labels])
    judge_wins = _wins(rows.of_judges, wins, kinds.codes)
    people_wins = _wins(rows.of_people, wins, kinds.codes)
    alone = not items.people
    both = ~np.isnan(judge_wins) & (alone | ~np.isnan(people_wins))
    n = float(both.sum())
    require_units(n, 2, "pairs with a verdict, of which one answer is of the kind")
    signature = signed("judging.preference_excess", n=n, level=level)
    means = [
        mean_of(np.where(both, part, np.nan), rows.times, rows.clusters)
        for part in (judge_wins, people_wins, judge_wins - people_wins)
    ]
    excess = means[2]
    made = PreferenceExcess(
        sentence="",
        reason="without people the share of the judge is not a bias by itself" if alone else None,
        signature=signature,
        judge_share=interval_of(means[0], level, f"judge prefers {what}", signature, scale="logit"),
        people_share=interval_of(means[1], level, f"people prefer {what}", signature, scale="logit"),
        excess=interval_of(
            excess, level, f"excess for {what}", signature, why="judge and people never differ", most=1.0
        ),
        p_value=p_value_of(excess),
        items=n,
    )
    return replace(made, sentence=_preference_excess_sentence(made, what))


def _wins(codes: Any, wins: FloatArray, kinds: Any) -> FloatArray:
    """The share of the verdicts of each row that are for the kind, NaN without a verdict or a kind."""
    known = (codes >= 0) & (kinds >= 0)[:, None]
    found = np.where(known, wins[codes, np.maximum(kinds, 0)[:, None]], 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(found.sum(1) / known.sum(1)) if codes.shape[1] else np.full(len(codes), np.nan)


def _preference_excess_sentence(made: PreferenceExcess, what: str) -> str:
    start = f"The judge prefers {what} in {percent(made.judge_share.value)} of {counted(made.items, 'pair')}"
    if math.isnan(made.excess.value):
        return f"{start}; what people prefer is not known."
    side = "more" if made.excess.value >= 0 else "less"
    people = percent(made.people_share.value)
    return f"{start}, people in {people}: {points(made.excess.value)} {side} ({p_text(made.p_value)})."
