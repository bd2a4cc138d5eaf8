"""What happens if a metric is undefined at every decision that can be chosen: a warning, or an error."""

from __future__ import annotations

from typing import Any

from concordant.errors import OptionError, UndefinedMetricError
from concordant.metrics.definition.options import warn_user


def check_undefined(undefined: Any) -> None:
    """Raise unless it is "nan" or "raise": no other number could stand for a threshold, too."""
    if not isinstance(undefined, str) or undefined not in ("nan", "raise"):
        msg = f'undefined must be "nan" or "raise" here, not {undefined!r}.'
        raise OptionError(msg)


def tell_undefined(undefined: str, why: str) -> None:
    """Warn, or raise."""
    if undefined == "raise":
        raise UndefinedMetricError(why)
    warn_user(why)
