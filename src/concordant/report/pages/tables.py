"""The tables of a page as blocks, and how its numbers were computed, in a sentence for a paper."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from concordant.documents.blocks import Block, Table, some
from concordant.figures.thinning import SliderThresholds, thresholds_of
from concordant.report.groups import group_text
from concordant.report.records import AgainstRest, ClassMetric, Groups, Result
from concordant.report.text import Notes, limits_of, meaning_of
from concordant.result.comparisons import p_text
from concordant.result.wording import count, level_text, limits_text, number, percent, signed
from concordant.states import BucketCurve, Counts, Curve

if TYPE_CHECKING:
    from concordant.report.evaluation import Evaluation

_LABEL = 40  # characters


def metrics_table(results: Sequence[Result], level: float | None, notes: Notes) -> Table:
    """Value, interval, and what each metric says, under the headings of the page."""
    rows: list[tuple[str, ...]] = []
    for heading, group in groupby(results, key=lambda one: one.heading):
        rows.append((heading,))
        for one in group:
            limits = [] if level is None else [f"{limits_of(one)} {notes.mark(one.doubt)}".strip()]
            rows.append((one.title, one.shown, *limits, meaning_of(one)))
    head = ("metric", "value", *([] if level is None else [level_text(level)]), "what it says")
    return Table(head, tuple(rows), words=True, stacks=True)


def metrics_blocks(results: Sequence[Result], level: float | None) -> tuple[Block, ...]:
    """The table of the metrics and the notes on it."""
    notes = Notes()
    return some(metrics_table(results, level, notes), notes.block())


def results_table(results: Sequence[Result], level: float | None) -> Table:
    """The metrics with their intervals, to take along."""
    head = ("metric", "value", *([] if level is None else [level_text(level)]))
    limits = [() if level is None else (limits_of(one),) for one in results]
    return Table(head, tuple((one.title, one.shown, *within) for one, within in zip(results, limits, strict=True)))


def classes_table(page: Evaluation, names: Sequence[str], shown: Sequence[int]) -> Table:
    """How often each class occurs in truth and prediction, and its metrics with their intervals."""
    two = page.counts is not None
    head = ["class", "truth", "share", *(["predicted", "share"] if two else []), *(one.title for one in page.per_class)]
    shares = list(page.balance.values())
    rows = []
    for k in shown:
        share = shares[k]
        row = [names[k], count(share.true), percent(share.true_share)]
        if share.predicted is not None and share.predicted_share is not None:
            row += [count(share.predicted), percent(share.predicted_share)]
        rows.append((*row, *(_of_class(metric, k) for metric in page.per_class)))
    return Table(tuple(head), tuple(rows), stacks=True)


def _of_class(metric: ClassMetric, index: int) -> str:
    """The value of a class, and its interval in brackets."""
    value = metric.values[index]
    if math.isnan(value):
        return "undefined"
    within = "" if metric.intervals is None else limits_text(metric.intervals[index], 3)
    return f"{number(value)} ({within})" if within else number(value)


def class_notes(page: Evaluation) -> Iterator[str]:
    """Why values of classes are undefined, and how their intervals are to be read."""
    for metric in page.per_class:
        for reason in (metric.reason, metric.doubt):
            if reason is not None:
                yield f"{metric.title}: {reason}"
    intervals = [interval for metric in page.per_class for interval in metric.intervals or ()]
    if intervals:
        share = 100 * (page.level or 0)
        ways = {interval.simultaneous for interval in intervals if interval.simultaneous}
        yield f"In brackets: the {share:g} % confidence interval of each class."
        if ways:
            yield f"The intervals of all classes of a metric hold at once in {share:g} % of samples ({ways.pop()})."


def matrix_table(counts: Counts, names: Sequence[str], shown: Sequence[int]) -> Table:
    """The confusion matrix with its sums."""
    cells = counts.among(shown)
    among = len(shown) == len(names)
    rows = [[names[i], *map(count, row)] for i, row in zip(shown, cells.tolist(), strict=True)]
    head = ["truth", *(names[k] for k in shown)]
    if among:
        head.append("total")
        rows = [[*row, count(total)] for row, total in zip(rows, cells.sum(1).tolist(), strict=True)]
        rows.append(["total", *map(count, cells.sum(0).tolist()), count(cells.sum().item())])
    caption = "Confusion matrix (rows: truth, columns: prediction)"
    return Table(tuple(head), tuple(map(tuple, rows)), caption, total=among)


def group_tables(groups: Groups, level: float | None) -> tuple[Block, ...]:
    """One table a metric: the groups below each other and all rows last; and the notes on them."""
    notes = Notes()
    head = [groups.heading, "rows", "value"]
    head += [] if level is None else [groups.interval_heading(level)]
    head += ["difference from the rest", groups.p_heading] if groups.tested else []
    tables = []
    for index, result in enumerate(groups.overall.results):
        rows = []
        for group in groups.rows:
            own = group.results[index]
            why = "" if own.defined else notes.mark(own.reason)
            row = [group_text(group, _LABEL), count(group.n), f"{own.shown} {why}".strip()]
            row += [] if level is None else [f"{limits_of(own)} {notes.mark(own.doubt)}".strip()]
            test = group.against_rest[index] if group.against_rest else None
            row += list(_test(test, notes)) if groups.tested else []
            rows.append(tuple(row))
        tables.append(Table(tuple(head), tuple(rows), result.title, stacks=True))
    return some(*tables, notes.block())


def _test(test: AgainstRest | None, notes: Notes) -> tuple[str, str]:
    """The difference from the rest and its p-value."""
    if test is None:
        return "", ""
    mark = notes.mark(test.reason)
    if test.comparison is None or not test.tested:
        return f"no test {mark}".strip(), ""
    p_value = p_text(test.p_value).removeprefix("p = ").removeprefix("p ")
    return signed(test.comparison.difference, 3), f"{p_value} {mark}".strip()


MOST_CURVES = 20
_MOST_POINTS = 1200  # thresholds of all curves together: what keeps the file small
_MOST_THRESHOLDS = 500
CELLS = ("tp", "fp", "fn", "tn")


def curves_of(page: Evaluation, names: Sequence[str]) -> list[SliderThresholds]:
    """The curve of two classes, or of each class against the rest; none where the truth has only one side."""
    if page.curve is None:
        return []
    at, natural = page.taken.threshold, 0.5 if page.probabilities else None
    if isinstance(page.curve, (Curve, BucketCurve)):
        curve = page.curve.tied() if isinstance(page.curve, BucketCurve) else page.curve
        if not _both_sides(curve):
            return []
        points = thresholds_of(curve, _MOST_THRESHOLDS, at=natural if at is None else at, name=names[1])
        if isinstance(page.curve, BucketCurve):
            points = replace(points, of="least scores of buckets")
        return [_from_labels(points, page.counts) if at is None else points]
    shown = most_frequent(page, MOST_CURVES)
    most = min(_MOST_THRESHOLDS, _MOST_POINTS // len(shown))
    every = page.curve.binary_curves()
    return [thresholds_of(every[k], most, at=natural, name=names[k]) for k in shown if _both_sides(every[k])]


def _both_sides(curve: Curve) -> bool:
    return bool(curve.weights.any(0).all())


def _from_labels(points: SliderThresholds, counts: Counts | None) -> SliderThresholds:
    """Start at the threshold that gives the predicted labels of the page, where there is one."""
    if counts is None or len(counts.labels) != 2:
        return points
    (tn, fp), (fn, tp) = counts.table.tolist()
    wanted = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
    same = np.all([np.isclose(points.cells[cell], wanted[cell], rtol=1e-9, atol=0) for cell in CELLS], axis=0)
    return replace(points, start=int(same.argmax())) if same.any() else points


def most_frequent(page: Evaluation, most: int) -> list[int]:
    """The indices of the classes that fit, the most frequent ones, in the order of the labels."""
    rows = np.array([share.true + (share.predicted or 0) for share in page.balance.values()])
    return sorted(np.argsort(-rows, kind="stable")[:most].tolist())
