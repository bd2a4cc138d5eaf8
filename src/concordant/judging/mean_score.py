"""The mean score that people would give, from the scores of a judge on all items and of people on some."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from numbers import Real

import numpy as np

from concordant.errors import EmptyInputError, LengthError, MissingValuesError, OptionError, SelectionError
from concordant.inference.quantiles import check_level
from concordant.judging.covariates import numbers_in
from concordant.judging.means import Mean, interval_of, mean_of
from concordant.judging.passes import clusters_of_rows
from concordant.judging.prediction_powered import powered_mean, why_no_error
from concordant.metrics.arithmetic import check_share
from concordant.result.intervals import Interval
from concordant.result.record import Answer, counted, signed
from concordant.typing import Column, FloatArray


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class MeanScore(Answer):
    """
    The mean score that people would give.

    Attributes
    ----------
    mean : Interval
        What people would give on average.
    judge_mean : float
        What the judge gives.
    lenience : float
        The judge's mean less the people's.
    people_only : Interval
        The mean of the labelled items alone.
    power : float
        How much of the judge's scores was used, lambda: 0 none, 1 all.
    judged, labelled : int
        How many items are judged, and how many of them people scored.
    """

    mean: Interval
    judge_mean: float
    lenience: float
    people_only: Interval
    power: float
    judged: int
    labelled: int


def mean_score(
    *,
    judge: Column,
    human: Column,
    chosen: str | None = None,
    between: tuple[float, float] | None = None,
    power: float | None = None,
    ddof: int = 1,
    level: float = 0.95,
    cluster: Column | None = None,
) -> MeanScore:
    """
    Estimate the mean score that people would give to all items.

    Parameters
    ----------
    judge : array-like of shape (n,)
        The scores of the judge on all items.
    human : array-like of shape (n,)
        The scores of people, None or NaN where nobody has looked.
    chosen : {"random"}
        How the scored items were chosen. Scores have an estimate only for items chosen at random; cut them into passes
        and take `pass_rate` for other choices. Needed unless all items are scored.
    between : tuple of two numbers, optional
        The least and the greatest score that there is: the limits then stay between them, on the scale of log odds.
    power : float, optional
        How much of the judge's scores to use, from 0 to 1. Default: what gives the least variance.
    ddof : {0, 1}
        The divisor of variances is n - ddof.
    level : float
        The nominal coverage.
    cluster : array-like of shape (n,), optional
        Which items belong together.

    Returns
    -------
    MeanScore

    Notes
    -----
    PPI++ for a mean: ``lambda mean(f of others) + mean(y - lambda f)``, with Student's t of n - 1 degrees of freedom.

    References
    ----------
    Angelopoulos, Duchi & Zrnic (2023), PPI++: Efficient prediction-powered inference, arXiv 2311.01453.

    Examples
    --------
    >>> from concordant import judging
    >>> judge = [3, 4, 5, 2, 4, 3] * 50
    >>> human = [2, 4, 4, 2, 3, 3] * 5 + [None] * 270
    >>> found = judging.mean_score(judge=judge, human=human, chosen="random", between=(1, 5))
    >>> print(found.mean)
    mean score 3.000, 95 % interval 2.819 to 3.181 (logit, ppi++, t, n = 300)
    >>> round(found.lenience, 2), round(found.power, 2)
    (0.5, 0.67)
    """
    level = check_level(level)
    f, y = numbers_in(judge, "judge"), numbers_in(human, "human")
    _check(f, y, between, power, ddof)
    known = ~np.isnan(y)
    if not known.all():
        _check_chosen(chosen, int(known.sum()), len(y))
    clusters = clusters_of_rows(cluster, len(f))
    low, high = (0.0, 1.0) if between is None else (float(between[0]), float(between[1]))
    unit = high - low
    found = powered_mean((y - low) / unit, (f - low) / unit, power=power, ddof=ddof, clusters=clusters)
    n, share = int(known.sum()), " of clusters" if clusters is not None else ""
    signature = signed("judging.mean_score", chosen=chosen, n=len(y), labelled=n, power=power, level=level)
    scale = "delta" if between is None or not 0 < found.value < 1 else "logit"
    powered = Mean(found.value, found.se, found.degrees, len(y), f"ppi++{share}, t")
    mean = _moved(powered, low, unit, scale, level, signature, why_no_error(found, y))
    alone = mean_of((y - low) / unit, np.ones(len(y)), clusters)
    alone_scale = "delta" if between is None or not 0 < alone.value < 1 else "logit"
    only = _moved(alone, low, unit, alone_scale, level, signature)
    made = MeanScore(
        sentence="",
        reason=mean.reason,
        signature=signature,
        mean=mean,
        judge_mean=float(f.mean()),
        lenience=float(f.mean()) - mean.value,
        people_only=only,
        power=found.power,
        judged=len(y),
        labelled=n,
    )
    return replace(made, sentence=_sentence(made))


def _moved(
    mean: Mean, low: float, unit: float, scale: str, level: float, signature: str, why: str = "the items do not vary"
) -> Interval:
    """An interval of a mean between 0 and 1, back on the scale of the scores."""
    found = interval_of(mean, level, "mean score", signature, scale=scale, why=why)
    numbers = [low + unit * x for x in (found.value, found.low, found.high)]
    rest = (found.se * unit, level, found.method, found.n, found.metric, signature, found.reason)
    return Interval(numbers[0], numbers[1], numbers[2], *rest)


def _check(f: FloatArray, y: FloatArray, between: tuple[float, float] | None, power: float | None, ddof: int) -> None:
    if len(f) != len(y):
        msg = f"human must have one value an item: expected {len(f)}, got {len(y)}."
        raise LengthError(msg)
    if not len(f) or np.isnan(y).all():
        msg = "human holds no score: at least some items must be scored by people."
        raise EmptyInputError(msg)
    if np.isnan(f).any():
        msg = f"judge has {int(np.isnan(f).sum())} missing values, the first in row {int(np.argmax(np.isnan(f)))}."
        raise MissingValuesError(msg)
    if power is not None:
        check_share(power, "power")
    if not isinstance(ddof, (int, np.integer)) or ddof not in (0, 1):
        msg = f"ddof must be 0 or 1, not {ddof!r:.80}."
        raise OptionError(msg)
    if between is None:
        return
    pair = isinstance(between, (tuple, list)) and len(between) == 2 and all(isinstance(x, Real) for x in between)
    if not pair or not -math.inf < between[0] < between[1] < math.inf:
        msg = f"between must be the least and the greatest score, such as (1, 5), not {between!r:.80}."
        raise OptionError(msg)
    for name, scores in (("judge", f), ("human", y)):
        if np.nanmin(scores) < between[0] or np.nanmax(scores) > between[1]:
            outside = np.nanmin(scores) if np.nanmin(scores) < between[0] else np.nanmax(scores)
            msg = f"{name} holds {outside:g}, which is not between {between[0]:g} and {between[1]:g}."
            raise OptionError(msg)


def _check_chosen(chosen: str | None, labelled: int, judged: int) -> None:
    if chosen is None:
        msg = f'say how the {labelled} scored items were chosen among {judged:,}: chosen="random".'
        raise SelectionError(msg)
    if not isinstance(chosen, str) or chosen != "random":
        msg = (
            f'scores have an estimate for chosen="random" only, not {chosen!r:.80}: cut them into passes and take '
            "judging.pass_rate."
        )
        raise SelectionError(msg)


def _sentence(made: MeanScore) -> str:
    start = f"The judge gives {made.judge_mean:.2f} on average."
    if made.labelled == made.judged:
        return f"{start} People give {_shown(made.mean)} to the same {counted(made.judged, 'item')}."
    where = f"from {counted(made.labelled, 'item')} that people scored at random among {made.judged:,}"
    return f"{start} People would give {_shown(made.mean)}, {where}; people alone say {_shown(made.people_only)}."


def _shown(found: Interval) -> str:
    if math.isnan(found.low):
        return f"{found.value:.2f} (no interval)"
    return f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f})"
