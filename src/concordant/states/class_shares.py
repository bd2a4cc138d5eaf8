"""The shares of the classes in a population, and the weights that give rows of a sample these shares."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from numbers import Real
from typing import Any

import numpy as np

from concordant.errors import OptionError
from concordant.typing import FloatArray, Label, NumberArray

_ROUNDING = 1e-9  # by which a sum of shares may miss one


def class_shares(
    prevalence: float | Mapping[Label, float], classes: tuple[Label, ...], positive: Callable[[], Label]
) -> FloatArray:
    """
    Read the share of each class, in the order of `classes`.

    Parameters
    ----------
    prevalence : float or mapping
        The share of the positive one of two classes, or the share of every class by its label.
    classes : tuple
        The classes of the data.
    positive : callable
        Gives the positive one of two classes, or raises; it is asked only for a number.

    Raises
    ------
    OptionError
        If there is no such population.
    """
    if isinstance(prevalence, Mapping):
        return _of_mapping(prevalence, classes)
    if isinstance(prevalence, bool) or not isinstance(prevalence, Real) or not 0 < prevalence < 1:
        msg = (
            "prevalence must be the share of the positive class, a number above 0 and below 1, or the share of every "
            f"class, {{label: share}}; not {prevalence!r}."
        )
        raise OptionError(msg)
    if len(classes) != 2:
        msg = (
            f"prevalence={prevalence!r} is the share of the positive one of two classes, but the data have "
            f"{len(classes)}: {_shown(classes)}. Give the share of each: prevalence={{label: share, ...}}, one in all."
        )
        raise OptionError(msg)
    share = float(prevalence)
    return np.array([share, 1 - share] if positive() == classes[0] else [1 - share, share])


def _of_mapping(given: Mapping[Label, Any], classes: tuple[Label, ...]) -> FloatArray:
    known = set(classes)
    unknown, lacking = [x for x in given if x not in known], [x for x in classes if x not in given]
    if unknown or lacking:
        what = f"none for {_shown(lacking)}" if lacking else f"one for {_shown(unknown)}, which the data do not have"
        msg = (
            f"prevalence= must give every class its share, and it has {what}; the labels are {_shown(classes)} "
            "(labels= declares others)."
        )
        raise OptionError(msg)
    shares = [_share(label, given[label]) for label in classes]
    total = math.fsum(shares)
    if abs(total - 1) > _ROUNDING:
        msg = f"the shares of prevalence= must sum to one, not {total:.10g}."
        raise OptionError(msg)
    return np.array(shares) / total


def _share(label: Label, share: Any) -> float:
    if isinstance(share, bool) or not isinstance(share, Real) or share < 0 or not share <= 1:
        msg = f"the share of {label!r} in prevalence= must be a number from 0 to 1, not {share!r}."
        raise OptionError(msg)
    return float(share)


def _shown(labels: Any) -> str:
    return ", ".join(map(repr, list(labels)[:10])) + (", ..." if len(labels) > 10 else "")


def class_weights(shares: FloatArray, totals: NumberArray) -> NumberArray:
    """
    Return what a row of each class must weigh so that the classes have these shares and all rows their total.

    NaN for all classes where a class that has a share has no row. `totals`, the rows of each class, may be complex.
    """
    rows = totals.sum(-1, keepdims=True)
    lacking = ((totals == 0) & (shares > 0)).any(-1, keepdims=True)
    found: NumberArray = np.where(lacking, np.nan, shares * rows / np.where(totals == 0, 1, totals))
    return found
