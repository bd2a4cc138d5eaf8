"""Facts as data: direction and range, names elsewhere, share of rows, parts, traits, optimum, facts of many raters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.states import Counts, Curve, Moments
from concordant.typing import FloatArray, Floats, NumberArray

if TYPE_CHECKING:
    from concordant.metrics.definition.metric import Metric


# What a metric is beside a formula: an area, a ratio, a maximum over thresholds, an error of gaps, a record of terms.
#
# Inference has methods for each of these, and knows no metric by its name. A metric says what it is in its own file:
# ``@metric(..., trait=Auc())``.


class Auc(NamedTuple):
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


class Ratio:
    """A ratio without an upper end, whose error grows with it: models are compared by its logarithm."""


class Maximum(NamedTuple):
    """
    The greatest value over thresholds, which chance makes too large.

    Attributes
    ----------
    of : {"distance", "every cost"}
        The distance of two rates, at one threshold; or what the best threshold of every cost reaches.
    """

    of: Literal["distance", "every cost"]


class NetBenefit(NamedTuple):
    """What treated rows gain, less what they cost at the odds of the threshold; or the same of untreated rows."""

    of_untreated: bool = False


class FittedLine(NamedTuple):
    """
    A coefficient of a line that is fitted by maximum likelihood.

    Attributes
    ----------
    error : callable
        Takes a curve; gives the standard error from the inverse of the information, as `glm` prints it.
    """

    error: Callable[[Curve], float]


class Correlation(NamedTuple):
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


class Information(NamedTuple):
    """
    A sum of entropies, which chance biases by as many degrees of freedom as its table has.

    Attributes
    ----------
    degrees : callable
        Takes the counts; gives d, such that the value of n rows is too large by ``d / (2 n)`` on average.
    """

    degrees: Callable[[Counts], float]


class InformationShare(NamedTuple):
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


class OfMargins:
    """A function of the margins of a table that has a kink where both raters use labels equally often."""


class Terms(NamedTuple):
    """A record of the terms of a score."""

    record: type


class BinShares:
    """A curve of shares of positive rows, one a bin."""


class SmoothPoints:
    """A smooth curve of shares of positive rows, at points."""


class Rates(NamedTuple):
    """A record of rates, metrics of these names, at one threshold that was chosen on the same rows."""

    of: tuple[str, ...]


class Thresholds(NamedTuple):
    """A curve of the values of a metric at many thresholds; this is its name, and ``threshold`` its option."""

    of: str


Words = str | Callable[[Counts, float, Mapping[str, Any]], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class CutPoints:
    """
    How cut points of scores between ordered labels are found that are best for the metric.

    Attributes
    ----------
    search : {"costs", "quotient", "f1", "matthews"}
        Least cost; least disagreement over that by chance (cuts on the isotonic mean, for quadratic weights); or a
        search of its own.
    costs : callable or None
        Takes counts, which tell labels and the truth, and the options of the metric; gives what each pair of truth and
        rating costs, (K, K). For `search` "costs" and "quotient".
    only : mapping
        Options that must have these values.
    """

    search: Literal["costs", "quotient", "f1", "matthews"]
    costs: Callable[[Counts, Mapping[str, Any]], FloatArray] | None = None
    only: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Optimum:
    """
    What decides a metric optimally.

    Attributes
    ----------
    by : {"row", "threshold"} or None
        From probabilities: each row by its own gains, as the metric is linear in the table at fixed truth, or a
        quotient of two such parts; or, of two classes, a threshold on the probability, as it is a quotient of linear
        parts, or a linear part over a root that is concave in the positives (also where some values are equal).
    of_each_label : bool
        Whether such a threshold is best for each of several labels at once: for quotients of sums over the cells that
        grow with the right positives.
    words : str or callable
        How a row gets its label, in words; or a function of the expected counts, the value and the options.
    cut_points : CutPoints or None
        How ordinal cut points are found; None where that is not known.
    """

    by: Literal["row", "threshold"] | None = None
    of_each_label: bool = False
    words: Words | None = None
    cut_points: CutPoints | None = None


def one_for_each_error(counts: Counts, _: Mapping[str, Any]) -> FloatArray:
    """Every error costs the same."""
    costs: FloatArray = 1.0 - np.eye(len(counts.labels))
    return costs


LIKELIEST = Optimum(
    by="row", words="the likeliest label", cut_points=CutPoints(search="costs", costs=one_for_each_error)
)
UNKNOWN = Optimum()
ROW = Optimum(by="row")
THRESHOLD = Optimum(by="threshold")
EACH_THRESHOLD = Optimum(by="threshold", of_each_label=True)


NumberScale = Literal["fisher", "logit", "log", "t", "complement-log", "reliability"]


class ExactLimits(NamedTuple):
    """Limits from the distribution of the value if ratings are normal, and why there are none, if there are none."""

    low: float
    high: float
    se: float
    method: str
    reason: str | None = None


class ExactTest(NamedTuple):
    """A statistic, how likely one as large is under the hypothesis, and whether only large ones speak against it."""

    statistic: float
    upper: float
    distribution: str
    df: int | None = None
    one_sided: bool = False


def _fisher(*_: Any, **__: Any) -> tuple[NumberScale, float]:
    return "fisher", 0.0


class NumberFacts(NamedTuple):
    """
    How the uncertainty of a metric of numeric ratings is found.

    Attributes
    ----------
    moments : bool
        Whether `RatingMoments` are enough for its formula; else it asks for the units. Or a function of the options
        that says so.
    skips : bool
        Whether its value can leave out units or pairs of raters, which `why` says then.
    last : bool
        Whether the last column is no rater: a system that the others are the reference of.
    scale : callable
        Takes a state and the options of the formula; gives the scale on which limits are symmetric, and its number of
        raters (of ``"reliability"``).
    exact : callable or None
        Takes a state, the level, whether limits are `adjusted` to heavy tails, and the options; gives `ExactLimits`,
        None where ratings are missing or have weights.
    exact_test : callable or None
        Takes a state, the value of the hypothesis, `adjusted` and the options; gives an `ExactTest`, or None.
    still : callable or None
        Takes `NumericRatings` and the options; says why no unit moves the value, or None where it knows of no reason.
    """

    moments: bool | Callable[[Mapping[str, Any]], bool] = True
    skips: bool = False
    last: bool = False
    scale: Callable[..., tuple[NumberScale, float]] = _fisher
    exact: Callable[..., ExactLimits | None] | None = None
    exact_test: Callable[..., ExactTest | None] | None = None
    still: Callable[..., str | None] | None = None

    def by_sums(self, options: Mapping[str, Any]) -> bool:
        """Whether sums are enough for the formula with these options."""
        return self.moments(options) if callable(self.moments) else self.moments


class PanelFacts(NamedTuple):
    """
    How the uncertainty of a metric of many raters is found.

    Attributes
    ----------
    raters : bool
        Whether it asks who gave which label; else raters are exchangeable, and counts of labels are enough.
    limits : {"fisher", "logit"}
        The scale on which its limits are symmetric.
    paired : bool
        Whether only units with two ratings enter; else one is enough.
    of_two : str or None
        The metric of two columns that it is of two raters, by name, if that is another one.
    closed_form : bool
        Whether Gwet's closed-form variance is one of it (``se="gwet"``).
    null_error : callable or None
        Takes a state and the options of the formula; gives the standard error that the value has if all agreement is
        by chance, or raises where there is none.
    """

    raters: bool = False
    limits: Literal["fisher", "logit"] = "fisher"
    paired: bool = False
    of_two: str | None = None
    closed_form: bool = False
    null_error: Callable[..., float] | None = None


Codes = npt.NDArray[np.intp]
Bools = npt.NDArray[np.bool_]


class Event(NamedTuple):
    """
    What happens to a row, or does not: it is right, a positive is found, a negative is cleared.

    Of two models on the same rows a share of such rows is compared by the rows in which it happens to one of them
    alone.

    Attributes
    ----------
    positive : bool or None
        Whether it can happen to rows of the positive class, or of all others; None: to all rows.
    right : bool
        Whether it is that the prediction is right, or that it is wrong.
    """

    positive: bool | None
    right: bool

    def __call__(self, truth: Codes, prediction: Codes, positive: int) -> tuple[Bools, Bools]:
        """Take true and predicted labels, and the positive one; give rows to which it can happen, in which it does."""
        if self.positive is None:
            return np.ones(len(truth), np.bool_), (truth == prediction) == self.right
        rows, alike = ((labels == positive) == self.positive for labels in (truth, prediction))
        return rows, alike == self.right


right, wrong = Event(positive=None, right=True), Event(positive=None, right=False)
found, missed = Event(positive=True, right=True), Event(positive=True, right=False)
cleared, alarmed = Event(positive=False, right=True), Event(positive=False, right=False)


def itself(share: FloatArray) -> FloatArray:
    """The share, where the metric is one."""
    return share


class Share(NamedTuple):
    """
    A share of rows, or of decisions where a row has several.

    Attributes
    ----------
    part, whole : callable
        Takes a state; gives the weight of what is counted, and of all that it is counted among. Both are sums over
        rows: they can be taken of a single row, and of squared weights.
    value : callable
        The metric at a share: a function that only rises or only falls.
    each : bool
        Whether there is one share a class, of that class against all others.
    doubt : str or None
        Why the share may not be that of rows chosen beforehand.
    event : callable or None
        Where the truth alone says which rows it is a share of: what happens to those that count. Two models on the same
        rows are then compared by McNemar's test.
    """

    part: Callable[[Any], Any]
    whole: Callable[[Any], Any]
    value: Callable[[FloatArray], Any] = itself
    each: bool = False
    doubt: str | None = None
    event: Event | None = None

    def then(self, function: Callable[[FloatArray], Any]) -> Share:
        """The share of another metric, which is a function of this one's; their differences are others."""
        value = self.value
        return self._replace(value=lambda share: function(value(share)), event=None)


def rows_of(counts: Counts) -> Any:
    """All rows of each table."""
    return counts.total


def right_of(counts: Counts) -> Any:
    """The rows on the diagonal of each table."""
    return counts.diagonal.sum(-1)


RIGHT = Share(right_of, rows_of, event=right)


Family = Literal["agreement", "rates", "overall", "ranking", "probabilities", "tables"]
Denominators = Literal["table", "rows", "columns", "both"]
Input = Literal["labels", "scores", "probabilities", "decisions", "measurements", "rows", "panel", "numbers"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """
    What is known of a metric before any data.

    Attributes
    ----------
    name, title : str
        The name in code, and in words.
    says : str
        One sentence in plain words: what the number tells.
    formula : str
        The formula in one line of text.
    source : str
        Where the formula comes from.
    family : str
        The group of metrics it belongs to.
    input : {"labels", "scores", "probabilities", "decisions", "measurements", "rows", "panel", "numbers"}
        What stands beside the truth: labels, a score or a probability a row (or one a class), decision values whose
        sign decides, a second rating; or, for rows, a score of each label that a row can have. Of a panel: the ratings
        of units by many raters; numbers: the same, where they are numbers.
    better : {"higher", "lower"} or None
        The direction of better; None for curves and tables.
    range : tuple of float or None
        The least and the greatest possible value.
    chance : float or None
        The value that labels or scores independent of the truth have on average; None if it depends on the data.
    symmetric : bool
        Whether exchanging truth and prediction leaves it unchanged, with the default options.
    pooled : bool
        Whether chance follows from the labels of both columns together, so that neither rater comes first.
    needs_order : {"never", "always", "if weighted"}
        Whether the labels must have an order.
    interval : str or None
        The method of its interval by default; None: score limits, the scale that fits its range, or the bootstrap.
    denominators : {"table", "rows", "columns", "both"}
        Of labels: of which rows it takes shares, each of which may have errors that were not seen: of all rows, of
        those of each class of the truth (recalls), of each predicted class (precisions), or of both. Of scores
        "columns" says that it is made of precisions.
    scale_free : bool
        Whether weights that are all multiplied by one large number give the same value. False of counts and sums of
        weights, and of tests and other values that grow, or vanish, with the number of rows.
    instead : str or None
        Of a record or a curve, which has no one interval and cannot be compared: what to ask in its place.
    of_cells : bool
        Whether the formula of labels also takes `Cells`: then draws of a large table, most of which is empty,
        are quick.
    dominance : {"always", "counted"} or None
        Of scores: a ROC curve that lies nowhere below another gives a value that is nowhere worse, so that scores which
        are known up to buckets leave the value between two bounds. ``"counted"``: of rows that are counted, as a
        rate that must reach an option may miss it by the rounding of sums of weights.
    aliases : tuple of str
        Other names of the same metric.
    elsewhere : tuple of str or Elsewhere
        What other software and people call it, some with options: ``"qwk"`` is Cohen's kappa with quadratic weights.
        These are no names in Python; errors, searches and the command line know them.
    """

    name: str
    title: str
    says: str
    formula: str
    source: str
    family: Family
    input: Input
    better: Literal["higher", "lower"] | None
    range: tuple[float, float] | None
    chance: float | None = None
    symmetric: bool = False
    pooled: bool = False
    needs_order: Literal["never", "always", "if weighted"] = "never"
    interval: str | None = None
    denominators: Denominators = "table"
    scale_free: bool = True
    instead: str | None = None
    of_cells: bool = False
    dominance: Literal["always", "counted"] | None = None
    aliases: tuple[str, ...] = ()
    elsewhere: tuple[str | Elsewhere, ...] = ()

    @property
    def names_elsewhere(self) -> tuple[Elsewhere, ...]:
        """The names elsewhere, each with its options."""
        return tuple(Elsewhere(name) if isinstance(name, str) else name for name in self.elsewhere)

    @property
    def coverage(self) -> Coverage | None:
        """How often the default interval held the true value in the simulation; None if it was not tried."""
        return coverage_of(self.name)


# Key of a name, also of the names here -> metric, options, note; made by scripts/write_names.py.
_ELSEWHERE_FILE = "elsewhere.json"
_AVERAGES = ("macro", "micro", "weighted", "samples")


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """
    A name that a metric has elsewhere.

    Attributes
    ----------
    name : str
        The name as it is written there.
    options : dict
        The options with which the metric here is the same.
    note : str or None
        What that name means, where tools differ. A name that two metrics claim, or one metric with different options,
        is never guessed: the message lists every meaning.
    """

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)
    note: str | None = None


def elsewhere(name: str, note: str | None = None, /, **options: Any) -> Elsewhere:
    """Return a name that the metric has elsewhere, with the options that make it the same."""
    return Elsewhere(name, options, note)


def in_torchmetrics(name: str, /, **of_several: Any) -> tuple[Elsewhere, ...]:
    """Return the names of a class of torchmetrics: of two classes, of several (with options), of several labels."""
    return (
        Elsewhere(f"Binary{name}"),
        *(Elsewhere(f"{kind}{name}", of_several) for kind in ("Multiclass", "Multilabel")),
    )


def averaged(name: str) -> tuple[Elsewhere, ...]:
    """Return the names that carry an average: ``f1_macro`` and ``macro_f1``."""
    return tuple(
        Elsewhere(written, {"average": average})
        for average in _AVERAGES
        for written in (f"{name}_{average}", f"{average}_{name}")
    )


def key_of(name: str) -> str:
    """
    Return a name without capitals, spaces and signs, so that ``F1-score``, ``f1_score`` and ``F1Score`` are one.

    A sign at the end tells two metrics apart: ``LR+`` is ``lr_plus``.
    """
    name = re.sub(
        r"(?<=\w)\s*\(?(?:(\+)|[-\u2212\u2013])\)?$", lambda sign: "plus" if sign[1] else "minus", name.strip()
    )
    return re.sub(r"[\W_]+", "", name.lower().replace("@", "at"))


def as_call(metric: str, options: Mapping[str, Any]) -> str:
    """Return ``cohen_kappa(..., weights="quadratic")``; without options the name alone."""
    shown = ", ".join(
        f'{name}="{value}"' if isinstance(value, str) else f"{name}={value!r}" for name, value in options.items()
    )
    return f"{metric}(..., {shown})" if shown else metric


class Meaning(NamedTuple):
    """A metric here that a name means: its name, options that make it the same, and what to know of that."""

    metric: str
    options: Mapping[str, Any]
    note: str | None = None

    def __str__(self) -> str:
        """The call, and what to know of it."""
        called = as_call(self.metric, self.options)
        return called if self.note is None else f"{called} ({self.note})"


def meanings(name: str) -> list[Meaning]:
    """Return what a name of elsewhere means here: several where it means different things, none if it is not known."""
    return [Meaning(*stored) for stored in read_facts(_ELSEWHERE_FILE).get(key_of(name), ())]


def listed_meanings(name: str, meant: Iterable[Meaning]) -> str:
    """Return the sentence that says what a name can mean."""
    return f"{name!r} means different things elsewhere: {', or '.join(map(str, meant))}."


def check_reachable(metric: Metric, name: str, bound: float, *, difference: bool = False) -> None:
    """
    Raise for a bound outside the range of a metric, as every value is on one side of it.

    Parameters
    ----------
    metric : Metric
    name : str
        What the bound is called.
    bound : float
    difference : bool
        Whether the bound is for a difference of two values.

    Raises
    ------
    OptionError
        If no value can be on its other side.
    """
    low, high = metric.facts.range or (float("-inf"), float("inf"))
    if difference:
        low, high = low - high, high - low
    if low <= bound <= high:
        return
    if high - low < float("inf"):
        within = f"lies between {low:g} and {high:g}"
    else:
        within = f"is at least {low:g}" if high == float("inf") else f"is at most {high:g}"
    share = f"; for {bound:g} % write {bound / 100:g}" if high <= 2 and 2 < bound <= 100 else ""
    what = f"a difference in {metric.name}" if difference else metric.name
    raise OptionError(f"{what} {within}, and {name} is {bound:g}{share}.")


_COVERAGE_FILE = "coverage.json"  # beside this module; made by benchmarks/coverage/summary.py


class Coverage(NamedTuple):
    """
    Measured coverage of the default intervals with a nominal 95 %, in samples of 100 rows or more.

    Attributes
    ----------
    method : str
        The method that was taken most often.
    low, high : float
        The least and the greatest coverage among the designs in which most intervals have no warning.
    designs, runs : int
        How many populations and sizes; samples of each, at least.
    """

    method: str
    low: float
    high: float
    designs: int
    runs: int

    def __str__(self) -> str:
        """In words."""
        return (
            f"{self.method}; coverage {self.low:.1%} to {self.high:.1%}, nominal 95 % "
            f"({self.designs} designs of {self.runs:,} samples or more)"
        )


def coverage_of(name: str) -> Coverage | None:
    """What was measured for a metric; None if it has no interval by default."""
    measured = read_facts(_COVERAGE_FILE).get(name)
    return None if measured is None else Coverage(**measured)


@cache
def read_facts(file: str) -> dict[str, Any]:
    """Return what a file beside this module holds."""
    import json
    from importlib.resources import files

    facts: dict[str, Any] = json.loads(files(__package__).joinpath(file).read_text(encoding="utf-8"))
    return facts
