"""
What a metric is beside a formula: an area, a ratio, a maximum over thresholds, an error of gaps, a record of terms.

Inference has methods for each of these, and knows no metric by its name. A metric says what it is in its own file:
``@metric(..., is_a=Auc())``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from concordant.states import Counts, Curve, Moments
from concordant.typing import Floats, NumberArray


@dataclass(frozen=True, slots=True)
class Auc:
    """
    The area under the ROC curve, or a linear function of it.

    Attributes
    ----------
    low, width : float
        The value is ``low + width AUC``.
    of_pairs : bool
        Whether several classes are compared pair by pair, whatever the options.
    """

    low: float = 0.0
    width: float = 1.0
    of_pairs: bool = False


@dataclass(frozen=True, slots=True)
class MeanOfPositives:
    """A mean over the positive rows of a share of rows, such as the precision at each."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """A ratio without an upper end, whose error grows with it: models are compared by its logarithm."""


@dataclass(frozen=True, slots=True)
class Maximum:
    """
    The greatest value over thresholds, which chance makes too large.

    Attributes
    ----------
    of : {"distance", "every cost"}
        The distance of two rates, at one threshold; or what the best threshold of every cost reaches.
    """

    of: Literal["distance", "every cost"]


@dataclass(frozen=True, slots=True)
class NetBenefit:
    """What treated rows gain, less what they cost at the odds of the threshold; or the same of untreated rows."""

    of_untreated: bool = False


@dataclass(frozen=True, slots=True)
class FittedLine:
    """
    A coefficient of a line that is fitted by maximum likelihood.

    Attributes
    ----------
    error : callable
        Takes a curve; gives the standard error from the inverse of the information, as `glm` prints it.
    """

    error: Callable[[Curve], float]


@dataclass(frozen=True, slots=True)
class Correlation:
    """
    A correlation whose standard error is known where both ratings are jointly normal.

    Attributes
    ----------
    method : str
        The name of the method of intervals.
    fewest : int
        It takes more rows than these.
    error : callable
        Takes the moments and the value; gives the standard error.
    """

    method: str
    fewest: int
    error: Callable[[Moments, NumberArray], NumberArray]


@dataclass(frozen=True, slots=True)
class Information:
    """
    A sum of entropies, which chance biases by as many degrees of freedom as its table has.

    Attributes
    ----------
    degrees : callable
        Takes the counts; gives d, such that the value of n rows is too large by ``d / (2 n)`` on average.
    """

    degrees: Callable[[Counts], float]


@dataclass(frozen=True, slots=True)
class InformationShare:
    """
    Mutual information as a share of what is made of the entropies of both columns; chance biases all of these.

    Attributes
    ----------
    base : callable
        Takes the entropies of truth and prediction, and the options of the metric; gives what it is a share of.
    """

    base: Callable[..., Floats]


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationError:
    """
    An error of calibration: a function of the gaps between probabilities and what happened.

    Attributes
    ----------
    size : {"mean", "greatest", "squared", "quantile"}
        What is made of the gaps: their (root mean squared, with ``norm="l2"``) mean, the greatest, the mean of their
        squares less what chance adds, or a quantile.
    smooth : bool
        Whether they are those of a smooth curve, not of bins.
    quantile : float
        Which one.
    strategy : str or None
        The strategy of its bins where that is no option.
    held : str or None
        How many of 100 simulated samples the limits held the true value in, if that falls short.
    enough : int or None
        From how many rows on they do better than `held`.
    """

    size: Literal["mean", "greatest", "squared", "quantile"] = "mean"
    smooth: bool = False
    quantile: float = 0.0
    strategy: str | None = None
    held: str | None = None
    enough: int | None = None


@dataclass(frozen=True, slots=True)
class OfMargins:
    """A function of the margins of a table that has a kink where both raters use labels equally often."""


@dataclass(frozen=True, slots=True)
class Terms:
    """A record of the terms of a score."""

    record: type


@dataclass(frozen=True, slots=True)
class BinShares:
    """A curve of shares of positive rows, one a bin."""


@dataclass(frozen=True, slots=True)
class SmoothPoints:
    """A smooth curve of shares of positive rows, at points."""


@dataclass(frozen=True, slots=True)
class Rates:
    """A record of rates, metrics of these names, at one threshold that was chosen on the same rows."""

    of: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """A curve of the values of a metric at many thresholds; this is its name, and ``threshold`` its option."""

    of: str


Nature = (
    Auc
    | InformationShare
    | MeanOfPositives
    | Ratio
    | Maximum
    | NetBenefit
    | FittedLine
    | Correlation
    | Information
    | CalibrationError
    | OfMargins
    | Terms
    | BinShares
    | SmoothPoints
    | Rates
    | Thresholds
)
