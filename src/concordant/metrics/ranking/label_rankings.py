"""Rankings of the labels of each row: top-k accuracy, coverage, reciprocal rank, ranking loss, DCG and NDCG."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from concordant.errors import OptionError
from concordant.metrics.arithmetic import as_float, check_row_number, ratio
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import elsewhere
from concordant.metrics.definition.metric import Metric
from concordant.names import require_choice
from concordant.states import Moments
from concordant.states.moments import RowQuantity, Ties, TiesOfRanks
from concordant.typing import Floats

_MOST_LABELS = 2**31  # more than any row has
TIES: tuple[TiesOfRanks, ...] = ("expected", "worst", "best")


def mean_of(*, lacking: str | None = None, **facts: Any) -> Callable[[Callable[..., RowQuantity]], Metric]:
    """
    Turn a quantity of the rows into a metric: its mean.

    The decorated function takes the options of the metric, and gives the quantity. `lacking` says in words what rows
    lack where it is undefined; None: it is defined in every row.
    """

    def define(quantity: Callable[..., RowQuantity]) -> Metric:
        def of_every_row(moments: Moments, /) -> Floats:
            return mean_of_rows(moments)

        def of_defined_rows(moments: Moments, /, *, fill: float = float("nan")) -> Floats:
            return mean_where_defined(moments, fill)

        def why(moments: Moments) -> str | None:
            return why_left_out(moments, lacking)

        formula = of_every_row if lacking is None else of_defined_rows
        for name in ("__module__", "__name__", "__qualname__", "__doc__"):
            setattr(formula, name, getattr(quantity, name))
        return metric(input="rows", why=why, quantity=quantity, **facts)(formula)

    return define


@mean_of(
    of_classes=True,
    title="Top-k accuracy",
    says="how often the true class is among the k with the highest scores",
    formula="mean over rows of (1 if fewer than k classes score higher than the true one, else 0)",
    source="Russakovsky et al. 2015, International Journal of Computer Vision 115:211",
    interval="wilson",
    aliases=("top_k_hit_rate",),
    elsewhere=("top_k_accuracy_score", elsewhere("hit_rate", "of rankings: the true class is among the first k")),
)
def top_k_accuracy(*, k: int = 2, ties: Ties = "expected") -> RowQuantity:
    """
    Top-k accuracy: how often the true class is among the k with the highest scores.

    For k = 1 it is the accuracy of the prediction of the highest score; for k of at least the number of classes it
    is 1 and says nothing. For uninformative scores it is k / K.

    Parameters
    ----------
    k : int, default 2
        How many classes are looked at.
    ties : {"expected", "worst", "best", "last"}, default "expected"
        What equal scores do where the k-th place falls among them: the share of their orders in which the true class
        is among the first k; the true class comes last; it comes first; or the class of the last column comes first,
        which is scikit-learn's rule and depends on the order of the columns.

    Returns
    -------
    float
        Between 0 and 1. Undefined (NaN) without rows.

    Notes
    -----
    The options belong to the state: ``top_k_accuracy.state(..., k=5)``. One column of scores of two classes is
    refused, because nothing says which score divides them: give both columns, or use `accuracy` of labels cut at a
    threshold.

    References
    ----------
    Russakovsky et al. (2015), ImageNet large scale visual recognition challenge, International Journal of Computer
    Vision 115:211 (the error of the first five).

    Examples
    --------
    >>> from concordant import top_k_accuracy
    >>> scores = [[0.5, 0.2, 0.3], [0.3, 0.4, 0.3], [0.7, 0.2, 0.1]]
    >>> round(top_k_accuracy(["a", "c", "c"], scores, labels=["a", "b", "c"], k=1), 4)
    0.3333
    >>> top_k_accuracy(["a", "c", "c"], scores, labels=["a", "b", "c"])  # in row 2, c is second in one of two orders
    0.5
    """
    depth = min(check_row_number(k, "k"), _MOST_LABELS)
    return RowQuantity("top k", depth, ties=require_choice("ties", ties, (*TIES, "last")))


@mean_of(
    title="Coverage error",
    says="how many labels of a ranking must be read to find all the relevant ones",
    formula="mean over rows of max over relevant labels of (labels with a score at least as high)",
    source="Schapire & Singer 2000, Machine Learning 39:135; Tsoumakas et al. 2010, DMKD Handbook 667",
    better="lower",
    range=(0, float("inf")),
    interval="t",
    aliases=("coverage",),
    elsewhere=("MultilabelCoverageError",),
)
def coverage_error() -> RowQuantity:
    """
    Coverage error: how far down the ranking one must go to find every relevant label.

    For each row the number of labels whose score is at least that of the lowest relevant label; then the mean over
    the rows. Equal scores count against the model: all of them must be read.

    Returns
    -------
    float
        At least the mean number of relevant labels, at most L; lower is better. A row without a relevant label has
        nothing to cover and counts 0. Undefined (NaN) without rows.

    Notes
    -----
    The papers start to count at 0: theirs is smaller by 1 (rows without a relevant label aside). The best value
    depends on the data, so that two data sets cannot be compared by it; compare models on one.

    References
    ----------
    Schapire & Singer (2000), BoosTexter: a boosting-based system for text categorization, Machine Learning 39:135.
    Tsoumakas, Katakis & Vlahavas (2010), Mining multi-label data, Data Mining and Knowledge Discovery Handbook,
    667-685.

    Examples
    --------
    >>> from concordant import coverage_error
    >>> coverage_error([[1, 0, 0], [0, 1, 1]], [[0.9, 0.5, 0.1], [0.8, 0.6, 0.7]])
    2.0
    """
    return RowQuantity("coverage")


@mean_of(
    title="One-error",
    says="how often the label with the highest score is not relevant",
    formula="mean over rows of (1 if the label of the highest score is not relevant, else 0)",
    source="Schapire & Singer 2000, Machine Learning 39:135; Tsoumakas et al. 2010, DMKD Handbook 667",
    better="lower",
    interval="wilson",
)
def one_error(*, ties: TiesOfRanks = "expected") -> RowQuantity:
    """
    One-error: how often the label with the highest score is not relevant.

    With one relevant label a row it is the error rate of the prediction of the highest score.

    Parameters
    ----------
    ties : {"expected", "worst", "best"}, default "expected"
        Where several labels have the highest score: the share of them that is not relevant, or wrong if any is not
        relevant, or right if any is.

    Returns
    -------
    float
        Between 0 and 1. A row without a relevant label counts 1: whatever is ranked first, it is not relevant.
        Undefined (NaN) without rows.

    References
    ----------
    Schapire & Singer (2000), BoosTexter: a boosting-based system for text categorization, Machine Learning 39:135.
    Tsoumakas, Katakis & Vlahavas (2010), Mining multi-label data, Data Mining and Knowledge Discovery Handbook,
    667-685.

    Examples
    --------
    >>> from concordant import one_error
    >>> one_error([[1, 0, 0], [0, 1, 1]], [[0.9, 0.5, 0.1], [0.8, 0.6, 0.7]])
    0.5
    """
    return RowQuantity("one error", ties=require_choice("ties", ties, TIES))


@mean_of(
    lacking="no label is relevant",
    title="Mean reciprocal rank",
    says="one over the place of the first relevant label, on average",
    formula="mean over rows of 1 / (place of the first relevant label)",
    source="Voorhees 1999, TREC-8 question answering track; ties: McSherry & Najork 2008, LNCS 4956:414",
    interval="logit",
    aliases=("mrr",),
    elsewhere=("RetrievalMRR", "reciprocal_rank"),
)
def mean_reciprocal_rank(*, ties: TiesOfRanks = "expected") -> RowQuantity:
    """
    Mean reciprocal rank: one over the place of the first relevant label.

    The labels of a row are ranked by their scores; one over the place of the first relevant label is averaged over
    the rows.

    Parameters
    ----------
    ties : {"expected", "worst", "best"}, default "expected"
        What equal scores do: the mean over all their orders, relevant labels last, or relevant labels first.

    Returns
    -------
    float
        Above 0 and at most 1. A row without a relevant label is undefined and left out of the mean, with a warning;
        `undefined` may be the number that it counts as (often 0). Undefined (NaN) without other rows.

    Notes
    -----
    Only the first relevant label counts: for several of interest `label_ranking_average_precision` or
    `normalized_discounted_cumulative_gain` tell more. The mean of 1, 1/2, 1/3, ... is not one over a mean place.

    References
    ----------
    Voorhees (1999), The TREC-8 question answering track report, Proceedings of the 8th Text REtrieval Conference,
    77-82. McSherry & Najork (2008), Computing information retrieval performance measures efficiently in the presence
    of tied scores, Lecture Notes in Computer Science 4956:414.

    Examples
    --------
    >>> from concordant import mean_reciprocal_rank
    >>> mean_reciprocal_rank([[0, 1, 1], [0, 1, 0]], [[0.9, 0.5, 0.1], [0.1, 0.6, 0.3]])
    0.75
    """
    return RowQuantity("reciprocal rank", ties=require_choice("ties", ties, TIES))


@mean_of(
    lacking="no label is relevant",
    title="Label ranking average precision",
    says="the share of relevant labels among those ranked at least as high as a relevant one",
    formula="mean over rows of mean over relevant labels of (relevant, at least as high) / (labels at least as high)",
    source="Schapire & Singer 2000, Machine Learning 39:135; Tsoumakas et al. 2010, DMKD Handbook 667",
    interval="logit",
    aliases=("lrap",),
    elsewhere=("label_ranking_average_precision_score", "MultilabelRankingAveragePrecision"),
)
def label_ranking_average_precision() -> RowQuantity:
    """
    Label ranking average precision: how many of the labels ranked above a relevant one are relevant as well.

    For each relevant label of a row the share of relevant labels among those with a score at least as high; the mean
    of these shares over the relevant labels of the row, then over the rows. Equal scores count against the model:
    all of them stand above. With one relevant label a row it is the mean reciprocal rank (of the worst order of
    equal scores).

    Returns
    -------
    float
        Above 0 and at most 1. A row without a relevant label is undefined and left out of the mean, with a warning;
        `undefined` may be the number that it counts as. Undefined (NaN) without other rows.

    Notes
    -----
    It averages over rows, each with its own ranking of labels; `average_precision` ranks the rows of one label.
    Scikit-learn counts a row without a relevant label as 1: ``undefined=1.0`` does the same.

    References
    ----------
    Schapire & Singer (2000), BoosTexter: a boosting-based system for text categorization, Machine Learning 39:135.
    Tsoumakas, Katakis & Vlahavas (2010), Mining multi-label data, Data Mining and Knowledge Discovery Handbook,
    667-685.

    Examples
    --------
    >>> from concordant import label_ranking_average_precision
    >>> truth, scores = [[1, 0, 0], [0, 1, 1]], [[0.9, 0.5, 0.1], [0.8, 0.6, 0.7]]
    >>> round(label_ranking_average_precision(truth, scores), 4)  # (1 + (1/2 + 2/3) / 2) / 2
    0.7917
    """
    return RowQuantity("average precision")


@mean_of(
    lacking="all labels or none are relevant",
    title="Label ranking loss",
    says="the share of pairs of a relevant and another label that the scores order wrongly",
    formula="mean over rows of (pairs where the relevant label does not score higher) / (pairs)",
    source="Schapire & Singer 1999, Machine Learning 37:297; Tsoumakas et al. 2010, DMKD Handbook 667",
    better="lower",
    interval="logit",
    chance=0.5,
    aliases=("ranking_loss",),
    elsewhere=("MultilabelRankingLoss",),
)
def label_ranking_loss() -> RowQuantity:
    """
    Label ranking loss: the share of pairs of labels that the scores put in the wrong order.

    Of all pairs of a relevant label and one that is not, in one row, the share where the relevant one does not have
    the higher score; then the mean over the rows. Equal scores count as wrong: all of them.

    Returns
    -------
    float
        Between 0 and 1; 0.5 on average for uninformative scores without ties. A row where all labels or none are
        relevant has no such pair: it is undefined and left out of the mean, with a warning; `undefined` may be the
        number that it counts as. Undefined (NaN) without other rows.

    Notes
    -----
    Without equal scores it is 1 minus the ROC AUC of the labels of a row, averaged over rows. Scikit-learn counts a
    row without pairs as 0: ``undefined=0.0`` does the same.

    References
    ----------
    Schapire & Singer (1999), Improved boosting algorithms using confidence-rated predictions, Machine Learning
    37:297. Tsoumakas, Katakis & Vlahavas (2010), Mining multi-label data, Data Mining and Knowledge Discovery
    Handbook, 667-685.

    Examples
    --------
    >>> from concordant import label_ranking_loss
    >>> label_ranking_loss([[1, 0, 0], [0, 1, 1]], [[0.9, 0.5, 0.1], [0.8, 0.6, 0.7]])
    0.5
    """
    return RowQuantity("ranking loss")


@mean_of(
    title="Discounted cumulative gain",
    says="the relevance that a ranking collects, each place discounted by the logarithm of its number",
    formula="mean over rows of sum over places i up to k of relevance_i / log_b(i + 1)",
    source="Jarvelin & Kekalainen 2002, ACM TOIS 20:422; ties: McSherry & Najork 2008, LNCS 4956:414",
    range=(-float("inf"), float("inf")),
    interval="t",
    aliases=("dcg",),
    elsewhere=("dcg_score",),
)
def discounted_cumulative_gain(*, k: int | None = None, log_base: float = 2, ignore_ties: bool = False) -> RowQuantity:
    """
    Discounted cumulative gain: the relevance that a ranking collects, discounted by the place.

    The labels of a row are ranked by their scores; the relevance at place i counts ``1 / log_b(i + 1)``, and the
    sum over the first k places is averaged over the rows. Among equal scores every relevance counts as the mean of
    the places that they share, which is the mean over all their orders.

    Parameters
    ----------
    k : int, optional
        How many places count. Default: all.
    log_base : float, default 2
        The base b of the logarithm, above 1: it only scales the sum.
    ignore_ties : bool, default False
        Do not average over equal scores: the last column comes first. For scores that hardly ever are equal.

    Returns
    -------
    float
        0 if nothing relevant is among the first k; without an upper end, because relevances have any size (negative
        ones are taken). Undefined (NaN) without rows.

    Notes
    -----
    The options belong to the state: ``discounted_cumulative_gain.state(..., k=10)``. Jarvelin and Kekalainen do not
    discount the places before b and divide by ``log_b i`` from there on: for b = 2 theirs is the relevance at the
    first place plus this sum over the places from the second on. For gains that grow exponentially give
    ``2**relevance - 1``.

    References
    ----------
    Jarvelin & Kekalainen (2002), Cumulated gain-based evaluation of IR techniques, ACM Transactions on Information
    Systems 20:422. McSherry & Najork (2008), Computing information retrieval performance measures efficiently in the
    presence of tied scores, Lecture Notes in Computer Science 4956:414.

    Examples
    --------
    >>> from concordant import discounted_cumulative_gain
    >>> round(discounted_cumulative_gain([[3, 0, 2]], [[0.9, 0.5, 0.1]]), 4)  # 3 / log2(2) + 2 / log2(4)
    4.0
    >>> discounted_cumulative_gain([[3, 0, 2]], [[0.9, 0.5, 0.1]], k=2)
    3.0
    """
    return RowQuantity("gain", _check_depth(k), _check_log_base(log_base), _check_ignore_ties(ignore_ties))


@mean_of(
    lacking="no label is relevant",
    title="Normalised discounted cumulative gain",
    says="the discounted relevance that a ranking collects, as a share of what the best ranking would",
    formula="mean over rows of DCG / (DCG of the labels in the order of their relevance)",
    source="Jarvelin & Kekalainen 2002, ACM TOIS 20:422; ties: McSherry & Najork 2008, LNCS 4956:414",
    interval="logit",
    aliases=("ndcg",),
    elsewhere=("ndcg_score",),
)
def normalized_discounted_cumulative_gain(*, k: int | None = None, ignore_ties: bool = False) -> RowQuantity:
    """
    Normalised discounted cumulative gain: the gain of a ranking as a share of the gain of the best ranking.

    `discounted_cumulative_gain` of each row, divided by that of the labels ranked by their relevance; then the mean
    over the rows. The base of the logarithm cancels.

    Parameters
    ----------
    k : int, optional
        How many places count, in both rankings. Default: all.
    ignore_ties : bool, default False
        Do not average over equal scores: the last column comes first. For scores that hardly ever are equal.

    Returns
    -------
    float
        Between 0 and 1. Relevances must not be negative. A row without a relevant label is undefined and left out of
        the mean, with a warning; `undefined` may be the number that it counts as. Undefined (NaN) without other rows.

    Notes
    -----
    The options belong to the state: ``normalized_discounted_cumulative_gain.state(..., k=10)``. It is high for any
    ranking of a row where most labels are relevant: compare with the value of random scores. Scikit-learn counts a
    row without a relevant label as 0: ``undefined=0.0`` does the same.

    References
    ----------
    Jarvelin & Kekalainen (2002), Cumulated gain-based evaluation of IR techniques, ACM Transactions on Information
    Systems 20:422. McSherry & Najork (2008), Computing information retrieval performance measures efficiently in the
    presence of tied scores, Lecture Notes in Computer Science 4956:414.

    Examples
    --------
    >>> from concordant import normalized_discounted_cumulative_gain
    >>> round(normalized_discounted_cumulative_gain([[3, 0, 2]], [[0.9, 0.5, 0.1]]), 4)  # 4 / (3 + 2 / log2(3))
    0.9386
    """
    return RowQuantity("normalized gain", _check_depth(k), ties=_check_ignore_ties(ignore_ties))


def mean_of_rows(moments: Moments) -> Floats:
    """Take the mean of a quantity that every row has."""
    if not moments.weight.ndim:
        return float(moments.mean[0]) if moments.weight > 0 else np.nan
    return np.where(moments.weight > 0, moments.mean[..., 0], np.nan)


def mean_where_defined(moments: Moments, fill: float) -> Floats:
    """
    Take the mean over the rows where the quantity is defined.

    The first quantity counts as zero where it is undefined, the second is 1 where it is defined: the mean is their
    ratio. With a number to `fill` in, every row counts.
    """
    total, defined = np.moveaxis(moments.mean, -1, 0) if moments.weight.ndim else moments.mean.tolist()
    if np.isnan(fill):
        return ratio(total, defined)
    return np.where(moments.weight > 0, total + fill * (1 - defined), np.nan)[()]


def why_left_out(moments: Moments, lacking: str | None) -> str | None:
    """Say that there are no rows, or how many are left out, and what they lack."""
    if not np.all(moments.weight > 0):
        return "there are no rows"
    if lacking is None:
        return None
    defined = moments.mean[..., 1]
    if np.all(defined == 1):
        return None
    if defined.ndim:
        return f"{lacking} in rows of {int((defined < 1).sum())} of {defined.size} states"
    if defined == 0:
        return f"in every row {lacking}"
    if moments.weight != moments.squares:
        return f"the mean leaves out rows with {float(1 - defined):.2%} of the weight, where {lacking}"
    number = round(float(moments.weight * (1 - defined)))
    return f"the mean leaves out {number} of {round(float(moments.weight))} rows, where {lacking}"


def _check_depth(k: Any) -> int | None:
    """Return how many labels of a ranking count; None: all."""
    return None if k is None else min(check_row_number(k, "k"), _MOST_LABELS)


def _check_log_base(log_base: Any) -> float:
    """Return the base of the logarithm of a discount."""
    base = as_float(log_base)
    if 1 < base < math.inf:
        return base
    raise OptionError(f"log_base must be a number above 1, not {log_base!r}.")


def _check_ignore_ties(ignore_ties: Any) -> Ties:
    """Return what equal scores do: their gains are averaged, or the last column comes first."""
    if not isinstance(ignore_ties, (bool, np.bool_)):
        raise OptionError(f"ignore_ties must be True or False, not {ignore_ties!r}.")
    return "last" if ignore_ties else "expected"
