"""How many rows for a ROC AUC."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

import numpy as np

from concordant.inference.intervals.scales import SCALES
from concordant.inference.planning.aim import Aim, Alternative, check_aim, check_apart, check_method, check_share
from concordant.inference.planning.auc_variances import VARIANCES
from concordant.inference.planning.classes import Classes
from concordant.inference.planning.normal_power import normal_power
from concordant.inference.planning.search import smallest
from concordant.result.plan import Plan

_FEW = 10  # rows of the rarer class; fewer and no standard error can be trusted


def auc(
    expected: float,
    *,
    width: float | None = None,
    against: float | None = None,
    power: float | None = None,
    n: int | None = None,
    prevalence: float = 0.5,
    level: float = 0.95,
    alternative: Alternative = "two-sided",
    method: str | None = None,
) -> Plan:
    """
    Plan a study of the ROC AUC of one model.

    Parameters
    ----------
    expected : float
        The AUC that is expected.
    width : float, optional
        How wide the interval may be, from limit to limit.
    against : float, optional
        In place of `width`: an AUC that the true one is to be shown to differ from, such as 0.5.
    prevalence : float
        The share of positive rows in the study (not in the population, where rows are chosen by their class).
    power, n, level, alternative
        As of `proportion`; n are rows of both classes together.
    method : {"binormal", "obuchowski", "hanley-mcneil"}, optional
        Where the variance comes from: scores that are normal in both classes with equal spread, exactly (the default)
        or by the approximation of Obuchowski (1994); exponential scores (Hanley & McNeil 1982).

    Returns
    -------
    Plan
        With the rows of each class. The width is that of logit limits, as of `roc_auc.interval`. A test has the
        variance at `against` for its level and that at `expected` for its power.

    Raises
    ------
    OptionError
        If a number is outside its range, there is no difference to show, or more or less than one thing is asked for.

    Notes
    -----
    `power.roc.test` of the R package pROC takes Obuchowski's approximation (``method="obuchowski"``). In classes of
    equal size it is larger than the variance that simulated binormal scores have, by 27 % at an AUC of 0.8 and 52 % at
    0.9, and asks for more rows. Planned for a power of 0.80 by the default, tests by the DeLong interval had 0.80 to
    0.83 in 1,000 simulated studies each.

    Examples
    --------
    >>> from concordant import planning
    >>> planning.auc(0.8, against=0.5).groups
    {'positive': 13, 'negative': 13}
    >>> planning.auc(0.8, width=0.1, prevalence=0.1).n
    810
    """
    value, classes = check_share("expected", expected), Classes.of(prevalence)
    aim = check_aim(
        test=against is not None, width=width, power=power, n=n, level=level, alternative=alternative, widest=1.0
    )
    model = check_method(method, tuple(VARIANCES))
    null = None
    if against is not None:
        null = check_share("against", against)
        check_apart(value, null)
    return _planned(_Study(value, null, model, aim), classes)


@dataclass(frozen=True, slots=True)
class _Study:
    """One AUC, an interval of it or a test against `null`."""

    value: float
    null: float | None
    model: str
    aim: Aim

    def variance(self, auc: float, positive: float, negative: float) -> float:
        return VARIANCES[self.model](auc, positive, negative)

    def limits(self, positive: float, negative: float) -> tuple[float, float]:
        se = np.array(math.sqrt(self.variance(self.value, positive, negative)))
        low, high = SCALES["logit"].limits(np.array(self.value), se, self.aim.z)
        return float(low), float(high)

    def reached(self, positive: float, negative: float) -> float:
        """The power, or the width."""
        if self.null is None:
            low, high = self.limits(positive, negative)
            return high - low
        variances = (self.variance(self.null, positive, negative), self.variance(self.value, positive, negative))
        return normal_power(1, distance=abs(self.value - self.null), variances=variances, z=self.aim.z_alpha)

    def enough(self, positive: float, negative: float) -> bool:
        found = self.reached(positive, negative)
        if self.null is not None:
            return found >= self.aim.power - 1e-12
        assert self.aim.width is not None
        return found <= self.aim.width + 1e-12

    def says(self, positive: float, negative: float) -> str:
        what = f"an AUC of {self.value:g}"
        if self.null is None:
            low, high = self.limits(positive, negative)
            level = f"{self.aim.level * 100:g} %"
            return f"the {level} interval of {what} is {high - low:.3f} wide, {low:.3f} to {high:.3f}"
        side, power = "above" if self.value > self.null else "below", self.reached(positive, negative)
        return f"{what} is shown to be {side} {self.null:g} with a power of {power:.3f}, {self.aim.in_words()}"


def _planned(study: _Study, classes: Classes) -> Plan:
    aim = study.aim
    if aim.n is None:
        positive = smallest(lambda positive: study.enough(positive, positive * classes.ratio))
        groups = classes.needed(positive)
    else:
        groups = classes.rounded(aim.n)
    n, rows = sum(groups.values()), (groups["positive"], groups["negative"])
    found = study.reached(*rows)
    power, width = (None, found) if study.null is None else (found, None)
    spread = "exponential" if study.model == "hanley-mcneil" else "normal"
    assumptions = (f"an AUC of {study.value:g}, scores {spread} in both classes", "independent rows")
    few = f"only {min(rows)} rows of a class; simulate" if min(rows) < _FEW else None
    return Plan(
        n,
        groups,
        power,
        width,
        aim.level,
        study.model,
        study.says(*rows),
        assumptions,
        None,
        few,
        reached=partial(_curve, study, classes),
    )


def _curve(study: _Study, classes: Classes, n: int) -> float:
    return study.reached(*classes.split(n))
