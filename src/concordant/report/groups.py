"""Group by group: the main metrics of each part of the rows, beside those of all, and what they do not show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inputs.encoding import Encoded, refuse_continuous
from concordant.report.choices import GROUPS, Choice
from concordant.report.evaluation import Result
from concordant.report.material import Material
from concordant.report.taking import Taken, result_of
from concordant.report.task import Task
from concordant.report.uncertainty import Uncertainty
from concordant.report.wording import label_text, quoted, quoted_list
from concordant.result import Interval
from concordant.typing import Label

SMALL = 100  # rows; the coverage of the intervals was measured on as many or more
_MOST = 200
_COLUMNS = 4


@dataclass(frozen=True, slots=True)
class GroupOfRows:
    """One group: its label (None for all rows), how many rows it has, and its metrics, undefined ones with a reason."""

    label: Label | None
    n: int
    results: tuple[Result, ...]

    @property
    def small(self) -> bool:
        """Whether there are too few rows to rely on the intervals."""
        return self.n < SMALL


@dataclass(frozen=True, slots=True)
class Groups:
    """
    The main metrics of each group and of all rows.

    Attributes
    ----------
    name : str
        The column that says which group a row belongs to.
    groups : tuple of GroupOfRows
        In the order of the column: of its categories, else of numbers, else of the alphabet.
    overall : GroupOfRows
        All rows.
    remarks : tuple of str
        How far the differences can be read.
    """

    name: str
    groups: tuple[GroupOfRows, ...]
    overall: GroupOfRows
    remarks: tuple[str, ...]

    @property
    def heading(self) -> str:
        """What the column is called in tables; columns of arrays have no name of their own."""
        return "group" if self.name == "by" else self.name

    @property
    def rows(self) -> tuple[GroupOfRows, ...]:
        """The groups, then all rows."""
        return (*self.groups, self.overall)


def main_results(results: Sequence[Result], most: int = _COLUMNS) -> list[Result]:
    """The first metric under each heading, then the others, in the order of the page."""
    sections = [list(section) for _, section in groupby(results, key=lambda result: result.heading)]
    every = [(k > 0, g, k, result) for g, section in enumerate(sections) for k, result in enumerate(section)]
    chosen = sorted(every, key=lambda item: item[:3])[:most]
    return [item[3] for item in sorted(chosen, key=lambda item: item[1:3])]


def take_groups(
    by: Encoded, name: str, material: Material, results: Sequence[Result], task: Task, level: float | None
) -> Groups:
    """Take the main metrics of each group."""
    main = main_results(results)
    choices = _choices(task, main)
    groups = tuple(
        GroupOfRows(label, len(here), tuple(_taken(material.part(here), choices, level)))
        for label, here in _parts(by, name)
    )
    return Groups(name, groups, GroupOfRows(None, material.n, tuple(main)), tuple(_remarks(groups, level)))


def _parts(by: Encoded, name: str) -> Iterator[tuple[Label, npt.NDArray[np.intp]]]:
    """Each group with the numbers of its rows."""
    refuse_continuous(by, name)
    known, code = np.unique(by.values, return_inverse=True)
    if len(known) > _MOST:
        msg = f"{name} has {len(known):,} different values; a page by group holds up to {_MOST} groups."
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


def _taken(rows: Material, choices: Sequence[tuple[Choice, str]], level: float | None) -> Iterator[Result]:
    taken: Taken = rows.taken()
    uncertainty = None if level is None else Uncertainty(level, taken, rows)
    for choice, heading in choices:
        state = taken.state(choice)
        if state is not None:
            yield result_of(choice, state, heading, uncertainty)


def _remarks(groups: Sequence[GroupOfRows], level: float | None) -> Iterator[str]:
    """How far the differences can be read."""
    small = [group.label for group in groups if group.small]
    if small:
        verb = "has" if len(small) == 1 else "have"
        yield f"{quoted_list(small)} {verb} fewer than {SMALL} rows: too few to rely on the intervals."
    if level is None or len(groups) < 2:
        return
    yield from _overlaps(groups)
    yield (
        f"{len(groups)} groups are compared: by chance alone the best and the worst of them lie apart, and one "
        f"interval in {1 / (1 - level):.0f} misses its true value. That intervals overlap does not show that groups "
        "are alike. Of two groups that were named beforehand metric.compare_independent tests the difference."
    )


def _overlaps(groups: Sequence[GroupOfRows]) -> Iterator[str]:
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
        elif len(known) > 1:
            alike.append(result.title)
    if alike:
        yield f"{', '.join(alike)}: the intervals of all groups overlap, so that their order is not settled."


def _apart(a: Interval, b: Interval) -> bool:
    return a.high < b.low or b.high < a.low


def group_text(group: GroupOfRows, longest: int) -> str:
    """What a group is called in a table."""
    return "all rows" if group.label is None else label_text(group.label, longest)
