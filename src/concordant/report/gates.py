"""Gates and the forms of their verdicts."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args
from xml.etree import ElementTree as ET

from concordant.errors import OptionError
from concordant.inference.quantiles import check_level
from concordant.metrics.definition.facts import check_reachable
from concordant.metrics.definition.registry import get, understand
from concordant.names import require_choice
from concordant.report.evaluation import Evaluation
from concordant.report.records import Result, finite, interval_to_dict
from concordant.report.requested import measure
from concordant.result import Bounds
from concordant.result.record import Record, plain
from concordant.result.wording import between, number

Use = Literal["value", "lower", "upper"]


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Gate(Record):
    """
    What is required.

    Attributes
    ----------
    metric : str
        Name or alias.
    options : dict
        Options of the metric.
    least, most : float or None
        The least and the greatest value that pass; one of them or both.
    use : {"value", "lower", "upper"}
        What is compared with them: the value itself, or a limit of its interval.
    """

    metric: str
    options: Mapping[str, Any] = field(default_factory=dict)
    least: float | None = None
    most: float | None = None
    use: Use = "value"


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Verdict(Record):
    """
    Whether a gate is passed by a metric, what of it was compared, and why, in one line.

    `group` names the rows where a gate is for each group.
    """

    gate: Gate
    passed: bool
    found: Result
    measured: float
    line: str
    group: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that strict JSON can hold."""
        return {
            "passed": self.passed,
            "metric": self.gate.metric,
            "options": plain(self.gate.options),
            "min": self.gate.least,
            "max": self.gate.most,
            "use": self.gate.use,
            "measured": finite(self.measured),
            "value": finite(self.found.value),
            "interval": interval_to_dict(self.found.interval),
            "reason": self.line,
            "signature": self.found.signature,
            "predicted_labels": self.found.cut,
            "group": self.group,
        }


def check_gate(gate: Gate, *, difference: bool = False) -> None:
    """Raise for a gate that nothing could fail or pass, or that cannot be read."""
    if gate.least is None and gate.most is None:
        raise OptionError(f"the gate of {gate.metric} requires nothing: give min, max, or both.")
    require_choice("use", gate.use, get_args(Use))
    if gate.least is not None and gate.most is not None and gate.least > gate.most:
        msg = f"no value of {gate.metric} is at least {gate.least:g} and at most {gate.most:g}: nothing could pass."
        raise OptionError(msg)
    for name, bound in (("min", gate.least), ("max", gate.most)):
        if bound is not None and not math.isfinite(bound):
            raise OptionError(f"{name} must be a number, not {bound!r}.")
        if bound is not None:
            check_reachable(get(understand(gate.metric, gate.options).metric), name, bound, difference=difference)


def judge(
    page: Evaluation, gate: Gate, *, level: float = 0.95, allow_doubt: bool = False, group: str | None = None
) -> Verdict:
    """
    Judge a metric of a page by a gate.

    An undefined value never passes. Where a limit is used, a missing interval never passes, and a doubtful one passes
    only with `allow_doubt`.
    """
    check_gate(gate)
    found = measure(page, gate.metric, gate.options, level=check_level(level), thorough=gate.use != "value")
    return judge_measured(found, gate, level=level, allow_doubt=allow_doubt, group=group)


def judge_measured(
    found: Result,
    gate: Gate,
    *,
    level: float = 0.95,
    allow_doubt: bool = False,
    group: str | None = None,
    difference: bool = False,
) -> Verdict:
    """Judge a number that was measured, or a difference; `group` names the rows that it is of."""
    check_gate(gate, difference=difference)
    value, interval = found.value, found.interval
    measured = value if gate.use == "value" else float("nan")
    if interval is not None and gate.use != "value":
        measured = interval.low if gate.use == "lower" else interval.high
    doubt = None if interval is None or gate.use == "value" else interval.reason
    failures = list(_failures(gate, value, measured, doubt, found.reason, allow_doubt=allow_doubt))
    if gate.use == "value" and found.bounds is not None and _is_open(gate, found.bounds):
        failures = [f"not certain, as scores were counted in buckets: it lies from {between(found.bounds)}"]
    line = _line(found.title, value, gate, measured, level, failures)
    cut = "" if found.cut is None else f". {found.cut}"
    rows = "" if group is None else f"{group}: "
    passed = not failures
    return Verdict(gate=gate, passed=passed, found=found, measured=measured, line=f"{rows}{line}{cut}", group=group)


def _failures(
    gate: Gate, value: float, measured: float, doubt: str | None, why: str | None, *, allow_doubt: bool
) -> list[str]:
    if math.isnan(value):
        return [f"undefined ({why})"]
    if math.isnan(measured):
        return [f"there is no interval ({doubt or 'the value is infinite'})"]
    found = []
    if gate.least is not None and measured < gate.least:
        found.append(f"below the required {gate.least:g}")
    if gate.most is not None and measured > gate.most:
        found.append(f"above the allowed {gate.most:g}")
    if doubt is not None and not allow_doubt:
        found.append(f"the interval is unreliable ({doubt})" + ("" if found else ", which allow_doubt=True accepts"))
    return found


def _is_open(gate: Gate, bounds: Bounds) -> bool:
    """Whether the value may pass or not, by where it lies between its bounds."""
    required = [limit for limit in (gate.least, gate.most) if limit is not None]
    return any(bounds.low < limit <= bounds.high or bounds.low <= limit < bounds.high for limit in required)


def _line(title: str, value: float, gate: Gate, measured: float, level: float, failures: list[str]) -> str:
    """Metric, value, limit, and why."""
    text = title if math.isnan(value) else f"{title} {_shown(value, gate)}"
    if gate.use != "value" and not math.isnan(measured):
        text += f", {gate.use} limit {_shown(measured, gate)} ({100 * level:g} %)"
    if failures:
        return f"{text}: {'; '.join(failures)}"
    return f"{text}: {_bounds(gate, 'at least', 'at most')}, as required"


def _bounds(gate: Gate, least: str, most: str) -> str:
    """What is required, by these words for the two bounds."""
    bounds = ((least, gate.least), (most, gate.most))
    return " and ".join(f"{words} {bound:g}" for words, bound in bounds if bound is not None)


def _shown(value: float, gate: Gate) -> str:
    """As many digits as tell it from the bounds."""
    bounds = [bound for bound in (gate.least, gate.most) if bound is not None]
    for digits in range(4, 12):
        text = number(value, digits)
        if math.isinf(value) or not any(value != bound and float(text) == bound for bound in bounds):
            return text
    return repr(value)


_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def name_of(verdict: Verdict) -> str:
    """What a gate requires, in a few words."""
    gate, use = verdict.gate, "" if verdict.gate.use == "value" else f" {verdict.gate.use} limit"
    group = "" if verdict.group is None else f"{verdict.group}: "
    return f"{group}{verdict.found.title}{use} {_bounds(gate, '>=', '<=')}"


def junit_xml(verdicts: Sequence[Verdict], source: str) -> str:
    """Return a suite of JUnit: a test case for each gate, with a failure where it did not pass."""
    failed = sum(not verdict.passed for verdict in verdicts)
    counted = {"tests": str(len(verdicts)), "failures": str(failed), "errors": "0", "skipped": "0"}
    suites = ET.Element("testsuites", {"name": "concordant gate", **counted})
    suite = ET.SubElement(suites, "testsuite", {"name": _plain(source), **counted})
    for verdict in verdicts:
        case = ET.SubElement(suite, "testcase", {"classname": "concordant.gate", "name": _plain(name_of(verdict))})
        if not verdict.passed:
            failure = ET.SubElement(case, "failure", {"type": "gate", "message": _plain(verdict.line)})
            failure.text = _plain(verdict.found.signature)
        else:
            ET.SubElement(case, "system-out").text = _plain(verdict.line)
    ET.indent(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(suites, encoding="unicode")}\n'


def _plain(text: str) -> str:
    """The text without what XML cannot hold."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", " ".join(text.split()))


def markdown(verdicts: Sequence[Verdict], source: str) -> str:
    """Return a table with a row for each gate, for a pull request or a step summary."""
    failed = sum(not verdict.passed for verdict in verdicts)
    text = "all gates passed" if not failed else f"{failed} of {len(verdicts)} gates failed"
    lines = [
        f"### {_cell(source)}: {text}",
        "",
        "| | gate | value | interval | why |",
        "| --- | --- | --- | --- | --- |",
    ]
    lines += [f"| {' | '.join(_cell(cell) for cell in _row(verdict))} |" for verdict in verdicts]
    return "\n".join(lines) + "\n"


def _row(verdict: Verdict) -> Iterator[str]:
    interval = verdict.found.interval
    yield "pass" if verdict.passed else "**FAIL**"
    yield name_of(verdict)
    value = verdict.found.value
    yield "undefined" if math.isnan(value) else number(value)
    bounded = interval is not None and not math.isnan(interval.low)
    yield f"{number(interval.low)} to {number(interval.high)}" if interval is not None and bounded else ""
    yield verdict.line.partition(": ")[2] if verdict.group is None else verdict.line.split(": ", 2)[-1]


def _cell(text: str) -> str:
    """Text that stays in its cell, and is no markup."""
    line = " ".join(_plain(text).split())
    return re.sub(r"([|<>`\[\]])", r"\\\1", line)


def github_lines(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Return a command of GitHub's workflows for each gate: an error where it failed, else a notice."""
    for verdict in verdicts:
        kind = "notice" if verdict.passed else "error"
        title = _escaped(name_of(verdict)).replace(":", "%3A").replace(",", "%2C")
        yield f"::{kind} title={title}::{_escaped(verdict.line)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
