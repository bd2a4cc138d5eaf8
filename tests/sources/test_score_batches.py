"""Pages of files and lazy frames that are read in batches: those of the rows in memory, or with certain bounds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.files import LAZY, WRITERS, write_parts

import concordant
from concordant import evaluate, roc_auc
from concordant.errors import (
    ConcordantError,
    DataFileError,
    InputError,
    LabelError,
    LabelOrderError,
    LengthError,
    MissingValuesError,
    OptionError,
    ScoreError,
    WeightError,
)
from concordant.report import batches as grouping
from concordant.report import columns as whole_columns
from concordant.report.batches import Request, summarise
from concordant.sources import batches as row_limit
from concordant.sources import parquet_files
from concordant.sources import score_batches as score_fold
from concordant.sources.batches import read_columns
from concordant.sources.buckets import BucketStack
from concordant.sources.files import find_files
from concordant.states import BucketCurve, CurveStack, ScoreKey

N = 1500


def rows_of(seed: int = 3) -> pl.DataFrame:
    """Rows of two and of three classes, with scores of one decimal and of many, groups, clusters and weights."""
    rng = np.random.default_rng(seed)
    truth, site = rng.integers(0, 2, N), rng.integers(0, 12, N)
    level = rng.normal(0, 1, 12)[site] + rng.normal(1.5 * truth, 1, N)
    score, kind = 1 / (1 + np.exp(-level)), rng.integers(0, 3, N)
    spread = rng.normal(0, 1, (N, 3))
    spread[np.arange(N), kind] += 1
    tenths = rng.multinomial(8, [0.3, 0.3, 0.4], N) / 8
    share = np.exp(spread) / np.exp(spread).sum(1, keepdims=True)
    columns = {
        "y": truth,
        "said": np.where(rng.random(N) < 0.8, truth, 1 - truth),
        "p": score,
        "r": np.round(score, 1).clip(0.1, 0.9),
        "z": np.round(level, 1),
        "kind": np.array(["ape", "bee", "cow"])[kind],
        "grade": kind,
        "meant": np.where(rng.random(N) < 0.6, kind, rng.integers(0, 3, N)),
        "g": np.array(["north", "south", "west"])[rng.integers(0, 3, N)],
        "site": site,
        "w": rng.integers(0, 5, N) / 2,
        "x1": level,
        "x2": level + rng.normal(0, 0.5, N),
        "close": 0.5 + rng.random(N) / 2**9,
        "k": rng.integers(1, 4, N),
    }
    for place, name in enumerate(("ape", "bee", "cow")):
        columns |= {f"p_{name}": share[:, place], f"t_{name}": tenths[:, place]}
    return pl.DataFrame(columns).with_columns(
        hole=pl.when(pl.int_range(N) % 50 == 7).then(None).otherwise(pl.col("r")),
        lost=pl.when(pl.int_range(N) % 50 == 7).then(None).otherwise(pl.col("kind")),
        ranked=pl.col("g").cast(pl.Enum(["west", "north", "south"])),
    )


ROWS = rows_of()
TENTHS = [f"t_{name}" for name in ("ape", "bee", "cow")]

LABELS = {"y_true": "grade", "y_pred": "meant"}
QUESTIONS: dict[str, dict[str, Any]] = {
    "two classes": {"y_true": "y", "y_score": "r"},
    "groups": {"y_true": "y", "y_score": "r", "by": "g"},
    "groups of numbers": {"y_true": "y", "y_score": "z", "by": "said"},
    "weights in groups": {"y_true": "y", "y_pred": "said", "y_score": "r", "sample_weight": "w", "by": "g"},
    "gaps": {"y_true": "y", "y_score": "hole", "missing": "drop", "by": "g"},
    "classes": {"y_true": "kind", "y_score": TENTHS},
    "columns for classes": {"y_true": "kind", "y_score": dict(zip(("cow", "ape", "bee"), TENTHS, strict=True))},
    "ordered classes": {"y_true": "grade", "y_score": TENTHS, "labels": [0, 1, 2], "task": "ordinal"},
    "labels": {**LABELS, "task": "multiclass"},
    "labels in another order": {**LABELS, "labels": [2, 1, 0]},
    "labels with gaps": {"y_true": "lost", "y_pred": "kind", "missing": "drop"},
    "weighted labels with gaps": {"y_true": "lost", "y_pred": "kind", "missing": "drop", "sample_weight": "w"},
    "labels in groups": {**LABELS, "by": "g"},
    "labels in clusters": {**LABELS, "cluster": "site"},
    "labels in weighted groups": {**LABELS, "sample_weight": "w", "by": "g"},
    "labels in weighted clusters": {**LABELS, "sample_weight": "w", "cluster": "site", "by": "g"},
}


@pytest.fixture(autouse=True)
def _many_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take any frame or file for one of many rows."""
    monkeypatch.setattr(row_limit, "MOST_ROWS", 0)
    monkeypatch.setattr(grouping, "LOOKED_AT", 100)


@pytest.fixture
def buckets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count scores in buckets from 20 different ones on, in blocks of 64 rows."""
    monkeypatch.setattr(score_fold, "MOST_SCORES", 20)
    monkeypatch.setattr(score_fold, "BLOCK", 64)


def alike(found: Any, expected: Any, *, weighted: bool) -> None:
    """The results of a page or a group are those of the rows; what weights do not tell has no limits."""
    for one, other in zip(found, expected, strict=True):
        assert (one.key, one.signature) == (other.key, other.signature)
        np.testing.assert_allclose(one.value, other.value, rtol=1e-12, err_msg=one.key)
        assert one.bounds is None
        if one.interval is not None and other.interval is not None and not np.isnan(one.interval.low):
            limits = [(each.interval.low, each.interval.high, each.interval.se) for each in (one, other)]
            np.testing.assert_allclose(*limits, rtol=1e-9, err_msg=one.key)
        elif one.interval is not None and one.defined:
            assert weighted or "CurveStack" in repr(other.interval) or one.name in ("roc_auc", "average_precision")


@pytest.mark.parametrize("held", [*LAZY, "files"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_page_is_that_of_the_rows(held: str, question: str, collected: list[int], tmp_path: Path) -> None:
    asked = QUESTIONS[question]
    found = evaluate(data=write_parts(ROWS, tmp_path) if held == "files" else LAZY[held](ROWS), **asked)
    assert max(collected, default=0) < N / 2
    expected = evaluate(data=ROWS, **asked)
    weighted = "sample_weight" in asked
    alike(found, expected, weighted=weighted)
    for name in ("n", "n_missing", "labels", "columns"):
        assert getattr(found, name) == getattr(expected, name)
    if not weighted:
        assert (found.counts, found.curve) == (expected.counts, expected.curve)
    told = [said for said in found.assumptions if "were read in batches" in said]
    assert len(told) == ("y_score" in asked)
    others = [said.partition(";")[0].rstrip(".") for said in found.assumptions if said not in told]
    assert others == [said.partition(";")[0].rstrip(".") for said in expected.assumptions]  # without the first such row
    if "by" not in asked:
        return
    assert [one.label for one in found.groups.groups] == [one.label for one in expected.groups.groups]
    for one, other in zip(found.groups.groups, expected.groups.groups, strict=True):
        assert one.n == other.n
        alike(one.results, other.results, weighted=weighted)


def test_groups_keep_the_order_of_their_enum() -> None:
    page = evaluate("y", y_score="r", by="ranked", data=ROWS.lazy())
    assert [group.label for group in page.groups.groups] == ["west", "north", "south"]


@pytest.mark.parametrize("engine", LAZY)
@pytest.mark.parametrize(
    "asked",
    [
        {"y_true": "grade", "y_score": "r"},
        {"y_true": "y", "y_score": "r", "exact": True},
        {"y_true": "y", "y_score": "r", "cluster": "site"},
        {"y_true": "x1", "y_pred": "x2", "sample_weight": "w", "by": "g"},
    ],
)
def test_what_is_not_added_up_is_collected(engine: str, asked: dict[str, Any], collected: list[int]) -> None:
    found, expected = (evaluate(data=data, **asked).to_dict()["results"] for data in (LAZY[engine](ROWS), ROWS))
    assert max(collected) == N
    assert [one["key"] for one in found] == [one["key"] for one in expected]
    np.testing.assert_allclose([one["value"] for one in found], [one["value"] for one in expected], rtol=1e-12)


@pytest.mark.parametrize("engine", LAZY)
def test_stacks_of_curves(engine: str) -> None:
    frame, order = LAZY[engine](ROWS), ["ape", "bee", "cow"]
    found = CurveStack.from_frame(frame, y_true="kind", y_score=TENTHS, labels=order)
    assert found == CurveStack.from_frame(ROWS, y_true="kind", y_score=TENTHS, labels=order)
    assert found == CurveStack.from_scores(ROWS["kind"], ROWS.select(TENTHS).to_numpy(), labels=order)
    weighted = CurveStack.from_frame(frame, y_true="kind", y_score=TENTHS, labels=order, sample_weight="w")
    expected = CurveStack.from_scores(ROWS["kind"], ROWS.select(TENTHS), labels=order, sample_weight=ROWS["w"])
    assert weighted == expected
    assert concordant.roc_auc("grade", TENTHS, data=frame, average="macro") == concordant.roc_auc(
        "grade", TENTHS, data=ROWS, average="macro"
    )
    none = CurveStack.from_frame(ROWS.lazy().head(0), y_true="grade", y_score=TENTHS, labels=[0, 1, 2])
    assert none.n == 0


def numbers_of(result: Any) -> list[float]:
    """A value and the limits of its interval, if it has one."""
    return [result.value, *(() if result.interval is None else (result.interval.low, result.interval.high))]


def same(found: Any, expected: Any, rtol: float = 0) -> None:
    """Two pages hold the same numbers, to the last bit of rows that are counted."""
    assert [one.key for one in found] == [one.key for one in expected]
    for one, other in zip(found, expected, strict=True):
        assert (one.reason, one.signature) == (other.reason, other.signature)
        np.testing.assert_allclose(numbers_of(one), numbers_of(other), rtol=rtol, atol=0, err_msg=one.key)
    assert found.balance == expected.balance
    for name in ("n", "n_missing", "labels", "pos_label"):
        assert getattr(found, name) == getattr(expected, name)
    assert [x for x in found.assumptions if "batches" not in x] == list(expected.assumptions)


def both(path: Path, *roles: Any, **options: Any) -> tuple[Any, Any]:
    """The page of files, and that of the same columns in memory."""
    weight = options.get("sample_weight")
    names = [name for name in (*roles, options.get("y_score"), weight) if name is not None]
    whole = read_columns(path, list(dict.fromkeys(names)))
    return evaluate(*roles, data=path, **options), evaluate(*roles, data=whole, **options)


def test_losses_of_many_chunks_are_the_same_to_the_last_bit(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    rows = 700_000
    truth = rng.integers(0, 2, rows)
    frame = pl.DataFrame({"t": truth, "s": np.round(rng.beta(1 + truth, 2 - truth), 3)})
    write_parts(frame, tmp_path, cut=300_001)
    same(*both(tmp_path, "t", y_score="s"))


def test_weighted_labels_beside_scores_are_counted_row_by_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(score_fold, "BLOCK", 20)
    write_parts(ROWS, tmp_path, cut=90)
    found, expected = (evaluate("y", "said", "r", sample_weight="p", data=data) for data in (tmp_path, ROWS))
    assert np.array_equal(found.counts.table, expected.counts.table)  # to the last digit
    np.testing.assert_array_equal(numbers_of(found["accuracy"]), numbers_of(expected["accuracy"]))


@pytest.mark.usefixtures("buckets")
@pytest.mark.parametrize("score", ["close", "scaled", "large"])
def test_many_scores_have_certain_bounds(tmp_path: Path, score: str) -> None:
    path = tmp_path / "a.parquet"
    frame = ROWS.with_columns(scaled=1e3 + pl.col("close") * 2**11, large=(pl.col("close") - 0.5) * 2.0**61)
    frame.write_parquet(path)
    found, expected = both(path, "y", y_score=score)
    assert isinstance(found.curve, BucketCurve)
    for name in ("roc_auc", "average_precision", "kolmogorov_smirnov", "gini"):
        one, value = found[name], expected[name].value
        assert one.bounds.low <= value <= one.bounds.high
        assert one.bounds.width > 0
        if one.bounded:
            assert expected[name].interval.low >= one.interval.low - 1e-3
            assert one.interval.low < one.bounds.low or one.bounds.low == 0
    if score == "close":
        ece = found["expected_calibration_error"]
        assert not ece.defined
        assert "counted in buckets" in (ece.reason or "")


@pytest.mark.usefixtures("buckets")
def test_only_certain_digits_are_shown(tmp_path: Path) -> None:
    ROWS.write_parquet(tmp_path / "a.parquet")
    page = evaluate("y", y_score="close", data=tmp_path)
    auc = page["roc_auc"]
    low, _, high = auc.shown.partition(" to ")
    assert float(low) <= auc.bounds.low < auc.bounds.high <= float(high)  # fewer than two digits are certain
    assert auc.certainty.split()[-1] in str(page)
    assert "certain" in page.to_html()
    in_memory = evaluate("y", y_score="close", data=tmp_path, exact=True)
    same(in_memory, evaluate("y", y_score="close", data=ROWS))
    assert any("exact=True brings the columns into memory" in said for said in page.remarks)


@pytest.mark.usefixtures("buckets")
def test_buckets_of_few_scores_are_exact(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    ROWS.with_columns(pl.col("p").round(2)).write_parquet(path)
    found, expected = both(path, "y", y_score="p")
    assert isinstance(found.curve, BucketCurve)
    for one in found:
        assert one.value == pytest.approx(expected[one.key].value, rel=1e-14)  # blocks of 64 add losses in other parts
        assert one.bounds is None or one.bounds.exact


@pytest.mark.parametrize("kind", ["parquet", "csv"])
def test_sorted_and_rare_classes(tmp_path: Path, kind: str) -> None:
    rows = 30_000
    truth = np.repeat(["ape", "bee"], [rows - 9000, 9000])
    frame = pl.DataFrame({"t": truth, "s": np.round(np.random.default_rng(0).random(rows), 2)})
    head = pl.DataFrame({"t": ["bee"] * 9000 + ["ape"] * 3000, "s": 0.5})
    WRITERS[kind](pl.concat([head, frame[:15_000]]), path := tmp_path / f"turned.{kind}")
    found, expected = both(path, "t", y_score="s")  # the first rows hold only the class that is rare in the end
    assert found.pos_label == "bee"
    same(found, expected)


@pytest.mark.usefixtures("buckets")
def test_scores_that_leave_the_range_far_down(tmp_path: Path) -> None:
    frame = ROWS.with_columns(p=pl.when(pl.int_range(N) == N - 1).then(7.5).otherwise(pl.col("p")))
    frame.write_parquet(path := tmp_path / "a.parquet")
    found, expected = both(path, "y", y_score="p")
    assert isinstance(found.curve, BucketCurve)
    assert found.curve.score_key.scale == "real"
    assert not found.probabilities
    assert [one.name for one in found] == [one.name for one in expected]
    assert "leave the range" in " ".join(found.assumptions)
    infinite = frame.with_columns(p=pl.when(pl.int_range(N) == N - 1).then(float("inf")).otherwise(pl.col("p")))
    infinite.write_parquet(path)
    found, expected = both(path, "y", y_score="p")
    assert expected["roc_auc"].value in found["roc_auc"].bounds


def test_what_cannot_be_scored_is_refused(tmp_path: Path) -> None:

    def refused(error: type[Exception], message: str, *, y_score: str = "r", **columns: Any) -> None:
        rows = ROWS.with_columns(**columns)
        rows.write_parquet(tmp_path / "b.parquet")
        with pytest.raises(error, match=message):
            evaluate("y", y_score=y_score, missing="drop", data=tmp_path)

    refused(ScoreError, "must hold numbers", y_score="g")
    refused(MissingValuesError, "no row is complete", r=pl.lit(None, pl.Float64))
    refused(LabelError, "holds one class only", y=5)
    ROWS.with_columns(y=1).write_parquet(tmp_path / "b.parquet")
    assert not evaluate("y", y_score="r", data=tmp_path)["roc_auc"].defined


@pytest.mark.parametrize("engine", LAZY)
def test_what_lazy_frames_lack_is_said(engine: str) -> None:
    lazy = LAZY[engine](ROWS)
    with pytest.raises(MissingValuesError, match="hole has 30 missing"):
        evaluate("y", y_score="hole", data=lazy)
    with pytest.raises(InputError, match="no rows"):
        evaluate("y", y_score="r", data=lazy.filter(pl.col("y") > 5) if engine == "polars" else lazy.filter("y > 5"))


@pytest.mark.usefixtures("buckets")
def test_a_lazy_frame_of_many_scores(tmp_path: Path) -> None:
    ROWS.write_parquet(path := tmp_path / "a.parquet")
    one, other = (evaluate("y", y_score="close", data=data) for data in (path, pl.scan_parquet(path)))
    assert one.curve == other.curve
    assert one["roc_auc"].value == other["roc_auc"].value
    lost = pl.scan_parquet(path).with_columns(pl.col("p").cast(pl.String) + "?").with_columns(pl.col("p").cast(float))
    with pytest.raises(DataFileError, match="the lazy frame cannot be read"):
        evaluate("y", y_score="p", data=lost)


@pytest.mark.parametrize("label", [0, 0.0])
def test_a_positive_label_of_another_type_that_does_not_occur(tmp_path: Path, label: float) -> None:
    pl.DataFrame({"t": [label] * 4, "s": [0.1, 0.2, 0.7, 0.7]}).write_parquet(path := tmp_path / "a.parquet")
    same(*both(path, "t", y_score="s", pos_label=0.5))


@pytest.mark.usefixtures("buckets")
def test_whole_scores_beyond_2_53_are_read_as_they_are(tmp_path: Path) -> None:
    frame = pl.DataFrame({"t": [0, 1] * 100, "s": [2**60 + k * 7 % 101 for k in range(200)]})
    frame.write_parquet(path := tmp_path / "rows.parquet")
    same(evaluate("t", y_score="s", data=path), evaluate("t", y_score="s", data=frame))


# -- one score a class ------------------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), size=st.integers(3, 4))
def test_no_order_within_buckets_leaves_the_bounds(data: st.DataObject, size: int) -> None:
    rows = data.draw(st.integers(size, 40))
    truth = np.array([*range(size), *data.draw(st.lists(st.integers(0, size - 1), min_size=rows, max_size=rows))])
    few, many = st.sampled_from(np.linspace(0, 1, 41).tolist()), len(truth) * size
    scores = np.array(data.draw(st.lists(few, min_size=many, max_size=many))).reshape(-1, size)
    exact = CurveStack.from_scores(truth, scores, labels=range(size))
    key = ScoreKey(bits=1)
    stack = BucketStack(tuple(BucketCurve.from_curve(one, key=key) for one in exact.curves), exact.outputs)
    for options in ({"average": "macro"}, {"average": None}, {"average": None, "multi_class": "ovo"}):
        low, value, high = (
            np.asarray(roc_auc.of(one, **options))
            for one in (stack.ordered(own_first=False), exact, stack.ordered(own_first=True))
        )
        assert (low <= value + 1e-12).all()
        assert (value <= high + 1e-12).all()


def test_what_is_wrong_is_said_as_of_rows_in_memory(tmp_path: Path) -> None:
    path, shares = tmp_path / "rows.parquet", [f"p_{name}" for name in ("ape", "bee", "cow")]
    ROWS.with_columns(pl.col(shares[0]).alias("a"), pl.col(shares[1]).alias("b")).write_parquet(path)
    wrong: list[tuple[type[ConcordantError], dict[str, Any]]] = [
        (LabelOrderError, {"y_true": "kind", "y_score": ["a", "b", "p"]}),
        (LengthError, {"y_true": "kind", "y_score": [*shares, "r"]}),
        (MissingValuesError, {"y_true": "grade", "y_score": ["hole", "z", "p"], "labels": [0, 1, 2]}),
    ]
    for error, asked in wrong:
        said = []
        for data in (path, pl.read_parquet(path)):
            with pytest.raises(error) as raised:
                evaluate(data=data, **asked)
            said.append(str(raised.value))
        assert said[0] == said[1]


def test_where_batches_do_not_serve_columns_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ROWS.write_parquet(tmp_path / "rows.parquet")
    asked: dict[str, Any] = {"y_true": "kind", "y_score": TENTHS}
    for more in ({"by": "g"}, {"cluster": "site"}, {"sample_weight": "k"}, {"exact": True}):
        page = evaluate(data=tmp_path / "rows.parquet", **asked, **more)
        assert not any("batches" in said for said in page.assumptions)
    monkeypatch.setattr(score_fold, "_ROOM", 1)
    request = Request(truth="kind", scores=tuple(TENTHS), declared=lambda _: (None, None))
    assert summarise(find_files(tmp_path), request) is None


# -- groups -----------------------------------------------------------------------------------------------------------


def test_too_many_groups_are_refused(tmp_path: Path) -> None:
    ROWS.with_columns(many=pl.int_range(N) / 8).write_parquet(path := tmp_path / "a.parquet")
    for roles in (("grade", "meant"), ("y", None, "r")):
        with pytest.raises(OptionError, match="up to 200 groups are shown"):
            evaluate(*roles, data=path, by="many")


def test_groups_of_many_scores_have_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(score_fold, "MOST_SCORES", 20)
    monkeypatch.setattr(score_fold, "_TOGETHER", 100)
    monkeypatch.setattr(parquet_files, "_BATCH", 90)
    rows = ROWS.with_columns(far=pl.col("close") * 8 - 9)
    rows.write_parquet(path := tmp_path / "a.parquet")
    for score in ("close", "far"):
        found, expected = (evaluate("y", y_score=score, data=data, by="g") for data in (path, rows))
        for one, other in zip(found.groups.groups, expected.groups.groups, strict=True):
            assert not one.results[0].bounds.exact
            test, rested = (group.against_rest[0].comparison for group in (one, other))
            assert test.low < rested.low
            assert rested.high < test.high
    assert "guaranteed to lie" in str(found)
    found.to_html()


def test_what_weighted_scores_leave_open_is_not_looked_for(tmp_path: Path) -> None:
    ROWS.write_parquet(path := tmp_path / "a.parquet")
    findings = evaluate("y", y_score="r", sample_weight="w", data=path).findings
    assert findings.not_looked_for["score_without_skill"].startswith("the weighted scores were added up")
    assert "score_without_skill" in evaluate("y", y_score="r", sample_weight="w", data=ROWS).findings.looked_for


@pytest.mark.parametrize("weight", ["2", "nan", "0"])
def test_all_names_tell_whether_a_word_among_them_is_a_group(
    weight: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whole_columns, "read_columns", None)  # they are grouped in batches
    path, rows = tmp_path / "d.csv", f"t,p,g,w\n0,0,1,1\n1,1,NA,{weight}\n1,0,1,1\n0,1,2,1\n1,1,2,1\n"
    path.write_text(rows)
    page = evaluate("t", "p", by="g", sample_weight="w", data=path, missing="drop")
    assert page.groups is not None
    assert ([group.label for group in page.groups.groups], page.n) == ([1, 2], 4)
    assert page.n_missing == (weight != "0")
    path.write_text(rows.replace("1,1,2,1", "1,1,b,1"))
    if weight == "nan":
        with pytest.raises(WeightError, match=r"1 are not, the first in row 1: nan"):
            evaluate("t", "p", by="g", sample_weight="w", data=path)
        return
    page = evaluate("t", "p", by="g", sample_weight="w", data=path)
    assert page.groups is not None
    assert [group.label for group in page.groups.groups] == ["1", "2", *(["NA"] if weight == "2" else []), "b"]


@pytest.mark.parametrize("roles", [("grade", "meant"), ("y", None, "r")])
def test_several_columns_of_groups(roles: Any) -> None:
    found = evaluate(*roles, data=ROWS, by=["g", "k"])
    expected = evaluate(*roles, data=ROWS.with_columns(both=pl.format("{}, {}", "g", "k")), by="both")
    assert (found.groups.name, found.columns["group"]) == ("g, k", "g, k")
    assert found.to_dict()["by"]["groups"] == expected.to_dict()["by"]["groups"]
