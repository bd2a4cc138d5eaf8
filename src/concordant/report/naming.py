"""Reasons rewritten with the names of the user's columns in place of y_true and the like."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from concordant.report.page_records import GroupOfRows, Result
from concordant.result.wording import quoted

_ARGUMENTS = {
    "truth": ("y_true",),
    "prediction": ("y_pred",),
    "score": ("y_score", "y_prob"),
    "weight": ("sample_weight",),
    "cluster": ("cluster",),
}


def names_of(columns: Mapping[str, str | Sequence[str]]) -> dict[str, str]:
    """What the library calls the columns, by role; several columns of scores have no common name."""
    found: dict[str, str] = {}
    for role, name in columns.items():
        several = (name,) if isinstance(name, str) else tuple(name)
        if len(several) == 1:
            found |= dict.fromkeys(_ARGUMENTS.get(role, ()), several[0])
    return found


def named(text: str | None, names: Mapping[str, str]) -> str | None:
    """Write the column for the argument; what stands in quotes is a label."""
    if text is None or not names:
        return text
    # Only as the name of data: "rows of one cluster" is a word.
    words = "|".join(name for name in names if name != "cluster")
    return re.sub(rf"(?<!')\b({words})\b(?!')", lambda found: quoted(names[found[1]]), text) if words else text


def result_in_columns(result: Result, names: Mapping[str, str]) -> Result:
    """A result whose reason, and the doubt in whose interval, speak of columns."""
    interval = result.interval
    if interval is not None and interval.reason is not None:
        parts = {**interval.to_dict(), "reason": named(interval.reason, names)}
        interval = type(interval).from_dict(parts)
    return replace(result, reason=named(result.reason, names), interval=interval)


def group_in_columns(group: GroupOfRows, names: Mapping[str, str]) -> GroupOfRows:
    """A group whose results and tests speak of columns."""
    tests = tuple(replace(one, reason=named(one.reason, names)) for one in group.against_rest)
    return replace(group, results=tuple(result_in_columns(one, names) for one in group.results), against_rest=tests)
