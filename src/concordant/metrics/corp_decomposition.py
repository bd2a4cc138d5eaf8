"""CORP decomposition: a mean score as miscalibration, discrimination and uncertainty, without bins."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from concordant.errors import OptionError
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import Terms
from concordant.metrics._probabilities.distinct import Distinct, brier_of, distinct, dot
from concordant.metrics._probabilities.isotonic import isotonic
from concordant.names import did_you_mean
from concordant.result import CorpDecomposition
from concordant.states import Curve, CurveStack
from concordant.typing import FloatArray, NumberArray

Score: TypeAlias = Literal["brier", "log"]


def _why(curve: Curve | CurveStack, *, score: Score = "brier") -> str | None:
    del score  # the same for each
    return None if curve.n else "there are no rows"


def _mean_score(score: Score, columns: Distinct, rest: FloatArray) -> float:
    """The mean score of probabilities p of the positive class; `rest` is 1 - p, as exactly as it is known."""
    if score == "brier":
        return brier_of(columns)
    p, negatives, positives = columns
    total = _surprise(positives, p) + _surprise(negatives, rest)
    return float(ratio(total, float(negatives.sum() + positives.sum())))


def _surprise(weight: FloatArray, p: FloatArray) -> float:
    """The sum of -w log p; 0 where nothing happened, infinite where it happened with probability 0."""
    here = weight != 0
    with np.errstate(divide="ignore"):
        return dot(weight[here], -np.log(p[here]))


def _taken_apart(curve: Curve, score: Score) -> CorpDecomposition:
    columns, steps = distinct(curve), isotonic(curve)
    given = _mean_score(score, columns, 1.0 - columns.p)
    recalibrated = _of_shares(score, steps.negatives, steps.positives)
    constant = _of_shares(score, curve.weights[:, :1].sum(0), curve.weights[:, 1:].sum(0))
    # Neither difference can be negative, but for rounding.
    miscalibration, discrimination = np.maximum([given - recalibrated, constant - recalibrated], 0.0).tolist()
    return CorpDecomposition(given, miscalibration, discrimination, constant)


def _of_shares(score: Score, negatives: NumberArray, positives: NumberArray) -> float:
    """The mean score of groups of rows whose probability is the share of positives."""
    weight = negatives + positives
    columns = Distinct(ratio(positives, weight), negatives.astype(np.float64), positives.astype(np.float64))
    return _mean_score(score, columns, ratio(negatives, weight))


@metric(
    input="probabilities",
    why=_why,
    is_a=Terms(CorpDecomposition),
    instead="brier_score",
    family="tables",
    title="CORP decomposition",
    says="the mean score taken apart: what recalibration would save, how far classes are told apart, and their mix",
    formula="score = MCB - DSC + UNC: MCB = S(p) - S(p^), DSC = S(prevalence) - S(p^), p^ the isotonic recalibration",
    source="Dimitriadis, Gneiting & Jordan 2021, PNAS 118:e2016191118, eq. 2",
    better=None,
    range=None,
    aliases=("score_decomposition",),
    elsewhere=("corp",),
)
def corp_decomposition(
    curve: Curve | CurveStack, /, *, score: Score = "brier"
) -> CorpDecomposition | tuple[CorpDecomposition, ...]:
    """
    CORP decomposition: a mean score as miscalibration, discrimination and uncertainty, without bins.

    The probabilities are recalibrated by the isotonic regression of what happened on them, which has no parameter to
    choose. With S the mean score, ``S = MCB - DSC + UNC``: miscalibration ``MCB = S(p) - S(recalibrated)`` is what
    recalibration saves, discrimination ``DSC = S(prevalence) - S(recalibrated)`` how much better than the prevalence
    the recalibrated probabilities are, uncertainty ``UNC = S(prevalence)`` what the rows cost without a model.

    Parameters
    ----------
    score : {"brier", "log"}, default "brier"
        The score: squared error (the Brier score) or surprise (the log loss, in nats).

    Returns
    -------
    CorpDecomposition, or a tuple of them, one a class or label
        No term is negative. Where one class occurs, uncertainty and discrimination are 0. With ``score="log"`` score
        and miscalibration are infinite if a row was given probability 0 for what happened. NaN without rows.

    Notes
    -----
    The recalibration is fitted to the rows that it is judged on: in small samples miscalibration and discrimination
    are both too large (perfectly calibrated probabilities show a miscalibration above 0), their difference is not.

    References
    ----------
    Dimitriadis, Gneiting & Jordan (2021), Stable reliability diagrams for probabilistic classifiers, PNAS
    118:e2016191118. Ayer et al. (1955), An empirical distribution function for sampling with incomplete information,
    Annals of Mathematical Statistics 26:641 (isotonic regression).

    Examples
    --------
    >>> from concordant import corp_decomposition
    >>> parts = corp_decomposition([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9])
    >>> [round(part, 4) for part in parts]
    [0.1667, 0.0833, 0.1667, 0.25]
    """
    if score not in ("brier", "log"):
        msg = f'score must be "brier" or "log", not {score!r}.{did_you_mean(score, ("brier", "log"))}'
        raise OptionError(msg)
    if isinstance(curve, CurveStack):
        return tuple(_taken_apart(one, score) for one in curve.binary_curves())
    return _taken_apart(curve, score)
