"""Decisions from probabilities: edges, hand-worked cases, what the record says."""

import json
import math
from typing import Any

import numpy as np
import pytest

import concordant
from concordant import decide
from concordant.decisions.from_probabilities import climb
from concordant.errors import (
    InputTypeError,
    LabelError,
    LengthError,
    MissingValuesError,
    OptionError,
    ScoreError,
    UndefinedMetricWarning,
    WeightError,
)


def forecasts(n: int = 4000, size: int = 5, seed: int = 0) -> tuple[Any, Any]:
    """Calibrated probabilities and labels drawn from them."""
    rng = np.random.default_rng(seed)
    prob = rng.dirichlet(np.linspace(0.3, 1.2, size), n)
    truth = (prob.cumsum(1) < rng.random((n, 1))).sum(1)
    return prob, np.minimum(truth, size - 1)


# --- hand-worked ------------------------------------------------------------------------------------


def test_accuracy_takes_the_likeliest_label_and_the_first_of_equal_ones() -> None:
    found = decide([[0.5, 0.5, 0.0], [0.2, 0.3, 0.5]], "accuracy")
    assert found.labels.tolist() == [0, 2]
    assert (found.value, found.exact, found.upper_bound) == (0.5, True, 0.5)
    assert found.how == "the likeliest label"
    assert found.expected_table.tolist() == [[0.5, 0.0, 0.2], [0.5, 0.0, 0.3], [0.0, 0.0, 0.5]]


def test_costs_are_weighed() -> None:
    # calling 0 costs 10 * 0.2, calling 1 costs 0.8
    found = decide([0.2, 0.05], cost={(1, 0): 10, (0, 1): 1})
    assert found.labels.tolist() == [1, 0]
    assert found.value == pytest.approx((0.8 + 0.5) / 2)
    assert decide([[0.8, 0.2]], cost=[[0, 1], [10, 0]]).labels.tolist() == [1]


def test_balanced_accuracy_weighs_by_the_share_of_the_class() -> None:
    found = decide([[0.6, 0.4], [0.9, 0.1], [0.9, 0.1]], "balanced_accuracy")
    assert found.labels.tolist() == [1, 0, 0]


def test_quadratic_kappa_cuts_the_posterior_mean() -> None:
    prob, _ = forecasts()
    values = np.array([1.0, 2.0, 4.0, 5.0, 9.0])
    found = decide(prob, "cohen_kappa", weights="quadratic", labels=[1, 2, 4, 5, 9])
    mean = prob @ values
    cuts = mean.mean() + found.value * ((values[1:] + values[:-1]) / 2 - mean.mean())
    assert found.labels.tolist() == values[np.searchsorted(cuts, mean, side="right")].astype(int).tolist()
    assert found.how == "the mean of the row's probabilities, cut at " + ", ".join(f"{cut:.4g}" for cut in cuts)


def test_the_value_is_the_metric_of_the_expected_table() -> None:
    prob, _ = forecasts(300)
    found = decide(prob, "cohen_kappa", weights="linear")
    table = np.array([[prob[found.labels == b, a].sum() for b in range(5)] for a in range(5)])
    np.testing.assert_allclose(found.expected_table, table, rtol=0, atol=1e-9)
    counts = concordant.Counts.from_table(table)
    assert found.value == pytest.approx(concordant.cohen_kappa.of(counts, weights="linear"), abs=1e-12)


@pytest.mark.parametrize(
    ("name", "options"),
    [("cohen_kappa", {"weights": "quadratic"}), ("cohen_kappa", {}), ("accuracy", {}), ("f1", {"average": "macro"})],
)
def test_forecasts_of_calibrated_probabilities_come_true(name: str, options: dict) -> None:
    prob, truth = forecasts(20_000)
    found = decide(prob, name, **options)
    said = getattr(concordant, name)(truth, found.labels, **options)
    assert said == pytest.approx(found.value, abs=0.015)
    likeliest = getattr(concordant, name)(truth, prob.argmax(1), **options)
    assert said > likeliest - 0.005


def test_multiclass_optimum_is_better_than_argmax_where_it_counts() -> None:
    prob, truth = forecasts(20_000)
    found = decide(prob, "cohen_kappa", weights="quadratic")
    gain = concordant.cohen_kappa(truth, found.labels, weights="quadratic") - concordant.cohen_kappa(
        truth, prob.argmax(1), weights="quadratic"
    )
    assert gain > 0.02


# --- the rule -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("accuracy", {}),
        ("cohen_kappa", {"weights": "quadratic"}),
        ("cohen_kappa", {"weights": "linear"}),
        ("balanced_accuracy", {}),
    ],
)
def test_the_rule_of_an_exact_metric_makes_the_same_decisions_row_by_row(name: str, options: dict) -> None:
    prob, _ = forecasts(500)
    found = decide(prob, name, **options)
    assert found.rule.apply(prob).tolist() == found.labels.tolist()
    assert [found.rule.apply(prob[i : i + 1])[0] for i in range(20)] == found.labels[:20].tolist()


def test_a_row_depends_on_its_company_but_not_by_the_rule() -> None:
    prob, _ = forecasts(400)
    found = decide(prob, "cohen_kappa", weights="quadratic")
    few = prob[prob.argmax(1) <= 1][:30]
    alone = decide(few, "cohen_kappa", weights="quadratic").labels
    assert alone.tolist() != found.rule.apply(few).tolist()


def test_local_optima_follow_their_rule_up_to_single_rows() -> None:
    prob, _ = forecasts(3000, 4)
    for name, options in (("matthews_correlation", {}), ("f1", {"average": "macro"})):
        found = decide(prob, name, **options)
        assert not found.exact
        assert (found.rule.apply(prob) == found.labels).mean() > 0.998
    assert found.upper_bound >= found.value
    assert "a local optimum" in str(found)


def test_rule_checks_the_columns() -> None:
    rule = decide([[0.5, 0.3, 0.2]], "accuracy").rule
    with pytest.raises(LengthError, match=r"needs probabilities of shape \(n, 3\), not \(1, 2\)"):
        rule.apply([[0.5, 0.5]])


def test_binary_rule_reads_one_column_too() -> None:
    found = decide([0.1, 0.4, 0.45], "f1", labels=["no", "yes"])
    assert found.labels.tolist() == ["no", "yes", "yes"]
    assert found.rule.apply([0.25, 0.24]).tolist() == ["yes", "no"]
    assert found.how == "'yes' where its probability is at least 0.25"


# --- edges ------------------------------------------------------------------------------------------


def test_no_rows() -> None:
    with pytest.warns(UndefinedMetricWarning, match="cohen_kappa"):
        found = decide(np.zeros((0, 3)), "cohen_kappa")
    assert found.labels.shape == (0,)
    assert math.isnan(found.value)
    with pytest.warns(UndefinedMetricWarning, match="f1"):
        assert decide(np.zeros(0), "f1").labels.shape == (0,)


def test_certain_probabilities() -> None:
    found = decide(np.eye(4)[[0, 1, 2, 3, 3]], "cohen_kappa", weights="quadratic")
    assert found.labels.tolist() == [0, 1, 2, 3, 3]
    assert found.value == 1.0


def test_only_one_class_has_probability() -> None:
    with pytest.warns(UndefinedMetricWarning, match="cohen_kappa"):
        found = decide([[1.0, 0.0], [1.0, 0.0]], "cohen_kappa")
    assert found.labels.tolist() == [0, 0]
    assert math.isnan(found.value)
    assert found.reason is not None


def test_a_class_without_probability_is_never_answered() -> None:
    prob, _ = forecasts(300, 4)
    wider = np.insert(prob, 2, 0.0, axis=1)
    for name in ("accuracy", "cohen_kappa", "matthews_correlation"):
        one, two = decide(prob, name), decide(wider, name)
        assert two.value == pytest.approx(one.value, abs=1e-9)
        assert 2 not in two.labels


def test_uninformative_probabilities_have_no_kappa() -> None:
    found = decide(np.tile([0.2, 0.5, 0.3], (10, 1)), "cohen_kappa", weights="quadratic")
    assert found.value == pytest.approx(0.0, abs=1e-12)


def test_zero_weight_is_an_absent_row() -> None:
    prob, _ = forecasts(200)
    w = np.ones(200)
    w[::3] = 0
    one = decide(prob, "cohen_kappa", weights="quadratic", sample_weight=w)
    two = decide(prob[w > 0], "cohen_kappa", weights="quadratic")
    assert one.value == pytest.approx(two.value, abs=1e-12)
    assert one.labels[w > 0].tolist() == two.labels.tolist()
    assert one.n == two.n


def test_integer_weights_are_repeated_rows() -> None:
    prob, _ = forecasts(60, 3)
    w = np.arange(60) % 4
    for name, options in (("cohen_kappa", {}), ("cohen_kappa", {"weights": "linear"})):
        one = decide(prob, name, sample_weight=w, **options)
        two = decide(np.repeat(prob, w, axis=0), name, **options)
        assert one.value == pytest.approx(two.value, abs=1e-12)


def test_float32_and_frames_are_read() -> None:
    import pandas as pd
    import polars as pl

    prob, _ = forecasts(100, 3)
    expected = decide(prob, "cohen_kappa").labels.tolist()
    for table in (pd.DataFrame(prob), pl.DataFrame(prob), prob.tolist(), np.asfortranarray(prob)):
        assert decide(table, "cohen_kappa").labels.tolist() == expected
    assert decide(prob.astype(np.float32), "cohen_kappa").value == pytest.approx(
        decide(prob, "cohen_kappa").value, abs=1e-5
    )


def test_same_result_each_time() -> None:
    prob, _ = forecasts(30_000)
    one, two = (decide(prob, "f1", average="macro") for _ in range(2))
    assert (one.value, one.labels.tolist()) == (two.value, two.labels.tolist())


def test_ends_do_not_depend_on_the_start_where_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    from concordant.decisions.aim import aim_of
    from concordant.decisions.from_probabilities import Expected

    prob, _ = forecasts(500)
    rows = Expected(prob, None, (0, 1, 2, 3, 4), aim_of("cohen_kappa", None, {"weights": "quadratic"}))
    one, many = climb(rows, exact=True), climb(rows, exact=False)
    assert one.goal == pytest.approx(many.goal, abs=1e-12)
    assert one.steps < 10


# --- several labels at once -----------------------------------------------------------------------------


def test_labels_at_once_have_a_threshold_each() -> None:
    prob = np.array([[0.9, 0.1], [0.2, 0.05], [0.6, 0.02]])
    found = decide(prob, "f1", multilabel=True, labels=["cat", "dog"])
    # cat: {0.9, 0.6} gives 2 * 1.5 / (2 + 1.7); dog: 0.1 alone 0.2 / 1.17, two 0.3 / 2.17, all 0.34 / 3.17
    assert found.labels.tolist() == [[1, 1], [0, 0], [1, 0]]
    assert found.value == pytest.approx((3 / 3.7 + 0.2 / 1.17) / 2)
    assert found.how == "each label where its probability reaches a threshold: 'cat' at 0.4, 'dog' at 0.075"
    assert found.rule.apply([[0.5, 0.07]]).tolist() == [[1, 0]]
    each = decide(prob, "f1", multilabel=True, average=None)
    assert each.value == pytest.approx([3 / 3.7, 0.2 / 1.17])
    assert each.labels.tolist() == found.labels.tolist()


def test_labels_at_once_with_one_threshold() -> None:
    found = decide([[0.9, 0.1], [0.2, 0.05], [0.6, 0.02]], "f1", multilabel=True, average="micro")
    assert found.labels.tolist() == [[1, 0], [0, 0], [1, 0]]
    assert len(set(found.rule.thresholds.tolist())) == 1


def test_labels_at_once_need_an_average() -> None:
    with pytest.raises(InputTypeError, match="cohen_kappa has no option 'average'"):
        decide([[0.5, 0.5]], "cohen_kappa", multilabel=True)
    with pytest.raises(OptionError, match="several labels at once need a metric with average="):
        decide([[0.5, 0.5]], "f1", multilabel=True, average="binary")
    with pytest.raises(LengthError, match="one column a label"):
        decide([0.5, 0.5], "f1", multilabel=True)


def test_what_no_row_can_be_is_never_answered() -> None:
    with pytest.warns(UndefinedMetricWarning, match="no row is positive"):
        found = decide([0.0, 0.0], "f1")
    assert found.labels.tolist() == [0, 0]
    assert decide([1.0, 1.0], "f1").labels.tolist() == [1, 1]
    assert decide([0.0, 0.0], "specificity").value == 1.0
    prob = [[0.0, 0.1, 1.0], [0.0, 0.8, 1.0]]
    with pytest.warns(UndefinedMetricWarning, match="the macro average is over 2 of 3 classes"):
        many = decide(prob, "f1", multilabel=True)
    assert many.labels.tolist() == [[0, 0, 1], [0, 1, 1]]
    assert many.value == pytest.approx((1.6 / 1.9 + 1) / 2, abs=1e-12)  # the mean of the two labels that occur


# --- what comes back --------------------------------------------------------------------------------


def test_prints_as_a_few_lines_and_is_plain_data() -> None:
    found = decide([[0.5, 0.1, 0.4], [0.4, 0.3, 0.3], [0.1, 0.3, 0.6]], "f1", average="macro")
    lines = str(found).splitlines()
    assert lines[0] == f"f1 {found.value:.4f} expected: a local optimum (3 rows)"
    assert lines[2] == f"no labels reach more than {found.upper_bound:.4f}"
    data = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert data["labels"] == found.labels.tolist()
    assert data["signature"].startswith("f1|average:macro|labels:0..2|n:3|")


# --- wrong calls ------------------------------------------------------------------------------------


def test_what_is_no_probability_is_refused() -> None:
    with pytest.raises(ScoreError, match="y_prob must hold probabilities between 0 and 1"):
        decide([[1.5, -0.5]], "accuracy")
    with pytest.raises(ScoreError, match="each row of y_prob must sum to 1"):
        decide([[0.5, 0.4, 0.3]], "accuracy")
    with pytest.raises(MissingValuesError):
        decide([[0.5, math.nan]], "accuracy")


def test_labels_must_fit_the_columns() -> None:
    with pytest.raises(LabelError, match="y_prob has 3 columns, but labels= names 2"):
        decide([[0.5, 0.3, 0.2]], "accuracy", labels=["a", "b"])
    with pytest.raises(LabelError, match="y_prob has 2 columns, but labels= names 1"):
        decide([[0.5, 0.3]], "f1", multilabel=True, labels=["a"])


def test_weights_must_fit_the_rows() -> None:
    with pytest.raises(LengthError, match="sample_weight must have one value a row"):
        decide([[0.5, 0.5]], "accuracy", sample_weight=[1, 2])
    with pytest.raises(WeightError):
        decide([[0.5, 0.5]], "accuracy", sample_weight=[-1])


def test_binary_average_of_three_classes_is_refused() -> None:
    with pytest.raises(LabelError, match='average="binary" needs two classes'):
        decide([[0.5, 0.3, 0.2]], "f1")


def test_metric_must_be_said() -> None:
    with pytest.raises(OptionError, match="say what to optimise"):
        decide([[0.5, 0.5]])
    with pytest.raises(OptionError, match="brier_score is a metric of probabilities"):
        decide([[0.5, 0.5]], "brier_score")


def test_a_missing_probability_is_said_without_an_option_that_there_is_not() -> None:
    for prob in ([0.5, np.nan], [[0.5, 0.5], [np.nan, 1.0]]):
        with pytest.raises(MissingValuesError, match=r"y_prob has 1 missing \(the first in row 1\).*leave it out"):
            decide(prob, "f1")
