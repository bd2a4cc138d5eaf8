"""Lift at a depth: how much more frequent positives are among the rows with the highest scores than in all."""

from __future__ import annotations

from concordant.metrics._arithmetic.option_checks import check_share
from concordant.metrics._object.define import metric
from concordant.metrics.gain_at import gain_at
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats


@metric(
    input="scores",
    why=gain_at.why,
    family="ranking",
    title="Lift at a depth",
    says="how many times as frequent positives are among the given share of highest scores as in all rows",
    formula="(TP / P) / depth among the depth x n rows with the highest scores",
    source="Ling & Li 1998, KDD, p. 73",
    better="higher",
    dominance="always",
    range=(0, float("inf")),
    interval="percentile",
    chance=1,
)
def lift_at(
    curve: Curve | CurveStack, /, *, depth: float, average: Average = "macro", fill: float = float("nan")
) -> Floats:
    """
    Lift at a depth: how much more frequent positives are among the rows with the highest scores than in all.

    ``lift = gain / depth = precision / prevalence`` where the ``depth x n`` rows with the highest scores are
    predicted positive.

    Parameters
    ----------
    depth : float
        The share of all rows that is taken, above 0 and at most 1.
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        At least 0; 1 by chance, at most ``1 / depth`` and at most ``1 / prevalence``. Undefined (NaN) without
        positive rows.

    Notes
    -----
    Ties at the cut are shared proportionally, as in `gain_at`. Lifts of data with different prevalence cannot be
    compared: of frequent positives no lift can be high.

    References
    ----------
    Ling & Li (1998), Data mining for direct marketing: problems and solutions, KDD, p. 73.

    Examples
    --------
    >>> from concordant import lift_at
    >>> lift_at([0, 0, 1, 1, 0], [0.1, 0.4, 0.35, 0.8, 0.2], depth=0.2)
    2.5
    """
    depth = check_share(depth, "depth", zero=False)
    return gain_at.formula(curve, depth=depth, average=average, fill=fill * depth) / depth
