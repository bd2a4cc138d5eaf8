"""``concordant gate``: exit codes, the one line, JSON, and gates in a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from concordant import Ratings, accuracy, cohen_kappa, krippendorff_alpha
from concordant.report import Result
from concordant.report import gates as verdict_forms
from concordant.report.gates import Gate, Verdict

from .conftest import Csv, Run

TP = ("--truth", "truth", "--pred", "pred")
KAPPA = ("--metric", "cohen_kappa", "--weights", "quadratic")


@pytest.fixture
def rows(csv: Csv) -> Path:
    text = "".join(f"{k % 3},{(k % 3 + (k % 7 == 0)) % 3},{0.3 + 0.4 * (k % 3 > 0)},{k // 4}\n" for k in range(210))
    return csv(f"truth,pred,score,doc\n{text}")


def test_pass_is_0_and_fail_is_1(run: Run) -> None:
    kappa = "Quadratic weighted kappa (QWK) 0.5246"
    passed, failed = (run("gate", "--example", "ms", *KAPPA, "--min", least) for least in (0.5, 0.7))
    assert (passed.code, passed.err, passed.out) == (0, "", f"pass  {kappa}: at least 0.5, as required\n")
    assert (failed.code, failed.err, failed.out) == (1, "", f"FAIL  {kappa}: below the required 0.7\n")


def gates_of(run: Run, *line: object) -> list[dict[str, Any]]:
    gates: list[dict[str, Any]] = run("gate", *line, "--json").json["gates"]
    return gates


def test_the_verdict_as_json_on_stdout_or_in_a_file(run: Run, tmp_path: Path) -> None:
    line = ("gate", "--example", "ms", *KAPPA, "--min", "0.7", "--json")
    ran = run(*line)
    assert (ran.code, ran.json["passed"]) == (1, False)
    (gate,) = ran.json["gates"]
    assert gate["interval"]["low"] < gate["value"] < gate["interval"]["high"]
    told = (gate["value"], gate["options"], gate["min"], gate["max"], gate["use"])
    assert told == (pytest.approx(0.5246, abs=1e-4), {"weights": "quadratic"}, 0.7, None, "value")
    written = run(*line, tmp_path / "verdict.json")
    assert (written.code, written.out[:5]) == (1, "FAIL ")
    assert json.loads((tmp_path / "verdict.json").read_text()) == ran.json


def test_clusters_widen_the_interval(run: Run, rows: Path) -> None:
    options = (rows, *TP, "--metric", "accuracy", "--min", "0")
    (alone,), (clustered,) = (gates_of(run, *options, *more) for more in ((), ("--cluster", "doc")))
    assert alone["value"] == clustered["value"]
    assert alone["interval"]["low"] != clustered["interval"]["low"]


def test_gates_of_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "gates.toml"
    path.write_text(
        '[[gate]]\nmetric = "cohen_kappa"\nweights = "quadratic"\nmin = 0.5\n'
        '[[gate]]\nmetric = "accuracy"\nmin = 0.5\nuse = "lower"\n',
        "utf-8-sig",  # with the mark that Windows sets
    )
    ran = run("gate", "--example", "ms", "--gates", path)
    assert ran.code == 1
    first, second = ran.out.splitlines()
    assert first.startswith("pass  Quadratic weighted kappa (QWK) 0.5246")
    assert second.startswith("FAIL  Accuracy 0.4295, lower limit 0.35")


ACCURACY = '[[gate]]\nmetric = "accuracy"\nmin = 0\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no [[gate]] in it"),
        ('[[gate]]\nmetric = "accuracy"', "gate 1 needs a metric by name, and a number for min or max."),
        (f'{ACCURACY}use = "low"', "use low: choose one of value, lower, upper."),
        ("[[gate", "Expected"),
        (f"{ACCURACY}[[gates]]\nmin = 0.9\n", "'gates' would not be looked at"),
        (f"by = 'g'\nuse = 'lower'\n{ACCURACY}", "'by', 'use' would not be looked at"),
        (
            f'{ACCURACY}{ACCURACY.replace("accuracy", "f1")}average = "none"',
            "gate 2: F1 is 4 numbers, and one is needed",
        ),
        (f'{ACCURACY.replace("accuracy", "f1")}average = "mcro"', "gate 1: average must be 'binary', 'macro',"),
    ],
)
def test_a_file_of_gates_that_cannot_be_read(run: Run, tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "gates.toml"
    path.write_text(text)
    error = run("gate", "--example", "ms", "--gates", path).error
    assert str(path) in error
    assert message in error


def test_a_list_of_classes_is_typed_as_the_error_says(run: Run) -> None:
    line = ("gate", "--example", "ms", "--metric", "f1", "--min", "0", "--option")
    assert run(*line, "classes=c").error.endswith("""not the text 'c': say --option "classes=['c']".""")
    assert run(*line, "classes=['possible']").code == 0


# Groups, a baseline, raters, and forms for other programs


@pytest.fixture
def models(csv: Csv) -> Path:
    rng = np.random.default_rng(4)
    t, g = rng.random(240) < 0.5, np.arange(240) % 2
    new, old, third = (t ^ (rng.random(240) < error) for error in (0.08, 0.2, 0.12))
    lines = [",".join(map(str, row)) for row in zip(*(x.astype(int) for x in (t, new, old, third, g)), strict=True)]
    return csv("\n".join(["t,new,old,third,g", *lines]) + "\n", "models.csv")


MODEL = ("--truth", "t", "--pred", "new")


def test_every_group_must_pass(run: Run, models: Path) -> None:
    line = (models, *MODEL, "--metric", "recall", "--by", "g")
    gates = gates_of(run, *line, "--min", "0")
    assert [gate["group"] for gate in gates] == [None, "g 0", "g 1"]
    whole, least = gates[0]["value"], min(gate["value"] for gate in gates)
    ran = run("gate", *line, "--min", str((whole + least) / 2))
    assert ran.code == 1
    assert [word.split()[0] for word in ran.out.splitlines()].count("FAIL") == 1


def test_against_a_baseline_it_is_the_difference(run: Run, models: Path) -> None:
    y, new, old = np.loadtxt(models, delimiter=",", skiprows=1, dtype=int).T[:3]
    line = (models, *MODEL, "--against", "old", "--metric", "accuracy", "--use", "lower")
    (gate,) = gates_of(run, *line, "--min", "0")
    expected = accuracy.compare(y, new, old)
    assert (gate["value"], gate["interval"]["low"]) == (expected.difference, expected.low)
    assert run("gate", *line, "--min", str(expected.low)).code == 0
    assert run("gate", *line, "--min", str(expected.low + 0.001)).code == 1
    one_sided = "--level 0.9 takes that of the one-sided test at 5 %"
    assert one_sided in run("gate", *line, "--min", "0").err
    assert one_sided not in run("gate", *line, "--min", "0", "--level", "0.9").err
    assert one_sided not in run("gate", *line[:-1], "value", "--min", "0").err
    assert "Accuracy, new less old, " in run("gate", *line, "--min", "0", "--by", "g").out.splitlines()[2]


def test_the_agreement_of_raters(run: Run, models: Path) -> None:
    ratings = np.loadtxt(models, delimiter=",", skiprows=1, dtype=int)[:, 1:4]
    words = "--raters new,old,third --metric krippendorff_alpha --use lower --min=0.1"
    (gate,) = gates_of(run, models, *words.split())
    alpha = krippendorff_alpha.interval_of(Ratings.from_wide(ratings))
    assert (gate["value"], gate["measured"]) == pytest.approx((alpha.value, alpha.low), rel=1e-12)


@pytest.mark.parametrize(("metric", "options"), [("cohen_kappa", {}), ("qwk", {"weights": "quadratic"})])
def test_a_judge_has_its_agreement_or_its_gap(run: Run, models: Path, metric: str, options: dict[str, str]) -> None:
    ratings = np.loadtxt(models, delimiter=",", skiprows=1, dtype=int)[:, 1:4]
    agreement = np.mean([cohen_kappa(ratings[:, 0], ratings[:, k], **options) for k in (1, 2)])
    among = cohen_kappa(ratings[:, 1], ratings[:, 2], **options)
    judge = ("gate", models, "--judge", "new", "--human", "old,third")
    line = (*judge, "--metric", metric)
    for of, expected in (("judge", agreement), ("gap", agreement - among)):
        for bound, code in ((expected - 1e-6, 0), (expected + 1e-6, 1)):
            ran = run(*line, "--of", of, f"--min={bound}", "--json")
            assert ran.json["gates"][0]["value"] == pytest.approx(expected, rel=1e-12)
            assert (ran.code, ran.err) == (code, "")
    assert run(*line, "--min=-0.5").out == run(*line, "--of", "gap", "--min=-0.5").out
    assert "the gap is judged" in run(*line, "--min=-0.5").err
    assert "the gap is judged" not in run(*judge, "--min=-1").err
    assert "cohen_kappa lies between -1 and 1" in run(*line, "--of", "judge", "--min", "40").error
    assert "--of gap is for a judge" in run("gate", models, "--raters", "new,old", "--of", "gap", "--min", "0").error


def test_ratings_of_a_row_each_are_judged_as_those_of_a_column_a_rater(run: Run, models: Path, csv: Csv) -> None:
    ratings = np.loadtxt(models, delimiter=",", skiprows=1, dtype=int)[:, 1:4]
    rows = [f"{k},{who},{label}" for k, row in enumerate(ratings) for who, label in zip("abc", row, strict=True)]
    long = (csv("u,who,l\n" + "\n".join(rows) + "\n"), "--unit", "u", "--label", "l")
    for metric in ("krippendorff_alpha", "fleiss_kappa", "intraclass_correlation"):
        words = ("--metric", metric, "--min=-1")
        (wide,) = gates_of(run, models, "--raters", "new,old,third", *words)
        (found,) = gates_of(run, *long, "--rater", "who", *words)
        assert found["value"] == pytest.approx(wide["value"], rel=1e-12)
    assert "add --rater COL" in run("gate", *long, *words).error
    assert "needs --unit COL and --label COL" in run("gate", long[0], "--label", "l", *words).error


def test_rows_beside_a_judge_have_weights(run: Run, csv: Csv) -> None:
    rows = [(k % 2, k % 3 % 2, k % 5 % 2, 1 + k % 4) for k in range(40)]
    text = "\n".join(",".join(map(str, row)) for row in rows)
    repeated = "\n".join(",".join(map(str, row)) for row in rows for _ in range(row[3]))
    words = ("--judge", "j", "--human", "a,b", "--metric", "cohen_kappa", "--of", "judge", "--min", "0")
    (weighted,) = gates_of(run, csv(f"j,a,b,w\n{text}\n"), *words, "--weight", "w")
    (plain,) = gates_of(run, csv(f"j,a,b,w\n{repeated}\n", "repeated.csv"), *words)
    assert weighted["value"] == pytest.approx(plain["value"], rel=1e-12)
    error = run(
        "gate", csv(f"j,a,b,w\n{text}\n"), "--raters", "j,a,b", "--weight", "w", *words[4:6], "--min", "0"
    ).error
    assert error.endswith("leave out --weight.")


def test_forms_for_other_programs(run: Run, models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    summary, xml = tmp_path / "summary.md", tmp_path / "gate.xml"
    summary.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    line = ("gate", models, *MODEL, "--constraint", "f1 >= 0.99", "--constraint", "recall >= 0")
    ran = run(*line, "--junit", xml, "--github", "--quiet")
    assert (ran.code, ran.err) == (1, "")
    assert [word.split(" title=")[0] for word in ran.out.splitlines()] == ["::error", "::notice"]
    suites = ET.parse(xml).getroot()
    assert (suites.get("tests"), suites.get("failures")) == ("2", "1")
    assert [case.find("failure") is not None for case in suites.iter("testcase")] == [True, False]
    written = summary.read_text()
    assert written.startswith("before\n### ")
    assert run(*line, "--markdown", "-").out == written.removeprefix("before\n").removesuffix("\n")


def test_hostile_names_stay_text_in_every_form() -> None:
    gate, name = Gate(metric="f1", least=0.5), "a|b</failure>\x00\x1b[31m%\n::error::x"
    found = Result(name="f1", title=name, options={}, value=0.1, reason=None, signature="s")
    verdict = Verdict(gate=gate, passed=False, line=name, found=found, measured=0.1)
    case = next(ET.fromstring(verdict_forms.junit_xml([verdict], name)).iter("failure"))
    assert "</failure>" in str(case.get("message"))
    (annotation,) = verdict_forms.github_lines([verdict])
    assert "\n" not in annotation
    row = verdict_forms.markdown([verdict], name).splitlines()[-1]
    assert row.replace("\\|", "").count("|") == 6
