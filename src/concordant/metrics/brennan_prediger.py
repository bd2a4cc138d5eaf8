"""Brennan and Prediger's kappa: agreement beyond that of raters who choose every label equally often."""

from __future__ import annotations

from concordant.metrics._agreement.no_chance import one_possible
from concordant.metrics._agreement.pair_sums import pair_sums, require_symmetric
from concordant.metrics._agreement.penalties import penalties
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._cells.row_shares import RIGHT, Share
from concordant.metrics._object.define import metric
from concordant.metrics._object.optimum import ROW
from concordant.metrics._object.panel_facts import PanelFacts
from concordant.states import Counts
from concordant.typing import Floats, KappaWeights


def _why(counts: Counts, *, weights: KappaWeights = None) -> str | None:
    del weights
    return one_possible(counts)


def _share(counts: Counts, *, weights: KappaWeights = None) -> Share | None:
    labels = len(counts.labels)
    return RIGHT.then(lambda right: (labels * right - 1) / (labels - 1)) if weights is None and labels > 1 else None


@metric(
    why=_why,
    optimum=ROW,
    family="agreement",
    title="Brennan and Prediger's kappa",
    says="agreement beyond that of raters who choose all K labels equally often: 1 is perfect",
    formula="(K Po - 1) / (K - 1); with weights 1 - sum(V P) / mean(V)",
    source="Brennan & Prediger 1981, Educ. Psychol. Meas. 41:687",
    better="higher",
    range=(-1, 1),
    interval="wilson",
    proportion=_share,
    corrected=True,
    symmetric=True,
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
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array-like, or None
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
    v, size, sums = penalties(counts, weights), len(counts.labels), pair_sums(counts)
    require_symmetric(sums, v, weights, "brennan_prediger")
    return 1.0 - ratio(sums.apart(v) * size * size, sums.pairs_n * v.sum())
