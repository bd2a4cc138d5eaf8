"""Models beside each other in one call: the numbers of each metric, on all rows and in each group."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from concordant import evaluate
from concordant.documents.blocks import Paragraph
from concordant.errors import (
    ColumnError,
    InputError,
    InputTypeError,
    LengthError,
    MissingValuesError,
    OptionError,
    ScoreError,
)
from concordant.inference import interaction_test
from concordant.metrics import get
from concordant.report import ModelComparison, compare_models

RNG = np.random.default_rng(11)
N = 240
TRUTH = RNG.integers(0, 2, N)
OLD, NEW = (np.where(RNG.random(N) < share, 1 - TRUTH, TRUTH) for share in (0.3, 0.15))
P_OLD, P_NEW = (np.clip(TRUTH * 0.4 + RNG.random(N) * 0.6, 0, 1).round(3) for _ in range(2))
SITE, WARD = np.array(["a", "b"])[np.arange(N) % 2], np.arange(N) // 120
PATIENT, WEIGHT = np.arange(N) // 4, RNG.random(N) + 0.5
COLUMNS = {"y": TRUTH, "old": OLD, "new": NEW, "p_old": P_OLD, "p_new": P_NEW, "site": SITE, "ward": WARD}
FRAME = pl.DataFrame({**COLUMNS, "patient": PATIENT, "w": WEIGHT})


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_a_group_of_one_class_is_compared_by_the_labels_of_all_rows() -> None:
    words = np.array(["well", "ill"])
    few = (TRUTH == 1) & (OLD == 1) & (NEW == 1) & (np.arange(N) < 40)
    models = {"new": words[NEW], "old": words[OLD]}
    found = compare_models(words[TRUTH], models, metrics=["accuracy", "recall"], by=few, pos_label="ill")
    assert [part.page.labels for part in found.groups.values()] == [("well", "ill")] * 2
    assert [one.values for one in found.groups[True].metrics] == [(1.0, 1.0)] * 2


@pytest.mark.parametrize("claim", [{"alternative": "superiority", "margin": 0.01}, {"alternative": "superiority"}])
def test_a_claim_is_tested_as_by_the_metric(claim: Any) -> None:
    found = compare_models(TRUTH, {"new": NEW, "old": OLD}, metrics="accuracy", **claim)
    expected = get("accuracy").compare(TRUTH, NEW, OLD, **{"margin": 0, **claim})
    assert pair_of(found)[3] == expected.p_value


def pair_of(found: ModelComparison) -> tuple[float, ...]:
    (pair,) = found.metrics[0].pairs
    return pair.difference, pair.low, pair.high, pair.p_value


def test_groups_and_all_rows_have_the_numbers_of_the_metric() -> None:
    beside: Any = {"cluster": PATIENT, "sample_weight": WEIGHT}
    found = compare_models(TRUTH, {"new": NEW, "old": OLD}, metrics="f1", by=WARD, **beside)
    pairs = []
    for part, here in ((found, WARD >= 0), *((found.groups[ward], ward == WARD) for ward in (0, 1))):
        own = {name: column[here] for name, column in beside.items()}
        expected = get("f1").compare(TRUTH[here], NEW[here], OLD[here], **own)
        assert pair_of(part) == (expected.difference, expected.low, expected.high, expected.p_value)
        assert part.n == here.sum()
        pairs.append(expected)
    (asked,) = found.interactions
    assert asked.test == interaction_test(pairs[1:])
    assert json.loads(json.dumps(found.to_dict()))["groups"][1]["group"] == 1
    assert "new is better than old" in str(found)
    assert "Is the difference the same in all groups?" in str(found)
    shared = compare_models(TRUTH, {"new": NEW, "old": OLD}, metrics="f1", by=SITE, cluster=PATIENT)
    assert shared.interactions == ()
    assert "60 clusters have rows in several groups" in str(shared.not_tested)


@pytest.mark.parametrize(
    "data",
    [FRAME, FRAME.lazy(), FRAME.to_arrow(), FRAME.to_pandas(), "file"],
    ids=["polars", "lazy", "arrow", "pandas", "file"],
)
def test_columns_of_any_data_are_those_of_arrays(data: Any, tmp_path: Path) -> None:
    if isinstance(data, str):
        FRAME.write_csv(tmp_path / "rows.csv")
        data = tmp_path / "rows.csv"
    how: Any = {"metrics": [("f1", {}), "roc_auc"], "alternative": "superiority", "margin": 0.0}
    preds, scores = ({"old": a, "new": b} for a, b in ((OLD, NEW), (P_OLD, P_NEW)))
    expected = compare_models(TRUTH, preds, scores, **how, cluster=PATIENT, by=list(WARD))
    names: Any = ({"old": "old", "new": "new"}, {"old": "p_old", "new": "p_new"})
    found = compare_models("y", *names, **how, data=data, cluster="patient", by="ward")
    assert found.metrics == expected.metrics
    assert list(found.groups) == [0, 1]
    assert [part.metrics for part in found.groups.values()] == [part.metrics for part in expected.groups.values()]
    several = compare_models("y", ["old", "new"], metrics="f1", data=data, by=["site", "ward"])
    assert list(several.groups) == ["a, 0", "a, 1", "b, 0", "b, 1"]
    alone = compare_models("y", ["old", "new"], metrics="f1", data=data, by=["ward"])
    assert alone.metrics == several.metrics


@pytest.mark.parametrize("cuts", [0.5, (0.5, 0.6), np.array([0.5, 0.6])])
def test_scores_are_cut_where_each_model_says(cuts: Any) -> None:
    words = np.array(["no", "yes"])[TRUTH]
    first, second = (cuts, cuts) if isinstance(cuts, float) else cuts
    found = compare_models(words, None, {"old": P_OLD, "new": P_NEW}, metrics="recall", threshold=cuts)
    expected = get("recall").compare(TRUTH, (first <= P_OLD) * 1, (second <= P_NEW) * 1)
    assert pair_of(found) == (expected.difference, expected.low, expected.high, expected.p_value)
    assert json.loads(json.dumps(found.to_dict()))["thresholds"] == {"old": first, "new": second}


@pytest.mark.parametrize("kind", [list, np.array, pl.Series, pd.Series])
def test_rows_that_lack_a_value_are_left_out_for_all_models(kind: Callable[[Any], Any]) -> None:
    holes = [None if row in (3, 50) else float(score) for row, score in enumerate(P_OLD)]
    rows = np.delete(np.arange(N), [3, 50, 9])
    truth = [None if row == 9 else word for row, word in enumerate(np.array(["no", "yes"])[TRUTH].tolist())]
    given: Any = (kind(truth), None, {"old": kind(holes), "new": kind(P_NEW.tolist())})
    with pytest.raises(MissingValuesError, match=r"y_true has 1 missing .* and y_score of old has 2 missing"):
        compare_models(*given, metrics="roc_auc")
    found = compare_models(*given, metrics="roc_auc", missing="drop")
    expected = get("roc_auc").compare(TRUTH[rows], P_OLD[rows], P_NEW[rows])
    assert (found.n, found.n_missing, pair_of(found)[0]) == (N - 3, 3, pytest.approx(expected.difference))


@pytest.mark.parametrize("kind", [np.asarray, np.ndarray.tolist, pd.DataFrame], ids=["array", "list", "pandas"])
def test_scores_of_several_classes_are_compared_in_groups(kind: Callable[..., Any]) -> None:
    truth, first, second = RNG.integers(0, 3, 90), *(RNG.dirichlet(np.ones(3), 90) for _ in range(2))
    first[3, 1] = np.nan
    site = np.repeat(["a", "b"], 45)
    models = {"p": kind(first), "q": kind(second)}
    found = compare_models(truth, y_score=models, metrics="roc_auc", by=site, missing="drop")
    for part, rows in zip((found, *found.groups.values()), (slice(None), slice(45), slice(45, 90)), strict=True):
        expected = get("roc_auc").compare(truth[rows], first[rows], second[rows], average="macro", missing="drop")
        assert pair_of(part) == (expected.difference, expected.low, expected.high, expected.p_value)


BOTH, SCORED = {"a": OLD, "b": NEW}, {"a": P_OLD, "b": P_NEW}
SHUFFLED = pd.Series(WARD).sample(frac=1, random_state=3)


@pytest.mark.parametrize(
    ("given", "options", "error", "message"),
    [
        ((TRUTH,), {}, OptionError, "there is nothing to compare"),
        ((TRUTH, {}), {}, OptionError, "there is nothing to compare"),
        ((TRUTH, [OLD, NEW]), {}, InputTypeError, "given with their names"),
        ((TRUTH, BOTH, "f1"), {}, InputTypeError, "given with their names"),
        ((TRUTH, {"a": OLD}, {"b": P_OLD}), {}, OptionError, "are of the same models"),
        (("y", ["old", "old"]), {"data": FRAME}, OptionError, "a name of its own"),
        (("y", ["old", "nwe"]), {"data": FRAME}, ColumnError, "did you mean 'new'"),
        ((TRUTH, {"a": OLD}), {}, OptionError, "needs two models or more"),
        ((TRUTH, BOTH), {"weights": "linear"}, OptionError, "name it, metrics="),
        ((TRUTH, {"a": OLD, "b": NEW[:9]}), {}, LengthError, "9"),
        ((TRUTH, BOTH), {"threshold": 1}, OptionError, "threshold= cuts a score"),
        ((TRUTH, BOTH), {"metrics": "roc_auc"}, OptionError, "roc_auc needs scores of each model"),
        ((TRUTH, None, SCORED), {"metrics": "f1"}, OptionError, "needs predicted labels"),
        ((TRUTH, None, SCORED | {"b": P_NEW + 1}), {"metrics": "log_loss"}, ScoreError, "'y_score of b' must"),
        ((TRUTH, None, SCORED), {"threshold": (1, 2, 3)}, OptionError, "3 values for 2"),
        ((TRUTH, None, SCORED), {"threshold": [0.5, float("nan")]}, OptionError, "threshold must be a finite number"),
        ((TRUTH, None, SCORED), {"threshold": True}, OptionError, "threshold must be a finite number"),
        ((TRUTH, BOTH), {"level": 95}, OptionError, "Did you mean 0.95"),
        ((TRUTH, BOTH), {"margin": 0.1}, OptionError, "margin= goes with"),
        ((TRUTH, BOTH), {"alternative": "better"}, OptionError, "alternative must be"),
        ((TRUTH, BOTH), {"adjust": "none"}, OptionError, "adjust must be"),
        ((TRUTH, BOTH), {"metrics": 3}, OptionError, "metrics= is a metric, its name, or a list"),
        ((TRUTH, BOTH), {"metrics": [("f1",)]}, OptionError, "or pairs"),
        ((pd.Series(TRUTH), BOTH), {"by": SHUFFLED}, InputError, "the same index in another order"),
        ((pd.Series(TRUTH), {**BOTH, "b": SHUFFLED}), {}, InputError, "the same index in another order"),
        (("y", ["old", "new"]), {"data": FRAME, "by": WARD}, InputTypeError, "columns are given by their names"),
        (("y", BOTH), {"data": FRAME}, InputTypeError, "columns are given by their names"),
        (("y", ["old", "new"]), {"data": FRAME, "by": []}, OptionError, "names no column"),
    ],
)
def test_no_call_with_a_mistake_is_answered(given: Any, options: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        compare_models(*given, **options)


def test_a_score_that_points_the_wrong_way_is_told_of_each_model() -> None:
    scores = {"right": P_NEW, "turned": -P_OLD, "noise": RNG.random(N)}
    (finding,) = (one for one in evaluate(TRUTH, None, -P_OLD).findings if one.rule == "inverted_score")
    blocks = compare_models(TRUTH, None, scores, metrics="roc_auc").document().blocks
    told = [one.text for one in blocks if isinstance(one, Paragraph) and "wrong way" in one.text]
    assert told == [f"turned: {finding.sentence} {finding.next_step}"]
    assert "reverse its sign" in finding.next_step


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_reasons_speak_of_the_columns_that_were_given() -> None:
    few = FRAME.filter((pl.col("y") == 0) | (pl.col("ward").cum_count() < 9))
    given = compare_models("y", None, ["p_old", "p_new"], data=few, metrics="roc_auc")
    bare = compare_models(few["y"], None, {"a": few["p_old"], "b": few["p_new"]}, metrics="roc_auc")
    assert "rows of 'y' are 1" in str(given)
    assert "rows of y_true are 1" in str(bare)
