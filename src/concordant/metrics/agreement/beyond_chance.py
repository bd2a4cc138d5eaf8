"""scott_pi, brennan_prediger, gwet_ac1, gwet_ac2, fleiss_kappa, category_kappa, conger_kappa, light_kappa, van_oest."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from concordant.errors import OptionError
from concordant.metrics.agreement.cohen_kappa import cohen_kappa
from concordant.metrics.agreement.sums import (
    exchangeable,
    no_pairs,
    one_possible,
    pair_sums,
    rater_sums,
    same_category,
    same_label,
)
from concordant.metrics.agreement.weights import Penalties, penalties, scaled_penalties
from concordant.metrics.arithmetic import ratio
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import RIGHT, ROW, PanelFacts, Share
from concordant.states import Counts, Ratings, Tallies
from concordant.typing import FloatArray, Floats, KappaWeights


def _brennan_prediger_share(counts: Counts, *, weights: KappaWeights = None) -> Share | None:
    labels = len(counts.labels)
    return RIGHT.then(lambda right: (labels * right - 1) / (labels - 1)) if weights is None and labels > 1 else None


@metric(
    why=one_possible,
    optimum=ROW,
    title="Brennan and Prediger's kappa",
    says="agreement beyond that of raters who choose all K labels equally often: 1 is perfect",
    formula="(K Po - 1) / (K - 1); with weights 1 - sum(V P) / mean(V)",
    source="Brennan & Prediger 1981, Educ. Psychol. Meas. 41:687",
    range=(-1, 1),
    interval="wilson",
    proportion=_brennan_prediger_share,
    needs_order="if weighted",
    aliases=("pabak", "bennett_s", "randolph_kappa"),
    panel=PanelFacts(closed_form=True),
    elsewhere=("brennan_prediger_kappa", "s_score"),
)
def brennan_prediger(counts: Counts, /, *, weights: KappaWeights = None) -> Floats:
    """
    Brennan and Prediger's kappa: agreement beyond that of raters who choose every label equally often.

    ``(K Po - 1) / (K - 1)`` with the share Po of agreement and the number K of possible labels; of two labels
    ``2 Po - 1``, the prevalence-adjusted bias-adjusted kappa (PABAK). Bennett's S and Randolph's free-marginal
    kappa of two raters are the same. With weights: ``1 - sum_ij v_ij p_ij / mean_ij v_ij``, the shares p of the
    table and the disagreement v of two labels. Of many raters Po is the mean over the units with two ratings or more of
    the agreement of two of them.

    Parameters
    ----------
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
        How much two labels disagree, as in `cohen_kappa`.

    Returns
    -------
    float
        At most 1, and at least ``-1 / (K - 1)`` without weights; with weights it can be below -1. Undefined
        (NaN) if there is only one label: 0/0.

    Notes
    -----
    It depends on the number of *possible* labels: declare them with ``labels=[...]``. Without it, K is the number
    of labels that occur in either column, and a label that happens not to occur lowers the value; the signature
    names the labels that were counted. The margins do not enter, so that it has no kappa paradox; but neither
    does it notice that two raters agree only because nearly all rows are of one category.

    References
    ----------
    Brennan & Prediger (1981), Coefficient kappa: some uses, misuses, and alternatives, Educational and
    Psychological Measurement 41:687. Bennett, Alpert & Goldstein (1954), Public Opinion Quarterly 18:303.
    PABAK: Byrt, Bishop & Carlin (1993), Bias, prevalence and kappa, Journal of Clinical Epidemiology 46:423.
    With weights: Gwet (2014), Handbook of Inter-Rater Reliability, 4th edition, Advanced Analytics.

    Examples
    --------
    >>> from concordant import brennan_prediger
    >>> brennan_prediger([1, 1, 1, 1], [1, 1, 1, 0])
    0.5
    >>> brennan_prediger(["a", "b", "b", "a"], ["a", "b", "b", "b"], labels=["a", "b", "c"])
    0.625
    """
    size, (sums, v) = len(counts.labels), exchangeable(counts, weights, "brennan_prediger")
    return 1.0 - ratio(sums.disagreement(v) * size * size, sums.pairs_n * v.sum)


def _null_error(state: Any, *, weights: KappaWeights = None) -> float:
    """The standard error under the hypothesis kappa = 0, of complete ratings (Fleiss, Nee & Landis 1979, eq. 12)."""
    tallies = state.tallies() if isinstance(state, Ratings) else state
    if weights is not None or not isinstance(tallies, Tallies) or tallies.weighted or len(set(tallies.ratings)) != 1:
        msg = 'method="null" is for unweighted kappa of complete ratings: every unit has as many, and all count alike.'
        raise OptionError(msg)
    m, n = float(tallies.ratings[0]), float(tallies.n)
    p = tallies.weight @ tallies.counts / (n * m)
    s = float((p * (1 - p)).sum())
    between = 2.0 * (s * s - float((p * (1 - p) * (1 - 2 * p)).sum())) / (n * m * (m - 1.0))
    return math.sqrt(between) / s if s else math.nan


@metric(
    input="panel",
    panel=PanelFacts(of_two="scott_pi", closed_form=True, null_error=_null_error),
    why=same_label,
    title="Fleiss' kappa",
    says="agreement of many raters beyond chance, if all used the labels equally often: 1 is perfect",
    formula="1 - Do / sum(V pi pi'): Do the disagreement of two ratings of a unit, pi the mean shares of the labels",
    source="Fleiss 1971, Psychological Bulletin 76:378; missing ratings and weights: Gwet 2014, Handbook, 4th ed.",
    range=(-1, 1),
    needs_order="if weighted",
    elsewhere=("fleiss", "kappam_fleiss", "fleiss_kappa_score"),
)
def fleiss_kappa(ratings: Any, /, *, weights: KappaWeights = None) -> Floats:
    """
    Fleiss' kappa: agreement of many raters beyond chance, where all draw from one and the same distribution.

    ``kappa = 1 - Do / De``: Do is the mean disagreement of two ratings of a unit, over the units with two ratings or
    more, each of which counts alike; ``De = sum_kl v_kl pi_k pi_l`` with the mean pi_k of the shares of label k in
    the units. Raters are exchangeable, and may differ from unit to unit. Of two raters it is `scott_pi`.

    Parameters
    ----------
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
        How much two labels disagree, as in `cohen_kappa`; a matrix must be symmetric.

    Returns
    -------
    float
        At most 1. Undefined (NaN) if no unit has two ratings, or if only one label is used: 0/0.

    Notes
    -----
    Units with one rating count in the shares pi, not in Do. Where one label prevails it can be near 0 although nearly
    all ratings agree: read it beside `weighted_agreement` and `gwet_ac1`. Of complete ratings ``1 - alpha =
    (1 - kappa) (N - 1) / N`` with Krippendorff's alpha and N ratings. The interval that some programs print for it
    comes from the standard error under the hypothesis kappa = 0 and is no interval of kappa.

    References
    ----------
    Fleiss (1971), Measuring nominal scale agreement among many raters, Psychological Bulletin 76:378. With missing
    ratings and weights: Gwet (2014), Handbook of Inter-Rater Reliability, 4th edition, Advanced Analytics.

    Examples
    --------
    >>> from concordant import fleiss_kappa
    >>> ratings = [["a", "a", "a"], ["a", "b", None], ["b", "b", "b"], ["b", "b", "a"]]
    >>> round(fleiss_kappa(ratings), 6)
    0.160839
    >>> round(fleiss_kappa([[1, 2, 2], [3, 3, 3], [1, 1, 2], [2, 3, 3]], weights="quadratic"), 6)
    0.608696
    """
    sums, v = exchangeable(ratings, weights, "fleiss_kappa")
    n, shares = sums.n * 1.0, sums.shares
    return 1.0 - ratio(sums.disagreement(v) * n * n, sums.pairs_n * v.by_chance(shares, shares))


def _category_kappa_why(ratings: Any) -> str | None:
    sums = pair_sums(ratings)
    if lacking := no_pairs(sums):
        return lacking
    if np.ndim(sums.n):
        return "in some panels a label has no rating, or all of them"
    shares = np.asarray(sums.shares) / sums.n
    gone = [label for label, p in zip(ratings.labels, shares.tolist(), strict=True) if p <= 0 or p >= 1 - 1e-15]
    return f"undefined for labels with no rating, or all of them: {', '.join(map(repr, gone))}" if gone else None


@metric(
    input="panel",
    panel=PanelFacts(),
    why=_category_kappa_why,
    title="Kappa of each category",
    says="agreement beyond chance on whether a unit has a label, one value a label",
    formula="Fleiss' kappa of the dichotomy: the label against all others",
    source="Fleiss 1971, Psychological Bulletin 76:378, eq. 20",
    range=(-1, 1),
)
def category_kappa(ratings: Any, /) -> FloatArray:
    """
    Kappa of each category: Fleiss' kappa of one label against all others.

    ``kappa_k = 1 - Do_k / (2 p_k (1 - p_k))``: Do_k is how often, of two ratings of a unit, only one has the label k,
    and p_k the mean share of the label in the units. `fleiss_kappa` is their mean with the weights ``p_k (1 - p_k)``.

    Returns
    -------
    ndarray of shape (K,)
        In the order of the labels, each at most 1. Undefined (NaN) for a label with no rating, or with all of them.

    References
    ----------
    Fleiss (1971), Measuring nominal scale agreement among many raters, Psychological Bulletin 76:378.

    Examples
    --------
    >>> from concordant import category_kappa
    >>> category_kappa([["a", "a", "a"], ["a", "b", "c"], ["c", "c", "c"], ["b", "b", "a"]]).round(3).tolist()
    [0.314, 0.111, 0.625]
    """
    sums, size = pair_sums(ratings), len(ratings.labels)
    own = np.arange(size)
    observed = []
    for k in range(size):
        differs = np.logical_xor.outer(own == k, own == k) * 1.0
        observed.append(ratio(sums.disagreement(Penalties(differs)), sums.pairs_n))
    if not observed:  # no label, as there is no rating
        return np.zeros((*np.shape(sums.n), 0))
    p = ratio(sums.shares, np.asarray(sums.n)[..., None])
    values: FloatArray = 1.0 - ratio(np.stack(observed, axis=-1), 2.0 * p * (1.0 - p))
    return values


@metric(
    input="panel",
    panel=PanelFacts(raters=True, of_two="cohen_kappa", closed_form=True),
    why=lambda ratings, **_: no_pairs(pair_sums(ratings)) or same_label(ratings),
    title="Conger's kappa",
    says="agreement of many raters beyond chance, with the habits of each rater: 1 is perfect",
    formula="1 - Do / De: Do the disagreement of two ratings of a unit, De that of two raters who judge independently",
    source="Conger 1980, Psychological Bulletin 88:322; Davies & Fleiss 1982, Biometrics 38:1047",
    range=(-1, 1),
    needs_order="if weighted",
    aliases=("davies_fleiss_kappa",),
    elsewhere=("conger", "congers_kappa"),
)
def conger_kappa(ratings: Any, /, *, weights: KappaWeights = None) -> Floats:
    """
    Conger's kappa: agreement of many raters beyond chance, where each rater has a distribution of their own.

    ``kappa = 1 - Do / De``: Do is the mean disagreement of two ratings of a unit, over the units with two ratings or
    more; ``De = (s'V s - sum_g p_g'V p_g) / (r (r - 1))`` the mean disagreement of two different raters who judge
    independently, with the shares p_g of the labels in all ratings of rater g, and their sum s. Of two raters it is
    `cohen_kappa`.

    Parameters
    ----------
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
        How much two labels disagree, as in `cohen_kappa`. Both orders of a pair occur, so that of a matrix the mean
        with its transpose counts.

    Returns
    -------
    float
        At most 1. Undefined (NaN) if no unit has two ratings, or if all raters use only one and the same label.

    Notes
    -----
    Of complete ratings it is not lower than `fleiss_kappa` (Warrens 2010), and higher where the habits of the raters
    differ: different habits are no disagreement by chance here. Hubert's kappa is equal to it for complete ratings
    only. Raters without a rating do not count. It needs to know who rated; a table in which the columns are no raters
    (every unit had others) gives a number that means nothing.

    References
    ----------
    Conger (1980), Integration and generalization of kappas for multiple raters, Psychological Bulletin 88:322.
    Davies & Fleiss (1982), Measuring agreement for multinomial data, Biometrics 38:1047. With missing ratings and
    weights: Gwet (2014), Handbook of Inter-Rater Reliability, 4th edition, Advanced Analytics.

    Examples
    --------
    >>> from concordant import conger_kappa
    >>> ratings = [["a", "a", "a"], ["a", "b", None], ["b", "b", "b"], ["b", "b", "a"]]
    >>> round(conger_kappa(ratings), 6)
    0.210526
    """
    sums, v = rater_sums(ratings), penalties(ratings, weights)
    if not (weights is None or isinstance(weights, str)):  # both orders of a pair occur
        v = Penalties((v.matrix + v.matrix.T) / 2.0)
    return 1.0 - ratio(sums.disagreement(v), sums.pairs_n * sums.chance(v))


@metric(
    why=one_possible,
    title="Gwet's AC1",
    says="agreement beyond chance, steady where one category prevails: 1 is perfect",
    formula="(Po - Pe) / (1 - Pe), Pe = sum(pi (1 - pi)) / (K - 1), pi the mean of both raters' shares",
    source="Gwet 2008, Br. J. Math. Stat. Psychol. 61:29",
    range=(-1, 1),
    interval="score",
    aliases=("ac1",),
    panel=PanelFacts(closed_form=True),
    elsewhere=("gwet", "gwets_ac1"),
)
def gwet_ac1(counts: Counts, /) -> Floats:
    """
    Gwet's AC1: agreement beyond chance that stays sensible where one category prevails.

    ``AC1 = (Po - Pe) / (1 - Pe)`` with the share Po of agreement and ``Pe = sum_k pi_k (1 - pi_k) / (K - 1)``,
    where pi_k is the mean of both raters' shares of category k and K the number of possible labels. Chance is
    taken to strike only rows that are hard to judge. With weights it is `gwet_ac2`.

    Returns
    -------
    float
        Between -1 and 1. Undefined (NaN) if there is only one label: 0/0.

    Notes
    -----
    It depends on the number of *possible* labels: declare them with ``labels=[...]``. Without it, K is the number
    of labels that occur in either column, and a label that happens not to occur lowers the value; the signature
    names the labels that were counted. Where 118 of 125 rows are agreed positives and none is an agreed negative,
    AC1 is 0.94 and Cohen's kappa is -0.02: the first praises the agreement, the second says that the raters never
    agreed on a negative. Independent raters do not get 0 in general, but a value that
    rises to 1 as one category becomes rare.

    References
    ----------
    Gwet (2008), Computing inter-rater reliability and its variance in the presence of high agreement, British
    Journal of Mathematical and Statistical Psychology 61:29.

    Examples
    --------
    >>> from concordant import Counts, cohen_kappa, gwet_ac1
    >>> raters = Counts.from_table([[118, 5], [2, 0]])
    >>> round(gwet_ac1.of(raters), 4), round(cohen_kappa.of(raters), 4)
    (0.9408, -0.0234)
    >>> round(gwet_ac1(["a", "b", "b", "c"], ["a", "b", "c", "c"]), 6)
    0.627907
    """
    return gwet_ac2.formula(counts, weights=None)


@metric(
    why=one_possible,
    title="Gwet's AC2",
    says="weighted agreement beyond chance, steady where one category prevails: 1 is perfect",
    formula="(Po - Pe) / (1 - Pe), Po = sum(W P), Pe = sum(W) sum(pi (1 - pi)) / (K (K - 1))",
    source="Gwet 2014, Handbook of Inter-Rater Reliability, 4th ed.",
    range=(float("-inf"), 1),
    interval="score",
    needs_order="always",
    panel=PanelFacts(closed_form=True),
    elsewhere=("ac2", "gwets_ac2"),
)
def gwet_ac2(counts: Counts, /, *, weights: KappaWeights) -> Floats:
    """
    Gwet's AC2: weighted agreement beyond chance that stays sensible where one category prevails.

    ``AC2 = (Po - Pe) / (1 - Pe)`` with ``Po = sum_ij w_ij p_ij`` and
    ``Pe = sum_ij w_ij / (K (K - 1)) * sum_k pi_k (1 - pi_k)``: the agreement weights w, the shares p of the
    table, the mean pi_k of both raters' shares of category k, the number K of possible labels. Of many raters: Po is
    the mean over the units with two ratings or more of the agreement of two of them, pi_k the mean share of label k in
    the units.

    Parameters
    ----------
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
        The weights must be named, as they move the value much. The families of `cohen_kappa` are scaled as Gwet
        does: 1 for equal labels, 0 for the widest disagreement that the labels allow, and so are penalties of
        your own (0 on the diagonal); agreement weights of your own (1 on the diagonal) are taken as they are.
        None gives AC1.

    Returns
    -------
    float
        At most 1; with weights of several labels it can be below -1. Undefined (NaN) if there is only one
        label: 0/0.

    Notes
    -----
    It depends on the number of *possible* labels, and by the scale of the weights on the outermost ones: declare
    them with ``labels=[...]``. Without it, K is the number of labels that occur in either column; the signature
    names the labels that were counted. Independent raters do not get 0 in general.

    References
    ----------
    Gwet (2014), Handbook of Inter-Rater Reliability, 4th edition, Advanced Analytics. Gwet (2008),
    Computing inter-rater reliability and its variance in the presence of high agreement, British Journal of
    Mathematical and Statistical Psychology 61:29.

    Examples
    --------
    >>> from concordant import gwet_ac2
    >>> round(gwet_ac2([1, 2, 3, 3, 3, 3], [1, 3, 3, 3, 3, 2], weights="quadratic"), 6)
    0.833333
    >>> round(gwet_ac2([1, 2, 3, 3, 3, 3], [1, 3, 3, 3, 3, 2], weights="quadratic", labels=[1, 2, 3, 4]), 6)
    0.928571
    """
    size, (sums, v) = len(counts.labels), exchangeable(counts, weights, "gwet_ac2", scaled_penalties)
    n, shares, pairs = sums.n * 1.0, sums.shares, size * (size - 1)
    by_chance = (size * size - v.sum) * penalties(counts, None).by_chance(shares, shares)
    return 1.0 - ratio(sums.disagreement(v) * pairs * n * n, sums.pairs_n * (pairs * n * n - by_chance))


def _light_kappa_why(ratings: Any, **_: object) -> str:
    return no_pairs(pair_sums(ratings)) or "each pair of raters uses only one and the same label (0/0)"


@metric(
    input="panel",
    panel=PanelFacts(raters=True, of_two="cohen_kappa"),
    why=_light_kappa_why,
    title="Light's kappa",
    says="Cohen's kappa of two raters, on average over all pairs of raters: 1 is perfect",
    formula="mean over pairs of raters of Cohen's kappa on the units that both rated",
    source="Light 1971, Psychological Bulletin 76:365",
    range=(-1, 1),
    needs_order="if weighted",
    elsewhere=("kappam_light", "lights_kappa"),
)
def light_kappa(ratings: Any, /, *, weights: KappaWeights = None) -> Floats:
    """
    Light's kappa: the mean of Cohen's kappa over all pairs of raters.

    The kappa of each pair is `cohen_kappa` on the units that both rated. Pairs whose kappa is undefined (no common
    unit, or both use only one and the same label) are left out.

    Parameters
    ----------
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
        How much two labels disagree, as in `cohen_kappa`.

    Returns
    -------
    float
        At most 1. Undefined (NaN) if no pair of raters has a kappa.

    Notes
    -----
    Every pair counts alike, however few units it has in common: with missing ratings `conger_kappa` is steadier.

    References
    ----------
    Light (1971), Measures of response agreement for qualitative data, Psychological Bulletin 76:365.

    Examples
    --------
    >>> from concordant import light_kappa
    >>> ratings = [["a", "a", "b"], ["a", "b", "a"], ["a", "b", "b"], ["a", "a", "a"]]
    >>> light_kappa(ratings)
    0.0
    """
    return rater_sums(ratings).mean_of_pairs(lambda counts: cohen_kappa.formula(counts, weights=weights))


@metric(
    why=same_category,
    title="Scott's pi",
    says="agreement beyond chance, if both raters used the categories equally often: 1 is perfect",
    formula="1 - sum(V P) / sum(V pi pi'), pi the mean of both raters' shares; V = 1 off the diagonal, or weights",
    source="Scott 1955, Public Opinion Quarterly 19:321",
    range=(-1, 1),
    interval="score",
    pooled=True,
    needs_order="if weighted",
    elsewhere=("scotts_pi",),
)
def scott_pi(counts: Counts, /, *, weights: KappaWeights = None) -> Floats:
    """
    Scott's pi: agreement beyond chance, where both raters draw from one and the same distribution.

    ``pi = 1 - sum_ij v_ij p_ij / sum_ij v_ij pi_i pi_j`` with the shares p of the table, the mean
    ``pi_k = (r_k + c_k) / 2`` of both raters' shares of category k, and the disagreement v of two labels (1
    off the diagonal without weights). Fleiss' kappa is its form for many raters.

    Parameters
    ----------
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
        How much two labels disagree, as in `cohen_kappa`.

    Returns
    -------
    float
        At most 1. Undefined (NaN) if both raters use only one and the same category: 0/0.

    Notes
    -----
    It is equal to Cohen's kappa if both raters use each category equally often, and else not higher. Independent
    raters with different habits come out below 0: the difference of the margins counts as disagreement. It has
    kappa's paradox too: where nearly all rows are of one category, a high share of agreement can go with a value
    near 0 (see `gwet_ac1`). With a matrix of weights that is not zero only on its diagonal it can be below -1.

    References
    ----------
    Scott (1955), Reliability of content analysis: the case of nominal scale coding, Public Opinion Quarterly
    19:321. With weights: Gwet (2014), Handbook of Inter-Rater Reliability, 4th edition, Advanced Analytics.

    Examples
    --------
    >>> from concordant import scott_pi
    >>> scott_pi([1, 1, 1, 0, 0], [1, 1, 0, 0, 0])
    0.6
    >>> round(scott_pi([1, 2, 3, 3], [1, 3, 3, 2], weights="linear"), 6)
    0.428571
    """
    v = penalties(counts, weights)
    r, c = counts.margins
    m = r + c  # 2 n pi
    return 1.0 - 4.0 * ratio(r.sum(-1) * v.total(counts), v.by_chance(m, m))


def _van_oest_why(ratings: Any, **_: object) -> str:
    return no_pairs(pair_sums(ratings)) or "there is only one label (0/0); declare all possible labels: labels=[...]"


@metric(
    input="panel",
    panel=PanelFacts(),
    why=_van_oest_why,
    title="Van Oest's index",
    says="agreement beyond chance with one rating of each label beforehand, so that it is defined for any panel",
    formula="1 - Do / sum(V e e'), e_k = (1 + ratings with label k) / (K + ratings); Do over pairs of ratings",
    source="van Oest 2019, Psychological Methods 24:439",
    range=(float("-inf"), 1),
    needs_order="if weighted",
)
def van_oest(ratings: Any, /, *, weights: KappaWeights = None) -> Floats:
    """
    Van Oest's index: agreement beyond chance that is never undefined, as every label has a rating beforehand.

    ``1 - Do / De``: Do is the disagreement of all pairs of ratings of the same unit, each pair counting alike;
    ``De = sum_kl v_kl e_k e_l`` with ``e_k = (1 + t_k) / (K + sum t)`` and the number t_k of ratings with label k:
    the uniform prior of a Bayesian who has seen one rating of each label.

    Parameters
    ----------
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
        How much two labels disagree, as in `cohen_kappa`; a matrix must be symmetric.

    Returns
    -------
    float
        At most 1. Undefined (NaN) if no unit has two ratings, or if only one label is possible.

    Notes
    -----
    It depends on the number of possible labels: declare them with ``labels=[...]``. In large panels it is near
    `fleiss_kappa`. Weights of units count as ratings beside the one beforehand.

    References
    ----------
    van Oest (2019), A new coefficient of interrater agreement: the challenge of highly unequal category proportions,
    Psychological Methods 24:439.

    Examples
    --------
    >>> from concordant import van_oest
    >>> round(van_oest([["a", "a", "a"], ["a", "a", "a"]], labels=["a", "b"]), 6)
    1.0
    """
    sums, v = exchangeable(ratings, weights, "van_oest", scaled_penalties)
    used = 1.0 + sums.ratings
    return 1.0 - ratio(sums.paired(v) * np.square(used.sum(-1)), sums.pairs * v.by_chance(used, used))
