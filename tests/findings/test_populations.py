"""Every rule on its populations: it speaks, its line of Python and its command run, and it is silent elsewhere."""

from __future__ import annotations

import json
import shlex
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from benchmarks.finding_rates.populations import CLEAN, SILENT, SPEAK

import concordant
from concordant import evaluate
from concordant.cli import main
from concordant.errors import IntervalWarning
from concordant.findings import RULES, Finding

ROLES = ("y_true", "y_pred", "y_score", "by", "cluster", "sample_weight")
BY_NAME = {rule.name: rule for rule in RULES}


def drawn(rule: str, populations: Any) -> dict[str, Any]:
    """The arguments of `evaluate`: of the first population of a rule."""
    columns: dict[str, Any] = next(iter(populations[rule].values()))(np.random.default_rng(3))
    return columns


def found(rule: str, columns: dict[str, Any]) -> tuple[concordant.Evaluation, Finding]:
    page = evaluate(**columns)
    return page, next(one for one in page.findings if one.rule == rule)


def test_every_rule_has_populations() -> None:
    assert SPEAK.keys() == SILENT.keys() == BY_NAME.keys()
    assert len(RULES) == len(BY_NAME) >= 24


@pytest.mark.parametrize("rule", BY_NAME)
def test_it_speaks_and_its_line_of_python_runs(rule: str) -> None:
    columns = drawn(rule, SPEAK)
    page, finding = found(rule, columns)
    names = {"concordant": concordant, "page": page} | {role: columns.get(role) for role in ROLES}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntervalWarning)  # few rows: the reader sees it
        result = eval(finding.python, names)
    assert result is not None
    assert finding.severity == BY_NAME[rule].severity
    data = finding.to_dict()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert finding.numbers
    for text in (finding.sentence, finding.meaning, finding.next_step):
        assert text[-1] in ".:"
        assert "nan" not in text.split()
        assert "  " not in text


@pytest.mark.filterwarnings("ignore::concordant.errors.LabelWarning")  # of spellings, which are a finding too
@pytest.mark.parametrize("rule", BY_NAME)
def test_its_command_runs(rule: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    columns = drawn(rule, SPEAK)
    given = {role: column for role in ROLES if (column := columns.pop(role, None)) is not None}
    file = tmp_path / "rows of a file.csv"
    pl.DataFrame({role: list(column) for role, column in given.items()}).write_csv(file)
    page = evaluate(**{role: role for role in given}, data=file, **columns)
    finding = next(one for one in page.findings if one.rule == rule)
    if finding.command is None:
        assert finding.line == finding.python
        return
    name, *words = shlex.split(finding.command)
    assert name == "concordant"
    assert main(words) == 0, capsys.readouterr().err
    assert capsys.readouterr().out


@pytest.mark.parametrize("rule", BY_NAME)
def test_it_is_silent_elsewhere(rule: str) -> None:
    for population in SILENT[rule].values():
        findings = evaluate(**population(np.random.default_rng(5))).findings
        assert rule not in [one.rule for one in findings]


@pytest.mark.parametrize("name", CLEAN)
def test_nothing_is_unusual_on_a_clean_page(name: str) -> None:
    findings = evaluate(**CLEAN[name](np.random.default_rng(7))).findings
    assert not findings, [one.sentence for one in findings]
    assert findings.summary == f"Nothing unusual was found in {len(findings.looked_for)} checks."


@pytest.mark.parametrize("rule", ["inverted_score", "severity_shift", "group_differs", "no_better_than_constant"])
def test_without_intervals_no_rule_of_chance_is_asked(rule: str) -> None:
    findings = evaluate(**drawn(rule, SPEAK), level=None).findings
    assert rule not in findings.looked_for
    assert findings.not_looked_for[rule] == "there are no intervals: level="


def test_the_page_names_every_rule() -> None:
    text = (Path(__file__).parents[2] / "docs" / "findings.md").read_text(encoding="utf-8")
    assert [rule.name for rule in RULES if f"| `{rule.name}` | {rule.asks} |" not in text] == []


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", ["scores of classes", "score", "probabilities", "measurements", "ratings", "labels"])
def test_lines_of_groups_run_on_any_page(name: str, weighted: bool) -> None:
    random = np.random.default_rng(0)
    by, y, noise = np.arange(600) % 3, random.integers(0, 3, 600), random.normal(size=600)
    good = by == 0
    known = np.where(good, y + 0.1 * noise, noise)
    even = np.full((600, 3), 1 / 3)
    columns: dict[str, dict[str, Any]] = {
        "scores of classes": {"y_true": y, "y_score": np.where(good[:, None], np.eye(3)[y] * 0.7 + 0.1, even)},
        "score": {"y_true": y > 0, "y_score": known},
        "probabilities": {"y_true": y > 0, "y_score": np.clip(known / 4 + 0.3, 0.01, 0.99)},
        "measurements": {"y_true": 10 * by + noise, "y_pred": 10 * by + random.normal(size=600), "task": "continuous"},
        "ratings": {"y_true": y, "y_score": known, "task": "ordinal"},
        "labels": {"y_true": y, "y_pred": np.where(good, y, 0)},
    }
    given = columns[name] | {"by": by} | ({"sample_weight": 1 + random.random(600)} if weighted else {})
    page = evaluate(**given)
    rules = {one.rule: one for one in page.findings}
    assert rules.keys() & {"group_differs", "whole_unlike_its_groups"}
    for rule in ("group_differs", "whole_unlike_its_groups"):
        if rule in rules:
            names = {"concordant": concordant} | {role: given.get(role) for role in ROLES}
            groups = eval(rules[rule].python, names)
            assert [one.n for one in groups.groups] == [one.n for one in page.groups.groups]  # type: ignore[union-attr]


def test_a_shift_of_weighted_ratings_has_a_line_that_runs() -> None:
    columns = drawn("severity_shift", SPEAK)
    columns["sample_weight"] = 1 + np.random.default_rng(1).random(len(columns["y_true"]))
    page, one = found("severity_shift", columns)
    assert "stuart_maxwell" not in one.python
    assert abs(eval(one.python, {"page": page}).sum()) < 1e-6


def test_a_file_whose_name_starts_with_a_sign_is_no_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    columns = drawn("inverted_score", SPEAK)
    pl.DataFrame({role: list(columns[role]) for role in ("y_true", "y_score")}).write_csv("-z.csv")
    command = evaluate("y_true", y_score="y_score", data="-z.csv").findings[0].command
    assert command is not None
    assert shlex.split(command)[2] == "./-z.csv"
    assert main(shlex.split(command)[1:]) == 0
