from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import (
    accuracy,
    adjacent_agreement,
    brennan_prediger,
    exact_match,
    f1,
    f_beta,
    false_negative_rate,
    jaccard,
    matthews_correlation,
    negative_agreement,
    no_information_rate,
    precision,
    prevalence,
    recall,
    specificity,
    weighted_agreement,
    zero_one_loss,
)
from concordant.errors import IntervalWarning, OptionError
from concordant.states import Counts

CELLS = Counts.from_table([[50, 8], [12, 30]])
THREE = Counts.from_table([[30, 4, 2], [5, 20, 3], [1, 6, 29]])
KINDS = ("wilson", "exact", "agresti-coull", "jeffreys")


@pytest.mark.parametrize("kind", KINDS)
def test_f1_has_the_limits_of_jaccard_mapped(kind: str) -> None:
    of_f1, of_jaccard = f1.interval_of(CELLS, method=kind), jaccard.interval_of(CELLS, method=kind)
    for name in ("value", "low", "high"):
        part = getattr(of_jaccard, name)
        assert_allclose(getattr(of_f1, name), 2 * part / (1 + part), rtol=1e-12)


def test_error_rates_have_the_limits_of_their_complement_turned_round() -> None:
    for one, other in ((recall, false_negative_rate), (accuracy, zero_one_loss)):
        a, b = one.interval_of(CELLS), other.interval_of(CELLS)
        assert_allclose([a.low, a.high], [1 - b.high, 1 - b.low], rtol=1e-12)


def test_brennan_prediger_is_a_line_of_the_accuracy() -> None:
    a, b = accuracy.interval_of(THREE), brennan_prediger.interval_of(THREE)
    assert_allclose([b.low, b.high], [(3 * a.low - 1) / 2, (3 * a.high - 1) / 2], rtol=1e-12)


def test_negative_agreement_is_positive_agreement_of_the_other_label() -> None:
    a, b = negative_agreement.interval_of(CELLS), f1.interval_of(CELLS, pos_label=0)
    assert_allclose([a.low, a.high], [b.low, b.high], rtol=1e-12)


@pytest.mark.parametrize("metric", [precision, recall, f1, specificity, jaccard])
@pytest.mark.parametrize("kind", KINDS)
def test_micro_average_of_one_label_a_row_is_a_function_of_the_accuracy(metric: object, kind: str) -> None:
    a, b = accuracy.interval_of(THREE, method=kind), metric.interval_of(THREE, average="micro", method=kind)
    p = np.array([a.low, a.high])
    mapped = {"specificity": (1 + p) / 2, "jaccard": p / (2 - p)}.get(metric.name, p)
    assert_allclose([b.low, b.high], mapped, rtol=1e-12)


def test_micro_average_of_f_beta_is_the_accuracy_for_every_beta() -> None:
    a = accuracy.interval_of(THREE)
    b = f_beta.interval_of(THREE, beta=2.0, average="micro")
    assert (b.method, a.method) == ("wilson", "wilson")
    assert_allclose([b.low, b.high], [a.low, a.high], rtol=1e-12)


def test_one_interval_a_class_is_that_of_the_class_alone() -> None:
    found = recall.interval_of(THREE, average=None)
    assert found.outputs == (0, 1, 2)
    for place, (part, whole) in enumerate([(30, 36), (20, 28), (29, 36)]):
        alone = recall.interval_of(Counts.from_table([[1, 0], [whole - part, part]]))
        assert_allclose([found[place].low, found[place].high], [alone.low, alone.high], rtol=1e-12)


def test_averages_over_classes_take_another_default() -> None:
    assert recall.interval_of(THREE, average="macro").method == "mover"
    assert recall.interval_of(THREE, average="weighted").method == "logit"
    assert f_beta.interval_of(CELLS, beta=2.0).method == "logit"
    assert brennan_prediger.interval_of(THREE, weights="linear").method == "jackknife"


def test_weighted_agreement_without_weights_is_a_share() -> None:
    a, b = accuracy.interval_of(THREE), weighted_agreement.interval_of(THREE, weights=None, method="wilson")
    assert (a.low, a.high) == (b.low, b.high)


def test_adjacent_agreement_is_a_share() -> None:
    found = adjacent_agreement.interval_of(THREE, method="exact")
    alone = accuracy.interval_of(Counts.from_table([[97, 3], [0, 0]]), method="exact")
    assert_allclose([found.low, found.high], [alone.low, alone.high], rtol=1e-12)


def test_no_information_rate_is_the_share_of_the_largest_class() -> None:
    table = Counts.from_table([[60, 4], [5, 20]])
    a, b = no_information_rate.interval_of(table), prevalence.interval_of(table, pos_label=0)
    assert_allclose([a.low, a.high], [b.low, b.high], rtol=1e-12)


def test_no_information_rate_of_classes_of_about_one_size_is_doubted() -> None:
    with pytest.warns(IntervalWarning, match="the two most frequent classes are about equally frequent"):
        no_information_rate.interval_of(Counts.from_table([[50, 4], [5, 40]]))
    assert no_information_rate.interval_of(Counts.from_table([[50, 0], [5, 0]])).reason is None


def test_rows_of_several_labels_are_right_or_wrong() -> None:
    truth = np.array([[1, 0], [0, 1], [1, 1], [0, 0]] * 10)
    prediction = truth.copy()
    prediction[:7, 0] = 1 - prediction[:7, 0]
    found = exact_match.interval(truth, prediction, method="exact")
    alone = accuracy.interval([1] * 40, [0] * 7 + [1] * 33, method="exact")
    assert_allclose([found.value, found.low, found.high], [alone.value, alone.low, alone.high], rtol=1e-12)


def test_share_without_an_error_has_an_interval_without_a_word() -> None:
    found = recall.interval([0] * 20 + [1] * 20, [0] * 20 + [1] * 20)
    assert found.high == 1.0
    assert_allclose(found.low, 20 / (20 + 1.959963984540054**2), rtol=1e-12)
    assert found.reason is None


def test_share_of_few_rows_says_so_unless_it_is_exact() -> None:
    truth, prediction = [1] * 5 + [0] * 60, [1] * 4 + [0] * 61
    with pytest.warns(IntervalWarning, match="recall: a share of only 5 rows"):
        recall.interval(truth, prediction)
    assert recall.interval(truth, prediction, method="exact").reason is None
    with pytest.warns(IntervalWarning, match="recall: a share of only 5 rows in 1 of 2 values"):
        recall.interval(truth, prediction, average=None)


def test_constant_average_has_no_interval() -> None:
    with pytest.warns(IntervalWarning, match="no row moves the value"):
        found = prevalence.interval_of(THREE, average="micro")
    assert found == pytest.approx(1 / 3)
    assert np.isnan([found.low, found.high]).all()


@pytest.mark.parametrize("kind", KINDS)
def test_metric_that_is_no_share_is_refused(kind: str) -> None:
    message = (
        f'method="{kind}" is for shares of rows, and matthews_correlation is none with these options; leave method out '
        "for its default."
    )
    with pytest.raises(OptionError) as error:
        matthews_correlation.interval_of(CELLS, method=kind)
    assert str(error.value) == message


def test_average_over_classes_is_refused_and_told_what_else() -> None:
    with pytest.raises(OptionError) as error:
        recall.interval_of(THREE, average="macro", method="wilson")
    assert str(error.value) == (
        'method="wilson" is for shares of rows, and the macro average of recall is none with these options; leave '
        "method out for its default, or average=None for the intervals of all classes."
    )
