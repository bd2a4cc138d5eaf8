"""`Comparison`, `Comparisons`, `TableTest`."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, get_args

import numpy as np

from concordant.result.intervals import rows_of, words_of
from concordant.result.record import NumberRecord, Pictured, Readable, Record, as_columns, text_table
from concordant.result.stored import Level, NotNegative, Probability, Rows, Stored
from concordant.typing import FloatArray

Adjust = Literal["holm", "fdr", "fdr-by"] | None
ADJUSTED = {"holm": "Holm", "fdr": "FDR", "fdr-by": "FDR-BY"}  # what tables call them


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Comparisons(Pictured):
    """
    Comparisons of all pairs of several models, or of each value of a metric that has one a class.

    As an array it is the differences.

    Attributes
    ----------
    pairs : sequence of Comparison
        One a pair (and value), with its own p-value.
    adjusted : ndarray of float64
        P-values that hold for all of them at once.
    adjust : {"holm", "fdr", "fdr-by"} or None
        How they were adjusted. ``"holm"`` (Holm 1979, Scandinavian Journal of Statistics 6:65): below 0.05 at most once
        in 20 studies in which nothing differs. ``"fdr"`` (Benjamini & Hochberg 1995, JRSS B 57:289): of those below
        0.05, at most 5 % are expected to be false alarms, where tests are independent or go together; ``"fdr-by"``
        (Benjamini & Yekutieli 2001, Annals of Statistics 29:1165): the same for any dependence. None: not at all.
    """

    picture: ClassVar[str] = "forest"

    pairs: tuple[Comparison, ...]
    adjusted: FloatArray
    adjust: Adjust = "holm"

    @property
    def difference(self) -> FloatArray:
        """The differences."""
        return column(self.pairs, "difference")

    @property
    def p_value(self) -> FloatArray:
        """The p-values as they are, not adjusted."""
        return column(self.pairs, "p_value")

    @property
    def low(self) -> FloatArray:
        """The lower limits."""
        return column(self.pairs, "low")

    @property
    def high(self) -> FloatArray:
        """The upper limits."""
        return column(self.pairs, "high")

    def __len__(self) -> int:
        """The number of comparisons."""
        return len(self.pairs)

    def __getitem__(self, place: int) -> Comparison:
        """One of them."""
        return self.pairs[place]

    def __iter__(self) -> Iterator[Comparison]:
        """One after the other."""
        return iter(self.pairs)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        """The differences."""
        return np.array(self.difference, dtype=dtype, copy=True if copy is None else copy)

    def _table(self) -> dict[str, list[Any]]:
        """One row a comparison, with its adjusted p-value."""
        rows = zip(self.pairs, self.adjusted.tolist(), strict=True)
        return as_columns({**pair.as_row(), "adjusted_p_value": p_value} for pair, p_value in rows)

    def __str__(self) -> str:
        """A small table, one line a comparison."""
        if not self.pairs:
            return "nothing to compare: the metric has no value"
        head = ["pair", "difference", f"{self.pairs[0].level * 100:g} % interval", "p"]
        rows = [
            [
                f"{words_of(pair)}: {pair.names[0]} - {pair.names[1]}",
                f"{pair.difference:.3f}",
                f"{pair.low:.3f} to {pair.high:.3f}",
                p_or_none(pair.p_value),
            ]
            for pair in self.pairs
        ]
        if self.adjust is not None:
            head.append(p_heading(self.adjust))
            rows = [[*row, p_or_none(p)] for row, p in zip(rows, self.adjusted.tolist(), strict=True)]
        doubts = (f"{pair.names[0]} - {pair.names[1]}: {pair.reason}" for pair in self.pairs if pair.reason)
        return "\n".join([*text_table(head, rows), *dict.fromkeys(doubts)])


def p_heading(adjust: Adjust) -> str:
    """What stands over p-values in a table."""
    return "p" if adjust is None else f"p ({ADJUSTED[adjust]})"


def p_or_none(p_value: float) -> str:
    """A p-value in a cell of a table, under a head that says what it is."""
    return p_text(p_value).removeprefix("p = ").removeprefix("p ").replace("no p-value", "none")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TableTest(Record):
    """
    A test statistic and its p-value.

    Attributes
    ----------
    test : str
        The name of the test.
    hypothesis : str
        What is taken for granted until the p-value is small, in words.
    statistic : float
        The test statistic; NaN where there is none (an exact test, or nothing to test).
    df : int or None
        The degrees of freedom of its chi-square distribution; None for a normal or an exact distribution.
    p_value : float
        The probability of data at least as far from the hypothesis, if it is true.
    n : float
        The number of rows.
    method : str
        The distribution that the p-value comes from.
    reason : str or None
        Why the test does not apply, or is doubtful; None if there is no problem.
    """

    test: str
    hypothesis: str
    statistic: float
    df: int | None
    p_value: float
    n: float
    method: str
    reason: str | None = None

    def __str__(self) -> str:
        """One sentence."""
        parts = [] if self.statistic != self.statistic else [f"statistic {self.statistic:.3f}"]
        parts += [] if self.df is None else [f"{self.df} df"]
        doubt = f"; {self.reason}" if self.reason else ""
        return f"{self.test} ({self.hypothesis}): {', '.join([*parts, p_text(self.p_value)])} (n = {self.n:g}{doubt})"


Alternative = Literal["two-sided", "superiority", "non-inferiority", "equivalence"]


def _two_numbers(stored: Stored, name: str) -> tuple[float, ...]:
    values = stored.reals(name)
    return values if len(values) == 2 else stored.refuse(name, "a list of two numbers")


def _two_texts(stored: Stored, name: str) -> tuple[str, ...]:
    names = tuple(stored.listed(name, "texts"))
    both = len(names) == 2 and all(isinstance(text, str) for text in names)
    return names if both else stored.refuse(name, "a list of two texts")


def _margin(stored: Stored, name: str) -> float | None:
    return None if stored[name] is None else stored.real(name, 0, undefined=False)


def _alternative(stored: Stored, name: str) -> Alternative:
    if stored["margin"] is None and stored[name] != "two-sided":
        stored.refuse_all("superiority, non-inferiority and equivalence need a margin")
    alternative: Alternative = stored.choice(name, get_args(Alternative))
    return alternative


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Comparison(Pictured, Readable, NumberRecord):
    """
    The difference of two models on a metric. It is the difference, A minus B, wherever a number is needed.

    What takes it for a number keeps only the difference, without the limits: arithmetic, `json.dumps`, `numpy.array`.
    Store ``to_dict()``. Two comparisons are equal if all their fields are; one equals a number that is its difference.

    Attributes
    ----------
    difference : float
        ``values[0] - values[1]``; NaN where the metric of one of them is undefined.
    low, high : float
        The limits of the difference; NaN where no interval exists.
    se : float
        The standard error of the difference; NaN where the method has none.
    p_value : float
        Of the hypothesis that there is no difference (two-sided); of other alternatives, of the hypothesis that the
        margin is not kept: not exceeded, for superiority.
    level : float
        The nominal coverage of the limits. One-sided tests at 5 % go with limits of 90 %.
    method : str
        How p-value and limits were made.
    n : float
        The number of rows, or the sum of their weights; of models on different rows, of both together.
    values : tuple of float
        The metric of A and of B.
    names : tuple of str
        What A and B are called.
    metric, signature : str
        The name of the metric; each choice that moves the numbers.
    reason : str or None
        Why a number is missing or doubtful; None if there is no problem.
    margin : float or None
        The greatest difference that does not matter, in units of the metric; for superiority, the one to exceed.
    alternative : {"two-sided", "superiority", "non-inferiority", "equivalence"}
        What is to be shown.
    conclusion : str
        What the p-value says at the level of the test, in words.

    Examples
    --------
    >>> from concordant import cohen_kappa
    >>> truth = [0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 1, 2] * 10
    >>> model_a = [0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 1, 0] * 10
    >>> model_b = [0, 0, 1, 1, 1, 2, 2, 2, 2, 0, 2, 1] * 10
    >>> comparison = cohen_kappa.compare(truth, model_a, model_b)
    >>> print(comparison)
    cohen kappa of A minus B: 0.875 - 0.500 = 0.375, 95 % interval 0.258 to 0.492, p < 0.0001 (score, n = 120)
    >>> comparison > 0, round(comparison.low, 3)
    (True, 0.258)
    """

    picture: ClassVar[str] = "forest"
    stored_name = "comparison"
    _floats: ClassVar[tuple[str, ...]] = ("difference", "low", "high", "se", "p_value")

    difference: float
    low: float
    high: float
    se: NotNegative = math.nan
    p_value: Probability = math.nan
    level: Level = 0.95
    method: str = ""
    n: Rows = 0
    values: Annotated[tuple[float, float], _two_numbers] = (math.nan, math.nan)
    names: Annotated[tuple[str, str], _two_texts] = ("A", "B")
    metric: str = ""
    signature: str = ""
    reason: str | None = None
    margin: Annotated[float | None, _margin] = None
    alternative: Annotated[Alternative, _alternative] = "two-sided"
    conclusion: str = ""

    def __contains__(self, number: float) -> bool:
        """Whether a number lies between the limits."""
        return bool(self.low <= number <= self.high)

    def as_row(self) -> dict[str, Any]:
        """The models with their values, then the numbers."""
        both = {"a": self.names[0], "b": self.names[1], "value_a": self.values[0], "value_b": self.values[1]}
        return {"metric": self.metric, **both, **NumberRecord.as_row(self)}

    def __str__(self) -> str:
        """One sentence."""
        return _sentence(self)

    def _check(self, stored: Stored) -> None:
        NumberRecord._check(self, stored)  # noqa: SLF001  (slots make the class twice, which `super` does not know)
        apart = self.values[0] - self.values[1] - self.difference
        if math.isfinite(apart) and abs(apart) > 1e-9 * max(map(abs, self.values)):
            stored.refuse_all("difference must be that of the two values")


def _sentence(comparison: Comparison) -> str:
    """The comparison in words."""
    (first, second), (a, b) = comparison.names, comparison.values
    what = f"{words_of(comparison)} of {first} minus {second}"
    if comparison.difference != comparison.difference:
        return f"{what} is undefined: {comparison.reason}"
    parts = [f"{what}: {a:.3f} - {b:.3f} = {comparison.difference:.3f}"]
    if comparison.low == comparison.low:
        parts.append(f"{comparison.level * 100:g} % interval {comparison.low:.3f} to {comparison.high:.3f}")
    else:
        parts.append("no interval")
    parts.append(p_text(comparison.p_value))
    doubt = f"; {comparison.reason}" if comparison.reason else ""
    shown = ""
    if comparison.alternative != "two-sided":
        shown = f"; {comparison.conclusion} (margin {comparison.margin:g})"
    return f"{', '.join(parts)}{shown} ({comparison.method}, {rows_of(comparison)}{doubt})"


def p_text(p_value: float, adjust: Adjust = None) -> str:
    """A p-value in print; one that is adjusted for several comparisons says so, as the limits beside it are not."""
    if math.isnan(p_value):
        return "no p-value"
    text = "p < 0.0001" if p_value < 0.0001 else f"p = {p_value:.4f}" if p_value < 0.1 else f"p = {p_value:.2f}"
    return text if adjust is None else f"adjusted {text}"


def shown_by_limits(
    low: float,
    high: float,
    other: str,
    margin: str | None,
    size: float | None,
    *,
    not_worse: bool | None = None,
    words: tuple[str, str] = ("better", "worse"),
) -> str:
    """
    Say what the limits of a difference show, beside 0 and a margin, of the first of two: what follows its name.

    What holds at both limits is shown, and nothing else is.

    Parameters
    ----------
    low, high : float
        The limits of the first minus the other, where more is better; NaN where there are none.
    other : str
        What the other one is called.
    margin : str or None
        The margin in words: "the margin of 0.05". None without one.
    size : float or None
        The margin as a number.
    not_worse : bool, optional
        Whether a test of its own shows that the first is worse by less than the margin. Default: by `low`.
    words : tuple of str
        What is said of a positive difference, and of a negative one.
    """
    more, less = words
    if margin is None or size is None:
        if low > 0 or high < 0:
            return f"is shown to be {more if low > 0 else less} than {other}"
        return f"is not shown to be {more} or {less} than {other}"
    not_worse = low > -size if not_worse is None else not_worse
    if high < 0:
        start, beyond, within = f"is shown to be {less} than {other}", high < -size, not_worse
    elif low > 0 and not_worse:
        start, beyond, within = f"is shown to be {more} than {other}", low > size, high < size
    elif not_worse:
        return f"is shown to be as good as {other}, within {margin}"
    else:
        return f"is neither shown to be as good as {other}, within {margin}, nor shown to be {less}"
    if beyond:
        return f"{start}, by more than {margin}"
    return f"{start}, but by less than {margin}" if within else f"{start}, but not whether by more than {margin}"


def column(comparisons: Sequence[Comparison], name: str) -> FloatArray:
    """Return one number of each of several comparisons."""
    return np.array([getattr(comparison, name) for comparison in comparisons], np.float64)


def reasons_of(comparisons: Sequence[Comparison]) -> tuple[str, ...]:
    """Return each reason to doubt any of several comparisons, once."""
    reasons = dict.fromkeys(comparison.reason for comparison in comparisons if comparison.reason is not None)
    return tuple(dict.fromkeys(part for reason in reasons for part in reason.split("; ")))
