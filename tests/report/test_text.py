"""The page as text and as JSON."""

from __future__ import annotations

import json
import re
from datetime import date
from html import escape
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from concordant import evaluate
from concordant.errors import DataFileError, OptionError


def test_small_page_in_full() -> None:
    assert str(evaluate([1.5, 2.5, 4.0], [1.0, 3.0, 4.5], level=None, task="continuous")) == PAGE


PAGE = """\
Concordant report
3 rows. Task: continuous.

Lin's concordance correlation is 0.9204.
How far two continuous ratings lie from equality: 1 is equal, 0 unrelated.

What stands out
  Nothing unusual was found in 2 checks.

What was assumed
  - Continuous: y_true and y_pred are taken as two ratings of the same rows on one scale.

Metrics
  metric                          value  what it says
  Agreement of two ratings
  Lin's concordance correlation  0.9204  how far two continuous ratings lie from equality: 1 is
                                         equal, 0 unrelated
  Pearson correlation            0.9806  how near two continuous ratings lie to a rising line: 1 on
                                         it, 0 unrelated, -1 on a falling one
  Standardised mean difference   0.1091  by how many standard deviations the second rating lies
                                         above the first on average: 0 is none"""


def test_no_line_is_wider_than_a_terminal() -> None:
    rng = np.random.default_rng(5)
    y = np.array([f"a rather long name of class {k}" for k in range(30)])[rng.integers(0, 30, 400)]
    scores = rng.random((400, 30))
    text = str(evaluate(y, y[::-1], scores, labels=sorted(set(y))))
    assert max(map(len, text.splitlines())) <= 100
    assert "Shown are the 20 most frequent of 30 classes" in text
    assert "The confusion matrix, 30 x 30, is on the HTML page" in text


def test_undefined_classes_stand_with_their_reason() -> None:
    text = str(evaluate(["a", "b", "c", "a"], ["a", "b", "a", "b"], level=None))
    assert re.search(r"  c +1  25.0 % +0 +0.0 % +undefined +0.0000 +0.0000", text)
    assert "Precision: undefined for 1 of 3 classes: no row is predicted positive (class 'c')" in text


def test_control_characters_do_not_reach_the_terminal() -> None:
    text = str(evaluate(["\x1b[31mred", "b\nc", "b\nc"], ["\x1b[31mred", "b\nc", "b\nc"]))
    assert [words in text for words in ("\x1b", "\\x1b[31mred", "b\\nc")] == [False, True, True]


def test_results_by_key_name_and_alias() -> None:
    page = evaluate([1, 2, 3, 3], [1, 3, 3, 2])
    assert page["cohen_kappa"].options == {}
    assert page["cohen_kappa|weights:quadratic"].options == {"weights": "quadratic"}
    assert page["kappa"] is page["cohen_kappa|weights:quadratic"]  # the alias: the first of that name
    assert [name in page for name in ("accuracy", "observed_agreement", "roc_auc")] == [True, True, False]
    assert float(page["accuracy"]) == 0.5
    assert len(page) == len(list(page)) == len(page.results)
    assert page.results[0].signature.startswith("cohen_kappa|weights:quadratic|labels:1..3|n:4|v:")
    assert (page.results[0].better, page.results[0].chance) == ("higher", 0)
    assert repr(page).startswith("<Evaluation: ordinal, 4 rows, 6 metrics, Quadratic weighted kappa (QWK) 0.")
    with pytest.raises(OptionError, match="this page has no metric 'acuracy'; it has accuracy"):
        page["acuracy"]


def _no_constant(name: str) -> float:
    msg = f"{name} is no JSON"
    raise AssertionError(msg)


def test_json_is_strict_where_values_are_undefined_or_infinite() -> None:
    page = evaluate([0, 0, 0], [0, 0, 0], [1.0, 0.2, 0.1], labels=[0, 1])
    data = json.loads(page.to_json(), parse_constant=_no_constant)
    reasons = {result["key"]: result["reason"] for result in data["results"] if result["value"] is None}
    assert reasons["roc_auc"] == "only the class 0 occurs in y_true"
    assert reasons["log_loss"].startswith("infinite")
    assert data["confusion_matrix"] == [[3, 0], [0, 0]]
    assert "nan" not in str(page).lower()


def test_json_holds_the_page() -> None:
    page = evaluate(["x", "y", "z"], ["x", "y", "y"])
    data = json.loads(page.to_json(), parse_constant=_no_constant)
    assert data == page.to_dict()
    assert (data["task"], data["labels"]) == ("multiclass", ["x", "y", "z"])
    assert data["assumptions"] == list(page.assumptions)
    assert list(data["balance"][2].values()) == ["z", 1, pytest.approx(1 / 3), 0, 0.0]
    assert data["per_class"][0]["values"] == [1.0, 0.5, None]
    days = [date(2026, 1, 2), date(2026, 3, 4), date(2026, 3, 4)]
    assert sorted(json.loads(evaluate(days, days).to_json())["labels"]) == ["2026-01-02", "2026-03-04"]


def test_json_is_written(tmp_path: Path) -> None:
    page = evaluate([0, 1], [0, 1])
    text = page.to_json(tmp_path / "page.json")
    assert (tmp_path / "page.json").read_text("utf-8") == text + "\n"
    with pytest.raises(DataFileError, match=r"cannot write .*No such file or directory"):
        page.to_json(tmp_path / "nowhere" / "page.json")


def test_notebook_shows_groups_their_tests_and_pictures() -> None:
    truth, ward = [0, 1] * 100, ["<a>", "b", "b", "c"] * 50
    page = evaluate(truth, [0, 1, 1, 1] * 50, by=ward)
    assert page.groups is not None
    shown = page._repr_html_()
    assert shown.count("<svg") == 1 + len(page.groups.overall.results)
    assert len(list(ET.fromstring(shown).iter("table"))) == 3 + len(page.groups.overall.results)
    assert "difference from the rest" in shown
    assert "&lt;a&gt;" in shown
    assert all(remark in shown for remark in (escape(text, quote=False) for text in page.groups.remarks))
    without = evaluate(truth, [0, 1, 1, 1] * 50, by=ward, level=None)._repr_html_()
    assert "<svg" not in without
    assert "By group</h4>" in without
