"""The page as text: complete, alone, small, harmless."""

from __future__ import annotations

import json
import math
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.collections import FillBetweenPolyCollection
from numpy.testing import assert_allclose
from support.pages import FONT, MOST, PAGES, Browser, Parts, difference, has_font, parts_of, sheet_of, stored

from concordant import calibration_curve, corp_reliability_curve, decision_curve, evaluate, plots, roc_curve
from concordant.cli import main
from concordant.data import example
from concordant.figures.curves import cost_figure, decision_figure, roc_figure
from concordant.figures.figure import Band
from concordant.figures.intervals import Row, forest_figure
from concordant.figures.matrices import matrix_figure
from concordant.figures.measurements import consistency_band
from concordant.figures.paint_svg import Scale, path_of, svg
from concordant.names import safe
from concordant.report import Evaluation
from concordant.report.pages.evaluation import Pictures
from concordant.report.pages.tables import curves_of
from concordant.states import Counts, Curve

MOST_BYTES = 250_000
EVIL = "</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>\x1b[2J\0\u202e"


def of_example(name: str) -> Evaluation:
    found = example(name)
    score = found.score[0] if len(found.score) == 1 else list(found.score) or None
    return evaluate(found.truth, found.pred, score, data=found.path, labels=found.labels)


@pytest.fixture(scope="module", params=["breast", "ms", "digits", "party"])
def named(request: pytest.FixtureRequest) -> tuple[str, Evaluation, str, Parts]:
    page = of_example(request.param)
    html = page.to_html()
    return request.param, page, html, parts_of(html)


def test_nothing_comes_from_elsewhere_and_nothing_else_may_run(named: tuple[str, Evaluation, str, Parts]) -> None:
    _, _, html, parts = named
    assert len(html.encode()) < MOST_BYTES
    for name, attributes in parts.tags:
        for source in ("src", "href", "action", "data", "srcset", "poster", "style"):
            assert source not in attributes, (name, attributes)
        assert not any(one.startswith("on") for one in attributes)
    (style,) = parts.held["style"]
    assert "@import" not in style
    assert "url(" not in style
    policy = next(a["content"] for _, a in parts.tags if a.get("http-equiv") == "Content-Security-Policy")
    digests = [f"'sha256-{b64encode(sha256(x.encode()).digest()).decode()}'" for x in (style, parts.held["script"][-1])]
    assert policy == (
        f"default-src 'none'; style-src {digests[0]}; script-src {digests[1]}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def test_the_verdict_comes_first_then_pictures_findings_and_tables(named: tuple[str, Evaluation, str, Parts]) -> None:
    name, page, html, parts = named
    first = page.results[0]
    assert first.interval is not None
    limits = f"{first.interval.low:.4f} to {first.interval.high:.4f}"
    assert f"{first.title} is {first.value:.4f} (95 % confidence interval {limits})." in parts.text
    places = [html.index(mark) for mark in ('class="verdict"', "<figure", 'id="findings"', 'id="metrics"')]
    assert places == sorted(places)
    assert len(parts.ids) == len(set(parts.ids))
    curves, ordered = {"at-threshold", "roc", "precision-recall", "cost"}, {"agreement", "worst", "pairs"}
    scores = {"calibration", "decision", "spread"}
    figures = {"breast": curves | scores, "digits": curves | {"matrix", "worst", "pairs"}}
    drawn = {str(a["id"]) for t, a in parts.tags if t == "figure"}
    assert drawn - {"metrics-picture"} == figures.get(name, ordered)
    assert ("steps" in parts.ids) is (name in ("ms", "party"))


def test_every_metric_assumption_and_signature_stands_there(named: tuple[str, Evaluation, str, Parts]) -> None:
    _, page, _, parts = named
    for said in (*page.assumptions, *page.remarks):
        assert said in parts.text
    for result in page:
        for said in (result.title, result.formula, f"{result.value:.4f}", result.signature):
            assert said in parts.text
    assert json.loads(parts.held["script"][1]) == json.loads(page.to_json())


def test_the_slider_starts_where_the_predicted_labels_are_with_exact_counts() -> None:
    parts = parts_of(of_example("breast").to_html())
    curve = json.loads(parts.held["script"][0])["curves"][0]
    start = curve["start"]
    assert (curve["tp"][start], curve["fp"][start], curve["positives"], curve["negatives"]) == (179, 23, 212, 357)
    assert curve["note"].endswith(
        "of the 567 thresholds of the data, chosen so that the curves look the same; the counts at them are exact."
    )


@pytest.mark.parametrize("threshold", [None, 0.08, -1.0, 2.0])
def test_the_page_opens_at_the_threshold_of_its_numbers_whether_or_not_a_row_has_that_score(
    threshold: float | None,
) -> None:
    rng = np.random.default_rng(2)
    y, p = (rng.random(400) < 0.05).astype(int), np.abs(rng.normal(0.05, 0.05, 400)).clip(max=0.45)
    page = evaluate(y, None, p, threshold=threshold).to_html()
    parts = parts_of(page)
    curve = json.loads(parts.held["script"][0])["curves"][0]
    called, at = p >= (0.5 if threshold is None else threshold), curve["start"]
    assert (float(curve["at"][at]), curve["tp"][at]) == (0.5 if threshold is None else threshold, called[y == 1].sum())
    assert curve["fp"][at] == called[y == 0].sum()
    assert f"a score of {curve['at'][at]} or more" in parts.text
    assert '="nan"' not in page


@pytest.mark.parametrize(
    ("classes", "said", "unsaid"),
    [
        (3, "Counts, and the percent of their row;", None),
        (12, "Counts, and the percent of their row;", None),
        (20, "Darker is more of the row.", "percent of their row"),
    ],
)
@pytest.mark.parametrize("weight", [0.2189, 123.4567, 4000])
def test_a_matrix_says_what_its_cells_show_and_its_numbers_stay_in_them(
    classes: int, said: str, unsaid: str | None, weight: float
) -> None:
    names = np.array([f"c{i}" for i in range(classes)])
    counts = Counts.from_labels(names.repeat(3), np.roll(names, 1).repeat(3), sample_weight=[weight] * (3 * classes))
    figure = matrix_figure(counts, names.tolist(), sides=("truth", "predicted"), shares=True)
    assert figure.note.startswith(said)
    assert unsaid is None or unsaid not in figure.note
    drawn = svg(figure)
    wide = [float(x) + 2 for x in re.findall(r'<rect class="heat"[^>]* width="([\d.]+)"', drawn)]
    numbers = re.findall(r"</rect><text [^>]*>([^<]+)</text>", drawn)
    assert all(7 * len(number) <= room for number, room in zip(numbers, wide, strict=True))


@pytest.mark.parametrize("task", ["multiclass", "ordinal", "binary"])
def test_a_label_of_markup_is_harmless(task: Any) -> None:
    labels = [EVIL, "b\u2028&amp;"] + ([] if task == "binary" else ["' onload='x"])
    y = labels * 5
    rng = np.random.default_rng(1)
    scores = {"binary": rng.random(10), "multiclass": rng.dirichlet([1, 1, 1], 15), "ordinal": rng.random(15)}[task]
    html = evaluate(y, y[::-1], scores, labels=labels, task=task, by=y).to_html()
    parts = parts_of(html)
    named = evaluate(EVIL, "p", data=pl.DataFrame({EVIL: [0, 1, 1], "p": [0, 1, 0]})).to_html()
    assert safe(html + named) == html + named
    assert len(parts_of(named).held["script"]) == len(parts.held["script"]) == 3
    assert not any(tag == "img" for tag, _ in parts.tags)
    assert not any(name.startswith("on") for _, attributes in parts.tags for name in attributes)
    assert "alert(1)" in parts.text
    assert "<" not in parts.held["script"][0] + parts.held["script"][1]


def test_undefined_values_have_their_reason_and_no_curve() -> None:
    parts = parts_of(evaluate([0, 0, 0], [0, 0, 0], [0.3, 0.2, 0.1], labels=[0, 1]).to_html())
    assert "only the class 0 occurs in y_true" in parts.text
    assert "NaN" not in "".join(parts.held["script"][:2])
    assert "threshold" not in parts.ids
    assert not any("nan" in str(value) for tag, a in parts.tags if tag != "meta" for value in a.values())


@pytest.mark.parametrize(("rows", "classes"), [(450, 45), (9000, 300), (40_000, 2)])
def test_much_stays_small_and_says_what_is_left_out(rows: int, classes: int) -> None:
    rng, truth = np.random.default_rng(2), np.arange(rows) % classes
    score = {45: rng.dirichlet(np.ones(45), 450), 300: None, 2: rng.random(40_000)}[classes]
    html = evaluate(truth, truth[::-1] if classes == 300 else None, score, level=None).to_html()
    assert len(html.encode()) < MOST_BYTES
    many = f"Shown are the 40 most frequent of {classes} classes"
    assert (many if classes > 2 else "of the 40,000 thresholds of the data") in html


def test_a_class_without_rows_has_no_curve() -> None:
    scores = [[0.6, 0.3, 0.1], [0.2, 0.7, 0.1], [0.5, 0.4, 0.1]]
    page = evaluate(["a", "b", "a"], y_score=scores, labels=["a", "b", "c"])
    parts = parts_of(page.to_html())
    assert [curve["name"] for curve in json.loads(parts.held["script"][0])["curves"]] == ["a", "b"]
    assert "all rows of y_true or none are in the class (class 'c')" in parts.text


def test_clusters_and_groups_have_their_figures() -> None:
    rng = np.random.default_rng(8)
    y, p = rng.integers(0, 2, 300), rng.random(300)
    page = evaluate(y, (p > 0.4).astype(int), p, cluster=np.arange(300) // 6, by=np.array(["x", "y", "z"] * 100))
    parts = parts_of(page.to_html())
    assert {"group-0", "group-1"} <= set(parts.ids)
    for words in (
        "Ten bins with 95 % intervals that allow for the clusters.",
        "compared with the truth as the reference standard on 300 rows in 50 clusters, which the intervals allow for",
    ):
        assert words in parts.text


def _pictures(page: Evaluation) -> Pictures:
    names = [str(label) for label in page.labels]
    return Pictures(page, names, range(len(names)), curves_of(page, names))


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_the_decision_curve_is_that_of_the_metric_with_its_interval() -> None:
    rng = np.random.default_rng(4)
    p = rng.random(200).round(3)
    y = (rng.random(200) < p).astype(int)
    cluster = np.arange(200) // 5
    both: tuple[dict[str, Any], ...] = ({}, {"cluster": cluster})
    for options in both:
        page = evaluate(y, None, p, **options)
        figure = next(one for one in _pictures(page).further() if one.name == "decision")
        marks: dict[str, Any] = {mark.role: mark for mark in figure.marks}
        assert_allclose(marks["curve"].y, decision_curve(y, p).net_benefit)
        limits = decision_curve.interval(y, p, **options)["net_benefit"]
        assert_allclose(marks["band"].low, limits.low)
        assert_allclose(marks["band"].high, limits.high)
    without = next(one for one in _pictures(evaluate(y, None, p, level=None)).further() if one.name == "decision")
    assert "band" not in {mark.role for mark in without.marks}


def test_the_ring_of_a_score_without_a_scale_stands_at_the_median_and_at_its_cost() -> None:
    rng = np.random.default_rng(4)
    y = (rng.random(301) < 0.3).astype(int)
    score = np.exp(rng.normal(3 + 0.3 * y)) * 100
    page = evaluate(y, None, score)
    (curve,) = curves_of(page, ["0", "1"])
    assert curve.scores[curve.start] == np.median(score)
    called = score >= np.median(score)
    cost = ((called & (y == 0)).sum() + (~called & (y == 1)).sum()) / y.sum()
    assert 1.5 < cost < 3
    figure = cost_figure([curve])
    (ring,) = (mark for mark in figure.marks if mark.role == "ring")
    assert (ring.x[0], ring.y[0]) == pytest.approx((np.median(score), cost))
    assert figure.y.high is not None
    assert figure.y.high >= cost


def test_the_axis_of_thresholds_ends_where_the_band_fills_the_picture() -> None:
    at = np.linspace(0.01, 0.99, 99)
    curve = decision_curve(np.arange(400) % 4 == 0, np.tile([0.5, 0.1, 0.1, 0.1], 100))
    low, high = (np.where(at > 0.9, side, 0.1 * side) for side in (-1.0, 1.0))
    band = Band(role="band", colour=0, label="", x=at, low=low, high=high)
    figure = decision_figure([curve], ["model"], band=band)
    assert figure.x.high == pytest.approx(0.91)
    assert "above 0.90 are higher" in figure.note
    assert decision_figure([curve], ["model"]).x.high == pytest.approx(1.0)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize("clustered", [False, True])
def test_the_curves_of_a_page_have_the_limits_that_their_functions_give(*, clustered: bool) -> None:
    rng = np.random.default_rng(4)
    p = rng.random(200).round(3)
    y = (rng.random(200) < p).astype(int)
    given: dict[str, Any] = {"cluster": np.arange(200) // 5} if clustered else {}
    pictures = _pictures(evaluate(y, None, p, **given))
    band, alone = pictures.roc_band(), plots.roc_curve(y, p, band=True, **given)
    assert band is not None
    (drawn,) = (one for one in alone.collections if isinstance(one, FillBetweenPolyCollection))
    corners = drawn.get_paths()[0].vertices
    assert_allclose([band.low.min(), band.high.max()], [corners[:, 1].min(), corners[:, 1].max()])
    assert set(np.round(band.low, 9)) <= set(np.round(corners[:, 1], 9))
    calibration = next(one for one in pictures.further() if one.name == "calibration")
    roles = {mark.role: mark for mark in calibration.marks}
    assert ("error" in roles, "band" in roles) == (clustered, not clustered)
    if clustered:
        limits = calibration_curve.interval(y, p, **given)["observed"]
        assert_allclose(roles["error"].low, limits.low)
        assert_allclose(roles["error"].high, limits.high)
    more = evaluate(np.tile(y, 16), None, np.tile(p, 16))
    assert _pictures(more).roc_band() is None


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-3, 7e9), (1e-12, 2e-12), (0.2, 0.2), (-1e300, 1e300), (0, 5e-324)])
def test_ticks_are_few_round_and_on_the_scale(low: float, high: float) -> None:
    ticks = Scale(low, high, 0, 100).ticks()
    assert 1 <= len(ticks) <= 8
    assert all(low - 1e-9 * abs(low) <= one <= high + 1e-9 * abs(high) for one in ticks)


def test_an_axis_has_two_numbers_or_more_and_names_are_cut_only_where_there_is_no_room() -> None:
    assert Scale(0.1, 0.55, 0, 100).ticks(2) == [0.25, 0.5]
    assert Scale(0.1, 0.9, 0, 100).ticks(2) == [0.2, 0.4, 0.6, 0.8]
    for name in ("Negative predictive value", "Quadratic weighted kappa (QWK)"):
        assert name in svg(forest_figure([Row(name, 0.5, 0.4, 0.6)]))
    assert "long" * 7 not in svg(forest_figure([Row("long" * 9, 0.5, 0.4, 0.6)]))


def test_a_curve_looks_as_its_line_in_the_legend() -> None:
    curves = [roc_curve([0, 1, 0, 1], score) for score in ([1, 2, 3, 4], [4, 2, 3, 1])]
    drawn = svg(roc_figure(curves, ["a", "b"], start=0))
    for k, look in enumerate(("curve c0 chosen", "curve c1")):
        assert re.findall(rf'class="([^"]*)"[^>]* data-k="{k}"', drawn) == [look, look]


def test_a_path_leaves_out_what_nobody_sees() -> None:
    x = np.array([0, 1, 2, 2, 2, 3, math.nan, 5, 6], float)
    y = np.array([0, 0, 0, 1, 2, 3, 0, 1, 2], float)
    assert path_of(x, y) == "M0 0L2 0L2 2L3 3M5 1L6 2"


def test_the_band_of_calibration_is_around_the_diagonal_and_holds_calibrated_fits() -> None:
    rng = np.random.default_rng(5)
    inside, points = 0, 0
    for seed in range(10):
        p = rng.random(300)
        curve = Curve.from_scores((rng.random(300) < p).astype(int), p)
        band = consistency_band(curve, 0.95, seed=seed)
        assert band is not None
        assert ((band.low <= band.x + 0.1) & (band.high >= band.x - 0.1)).all()
        steps = corp_reliability_curve.of(curve)
        middle = (steps.lowest + steps.highest) / 2
        low, high = (np.interp(middle, band.x, ends) for ends in (band.low, band.high))
        inside += int((((steps.observed >= low) & (steps.observed <= high)) * steps.weight).sum())
        points += 300
    assert inside / points > 0.9  # the study in benchmarks measures it
    assert consistency_band(Curve.from_scores([0, 1], [0.2, 0.8], sample_weight=[0.5, 0.25]), 0.95) is None


@pytest.fixture(scope="module")
def with_font(browser: Browser, files: dict[str, Path]) -> None:
    if not has_font(browser, files["two"]):
        pytest.skip(f"the font {FONT} of the stored pictures is not installed")


@pytest.mark.parametrize("name", PAGES)
def test_the_page_looks_as_it_did(with_font: None, browser: Browser, files: dict[str, Path], name: str) -> None:
    assert difference(sheet_of(browser, files[name]), stored(name)) <= MOST, "python scripts/write_page_pictures.py"


def page_of_models(folder: Path, columns: dict[str, Any], *words: str) -> str:
    """The page of a comparison of these columns with y."""
    pl.DataFrame(columns).write_csv(folder / "rows.csv")
    line = ["compare", str(folder / "rows.csv"), "--truth", "y", *words]
    assert main([*line, "--html", str(folder / "page.html"), "--json", str(folder / "page.json")]) == 0
    return (folder / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(("other", "drawn"), [("q", True), ("points", False)])
def test_models_on_different_scales_share_no_curve_of_costs(tmp_path: Path, other: str, drawn: bool) -> None:
    rng = np.random.default_rng(6)
    p = rng.random(90).round(3)
    columns = {"y": rng.integers(0, 2, 90), "p": p, "q": p**2, "points": p * 40 - 3}
    html = page_of_models(tmp_path, columns, "--score", "p", "--score", other)
    assert ("cost" in parts_of(html).ids) is drawn


def test_scores_of_ordered_labels_have_the_matrices_of_their_rounded_labels(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    grade = rng.integers(1, 6, 150)
    scores = {name: (grade + rng.normal(0, wide, 150)).round(2) for name, wide in (("old", 1.2), ("new", 0.6))}
    html = page_of_models(tmp_path, {"y": grade, **scores}, "--score", "old", "--score", "new")
    assert ", scores rounded to the nearest label<" in html
    for k, score in enumerate(scores.values()):
        drawn = html.split(f'id="matrix-{k}"')[1].split("</svg>")[0]
        right = ((grade == 3) & (np.floor(score + 0.5) == 3)).sum()
        assert f">truth 3, predicted 3: {right} " in drawn


@pytest.mark.parametrize(("groups", "models"), [(2, 2), (40, 2), (2, 6)])
def test_pictures_of_a_comparison_say_what_they_leave_out(tmp_path: Path, groups: int, models: int) -> None:
    rng = np.random.default_rng(5)
    truth, group = rng.integers(0, 3, 2400), rng.integers(0, groups, 2400)
    names = [f"model {k}" for k in range(models)]
    models_ = {name: np.where(rng.random(2400) < 0.5, truth, rng.integers(0, 3, 2400)) for name in names}
    words = [word for name in names for word in ("--pred", name)]
    html = page_of_models(tmp_path, {"y": truth, "g": group, **models_}, "--by", "g", *words)
    metrics = json.loads((tmp_path / "page.json").read_text())["metrics"]
    drawn = len(set(re.findall(r'id="group-(\d+)"', html)))
    assert drawn == 4 < len(metrics)
    assert f"The {len(metrics) - 4} other metrics stand in the tables." in html
    lines = groups * models * (models - 1) // 2
    assert (f"The first 60 of {lines}" in html) is (lines > 60)
    assert (f"The first 4 of {models} models." in html) is (models > 4)
