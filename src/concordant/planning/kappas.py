"""`kappa`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np

from concordant.errors import InputTypeError, OptionError
from concordant.inference.influence.tables import cell_influence
from concordant.inference.quantiles import SCALES
from concordant.metrics.agreement.cohen_kappa import cohen_kappa
from concordant.metrics.definition.options import knowing_its_options
from concordant.planning.design import Aim, Design, Limits, Rare, Words, check_share, noise, plan
from concordant.planning.simulation import table_limits
from concordant.result.plans import Plan, PlannedAlternative
from concordant.states import Counts
from concordant.typing import FloatArray, KappaWeights, Label

_RUNS, _FEWEST = 10_000, 2_000  # simulated tables of each size: 10,000 of five categories
_FEW = 10  # rows that disagree, or agree; fewer and no standard error can be trusted
_NONE = 1e-9  # a kappa as small is rounding
_SUM = 1e-6  # shares as people type them do not sum to one exactly
_FIXED = 1e-24  # a variance below is what is left of none


@knowing_its_options("planning")
def kappa(
    expected: float | None = None,
    *,
    table: Any = None,
    categories: int | None = None,
    margins: Any = None,
    weights: KappaWeights = None,
    labels: Sequence[Label] | None = None,
    width: float | None = None,
    against: float | None = None,
    margin: float | None = None,
    alternative: PlannedAlternative = "two-sided",
    power: float | None = None,
    n: int | None = None,
    cluster_size: float | None = None,
    icc: float | None = None,
    cluster_size_cv: float = 0.0,
    level: float = 0.95,
    method: str | None = None,
) -> Plan:
    """
    Plan a study of the agreement of two raters, or of a model and a rater: Cohen's kappa.

    Parameters
    ----------
    expected : float, optional
        The kappa that is expected. Default: that of `table`.
    table : array-like of shape (K, K) or Counts, optional
        The table that is expected, as counts (of a pilot study) or shares. With `expected` it gives the margins and
        the pattern of disagreement.
    categories : int, optional
        In place of a table: the number of categories, all equally frequent. Default: 2.
    margins : array-like of shape (K,) or (2, K), optional
        In place of a table: how often each category is used, by both raters or by each.
    weights
        As of `cohen_kappa`.
    labels : sequence of length K, optional
        The categories in their order, where `weights` look at their values. Default: 0 to K - 1.
    width : float, optional
        The greatest width of the interval, from limit to limit.
    against : float, optional
        In place of `width`: a value from which the true kappa is to be shown to differ.
    margin, alternative
        As in `proportion`. With `against` and a margin: that kappa is above ``against - margin``, or within the margin
        of `against`.
    power, n, cluster_size, icc, cluster_size_cv, level
        As in `proportion`.
    method : {"score", "fisher", "delta", "logit", "null"}, optional
        Of a width: how the limits are made, as of `cohen_kappa.interval`; default "score", as there. Of a test:
        "score", whether this interval excludes `against`. Its power is measured: 10,000 tables of each size (2,000 of
        ten categories) are drawn from the assumed one, with a fixed seed, and the plan is for the smallest n from which
        on the measured power stays at what was asked. Or "null", the formula of textbooks, with the variance at
        `against` for the level and that at `expected` for the power, ``n = (z_a sqrt(V0) + z_b sqrt(V1))^2 / (kappa1 -
        kappa0)^2``.

    Returns
    -------
    Plan
        `error` is the Monte-Carlo error of a measured power. The assumed table keeps its margins under the hypothesis,
        and moves towards the table of chance or that of the best agreement.

    Raises
    ------
    OptionError
        If there is no such kappa with these margins, a number is outside its range, or options contradict one another.

    Notes
    -----
    Without a table, all disagreement is taken to be like that of chance. If raters of an ordered scale differ by one
    step only, a weighted kappa varies much less: of five categories, in tables with kappas of 0.6 to 0.9, it took 0.35
    to 0.39 of the rows with linear weights, and about an eighth with quadratic ones. A pilot tells
    more than any assumption. Flack et al. take the largest variance of all tables with these margins instead, which
    asks for more rows.

    Where the formula of textbooks promises a power of 0.80, the default interval has 0.78 to 0.80: of a kappa of 0.6
    against 0.4 it has 0.79 with margins of 0.1 and 0.9, 0.78 with 0.05 and 0.95, 0.80 with 0.5, 0.79 with three
    categories of 0.05, 0.05 and 0.9; of quadratic weighted kappas of 0.8 against 0.6 with four and five categories
    0.78 and 0.79. Planned by the measured power for 0.80 to 0.82, it had 0.80 to 0.83 in 1,000 further studies of each
    of five such settings (Monte-Carlo error 0.013). In clusters, tables of as many rows as the clusters are worth are
    simulated, with their design effect, which is off as one from so many clusters is: planned for 0.81, intervals with
    ``cluster=`` had 0.77 to 0.81 (24 to 56 clusters whose tables vary as a Dirichlet distribution, icc 0.1 and 0.3;
    500 studies of each of three settings, error 0.018).

    References
    ----------
    Flack, Afifi, Lachenbruch & Schouten (1988), Sample size determinations for the two rater kappa statistic,
    Psychometrika 53:321. Cantor (1996), Sample-size calculations for Cohen's kappa, Psychological Methods 1:150.

    Examples
    --------
    >>> from concordant import planning
    >>> planning.kappa(0.7, categories=5, width=0.2).n
    109
    >>> planning.kappa(0.6, margins=[0.3, 0.7], against=0.4, method="null").n
    181
    >>> plan = planning.kappa(0.6, margins=[0.3, 0.7], against=0.4)
    >>> plan.n, round(plan.power, 2), round(plan.error, 3)
    (180, 0.8, 0.004)
    """
    if labels is not None and (isinstance(labels, (str, bytes)) or not isinstance(labels, Iterable)):
        raise InputTypeError(f"labels must be a list of labels, one a category, not {labels!r:.80}.")
    assumed, pattern = _assumed(expected, table, categories, margins, labels, weights)
    value = kappa_of(assumed, weights)
    null = value if against is None else check_share("against", against, low=-1.0)
    clusters = cluster_size, icc, cluster_size_cv
    aim = Aim.of(width, power, n, level, alternative, margin, *clusters, test=against is not None, widest=2.0)
    if unit_variance(assumed, weights) == 0:
        msg = "kappa cannot vary at the assumed table, so that any number of rows would do. Expect some disagreement."
        raise OptionError(msg)
    methods = ("score", "null") if aim.test else ("score", "fisher", "delta", "logit")
    text = f"{_weighted(weights)} of {value:.3g}, {pattern}"
    return plan(partial(_kappa_design, assumed, null, weights, aim, text), aim, method, methods)


def _kappa_design(table: Counts, null: float, weights: KappaWeights, aim: Aim, assumed: str, method: str) -> Design:
    value = kappa_of(table, weights)
    what = f"a kappa of {value:.3g}"
    region = aim.region(value, null, (-1.0, 1.0), "kappa")
    if method == "logit" and not 0 < value < 1:
        raise OptionError(f'method="logit" is for a kappa between 0 and 1, not {value:g}; take "fisher".')
    variances = {value: unit_variance(table, weights)}
    for end in () if region is None else (region.low, region.high):
        if math.isfinite(end):
            variances[end] = unit_variance(_under(table, end, weights, method), weights)
    agree = float(np.trace(np.asarray(table.table)))
    doubt = f"only {{:.1f}} rows are expected to {'agree' if agree < 0.5 else 'differ'}"
    simulated: dict[str, Any] = {}
    if region is not None and method == "score":
        simulated["simulate"] = partial(_simulated, table, weights, aim)
        simulated["runs"] = partial(_runs, len(table.labels))
    return Design(
        value=value,
        region=region,
        variance=partial(_variance, variances),
        words=Words(what, aim.claim(what, value, null), assumed, (-1.0, 1.0)),
        limits=partial(_limits, table, weights, value, variances[value], method, aim),
        rare=Rare((min(agree, 1 - agree),), _FEW, doubt),
        **simulated,
    )


def _under(table: Counts, null: float, weights: KappaWeights, method: str) -> Counts:
    """The table under the hypothesis; the assumed one where none exists and the formula only starts the search."""
    try:
        return at_kappa(table, null, weights)
    except OptionError:
        if method == "null":
            raise
        return table


def _variance(variances: dict[float, float], kappa: float, rows: float) -> float:
    return variances[kappa] / rows


def _runs(size: int, n: float) -> int:
    """How many tables are simulated, whatever the rows: a large one takes time like the fourth power of its size."""
    del n
    return min(max(round(_RUNS * (5 / size) ** 4), _FEWEST), _RUNS)


def _simulated(like: Counts, weights: KappaWeights, aim: Aim, random: np.random.Generator, n: int, runs: int) -> Limits:
    """The limits of kappa of tables that are drawn from the assumed one."""
    cells = np.asarray(like.table, np.float64).ravel()
    rows = max(round(aim.effective(n)), 1)
    tables = random.multinomial(rows, cells / cells.sum(), runs).reshape(-1, *like.table.shape)
    return _score_limits(tables * (n / rows), like, weights, aim, n, noise(runs, aim.degrees(n), random))


def _score_limits(
    tables: np.ndarray, like: Counts, weights: KappaWeights, aim: Aim, n: float, noise: FloatArray | float = 1.0
) -> Limits:
    """The limits of `cohen_kappa.interval`; of clusters with their design effect, times the square of the noise."""
    effect = None if aim.clusters is None else np.maximum(aim.clusters.effect * noise**2 * np.ones(len(tables)), 1.0)
    return table_limits(cohen_kappa, {"weights": weights}, like, tables, aim.z(n), effect)


def _assumed(
    expected: float | None,
    table: Any,
    categories: int | None,
    margins: Any,
    labels: Sequence[Label] | None,
    weights: KappaWeights,
) -> tuple[Counts, str]:
    """The table of shares, and where it comes from."""
    if table is not None:
        if categories is not None or margins is not None:
            msg = "table= has its categories and margins; give it alone, or categories= or margins= in its place."
            raise OptionError(msg)
        shares = shares_of(table, labels)
        if expected is None:
            return shares, "the table as given"
        check_share("expected", expected, low=-1.0)
        return at_kappa(shares, expected, weights), "with the margins of the table"
    if expected is None:
        raise OptionError("say which kappa is expected: give expected= or table=.")
    check_share("expected", expected, low=-1.0)
    r, c = assumed_margins(margins, categories)
    shares = at_kappa(independent(r, c, labels), expected, weights)
    if margins is None:
        return shares, f"{len(r)} categories that both use alike, disagreement like chance"
    shown = " / ".join(
        ", ".join(f"{share:.3g}" for share in side) for side in ((r,) if np.array_equal(r, c) else (r, c))
    )
    return shares, f"shares of the categories {shown}, disagreement like chance"


def _weighted(weights: KappaWeights) -> str:
    if weights is None:
        return "a kappa"
    return f"a {weights} weighted kappa" if isinstance(weights, str) else "a weighted kappa"


def _limits(
    table: Counts, weights: KappaWeights, value: float, variance: float, method: str, aim: Aim, n: float, rows: float
) -> Limits:
    """The interval of n rows in a table as assumed."""
    if method == "score":
        return _score_limits(n * np.asarray(table.table)[None], table, weights, aim, n)
    low, high = SCALES[method].limits(np.array(value), np.array(math.sqrt(variance / rows)), aim.z(n))
    return np.maximum(low, -1.0), np.minimum(high, 1.0)


def assumed_margins(margins: Any, categories: int | None) -> tuple[FloatArray, FloatArray]:
    """
    Return how often each rater uses each category: as given, one list for both or one each, or all alike.

    Raises
    ------
    OptionError
        If these are not shares that sum to one.
    """
    if margins is None:
        size = 2 if categories is None else categories
        if isinstance(size, bool) or not isinstance(size, int) or size < 2:
            msg = f"categories is how many categories there are, a whole number of at least 2, not {categories!r}."
            raise OptionError(msg)
        return (np.full(size, 1 / size),) * 2
    expected = "K >= 2 shares above 0 that sum to one, or a pair of such lists, one a rater"
    try:
        shares = np.asarray(margins, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise OptionError(f"margins must be {expected}: {error}") from error
    shares = np.stack([shares, shares]) if shares.ndim == 1 else shares
    pair = shares.ndim == 2 and len(shares) == 2 and shares.shape[1] >= 2
    if not (pair and np.isfinite(shares).all() and (shares > 0).all() and (abs(shares.sum(1) - 1) <= _SUM).all()):
        raise OptionError(f"margins must be {expected}, not {margins!r:.200}.")
    if categories is not None and shares.shape[1] != categories:
        msg = f"margins holds {shares.shape[1]} shares and categories is {categories}; one of them is enough."
        raise OptionError(msg)
    r, c = (side / side.sum() for side in shares)
    return r, c


def shares_of(table: Any, labels: Sequence[Label] | None) -> Counts:
    """Return a table of counts, or of shares that sum to one, as shares."""
    counts = table if isinstance(table, Counts) else Counts.from_table(table, labels)
    if counts.table.ndim != 2:
        raise OptionError(f"table must be one table, not a stack of {len(counts.table)}.")
    cells = np.asarray(counts.table, np.float64)
    total = float(cells.sum())
    whole = bool((cells == np.round(cells)).all())
    if total <= 0 or not (whole or abs(total - 1) <= _SUM):
        raise OptionError(f"table must hold numbers of rows, or shares that sum to one; these sum to {total:g}.")
    return Counts(cells / total, counts.labels, ordered=True)


def kappa_of(shares: Counts, weights: KappaWeights) -> float:
    """Take kappa of a table of shares; raise where it has none."""
    outcome = cohen_kappa.outcome(shares, weights=weights)
    if outcome.reason is not None:
        raise OptionError(f"the assumed table has no kappa: {outcome.reason}.")
    return float(outcome.value)


def independent(r: FloatArray, c: FloatArray, labels: Sequence[Label] | None) -> Counts:
    """Return the table of raters who judge independently."""
    names = tuple(range(len(r))) if labels is None else tuple(labels)
    return Counts.from_table(np.outer(r, c), names)


def at_kappa(shares: Counts, kappa: float, weights: KappaWeights) -> Counts:
    """
    Return a table of the same margins with this kappa.

    All tables between two of the same margins have them too, and their kappa runs straight from one to the other. So a
    smaller kappa is reached towards the table of independent raters, and a larger one towards that of the best
    agreement that the margins allow. For equal margins that is the model of a common correlation, in which raters
    agree by insight with probability kappa and otherwise judge independently (Bloch & Kraemer 1989, Biometrics
    45:269). Two categories leave no choice.
    """
    cells = np.asarray(shares.table)
    r, c = cells.sum(1), cells.sum(0)
    chance, now = np.outer(r, c), kappa_of(shares, weights)
    if now > _NONE and kappa <= now:
        mixed = chance + (cells - chance) * (kappa / now)
    else:
        start, base = (chance, 0.0) if now <= _NONE else (cells, now)
        best, most = _best(r, c, shares.labels, weights)
        if kappa > most + 1e-12:
            msg = f"margins like these allow a kappa of at most {most:.3f}, not {kappa:g}: they differ too much."
            raise OptionError(msg)
        mixed = start + (best - start) * ((kappa - base) / (most - base)) if most > base else start
    if mixed.min() < -1e-12:
        raise OptionError(f"a kappa of {kappa:g} does not exist with these margins; give table=.")
    return Counts(np.maximum(mixed, 0.0), shares.labels, ordered=True)


def unit_variance(shares: Counts, weights: KappaWeights) -> float:
    """Return the variance of kappa times the number of rows: the delta method for a multinomial table."""
    cells = np.flatnonzero(shares.table)
    psi = cell_influence(lambda state: cohen_kappa.formula(state, weights=weights), shares, cells)
    variance = float(shares.table.ravel()[cells] @ psi**2)
    return variance if variance > _FIXED else 0.0


def _best(r: FloatArray, c: FloatArray, labels: tuple[Label, ...], weights: KappaWeights) -> tuple[FloatArray, float]:
    """Of two tables with the greatest possible agreement, the one with the larger kappa."""
    both = np.minimum(r, c)
    rest = 1 - both.sum()
    diagonal = np.diag(both) + (np.outer(r - both, c - both) / rest if rest > 1e-12 else 0.0)
    to_r, to_c = np.cumsum(r)[:, None], np.cumsum(c)[None, :]
    in_order = np.maximum(np.minimum(to_r, to_c) - np.maximum(to_r - r[:, None], to_c - c[None, :]), 0.0)
    candidates = [(table, kappa_of(Counts(table, labels, ordered=True), weights)) for table in (diagonal, in_order)]
    return max(candidates, key=lambda candidate: candidate[1])
