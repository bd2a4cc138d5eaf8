"""How many rows to show that one of two models ranks better: the difference of two ROC AUCs of the same rows."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from concordant.errors import OptionError
from concordant.inference.planning.aim import Aim, Alternative, check_aim, check_apart, check_method, check_share
from concordant.inference.planning.auc_variances import Pair
from concordant.inference.planning.classes import Classes
from concordant.inference.planning.normal_power import normal_power
from concordant.inference.planning.search import smallest
from concordant.result.plan import Plan

_FEW = 10  # rows of the rarer class


def paired_aucs(
    a: float,
    b: float,
    *,
    correlation: float | Sequence[float],
    width: float | None = None,
    power: float | None = None,
    n: int | None = None,
    prevalence: float = 0.5,
    level: float = 0.95,
    alternative: Alternative = "two-sided",
    method: str | None = None,
) -> Plan:
    """
    Plan a study that compares the ROC AUCs of two models on the same rows.

    Parameters
    ----------
    a, b : float
        The AUCs that are expected. For a width they may be equal.
    correlation : float or pair of float
        The correlation of the scores of both models within a class; one for the positive and one for the negative
        rows, where they differ. Measure it in a pilot: the plan depends on it as much as on the AUCs.
    width : float, optional
        How wide the interval of the difference may be, from limit to limit.
    power, n, level, alternative
        As of `proportion`; without `width`, a test is planned for. To see how wide the interval of n rows gets, plan
        for a width.
    prevalence : float
        The share of positive rows in the study.
    method : {"binormal", "obuchowski-mcclish"}, optional
        Where the variances come from: scores that are normal in both classes with equal spread, exactly (the default),
        or as of fitted curves (Obuchowski & McClish 1997; `power.roc.test` of pROC), which asks for more rows.

    Returns
    -------
    Plan
        With the rows of each class.

    Raises
    ------
    OptionError
        If a number is outside its range, or there is no difference to show.

    Notes
    -----
    For AUCs of 0.85 and 0.80, a correlation of 0.6 and 30 % positive rows, a power of 0.80 takes 570 rows; DeLong's
    test had 0.82 in 600 simulated studies of so many. The formula of Obuchowski & McClish asks for 1,027, as it takes
    the variances without the covariance of the two parameters of a curve.

    References
    ----------
    Obuchowski & McClish (1997), Statistics in Medicine 16:1529.

    Examples
    --------
    >>> from concordant import planning
    >>> planning.paired_aucs(0.85, 0.80, correlation=0.6, prevalence=0.3).groups
    {'positive': 171, 'negative': 399}
    """
    aucs = check_share("a", a), check_share("b", b)
    correlations = _correlations(correlation)
    classes = Classes.of(prevalence)
    aim = check_aim(test=width is None, width=width, power=power, n=n, level=level, alternative=alternative, widest=2.0)
    if aim.test:
        check_apart(a, b, "b")
    chosen = check_method(method, ("binormal", "obuchowski-mcclish"))
    pair = Pair(aucs, correlations)
    study = _Study(aucs, pair.binormal if chosen == "binormal" else pair.obuchowski_mcclish, classes, aim)
    if min(study.variances(100)) <= 0:
        msg = "models with these AUCs and this correlation do not vary apart; give a correlation below 1."
        raise OptionError(msg)
    groups = classes.rounded(aim.n) if aim.n is not None else classes.needed(smallest(study.enough))
    found = study.reached(groups["positive"])
    shown = " and ".join(f"{x:g}" for x in dict.fromkeys(correlations))
    few = min(groups.values())
    return Plan(
        sum(groups.values()),
        groups,
        found if aim.test else None,
        None if aim.test else found,
        level,
        chosen,
        study.says(found),
        (f"scores normal in both classes, those of the models correlated by {shown}", "independent rows"),
        None,
        f"only {few} rows of a class; simulate" if few < _FEW else None,
        reached=partial(_curve, study),
    )


@dataclass(frozen=True, slots=True)
class _Study:
    """Two AUCs; the variances of their difference without one, and as expected."""

    aucs: tuple[float, float]
    model: Callable[[float, float], tuple[float, float]]
    classes: Classes
    aim: Aim

    def variances(self, positive: float) -> tuple[float, float]:
        return self.model(positive, positive * self.classes.ratio)

    def reached(self, positive: float) -> float:
        """The power, or the width."""
        if not self.aim.test:
            return 2 * self.aim.z * math.sqrt(self.variances(positive)[1])
        a, b = self.aucs
        return normal_power(1, distance=abs(a - b), variances=self.variances(positive), z=self.aim.z_alpha)

    def enough(self, positive: float) -> bool:
        found = self.reached(positive)
        return found >= self.aim.power - 1e-12 if self.aim.width is None else found <= self.aim.width + 1e-12

    def says(self, found: float) -> str:
        what = f"the difference of AUCs of {self.aucs[0]:g} and {self.aucs[1]:g}"
        if self.aim.test:
            return f"{what} is shown with a power of {found:.3f}, {self.aim.in_words()}"
        return f"the {self.aim.level * 100:g} % interval of {what} is {found:.3f} wide"


def _curve(study: _Study, n: int) -> float:
    return study.reached(study.classes.split(n)[0])


def _correlations(given: float | Sequence[float]) -> tuple[float, float]:
    pair = tuple(given) if isinstance(given, (tuple, list)) else (given, given)
    if len(pair) != 2:
        msg = f"correlation is one number, or a pair for positive and negative rows, not {given!r}."
        raise OptionError(msg)
    first, second = (check_share("correlation", x, low=-1.0) for x in pair)
    return first, second
