"""``--html`` of compare, agree and judge: the numbers of the command, its sentences and figures, one file each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from page_parts import Parts, parts_of

from concordant.data import panel_example, ratings_example

from .conftest import Run

PANEL = panel_example("judge_panel").path
ROWS = [
    "truth,old,new,p_old,p_new",
    *(
        f"{'yes' if k % 3 else 'no'},{'yes' if k % 4 else 'no'},{'yes' if k % 3 and k % 7 else 'no'},"
        f"{k % 4 / 4},{k % 3 / 3 - 0.01 * (k % 7)}"
        for k in range(84)
    ),
]


@pytest.fixture
def models(tmp_path: Path) -> Path:
    path = tmp_path / "models.csv"
    path.write_text("\n".join(ROWS))
    return path


def page_of(run: Run, *words: Any) -> Parts:
    ran = run(*words, "--html", "-")
    assert (ran.code, ran.err) == (0, "")
    assert len(ran.out) < 400_000
    return parts_of(ran.out)


def numbers_of(run: Run, *words: Any) -> Any:
    return json.loads(run(*words, "--json", "-").out)


@pytest.mark.parametrize(
    ("words", "figures"),
    [
        (("--pred", "new", "--pred", "old"), {"differences", "models"}),
        (
            ("--score", "p_new", "--score", "p_old"),
            {"differences", "models", "at-threshold", "roc", "precision-recall", "cost"},
        ),
        (
            (
                "--pred",
                "new",
                "--pred",
                "old",
                "--metric",
                "accuracy",
                "--margin",
                "0.1",
                "--alternative",
                "equivalence",
            ),
            {"differences", "models"},
        ),
    ],
)
def test_a_comparison_has_its_differences_and_curves(run: Run, models: Path, words: Any, figures: set[str]) -> None:
    asked = ("compare", models, "--truth", "truth", *words)
    parts, found = page_of(run, *asked), numbers_of(run, *asked)
    assert {str(a["id"]) for tag, a in parts.tags if tag == "figure"} == figures
    assert json.loads(parts.held["script"][1]) == found
    assert found["metrics"][0]["says"][0] in parts.text
    for metric in found["metrics"]:
        assert f"{metric['comparisons'][0]['difference']:+.4f}".replace("+0.0000", "0.0000") in parts.text
    if "--margin" in words:
        assert sum(a.get("class") == "margin" for _, a in parts.tags) == 2


def test_three_models_have_all_pairs(run: Run, models: Path) -> None:
    text = models.read_text().splitlines()
    models.write_text("\n".join([f"{text[0]},third", *(f"{line},no" for line in text[1:])]))
    asked = ("compare", models, "--truth", "truth", "--pred", "new", "--pred", "old", "--pred", "third")
    parts = page_of(run, *asked, "--metric", "accuracy")
    for pair in ("new less old", "new less third", "old less third"):
        assert pair in parts.text
    assert "p (Holm)" in parts.text


def test_a_panel_has_its_coefficients_for_these_raters_and_others(run: Run) -> None:
    asked = ("agree", PANEL, "--raters", "ann,bob,eve")
    parts, found = page_of(run, *asked), numbers_of(run, *asked)
    assert json.loads(parts.held["script"][1]) == found
    assert "Krippendorff's alpha is " in parts.text
    assert {"coefficients-picture", "labels-picture"} <= set(parts.ids)
    for one in (*found["these_raters"], *found["such_raters"]):
        assert f"{one['low']:.4f} to {one['high']:.4f}" in parts.text


def test_a_panel_has_its_raters_labels_and_hardest_units(run: Run) -> None:
    asked = ("agree", ratings_example("anaesthetists").path, "--unit", "patient", "--rater", "anaesthetist")
    asked = (*asked, "--label", "grade", "--duplicates", "runs", "--labels", "1,2,3,4", "--weights", "quadratic")
    parts, found = page_of(run, *asked), numbers_of(run, *asked)
    assert {"severity-picture", "raters-picture"} <= set(parts.ids)
    for name in ("rater_report", "label_report", "unit_report"):
        assert found[name]["sentence"] in parts.text
    assert "rates 0.18 higher than the raters on average" in parts.text
    assert "2, 2, 2, 3, 3, 4, 3" in parts.text


def test_a_judge_has_its_questions_with_their_figures(run: Run) -> None:
    asked = ("judge", PANEL, "--judge", "gpt,llama", "--human", "ann,bob,eve", "--margin", "0.05", "--by", "topic")
    asked = (*asked, "--runs", "gpt_2", "--pass", "pass", "--chosen", "random")
    parts, said = page_of(run, *asked), run(*asked).out
    found = numbers_of(run, *asked)
    assert json.loads(parts.held["script"][1]) == found
    assert found["gap"]["sentence"] in parts.text
    assert "margin=" not in parts.text
    for line in said.splitlines():
        if line.endswith("?"):
            assert line in parts.text
    assert {"gap", "gap-difference", "matrix", "severity", "slices", "pass-rate", "runs", "judges"} <= set(parts.ids)


def test_a_page_in_a_file_leaves_the_words_on_stdout(run: Run, tmp_path: Path) -> None:
    asked = ("judge", PANEL, "--judge", "gpt", "--human", "ann")
    ran = run(*asked, "--html", tmp_path / "judge.html")
    assert ran.out == run(*asked).out
    page = (tmp_path / "judge.html").read_text("utf-8")
    assert "For more" in parts_of(page).text
    assert "<p>For more" not in page  # the section is called so


def test_a_panel_that_says_nothing_says_so(run: Run, tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text("a,b\nx,\n,y\n")
    parts = page_of(run, "agree", tmp_path / "one.csv", "--raters", "a,b")
    assert "undefined" in parts.text
    assert not any(str(value) == "nan" for _, attributes in parts.tags for value in attributes.values())
