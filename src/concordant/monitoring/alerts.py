"""Alerts: which changes of a report somebody wants to be woken for."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Literal, cast

from concordant.errors import OptionError
from concordant.metrics.definition.facts import check_reachable
from concordant.metrics.definition.registry import ALIASES, get, names
from concordant.monitoring.changes import Change, ChangeReport
from concordant.result.comparisons import p_text
from concordant.result.record import Record
from concordant.result.wording import number

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
    found = _WORDS.fullmatch(text)
    amount = math.nan
    if found is not None:
        try:
            amount = float(found[3])
        except ValueError:
            found = None
    if found is None or not (amount >= 0 and math.isfinite(amount)):
        msg = (
            f"an alert is a name, a change and an amount, such as 'roc_auc drop 0.01', 'brier_score rise 0.005', "
            f"'calibration change 0.02', 'scores psi 0.2' or 'predicted labels v 0.1', not {text!r}."
        )
        raise OptionError(msg)
    name, kind = found[1].replace("_labels", " labels"), cast("Kind", found[2])
    name = "calibration" if name.startswith("calibration ") else ALIASES.get(name, name)
    if (kind in _SHIFTS) != (name in _SHIFTS["psi"]) or name not in _SHIFTS.get(kind, (name,)):
        known = ", ".join(one for one, names in _SHIFTS.items() if name in names) or "drop, rise or change"
        msg = f"the alert {text!r} cannot go off: of {name} there is {known}."
        raise OptionError(msg)
    _check_amount(text, name, kind, amount)
    return Alert(name, kind, amount, text)


def _check_amount(text: str, name: str, kind: Kind, amount: float) -> None:
    """Raise for an amount that no change and no measure reaches."""
    if kind in ("ks", "v") and amount > 1:
        msg = f"the alert {text!r} cannot go off: {kind} is at most 1."
        raise OptionError(msg)
    if name in names():
        try:
            check_reachable(get(name), kind, amount, difference=True)
        except OptionError as error:
            msg = f"the alert {text!r} cannot go off: {error}"
            raise OptionError(msg) from error


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
    asked = [one for one in report.changes if one.called == alert.name]
    if not asked:
        held = ", ".join(dict.fromkeys(one.called for one in report.changes))
        msg = f"the alert {alert.text!r} asks about what is not in the report; it has {held}."
        raise OptionError(msg)
    fired = [one for one in asked if _reached(alert, one) and one.p_adjusted < 1 - report.level]
    if fired:
        return AlertVerdict(alert, True, tuple(one.group for one in fired), tuple(_line(alert, one) for one in fired))
    if report.first_window:
        return AlertVerdict(alert, False, (), ("no alert: this is the first window, and there is no reference yet",))
    undecided = [one for one in asked if math.isnan(one.p_adjusted if _reached(alert, one) else _measure(alert, one))]
    if undecided:
        lines = tuple(f"cannot be decided: {_line(alert, one)}" for one in undecided)
        return AlertVerdict(alert, False, tuple(one.group for one in undecided), lines, undecided=True)
    first = asked[0]
    doubt = next((one for one in asked if _reached(alert, one)), None)
    why = f"no alert: {_line(alert, first if doubt is None else doubt)}"
    why += "" if doubt is None else "; that may be chance"
    return AlertVerdict(alert, False, (), (why,))


def _measure(alert: Alert, one: Change) -> float:
    if alert.kind == "psi" and one.difference > 0:
        return one.details.get("psi", math.nan)
    return one.difference  # of a stability index too: it is 0 where nothing differs, such as one label on both sides


def _reached(alert: Alert, one: Change) -> bool:
    """Whether it is as large as the alert says; an undefined change is not."""
    change = _measure(alert, one)
    if alert.kind == "drop":
        change = -change
    elif alert.kind == "change":
        change = abs(change)
    return change >= alert.amount


def _line(alert: Alert, one: Change) -> str:
    where = "all rows" if one.group is None else one.group
    p = p_text(one.p_adjusted)
    if one.reason is not None and math.isnan(one.difference):
        return f"{alert.name} in {where}: {one.reason}"
    if alert.kind in _SHIFTS:
        return f"{alert.name} in {where}: {alert.kind} {number(_measure(alert, one), 4)}, adjusted {p}"
    change = f"{one.difference:+.4f} ({one.low:+.4f} to {one.high:+.4f})"
    return f"{alert.name} in {where}: {number(one.before, 4)} before, {number(one.now, 4)} now, {change}, adjusted {p}"
