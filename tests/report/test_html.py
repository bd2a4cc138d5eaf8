"""The interactive page: complete, alone, small, harmless."""

from __future__ import annotations

import builtins
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from concordant import evaluate
from concordant.data import example
from concordant.errors import MissingDependencyError
from concordant.report import Evaluation
from concordant.report import page as page_module

pytest.importorskip("vl_convert")
pytest.importorskip("jinja2")

TWO_MEGABYTES = 2_000_000


class _Parts(HTMLParser):
    """Tags with their attributes, and the text of each script."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self._in_script = False
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append("")
            self._in_script = True

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._in_script = False

    def handle_data(self, data: str) -> None:
        if self._in_script:
            self.scripts[-1] += data
        else:
            self.text += data


def _parts(html: str) -> _Parts:
    parts = _Parts()
    parts.feed(html)
    parts.close()
    return parts


def _of_example(name: str) -> Evaluation:
    found = example(name)
    score = found.score[0] if len(found.score) == 1 else list(found.score) or None
    return evaluate(found.truth, found.pred, score, data=found.path, labels=found.labels)


@pytest.fixture(scope="module", params=["breast", "ms", "digits", "party"])
def named_html(request: pytest.FixtureRequest) -> tuple[str, str]:
    return request.param, _of_example(request.param).to_html()


def test_needs_no_network_and_is_small(named_html: tuple[str, str]) -> None:
    _, html = named_html
    assert len(html.encode()) < TWO_MEGABYTES
    for tag, attributes in _parts(html).tags:
        for name in ("src", "href", "action", "data", "srcset", "poster"):
            assert name not in attributes, (tag, attributes)
    assert "@import" not in html.partition("</style>")[0]
    assert "url(" not in html.partition("</style>")[0]
    assert "Content-Security-Policy\" content=\"default-src 'none';" in html


def test_has_the_parts_that_fit(named_html: tuple[str, str]) -> None:
    name, html = named_html
    parts = _parts(html)
    ids = {attributes.get("id") for _, attributes in parts.tags}
    charts = {attributes["data-chart"] for _, attributes in parts.tags if "data-chart" in attributes}
    data = json.loads(parts.scripts[0])
    assert {"assumed", "metrics", "matrix", "balance"} <= ids
    curves = name in ("breast", "digits")
    assert charts == {"balance", "matrix", "shares"} | ({"roc", "pr"} if curves else set())
    assert set(data["charts"]) == charts
    assert ("threshold" in ids) is curves
    assert ("which" in ids) is (name == "digits")
    assert ("steps" in ids) is (name in ("ms", "party"))
    assert len(data["curves"]) == {"breast": 1, "digits": 10}.get(name, 0)


def test_every_metric_assumption_and_signature_stands_there(named_html: tuple[str, str]) -> None:
    name, html = named_html
    text = _parts(html).text
    page = _of_example(name)
    for said in (*page.assumptions, *page.remarks):
        assert said in text
    for result in page:
        assert result.title in text
        assert result.formula in text
        assert f"{result.value:.4f}" in text
        assert result.signature in text


def test_every_chart_is_valid_vega_lite(named_html: tuple[str, str]) -> None:
    altair = pytest.importorskip("altair")
    for chart in json.loads(_parts(named_html[1]).scripts[0])["charts"].values():
        altair.Chart.from_dict(chart, validate=True)


def test_the_licences_of_the_script_stand_in_the_page(named_html: tuple[str, str]) -> None:
    text = _parts(named_html[1]).text
    for name in ("University of Washington Interactive Data Lab", "Mike Bostock", "Joachim Wester", "Simon Lydell"):
        assert name in text
    assert "THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS" in text


def test_the_slider_starts_at_a_half_with_exact_counts() -> None:
    parts = _parts(_of_example("breast").to_html())
    curve = json.loads(parts.scripts[0])["curves"][0]
    start = curve["start"]
    assert (curve["tp"][start], curve["fp"][start], curve["fn"][start], curve["tn"][start]) == (179, 23, 33, 334)
    assert curve["recall"][start] == round(179 / 212, 6)
    assert curve["precision"][start] == round(179 / 202, 6)
    assert curve["specificity"][start] == round(334 / 357, 6)
    assert curve["f1"][start] == round(2 * 179 / (2 * 179 + 23 + 33), 6)
    assert curve["note"].endswith(
        "of the 567 thresholds of the data, chosen so that the curves look the same; the counts at them are exact."
    )


EVIL = "</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>"


@pytest.mark.parametrize("task", ["multiclass", "ordinal", "binary"])
def test_a_label_of_markup_is_harmless(task: Any) -> None:
    labels = [EVIL, "b\u2028&amp;"] + ([] if task == "binary" else ["' onload='x"])
    y = labels * 5
    rng = np.random.default_rng(1)
    scores = {"binary": rng.random(10), "multiclass": rng.dirichlet([1, 1, 1], 15), "ordinal": rng.random(15)}[task]
    html = evaluate(y, y[::-1], scores, labels=labels, task=task).to_html()
    parts = _parts(html)
    assert sum(tag == "script" for tag, _ in parts.tags) == 3
    assert not any(tag == "img" for tag, _ in parts.tags)
    assert not any(name.startswith("on") for _, attributes in parts.tags for name in attributes)
    assert "alert(1)" in parts.text
    assert "<" not in parts.scripts[0]
    named = [row["class"] for row in json.loads(parts.scripts[0])["charts"]["balance"]["data"]["values"]]
    assert any(name.startswith("</script>") for name in named)


def test_a_column_name_of_markup_is_harmless() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({EVIL: [0, 1, 1], "p": [0, 1, 0]})
    parts = _parts(evaluate(EVIL, "p", data=frame).to_html())
    assert sum(tag == "script" for tag, _ in parts.tags) == 3


def test_undefined_values_have_their_reason() -> None:
    html = evaluate([0, 0, 0], [0, 0, 0], [0.3, 0.2, 0.1], labels=[0, 1]).to_html()
    text = _parts(html).text
    assert "only the class 0 occurs in y_true" in text
    assert "NaN" not in _parts(html).scripts[0]
    assert 'id="threshold"' not in html
    assert re.search(r">undefined<", html)


def test_many_classes_stay_small_and_say_what_is_left_out() -> None:
    rng = np.random.default_rng(2)
    y = rng.integers(0, 60, 3000)
    html = evaluate(y, rng.integers(0, 60, 3000), rng.dirichlet(np.ones(60), 3000)).to_html()
    assert len(html.encode()) < TWO_MEGABYTES
    assert "Pictures show the 40 most frequent of 60 classes" in html
    assert "Pictures show the 20 most frequent of 60 curves" in html


def test_many_rows_are_thinned_and_say_so() -> None:
    rng = np.random.default_rng(4)
    y = rng.integers(0, 2, 40_000)
    html = evaluate(y, y_score=rng.random(40_000)).to_html()
    assert len(html.encode()) < TWO_MEGABYTES
    assert "of the 40,000 thresholds of the data" in html


def test_a_class_without_rows_has_no_curve() -> None:
    scores = [[0.6, 0.3, 0.1], [0.2, 0.7, 0.1], [0.5, 0.4, 0.1]]
    page = evaluate(["a", "b", "a"], y_score=scores, labels=["a", "b", "c"])
    parts = _parts(page.to_html())
    assert [curve["name"] for curve in json.loads(parts.scripts[0])["curves"]] == ["a", "b"]
    assert "all rows of y_true or none are in the class (class 'c')" in parts.text


def test_labels_that_look_alike_stay_apart() -> None:
    assert page_module.unique_names(["1", "a", "1", "1"]) == ["1", "a", "1 (2)", "1 (3)"]


def test_written_to_a_file(tmp_path: Path) -> None:
    text = _of_example("ms").to_html(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text("utf-8") == text


@pytest.mark.parametrize("package", ["jinja2", "markupsafe"])
def test_an_absent_package_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    page = evaluate([0, 1], [0, 1])

    def refuse(name: str) -> object:
        if name == package:
            raise ImportError(name)
        return builtins.__import__(name)

    monkeypatch.setattr("concordant.report.missing_package.import_module", refuse)
    with pytest.raises(MissingDependencyError, match=rf'needs {package}.*pip install "concordant\[cli\]"'):
        page.to_html()
