"""CORP reliability curve: how often it happens at each probability, by isotonic regression in place of bins."""

from __future__ import annotations

import numpy as np

from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._curves.of_curves import records_of_curves
from concordant.metrics._object.define import metric
from concordant.metrics._probabilities.isotonic import isotonic
from concordant.result import CorpReliabilityCurve
from concordant.states import Curve, CurveStack


def _why(curve: Curve | CurveStack) -> str | None:
    return None if curve.n else "there are no rows"


def _fitted(curve: Curve) -> CorpReliabilityCurve:
    steps = isotonic(curve)
    mass = curve.scores.astype(np.float64) * curve.weights.sum(1)
    inside = np.add.reduceat(mass, steps.starts) if len(steps.starts) else mass
    upwards = slice(None, None, -1)
    return CorpReliabilityCurve(
        steps.observed[upwards],
        np.asarray(ratio(inside, steps.weight))[upwards],
        curve.scores[steps.ends - 1][upwards],
        curve.scores[steps.starts][upwards],
        steps.weight[upwards],
        steps.positives[upwards],
    )


@metric(
    input="probabilities",
    why=_why,
    instead="calibration_curve, or corp_decomposition for the miscalibration",
    family="tables",
    title="CORP reliability curve",
    says="the share of positives at each probability, in steps that the data choose",
    formula="isotonic regression of y on p: the rising step function of least squared error",
    source="Dimitriadis, Gneiting & Jordan 2021, PNAS 118:e2016191118",
    better=None,
    range=None,
    scale_free=False,
    elsewhere=("corp_reliability_diagram",),
)
def corp_reliability_curve(curve: Curve | CurveStack, /) -> CorpReliabilityCurve | tuple[CorpReliabilityCurve, ...]:
    """
    CORP reliability curve: how often it happens at each probability, by isotonic regression in place of bins.

    Among all curves that rise with the probability the one of least squared error (and of least log loss): a step
    function whose steps the data choose. On the diagonal the probabilities are right; a step below it was predicted
    too high. Rows of equal probability stay together.

    Returns
    -------
    CorpReliabilityCurve, or a tuple of them, one a class or label
        Unpacks as ``observed, predicted``, the share of positives and the mean probability of each step. Steps of
        equal share are one step. Empty without rows, with a warning.

    Notes
    -----
    Between two steps, where no probability was given, the curve is not determined. The first and the last step are
    often of a few rows of one class and then lie at 0 and 1: see their weight before reading them.

    References
    ----------
    Dimitriadis, Gneiting & Jordan (2021), Stable reliability diagrams for probabilistic classifiers, PNAS
    118:e2016191118. Ayer et al. (1955), An empirical distribution function for sampling with incomplete information,
    Annals of Mathematical Statistics 26:641 (isotonic regression).

    Examples
    --------
    >>> from concordant import corp_reliability_curve
    >>> curve = corp_reliability_curve([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9])
    >>> curve.observed.tolist(), curve.lowest.tolist(), curve.highest.tolist(), curve.weight.tolist()
    ([0.0, 0.5, 1.0], [0.1, 0.3, 0.7], [0.2, 0.6, 0.9], [2, 2, 2])
    """
    return records_of_curves(curve, _fitted)
