"""Columns that nobody wants: the rules say what they can, without errors or warnings, and their lines run."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import concordant
from concordant.errors import IntervalWarning, LabelError, UndefinedMetricWarning
from concordant.findings import RULES, Evidence, Findings, look
from concordant.findings.finding import Rule
from concordant.report.evidence import evidence_of

N = 40
RANDOM = np.random.default_rng(0)
Y, S = np.arange(N) % 2, RANDOM.random(N)
WORDS = np.array(["a'\"b", "<c>", "d,e"], dtype=object)[RANDOM.integers(0, 3, (2, N))]
K = RANDOM.integers(0, 4, (2, N))

COLUMNS: dict[str, dict[str, Any]] = {
    "two rows": {"y_true": [0, 1], "y_pred": [1, 0]},
    "one row": {"y_true": [0], "y_pred": [1], "labels": [0, 1, 2]},
    "one class": {"y_true": [0] * 5, "y_score": [0, 1, 0, 0, 0.5], "labels": [0, 1]},
    "constant score": {"y_true": Y, "y_score": np.full(N, 0.3)},
    "infinite scores": {"y_true": Y, "y_score": np.where(S > 0.5, np.inf, -np.inf)},
    "huge scores": {"y_true": Y, "y_score": S * 1e300},
    "tiny scores": {"y_true": Y, "y_score": S * 1e-300},
    "weights of zero": {"y_true": Y, "y_score": S, "sample_weight": (S > 0.5) * 1.0},
    "huge weights": {"y_true": Y, "y_score": S, "sample_weight": S * 1e200},
    "tiny weights": {"y_true": Y, "y_pred": 1 - Y, "sample_weight": S * 1e-200},
    "two clusters": {"y_true": Y, "y_pred": K[0] % 2, "y_score": S, "cluster": K[1] % 2},
    "a group a row": {"y_true": Y, "y_pred": K[0] % 2, "y_score": S, "by": np.arange(N)},
    "texts with marks": {"y_true": WORDS[0], "y_pred": WORDS[1]},
    "texts with marks, ordered": {"y_true": WORDS[0], "y_pred": WORDS[1], "labels": list(dict.fromkeys(WORDS[0]))},
    "blank texts": {"y_true": np.array(["", " "] * 20, object), "y_pred": np.array(["", " "] * 20, object)},
    "one prediction": {"y_true": K[0], "y_pred": np.full(N, 2)},
    "equal ratings": {"y_true": K[0], "y_pred": K[0]},
    "a class a row": {"y_true": np.arange(N), "y_pred": np.arange(N)[::-1]},
    "impossible rows": {"y_true": K[0] % 3, "y_score": np.eye(3)[K[1] % 3]},
    "equal measurements": {"y_true": S, "y_pred": S},
    "constant measurements": {"y_true": S, "y_pred": np.full(N, 1.5), "task": "continuous"},
    "one measurement": {"y_true": [0.1], "y_pred": [0.3], "task": "continuous"},
    "missing values": {"y_true": Y, "y_score": np.where(S > 0.5, np.nan, S), "missing": "drop"},
    "no intervals": {"y_true": Y, "y_pred": K[0] % 2, "y_score": S, "level": None, "by": K[1] % 2},
}


@pytest.mark.parametrize("name", COLUMNS)
def test_rules_answer(name: str) -> None:
    given = COLUMNS[name]
    page = concordant.evaluate(**given)
    findings = page.findings
    assert isinstance(findings, Findings)
    assert findings is page.findings
    assert findings.looked_for
    assert findings.summary in str(findings)
    roles = ("y_true", "y_pred", "y_score", "by", "sample_weight")
    names = {"concordant": concordant, "page": page} | {role: given.get(role) for role in roles}
    for one in findings:
        assert one.line in str(page)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", IntervalWarning)
            warnings.simplefilter("ignore", UndefinedMetricWarning)
            eval(one.python, dict(names))


def test_labels_are_escaped() -> None:
    page = concordant.evaluate(["<b>", "x"] * 30, ["x", "x"] * 30)
    assert any("<b>" in one.sentence for one in page.findings)
    assert "<b>" not in page.findings._repr_html_().replace("<br/>", "")
    assert "&lt;b&gt;" in page.findings._repr_html_()


@pytest.mark.parametrize("columns", [{"y_pred": K[0] % 2}, {"y_pred": K[0] % 2, "y_score": S}, {"y_score": S}])
def test_one_cluster_costs_no_page(columns: dict[str, Any]) -> None:
    findings = concordant.evaluate(Y, **columns, cluster=["a"] * N).findings
    assert findings.looked_for
    assert not findings.looked_for.keys() & findings.not_looked_for.keys()
    if "y_pred" in columns:
        assert "cluster" in findings.not_looked_for["severity_shift"]


def test_a_rule_that_raises_says_why_and_the_others_answer() -> None:
    msg = "no such label"

    def looks(evidence: Evidence) -> None:
        raise LabelError(msg)

    broken = Rule(name="broken", severity="costs", asks="?", needs=(), tasks=("binary",), looks=looks)
    evidence = evidence_of(concordant.evaluate(Y, K[0] % 2))
    findings = look(evidence, (broken, *RULES))
    assert findings.not_looked_for["broken"] == msg
    assert "broken" not in findings.looked_for
    assert len(findings.looked_for) > 5


def test_clusters_get_no_plan_of_independent_rows() -> None:
    page = concordant.evaluate(Y, y_score=S, cluster=np.arange(N) // 4)
    (one,) = (one for one in page.findings if one.rule == "wide_interval")
    assert "planning" not in one.python
    assert "clusters" in one.next_step
    assert one.numbers["rows"] == pytest.approx(eval(one.python, {"page": page}), rel=0.01)


RARE = (RANDOM.random(400) < 0.06).astype(int)
KNOWN = RANDOM.random(400)
OFTEN = 1 + RANDOM.random(400)
WEIGHED: dict[str, dict[str, Any]] = {
    "labels without error": {"y_true": K[0], "y_pred": K[0]},
    "one prediction": {"y_true": RARE, "y_pred": np.zeros(400, int)},
    "a rare class": {"y_true": RARE, "y_pred": RARE * (KNOWN < 0.1)},
    "a foreign label": {"y_true": RARE, "y_pred": np.where(KNOWN < 0.1, 2, RARE), "labels": [0, 1, 2]},
    "no skill": {"y_true": KNOWN > 0.5, "y_score": OFTEN - 1},
    "overconfident": {"y_true": KNOWN > OFTEN - 1, "y_score": (KNOWN > 0.5) * 0.96 + 0.02},
    "certain and wrong": {"y_true": KNOWN > 0.5, "y_score": (OFTEN > 1.5) * 1.0},
    "spellings": {"y_true": np.where(RARE, "Yes", "no"), "y_pred": np.where(KNOWN > 0.5, "yes", "no")},
    "a code": {
        "y_true": np.where(KNOWN < 0.02, 99, K[0].repeat(10)),
        "y_pred": np.where(KNOWN < 0.02, 99, K[1].repeat(10)),
    },
}


@pytest.mark.parametrize("name", WEIGHED)
@pytest.mark.parametrize("times", [1000.0, 1 / 400, 1e-9])
def test_the_unit_of_weights_changes_no_finding(name: str, times: float) -> None:
    given = WEIGHED[name]
    weights = OFTEN[: len(given["y_true"])]
    found, scaled = (concordant.evaluate(**given, sample_weight=one).findings for one in (weights, weights * times))
    assert [(one.rule, one.sentence, one.meaning) for one in found] == [
        (one.rule, one.sentence, one.meaning) for one in scaled
    ]
    assert found.looked_for == scaled.looked_for
    for one, other in zip(found, scaled, strict=True):
        assert one.numbers == pytest.approx(other.numbers, rel=1e-6, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("times", [1.0, 1024.0, 2.0**-9, 2.0**-30])  # so that the AUC is 1 and not rounded
def test_the_unit_of_weights_hides_no_label_in_the_score(times: float) -> None:
    weights = times * np.round(4 * OFTEN) / 4
    findings = concordant.evaluate(KNOWN > 0.5, y_score=KNOWN, sample_weight=weights).findings
    assert [one.rule for one in findings] == ["score_is_the_label"]
