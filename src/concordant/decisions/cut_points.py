"""`ordinal_cut_points`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.decisions.aim import check_undefined, warn_or_raise
from concordant.decisions.columns import columns_in, read_by_roles
from concordant.decisions.cut_search import Chosen, CutAim, Method, choose, cut_aim, ratings
from concordant.decisions.search import Deal, HeldOut, groups_of, held_out
from concordant.inputs.arrays import refuse_other_order
from concordant.inputs.scores import ScoreRows, check_ordinal_scores
from concordant.metrics.definition.metric import Metric
from concordant.names import require_choice
from concordant.result.decisions import CutPoints
from concordant.sources.files import Progress
from concordant.sources.source import InFiles, rows_placed
from concordant.typing import Column, FloatArray, Frame, KappaWeights, Label, Missing


def ordinal_cut_points(
    y_true: Column,
    y_score: Column,
    metric: Metric | str | None = None,
    *,
    weights: KappaWeights = "quadratic",
    method: Method = "smooth",
    cost: Any = None,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    undefined: Literal["nan", "raise"] = "nan",
    cv: int | Column | None = 5,
    seed: int = 0,
    cluster: Column | None = None,
    data: Frame | InFiles | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> CutPoints:
    """
    Find the cut points on a score that give its ordered labels the best value of a metric.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels with an order: numbers, an ordered categorical, or text with `labels` declared.
    y_score : array-like of shape (n,)
        Scores that rise with the labels, on any scale; infinite ones are allowed.
    metric : Metric or str, optional
        Default: `cohen_kappa`, or `expected_cost` where `cost` is given. Also `accuracy`, `zero_one_loss`,
        `balanced_accuracy`, `mean_absolute_error`, `f1` (macro) and `matthews_correlation`.
    weights : {"quadratic", "linear", ...}, array-like of shape (K, K), or None
        Weights of the kappa, as `cohen_kappa` takes them; other metrics have none.
    method : {"smooth", "exact"}
        - ``"exact"``: the cut points with the best value on these rows, over all cut points;
        - ``"smooth"``: those that are best for a smooth estimate of the truth given the score. On new rows they are
          mostly a little better, and much steadier: use them to predict. The best value is found and reported as well.
    cost : mapping or array-like of shape (K, K), optional
        Prices as `expected_cost` takes them; the expected cost is then minimised.
    labels : sequence, optional
        All labels in their order, that of the lowest scores first. Labels that do not occur may be given, too.
    sample_weight : array-like of shape (n,), optional
        One weight a row, finite and not negative; a row of weight 0 is absent.
    missing : {"raise", "drop"}
        What to do with missing labels and NaN scores.
    undefined : {"nan", "raise"}
        What to do if the metric is undefined at the cut points: NaN with a warning that says why, or an error.
    cv : int, array-like of shape (n,) or None
        The number of folds of the cross-validation, or the fold of each row, as of the models that gave the scores
        (`fold_cut_points` of the result are in the sorted order of the folds); None for no cross-validation. The labels
        that the rows get from the cut points of the other folds are ``out_of_fold.labels`` of the result.
    seed : int
        Fixes which row is in which fold.
    cluster : array-like of shape (n,), optional
        Which rows belong together (of one patient, say): they stay in one fold, and the standard error allows for it.
    data : frame, Scan, str, Path, or list of paths, optional
        A frame, or files (see `concordant.scan`); the columns are then given by name, and read as a whole.
    progress : callable, optional
        Called with how far the reading has got: rows, and of how many (None where that is not known).
    **options
        Options of the metric.

    Returns
    -------
    CutPoints
        The cut points, their value on these rows and on rows that did not choose them, the optimum and an upper bound.
        If the truth has one label only, a kappa is undefined: NaN, and every row gets that label.

    Raises
    ------
    LabelOrderError
        If the labels have no order.
    OptionError
        If cut points cannot be found for this metric; the message names those for which they can.

    Notes
    -----
    The optimum is exact: of quadratic kappa from the isotonic regression of the truth on the score in one pass after
    the sort; of other kappas and costs by dynamic programming, O(m K) for m distinct scores; of Matthews correlation by
    a search over such programmes; of macro F1 over all pairs of places, O(m^2 K), for up to 10,000 places where a cut
    can be best, else between 5,000 groups of scores, which `exactness` then says.

    There is no interval for the cut points. They converge slower than the square root of n, and the ordinary bootstrap
    is not valid for them (Peng et al. 2016); the cross-validated value has a standard error instead, and
    `fold_cut_points` show how much the cut points move.

    References
    ----------
    Dinkelbach (1967), On nonlinear fractional programming, Management Science 13:492. Ayer et al. (1955), An empirical
    distribution function for sampling with incomplete information, Annals of Mathematical Statistics 26:641. Peng,
    Manatunga, Wang, Guo & Rahman (2016), Journal of Statistical Planning and Inference 172.

    Examples
    --------
    >>> from concordant.decisions import ordinal_cut_points
    >>> truth = [1, 1, 2, 1, 2, 3, 2, 3, 3]
    >>> score = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
    >>> cuts = ordinal_cut_points(truth, score, method="exact", cv=None)
    >>> [round(cut, 3) for cut in cuts.cut_points], round(cuts.value, 4)
    ([0.45, 0.55], 0.8571)
    >>> cuts.predict([0.0, 0.5, 1.0]).tolist()
    [1, 2, 3]
    """
    aim = checked_cut_aim(metric, weights, cost, options, method)
    check_undefined(undefined)
    deal = Deal.of(cv, seed)
    truth = y_true
    if data is not None:
        columns = (y_true, y_score, sample_weight, cluster, deal.column)
        data = read_by_roles(data, *columns, declared=labels)
        y_true, y_score, sample_weight, cluster, fold = columns_in(data, columns, progress)
        deal = replace(deal, column=fold)
    with rows_placed(data, truth):
        rows = check_ordinal_scores(y_true, y_score, labels=labels, sample_weight=sample_weight, missing=missing)
    refuse_other_order(y_true, (cluster, deal.column), ("cluster", "cv"))
    return cut_points_of_rows(rows, aim, method, deal=deal, cluster=cluster, undefined=undefined)


def checked_cut_aim(metric: Any, weights: KappaWeights, cost: Any, options: Mapping[str, Any], method: Any) -> CutAim:
    """Check the metric, its options and the method."""
    require_choice("method", method, ("smooth", "exact"))
    return cut_aim(metric, weights, cost, options)


def cut_points_of_rows(
    rows: ScoreRows,
    aim: CutAim,
    method: Method,
    *,
    deal: Deal,
    cluster: Column | None,
    undefined: Literal["nan", "raise"] = "nan",
    copies: float = 1.0,
) -> CutPoints:
    """
    Find the cut points on checked rows, of which each may come in several copies, as repeated folds bring it.

    Copies say nothing new of the truth, so a smooth estimate must not follow them as it would as many rows; `cluster`
    tells which copies belong together.
    """
    groups = groups_of(cluster, rows)

    def choose_cuts(others: ScoreRows) -> FloatArray | None:
        return choose(others, aim, method, judge=False, copies=copies).rule

    judge = partial(held_out, rows, choose_cuts, ratings, deal=deal, groups=groups, lacking="there are no rows")
    return _decided(aim, method, choose(rows, aim, method, copies=copies), undefined, judge if deal.judges else None)


def _decided(
    aim: CutAim,
    method: Method,
    chosen: Chosen,
    undefined: Literal["nan", "raise"],
    judge: Callable[[], HeldOut[FloatArray]] | None,
) -> CutPoints:
    """Compute the metric at the chosen cut points, and judge the choice if that is wanted."""
    goal, best = aim.aim, chosen.best
    outcome = goal.outcome(chosen.counts)
    value = float(outcome.value)
    held: HeldOut[FloatArray] = HeldOut()
    if np.isnan(value):
        warn_or_raise(undefined, f"{goal.metric.name}: {outcome.reason}")
    elif judge is not None and len(chosen.counts.labels) > 1:
        held = judge()
    optimum = float(goal.outcome(chosen.optimal).value)
    fields = held.fields(goal, value)
    return CutPoints(
        cut_points=tuple(chosen.cuts.tolist()),
        labels=chosen.counts.labels,
        value=value,
        optimum=optimum,
        upper_bound=optimum if best is None or np.isnan(best.bound) else best.bound,
        certificate="there is nothing to choose" if best is None else best.certificate,
        method=method,
        exactness="grid" if best is not None and best.grid else "exact",
        groups=chosen.scores if best is None or not best.grid else best.grid,
        fold_cut_points=tuple(tuple(cuts.tolist()) for cuts in held.rules),
        n=float(chosen.counts.n),
        metric=goal.metric.name,
        better="higher" if goal.sign > 0 else "lower",
        signature=f"{goal.metric.signature(chosen.counts, **goal.options)}|method:{method}",
        **{**fields, "reason": outcome.reason or fields["reason"]},
    )


def margins_of(cut_points: FloatArray, scores: npt.NDArray[np.generic]) -> FloatArray:
    """
    Return the distance of each score to the nearer end of the interval of each label, negative outside.

    The greatest of a row stands at the label that the cut points give it: a score at a cut belongs to the label above,
    so distances are taken from the number just below the cut. Of two labels the distance to the only cut.

    Parameters
    ----------
    cut_points : ndarray of shape (K - 1,)
        They do not fall; they may be infinite.
    scores : ndarray of shape (n,)
        Scores, infinite ones too.

    Returns
    -------
    ndarray of shape (n, K), or (n,) if K = 2
    """
    column = np.asarray(scores, dtype=np.float64)
    below = np.nextafter(cut_points, -np.inf)
    with np.errstate(invalid="ignore", over="ignore"):  # of equal infinities; distances beyond the range
        above = column[:, None] - below
    reached = (column[:, None] >= cut_points) & (cut_points < np.inf)  # as `CutPoints.predict` has it
    above = np.where(np.isnan(above) | np.isinf(above), np.where(reached, np.inf, -np.inf), above)
    if len(cut_points) == 1:
        return np.asarray(above[:, 0])
    ends = np.full((len(column), 1), np.inf)
    margins: FloatArray = np.minimum(np.hstack([ends, above]), np.hstack([-above, ends]))
    return margins
