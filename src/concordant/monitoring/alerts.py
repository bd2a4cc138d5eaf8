"""Alerts: which changes of a report somebody wants to be woken for."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, cast

from concordant.errors import OptionError
from concordant.metrics.definition.facts import check_reachable
from concordant.monitoring.changes import ChangeReport
from concordant.monitoring.drift import Change
from concordant.monitoring.values import asked_metric, title_of
from concordant.result.comparisons import Adjust, p_text
from concordant.result.record import Record
from concordant.result.wording import value_or_undefined

Kind = Literal["drop", "rise", "change", "psi", "ks", "v"]
_WORDS = re.compile(r"\s*(\S+(?: (?:labels|in the large))?)\s+(drop|rise|change|psi|ks|v)\s+([0-9.eE+-]+)\s*")
_SHIFTS = {
    "psi": ("true labels", "predicted labels", "scores"),
    "ks": ("scores",),
    "v": ("true labels", "predicted labels"),
}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Alert(Record):
    """
    A change that matters.

    Attributes
    ----------
    name : str
        A metric, "calibration", "scores", "true labels" or "predicted labels".
    kind : {"drop", "rise", "change", "psi", "ks", "v"}
        Of a metric or calibration: whether it fell, rose, or either. Of shifts: which measure of them.
    amount : float
        The least change, or the least measure, that matters.
    text : str
        As it was written.
    """

    name: str
    kind: Kind
    amount: float
    text: str

    @property
    def is_of_metric(self) -> bool:
        """Whether it is about a metric."""
        return self.kind not in _SHIFTS and self.name != "calibration"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AlertVerdict(Record):
    """
    Whether an alert went off.

    Attributes
    ----------
    alert : Alert
    fired : bool
    groups : tuple of str or None
        Where; None stands for all rows.
    lines : tuple of str
        What happened there, or why there is no alert.
    undecided : bool
        Whether it did not go off, and nobody can say whether it should have: a number that it needs is undefined.
    """

    alert: Alert
    fired: bool
    groups: tuple[str | None, ...]
    lines: tuple[str, ...]
    undecided: bool = False


def parse_alert(text: str) -> Alert:
    """
    Read an alert such as ``"roc_auc drop 0.01"``, ``"scores psi 0.2"`` or ``"predicted labels v 0.1"``.

    Raises
    ------
    OptionError
        If it is none.
    """
    match = _WORDS.fullmatch(text)
    amount = math.nan
    if match is not None:
        try:
            amount = float(match[3])
        except ValueError:
            match = None
    if match is None or not (amount >= 0 and math.isfinite(amount)):
        raise OptionError(
            f"an alert is a name, a change and an amount, such as 'roc_auc drop 0.01', 'brier_score rise 0.005', "
            f"'calibration change 0.02', 'scores psi 0.2' or 'predicted labels v 0.1', not {text!r}."
        )
    name, kind = match[1].replace("_labels", " labels"), cast("Kind", match[2])
    name = "calibration" if name.startswith("calibration ") else name
    if (kind in _SHIFTS) != (name in _SHIFTS["psi"]) or name not in _SHIFTS.get(kind, (name,)):
        known = ", ".join(one for one, names in _SHIFTS.items() if name in names) or "drop, rise or change"
        raise OptionError(f"the alert {text!r} cannot go off: of {name} there is {known}.")
    if kind in ("ks", "v") and amount > 1:
        raise OptionError(f"the alert {text!r} cannot go off: {kind} is at most 1.")
    alert = Alert(name, kind, amount, text)
    if not alert.is_of_metric:
        return alert
    try:
        metric = asked_metric(name)
        check_reachable(metric.metric, kind, amount, difference=True)
    except OptionError as error:
        raise OptionError(f"the alert {text!r} cannot go off: {error}") from error
    return replace(alert, name=metric.called)


def judge_alert(alert: Alert, report: ChangeReport) -> AlertVerdict:
    """
    Look whether an alert goes off in any part of a report.

    It does where the change is at least its amount, and more than chance by the adjusted p-value of the report. An
    alert that goes off in no part is undecided if one of these is undefined in any; not in the first window of a store.

    Raises
    ------
    OptionError
        If the report does not hold what the alert is about.
    """
    changes = [change for change in report.changes if change.called == alert.name]
    if not changes:
        held = ", ".join(dict.fromkeys(change.called for change in report.changes))
        raise OptionError(f"the alert {alert.text!r} asks about what is not in the report; it has {held}.")
    line = partial(_line, alert, adjust=report.adjust)
    reached = [change for change in changes if _reached(alert, change)]
    fired = [change for change in reached if change.p_adjusted < 1 - report.level]
    if fired:
        groups, lines = tuple(change.group for change in fired), tuple(line(change) for change in fired)
        return AlertVerdict(alert, True, groups, lines)
    if report.first_window:
        return AlertVerdict(alert, False, (), ("no alert: this is the first window, and there is no reference yet",))
    deciding = [
        (change, change.p_adjusted if _reached(alert, change) else _measure(alert, change)) for change in changes
    ]
    undecided = [change for change, value in deciding if math.isnan(value)]
    if undecided:
        lines = tuple(f"cannot be decided: {line(change)}" for change in undecided)
        return AlertVerdict(alert, False, tuple(change.group for change in undecided), lines, undecided=True)
    why = f"no alert: {line((reached or changes)[0])}"
    why += "; that may be chance" if reached else ""
    return AlertVerdict(alert, False, (), (why,))


def _measure(alert: Alert, change: Change) -> float:
    if alert.kind == "psi" and change.difference > 0:
        return change.details.get("psi", math.nan)
    return change.difference  # of a stability index too: it is 0 where nothing differs, such as one label on both sides


def _reached(alert: Alert, change: Change) -> bool:
    """Whether it is as large as the alert says; an undefined change is not."""
    amount = _measure(alert, change)
    if alert.kind == "drop":
        amount = -amount
    elif alert.kind == "change":
        amount = abs(amount)
    return amount >= alert.amount


def _line(alert: Alert, change: Change, adjust: Adjust) -> str:
    what = f"{title_of(alert.name)} in {'all rows' if change.group is None else change.group}"
    p = p_text(change.p_adjusted, adjust)
    if change.reason is not None and math.isnan(change.difference):
        return f"{what}: {change.reason}"
    if alert.kind in _SHIFTS:
        return f"{what}: {alert.kind} {value_or_undefined(_measure(alert, change))}, {p}"
    limits = "" if math.isnan(change.low) else f" ({change.low:+.4f} to {change.high:+.4f})"
    shift = "no difference" if math.isnan(change.difference) else f"{change.difference:+.4f}{limits}"
    values = f"{value_or_undefined(change.before)} before, {value_or_undefined(change.now)} now"
    return f"{what}: {values}, {shift}, {p}"
