"""Cohen's kappa: agreement beyond chance, plain or weighted; quadratic weights give the QWK."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from concordant.inputs.labels import LabelRows, plain_rows
from concordant.metrics._agreement.disagreement_weights import disagreement, label_values
from concordant.metrics._agreement.no_chance import same_category
from concordant.metrics._agreement.nominal_kappa import nominal_kappa
from concordant.metrics._agreement.penalties import margins, penalties
from concordant.metrics._agreement.square_sums import quadratic_kappa, quadratic_kappa_of_columns
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._arithmetic.target_prevalence import at_prevalence, why_at_prevalence
from concordant.metrics._cells.label_sums import WeighedPairs
from concordant.metrics._object.define import metric
from concordant.metrics._object.elsewhere import elsewhere
from concordant.metrics._object.optimum import CutPoints, Optimum
from concordant.states import Counts
from concordant.typing import FloatArray, Floats, KappaWeights, Prevalence


def _why(counts: Counts, *, weights: KappaWeights = None, prevalence: Prevalence = None) -> str | None:
    del weights  # the reason is the same for all but a matrix with zeros off the diagonal
    return why_at_prevalence(counts, prevalence, same_category)


def _shortcut(rows: LabelRows, *, weights: KappaWeights = None, prevalence: Prevalence = None) -> float | None:
    """Plain kappa and quadratic kappa of whole labels need no table, weighted rows no squares."""
    if prevalence is not None:
        return None
    if rows.weights is not None:
        return _of_weighed(rows, weights)
    if weights is None:
        return nominal_kappa(rows)
    return quadratic_kappa(rows) if isinstance(weights, str) and weights == "quadratic" else None


def _at_a_glance(y_true: Any, y_pred: Any, *, weights: KappaWeights = None) -> float | None:
    """Plain kappa and quadratic kappa; of the latter, sums take less time than to make rows of the columns."""
    if weights is None:
        rows = plain_rows(y_true, y_pred)
        return None if rows is None else nominal_kappa(rows)
    quadratic = isinstance(weights, str) and weights == "quadratic"
    return quadratic_kappa_of_columns(y_true, y_pred) if quadratic else None


def _of_weighed(rows: LabelRows, weights: KappaWeights) -> float | None:
    """Take the formula of the table of weighted rows of whole labels; None of others, and where it is undefined."""
    pairs = None if rows.names is not None or rows.logical else WeighedPairs.of_rows(rows)
    if pairs is None:
        return None
    value = float(cohen_kappa.formula(pairs.counts(), weights=weights))
    return None if math.isnan(value) else value


def _costs(counts: Counts, options: Mapping[str, Any]) -> FloatArray:
    return disagreement(counts, options["weights"])


def _words(counts: Counts, value: float, options: Mapping[str, Any]) -> str:
    """How a row gets the best label: quadratic weights cut the mean of its probabilities."""
    weights = options.get("weights")
    if not (isinstance(weights, str) and weights == "quadratic") or np.isnan(value):
        return "the label with the least expected disagreement, less (1 - kappa) times its disagreement by chance"
    values = label_values(counts.labels)
    mean = float(counts.table.sum(1) @ values / counts.table.sum())
    ordered = np.sort(values)
    cuts = mean + value * ((ordered[1:] + ordered[:-1]) / 2 - mean)  # drawn towards the mean of all rows by kappa
    shown = ", ".join(f"{cut:.4g}" for cut in cuts[:8].tolist())
    return f"the mean of the row's probabilities, cut at {shown}{', ...' if len(cuts) > 8 else ''}"


@metric(
    why=_why,
    shortcut=_shortcut,
    glance=_at_a_glance,
    optimum=Optimum(by="row", words=_words, cut_points=CutPoints(search="quotient", costs=_costs)),
    family="agreement",
    title="Cohen's kappa",
    says="agreement beyond chance: 0 is chance, 1 perfect",
    formula="1 - sum(V O) / sum(V E), E from the margins; V = 1 off the diagonal, |i - j|, (i - j)^2, ...",
    source="Cohen 1960, Educ. Psychol. Meas. 20:37; Cohen 1968, Psychol. Bull. 70:213",
    better="higher",
    range=(-1, 1),
    interval="jackknife",
    chance=0,
    corrected=True,
    symmetric=True,
    needs_order="if weighted",
    aliases=("kappa",),
    elsewhere=(
        "cohen_kappa_score",
        "cohens_kappa",
        "CohenKappa",
        "BinaryCohenKappa",
        "MulticlassCohenKappa",
        "kap",
        "kappa2",
        "heidke_skill_score",
        "hss",
        "kappa_score",
        elsewhere("qwk", weights="quadratic"),
        elsewhere("quadratic_kappa", weights="quadratic"),
        elsewhere("quadratic_weighted_kappa", weights="quadratic"),
        elsewhere("linear_kappa", weights="linear"),
        elsewhere("linear_weighted_kappa", weights="linear"),
        elsewhere("lwk", weights="linear"),
        elsewhere("weighted_kappa", "the default of R's psych", weights="quadratic"),
        elsewhere("weighted_kappa", "the default of R's vcd and of SAS", weights="linear"),
    ),
)
def cohen_kappa(counts: Counts, /, *, weights: KappaWeights = None, prevalence: Prevalence = None) -> Floats:
    """
    Cohen's kappa: agreement beyond chance, plain or weighted; quadratic weights give the QWK.

    ``kappa = 1 - sum_ij v_ij o_ij / sum_ij v_ij e_ij`` with the observed table O, the table E that is expected
    from the margins if both raters were independent, ``e_ij = r_i c_j / n``, and the disagreement ``v_ij`` of
    two labels. It is the quadratic weighted kappa (QWK) of essay scoring and medical grading for
    ``v_ij = (i - j)^2``; that is Lin's concordance correlation of the two raters with 1/n moments. Like all agreement
    beyond chance it depends on how frequent the labels are: ``prevalence=`` gives those of the truth (or first rater)
    the shares of another population.

    Parameters
    ----------
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array-like, or None
        None: every disagreement counts the same. Else how much two labels x and y disagree, the families of
        Gwet (2014):

        - ``"linear"``: ``|x - y|``; ``"quadratic"``: ``(x - y)^2``; ``"radical"``: ``sqrt(|x - y|)``;
        - ``"ratio"``: ``((x - y) / (x + y))^2``, of labels that are not negative;
        - ``"bipolar"``: ``(x - y)^2 / ((x + y - 2 low) (2 high - x - y))``, low and high the outermost labels:
          a step near a pole weighs more than one in the middle;
        - ``"circular"``: ``sin(pi d / K)^2`` for labels d steps apart, the last next to the first; labels in
          equal steps, all of the circle declared;
        - ``"ordinal"``: ``d (d + 1) / 2`` for labels d places apart: only the order counts.

        Numeric labels stand at their values (1, 3 and 7 are not 1, 2 and 3), other labels at their declared
        positions (from 1 for ``"ratio"``). A matrix of shape (K, K) holds penalties (0 on the diagonal) or
        agreement weights (1 on the diagonal); it need not be symmetric.

    Returns
    -------
    float
        At most 1; 0 by chance. One rater constant and the other not: 0. Undefined (NaN) if both raters use
        only one and the same category: 0/0.

    Notes
    -----
    Weighted kappa needs the order of the labels: text without a declared order raises `LabelOrderError`. A
    category that nobody used changes nothing where numeric labels stand at their values. It does where labels
    stand at their places (text, and with ``"ordinal"`` all), for ``"circular"``, whose step it can change, and for
    ``"bipolar"``, if it is an outermost label. The least possible value is -1 for a symmetric table of two
    labels; it depends on margins and weights otherwise, and with a matrix that is not symmetric, or not zero
    only on its diagonal, it can be below -1. `kappa_max` is the greatest value that the margins allow.

    References
    ----------
    Cohen (1960), A coefficient of agreement for nominal scales, Educational and Psychological Measurement
    20:37. Cohen (1968), Weighted kappa, Psychological Bulletin 70:213. Fleiss & Cohen (1973), The equivalence
    of weighted kappa and the intraclass correlation coefficient, Educ. Psychol. Meas. 33:613. Gwet (2014),
    Handbook of Inter-Rater Reliability, 4th edition, Advanced Analytics: the families of weights.

    Examples
    --------
    >>> from concordant import cohen_kappa
    >>> cohen_kappa([1, 1, 1, 2, 2, 2], [3, 3, 3, 4, 4, 4])
    0.0
    >>> round(cohen_kappa([2, 2, 2, 3, 4, 5, 5, 5, 5, 5], [2, 2, 2, 3, 2, 1, 1, 1, 1, 3], weights="quadratic"), 6)
    -0.139241
    >>> cohen_kappa(["low", "high", "mid"], ["low", "mid", "mid"], labels=["low", "mid", "high"], weights="linear")
    0.5714285714285714
    """
    if prevalence is not None:
        counts = at_prevalence(counts, prevalence)
    v = penalties(counts, weights)
    r, c = margins(counts)
    return 1.0 - ratio(r.sum(-1) * v.total(counts), v.by_chance(r, c))
