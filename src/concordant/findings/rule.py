"""A rule: what it looks for, in which data, and the function that looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from concordant.findings.evidence import Evidence, PageTask
from concordant.findings.finding import Finding, Severity

Need: TypeAlias = Literal[
    "labels",
    "predicted labels",
    "scores",
    "every score",
    "probabilities",
    "measurements",
    "numbers",
    "groups",
    "tests of groups",
    "weights",
    "clusters",
    "intervals",
]

_LACKING: Mapping[Need, str] = {
    "labels": "there are no predicted labels",
    "predicted labels": "there is no column of predicted labels",
    "scores": "there is no score of two classes",
    "every score": "the scores were counted in buckets",
    "probabilities": "there are no probabilities of two classes",
    "measurements": "there are no two columns of numbers",
    "numbers": "there are no scores of two classes, no measurements and no ordered labels",
    "groups": "there are no groups: by=",
    "tests of groups": "the groups are not tested against the rest",
    "weights": "the rows have no weights",
    "clusters": "the rows are in no clusters: cluster=",
    "intervals": "there are no intervals: level=",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a rule says if it speaks; see `Finding`."""

    sentence: str
    meaning: str
    next_step: str
    python: str
    command: str | None = None
    numbers: Mapping[str, float] = field(default_factory=dict)
    severity: Severity | None = None  # where it is not that of the rule


Looks: TypeAlias = Callable[[Evidence], Said | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """
    One rule.

    Attributes
    ----------
    name : str
        That of its function and of its file.
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
    needs: tuple[Need, ...]
    tasks: tuple[PageTask, ...]
    looks: Looks

    def lacks(self, evidence: Evidence) -> str | None:
        """Why the rule cannot be asked of these data; None if it can."""
        if evidence.task not in self.tasks:
            return f"the task is {evidence.task}"
        return next((_LACKING[need] for need in self.needs if not _has(evidence, need)), None)

    def finding(self, evidence: Evidence) -> Finding | None:
        """Look, and turn what is said into a finding."""
        said = self.looks(evidence)
        if said is None:
            return None
        return Finding(
            rule=self.name,
            severity=said.severity or self.severity,
            sentence=said.sentence,
            meaning=said.meaning,
            next_step=said.next_step,
            python=said.python,
            command=said.command,
            numbers={name: float(value) for name, value in said.numbers.items()},
        )


def rule(
    *,
    severity: Severity,
    asks: str,
    needs: tuple[Need, ...] = (),
    tasks: tuple[PageTask, ...] = ("binary", "multiclass", "ordinal", "continuous"),
) -> Callable[[Looks], Rule]:
    """Make a rule of a function."""

    def made(looks: Looks) -> Rule:
        name = looks.__name__
        return Rule(name=name, severity=severity, asks=asks, needs=needs, tasks=tasks, looks=looks)

    return made


def _has(evidence: Evidence, need: Need) -> bool:
    return {
        "labels": evidence.counts is not None,
        "predicted labels": evidence.counts is not None and evidence.predicts,
        "scores": evidence.scores is not None,
        "every score": not evidence.buckets,
        "probabilities": evidence.scores is not None and evidence.probabilities,
        "measurements": evidence.measurements is not None and evidence.task == "continuous",
        "numbers": evidence.scores is not None or evidence.task in ("ordinal", "continuous"),
        "groups": len(evidence.groups) > 1,
        "tests of groups": any(group.tests for group in evidence.groups),
        "weights": evidence.weighted,
        "clusters": evidence.clusters is not None,
        "intervals": evidence.level is not None,
    }[need]
