"""How many rows to show that one of two models ranks better: the difference of two ROC AUCs of the same rows."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from concordant.errors import OptionError
from concordant.inference.planning.auc_draws import delong_draws, delong_limits, mover_limits, runs_for
from concordant.inference.planning.auc_variances import Pair
from concordant.inference.planning.class_ratio import ClassRatio
from concordant.inference.planning.cluster_design import ClusterDesign
from concordant.inference.planning.known_options import knows_its_options
from concordant.inference.planning.measured_power import measured, noisy, random_of
from concordant.inference.planning.plans import plan_of
from concordant.inference.planning.regions import Region, region_of, shown_of_two, within
from concordant.inference.planning.simulated_search import Tried
from concordant.inference.planning.study_aim import StudyAim, check_aim, check_apart, check_method, check_share
from concordant.result.plans import Plan, PlannedAlternative

_FEW = 10  # rows of the rarer class
_MANY = 5_000  # rows; from here on simulated studies take long
_FORMULAS = ("binormal", "obuchowski-mcclish")


@knows_its_options
def paired_aucs(
    a: float,
    b: float,
    *,
    correlation: float | Sequence[float],
    width: float | None = None,
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
    Plan a study that compares the ROC AUCs of two models on the same rows.

    Parameters
    ----------
    a, b : float
        The AUCs that are expected. For a width they may be equal.
    correlation : float or pair of float
        The correlation of the scores of both models within a class; one for the positive and one for the negative
        rows, where they differ. Measure it in a pilot: the plan depends on it as much as on the AUCs.
    width : float, optional
        The greatest width of the interval of the difference, from limit to limit.
    margin, alternative
        What is to be shown, as in ``roc_auc.compare(..., margin=, alternative=)``: that A and B differ ("two-sided", or
        "one-sided" towards the better one); that A is at most the margin worse than B ("non-inferiority"); or that
        they differ by less than the margin ("equivalence"). All but "two-sided" are tested one-sided at ``1 - level``.
    power, n, cluster_size, icc, cluster_size_cv, level
        As in `proportion`; without `width`, a test is planned for. To see how wide the interval of n rows gets, plan
        for a width.
    prevalence : float
        The share of positive rows in the study.
    method : {"delong", "mover"} or {"binormal", "obuchowski-mcclish"}, optional
        "delong", the default of a test of a difference up to 5,000 rows, is DeLong's test, and "mover", the default
        with a margin, looks whether limits of the difference that are made of those of each AUC lie inside the margin
        (after Zou & Donner 2008). Their power is measured in 1,000 to 10,000 simulated studies of each size, with a
        fixed seed, of scores that are normal in both classes with equal spread. The others are formulas: with the exact
        variance of such scores (the default of a width), or with that of fitted curves (Obuchowski & McClish 1997;
        `power.roc.test` of pROC), which asks for more rows.

    Returns
    -------
    Plan
        With the rows of each class. `error` is the Monte-Carlo error of a measured power.

    Raises
    ------
    OptionError
        If a number is outside its range, or there is no difference to show.

    Notes
    -----
    Where the formula with the exact variance promises 0.80, DeLong's test has 0.87 (0.95 and 0.85, 10 % positive rows)
    and 0.91 (0.99 and 0.95); planned by the measured power, `roc_auc.compare` had 0.79 to 0.81 in 2,000 further studies
    of each of three settings (Monte-Carlo error 0.009), and with a margin, by its default, 0.80 to 0.81 in three
    others. The formula of Obuchowski & McClish takes the variances without the covariance of the two parameters of a
    curve: for AUCs of 0.85 and 0.80, a correlation of 0.6 and 30 % positive rows it asks for 1,027 rows, where 570 do.

    References
    ----------
    Obuchowski & McClish (1997), Statistics in Medicine 16:1529. Zou & Donner (2008), Construction of confidence limits
    about effect measures: a general approach, Statistics in Medicine 27:1693.

    Examples
    --------
    >>> from concordant import planning
    >>> planning.paired_aucs(0.85, 0.80, correlation=0.6, prevalence=0.3, method="binormal").groups
    {'positive': 171, 'negative': 399}
    """
    aucs = check_share("a", a), check_share("b", b)
    correlations = _correlations(correlation)
    aim = check_aim(
        test=width is None,
        width=width,
        power=power,
        n=n,
        level=level,
        alternative=alternative,
        widest=2.0,
        margin=margin,
        clusters=ClusterDesign.of(cluster_size, icc, cluster_size_cv),
    )
    if aim.test and aim.margin is None:
        check_apart(a, b, "b")
    region = within(region_of(a - b, 0.0, aim), -1.0, 1.0, "a difference of AUCs") if aim.test else None
    pair = Pair(aucs, correlations)
    model = pair.obuchowski_mcclish if method == "obuchowski-mcclish" else pair.binormal
    study = _Study(pair, model, region, ClassRatio.of(prevalence), aim)
    if min(model(100, 100 * study.classes.ratio)) <= 0:
        msg = "models with these AUCs and this correlation do not vary apart; give a correlation below 1."
        raise OptionError(msg)
    return _planned(study, method)


@dataclass(frozen=True, slots=True)
class _Study:
    """Two AUCs; the variances of their difference without one, and as expected."""

    pair: Pair
    model: Callable[[float, float], tuple[float, float]]
    region: Region | None
    classes: ClassRatio
    aim: StudyAim

    @property
    def difference(self) -> float:
        """What is expected."""
        return self.pair.aucs[0] - self.pair.aucs[1]

    def reached(self, positive: float, negative: float, n: float) -> float:
        """The width, or the power by the formula, of n rows that are worth so many independent ones."""
        null, here = (math.sqrt(variance) for variance in self.model(positive, negative))
        if self.region is None:
            return 2 * self.aim.z(n) * here
        null = here if self.aim.margin is not None else null
        z, degrees = self.aim.z_alpha(n), self.aim.degrees(n)
        return self.region.power(self.difference, here, (null, null), z=z, degrees=degrees)

    def enough(self, positive: float, negative: float, n: float) -> bool:
        """Whether n rows reach the aim by the formula."""
        found, wanted = self.reached(positive, negative, n), self.aim.width
        return found >= self.aim.power - 1e-12 if wanted is None else found <= wanted + 1e-12

    def curve(self, n: int) -> float:
        """The power or width of n rows by the formula."""
        return self.reached(*self.classes.worth(self.classes.split(n), self.aim), n)

    def simulated(self, n: int, runs: int, *, method: str) -> Tried:
        """The power of simulated studies of n rows."""
        assert self.region is not None
        random, aim, sizes = random_of(n), self.aim, self.classes.drawn(n, self.aim)
        aucs, parts = delong_draws(self.pair.aucs, self.pair.correlations, sizes, runs, random)
        z, noise = aim.z_alpha(n), noisy(np.ones(runs), aim.degrees(n), random)
        if method == "delong":
            low, high = delong_limits(aucs, parts.sum(-1), z=z, noise=noise)
        else:
            rest = aim.coverage, noise, aim.clusters is not None
            low, high = mover_limits(aucs, parts, sizes, z, *rest)
        return Tried(n, runs, int(self.region.holds(low, high).sum()))

    def measured(self, n: int, *, runs: int, method: str) -> float:
        """The power of simulated studies."""
        return self.simulated(n, runs, method=method).share


def _planned(study: _Study, method: str | None) -> Plan:
    aim, classes = study.aim, study.classes
    groups = classes.rounded(aim.n) if aim.n is not None else classes.found(aim, study.enough)
    n, error = sum(groups.values()), None
    reached: Callable[[int], float] = study.curve
    chosen = check_method(method, _methods(aim, n))
    if chosen in _FORMULAS:
        found = study.reached(*classes.worth(groups.values(), aim), n)
    else:
        runs = runs_for(2 * aim.effective(n))
        simulate = partial(study.simulated, method=chosen)
        reached = partial(study.measured, runs=runs, method=chosen)
        tried = simulate(n, runs) if aim.n is not None else measured(simulate, study.curve, aim, runs)
        n, found, error = tried.n, tried.share, tried.error
        groups = classes.rounded(n)
    shown = " and ".join(f"{x:g}" for x in dict.fromkeys(study.pair.correlations))
    few = min(classes.worth(groups.values(), aim))
    advice = "; simulate" if chosen in _FORMULAS else ""
    return plan_of(
        aim,
        n,
        found,
        method=chosen,
        says=_says(study, found),
        assumed=f"scores normal in both classes, those of the models correlated by {shown}",
        reached=reached,
        groups=groups,
        error=error,
        reason=f"only {few:.3g} rows of a class{advice}" if few < _FEW else None,
    )


def _methods(aim: StudyAim, n: int) -> tuple[str, ...]:
    """The tests, or the variances; the default comes first."""
    if not aim.test:
        return _FORMULAS
    simulated = ("delong", "mover") if aim.margin is None else ("mover", "delong")
    return (*simulated, *_FORMULAS) if n <= _MANY else (*_FORMULAS, *simulated)


def _says(study: _Study, found: float) -> str:
    aim = study.aim
    what = "the difference of AUCs of {:g} and {:g}".format(*study.pair.aucs)
    if not aim.test:
        return f"the {aim.level * 100:g} % interval of {what} is {found:.3f} wide"
    claim = f"{what} is shown" if aim.margin is None else shown_of_two(study.difference, aim, "rank better")
    return f"{claim} with a power of {found:.3f}, {aim.in_words()}"


def _correlations(given: float | Sequence[float]) -> tuple[float, float]:
    pair = tuple(given) if isinstance(given, (tuple, list)) else (given, given)
    if len(pair) != 2:
        msg = f"correlation is one number, or a pair for positive and negative rows, not {given!r}."
        raise OptionError(msg)
    first, second = (check_share("correlation", x, low=-1.0) for x in pair)
    return first, second
