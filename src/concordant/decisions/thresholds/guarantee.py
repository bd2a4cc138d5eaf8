"""The best threshold among those whose bounds hold on new rows with a stated confidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.decisions.decision_aim import DecisionAim, aim_of
from concordant.decisions.folds import check_folds, groups_of
from concordant.decisions.thresholds.certifiable import Bound, certifiable, fewest_rows
from concordant.decisions.thresholds.certified import Certified, certified
from concordant.decisions.thresholds.conditions import read_conditions
from concordant.decisions.thresholds.every_threshold import Scan, best_run, bounds_of, middle
from concordant.errors import LengthError, OptionError, WeightError
from concordant.inputs.scores import ScoreRows, check_scores, resolve_classes
from concordant.metrics.definition.metric import Metric
from concordant.metrics.ranking.curve_points import Running
from concordant.metrics.ranking.operating_points import point_at
from concordant.result.decisions import GuaranteedThreshold, HeldBound
from concordant.states import Curve
from concordant.typing import Column, FloatArray, Label, Missing


def guaranteed_threshold(
    y_true: Column,
    y_score: Column,
    constraint: Any,
    *,
    confidence: float = 0.95,
    metric: Metric | str | None = None,
    cost: Any = None,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    cluster: Column | None = None,
    seed: int = 0,
    **options: Any,
) -> GuaranteedThreshold:
    """
    Find a threshold whose recall, precision or other rate keeps its bound on new rows, with a stated confidence.

    A threshold that just meets ``recall >= 0.9`` on some rows misses it on new ones about every second time. The
    threshold that is found here misses it in at most a share ``1 - confidence`` of samples, whatever the distribution
    of the scores.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two classes.
    y_score : array-like of shape (n,)
        Scores, higher for the positive class; infinite ones are allowed. They come from a model that did not see these
        rows.
    constraint : str, mapping, or list of them
        What must hold on new rows: ``"recall >= 0.9"``, ``"recall >= 0.9 and precision >= 0.5"``,
        ``{"false_positive_rate": (None, 0.05)}``. Rates that are a share of rows, or a function of one, can be bounded:
        recall, specificity, precision, negative_predictive_value, accuracy, f1, jaccard, predicted_prevalence, and the
        error rates that complement them.
    confidence : float
        The share of samples in which all bounds must hold on new rows.
    metric : Metric or str, optional
        The metric that chooses among the certified thresholds, as in `best_threshold`. Default: the highest of
        them if the first bound is one that high thresholds miss (recall, negative_predictive_value), the lowest if it
        is one that low thresholds miss (specificity, precision), else the best for the metric of that bound.
    cost : mapping or array-like of shape (2, 2), optional
        Prices as `expected_cost` takes them; the expected cost is then minimised.
    labels : sequence of two labels, optional
        The negative and the positive class.
    pos_label : label, optional
        The positive class.
    sample_weight : array-like of shape (n,), optional
        Refused unless all weights that are not 0 are equal: the tests count rows. A row of weight 0 is absent.
    missing : {"raise", "drop"}
        What to do with missing labels and NaN scores.
    cluster : array-like of shape (n,), optional
        Refused if several rows belong to one cluster: the tests count independent rows.
    seed : int
        Fixes which rows are set aside, for bounds that need that; see the notes.
    **options
        Options of the metric, such as ``beta=2`` of `f_beta`.

    Returns
    -------
    GuaranteedThreshold
        The threshold, all certified thresholds, and what each bound was tested on.

    Raises
    ------
    OptionError
        If no threshold can be certified; the message says what can be.

    Notes
    -----
    At one threshold each rate is a binomial share of independent rows, so there is an exact p-value for "the bound is
    missed". Recall, specificity and predicted prevalence move in one direction only: the certified thresholds end at
    an order statistic, Wilks's tolerance limit. With k positive rows, ``recall >= r`` can be certified if
    ``r ** k <= 1 - confidence``.

    Precision, negative predictive value, accuracy, F1 and Jaccard can rise and fall. They are tested along sequences of
    falling thresholds (rising ones for the negative predictive value), which end at the first p-value that is too
    great; the sequences start at the scores of ``sqrt(n)`` rows (at most 1,000), which are drawn at random, set aside
    and not tested, and share the error. Bounds of several kinds share the error equally.

    The confidence is one over samples: the threshold of one sample keeps its bounds or not. New rows must come from the
    same population, and rows must be independent. The metric that chooses among certified thresholds costs nothing: all
    certified thresholds keep the bounds together.

    References
    ----------
    Angelopoulos, Bates, Candes, Jordan & Lei (2025), Learn then test: calibrating predictive algorithms to achieve risk
    control, Annals of Applied Statistics 19, arXiv:2110.01052. Wilks (1941), Determination of sample sizes for setting
    tolerance limits, Annals of Mathematical Statistics 12:91. Clopper & Pearson (1934), Biometrika 26:404.

    See Also
    --------
    best_threshold : The best threshold with bounds that hold on these rows.

    Examples
    --------
    >>> import numpy as np
    >>> from concordant import best_threshold, guaranteed_threshold
    >>> rng = np.random.default_rng(0)
    >>> truth = rng.random(1000) < 0.2
    >>> score = rng.normal(size=1000) + 2 * truth
    >>> sure = guaranteed_threshold(truth, score, "recall >= 0.9")
    >>> round(sure.threshold, 2), round(sure.point.recall, 3)
    (0.6, 0.938)
    >>> round(best_threshold(truth, score, "precision", constraint="recall >= 0.9").threshold, 2)
    0.72
    """
    level = round(1 - _check_confidence(confidence), 15)
    aim = None if metric is None and cost is None and not options else aim_of(metric, cost, options)
    check_folds(None, seed)
    rows = check_scores(
        y_true, y_score, labels=labels, pos_label=pos_label, sample_weight=sample_weight, missing=missing
    )
    if not rows.binary:
        msg = "guaranteed_threshold takes one column of scores of two classes."
        raise LengthError(msg)
    _check_clusters(cluster, rows)
    rows = _unweighted(rows)
    curve = Curve.from_rows(rows)
    if rows.assumed and curve.classes != rows.classes:
        rows = resolve_classes(rows)
    scan = Scan.of(curve)
    conditions = read_conditions(constraint, None, 1, float(curve.n))
    if not conditions:
        msg = 'say what must hold on new rows: constraint="recall >= 0.9", for example.'
        raise OptionError(msg)
    bounds = certifiable(conditions, curve.classes)
    if aim is not None:
        aim.outcome(scan.table(0))  # refuses options that do not fit
    parts = certified(rows, curve.classes, scan, bounds, level, seed)
    allowed = scan.allowed(()) & np.all([part.places for part in parts], axis=0)
    if not allowed.any():
        raise OptionError(_uncertified(scan, parts, confidence))
    return _result(scan, bounds, parts, allowed, aim, {"confidence": float(confidence), "seed": int(seed)})


def _check_confidence(confidence: Any) -> float:
    if isinstance(confidence, bool) or not isinstance(confidence, (int, float)) or not 0 < confidence < 1 - 1e-12:
        msg = f"confidence must be a share of samples between 0 and 1, such as 0.95, not {confidence!r}."
        raise OptionError(msg)
    return float(confidence)


def _check_clusters(cluster: Column | None, rows: ScoreRows) -> None:
    groups = groups_of(cluster, rows)
    if groups is not None and groups[1] < len(rows.scores):
        msg = (
            f"the tests count independent rows, and these {len(rows.scores)} rows lie in {groups[1]} clusters. Give "
            "one row of each cluster, drawn at random; or ask best_threshold, which allows for clusters."
        )
        raise OptionError(msg)


def _unweighted(rows: ScoreRows) -> ScoreRows:
    """The rows without weights, which are all equal."""
    if rows.weights is None:
        return rows
    weights = rows.weights  # none is zero: such rows are absent
    if len(weights) and (weights != weights[0]).any():
        msg = (
            "the tests count rows, so all rows must weigh the same; these weigh from "
            f"{weights.min():g} to {weights.max():g}. Repeat rows that stand for several, or leave the weights out."
        )
        raise WeightError(msg)
    return replace(rows, weights=None)


def _result(
    scan: Scan,
    bounds: tuple[Bound, ...],
    parts: list[Certified],
    allowed: npt.NDArray[np.bool_],
    aim: DecisionAim | None,
    given: dict[str, Any],
) -> GuaranteedThreshold:
    goal, values = _goal(scan, bounds[0], aim)
    run = best_run(values, allowed, scan)
    if run is None:
        name = bounds[0].condition.name if aim is None else aim.metric.name
        msg = f"{name} is undefined at every certified threshold."
        raise OptionError(msg)
    threshold = middle(scan, run)
    place = min(max(scan.place_of(threshold), run.start), run.end)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], allowed, [False]]).astype(np.int8))).reshape(-1, 2)
    ends = [bounds_of(scan, replace(run, start=int(start), end=int(after) - 1)) for start, after in edges]
    low, high = ends[int(np.searchsorted(edges[:, 0], place, side="right")) - 1]
    counts = scan.table(len(scan.scores))
    asked = " and ".join(bound.condition.text for bound in bounds)
    best = aim if aim is not None else (bounds[0].condition.aim if goal == "value" else None)
    choice = goal if best is None else best.metric.signature(counts, **best.options)
    return GuaranteedThreshold(
        threshold=threshold,
        bounds=tuple(_held(bound, parts, threshold) for bound in bounds),
        low=low,
        high=high,
        intervals=tuple(ends),
        point=point_at(Running(np.full(len(scan.fp), threshold, dtype=np.float64), scan.fp, scan.tp), place),
        metric=None if best is None else best.metric.name,
        best_of=goal,
        value=float("nan") if best is None else float(best.values(scan.tables(slice(place, place + 1)))[0]),
        aside=int(_rows_of(scan) - min(_rows_of(part.scan) for part in parts)),
        n=float(counts.n),
        classes=(scan.classes[0], scan.classes[1]),
        signature=f"{choice}|{asked}|confidence:{given['confidence']:g}",
        **given,
    )


def _goal(scan: Scan, first: Bound, aim: DecisionAim | None) -> tuple[str, FloatArray]:
    """What the certified thresholds are compared by: greater is better."""
    if aim is not None:
        return "value", aim.sign * scan.values(aim)
    places = np.arange(len(scan.fp), dtype=np.float64)
    if first.kind in ("falls", "below"):
        return "highest", -places
    if first.kind in ("rises", "above"):
        return "lowest", places
    sign = 1 if ">" in first.condition.comparison else -1
    return "value", sign * scan.values(first.condition)


def _rows_of(scan: Scan) -> int:
    """How many rows a scan has."""
    return int(scan.fp[-1] + scan.tp[-1])


def _held(bound: Bound, parts: list[Certified], threshold: float) -> HeldBound:
    part = next(part for part in parts if bound in part.bounds)
    at = part.scan.table(part.scan.place_of(threshold))
    wanted, whole = bound.rows(at)
    return HeldBound(
        bound.condition.text,
        float(bound.condition.values(at)),
        float(wanted),
        float(whole),
        float(bound.p_values(at)),
        part.level,
    )


def _uncertified(scan: Scan, parts: list[Certified], confidence: float) -> str:
    """Say what each kind of bounds can have certified, or that they do not meet."""
    asked = " and ".join(bound.condition.text for part in parts for bound in part.bounds)
    sure = f"with a confidence of {100 * confidence:g} %"
    failed = [part for part in parts if not (part.places & scan.allowed(())).any()]
    if not failed:
        each = "; ".join(
            f"{' and '.join(bound.condition.text for bound in part.bounds)} from {_lowest(scan, part):.6g} up to "
            f"{_highest(scan, part):.6g}"
            for part in parts
        )
        return f"no threshold has {asked} {sure}; certified are thresholds for {each}: none for all."
    said = "; ".join(_reach(bound, part) for part in failed for bound in part.bounds)
    return f"no threshold has {asked} {sure}: {said}."


def _lowest(scan: Scan, part: Certified) -> float:
    place = int(np.flatnonzero(part.places & scan.allowed(()))[-1])
    return float(scan.scores[place - 1]) if place else float("inf")


def _highest(scan: Scan, part: Certified) -> float:
    place = int(np.flatnonzero(part.places & scan.allowed(()))[0])
    return float(scan.scores[place - 1]) if place else float("inf")


def _reach(bound: Bound, part: Certified) -> str:
    """The most demanding bound that could be certified, and how many rows this one needs."""
    name, places = bound.condition.name, part.starts
    stack = part.scan.of_tables(lambda tables: np.asarray(bound.rows(tables)[1], np.float64))
    rows = int(stack[places].max()) if len(places) else 0
    if not rows:
        return f"there are no rows to test {name} on"
    limits = part.scan.of_tables(lambda tables: bound.limits(tables, part.level))[places]
    best = bound.condition.nearest(limits)
    extreme = "greatest" if ">" in bound.condition.comparison else "least"
    about = "" if bound.kind in ("falls", "rises") else "about "  # its own bound would start elsewhere
    said = f"the {extreme} {name} that these rows certify is {about}{best:.6g}"
    if bound.null >= 1:
        return said
    return f"{said}, from at most {rows:,} rows; at least {fewest_rows(bound.null, part.level):,} are needed"
