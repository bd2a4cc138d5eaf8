"""Group by group, and each against the rest."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from concordant.errors import ConcordantError, IntervalWarning, OptionError, UndefinedMetricWarning
from concordant.inference.comparisons.difference import adjusted
from concordant.inference.intervals.simultaneous import bonferroni_level, sidak_level
from concordant.inputs.encoding import refuse_continuous
from concordant.inputs.label_values import Encoded
from concordant.metrics.definition.registry import get
from concordant.report.choices import GROUPS, Choice
from concordant.report.records import SMALL, AgainstRest, GroupOfRows, Groups, Result, Taken
from concordant.report.results import result_of
from concordant.report.rows import Material
from concordant.report.scoring import Rows as ScoringRows
from concordant.report.task import Task
from concordant.report.uncertainty import Uncertainty, columns_of
from concordant.result import Interval
from concordant.result.comparisons import ADJUSTED, Adjust, Comparison
from concordant.result.intervals import Simultaneous
from concordant.result.wording import label_text, quoted, quoted_list
from concordant.sources.buckets import BucketStack
from concordant.sources.scores import MOST_GROUPS, ScoredGroup
from concordant.states import Counts, CurveStack
from concordant.typing import Label

_COLUMNS = 4


@dataclass(frozen=True, slots=True)
class Chances:
    """
    The intervals and tests that are wanted: their level (None for neither), jointly or not, and the adjustment.

    `listed` says whether the metrics of the page are wanted at all.
    """

    level: float | None
    simultaneous: Simultaneous | None = None
    adjust: Adjust = "holm"
    listed: bool = True

    def alone(self, groups: int) -> float | None:
        """
        The level of the interval of one of several groups.

        Groups are different rows: for them the critical value of max |Z| is that of independent values, and where
        clusters cross groups it is an upper limit (Sidak 1967).
        """
        if self.level is None or self.simultaneous is None:
            return self.level
        return (bonferroni_level if self.simultaneous == "bonferroni" else sidak_level)(self.level, groups)


def main_results(results: Sequence[Result]) -> list[Result]:
    """The first metric under each heading, then the others, in the order of the page."""
    sections = [list(section) for _, section in groupby(results, key=lambda result: result.heading)]
    every = [(k > 0, g, k, result) for g, section in enumerate(sections) for k, result in enumerate(section)]
    chosen = sorted(every, key=lambda item: item[:3])[:_COLUMNS]
    return [item[3] for item in sorted(chosen, key=lambda item: item[1:3])]


def take_groups(
    by: Encoded, name: str, material: Material, results: Sequence[Result], task: Task, chances: Chances
) -> Groups:
    """Take the main metrics of each group, and test each group against the rest."""
    main = main_results(results)
    choices = _choices(task, main)
    parts = list(parts_of(by, name))
    why = None if chances.level is None or len(parts) < 2 else not_tested(parts, material)
    tests: list[tuple[AgainstRest, ...]] = [()] * len(parts)
    if chances.level is not None and len(parts) > 1 and why is None:
        wanted = [choice for choice, _ in choices]
        tests = against_rest(parts, material, wanted, chances.level, chances.adjust)
    groups = tuple(
        _group(label, part, choices, chances, tested, len(parts))
        for (label, here), tested in zip(parts, tests, strict=True)
        for part in (material.part(here),)
    )
    remarks = [*_remarks(groups, chances), *([] if why is None else [why])]
    overall = GroupOfRows(None, material.n, tuple(main))
    return Groups(name, groups, overall, tuple(remarks), chances.simultaneous, chances.adjust)


def take_groups_of_states(
    groups: Sequence[ScoredGroup],
    name: str,
    labels: tuple[Label, ...],
    results: Sequence[Result],
    rows: ScoringRows,
    task: Task,
    where: str,
    chances: Chances,
) -> Groups:
    """
    Take the main metrics of each group of rows that were added up; there are no tests.

    Parameters
    ----------
    groups, name, labels, results, task, chances
        As on the page.
    rows : Rows
        The groups of equal labels.
    where : str
        How the rows were added up.
    """
    main = main_results(results)
    choices, level = _choices(task, main), chances.alone(len(groups))
    found = []
    for one in groups:
        taken = _taken(one, labels, ordered=task != "multiclass")
        few = rows.weights is not None or taken.buckets is not None or isinstance(taken.curve, CurveStack)
        unknown = rows.n if few else None
        uncertainty = None if level is None else Uncertainty(level, taken, rows=unknown, clusters=one.clusters)
        each = tuple(_results(taken, choices, chances, uncertainty))
        found.append(GroupOfRows(one.label, one.rows, each, (), taken))
    remarks = list(_remarks(found, chances))
    if chances.level is not None and len(found) > 1:
        remarks.append(f"{NOT_TESTED}, as the rows were {where}; metric.compare_independent does it.")
    overall = GroupOfRows(None, rows.n, tuple(main))
    return Groups(name, tuple(found), overall, tuple(remarks), chances.simultaneous, chances.adjust)


def _taken(group: ScoredGroup, labels: tuple[Label, ...], *, ordered: bool) -> Taken:
    """The states of a group of rows that were added up."""
    counts = None if group.cells is None else Counts(group.cells, labels, ordered, group.squares)
    if isinstance(group.curve, BucketStack):
        return Taken(counts, group.curve.tied(), group.losses, buckets=group.curve)
    return Taken(counts, group.curve, group.losses)


def parts_of(by: Encoded, name: str) -> Iterator[tuple[Label, npt.NDArray[np.intp]]]:
    """Yield each group with the numbers of its rows, of a column in which none is missing."""
    refuse_continuous(by, name)
    known, code = np.unique(by.values, return_inverse=True)
    if len(known) > MOST_GROUPS:
        msg = f"{name} has {len(known):,} different values; a page by group holds up to {MOST_GROUPS} groups."
        raise OptionError(msg)
    labels: list[Any] = known.tolist() if by.names is None else [by.names[k] for k in known.tolist()]
    places = list(range(len(labels)))
    if by.names is not None and not by.ordered:
        places.sort(key=lambda k: str(labels[k]))
    order = np.argsort(code.ravel(), kind="stable")
    ends = np.cumsum(np.bincount(code.ravel(), minlength=len(labels)))
    for k in places:
        yield labels[k], order[(ends[k - 1] if k else 0) : ends[k]]


def _choices(task: Task, main: Sequence[Result]) -> list[tuple[Choice, str]]:
    """What these results are made of."""
    wanted = {result.key: result.heading for result in main}
    every = (choice for group in GROUPS[task] for choice in group.choices)
    keyed = ((choice, "|".join([choice.metric, *(f"{k}:{v}" for k, v in choice.options.items())])) for choice in every)
    return [(choice, wanted[key]) for choice, key in keyed if key in wanted]


def _group(
    label: Label,
    rows: Material,
    choices: Sequence[tuple[Choice, str]],
    chances: Chances,
    tested: tuple[AgainstRest, ...],
    groups: int,
) -> GroupOfRows:
    """One group, with its states."""
    taken, level = rows.taken(), chances.alone(groups)
    uncertainty = None if level is None else Uncertainty(level, taken, rows)
    return GroupOfRows(label, rows.n, tuple(_results(taken, choices, chances, uncertainty)), tested, taken)


def _results(
    taken: Taken, choices: Sequence[tuple[Choice, str]], chances: Chances, uncertainty: Uncertainty | None
) -> Iterator[Result]:
    for choice, heading in choices:
        state = taken.state(choice)
        if state is not None:
            yield _together(result_of(choice, state, heading, uncertainty, of=taken), chances)


def _together(result: Result, chances: Chances) -> Result:
    """Let the interval of a group say the level at which it holds together with the others."""
    if result.interval is None or chances.simultaneous is None:
        return result
    told = {**result.interval.to_dict(), "level": chances.level, "simultaneous": chances.simultaneous}
    return replace(result, interval=Interval.from_dict(told))


def _remarks(groups: Sequence[GroupOfRows], chances: Chances) -> Iterator[str]:
    """How far the differences can be read."""
    small = [group.label for group in groups if group.small]
    if small:
        verb = "has" if len(small) == 1 else "have"
        yield f"{quoted_list(small)} {verb} fewer than {SMALL} rows: too few to rely on the intervals."
    if chances.level is None or len(groups) < 2:
        return
    yield from _overlaps(groups, chances.level)
    yield from _differing(groups, chances)
    miss = f"one interval in {1 / (1 - chances.level):.0f} misses its true value"
    if chances.simultaneous is not None:
        miss = (
            f"the intervals of the groups (not that of all rows) hold all at once in {100 * chances.level:g} % of "
            f"samples, metric by metric ({chances.simultaneous})"
        )
    yield (
        f"{len(groups)} groups are compared: by chance alone the best and the worst of them lie apart, and {miss}. "
        "Overlapping intervals do not show that groups are alike. metric.compare_independent tests two groups that "
        "were named beforehand."
    )


def _differing(groups: Sequence[GroupOfRows], chances: Chances) -> Iterator[str]:
    """Which groups differ from the rest."""
    if chances.level is None or not any(one.tested for group in groups for one in group.against_rest):
        return
    said: dict[tuple[Label, ...], list[str]] = {}
    for place, result in enumerate(groups[0].results):
        if any(group.against_rest and group.against_rest[place].tested for group in groups):
            said.setdefault(_set_apart(groups, place, chances.level), []).append(result.title)
    for apart, titles in said.items():
        if not apart:
            yield f"{', '.join(titles)}: no group is shown to differ from the rest."
            continue
        more = f" and {len(apart) - 5} more" if len(apart) > 5 else ""
        verb = "differs" if len(apart) == 1 else "differ"
        yield f"{', '.join(titles)}: {', '.join(map(quoted, apart[:5]))}{more} {verb} from the rest."
    if len(groups) == 2:
        yield (
            "Both groups less the rest are one comparison, turned round: its p is not adjusted for the number of "
            "metrics."
        )
        return
    name = None if chances.adjust is None else ADJUSTED[chances.adjust]
    how = "not adjusted" if name is None else f"adjusted for the groups of each metric ({name})"
    yield (
        f"p of each group against the rest is {how}, not for the number of metrics. One group that is far off also "
        "sets the others apart from the rest."
    )


def _set_apart(groups: Sequence[GroupOfRows], place: int, level: float) -> tuple[Label, ...]:
    """The groups that are shown to differ from the rest, by one metric."""
    tests = ((group.label, group.against_rest[place]) for group in groups if group.against_rest)
    return tuple(label for label, one in tests if one.tested and one.p_value < 1 - level)


def _overlaps(groups: Sequence[GroupOfRows], level: float) -> Iterator[str]:
    """Which groups have intervals without a common value, metric by metric."""
    alike = []
    for place, result in enumerate(groups[0].results):
        known = [(group.label, group.results[place].interval) for group in groups if group.results[place].bounded]
        pairs = combinations(known, 2)
        apart = [(a, b) for (a, x), (b, y) in pairs if x is not None and y is not None and _apart(x, y)]
        if apart:
            shown = ", ".join(f"{quoted(a)} and {quoted(b)}" for a, b in apart[:3])
            more = f" and {len(apart) - 3} more pairs" if len(apart) > 3 else ""
            yield f"{result.title}: the intervals of {shown}{more} do not overlap."
        elif len(known) > 1 and not _set_apart(groups, place, level):
            alike.append(result.title)
    if alike:
        yield f"{', '.join(alike)}: the intervals of all groups overlap, so that their order is not settled."


def _apart(a: Interval, b: Interval) -> bool:
    return a.high < b.low or b.high < a.low


def group_text(group: GroupOfRows, longest: int) -> str:
    """What a group is called in a table."""
    return "all rows" if group.label is None else label_text(group.label, longest)


_MOST_ROWS = 1_000_000  # rows times groups, which takes seconds
NOT_TESTED = "Groups are not tested against the rest"
_METHOD = "mover"  # holds its level where a small group has no error; see docs/uncertainty.md

Rows = npt.NDArray[np.intp]


def not_tested(parts: Sequence[tuple[Label, Rows]], material: Material) -> str | None:
    """Why groups are not compared with each other, as a sentence; None if they are."""
    if material.times is not None:
        return f"{NOT_TESTED}, as rows that are alike were counted together; metric.compare_independent does it."
    if material.n * len(parts) > _MOST_ROWS:
        return (
            f"{NOT_TESTED}: {material.n:,} rows in {len(parts)} groups would take too long; "
            "metric.compare_independent does it."
        )
    crossing = _crossing(parts, material)
    if crossing:
        s, have = ("s", "have") if crossing > 1 else ("", "has")
        return (
            f"{NOT_TESTED}: {crossing:,} cluster{s} {have} rows in several groups, so that the groups are not "
            "independent."
        )
    return None


def _crossing(parts: Sequence[tuple[Label, Rows]], material: Material) -> int:
    """How many clusters have rows in more than one group."""
    if material.cluster is None:
        return 0
    seen = np.concatenate([np.unique(material.cluster[rows]) for _, rows in parts])
    return int((np.unique(seen, return_counts=True)[1] > 1).sum())


def against_rest(
    parts: Sequence[tuple[Label, Rows]], material: Material, choices: Sequence[Choice], level: float, adjust: Adjust
) -> list[tuple[AgainstRest, ...]]:
    """
    Test each group against all other rows on each metric; p-values are adjusted over the groups of a metric.

    Of two groups each is the rest of the other: both tests are the same comparison, which counts once.
    """
    names = [str(label) for label, _ in parts]
    found: list[list[Comparison | str]] = []
    for (_, rows), name in zip(parts, names, strict=True):
        others = np.ones(material.n, np.bool_)
        others[rows] = False
        sides = material.part(rows), material.part(np.flatnonzero(others))
        called = (name, "the rest" if name != "the rest" else "all others")
        found.append([_compared(choice, sides, called, level) for choice in choices])
    columns = []
    for column in zip(*found, strict=True):
        each = [math.nan if isinstance(one, str) else one.p_value for one in column]
        p = adjusted(np.array(each), adjust if len(parts) > 2 else None).tolist()
        columns.append([_joined(one, value) for one, value in zip(column, p, strict=True)])
    return [tuple(row) for row in zip(*columns, strict=True)]


def _compared(
    choice: Choice, sides: tuple[Material, Material], names: tuple[str, str], level: float
) -> Comparison | str:
    metric = get(choice.metric)
    data, readings = zip(*(columns_of(metric, side) for side in sides), strict=True)
    pairs = {
        name: tuple(reading[name] for reading in readings)
        for name in ("sample_weight", "cluster")
        if readings[0][name] is not None
    }
    rest = {name: value for name, value in readings[0].items() if name not in ("sample_weight", "cluster")}
    how = {"names": names, "level": level, "method": _METHOD, **pairs, **rest, **choice.options}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntervalWarning)  # the reason stands in the result
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        try:
            return cast("Comparison", metric.compare_independent(*data, **how))
        except ConcordantError as error:
            return str(error)


def _joined(one: Comparison | str, p_value: float) -> AgainstRest:
    if isinstance(one, str):
        return AgainstRest(None, math.nan, one)
    return AgainstRest(one, p_value, one.reason)
