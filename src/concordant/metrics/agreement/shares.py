"""weighted_agreement, adjacent_agreement, positive_agreement, negative_agreement, bias_index, prevalence_index."""

from __future__ import annotations

from functools import partial
from numbers import Real
from typing import Any

import numpy as np

from concordant.errors import OptionError
from concordant.metrics.agreement.sums import exchangeable, no_pairs, pair_sums
from concordant.metrics.agreement.weights import scaled_disagreement, scaled_penalties, steps
from concordant.metrics.arithmetic import check_average, mean_over_classes, ratio, refuse_binary
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import EACH_THRESHOLD, RIGHT, ROW, PanelFacts, Share, rows_of
from concordant.metrics.rates.f_scores import f1_share, f_rate
from concordant.metrics.rates.rate import Rate
from concordant.states import Counts, SampleCounts
from concordant.typing import Average, Floats, KappaWeights, Label


def _why_no_rows(state: Any, **_: object) -> str | None:
    """Say that there are no rows, or of many raters no two ratings of a unit."""
    if isinstance(state, Counts):
        return "there are no rows" if np.any(np.asarray(state.n) == 0) else None
    return no_pairs(pair_sums(state))


def _why_undefined(
    rate: Rate, state: Any, *, average: Average = "binary", pos_label: Label | None = None, **_: object
) -> str | None:
    """Say why a rate of the pairs of labels is undefined, or which classes an average leaves out."""
    return rate.why(_pair_table(state), average, pos_label)


@metric(
    why=_why_no_rows,
    optimum=ROW,
    title="Weighted agreement",
    says="the share of agreement, where near misses count in part; chance is not taken off",
    formula="sum(W P): 1 on the diagonal of W, 0 for the widest disagreement",
    source="Gwet 2014, Handbook of Inter-Rater Reliability, 4th ed.",
    interval="wilson",
    proportion=lambda _, weights=None: RIGHT if weights is None else None,
    needs_order="if weighted",
    aliases=("weighted_observed_agreement", "percent_agreement", "pairwise_agreement"),
    panel=PanelFacts(limits="logit", closed_form=True),
)
def weighted_agreement(counts: Counts, /, *, weights: KappaWeights = None) -> Floats:
    """
    Weighted agreement: the share of agreement, where near misses count in part.

    ``sum_ij w_ij p_ij`` with the agreement weights w and the shares p of the table: the observed agreement Po
    that weighted `cohen_kappa`, `scott_pi` and `gwet_ac2` correct for chance. Without weights it is `accuracy`. Of many
    raters: the mean over the units with two ratings or more of the agreement of two of them.

    Parameters
    ----------
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
        None: equal labels agree, others do not. The families of `cohen_kappa`, scaled: 1 for equal labels, 0 for the
        widest disagreement that the labels allow, and so are penalties of your own (0 on the diagonal); agreement
        weights of your own (1 on the diagonal) are taken as they are.

    Returns
    -------
    float
        Between 0 and 1, or as low as the least agreement weight of your own. Undefined (NaN) without rows.

    Notes
    -----
    The scale depends on the outermost labels: declare all possible ones with ``labels=[...]``. Quadratic weights
    give high values to nearly any pair of raters; that is why chance is taken off by a kappa.

    References
    ----------
    Gwet (2014), Handbook of Inter-Rater Reliability, 4th edition, Advanced Analytics.

    Examples
    --------
    >>> from concordant import weighted_agreement
    >>> weighted_agreement([1, 2, 3, 3], [1, 3, 3, 1], weights="linear")
    0.625
    >>> weighted_agreement([1, 2, 3, 3], [1, 3, 3, 1], weights="quadratic", labels=[1, 2, 3, 4, 5])
    0.921875
    """
    sums, v = exchangeable(counts, weights, "weighted_agreement", scaled_penalties)
    return 1.0 - ratio(sums.disagreement(v), sums.pairs_n)


def _adjacent_agreement_share(_: Counts, *, within: float = 1) -> Share:
    if not isinstance(within, Real) or isinstance(within, bool) or not within >= 0:
        raise OptionError(f"within must be a number of at least 0, not {within!r}.")
    most = float(within) * (1.0 + 1e-12)  # 0.8 and 0.6 are 0.2 apart but for rounding
    return Share(lambda state: state.row_totals_by(steps(state, most)).sum(-1), rows_of)


@metric(
    why=_why_no_rows,
    optimum=ROW,
    title="Adjacent agreement",
    says="the share of rows where two ratings are equal or next to each other",
    formula="sum of the cells with |i - j| <= within / n",
    source="Shermis & Hamner 2012, Contrasting State-of-the-Art Automated Scoring of Essays: Analysis",
    interval="wilson",
    proportion=_adjacent_agreement_share,
    needs_order="always",
    aliases=("exact_adjacent_agreement", "accuracy_off1"),
)
def adjacent_agreement(counts: Counts, /, *, within: float = 1) -> Floats:
    """
    Adjacent agreement: the share of rows where two ratings are equal or next to each other.

    ``sum of n_ij with |i - j| <= within, / n``: exact and adjacent agreement together, as essay scoring reports
    them. ``within=0`` is the exact agreement, `accuracy`.

    Parameters
    ----------
    within : float, default 1
        How far apart two labels may lie. Numeric labels stand at their values: with half points, ``within=1`` is
        two steps and ``within=0.5`` one; other labels stand at their positions.

    Returns
    -------
    float
        Between 0 and 1. Undefined (NaN) without rows.

    Notes
    -----
    On a short scale it is high for any two raters (of three labels only the two corners are missing), and it is not
    corrected for chance: read it beside a weighted `cohen_kappa`.

    References
    ----------
    Shermis & Hamner (2012), Contrasting state-of-the-art automated scoring of essays: analysis, National Council
    on Measurement in Education (exact and adjacent agreement beside the quadratic weighted kappa).

    Examples
    --------
    >>> from concordant import adjacent_agreement
    >>> adjacent_agreement([1, 2, 3, 4], [1, 3, 1, 4])
    0.75
    >>> adjacent_agreement([1.0, 2.5, 3.0], [1.5, 2.5, 4.0], labels=[1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0], within=0.5)
    0.6666666666666666
    """
    share = _adjacent_agreement_share(counts, within=within)
    return ratio(share.part(counts), share.whole(counts))


POSITIVE = f_rate(1.0)  # with two raters in place of truth and prediction


@metric(
    why=partial(_why_undefined, POSITIVE),
    optimum=EACH_THRESHOLD,
    title="Positive agreement",
    says="if one rater says positive, how likely the other does too",
    formula="2 a / (2 a + b + c), a rows where both say positive, b and c where one does",
    source="Cicchetti & Feinstein 1990, J. Clin. Epidemiol. 43:551",
    denominators="both",
    interval="wilson",
    proportion=lambda counts, *, weights=None, **options: f1_share(counts, **options) if weights is None else None,
    needs_order="if weighted",
    aliases=("specific_agreement", "proportion_of_positive_agreement"),
    panel=PanelFacts(limits="logit", paired=True),
)
def positive_agreement(
    counts: Counts,
    /,
    *,
    average: Average = "binary",
    pos_label: Label | None = None,
    weights: KappaWeights = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Positive agreement: of the ratings with a label, the share that the other rater shares.

    ``2 a / (2 a + b + c)`` with a rows where both raters say positive and b and c rows where only one does: the
    chance that one rater says positive where the other, chosen at random, did. It is `f1` (Dice) of two raters.
    ``average=None`` gives the specific agreement on each category. Of many raters: of all pairs of ratings of the same
    unit of which one has the label, the share in which the other has it too.

    Parameters
    ----------
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
        How much of an agreement another label is, as in `weighted_agreement`: ``sum_l w_kl P_kl / sum_l P_kl`` with the
        pairs P of ratings.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where neither rater uses the label;
        averages leave such labels out and a warning names them.

    Notes
    -----
    Read it beside `negative_agreement`: where a kappa is low and the agreement high, one of the two is low. Chance is
    not taken off: of independent raters it is about as high as the label is frequent.

    References
    ----------
    Cicchetti & Feinstein (1990), High agreement but low kappa: II. Resolving the paradoxes, Journal of Clinical
    Epidemiology 43:551. Spitzer & Fleiss (1974), British Journal of Psychiatry 125:341.

    Examples
    --------
    >>> from concordant import Counts, negative_agreement, positive_agreement
    >>> raters = Counts.from_table([[5, 5], [10, 80]])
    >>> round(positive_agreement.of(raters), 3), negative_agreement.of(raters)
    (0.914, 0.4)
    >>> positive_agreement(["a", "b", "c", "c"], ["a", "b", "b", "c"], average=None).round(3).tolist()
    [1.0, 0.667, 0.667]
    """
    if weights is not None:
        return _weighted_specific_agreement(_pair_table(counts), weights, average, pos_label, fill)
    return POSITIVE.averaged(_pair_table(counts), average, pos_label, fill)


def _weighted_specific_agreement(
    counts: Counts, weights: KappaWeights, average: Average, pos_label: Label | None, fill: float
) -> Floats:
    """``sum_l w_kl P_kl / sum_l P_kl`` of the positive label, of each, or averaged; P the table and its mirror."""
    check_average(average, counts)
    if isinstance(counts, SampleCounts) or counts.outputs is not None:
        raise OptionError("weights= of specific agreement are for one label a row, not for several labels at once.")
    if average == "binary":
        if len(counts.labels) > 2:
            raise refuse_binary(counts.labels, "the data")
        counts = counts.binary(pos_label)
    table = counts.table + np.swapaxes(counts.table, -1, -2)
    near = (table * (1.0 - scaled_disagreement(counts, weights))).sum(-1)
    total = table.sum(-1) * 1.0
    if average == "binary":
        share: Floats = ratio(near[..., 1], total[..., 1])
        return share
    if average in ("micro", "weighted"):
        return ratio(near.sum(-1), total.sum(-1))
    values = ratio(near, total)
    return values if average is None else mean_over_classes(values, None, average, fill)


def _pair_table(state: Any) -> Any:
    """The table of pairs of labels that a state of raters gives; `Counts` are one."""
    return state if isinstance(state, (Counts, SampleCounts)) else pair_sums(state).pair_table


NEGATIVE = Rate(
    lambda c: 2 * c.tn,
    lambda c: 2 * c.tn + c.fp + c.fn,
    "no row is negative, neither in the truth nor in the prediction",
)
BOTH_NEGATIVE = Rate(lambda c: c.tn, lambda c: c.tn + c.fp + c.fn, NEGATIVE.empty)  # the Jaccard index of negatives


def _negative_agreement_share(counts: Counts | SampleCounts, **options: Any) -> Share | None:
    share = BOTH_NEGATIVE.share(counts, **options)
    return None if share is None else share.then(lambda jaccard: 2 * jaccard / (1 + jaccard))


@metric(
    why=partial(_why_undefined, NEGATIVE),
    optimum=EACH_THRESHOLD,
    title="Negative agreement",
    says="if one rater says negative, how likely the other does too",
    formula="2 d / (2 d + b + c), d rows where both say negative, b and c where one does",
    source="Cicchetti & Feinstein 1990, J. Clin. Epidemiol. 43:551",
    denominators="both",
    interval="wilson",
    proportion=_negative_agreement_share,
    aliases=("proportion_of_negative_agreement",),
    panel=PanelFacts(limits="logit", paired=True),
)
def negative_agreement(
    counts: Counts, /, *, average: Average = "binary", pos_label: Label | None = None, fill: float = float("nan")
) -> Floats:
    """
    Negative agreement: of the ratings without a label, the share that the other rater shares.

    ``2 d / (2 d + b + c)`` with d rows where both raters say negative and b and c rows where only one does. It is
    `positive_agreement` of the other label. Of many raters: of all pairs of ratings of the same unit of which one has
    not the label, the share in which the other has it neither.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where both raters give every row the label;
        averages leave such labels out and a warning names them.

    References
    ----------
    Cicchetti & Feinstein (1990), High agreement but low kappa: II. Resolving the paradoxes, Journal of Clinical
    Epidemiology 43:551.

    Examples
    --------
    >>> from concordant import negative_agreement
    >>> negative_agreement([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
    0.5
    >>> negative_agreement(["a", "b", "c", "c"], ["a", "b", "b", "c"], average=None).round(3).tolist()
    [1.0, 0.8, 0.8]
    """
    return NEGATIVE.averaged(_pair_table(counts), average, pos_label, fill)


BIAS_INDEX = Rate(lambda c: c.fn - c.fp, lambda c: c.tp + c.fp + c.fn + c.tn, "there are no rows")


@metric(
    why=partial(_why_undefined, BIAS_INDEX),
    title="Bias index",
    says="how much more often the first rater says positive than the second",
    formula="(b - c) / n, b rows where only the first rater says positive, c where only the second does",
    source="Byrt, Bishop & Carlin 1993, J. Clin. Epidemiol. 46:423",
    better=None,
    range=(-1, 1),
    symmetric=False,
    interval="score",
)
def bias_index(
    counts: Counts, /, *, average: Average = "binary", pos_label: Label | None = None, fill: float = float("nan")
) -> Floats:
    """
    Bias index: how much more often the first rater says positive than the second.

    ``BI = (b - c) / n`` with b rows where only the first rater (y_true) says positive and c rows where only the
    second (y_pred) does: the difference of their shares of positives. See `prevalence_index` for its part in a
    kappa, which a bias raises at the same agreement.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between -1 and 1; 0 if both say positive equally often. Over all labels, each against the rest, it sums
        to 0. Undefined (NaN) without rows.

    References
    ----------
    Byrt, Bishop & Carlin (1993), Bias, prevalence and kappa, Journal of Clinical Epidemiology 46:423.

    Examples
    --------
    >>> from concordant import bias_index
    >>> bias_index([1, 1, 1, 0, 1], [1, 1, 0, 0, 0])
    0.4
    >>> bias_index(["a", "b", "b", "c"], ["a", "b", "c", "c"], average=None).tolist()
    [0.0, 0.25, -0.25]
    """
    return BIAS_INDEX.averaged(counts, average, pos_label, fill)


PREVALENCE_INDEX = Rate(lambda c: c.tp - c.tn, lambda c: c.tp + c.fp + c.fn + c.tn, "there are no rows")


@metric(
    why=partial(_why_undefined, PREVALENCE_INDEX),
    title="Prevalence index",
    says="how unequal the agreed positives and the agreed negatives are; far from 0 it lowers a kappa",
    formula="(a - d) / n, a rows where both say positive, d where both say negative",
    source="Byrt, Bishop & Carlin 1993, J. Clin. Epidemiol. 46:423",
    better=None,
    range=(-1, 1),
    interval="score",
)
def prevalence_index(
    counts: Counts, /, *, average: Average = "binary", pos_label: Label | None = None, fill: float = float("nan")
) -> Floats:
    """
    Prevalence index: how unequal the agreed positives and the agreed negatives are.

    ``PI = (a - d) / n`` with a rows where both raters say positive and d rows where both say negative. With the
    bias index BI and PABAK, which is `brennan_prediger` of two labels,
    ``kappa = (PABAK - PI^2 + BI^2) / (1 - PI^2 + BI^2)``: the further PI is from 0, the lower is the kappa of the
    same agreement.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between -1 and 1; 0 if both kinds of agreement are equally frequent. Undefined (NaN) without rows.

    References
    ----------
    Byrt, Bishop & Carlin (1993), Bias, prevalence and kappa, Journal of Clinical Epidemiology 46:423.

    Examples
    --------
    >>> from concordant import prevalence_index
    >>> prevalence_index([1, 1, 1, 0, 1], [1, 1, 1, 0, 0])
    0.4
    >>> prevalence_index([1, 1, 1, 0, 1], [1, 1, 1, 0, 0], pos_label=0)
    -0.4
    """
    return PREVALENCE_INDEX.averaged(counts, average, pos_label, fill)
