"""Verdicts of gates as other programs read them: JUnit XML, GitHub's annotations, a table of Markdown."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as ET

from concordant.report.gating import Verdict
from concordant.result.wording import number

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def name_of(verdict: Verdict) -> str:
    """What a gate requires, in a few words."""
    gate, use = verdict.gate, "" if verdict.gate.use == "value" else f" {verdict.gate.use} limit"
    bounds = [
        f">= {gate.least:g}" if gate.least is not None else "",
        f"<= {gate.most:g}" if gate.most is not None else "",
    ]
    group = "" if verdict.group is None else f"{verdict.group}: "
    return f"{group}{verdict.title}{use} {' and '.join(filter(None, bounds))}"


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
            failure.text = _plain(verdict.signature)
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
    said = "all gates passed" if not failed else f"{failed} of {len(verdicts)} gates failed"
    lines = [
        f"### {_cell(source)}: {said}",
        "",
        "| | gate | value | interval | why |",
        "| --- | --- | --- | --- | --- |",
    ]
    lines += [f"| {' | '.join(_cell(cell) for cell in _row(verdict))} |" for verdict in verdicts]
    return "\n".join(lines) + "\n"


def _row(verdict: Verdict) -> Iterator[str]:
    interval = verdict.interval
    yield "pass" if verdict.passed else "**FAIL**"
    yield name_of(verdict)
    yield "undefined" if math.isnan(verdict.value) else number(verdict.value)
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
