"""Plain facts beside the numbers, only those that are certain."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from concordant.metrics.definition.registry import get
from concordant.report.bucketed import is_wide
from concordant.report.page_records import ClassBalance, Result
from concordant.report.task import Task
from concordant.result.wording import number, quoted, quoted_list
from concordant.states import Counts
from concordant.states.tables import Cells
from concordant.typing import Label


def plain_remarks(
    task: Task,
    balance: Mapping[Label, ClassBalance],
    results: tuple[Result, ...],
    counts: Counts | None,
) -> tuple[str, ...]:
    """Sentences that help to read the numbers."""
    said = []
    if counts is not None:
        said.append(_always_the_largest(balance, counts))
    positive = list(balance.values())[-1]
    ranked = any(result.name == "average_precision" and result.defined for result in results)
    if task == "binary" and ranked:
        said.append(
            "Scores without any skill have an average precision of about "
            f"{number(positive.true_share, 3)}, the share of the positive class."
        )
    absent = [label for label, share in balance.items() if not share.true]
    if absent:
        said.append(f"Never in the truth: {quoted_list(absent)}.")
    unpredicted = [label for label, share in balance.items() if share.predicted is not None and not share.predicted]
    if unpredicted:
        said.append(f"Never predicted: {quoted_list(unpredicted)}.")
    return tuple(said)


def about_left_out(left_out: Mapping[str, str]) -> tuple[str, ...]:
    """Name the damaged files whose rows are not in the numbers."""
    if not left_out:
        return ()
    files = "One file is damaged and is" if len(left_out) == 1 else f"{len(left_out)} files are damaged and are"
    shown = " ".join(list(left_out.values())[:5])
    more = f" And {len(left_out) - 5} more." if len(left_out) > 5 else ""
    return (f"{files} NOT in these numbers: {shown}{more}",)


def _always_the_largest(balance: Mapping[Label, ClassBalance], counts: Counts) -> str:
    """The accuracy of a constant answer, the most frequent class."""
    largest = max(balance, key=lambda label: balance[label].true)
    rows = counts.row_totals
    place = np.full(len(rows), counts.labels.index(largest))
    constant = Counts.from_cells(Cells(np.arange(len(rows)), place, rows, len(rows)), counts.labels)
    share = number(get("accuracy").outcome(constant).value, 3)
    return f"Always answering {quoted(largest)}, the most frequent class, would be right in {share} of the rows."


def about_bounds(results: Sequence[Result], exact: str | None) -> Iterator[str]:
    """Which numbers the buckets of their scores leave more open than they should, and what exact=True would do."""
    wide = [one for one in results if one.bounds is not None and _is_wide(one)]
    if not wide:
        return
    titles = " and ".join(one.title for one in wide)
    are = "are" if len(wide) > 1 else "is"
    more = "" if exact is None else f" exact=True {exact} and gives exact values."
    yield f"{titles} {are} known less exactly than to a tenth of the standard error.{more}"


def _is_wide(result: Result) -> bool:
    if result.bounds is None or not result.defined:
        return False
    return is_wide(result.bounds, math.nan if result.interval is None else result.interval.se)


def about_intervals(results: Sequence[Result]) -> Iterator[str]:
    """How to read the intervals, if there are any."""
    bounded = [result.interval for result in results if result.bounded and result.interval is not None]
    if bounded:
        level = 100 * bounded[0].level
        yield (
            "An interval holds the values that these rows leave possible: of many such intervals, each from rows of "
            f"its own, {level:g} % would hold the true value."
        )
