"""What has changed between a window and its reference: one line for each question, with its interval and p-value."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from concordant.monitoring.mix_or_model import MixOrModel
from concordant.result.comparisons import ADJUSTED, Adjust, p_text
from concordant.result.record import Record
from concordant.result.wording import number

Question = Literal["metric", "true labels", "predicted labels", "scores", "calibration"]
Span = tuple[datetime, datetime]
_HEAD = ("", "now", "before", "change")


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Change(Record):
    """
    One question about one group.

    Attributes
    ----------
    question : {"metric", "true labels", "predicted labels", "scores", "calibration"}
    name : str
        The metric, or what else is asked about.
    group : str or None
        None for all rows.
    n, n_before : int
        The rows now, and those of the reference.
    now, now_low, now_high : float
        The value with its interval; NaN for shifts of labels and scores.
    before : float
    difference, low, high : float
        Now less before, with the limits of that; of a shift of scores its Kolmogorov-Smirnov distance with certain
        limits, of a shift of labels Cramer's V.
    p_value, p_adjusted : float
        By itself, and adjusted for all questions of the report.
    details : mapping
        Further numbers: the test statistic, the stability index ``psi`` and what it is expected to be without change.
    method : str
    reason : str or None
        Why a number is missing or doubtful.
    """

    question: Question
    name: str
    group: str | None = None
    n: int = 0
    n_before: int = 0
    now: float = math.nan
    now_low: float = math.nan
    now_high: float = math.nan
    before: float = math.nan
    difference: float = math.nan
    low: float = math.nan
    high: float = math.nan
    p_value: float = math.nan
    p_adjusted: float = math.nan
    details: Mapping[str, float] = field(default_factory=dict)
    method: str = ""
    reason: str | None = None

    @property
    def called(self) -> str:
        """The question in words."""
        return self.name if self.question == "metric" else self.question


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class ChangeReport(Record):
    """
    What has changed between a window and its reference.

    Attributes
    ----------
    window, reference : tuple of two datetimes, or None
        Their beginning and end.
    changes : tuple of Change
        Those of all rows first, then group by group.
    mix : tuple of MixOrModel
        Of each metric, how much of the change is another mix of groups.
    level : float
    adjust : {"holm", "fdr", "fdr-by"} or None
        How the p-values were adjusted for the number of questions.
    remarks : tuple of str
    first_window : bool
        Whether the store holds nothing before the window, so that there is no reference yet.
    """

    window: Span | None
    reference: Span | None
    changes: tuple[Change, ...]
    mix: tuple[MixOrModel, ...] = ()
    level: float = 0.95
    adjust: Adjust = "holm"
    remarks: tuple[str, ...] = ()
    first_window: bool = False

    def __iter__(self) -> Iterator[Change]:
        """One question after the other."""
        return iter(self.changes)

    def __len__(self) -> int:
        """How many questions there are."""
        return len(self.changes)

    def of(self, name: str, group: str | None = None) -> Change | None:
        """Return the answer to a question about all rows, or about a group; None if it was not asked."""
        return next((one for one in self.changes if one.called == name and one.group == group), None)

    @property
    def shown(self) -> tuple[Change, ...]:
        """The changes that are more than chance, by their adjusted p-values."""
        return tuple(one for one in self.changes if one.p_adjusted < 1 - self.level)

    def __str__(self) -> str:
        """One page of text."""
        return report_text(self)


def report_text(report: ChangeReport) -> str:
    """The report in words and tables."""
    first = report.changes[0] if report.changes else None
    now, before = (None, None) if first is None else (first.n, first.n_before)  # all rows come first
    lines = [f"{_span(report.window, now)}  against  {_span(report.reference, before)}", ""]
    groups = list(dict.fromkeys(one.group for one in report.changes))
    for group in groups:
        lines += _block([one for one in report.changes if one.group == group], report)
    if report.mix:
        lines += ["Mix of groups, or change within them", *_table([_of_mix(one) for one in report.mix]), ""]
    shown = len(report.shown)
    asked = sum(not math.isnan(one.p_value) for one in report.changes)
    how = "" if report.adjust is None else f", adjusted by {ADJUSTED[report.adjust]}"
    lines.append(f"{shown} of {asked} changes are more than chance at {100 - 100 * report.level:g} %{how}.")
    return "\n".join([*lines, *(f"- {said}" for said in report.remarks)])


def _block(changes: list[Change], report: ChangeReport) -> list[str]:
    first = changes[0]
    head = "All rows" if first.group is None else first.group
    rows: list[tuple[str, ...]] = [
        (*_HEAD, f"{report.level * 100:g} % interval", "p adjusted" if report.adjust else "p")
    ]
    rows += [_line(one) for one in changes]
    why = [f"  {one.called}: {one.reason}" for one in changes if one.reason]
    return [f"{head} ({first.n:,} rows, {first.n_before:,} before)", *_table(rows), *why, ""]


def _line(one: Change) -> tuple[str, ...]:
    p = p_text(one.p_adjusted).removeprefix("p = ").removeprefix("p ")
    if one.question in ("metric", "calibration"):
        limits = "" if math.isnan(one.low) else f"{one.low:+.4f} to {one.high:+.4f}"
        called = "calibration in the large" if one.question == "calibration" else one.name
        change = "" if math.isnan(one.difference) else f"{one.difference:+.4f}"
        return called, number(one.now, 4), number(one.before, 4), change, limits, p
    index = one.details.get("psi", math.nan)
    shown = "" if math.isnan(index) else f"PSI {index:.4f} (without change {one.details['psi_expected']:.4f})"
    what = "KS" if one.question == "scores" else "V"
    change = "" if math.isnan(one.difference) else f"{what} {one.difference:.4f}"
    return one.question, "", "", change, shown, p


def _of_mix(one: MixOrModel) -> tuple[str, ...]:
    if one.reason is not None:
        return one.metric, one.reason
    return one.metric, f"mix {one.mix:+.4f}", f"within groups {one.model:+.4f}"


def _table(rows: list[tuple[str, ...]]) -> list[str]:
    columns = max(map(len, rows))
    full = [row + ("",) * (columns - len(row)) for row in rows]
    widths = [max(len(row[place]) for row in full) for place in range(columns)]
    return [
        "  "
        + "  ".join(
            part.ljust(width) if place in (0, 4) else part.rjust(width)
            for place, (part, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in full
    ]


def _span(span: Span | None, rows: int | None) -> str:
    if span is None:
        return "no rows" if rows == 0 else "all rows"
    return f"{span[0]:%Y-%m-%d %H:%M} to {span[1]:%Y-%m-%d %H:%M} UTC"
