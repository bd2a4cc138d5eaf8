"""`Finding`, `Findings`, `Rule`; how findings write numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import ClassVar, Literal, TypeAlias, get_args, overload

from concordant.documents.blocks import Document, Formula, Paragraph, Section
from concordant.documents.html import as_notebook
from concordant.documents.text import as_text
from concordant.findings.evidence import SURE, Evidence, Limits
from concordant.report.task import Task
from concordant.result import Interval
from concordant.result.record import Record, plural

_NEEDS: Mapping[str, tuple[str, Callable[[Evidence], bool]]] = {  # why a rule cannot be asked, unless the data have it
    "labels": ("there are no predicted labels", lambda data: data.page.counts is not None),
    "predicted labels": ("there is no column of predicted labels", lambda data: data.predicts),
    "scores": ("there is no score of two classes", lambda data: data.scores is not None),
    "every score": ("the scores were counted in buckets", lambda data: not data.buckets),
    "probabilities": (
        "there are no probabilities of two classes",
        lambda data: data.scores is not None and data.page.probabilities,
    ),
    "measurements": ("there are no two columns of numbers", lambda data: data.page.task == "continuous"),
    "numbers": (
        "there are no scores of two classes, no measurements and no ordered labels",
        lambda data: data.scores is not None or data.page.task in ("ordinal", "continuous"),
    ),
    "groups": ("there are no groups: by=", lambda data: len(data.groups) > 1),
    "tests of groups": (
        "the groups are not tested against the rest",
        lambda data: any(test.tested for group in data.groups for test in group.against_rest),
    ),
    "weights": ("the rows have no weights", lambda data: data.page.weighted),
    "clusters": ("the rows are in no clusters: cluster=", lambda data: data.clusters is not None),
    "independent rows": ("the rows are weighted or belong together in clusters", lambda data: data.independent),
    "intervals": ("there are no intervals: level=", lambda data: data.page.level is not None),
    "intervals of scores": (
        "the weighted scores were added up, which leaves them without intervals",
        lambda data: data.scores_vary,
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What a rule states; see `Finding`."""

    sentence: str
    meaning: str
    next_step: str
    python: str
    command: str | None = None
    numbers: Mapping[str, float] = field(default_factory=dict)
    severity: Severity | None = None  # where it is not that of the rule


Looks: TypeAlias = Callable[[Evidence], Statement | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """
    One rule.

    Attributes
    ----------
    name : str
        That of its function.
    severity : {"wrong conclusion likely", "costs", "worth knowing"}
    asks : str
        The question that it answers.
    needs : tuple of str
        What the data must have.
    tasks : tuple of str
        The tasks that it is for.
    looks : callable
        Takes the evidence; says something, or None.
    """

    name: str
    severity: Severity
    asks: str
    needs: tuple[str, ...]
    tasks: tuple[Task, ...]
    looks: Looks

    def lacks(self, evidence: Evidence) -> str | None:
        """Why the rule cannot be asked of these data; None if it can."""
        if evidence.page.task not in self.tasks:
            return f"the task is {evidence.page.task}"
        needs = (_NEEDS[need] for need in self.needs)
        return next((why for why, holds in needs if not holds(evidence)), None)

    def finding(self, evidence: Evidence) -> Finding | None:
        """Look, and turn the statement into a finding."""
        statement = self.looks(evidence)
        if statement is None:
            return None
        numbers = {name: float(value) for name, value in statement.numbers.items()}
        severity = statement.severity or self.severity
        return Finding(rule=self.name, **asdict(statement) | {"severity": severity, "numbers": numbers})


def rule(
    *,
    severity: Severity,
    asks: str,
    needs: tuple[str, ...] = (),
    tasks: tuple[Task, ...] = ("binary", "multiclass", "ordinal", "continuous"),
) -> Callable[[Looks], Rule]:
    """Make a rule of a function."""

    def rule_of(looks: Looks) -> Rule:
        return Rule(name=looks.__name__, severity=severity, asks=asks, needs=needs, tasks=tasks, looks=looks)

    return rule_of


def with_limits(interval: Interval | Limits) -> str:
    """A value with its interval."""
    return f"{interval.value:.3f} ({100 * interval.level:g} % interval {interval.low:.3f} to {interval.high:.3f})"


def percent(share: float) -> str:
    """A share as a percentage: whole above one percent."""
    return f"{100 * share:.0f} %" if share >= 0.0995 else f"{100 * share:.1f} %"


def counted(rows: float) -> str:
    """Rows with thousands separators; a sum of weights with four digits."""
    return f"{rows:,.0f}" if float(rows).is_integer() else f"{rows:,.4g}"


def share_limits(share: float, rows: float, level: float = SURE) -> tuple[float, float]:
    """Wilson's limits of a share of so many rows."""
    import numpy as np

    from concordant.inference.intervals.proportions import wilson

    low, high = wilson(np.array(share), np.array(float(rows)), level)[:2]
    return float(low), float(high)


Severity: TypeAlias = Literal["wrong conclusion likely", "costs", "worth knowing"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)  # the worst first


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Finding(Record):
    """
    One thing that stands out.

    Attributes
    ----------
    rule : str
        The name of the rule that saw it.
    severity : {"wrong conclusion likely", "costs", "worth knowing"}
        The first: who reads the numbers as they stand will probably conclude something wrong. The second: the
        predictions, or the study, are worse than they could be.
    sentence : str
        What was seen, with its numbers.
    meaning : str
        What that means for the reader.
    next_step : str
        What to do next, in words.
    python : str
        The same as a line of Python, where `page` is the evaluation and `y_true`, `y_pred`, `y_score`, `by` and
        `sample_weight` are its columns.
    command : str or None
        The same as a command, where the columns came from a file.
    numbers : dict of str to float
        The numbers that decided; NaN where one is undefined.
    """

    rule: str
    severity: Severity
    sentence: str
    meaning: str
    next_step: str
    python: str
    command: str | None
    numbers: Mapping[str, float]

    @property
    def line(self) -> str:
        """The line to run: the command, or where there is no file the line of Python."""
        return self.python if self.command is None else self.command


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Findings(Record):
    """
    What stands out in an evaluation, the worst first.

    Attributes
    ----------
    findings : tuple of Finding
        They can be iterated over; ``len`` says how many there are.
    looked_for : dict
        The rules that were asked: the name of each, with its question.
    not_looked_for : dict
        The rules that these data do not allow: the name of each, with the reason.
    """

    table_of: ClassVar[tuple[str, ...]] = ("findings",)

    findings: tuple[Finding, ...]
    looked_for: Mapping[str, str]
    not_looked_for: Mapping[str, str]

    def __iter__(self) -> Iterator[Finding]:
        """The findings, the worst first."""
        return iter(self.findings)

    def __len__(self) -> int:
        """The number of findings."""
        return len(self.findings)

    @overload
    def __getitem__(self, key: int) -> Finding: ...
    @overload
    def __getitem__(self, key: slice) -> tuple[Finding, ...]: ...
    def __getitem__(self, key: int | slice) -> Finding | tuple[Finding, ...]:
        """The finding of a place."""
        return self.findings[key]

    @property
    def summary(self) -> str:
        """How much was found, in one sentence."""
        checks = plural(f"{len(self.looked_for):,}", "check")
        if not self.findings:
            return f"Nothing unusual was found in {checks}."
        return f"{len(self.findings)} of {checks} found something."

    def __str__(self) -> str:
        """The findings as text."""
        return as_text(self._document())

    def section(self, *, commands: bool = False) -> Section:
        """The findings as a section of a page, the worst first, each with what to do; with `commands` no Python."""
        parts = tuple(
            Section(
                one.sentence,
                (
                    Paragraph(one.meaning),
                    Paragraph(one.next_step),
                    *(() if commands and one.command is None else (Formula((one.line,), copied=True),)),
                ),
                label=one.severity,
            )
            for one in self.findings
        )
        return Section("What stands out", (Paragraph(self.summary, "soft"), *parts), "findings")

    def _document(self) -> Document:
        section = self.section()
        return Document(title=section.title, blocks=section.blocks)

    def _repr_html_(self) -> str:
        return as_notebook(self._document())
