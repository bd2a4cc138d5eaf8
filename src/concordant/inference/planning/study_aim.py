"""The aim of a study: an interval of some width, or a test with some power. Checks of what is assumed."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import get_args

from concordant.errors import OptionError
from concordant.inference.comparisons.contrast import meant
from concordant.inference.planning.cluster_design import ClusterDesign, is_finite_number
from concordant.inference.planning.smallest_study import smallest
from concordant.inference.quantiles import check_level, two_sided
from concordant.result.plans import PlannedAlternative

_POWER = 0.8  # where nobody says, as everywhere in the field


@dataclass(frozen=True, slots=True)
class StudyAim:
    """
    Plan for a `test` or for a width, at a given `n` or for the smallest; of rows, or rows in clusters.

    `margin` and `alternative` are those of `Metric.compare`; a plan can also be for a one-sided test.
    """

    test: bool
    n: int | None
    width: float | None
    power: float
    level: float
    alternative: PlannedAlternative
    margin: float | None = None
    clusters: ClusterDesign | None = None

    @property
    def one_sided(self) -> bool:
        """Whether `1 - level` is spent on one side; a claim with a margin is tested so, or by two such tests."""
        return self.alternative != "two-sided"

    @property
    def tail(self) -> float:
        """What is left of ``1 - level`` on one side: the probability of a false alarm there."""
        return (1 - self.level) / (1 if self.one_sided else 2)

    @property
    def coverage(self) -> float:
        """The coverage of the two-sided interval that goes with the test."""
        return 1 - 2 * self.tail

    def effective(self, n: float) -> float:
        """How many independent rows n rows are worth."""
        return n if self.clusters is None else n / self.clusters.effect

    def degrees(self, n: float) -> float | None:
        """Degrees of freedom of clusters; None, for the normal distribution, of independent rows."""
        return None if self.clusters is None else self.clusters.degrees(n)

    def z(self, n: float) -> float:
        """The quantile of the two-sided interval of n rows."""
        return two_sided(self.level, self.degrees(n))

    def z_alpha(self, n: float) -> float:
        """The critical value of the test of n rows."""
        return two_sided(self.coverage, self.degrees(n))

    def smallest(self, enough: Callable[[int], bool]) -> int:
        """Find the smallest number of rows that is enough; a whole number of clusters."""
        clusters = self.clusters
        if clusters is None:
            return smallest(enough)
        return clusters.rows(smallest(lambda many: enough(clusters.rows(many)), least=2))

    def after(self, n: int, step: int = 1) -> int:
        """Return the next larger number of rows, at least `step` more; of whole clusters."""
        more = n + max(step, 1)
        return more if self.clusters is None else self.clusters.rows(math.ceil(more / self.clusters.size - 1e-9))

    def in_words(self) -> str:
        """The test."""
        sides = "one-sided" if self.one_sided else "two-sided"
        return f"{sides} at {(1 - self.level) * 100:.3g} %"


def check_aim(
    *,
    test: bool,
    width: float | None,
    power: float | None,
    n: int | None,
    level: float,
    alternative: PlannedAlternative,
    widest: float,
    margin: float | None = None,
    clusters: ClusterDesign | None = None,
) -> StudyAim:
    """
    Check that the options go together.

    Raises
    ------
    OptionError
        If none or several of width, power and n are to be found, or a number is outside its range.
    """
    check_alternative(alternative, margin, level, test=test and width is None)
    check_rows(n, least=1)
    if clusters is not None and n is not None:
        clusters.check_rows(n)
    if test and width is not None:
        msg = "plan for one thing at a time: width= for an interval, or a test (against=, or two models and a power)."
        raise OptionError(msg)
    if not test:
        return _of_interval(width, power, n, level, widest, clusters)
    wanted = check_power(power, n, level)
    return StudyAim(True, n, None, wanted, level, alternative, margin, clusters)


def check_alternative(alternative: PlannedAlternative, margin: float | None, level: float, *, test: bool) -> None:
    """Check the level, and that alternative and margin go together, as `Metric.compare` asks for them."""
    check_level(level)
    known = get_args(PlannedAlternative)
    if alternative not in known:
        msg = f"alternative must be one of {', '.join(map(repr, known))}, not {alternative!r}."
        msg += meant(alternative, known)
        raise OptionError(msg)
    if alternative in ("two-sided", "one-sided"):
        if margin is not None:
            msg = f'margin= goes with alternative="non-inferiority" or "equivalence", not with "{alternative}".'
            raise OptionError(msg)
    elif not (is_finite_number(margin) and margin is not None and margin > 0):
        msg = (
            f"alternative={alternative!r} needs margin=, the greatest difference that does not matter: a positive "
            f"number, not {margin!r}."
        )
        raise OptionError(msg)
    elif not test:
        msg = f"alternative={alternative!r} is tested: it goes with against= or two models, not with width=."
        raise OptionError(msg)
    if alternative != "two-sided" and level <= 0.5:
        msg = f"alternative={alternative!r} is tested at 1 - level, one-sided: level must be above 0.5, not {level!r}."
        raise OptionError(msg)


def check_rows(n: int | None, *, least: int) -> None:
    """Check a number of rows, where one is given."""
    if n is not None and (isinstance(n, bool) or not isinstance(n, int) or n < least):
        msg = f"n is a number of rows, a whole number of at least {least}, not {n!r}."
        raise OptionError(msg)


def check_power(power: float | None, n: int | None, level: float) -> float:
    """Return the power that is wanted."""
    if power is None:
        return _POWER
    if n is not None:
        msg = "give power= to find the number of rows, or n= to find the power, not both."
        raise OptionError(msg)
    if not (is_finite_number(power) and 1 - level < power < 1):
        msg = (
            f"power is the probability that the study shows what is true, between {1 - level:.3g} (the level of the "
            f"test) and 1, such as 0.8, not {power!r}."
        )
        raise OptionError(msg)
    return float(power)


def _of_interval(
    width: float | None, power: float | None, n: int | None, level: float, widest: float, clusters: ClusterDesign | None
) -> StudyAim:
    if (width is None) == (n is None):
        msg = (
            "say what to plan for: width= (the distance between the limits of the interval), or n= to see how wide "
            "it gets, or against= for a test."
        )
        raise OptionError(msg)
    if power is not None:
        msg = "power= belongs to a test; the width of an interval is planned at the assumed values. See simulate."
        raise OptionError(msg)
    if width is not None and not (is_finite_number(width) and 0 < width < widest):
        msg = f"width is the distance between the limits, a number between 0 and {widest:g}, not {width!r}."
        raise OptionError(msg)
    return StudyAim(False, n, width, float("nan"), level, "two-sided", clusters=clusters)


def check_share(name: str, value: float, *, low: float = 0.0, high: float = 1.0) -> float:
    """Return a number strictly between two others, by default a share between 0 and 1."""
    if not is_finite_number(value) or not low < value < high:
        msg = f"{name} must be a number between {low:g} and {high:g} (not one of them), not {value!r}."
        raise OptionError(msg)
    return float(value)


def check_apart(expected: float, against: float, name: str = "against") -> None:
    """Raise where there is nothing to show."""
    if abs(expected - against) < 1e-12:
        msg = f"{name} is {against:g}, as is expected: there is no difference to show, whatever the number of rows."
        raise OptionError(msg)


def check_method(method: str | None, known: tuple[str, ...]) -> str:
    """Return the method, the first one known by default."""
    if method is None:
        return known[0]
    if method not in known:
        msg = f"method must be None or one of {', '.join(map(repr, known))} here, not {method!r}."
        raise OptionError(msg)
    return method
