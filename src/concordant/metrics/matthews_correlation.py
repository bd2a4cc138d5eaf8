"""Matthews correlation: the correlation between truth and prediction, also for several classes."""

from __future__ import annotations

import numpy as np

from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._arithmetic.target_prevalence import at_prevalence, why_at_prevalence
from concordant.metrics._cells.rates import tables_alone
from concordant.metrics._object.define import metric
from concordant.metrics._object.optimum import CutPoints, Optimum
from concordant.states import Counts
from concordant.typing import Floats, Prevalence


def _why(counts: Counts, *, prevalence: Prevalence = None) -> str | None:
    return why_at_prevalence(counts, prevalence, _one_class)


def _one_class(counts: Counts) -> str | None:
    if counts.stack:
        return "some tables have only one class in the truth or in the prediction"
    for name, totals in (("truth", counts.row_totals), ("prediction", counts.column_totals)):
        used = [label for label, total in zip(counts.labels, totals.tolist(), strict=True) if total]
        if len(used) < 2:
            return f"the {name} has only the class {used[0]!r}" if used else "there are no rows"
    return None


@metric(
    why=_why,
    optimum=Optimum(by="threshold", cut_points=CutPoints(search="matthews")),
    family="overall",
    title="Matthews correlation",
    says="the correlation between truth and prediction: 0 is guessing, 1 perfect",
    formula="(TP TN - FP FN) / sqrt((TP+FP)(TP+FN)(TN+FP)(TN+FN)); several classes: Gorodkin's R_K",
    source="Matthews 1975, BBA Protein Structure 405:442; Gorodkin 2004, Comput. Biol. Chem. 28:367, eq. 8",
    better="higher",
    range=(-1, 1),
    interval="fisher",
    chance=0,
    symmetric=True,
    aliases=("phi_coefficient",),
    elsewhere=(
        "mcc",
        "matthews_corrcoef",
        "MatthewsCorrCoef",
        "BinaryMatthewsCorrCoef",
        "MulticlassMatthewsCorrCoef",
        "phi",
        "matthews",
        "r_k",
    ),
)
def matthews_correlation(counts: Counts, /, *, prevalence: Prevalence = None) -> Floats:
    """
    Matthews correlation: the correlation between truth and prediction, also for several classes.

    ``(TP TN - FP FN) / sqrt((TP + FP)(TP + FN)(TN + FP)(TN + FN))`` for two classes. For several it is
    Gorodkin's R_K: the covariance of the class indicators of truth and prediction, summed over the classes and
    divided by the root of the product of their variances, ``X / sqrt(Y Z)`` with
    ``X = sum_k TP_k TN_k - FP_k FN_k``, ``Y = sum_k c_k (n - c_k)``, ``Z = sum_k r_k (n - r_k)``.

    In a population with the prevalence pi (``prevalence=``) that of two classes is
    ``(Se + Sp - 1) sqrt(pi (1 - pi) / (q (1 - q)))`` with the share q = ``Se pi + (1 - Sp)(1 - pi)`` called positive.

    Returns
    -------
    float
        Between -1 and 1 (the least value is above -1 with more than two classes); 0 by chance. Undefined (NaN)
        if truth or prediction has only one class: 0/0.

    References
    ----------
    Matthews (1975), Comparison of the predicted and observed secondary structure of T4 phage lysozyme,
    Biochimica et Biophysica Acta (Protein Structure) 405:442. Gorodkin (2004), Comparing two K-category
    assignments by a K-category correlation coefficient, Computational Biology and Chemistry 28:367, eq. 8.

    Examples
    --------
    >>> from concordant import matthews_correlation
    >>> round(matthews_correlation([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]), 4)
    0.3333
    """
    # Cells, not margins: n - r_k would lose a small weight beside a large one. As floats: products leave int64.
    each = tables_alone(at_prevalence(counts, prevalence)).one_vs_rest()
    tp, fp, fn, tn = (cell * 1.0 for cell in (each.tp, each.fp, each.fn, each.tn))
    x = (tp * tn - fp * fn).sum(-1)
    y, z = ((tp + fp) * (tn + fn)).sum(-1), ((tp + fn) * (tn + fp)).sum(-1)
    return ratio(x, np.sqrt(y * z))  # the root of the product: exactly 1 where truth and prediction are equal
