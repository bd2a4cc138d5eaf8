"""Group by group, and each against the rest."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import ConcordantError
from concordant.inference.intervals.simultaneous import bonferroni_level, sidak_level
from concordant.inputs.label_values import Encoded, doubt_of_spelling, numbered, order_of_groups
from concordant.report.choices import Choice
from concordant.report.records import SMALL, AgainstRest, GroupOfRows, Groups, PageStates, Result
from concordant.report.results import result_of, why_unbounded
from concordant.report.rows import PageRows, Rows
from concordant.report.task import Task
from concordant.report.uncertainty import Uncertainty
from concordant.result.comparisons import ADJUSTED, Adjust, Comparison
from concordant.result.intervals import Simultaneous
from concordant.result.record import altered, counted
from concordant.result.wording import label_text, quoted, quoted_list
from concordant.settings import without_warnings
from concordant.sources.summary import MOST_GROUPS, Summary, too_many_groups
from concordant.states import BucketCurve, CurveStack
from concordant.typing import Label

_COLUMNS = 4
_MOST_ROWS = 1_000_000  # rows times groups, whose tests take seconds
NOT_TESTED = "Groups are not tested against the rest"

Indices = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class IntervalOptions:
    """
    The intervals and tests that are wanted: their level (None for neither), jointly or not, and the adjustment.

    `listed` says whether the metrics of the page are wanted at all, and `tested` whether groups are to be tested.
    """

    level: float | None
    simultaneous: Simultaneous | None = None
    adjust: Adjust = "holm"
    listed: bool = True
    tested: bool = True

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
    by: Encoded, name: str, material: PageRows, results: Sequence[Result], intervals: IntervalOptions
) -> Groups:
    """Take the main metrics of each group, and test each group against the rest."""
    parts, level = list(parts_of(by, name)), intervals.level or math.nan
    sides = []
    for label, here in parts:
        rows = material.part(here)
        sides.append(_Side(label, rows.n, Uncertainty(level, rows.taken(), rows)))
    why = None if intervals.level is None or len(parts) < 2 else _not_tested(parts, material)
    if why is not None or material.times is not None or material.n * len(parts) > _MOST_ROWS:
        rests: Iterable[Uncertainty] = (
            Uncertainty(level, rest, None if material.times is None else _others(here, material), rows=material.n)
            for (_, here), rest in zip(parts, _rests([side.states for side in sides]), strict=True)
        )
    else:
        others = (_others(here, material) for _, here in parts)
        rests = (Uncertainty(level, rows.taken(), rows, thorough=True) for rows in others)
    return _groups(name, material.n, sides, rests, main_results(results), intervals, why)


def take_groups_of_states(
    groups: Mapping[Label, Summary],
    name: str,
    labels: tuple[Label, ...],
    results: Sequence[Result],
    rows: Rows,
    task: Task,
    intervals: IntervalOptions,
) -> Groups:
    """
    Take the main metrics of each group of rows that were added up, and test each group against the rest.

    Parameters
    ----------
    groups, name, labels, results, task, intervals
        As on the page.
    rows : Rows
        The groups of equal labels.
    """
    sides = []
    for label, group in groups.items():
        counts = group.counts(labels, ordered=task != "multiclass")
        unknown = None if rows.weights is None else rows.n
        side = Uncertainty(intervals.level or math.nan, PageStates(counts, group.tied, group.losses), rows=unknown)
        sides.append(_Side(label, group.rows, side))
    rests = (replace(sides[0].uncertainty, taken=rest) for rest in _rests([side.states for side in sides]))
    return _groups(name, rows.n, sides, rests, main_results(results), intervals)


@dataclass(frozen=True, slots=True)
class _Side:
    """A group: what it is called, how many rows it has, and how sure its numbers are at the level of the tests."""

    label: Label
    n: int
    uncertainty: Uncertainty

    @property
    def states(self) -> PageStates:
        """The states of its rows."""
        return self.uncertainty.taken


def _groups(
    name: str,
    n: int,
    sides: Sequence[_Side],
    rests: Iterable[Uncertainty],
    main: Sequence[Result],
    intervals: IntervalOptions,
    why: str | None = None,
) -> Groups:
    """Return the groups on the page, tested against these rests unless there is a reason why not."""
    choices = [Choice(one.name, one.options, one.title, one.says, one.heading) for one in main]
    level = intervals.alone(len(sides))
    tests: list[tuple[AgainstRest, ...]] = [()] * len(sides)
    if intervals.level is not None and intervals.tested and len(sides) > 1 and why is None:
        tests = _against_rest(sides, rests, choices, intervals.level, intervals.adjust)
    groups = []
    for side, tested in zip(sides, tests, strict=True):
        uncertainty = None if level is None else side.uncertainty.at(level)
        results = (result_of(choice, side.states, uncertainty) for choice in choices)
        own = tuple(_jointly(result, intervals) for result in results if result is not None)
        groups.append(GroupOfRows(side.label, side.n, own, tested, side.uncertainty))
    remarks = [*_remarks(groups, intervals), *([] if why is None else [why])]
    overall = GroupOfRows(None, n, tuple(main))
    return Groups(name, tuple(groups), overall, tuple(remarks), intervals.simultaneous, intervals.adjust)


def parts_of(by: Encoded, name: str) -> Iterator[tuple[Label, npt.NDArray[np.intp]]]:
    """Yield each group with the numbers of its rows, of a column in which none is missing."""
    values, code = np.unique(by.values, return_inverse=True)
    if len(values) > MOST_GROUPS:
        raise too_many_groups(name, f"{len(values):,}")
    labels: list[Any] = values.tolist() if by.names is None else [by.names[k] for k in values.tolist()]
    indices = list(range(len(labels)))
    if by.names is not None and not by.ordered:
        order_of = order_of_groups(labels)
        indices.sort(key=lambda k: order_of(labels[k]))
    order = np.argsort(code.ravel(), kind="stable")
    ends = np.cumsum(np.bincount(code.ravel(), minlength=len(labels)))
    for k in indices:
        yield labels[k], order[(ends[k - 1] if k else 0) : ends[k]]


def _jointly(result: Result, intervals: IntervalOptions) -> Result:
    """A result whose interval holds together with those of the other groups, if that is wanted."""
    if result.interval is None or intervals.simultaneous is None:
        return result
    joint = {"level": intervals.level, "simultaneous": intervals.simultaneous}
    return replace(result, interval=altered(result.interval, **joint))


def _remarks(groups: Sequence[GroupOfRows], intervals: IntervalOptions) -> Iterator[str]:
    """How far the differences can be read."""
    yield from spelled_apart([group.label for group in groups])
    small = [group.label for group in groups if group.small]
    if small:
        verb = "has" if len(small) == 1 else "have"
        yield f"{quoted_list(small)} {verb} fewer than {SMALL} rows: too few to rely on the intervals."
    if intervals.level is None or len(groups) < 2:
        return
    yield from _differing(groups, intervals)
    miss = f"one interval in {1 / (1 - intervals.level):.0f} misses its true value"
    if intervals.simultaneous is not None:
        miss = (
            f"the intervals of the groups (not that of all rows) hold all at once in {100 * intervals.level:g} % of "
            f"samples, metric by metric ({intervals.simultaneous})"
        )
    yield (
        f"{len(groups)} groups are compared: by chance alone the best and the worst of them lie apart, and {miss}. "
        "Overlapping intervals do not show that groups are alike. metric.compare_independent tests two groups that "
        "were named beforehand."
    )


def spelled_apart(groups: Sequence[Label]) -> Iterator[str]:
    """Which groups may be one that is spelled in several ways."""
    if spelling := doubt_of_spelling(groups, "groups"):
        yield f"{spelling}.".replace("  ", " \u00a0")  # two blanks, which no page may make one


def _differing(groups: Sequence[GroupOfRows], intervals: IntervalOptions) -> Iterator[str]:
    """Which groups differ from the rest."""
    if intervals.level is None or not any(test.tested for group in groups for test in group.against_rest):
        return
    titles_by_groups: dict[tuple[Label, ...], list[str]] = {}
    for index, result in enumerate(groups[0].results):
        if any(group.against_rest and group.against_rest[index].tested for group in groups):
            titles_by_groups.setdefault(_set_apart(groups, index, intervals.level), []).append(result.title)
    for apart, titles in titles_by_groups.items():
        if not apart:
            yield f"{', '.join(titles)}: no group is shown to differ from the rest."
            continue
        more = f" and {len(apart) - 5} more" if len(apart) > 5 else ""
        verb = "differs" if len(apart) == 1 else "differ"
        yield f"{', '.join(titles)}: {', '.join(map(quoted, apart[:5]))}{more} {verb} from the rest."
    if len(groups) == 2:
        yield (
            "The differences of both groups from the rest are one comparison: its p is not adjusted for the number of "
            "metrics."
        )
        return
    name = None if intervals.adjust is None else ADJUSTED[intervals.adjust]
    how = "not adjusted" if name is None else f"adjusted for the groups of each metric ({name})"
    yield (
        f"p of each group against the rest is {how}, not for the number of metrics. One group that is far off also "
        "sets the others apart from the rest."
    )


def _set_apart(groups: Sequence[GroupOfRows], index: int, level: float) -> tuple[Label, ...]:
    """The groups that are shown to differ from the rest, by one metric."""
    tests = ((group.label, group.against_rest[index]) for group in groups if group.against_rest)
    return tuple(label for label, test in tests if test.tested and test.p_value < 1 - level)


def group_text(group: GroupOfRows, longest: int) -> str:
    """What a group is called in a table."""
    return "all rows" if group.label is None else label_text(group.label, longest)


def _not_tested(parts: Sequence[tuple[Label, Indices]], material: PageRows) -> str | None:
    """Why groups are not compared with each other, as a sentence; None if they are."""
    if material.cluster is not None and material.times is None and material.n * len(parts) > _MOST_ROWS:
        return (
            f"{NOT_TESTED}: {material.n:,} rows in {len(parts)} groups would take too long; "
            "metric.compare_independent does it."
        )
    if material.cluster is None:
        return None
    group = np.empty(len(material.true), np.intp)
    for index, (_, rows) in enumerate(parts):
        group[rows] = index
    why = shared_clusters(material.cluster, group)
    return why and f"{NOT_TESTED}: {why}."


def shared_clusters(cluster: npt.NDArray[Any], group: npt.NDArray[Any]) -> str | None:
    """Why groups are not independent: clusters have rows in several of them. None if they are independent."""
    (cluster, _), (group, groups) = numbered(cluster), numbered(group)
    pairs = np.unique(cluster * groups + group)
    shared = int((np.bincount(pairs // groups) > 1).sum())
    if not shared:
        return None
    have = counted(shared, "cluster has", "clusters have")
    return f"{have} rows in several groups, so that the groups are not independent"


def _others(here: Indices, material: PageRows) -> PageRows:
    """All rows but those of a group."""
    others = np.ones(len(material.true), np.bool_)
    others[here] = False
    return material.part(np.flatnonzero(others))


def _rests(states: Sequence[PageStates], outside: PageStates | None = None) -> Iterator[PageStates]:
    """Yield the states of the rows of all other groups, for each of several; those `outside` are added to each."""
    if len(states) == 1:
        if outside is not None:
            yield outside
        return
    half = len(states) // 2
    halves = states[:half], states[half:]
    for own, other in (halves, halves[::-1]):
        yield from _rests(own, reduce(_added, other if outside is None else (outside, *other)))


def _added(first: PageStates, second: PageStates) -> PageStates:
    """The states of both, but for curves of several classes, which do not tell how they go together."""
    a, b = first.curve, second.curve
    curve: Any = None if a is None or b is None or isinstance(a, CurveStack) else a + b  # type: ignore[operator]
    counts = None if first.counts is None or second.counts is None else first.counts + second.counts
    losses = {name: one + second.losses[name] for name, one in first.losses.items() if name in second.losses}
    return PageStates(counts, curve, losses)


def _against_rest(
    sides: Sequence[_Side], rests: Iterable[Uncertainty], choices: Sequence[Choice], level: float, adjust: Adjust
) -> list[tuple[AgainstRest, ...]]:
    """
    Test each group against all other rows on each metric; p-values are adjusted over the groups of a metric.

    Of two groups each is the rest of the other: both tests are the same comparison, which counts once.
    """
    by_group: list[list[Comparison | str]] = []
    for side, rest in zip(sides, rests, strict=True):
        name = str(side.label)
        names = (name, "the rest" if name != "the rest" else "all others")
        pair = replace(side.uncertainty, thorough=rest.thorough), rest
        by_group.append([_compared(choice, pair, names, level) for choice in choices])
    columns = []
    for column in zip(*by_group, strict=True):
        p_values = [math.nan if isinstance(test, str) else test.p_value for test in column]
        from concordant.inference.comparisons.difference import adjusted  # pages of groups alone

        p_values = adjusted(np.array(p_values), adjust if len(sides) > 2 else None).tolist()
        columns.append(
            [
                AgainstRest(None, math.nan, test) if isinstance(test, str) else AgainstRest(test, p, test.reason)
                for test, p in zip(column, p_values, strict=True)
            ]
        )
    return [tuple(row) for row in zip(*columns, strict=True)]


def _compared(
    choice: Choice, sides: tuple[Uncertainty, Uncertainty], names: tuple[str, str], level: float
) -> Comparison | str:
    """Compare a metric of two sets of rows, or say why not."""
    from concordant.inference.comparisons.independent import compare_independent_states  # pages of groups alone

    metric, samples = choice.definition, []
    states = [side.taken.of(metric, choice.options) for side in sides]
    if any(state is None for state in states):
        return "it takes the rows, which are not held here; metric.compare_independent takes them in memory"
    with without_warnings():  # the reason stands in the result
        try:
            for side, state in zip(sides, states, strict=True):
                why = why_unbounded(metric, state) if isinstance(state, BucketCurve) else None
                sample = why or side.sample(metric, choice.options, state, on_page=False)
                if isinstance(sample, str):
                    return sample.replace("metric.interval", "metric.compare_independent")
                samples.append(sample)
            # "mover" holds its level where a small group has no error; see docs/uncertainty.md.
            how: Any = {"samples": samples, "names": names, "level": level, "method": "mover"}
            return compare_independent_states(metric, states[0], states[1], choice.options, **how)
        except ConcordantError as error:
            return str(error)
