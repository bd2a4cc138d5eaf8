"""How many rows for a ROC AUC."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from concordant.inference.planning.auc_draws import delong_draws, logit_limits, runs_for
from concordant.inference.planning.auc_variances import VARIANCES
from concordant.inference.planning.class_ratio import ClassRatio
from concordant.inference.planning.cluster_design import ClusterDesign
from concordant.inference.planning.known_options import knows_its_options
from concordant.inference.planning.measured_power import measured, noisy, random_of
from concordant.inference.planning.plans import plan_of
from concordant.inference.planning.regions import Region, region_of, shown, within
from concordant.inference.planning.simulated_search import Tried
from concordant.inference.planning.study_aim import StudyAim, check_aim, check_method, check_share
from concordant.result.plans import Plan, PlannedAlternative

_FEW = 10  # rows of the rarer class; fewer and no standard error can be trusted
_MANY = 10_000  # rows; from here on simulated studies take long


@knows_its_options
def auc(
    expected: float,
    *,
    width: float | None = None,
    against: float | None = None,
    margin: float | None = None,
    alternative: PlannedAlternative = "two-sided",
    power: float | None = None,
    n: int | None = None,
    prevalence: float = 0.5,
    cluster_size: float | None = None,
    icc: float | None = None,
    cluster_size_cv: float = 0.0,
    level: float = 0.95,
    method: str | None = None,
) -> Plan:
    """
    Plan a study of the ROC AUC of one model.

    Parameters
    ----------
    expected : float
        The AUC that is expected.
    width : float, optional
        The greatest width of the interval, from limit to limit.
    against : float, optional
        In place of `width`: a value from which the true AUC is to be shown to differ, such as 0.5.
    margin, alternative
        As in `proportion`. With `against` and a margin: that the AUC is above ``against - margin``, or within the
        margin of `against`.
    prevalence : float
        The share of positive rows in the study (not in the population, where rows are chosen by their class).
    power, n, cluster_size, icc, cluster_size_cv, level
        As in `proportion`; n are rows of both classes together.
    method : {"delong"} or {"binormal", "obuchowski", "hanley-mcneil"}, optional
        "delong", the default of a test up to 10,000 rows: the test looks whether the interval of `roc_auc.interval`
        excludes `against`, and its power is measured in 1,000 to 10,000 simulated studies of each size, with a fixed
        seed, of scores that are normal in both classes with equal spread. The others are formulas, of a test with the
        variance at `against` for its level and that at `expected` for its power, and name where the variance comes
        from: such scores, exactly (the default of a width) or by the approximation of Obuchowski (1994); exponential
        scores (Hanley & McNeil 1982).

    Returns
    -------
    Plan
        With the rows of each class. The width is that of logit limits, as of `roc_auc.interval`. `error` is the
        Monte-Carlo error of a measured power.

    Raises
    ------
    OptionError
        If a number is outside its range, there is no difference to show, or not exactly one of width, power and n is to
        be found.

    Notes
    -----
    `power.roc.test` of the R package pROC takes Obuchowski's approximation (``method="obuchowski"``). In classes of
    equal size it is larger than the variance that simulated binormal scores have, by 27 % at an AUC of 0.8 and 52 % at
    0.9, and asks for more rows. Where the formula with the exact variance promises 0.80, the interval has 0.65 (0.8
    against 0.5, 26 rows), 0.84 (0.95 against 0.9) and 0.86 (0.99 against 0.95). Planned by the measured power, it had
    0.79 to 0.81 in 2,000 further studies of each of eight settings, AUCs of 0.7 to 0.99 (Monte-Carlo error 0.009). In
    clusters, studies of as many rows as the clusters are worth are simulated, and the standard error varies as one
    from so many clusters does: planned for 0.80 to 0.82, intervals with ``cluster=`` had 0.79 to 0.81
    (20 and 33 clusters; 2,000 studies each, twice).

    Examples
    --------
    >>> from concordant import planning
    >>> planning.auc(0.8, against=0.5, method="binormal").groups
    {'positive': 13, 'negative': 13}
    >>> planning.auc(0.8, width=0.1, prevalence=0.1).n
    850
    """
    value, classes = check_share("expected", expected), ClassRatio.of(prevalence)
    aim = check_aim(
        test=against is not None,
        width=width,
        power=power,
        n=n,
        level=level,
        alternative=alternative,
        widest=1.0,
        margin=margin,
        clusters=ClusterDesign.of(cluster_size, icc, cluster_size_cv),
    )
    if against is None:
        return _by_width(_Study(value, None, check_method(method, tuple(VARIANCES)), aim, classes))
    check_share("against", against)
    region = within(region_of(value, against, aim), 0.0, 1.0, "an AUC")
    return _by_test(_Study(value, region, method or "binormal", aim, classes), against, method)


@dataclass(frozen=True, slots=True)
class _Study:
    """One AUC, an interval of it or a test that it lies in a region."""

    value: float
    region: Region | None
    model: str
    aim: StudyAim
    classes: ClassRatio

    def error(self, auc: float, rows: tuple[float, float]) -> float:
        """The standard error of so many independent rows of each class."""
        return 0.0 if math.isinf(auc) else math.sqrt(VARIANCES[self.model](auc, *rows))

    def limits(self, rows: tuple[float, float], n: float) -> tuple[float, float]:
        """The interval of n rows if the AUC is observed as expected."""
        aim, (positive, negative) = self.aim, rows
        parts = self.error(self.value, rows) ** 2 * np.array([negative, positive]) / (positive + negative)
        low, high = logit_limits(
            np.array(self.value), parts, rows, z=aim.z(n), coverage=aim.level, clustered=aim.clusters is not None
        )
        return float(low), float(high)

    def reached(self, positive: float, negative: float, n: float) -> float:
        """The width, or the power by the formula, of n rows that are worth so many independent ones."""
        rows = positive, negative
        if self.region is None:
            low, high = self.limits(rows, n)
            return high - low
        nulls = self.error(self.region.low, rows), self.error(self.region.high, rows)
        z, degrees = self.aim.z_alpha(n), self.aim.degrees(n)
        return self.region.power(self.value, self.error(self.value, rows), nulls, z=z, degrees=degrees)

    def enough(self, positive: float, negative: float, n: float) -> bool:
        """Whether n rows reach the aim by the formula."""
        found, wanted = self.reached(positive, negative, n), self.aim.width
        return found >= self.aim.power - 1e-12 if wanted is None else found <= wanted + 1e-12

    def curve(self, n: int) -> float:
        """The power or width of n rows by the formula."""
        return self.reached(*self.classes.worth(self.classes.split(n), self.aim), n)

    def simulated(self, n: int, runs: int) -> Tried:
        """The power of simulated studies of n rows."""
        assert self.region is not None
        random, aim, sizes = random_of(n), self.aim, self.classes.drawn(n, self.aim)
        aucs, parts = delong_draws((self.value,), (0.0, 0.0), sizes, runs, random)
        noise = noisy(np.ones(runs), aim.degrees(n), random)
        z, coverage, clustered = aim.z_alpha(n), aim.coverage, aim.clusters is not None
        low, high = logit_limits(
            aucs[:, 0], parts[:, 0, 0], sizes, z=z, coverage=coverage, noise=noise, clustered=clustered
        )
        return Tried(n, runs, int(self.region.holds(low, high).sum()))

    def measured(self, n: int, *, runs: int) -> float:
        """The power of simulated studies."""
        return self.simulated(n, runs).share


def _by_width(study: _Study) -> Plan:
    aim, classes = study.aim, study.classes
    groups = classes.rounded(aim.n) if aim.n is not None else classes.found(aim, study.enough)
    n = sum(groups.values())
    low, high = study.limits(classes.worth(groups.values(), aim), n)
    level = f"{aim.level * 100:g} %"
    return plan_of(
        aim,
        n,
        high - low,
        method=study.model,
        says=f"the {level} interval of an AUC of {study.value:g} is {high - low:.3f} wide, {low:.3f} to {high:.3f}",
        assumed=_assumed(study),
        reached=study.curve,
        groups=groups,
        reason=_few(study, groups, "; simulate"),
    )


def _by_test(study: _Study, against: float, method: str | None) -> Plan:
    aim, classes = study.aim, study.classes
    known = ("delong", *VARIANCES)
    if method is not None:
        check_method(method, known)
    if method in (None, "delong"):
        study = replace(study, model="binormal")
    groups = classes.rounded(aim.n) if aim.n is not None else classes.found(aim, study.enough)
    n, error = sum(groups.values()), None
    reached: Callable[[int], float] = study.curve
    chosen = method or ("delong" if n <= _MANY else "binormal")
    if chosen == "delong":
        runs = runs_for(aim.effective(n))
        reached = partial(study.measured, runs=runs)
        found = study.simulated(n, runs) if aim.n is not None else measured(study.simulated, study.curve, aim, runs)
        n, power, error = found.n, found.share, found.error
        groups = classes.rounded(n)
    else:
        power = study.reached(*classes.worth(groups.values(), aim), n)
    assert study.region is not None
    what = shown(f"an AUC of {study.value:g}", against, study.region, aim)
    return plan_of(
        aim,
        n,
        power,
        method=chosen,
        says=f"{what} with a power of {power:.3f}, {aim.in_words()}",
        assumed=_assumed(study),
        reached=reached,
        groups=groups,
        error=error,
        reason=_few(study, groups, "" if chosen == "delong" else "; simulate"),
    )


def _assumed(study: _Study) -> str:
    spread = "exponential" if study.model == "hanley-mcneil" else "normal"
    return f"an AUC of {study.value:g}, scores {spread} in both classes"


def _few(study: _Study, groups: dict[str, int], advice: str) -> str | None:
    few = min(study.classes.worth(groups.values(), study.aim))
    return f"only {few:.3g} rows of a class{advice}" if few < _FEW else None
