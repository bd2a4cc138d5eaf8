"""Hosmer-Lemeshow test: whether groups of probabilities agree with what happened."""

from __future__ import annotations

import math
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.metrics._arithmetic.chi_square import chi_square_tail
from concordant.metrics._object.define import metric
from concordant.metrics._probabilities.bins import Bins, ascending, check_edges, row_weights, summed, why_no_rows
from concordant.names import did_you_mean
from concordant.result import HosmerLemeshow
from concordant.states import Curve, CurveStack

Sample: TypeAlias = Literal["validation", "training"]


def _why(curve: Curve | CurveStack, *, n_bins: int = 10, sample: Sample = "validation") -> str | None:
    reason = why_no_rows(curve)
    if reason is not None or sample == "validation":
        return reason
    curves = [curve] if isinstance(curve, Curve) else curve.binary_curves()
    for one in curves:
        groups = len(_starts(one, n_bins))
        if groups < 3:
            return f"{groups} groups leave no degree of freedom; on the rows of the training 3 are needed"
    return None


@metric(
    input="probabilities",
    why=_why,
    instead="expected_calibration_error",
    family="tables",
    title="Hosmer-Lemeshow test",
    says="whether the probabilities of groups of rows agree with what happened, beyond chance",
    formula="sum over groups of (O - E)^2 / (E (1 - E / n)), chi-square",
    source="Hosmer & Lemeshow 1980, Communications in Statistics A9:1043",
    better=None,
    range=None,
    scale_free=False,
    elsewhere=("hoslem", "hoslem.test", "hosmer_lemeshow_test", "hl_test"),
)
def hosmer_lemeshow(
    curve: Curve | CurveStack, /, *, n_bins: int = 10, sample: Sample = "validation"
) -> HosmerLemeshow | tuple[HosmerLemeshow, ...]:
    """
    Hosmer-Lemeshow test: whether groups of probabilities agree with what happened.

    ``X2 = sum over groups of (O - E)^2 / (E (1 - E / n))`` with the positives O, the sum of probabilities E and the
    rows n of each group. The groups are cut at the quantiles of the probabilities (type 7, which R, NumPy and
    scikit-learn take by default; a group holds its upper quantile). Equal quantiles are one, so that ties are never
    split and there can be fewer groups; the lowest group reaches up to the first quantile above its lowest row.

    Parameters
    ----------
    n_bins : int, default 10
        How many groups.
    sample : {"validation", "training"}, default "validation"
        Whether the probabilities are of new rows, with as many degrees of freedom as groups, or of the rows that the
        model was fitted to, with two fewer.

    Returns
    -------
    HosmerLemeshow, or a tuple of them, one a class or label
        Statistic, degrees of freedom, p value and the table of the groups. The statistic is +inf where a group is
        given probability 0 and holds a positive, or 1 and holds a negative. Statistic and p value are NaN without
        rows; the p value also on training rows in fewer than three groups.

    Notes
    -----
    It is offered because many use it, not because it is recommended: the value depends on the number of groups, with
    many rows the smallest miscalibration is significant and with few hardly any is, and it says neither where nor how
    much. `calibration_curve` and `expected_calibration_error` do. Code over ``cut(quantile(p), include.lowest = TRUE)``
    in R, as in the package ResourceSelection, gives the same statistic. Weights count rows.

    References
    ----------
    Hosmer & Lemeshow (1980), Goodness of fit tests for the multiple logistic regression model, Communications in
    Statistics A9:1043. Hosmer, Lemeshow & Sturdivant (2013), Applied logistic regression, 3rd edition, Wiley, chapter
    5 (as many degrees of freedom as groups on new rows).

    Examples
    --------
    >>> from concordant import hosmer_lemeshow
    >>> test = hosmer_lemeshow([0, 0, 1, 0, 1, 1, 0, 1], [0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9], n_bins=4)
    >>> round(test.statistic, 4), test.df, round(test.p_value, 4)
    (3.5492, 4, 0.4704)
    """
    if sample not in ("validation", "training"):
        msg = f'sample must be "validation" or "training", not {sample!r}.'
        msg += did_you_mean(sample, ("validation", "training"))
        raise OptionError(msg)
    check_edges(n_bins, "quantile", None, "left")
    if isinstance(curve, CurveStack):
        return tuple(_test(one, n_bins, sample) for one in curve.binary_curves())
    return _test(curve, n_bins, sample)


def _test(curve: Curve, n_bins: int, sample: Sample) -> HosmerLemeshow:
    p = ascending(curve)
    groups = summed(curve, p, _starts(curve, n_bins), p)
    df = len(groups.weight) - (2 if sample == "training" else 0)
    statistic = _statistic(groups)
    return HosmerLemeshow(
        statistic,
        df,
        chi_square_tail(statistic, df),
        groups.positives * 1.0,
        groups.probability,
        groups.weight,
    )


def _statistic(groups: Bins) -> float:
    if not len(groups.weight):
        return math.nan
    expected, weight = groups.probability, groups.weight
    gaps = groups.positives - expected
    spread = expected * (1 - expected / weight)
    certain = spread <= 0  # all probabilities of the group are 0, or all are 1
    terms = np.divide(gaps, spread, out=np.where(gaps != 0, np.inf, 0.0), where=~certain)
    return float((terms * np.where(certain, 1.0, gaps)).sum())


def _starts(curve: Curve, n_bins: int) -> npt.NDArray[np.intp]:
    """
    Where the groups between the quantiles begin among the ascending distinct probabilities.

    The k-th quantile lies at the place (W - 1) k / g of the sorted rows, counted from 0, between the rows at this place
    rounded down and up. What is above it begins with the probability after that of the lower one. A quantile that is
    the lowest probability cuts nothing off, as in R's cut(include.lowest = TRUE).
    """
    upto = row_weights(curve).cumsum(dtype=np.float64)
    if not len(upto):
        return np.zeros(0, dtype=np.intp)
    places = np.maximum(upto[-1] - 1, 0) * np.arange(1, n_bins) / n_bins
    places = places[np.ceil(places - 1e-9) >= upto[0]]
    above = np.searchsorted(upto, np.floor(places + 1e-9), side="right") + 1
    return np.unique(np.append(0, above[above < len(upto)]))
