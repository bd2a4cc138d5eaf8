"""``concordant gate``: exit codes, the one line, JSON, and gates in a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from concordant import Ratings, accuracy, cohen_kappa, krippendorff_alpha
from concordant.metrics import get
from concordant.report import gates as verdict_forms
from concordant.report.gates import Gate, Verdict

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


def test_a_file_of_gates_may_begin_with_the_mark_that_windows_sets(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "gates.toml"
    path.write_text('[[gate]]\nmetric = "accuracy"\nmin = 0\n', "utf-8-sig")
    assert run("gate", "--example", "ms", "--gates", path).code == 0


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
        *(
            (f'{before}[[gate]]\nmetric = "accuracy"\nmin = 0\n{after}', f"{lost} would not be looked at")
            for before, after, lost in (
                ("", '[[gates]]\nmetric = "f1"\nmin = 0.9\n', "'gates'"),
                ("", '[other]\nmetric = "f1"\n', "'other'"),
                ("level = 0.9\n", "", "'level'"),
                ("by = 'g'\nuse = 'lower'\n", "", "'by', 'use'"),
            )
        ),
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


# -- groups, a baseline, raters, and forms for other programs ---------------------------------------------------------


@pytest.fixture
def models(csv: Csv) -> Path:
    rng = np.random.default_rng(4)
    t, g = rng.random(240) < 0.5, np.arange(240) % 2
    new, old, third = (t ^ (rng.random(240) < error) for error in (0.08, 0.2, 0.12))
    lines = [",".join(map(str, row)) for row in zip(*(x.astype(int) for x in (t, new, old, third, g)), strict=True)]
    return csv("\n".join(["t,new,old,third,g", *lines]) + "\n", "models.csv")


def test_every_group_must_pass(run: Run, models: Path) -> None:
    line = ("gate", models, "--truth", "t", "--pred", "new", "--metric", "recall", "--by", "g")
    found = json.loads(run(*line, "--min", "0", "--json").out)["gates"]
    assert [one["group"] for one in found] == [None, "g 0", "g 1"]
    whole, least = found[0]["value"], min(one["value"] for one in found)
    ran = run(*line, "--min", str((whole + least) / 2))
    assert ran.code == 1
    assert [word.split()[0] for word in ran.out.splitlines()].count("FAIL") == 1


def test_against_a_baseline_it_is_the_difference(run: Run, models: Path) -> None:
    y, new, old = np.loadtxt(models, delimiter=",", skiprows=1, dtype=int).T[:3]
    line = ("gate", models, "--truth", "t", "--pred", "new", "--against", "old", "--metric", "accuracy")
    ran = run(*line, "--min", "0", "--use", "lower", "--json")
    (gate,) = json.loads(ran.out)["gates"]
    expected = accuracy.compare(y, new, old)
    assert (gate["value"], gate["interval"]["low"]) == (expected.difference, expected.low)
    assert ran.code == (0 if expected.low >= 0 else 1)
    assert run(*line, "--min", str(expected.low + 0.001), "--use", "lower").code == 1
    assert "Accuracy, new less old, " in run(*line, "--min", "0", "--by", "g").out.splitlines()[2]


@pytest.mark.parametrize("against", [(), ("--against", "old")])
def test_a_metric_of_each_class_is_no_gate(run: Run, models: Path, against: tuple[str, ...]) -> None:
    gates = ("--metric", "recall", "--average", "none", "--min", "0")
    ran = run("gate", models, "--truth", "t", "--pred", "new", *against, *gates)
    assert ran.code == 2
    assert "2 numbers, and one is needed: choose an average" in ran.err


def test_raters_and_a_judge(run: Run, models: Path) -> None:
    ratings = np.loadtxt(models, delimiter=",", skiprows=1, dtype=int)[:, 1:4]
    line = ("gate", models, "--raters", "new,old,third", "--use", "lower", "--json")
    (gate,) = json.loads(run(*line, "--metric", "krippendorff_alpha", "--min=0.1").out)["gates"]
    expected = krippendorff_alpha.interval_of(Ratings.from_wide(ratings))
    assert (gate["value"], gate["measured"]) == pytest.approx((expected.value, expected.low), rel=1e-12)
    ran = run("gate", models, "--judge", "new", "--human", "old,third", "--min=-0.2", "--use", "lower", "--json")
    (judged,) = json.loads(ran.out)["gates"]
    people = [ratings[:, 1], ratings[:, 2]]
    expected_gap = np.mean([ratings[:, 0] == one for one in people]) - np.mean(people[0] == people[1])
    assert judged["value"] == pytest.approx(expected_gap, rel=1e-12)
    assert ran.code == 0


@pytest.mark.parametrize(("metric", "options"), [("cohen_kappa", {}), ("qwk", {"weights": "quadratic"})])
def test_of_judge_gates_the_agreement_of_a_judge_and_says_which_one(
    run: Run, models: Path, metric: str, options: dict[str, str]
) -> None:
    ratings = np.loadtxt(models, delimiter=",", skiprows=1, dtype=int)[:, 1:4]
    kappas = [cohen_kappa(ratings[:, 0], ratings[:, k], **options) for k in (1, 2)]
    among = cohen_kappa(ratings[:, 1], ratings[:, 2], **options)
    line = ("gate", models, "--judge", "new", "--human", "old,third", "--metric", metric, "--json")
    for of, expected in (("judge", np.mean(kappas)), ("gap", np.mean(kappas) - among)):
        for bound, code in ((expected - 1e-6, 0), (expected + 1e-6, 1)):
            ran = run(*line, "--of", of, f"--min={bound}")
            (judged,) = json.loads(ran.out)["gates"]
            assert judged["value"] == pytest.approx(expected, rel=1e-12)
            assert (ran.code, ran.err) == (code, "")
    assert run(*line, "--min=-0.5").out == run(*line, "--of", "gap", "--min=-0.5").out
    assert "the gap is judged" in run(*line, "--min=-0.5").err
    assert "the gap is judged" not in run("gate", models, "--judge", "new", "--human", "old,third", "--min=-1").err
    assert "cohen_kappa lies between -1 and 1" in run(*line, "--of", "judge", "--min", "40").err
    assert "--of gap is for a judge" in run("gate", models, "--raters", "new,old", "--of", "gap", "--min", "0").err


def test_a_doubtful_limit_names_the_option_that_accepts_it(run: Run, csv: Csv) -> None:
    file = csv("t,p,q\n" + "a,a,a\nb,b,b\na,b,a\n" * 2)
    for words in (
        ("--truth", "t", "--pred", "p", "--metric", "accuracy"),
        ("--raters", "t,p,q", "--metric", "krippendorff_alpha"),
        ("--judge", "p", "--human", "t,q", "--metric", "accuracy", "--of", "judge"),
    ):
        line = ("gate", file, *words, "--min=-1" if "alpha" in words[-1] else "--min=0", "--use", "lower")
        ran = run(*line)
        assert "the interval is doubtful" in ran.out, words
        assert "which --allow-doubt accepts" in ran.out
        assert ran.code == 1
        assert run(*line, "--allow-doubt").code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--judge", "new", "--min", "0"], "a judge and the people beside it are --judge COL --human A,B,C"),
        (["--raters", "old,third", "--truth", "t", "--metric", "kappa", "--min", "0"], "leave out --truth."),
        (["--raters", "old", "--metric", "kappa", "--min", "0"], "name two columns or more"),
        (["--raters", "old,third", "--metric", "roc_auc", "--min", "0"], "roc_auc is not of many raters"),
        *(
            (["--raters", "old,third", "--metric", metric, "--option", option, "--min", "0"], said)
            for metric in ("krippendorff_alpha", "icc", "fleiss_kappa")
            for option, said in (
                ("level=0.9", "has no option 'level'; its options are "),
                ("undefined=1", "has no option 'undefined'; its options are "),
                ("sample_weight=3", "has no option 'sample_weight'; its options are "),
            )
        ),
        (["--raters", "old,new", "--metric", "fleiss_kappa", "--option", "method=delta", "--min", "0"], "'method'"),
        (["--truth", "t", "--pred", "new", "--constraint", "f1 = 3"], "write 'recall >= 0.9'"),
        (["--truth", "t", "--pred", "new", "--constraint", "f1 >= 0", "--min", "3"], "--min cannot be used with --con"),
    ],
)
def test_lines_that_mix_things(run: Run, models: Path, arguments: list[str], said: str) -> None:
    ran = run("gate", models, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_constraints_on_the_line(run: Run, models: Path) -> None:
    ran = run(
        "gate", models, "--truth", "t", "--pred", "new", "--constraint", "f1>=0.5", "--constraint", "fnr upper <= 0.01"
    )
    assert ran.code == 1
    first, second = ran.out.splitlines()
    assert first.startswith("pass  F1 0.9")
    assert second.startswith("FAIL  False negative rate 0.0")


def test_forms_for_other_programs(run: Run, models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    xml = tmp_path / "gate.xml"
    line = (
        "gate",
        models,
        "--truth",
        "t",
        "--pred",
        "new",
        "--constraint",
        "f1 >= 0.99",
        "--constraint",
        "recall >= 0",
    )
    ran = run(*line, "--junit", xml, "--github", "--quiet")
    assert ran.code == 1
    assert ran.err == ""
    assert [word.split(" title=")[0] for word in ran.out.splitlines()] == ["::error", "::notice"]
    suites = ET.parse(xml).getroot()
    assert (suites.get("tests"), suites.get("failures")) == ("2", "1")
    assert [case.find("failure") is not None for case in suites.iter("testcase")] == [True, False]
    written = summary.read_text()
    assert written.startswith("before\n### ")
    assert run(*line, "--markdown", "-").out == written.removeprefix("before\n").removesuffix("\n")


def test_hostile_names_stay_text_in_every_form() -> None:
    gate, name = Gate(metric="f1", least=0.5), "a|b</failure>\x00\x1b[31m%\n::error::x"
    verdict = Verdict(
        gate=gate, passed=False, measured=0.1, interval=None, value=0.1, signature="s", line=name, title=name
    )
    case = next(ET.fromstring(verdict_forms.junit_xml([verdict], name)).iter("failure"))
    assert "</failure>" in str(case.get("message"))
    (annotation,) = verdict_forms.github_lines([verdict])
    assert "\n" not in annotation
    row = verdict_forms.markdown([verdict], name).splitlines()[-1]
    assert row.replace("\\|", "").count("|") == 6


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--metric", "accuracy", "--min", "70"), "accuracy lies between 0 and 1, and min is 70; for 70 % write 0.7."),
        (("--metric", "error_rate", "--max", "10"), "zero_one_loss lies between 0 and 1, and max is 10; for 10 % "),
        (("--metric", "qwk", "--min=-2"), "cohen_kappa lies between -1 and 1, and min is -2."),
        (("--constraint", "f1 lower >= 80"), "f1 lies between 0 and 1, and min is 80; for 80 % write 0.8."),
        (("--metric", "f1", "--min=-2", "--against", "truth"), "a difference in f1 lies between -1 and 1, and min is"),
        (("--metric", "mean_absolute_error", "--max=-1"), "mean_absolute_error is at least 0, and max is -1."),
    ],
)
def test_a_bound_that_no_value_can_cross_is_2(run: Run, rows: Path, words: tuple[str, ...], said: str) -> None:
    ran = run("gate", rows, "--truth", "truth", "--pred", "pred", "--labels", "0,1,2", "--quiet", *words)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


@pytest.mark.parametrize(
    "words", [("--metric", "f1", "--min", "0"), ("--metric", "f1", "--max", "1"), ("--metric", "qwk", "--min=-1")]
)
def test_the_ends_of_the_range_are_bounds(run: Run, rows: Path, words: tuple[str, ...]) -> None:
    assert run("gate", rows, "--truth", "truth", "--pred", "pred", "--labels", "0,1,2", *words).code == 0


def test_a_gate_of_a_panel_has_the_range_of_the_metric_and_of_a_judge_that_of_a_gap(run: Run, rows: Path) -> None:
    panel = run("gate", rows, "--raters", "truth,pred", "--metric", "krippendorff_alpha", "--min", "67")
    assert (panel.code, "for 67 % write 0.67" in panel.err) == (2, True)
    judge = ("gate", rows, "--judge", "pred", "--human", "truth,doc")
    assert run(*judge, "--min=-1").code in (0, 1)
    assert "a difference in accuracy lies" in run(*judge, "--min=-5").err


def test_a_gate_says_how_many_rows_lack_a_value(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    path.write_text("y,p\n1,1\n0,0\n,1\n1,\n1,1\n0,1\n")
    found = run(
        "gate", path, "--truth", "y", "--pred", "p", "--metric", "accuracy", "--min", "0.5", "--missing", "drop"
    )
    assert found.code == 0
    assert "2 of 6 rows have a missing value and are left out" in found.err
