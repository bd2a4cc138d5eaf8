"""``concordant gate``: exit codes, the one line, JSON, and gates in a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from concordant.metrics import get

from .conftest import Run

Csv = Callable[..., Path]

KAPPA = ("--metric", "cohen_kappa", "--weights", "quadratic")


@pytest.fixture
def rows(csv: Csv) -> Path:
    text = "".join(f"{k % 3},{(k % 3 + (k % 7 == 0)) % 3},{0.3 + 0.4 * (k % 3 > 0)},{k // 4}\n" for k in range(210))
    return csv(f"truth,pred,score,doc\n{text}")


def test_pass_is_0_and_fail_is_1(run: Run) -> None:
    passed = run("gate", "--example", "ms", *KAPPA, "--min", "0.5")
    assert (passed.code, passed.err) == (0, "")
    assert passed.out == "pass  Cohen's kappa (weights quadratic) 0.5246: at least 0.5, as required\n"
    failed = run("gate", "--example", "ms", *KAPPA, "--min", "0.7")
    assert (failed.code, failed.err) == (1, "")
    assert failed.out == "FAIL  Cohen's kappa (weights quadratic) 0.5246: below the required 0.7\n"


def test_exit_code_of_a_process(process: Run) -> None:
    assert process("gate", "--example", "ms", *KAPPA, "--min", "0.7").code == 1
    assert process("gate", "--example", "ms", *KAPPA, "--min", "0.5").code == 0
    assert process("gate", "--example", "ms", *KAPPA, "--min", "high").code == 2


def test_a_limit_is_stricter_than_the_value(run: Run) -> None:
    failed = run("gate", "--example", "ms", *KAPPA, "--min", "0.5", "--use", "lower")
    assert failed.code == 1
    assert failed.out.startswith("FAIL  Cohen's kappa (weights quadratic) 0.5246, lower limit 0.3")
    assert failed.out.endswith("(95 %): below the required 0.5\n")


def test_most_allowed_and_level(run: Run) -> None:
    options = ("gate", "--example", "breast", "--metric", "false_negative_rate", "--use", "upper", "--level", "0.9")
    assert run(*options, "--max", "0.25").code == 0
    failed = run(*options, "--max", "0.1")
    assert failed.code == 1
    assert "(90 %): above the allowed 0.1" in failed.out


def test_json(run: Run) -> None:
    ran = run("gate", "--example", "ms", *KAPPA, "--min", "0.7", "--json")
    data = json.loads(ran.out)
    assert ran.code == 1
    assert data["passed"] is False
    (gate,) = data["gates"]
    assert gate["options"] == {"weights": "quadratic"}
    assert gate["value"] == pytest.approx(0.5246, abs=1e-4)
    assert gate["interval"]["low"] < gate["value"] < gate["interval"]["high"]
    assert (gate["min"], gate["max"], gate["use"]) == (0.7, None, "value")


def test_clusters_widen_the_interval(run: Run, rows: Path) -> None:
    options = ("gate", rows, "--truth", "truth", "--pred", "pred", "--metric", "accuracy", "--min", "0", "--json")
    alone, clustered = (json.loads(run(*options, *more).out)["gates"][0] for more in ((), ("--cluster", "doc")))
    assert alone["value"] == clustered["value"]
    assert alone["interval"]["low"] != clustered["interval"]["low"]


def test_other_options_of_a_metric(run: Run) -> None:
    ran = run("gate", "--example", "breast", "--metric", "f_beta", "--option", "beta=2", "--min", "0.8")
    assert ran.code == 0
    assert ran.out.startswith(f"pass  {get('f_beta').facts.title} (beta 2) 0.85")


def test_gates_of_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "gates.toml"
    path.write_text(
        '[[gate]]\nmetric = "cohen_kappa"\nweights = "quadratic"\nmin = 0.5\n'
        '[[gate]]\nmetric = "accuracy"\nmin = 0.5\nuse = "lower"\n'
    )
    ran = run("gate", "--example", "ms", "--gates", path)
    assert ran.code == 1
    first, second = ran.out.splitlines()
    assert first.startswith("pass  Cohen's kappa (weights quadratic) 0.5246")
    assert second.startswith("FAIL  Accuracy 0.4295, lower limit 0.35")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no [[gate]] in it"),
        ("gate = 3", "no [[gate]] in it"),
        ('[[gate]]\nmetric = "accuracy"', "gate 1 needs a metric by name, and a number for min or max."),
        ("[[gate]]\nmin = 0.5", "gate 1 needs a metric by name, and a number for min or max."),
        ('[[gate]]\nmetric = "accuracy"\nmin = 0\nuse = "low"', "use low: choose one of value, lower, upper."),
        ("[[gate", "Expected"),
    ],
)
def test_a_file_of_gates_that_cannot_be_read(run: Run, tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "gates.toml"
    path.write_text(text)
    ran = run("gate", "--example", "ms", "--gates", path)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert str(path) in ran.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--example"], "--metric NAME with --min or --max says what is required"),
        (["--example", "--metric", "accuracy"], "nothing is required: give --min NUMBER, --max NUMBER, or both."),
        (["--example", "--metric", "acuracy", "--min", "0"], "there is no metric 'acuracy'. Did you mean accuracy"),
        (["--example", "--metric", "roc_auc", "--min", "0"], "roc_auc needs scores, and there are none."),
        (["--example", "--metric", "accuracy", "--min", "0", "--use", "low"], "--use low: choose one of value, lower"),
        (["--example", "--metric", "accuracy", "--min", "0", "--level", "95"], "--level 95: a share between 0 and 1"),
        (["--example", "--metric", "accuracy", "--min", "0", "--option", "beta"], "write it as NAME=VALUE"),
        (["--metric", "accuracy", "--min", "0"], "name a file: concordant gate FILE --truth COL --pred COL"),
        (["none.csv", "--truth", "a", "--pred", "b", "--metric", "accuracy", "--min", "0"], "no such file: none.csv"),
    ],
)
def test_questions_that_cannot_be_read(run: Run, arguments: list[str], said: str) -> None:
    ran = run("gate", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert said in ran.err


def test_a_column_that_is_not_there(run: Run, rows: Path) -> None:
    ran = run("gate", rows, "--truth", "truth", "--pred", "prd", "--metric", "accuracy", "--min", "0")
    assert (ran.code, ran.err) == (2, f"concordant: {rows}: no column 'prd'; did you mean 'pred'?\n")
    ran = run("gate", rows, "--truth", "truth", "--pred", "pred", "--cluster", "dco", "--metric", "f1", "--min", "0")
    assert (ran.code, ran.err) == (2, f"concordant: {rows}: no column 'dco'; did you mean 'doc'?\n")


def test_labels_that_are_cut_from_a_score_are_spoken_of(run: Run, csv: Csv) -> None:
    path = csv("t,s\n" + "1,0.9\n0,0.2\n1,0.4\n0,0.1\n" * 5)
    base = ("gate", path, "--truth", "t", "--score", "s", "--min", "0")
    said = "No predicted labels were given: 1 is predicted from a probability of 0.5 on."
    assert run(*base, "--metric", "recall").out == f"pass  Recall 0.5000: at least 0, as required. {said}\n"
    assert json.loads(run(*base, "--metric", "recall", "--json").out)["gates"][0]["predicted_labels"] == said
    assert said not in run(*base, "--metric", "roc_auc").out


def test_the_verdict_is_written_into_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "verdict.json"
    ran = run("gate", "--example", "ms", *KAPPA, "--min", "0.7", "--json", path)
    assert ran.code == 1
    assert ran.out.startswith("FAIL ")
    assert json.loads(path.read_text())["passed"] is False


@pytest.mark.parametrize("order", [("specificity", "recall"), ("recall", "specificity")])
def test_a_second_metric_does_not_replace_the_first(run: Run, order: tuple[str, str]) -> None:
    ran = run("gate", "--example", "breast", "--metric", order[0], "--metric", order[1], "--min", "0.9")
    assert ran.code == 2
    assert "--metric is given 2 times, and only one of them could count" in ran.err


@pytest.mark.parametrize("lost", [("--min", "0.9"), ("--max", "1"), ("--use", "value"), ("--option", "beta=1")])
def test_an_option_beside_a_file_of_gates_is_not_lost(run: Run, tmp_path: Path, lost: tuple[str, str]) -> None:
    path = tmp_path / "gates.toml"
    path.write_text('[[gate]]\nmetric = "accuracy"\nmin = 0\n')
    ran = run("gate", "--example", "ms", "--gates", path, *lost)
    assert (ran.code, ran.out) == (2, "")
    assert f"{lost[0]} cannot be used with --gates" in ran.err


def test_a_guessed_positive_class_decides_no_release(run: Run, csv: Csv) -> None:
    rows = ["malignant,benign"] * 3 + ["malignant,malignant"] * 5 + ["benign,benign"] * 9
    gate = (
        "gate",
        str(csv("\n".join(["truth,pred", *rows, ""]))),
        "--truth",
        "truth",
        "--pred",
        "pred",
        "--min",
        "0.1",
    )
    done = run(*gate, "--metric", "recall")
    assert done.code == 2
    assert "--pos-label" in done.err
    assert run(*gate, "--metric", "recall", "--pos-label", "malignant").code == 0
    assert run(*gate, "--metric", "cohen_kappa").code == 0  # which does not depend on it


def test_a_gate_that_nothing_passes_is_a_mistake(run: Run, csv: Csv) -> None:
    file = str(csv("truth,pred\n1,1\n0,0\n"))
    bounds = ("--metric", "accuracy", "--min", "0.9", "--max", "0.1")
    assert run("gate", file, "--truth", "truth", "--pred", "pred", *bounds).code == 2
