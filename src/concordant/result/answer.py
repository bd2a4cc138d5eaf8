"""What every answer in words has: a sentence, a reason, a signature; and how numbers are written in sentences."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

from concordant.result.interval import Interval
from concordant.result.record import Record


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Answer(Record):
    """
    An answer in words, about a judge or about a panel of raters.

    Attributes
    ----------
    sentence : str
        The answer in words, with its numbers.
    reason : str or None
        Why a number is undefined or doubtful; None if there is no problem.
    signature : str
        Each choice that moves the numbers.
    """

    stored_as: ClassVar[str | None] = None

    sentence: str
    reason: str | None = None
    signature: str = ""

    def __str__(self) -> str:
        """The sentence, and what is doubtful."""
        return self.sentence + (f" Doubtful: {self.reason}." if self.reason else "")


def percent(share: float) -> str:
    """A share as a person writes it: 72 %."""
    return "undefined" if math.isnan(share) else f"{share * 100:.0f} %"


def limits(found: Interval, *, digits: int = 0) -> str:
    """The limits of a share, in percent: (68 to 75)."""
    if math.isnan(found.low):
        return "(no interval)"
    return f"({found.low * 100:.{digits}f} to {found.high * 100:.{digits}f})"


def points(share: float) -> str:
    """The size of a difference of shares: 12 percentage points."""
    size = abs(share) * 100
    shown = f"{size:.0f}" if size >= 0.95 or size == 0 else f"{size:.1f}"
    return f"{shown} percentage point" + "s" * (shown != "1")


def more_or_less(share: float) -> str:
    """A limit of a difference of shares: 8 less, 2 more."""
    size = f"{abs(share) * 100:.0f}"
    return size if size == "0" else f"{size} {'less' if share < 0 else 'more'}"


def counted(number: float, thing: str, things: str | None = None) -> str:
    """A count with its thing: 1 item, 4,000 items."""
    shown = f"{number:,.0f}"
    return f"{shown} {thing if shown == '1' else things or thing + 's'}"


def weights_said(weights: Any) -> str | None:
    """How a signature and a sentence name weights: those of the caller are his own."""
    return weights if weights is None or isinstance(weights, str) else "own"


def signed(name: str, **choices: object) -> str:
    """A signature: the name, each choice that was made, and the version."""
    from concordant import __version__

    made = [f"{key}:{value}" for key, value in choices.items() if value is not None]
    return "|".join([name, *made, f"v:{__version__}"])
