"""What metrics are called elsewhere: every name leads to a metric with its options, or says that it is not one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sklearn.metrics
from numpy.testing import assert_allclose

import concordant
from concordant.errors import OptionError
from concordant.metrics.definition import table
from concordant.metrics.definition.facts import key_of, meanings, read_facts
from concordant.metrics.definition.registry import understand

ELSEWHERE = read_facts("elsewhere.json")
AMBIGUOUS = {"alpha", "classlikelihoodratios", "far", "hitrate", "likelihoodratio", "weightedkappa"}

# Of scikit-learn's: several numbers, or no metric of two columns.
NOT_ONE = {
    "classification_report",
    "metric_at_thresholds",
    "multilabel_confusion_matrix",
    "precision_recall_fscore_support",
    "confusion_matrix_at_thresholds",
}

# Classes of torchmetrics 1.8 with one number of two columns.
TORCHMETRICS = [
    "BinaryAUROC",
    "BinaryAccuracy",
    "BinaryAveragePrecision",
    "BinaryCalibrationError",
    "BinaryCohenKappa",
    "BinaryConfusionMatrix",
    "BinaryEER",
    "BinaryF1Score",
    "BinaryFBetaScore",
    "BinaryHammingDistance",
    "BinaryHingeLoss",
    "BinaryJaccardIndex",
    "BinaryMatthewsCorrCoef",
    "BinaryNegativePredictiveValue",
    "BinaryPrecision",
    "BinaryPrecisionAtFixedRecall",
    "BinaryPrecisionRecallCurve",
    "BinaryROC",
    "BinaryRecall",
    "BinaryRecallAtFixedPrecision",
    "BinarySensitivityAtSpecificity",
    "BinarySpecificity",
    "BinarySpecificityAtSensitivity",
    "MulticlassAUROC",
    "MulticlassAccuracy",
    "MulticlassCohenKappa",
    "MulticlassF1Score",
    "MulticlassJaccardIndex",
    "MulticlassMatthewsCorrCoef",
    "MulticlassPrecision",
    "MulticlassRecall",
    "MulticlassSpecificity",
    "MultilabelCoverageError",
    "MultilabelExactMatch",
    "MultilabelF1Score",
    "MultilabelRankingAveragePrecision",
    "MultilabelRankingLoss",
]


def test_the_table_is_current_and_options_are_options_of_the_metric() -> None:
    listed = {key_of(name) for name in (*table.CHAPTERS, *table.ALIASES)}
    for metric in concordant.metrics.find():
        listed |= {key_of(one.name) for one in metric.facts.names_elsewhere}
        for one in metric.facts.names_elsewhere:
            assert set(one.options) <= set(metric.options), (metric.name, one)
            assert any(found.metric == metric.name for found in meanings(one.name)), "run python scripts/write_names.py"
    assert set(ELSEWHERE) == listed, "run python scripts/write_names.py"


def test_a_name_that_means_several_things_is_never_guessed_and_each_meaning_has_its_note() -> None:
    several = {key: found for key, found in ELSEWHERE.items() if len(found) > 1}
    assert set(several) == AMBIGUOUS
    for key, found in several.items():
        assert all(note is not None for _, _, note in found)
        with pytest.raises(OptionError, match="means different things elsewhere"):
            understand(key)


@pytest.mark.parametrize("name", [*sorted(set(concordant.sklearn.__all__) - NOT_ONE), *TORCHMETRICS])
def test_names_of_scikit_learn_and_torchmetrics_are_known(name: str) -> None:
    assert meanings(name), name


@pytest.mark.parametrize(
    ("name", "metric", "options"),
    [
        ("cohen_kappa", "cohen_kappa", {}),
        ("kappa", "cohen_kappa", {}),
        ("Cohen's kappa", "cohen_kappa", {}),
        ("QWK", "cohen_kappa", {"weights": "quadratic"}),
        ("F1-score", "f1", {}),
        ("MulticlassF1Score", "f1", {"average": "macro"}),
        ("ICC(3,k)", "intraclass_correlation", {"type": "consistency", "unit": "average"}),
        ("F0.5", "f_beta", {"beta": 0.5}),
        ("p@k", "precision_at_k", {}),
    ],
)
def test_capitals_and_signs_do_not_matter(name: str, metric: str, options: dict[str, Any]) -> None:
    found = understand(name)
    assert (found.metric, found.options) == (metric, options)


def test_options_are_added_and_must_not_contradict() -> None:
    assert understand("f2", {"average": "macro"}).options == {"beta": 2, "average": "macro"}
    assert understand("weighted_kappa", {"weights": "linear"}).options == {"weights": "linear"}
    with pytest.raises(
        OptionError, match=r"'qwk' is cohen_kappa.*, and weights='linear' contradicts it: leave that out"
    ):
        understand("qwk", {"weights": "linear"})


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("f1_score", "Did you mean f1?"),
        ("qwk", 'Did you mean cohen_kappa(..., weights="quadratic")?'),
        ("MCC", "Did you mean matthews_correlation?"),
        ("BinaryAUROC", "Did you mean roc_auc?"),
        ("alpha", "or krippendorff_alpha (Krippendorff's, of raters)."),
    ],
)
def test_in_python_the_error_says_what_to_write(name: str, said: str) -> None:
    for ask, error in (
        (lambda: getattr(concordant, name), AttributeError),
        (lambda: concordant.metrics.get(name), OptionError),
    ):
        with pytest.raises(error) as caught:
            ask()
        assert str(caught.value).endswith(said)


@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("qwk", lambda y, p: sklearn.metrics.cohen_kappa_score(y, p, weights="quadratic")),
        ("linear_kappa", lambda y, p: sklearn.metrics.cohen_kappa_score(y, p, weights="linear")),
        ("f1_macro", lambda y, p: sklearn.metrics.f1_score(y, p, average="macro")),
        ("precision_weighted", lambda y, p: sklearn.metrics.precision_score(y, p, average="weighted")),
        ("jaccard_micro", lambda y, p: sklearn.metrics.jaccard_score(y, p, average="micro")),
        ("MulticlassAccuracy", sklearn.metrics.balanced_accuracy_score),
        ("mcc", sklearn.metrics.matthews_corrcoef),
    ],
)
def test_names_with_options_give_the_values_of_scikit_learn(name: str, theirs: Any) -> None:
    rng = np.random.default_rng(3)
    y, p = rng.integers(0, 4, 80), rng.integers(0, 4, 80)
    found = understand(name)
    assert_allclose(concordant.metrics.get(found.metric)(y, p, **found.options), theirs(y, p), rtol=1e-12)


@pytest.mark.parametrize(("average", "multi_class"), [("macro", "ovo"), ("weighted", "ovo"), ("weighted", "ovr")])
def test_scorers_of_several_classes_give_the_values_of_scikit_learn(average: str, multi_class: str) -> None:
    rng = np.random.default_rng(5)
    y, s = rng.integers(0, 3, 90), rng.dirichlet([1, 1, 1], 90)
    found = understand(f"roc_auc_{multi_class}" + "_weighted" * (average == "weighted"))
    theirs = sklearn.metrics.roc_auc_score(y, s, average=average, multi_class=multi_class)
    assert_allclose(concordant.roc_auc(y, s, **found.options), theirs, rtol=1e-12)


def test_a_page_knows_the_names_that_mean_one_thing() -> None:
    page = concordant.evaluate([0, 1, 2, 1, 0, 2] * 9, [0, 1, 1, 1, 0, 2] * 9)
    assert page["qwk"] == page["cohen_kappa|weights:quadratic"]
    with pytest.raises(OptionError, match="this page has no metric 'alpha'"):
        page["alpha"]


def test_cronbachs_alpha_is_the_classical_formula() -> None:
    x = np.random.default_rng(2).normal(size=(30, 4)) + np.arange(30)[:, None] / 8
    k = x.shape[1]
    alpha = k / (k - 1) * (1 - x.var(axis=0, ddof=1).sum() / x.sum(axis=1).var(ddof=1))
    assert_allclose(concordant.intraclass_correlation(x, **understand("cronbach_alpha").options), alpha, rtol=1e-12)
