"""`guaranteed_threshold`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, inf, isqrt, log
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.decisions.aim import Condition, DecisionAim, aim_of, read_conditions
from concordant.decisions.columns import columns_in, read_by_roles
from concordant.decisions.search import ThresholdTable, bounds_of, check_folds, groups_of, middle, optimum_of
from concordant.errors import LengthError, OptionError, WeightError
from concordant.inference.quantiles import special, upper_tail
from concordant.inputs.arrays import refuse_other_order
from concordant.inputs.scores import ScoreRows, check_scores, resolve_classes
from concordant.metrics.definition.facts import Share
from concordant.metrics.definition.metric import Metric
from concordant.metrics.ranking.curve_points import Running
from concordant.metrics.ranking.operating_points import point_at
from concordant.result.decisions import GuaranteedThreshold, HeldBound
from concordant.sources.source import InFiles, rows_placed
from concordant.states import Counts, Curve
from concordant.typing import Column, FloatArray, Frame, IntArray, Label, Missing

# What certifies a bound as the threshold rises. "falls" and "rises": a share of rows that do not depend on the
# threshold, such as recall and specificity, so that the certified thresholds are all below, or above, one of them.
# "above", "below", "both": a share of the rows on one side, or on both, which can rise and fall.
Kind = Literal["falls", "rises", "above", "below", "both"]

MOST_ASIDE = 1_000  # rows that give starts
_RATIO = 3  # of the rows beyond one start and the next
_SPARE = 1.5  # a start is worth its share of the level if so many times the fewest rows are expected beyond it
_CELLS = np.array([[[1, 0], [0, 0]], [[0, 1], [0, 0]], [[0, 0], [1, 0]], [[0, 0], [0, 1]]])  # tn, fp, fn, tp
_STEPS = 200  # of a bisection: to the last digit


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
    data: Frame | InFiles | None = None,
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
    data : frame, Scan, str, Path, or list of paths, optional
        A frame, or files (see `concordant.scan`); the columns are then given by name, and read as a whole.
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
    if isinstance(confidence, bool) or not isinstance(confidence, (int, float)) or not 0 < confidence < 1 - 1e-12:
        raise OptionError(f"confidence must be a share of samples between 0 and 1, such as 0.95, not {confidence!r}.")
    level = round(1 - float(confidence), 15)
    aim = None if metric is None and cost is None and not options else aim_of(metric, cost, options)
    check_folds(None, seed)
    truth = y_true
    names: Any = {"labels": labels, "pos_label": pos_label}
    if data is not None:
        columns = (y_true, y_score, sample_weight, cluster)
        data = read_by_roles(data, *columns, None, declared=labels, pos_label=pos_label)
        y_true, y_score, sample_weight, cluster = columns_in(data, columns)
    with rows_placed(data, truth):
        rows = check_scores(y_true, y_score, sample_weight=sample_weight, missing=missing, **names)
    if not rows.binary:
        raise LengthError("guaranteed_threshold takes one column of scores of two classes.")
    refuse_other_order(y_true, (cluster,), ("cluster",))
    _check_clusters(cluster, rows)
    rows = _unweighted(rows)
    curve = Curve.from_rows(rows)
    if rows.assumed and curve.classes != rows.classes:
        rows = resolve_classes(rows)
    table = ThresholdTable.of(curve)
    conditions = read_conditions(constraint, None, 1, float(curve.n))
    if not conditions:
        raise OptionError('say what must hold on new rows: constraint="recall >= 0.9", for example.')
    bounds = tuple(_bound(condition, Counts(_CELLS, curve.classes)) for condition in conditions)
    if aim is not None:
        aim.outcome(table.counts_at(0))  # refuses options that do not fit
    parts = certified(rows, curve.classes, table, bounds, level, seed)
    allowed = table.allowed(()) & np.all([part.allowed for part in parts], axis=0)
    if not allowed.any():
        raise OptionError(_uncertified(table, parts, confidence))
    return _result(table, bounds, parts, allowed, aim, float(confidence), int(seed))


def _check_clusters(cluster: Column | None, rows: ScoreRows) -> None:
    groups = groups_of(cluster, rows)
    if groups is not None and groups[1] < len(rows.scores):
        raise OptionError(
            f"the tests count independent rows, and these {len(rows.scores)} rows lie in {groups[1]} clusters. Give "
            "one row of each cluster, drawn at random; or take best_threshold, which allows for clusters."
        )


def _unweighted(rows: ScoreRows) -> ScoreRows:
    """The rows without weights, which are all equal."""
    if rows.weights is None:
        return rows
    weights = rows.weights  # none is zero: such rows are absent
    if len(weights) and (weights != weights[0]).any():
        raise WeightError(
            "the tests count rows, so all rows must weigh the same; these weigh from "
            f"{weights.min():g} to {weights.max():g}. Repeat rows that stand for several, or leave the weights out."
        )
    return replace(rows, weights=None)


def _result(
    table: ThresholdTable,
    bounds: tuple[Bound, ...],
    parts: list[Certified],
    allowed: npt.NDArray[np.bool_],
    aim: DecisionAim | None,
    confidence: float,
    seed: int,
) -> GuaranteedThreshold:
    goal, values = _goal(table, bounds[0], aim)
    optimum = optimum_of(values, allowed, table)
    if optimum is None:
        name = bounds[0].condition.name if aim is None else aim.metric.name
        raise OptionError(f"{name} is undefined at every certified threshold.")
    threshold = middle(table, optimum)
    index = min(max(table.index_of(threshold), optimum.start), optimum.end)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], allowed, [False]]).astype(np.int8))).reshape(-1, 2)
    intervals = [bounds_of(table, replace(optimum, start=int(start), end=int(after) - 1)) for start, after in edges]
    low, high = intervals[int(np.searchsorted(edges[:, 0], index, side="right")) - 1]
    counts = table.counts_at(len(table.scores))
    best = aim if aim is not None else (bounds[0].condition.aim if goal == "value" else None)
    choice = goal if best is None else best.metric.signature(counts, **best.options)
    return GuaranteedThreshold(
        threshold=threshold,
        bounds=tuple(_held(bound, parts, threshold) for bound in bounds),
        low=low,
        high=high,
        intervals=tuple(intervals),
        point=point_at(Running(np.full(len(table.fp), threshold, dtype=np.float64), table.fp, table.tp), index),
        metric=None if best is None else best.metric.name,
        best_of=goal,
        value=float("nan") if best is None else float(best.values(table.counts_at(index))),
        aside=int(table.rows - min(part.table.rows for part in parts)),
        n=float(counts.n),
        classes=(table.classes[0], table.classes[1]),
        signature=f"{choice}|{_texts(bounds)}|confidence:{confidence:g}",
        confidence=confidence,
        seed=seed,
    )


def _goal(table: ThresholdTable, first: Bound, aim: DecisionAim | None) -> tuple[str, FloatArray]:
    """What the certified thresholds are compared by: greater is better."""
    if aim is not None:
        return "value", aim.sign * table.values(aim)
    indices = np.arange(len(table.fp), dtype=np.float64)
    if first.kind in ("falls", "below"):
        return "highest", -indices
    if first.kind in ("rises", "above"):
        return "lowest", indices
    sign = 1 if ">" in first.condition.comparison else -1
    return "value", sign * table.values(first.condition)


def _held(bound: Bound, parts: list[Certified], threshold: float) -> HeldBound:
    part = next(part for part in parts if bound in part.bounds)
    counts = part.table.counts_at(part.table.index_of(threshold))
    rows, whole = bound.rows(counts)
    value, p_value = float(bound.condition.values(counts)), float(bound.p_values(counts))
    return HeldBound(bound.condition.text, value, float(rows), float(whole), p_value, part.level)


def _uncertified(table: ThresholdTable, parts: list[Certified], confidence: float) -> str:
    """Say what each kind of bounds can have certified, or that they do not meet."""
    bounds = [bound for part in parts for bound in part.bounds]
    start = f"no threshold has {_texts(bounds)} with a confidence of {100 * confidence:g} %"
    allowed = [np.flatnonzero(part.allowed & table.allowed(())) for part in parts]
    failed = [part for part, indices in zip(parts, allowed, strict=True) if not len(indices)]
    if failed:
        return f"{start}: {'; '.join(_reach(bound, part) for part in failed for bound in part.bounds)}."
    thresholds = np.append(np.inf, table.scores)
    ranges = "; ".join(
        f"{_texts(part.bounds)} from {thresholds[indices[-1]]:.6g} up to {thresholds[indices[0]]:.6g}"
        for part, indices in zip(parts, allowed, strict=True)
    )
    return f"{start}; certified are thresholds for {ranges}: none for all."


def _texts(bounds: Sequence[Bound]) -> str:
    return " and ".join(bound.condition.text for bound in bounds)


def _reach(bound: Bound, part: Certified) -> str:
    """The most demanding bound that could be certified, and how many rows this one needs."""
    name, starts = bound.condition.name, part.starts
    whole = part.table.of_tables(lambda tables: np.asarray(bound.rows(tables)[1], np.float64))
    rows = int(whole[starts].max()) if len(starts) else 0
    if not rows:
        return f"there are no rows to test {name} on"
    limits = part.table.of_tables(lambda tables: bound.limits(tables, part.level))[starts]
    best = bound.condition.nearest(limits)
    extreme = "greatest" if ">" in bound.condition.comparison else "least"
    about = "" if bound.kind in ("falls", "rises") else "about "  # its own bound would start elsewhere
    text = f"the {extreme} {name} that these rows certify is {about}{best:.6g}"
    if bound.null >= 1:
        return text
    return f"{text}, from at most {rows:,} rows; at least {fewest_rows(bound.null, part.level):,} are needed"


# Which thresholds are certified: their bounds hold on new rows, all at once, with the stated confidence.
#
# Every bound is tested at every threshold by an exact binomial p-value, in a fixed sequence of thresholds that ends
# where the first p-value is too great. The first threshold of the sequence where the bound is false is fixed, not
# random, so that it is passed with no more than the level of the sequence, and with it anything behind it: fixed
# sequence testing, as in "learn then test" (Angelopoulos, Bates, Candes, Jordan & Lei 2025, Annals of Applied
# Statistics 19, arXiv:2110.01052). All real thresholds are in the sequence; those between two neighbouring scores have
# the same p-value.
#
# - A share of rows that the threshold does not choose, such as recall: the sequence is that of all thresholds from the
#   side where the bound holds for certain. This is the tolerance limit of Wilks (1941), Ann. Math. Statist. 12:91.
# - Other shares, such as precision: a sequence must begin where there are rows enough, and where that is must not
#   be read from the rows that are tested. A few rows, drawn at random, are set aside, and their scores are the starts
#   of several sequences, which share the level (Bonferroni).


def certified(
    rows: ScoreRows, classes: tuple[Label, ...], table: ThresholdTable, bounds: Sequence[Bound], level: float, seed: int
) -> list[Certified]:
    """Certify thresholds for every kind of bounds; the kinds share the level."""
    kinds: dict[Kind, list[Bound]] = {}
    for bound in bounds:
        kinds.setdefault(bound.kind, []).append(bound)
    level_of_kind = level / len(kinds)
    if kinds.keys() <= {"falls", "rises"}:
        tested, held_out = table, np.empty(0)
    else:  # the scores of a random few, of all classes, are the starts
        n = len(rows.scores)
        drawn = np.zeros(n, dtype=bool)
        drawn[np.random.default_rng(seed).choice(n, min(isqrt(n), MOST_ASIDE), replace=False)] = True
        others = replace(rows, y_true=rows.y_true[~drawn], scores=rows.scores[~drawn], weights=None, classes=classes)
        tested, held_out = ThresholdTable.of(Curve.from_rows(others)), np.sort(rows.scores[drawn])[::-1]
    parts = []
    for kind, members in kinds.items():
        if kind in ("falls", "rises"):
            end = np.array([len(table.fp) - 1 if kind == "falls" else table.first])
            parts.append(
                Certified(tuple(members), table, _p_values(table, members) <= level_of_kind, level_of_kind, end)
            )
        else:
            parts.append(_in_sequences(kind, members, table, tested, held_out, level_of_kind))
    return parts


@dataclass(frozen=True, slots=True)
class Certified:
    """
    The certified thresholds, for bounds of one kind.

    Attributes
    ----------
    bounds : tuple of Bound
        Bounds that are tested together: the greatest p-value counts.
    table : ThresholdTable
        The rows that were tested.
    allowed : ndarray of bool
        Which indices of the table of all rows are certified.
    level : float
        What a p-value must not exceed.
    starts : ndarray of int
        At which indices of `table` the sequences start.
    """

    bounds: tuple[Bound, ...]
    table: ThresholdTable
    allowed: npt.NDArray[np.bool_]
    level: float
    starts: npt.NDArray[np.intp]


def _p_values(table: ThresholdTable, bounds: Sequence[Bound]) -> FloatArray:
    worst: FloatArray = np.max([table.of_tables(bound.p_values) for bound in bounds], axis=0)
    return worst


def _in_sequences(
    kind: Kind,
    bounds: Sequence[Bound],
    table: ThresholdTable,
    tested: ThresholdTable,
    held_out: npt.NDArray[np.float64],
    level: float,
) -> Certified:
    """From every start to lower thresholds (for rows below: to higher ones), as long as p-values are small enough."""
    values = held_out[::-1] if kind == "below" else held_out
    ranks = _ranks(kind, bounds, len(values), tested.rows, level)
    level_of_sequence = level / max(len(ranks), 1)
    passed = _p_values(tested, bounds) <= level_of_sequence
    passed[: tested.first] = False
    below = np.searchsorted(tested.scores[::-1], table.scores, side="left")
    index = np.append(0, len(tested.scores) - below)  # of the tested rows, for each index of all rows
    certain = np.zeros(len(index), dtype=bool)
    starts = []
    for rank in ranks:
        # From a score downwards: the thresholds up to it. Upwards: those above it.
        start = table.index_of(values[rank])
        if kind == "below":
            start -= 1
            run = passed[index[start::-1]]
        else:
            run = passed[index[start:]]
        length = len(run) if run.all() else int(run.argmin())
        certain[slice(start - length + 1, start + 1) if kind == "below" else slice(start, start + length)] = True
        starts.append(int(index[start]))
    return Certified(tuple(bounds), tested, certain, level_of_sequence, np.array(starts, dtype=np.intp))


def _ranks(kind: Kind, bounds: Sequence[Bound], held_out: int, tested: int, level: float) -> list[int]:
    """
    Which of the held-out scores, from the side where rows are fewest, are starts: the 1st, 3rd, 9th, 27th, ...

    A score with too few rows beyond it to certify anything is no start. Shares of both sides start from
    both. In simulations, the powers of 2 and of 4 certified about as much.
    """
    ranks = [_RATIO**power - 1 for power in range(held_out.bit_length()) if _RATIO**power <= held_out]
    if kind == "both":
        return sorted({*ranks, *(held_out - 1 - rank for rank in ranks)})
    for skipped in range(len(ranks)):
        kept = ranks[skipped:]
        fewest = max(fewest_rows(bound.null, level / len(kept)) for bound in bounds)
        if (kept[0] + 1) * tested / (held_out + 1) >= _SPARE * fewest:
            return kept
    return ranks[-1:]


def fewest_rows(null: float, level: float) -> float:
    """Return the fewest rows that certify a share if all are as wanted: ``null ** n <= level``; inf for 1."""
    if null <= level:
        return 1
    return ceil(log(level) / log(null) - 1e-9) if null < 1 else inf


# A bound as a share of rows that must exceed a number.


def _bound(condition: Condition, cells: Counts) -> Bound:
    share = None if condition.aim is None else condition.aim.metric.share(cells, {})
    kind = None if share is None else _kind(share, cells, turned=False)
    if share is None or kind is None:
        raise OptionError(
            f"{condition.name} is not a share of rows that a threshold moves, so no exact bound is known; those that "
            "can be bounded with a confidence are recall, specificity, precision, negative_predictive_value, "
            "accuracy, f1, jaccard, predicted_prevalence, and the error rates that complement them."
        )
    worst, best = (float(share.value(np.array(end))) for end in (0.0, 1.0))
    rising = best > worst
    turned = rising != (">" in condition.comparison)
    null = _share_at(share, condition.limit, rising=rising)
    return Bound(condition, share, turned, 1 - null if turned else null, _kind(share, cells, turned=turned) or kind)


def _kind(share: Share, cells: Counts, *, turned: bool) -> Kind | None:
    """How the share moves with the threshold, or which rows it is about; None if the threshold does not matter."""
    part, whole = np.asarray(share.part(cells)), np.asarray(share.whole(cells))
    if turned:
        part = whole - part
    uncalled, called = np.array([part[[0, 2]], whole[[0, 2]]]), np.array([part[[1, 3]], whole[[1, 3]]])
    if (uncalled == called).all():
        return None
    if (uncalled[1] == called[1]).all():
        if (called[0] >= uncalled[0]).all():
            return "falls"
        return "rises" if (called[0] <= uncalled[0]).all() else "both"
    if not uncalled.any():
        return "above"
    return "both" if called.any() else "below"


def _share_at(share: Share, value: float, *, rising: bool) -> float:
    """The share at which the metric has a value, by bisection; 0 or 1 if it never has."""
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if (float(share.value(np.array(middle))) < value) == rising:
            low = middle
        else:
            high = middle
    # An end that bisection only approaches is meant; a tenth is a tenth.
    near = round(high, 15)
    exact = near in (0.0, 1.0) or float(share.value(np.array(near))) == value
    return near if exact else high


@dataclass(frozen=True, slots=True)
class Bound:
    """
    One bound, as a share of rows that must exceed a number.

    Attributes
    ----------
    condition : Condition
        What was asked.
    share : Share
        The share of rows that the metric is a function of.
    turned : bool
        Whether the rows that are not in the part count, as for an upper bound.
    null : float
        The share that must be exceeded.
    kind : str
        How it depends on the threshold.
    """

    condition: Condition
    share: Share
    turned: bool
    null: float
    kind: Kind

    def rows(self, stack: Counts) -> tuple[IntArray, IntArray]:
        """How many rows are as the bound wants them, and of how many, for every table of a stack."""
        part, whole = np.asarray(self.share.part(stack)), np.asarray(self.share.whole(stack))
        return (whole - part if self.turned else part), whole

    def p_values(self, stack: Counts) -> FloatArray:
        """P(so many rows are as wanted or more) if the share is that which must be exceeded; 1 where there are none."""
        part, whole = self.rows(stack)
        return upper_tail(part, whole, self.null)

    def limits(self, stack: Counts, level: float) -> FloatArray:
        """The most demanding bounds that one test at this level would certify (Clopper & Pearson 1934)."""
        part, whole = (np.asarray(rows, np.float64) for rows in self.rows(stack))
        with np.errstate(invalid="ignore"):
            low = special().betaincinv(np.maximum(part, 1), whole - part + 1, level)
        share = np.where(part > 0, low, 0.0)
        return np.asarray(self.share.value(1 - share if self.turned else share), np.float64)
