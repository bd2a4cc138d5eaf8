"""One policy for undefined values: NaN with one warning that says why, an error, or a number of the caller's."""

from __future__ import annotations

import os
import sys
import warnings
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np

from concordant.errors import OptionError, UndefinedMetricError, UndefinedMetricWarning
from concordant.names import did_you_mean
from concordant.result import Outcome
from concordant.typing import Floats, Undefined

# The folder of concordant as its code names it: bytecode and frozen programs keep the path that they were compiled at.
_PACKAGE = sys._getframe().f_code.co_filename.rsplit(os.sep, 3)[0] + os.sep  # noqa: SLF001


def check_policy(undefined: Undefined) -> float:
    """The number that stands for an undefined part: NaN unless the caller gave one."""
    if isinstance(undefined, str) and undefined in ("nan", "raise"):
        return np.nan
    if isinstance(undefined, bool) or not isinstance(undefined, (int, float, np.integer, np.floating)):
        msg = f'undefined must be "nan", "raise" or a number, not {undefined!r:.80}.'
        msg += did_you_mean(undefined, ("nan", "raise"))
        raise OptionError(msg)
    try:
        return float(undefined)
    except OverflowError as error:
        msg = "undefined is a number that no float64 can hold."
        raise OptionError(msg) from error


def settle(name: str, outcome: Outcome, undefined: Undefined) -> Any:
    """Apply the policy to an outcome."""
    if outcome.reason is None:
        return outcome.value
    if undefined == "raise":
        msg = f"{name}: {outcome.reason}"
        raise UndefinedMetricError(msg)
    if undefined == "nan":
        warn_user(f"{name}: {outcome.reason}")
        return outcome.value
    return _filled(outcome.value, float(undefined))


def _filled(value: Floats, number: float) -> Any:
    if isinstance(value, float):
        return number if np.isnan(value) else value
    if isinstance(value, np.ndarray):
        return np.where(np.isnan(value), number, value) if value.dtype.kind in "fc" else value
    if isinstance(value, tuple):
        return tuple(_filled(one, number) for one in value)
    if is_dataclass(value) and not isinstance(value, type) and type(value).__module__.startswith("concordant.result"):
        return replace(value, **{field.name: _filled(getattr(value, field.name), number) for field in fields(value)})
    return value


def warn_user(message: str, category: type[Warning] = UndefinedMetricWarning) -> None:
    """Warn at the line of the caller outside this package."""
    level, frame = 1, sys._getframe()  # noqa: SLF001  (the only way to find the caller's line)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        level, frame = level + 1, frame.f_back
    warnings.warn(message, category, stacklevel=level)
