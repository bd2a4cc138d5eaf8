"""``concordant predict``: the labels that it writes, and rules that it refuses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from .conftest import Run

Csv = Callable[..., Path]


def test_half_grades_are_written_as_numbers(run: Run, csv: Csv, tmp_path: Path) -> None:
    rows = [f"{grade},{grade + 0.1 * (k % 5)}" for k in range(40) for grade in (0, 0.5, 1, 1.5, 2)]
    file, rule = csv("\n".join(["grade,model", *rows, ""])), tmp_path / "cuts.json"
    chosen = ("--truth", "grade", "--score", "model", "--labels", "0,0.5,1,1.5,2", "--json", str(rule))
    assert run("cutpoints", str(file), *chosen).code == 0
    done = run("predict", str(file), "--score", "model", "--rule", str(rule))
    assert done.code == 0, done.err
    assert {line.split(",")[-1] for line in done.out.splitlines()[1:]} <= {"0.0", "0.5", "1.0", "1.5", "2.0"}


def test_a_rule_with_a_number_of_thousands_of_digits_is_refused(run: Run, csv: Csv, tmp_path: Path) -> None:
    rule = tmp_path / "long.json"
    rule.write_text('{"result": ' + "9" * 5000 + "}", encoding="utf-8")
    done = run("predict", str(csv("model\n1\n")), "--score", "model", "--rule", str(rule))
    assert done.code == 2
    assert "this file holds neither cut points" in done.err
