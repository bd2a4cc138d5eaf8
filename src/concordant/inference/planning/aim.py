"""What a study is planned for: an interval of some width, or a test with some power; checks of what is assumed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal, get_args

from concordant.errors import OptionError
from concordant.inference.quantiles import check_level, two_sided

Alternative = Literal["two-sided", "one-sided"]

_POWER = 0.8  # where nobody says, as everywhere in the field


@dataclass(frozen=True, slots=True)
class Aim:
    """
    Either `test` or a width is planned for, either at a given `n` or for the smallest.

    `tail` is the probability of a false alarm on the side of the effect.
    """

    test: bool
    n: int | None
    width: float | None
    power: float
    level: float
    alternative: Alternative

    @property
    def z(self) -> float:
        """The quantile of the two-sided interval."""
        return two_sided(self.level)

    @property
    def tail(self) -> float:
        """What is left of ``1 - level`` on one side."""
        return (1 - self.level) / (2 if self.alternative == "two-sided" else 1)

    @property
    def z_alpha(self) -> float:
        """The critical value of the test."""
        return NormalDist().inv_cdf(1 - self.tail)

    @property
    def coverage(self) -> float:
        """The coverage of the two-sided interval that goes with the test."""
        return 1 - 2 * self.tail

    def in_words(self) -> str:
        """The test."""
        return f"{self.alternative} at {(1 - self.level) * 100:.3g} %"


def check_aim(
    *,
    test: bool,
    width: float | None,
    power: float | None,
    n: int | None,
    level: float,
    alternative: Alternative,
    widest: float,
) -> Aim:
    """
    Check that the wishes go together.

    Raises
    ------
    OptionError
        If none or several of width, power and n are to be found, or a number is none that a plan can have.
    """
    check_test_level(level, alternative)
    check_rows(n, least=1)
    if test and width is not None:
        msg = "plan for one thing at a time: width= for an interval, or a test (against=, or two models and a power)."
        raise OptionError(msg)
    if not test:
        return _of_interval(width, power, n, level, widest)
    return Aim(True, n, None, check_power(power, n, level), level, alternative)


def check_test_level(level: float, alternative: Alternative) -> None:
    """Check the level and the sides of a test."""
    check_level(level)
    if alternative not in get_args(Alternative):
        msg = f'alternative must be "two-sided" or "one-sided", not {alternative!r}.'
        raise OptionError(msg)
    if alternative == "one-sided" and level <= 0.5:
        msg = f"a one-sided test is at 1 - level: level must be above 0.5, not {level!r}."
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
    if not (_is_number(power) and 1 - level < power < 1):
        msg = (
            f"power is the probability that the study shows what is true, between {1 - level:.3g} (the level of the "
            f"test) and 1, such as 0.8, not {power!r}."
        )
        raise OptionError(msg)
    return float(power)


def _of_interval(width: float | None, power: float | None, n: int | None, level: float, widest: float) -> Aim:
    if (width is None) == (n is None):
        msg = (
            "say what is planned for: width= (the distance between the limits of the interval), or n= to see how wide "
            "it gets, or against= for a test."
        )
        raise OptionError(msg)
    if power is not None:
        msg = "power= belongs to a test; the width of an interval is planned at the assumed values. See simulate."
        raise OptionError(msg)
    if width is not None and not (_is_number(width) and 0 < width < widest):
        msg = f"width is the distance between the limits, a number between 0 and {widest:g}, not {width!r}."
        raise OptionError(msg)
    return Aim(False, n, width, float("nan"), level, "two-sided")


def check_share(name: str, value: float, *, low: float = 0.0, high: float = 1.0) -> float:
    """Return a number strictly between two others, by default a share between 0 and 1."""
    if not _is_number(value) or not low < value < high:
        msg = f"{name} must be a number between {low:g} and {high:g} (not one of them), not {value!r}."
        raise OptionError(msg)
    return float(value)


def check_apart(expected: float, against: float, name: str = "against") -> None:
    """Raise where there is nothing to show."""
    if abs(expected - against) < 1e-12:
        msg = f"{name} is {against:g}, as is expected: there is no difference to show, whatever the number of rows."
        raise OptionError(msg)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def check_method(method: str | None, known: tuple[str, ...]) -> str:
    """Return the method, the first one known by default."""
    if method is None:
        return known[0]
    if method not in known:
        msg = f"method must be None or one of {', '.join(map(repr, known))} here, not {method!r}."
        raise OptionError(msg)
    return method
