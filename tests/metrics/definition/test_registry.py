"""The registry: every file is one metric, names and aliases lead to it, words find it."""

from __future__ import annotations

from typing import Any

import pytest
from support.files import TESTS

import concordant
from concordant.errors import OptionError
from concordant.metrics.definition import registry
from concordant.metrics.definition.table import CHAPTERS

FIRST_METRICS = {
    "accuracy", "average_precision", "balanced_accuracy", "brier_score", "cohen_kappa", "concordance_correlation",
    "confusion_matrix", "f1", "f_beta", "false_negative_rate", "false_positive_rate", "informedness", "log_loss",
    "matthews_correlation", "negative_predictive_value", "precision", "precision_recall_curve", "recall", "roc_auc",
    "roc_curve", "specificity",
}  # fmt: skip


def test_every_metric_is_listed() -> None:
    assert set(concordant.metrics.names()) >= FIRST_METRICS
    assert concordant.metrics.names() == sorted(concordant.metrics.names())


def test_every_metric_stands_in_the_chapter_of_the_table() -> None:
    assert concordant.metrics.names() == sorted(CHAPTERS), "run python scripts/write_names.py"
    for metric in concordant.metrics.find():
        assert metric.__module__ == f"concordant.metrics.{CHAPTERS[metric.name]}"


def test_every_chapter_has_its_tests() -> None:
    chapters = {chapter.rpartition(".") for chapter in CHAPTERS.values()}
    files = [TESTS / "metrics" / folder / f"test_{name}.py" for folder, _, name in chapters]
    assert [str(file) for file in files if not file.is_file()] == []


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("sensitivity", "recall"),
        ("true_positive_rate", "recall"),
        ("positive_predictive_value", "precision"),
        ("true_negative_rate", "specificity"),
        ("kappa", "cohen_kappa"),
        ("dice", "f1"),
        ("youden_j", "informedness"),
        ("auroc", "roc_auc"),
        ("cross_entropy", "log_loss"),
        ("ccc", "concordance_correlation"),
        ("phi_coefficient", "matthews_correlation"),
        ("miss_rate", "false_negative_rate"),
        ("fall_out", "false_positive_rate"),
    ],
)
def test_an_alias_is_the_metric_itself(alias: str, name: str) -> None:
    assert getattr(concordant, alias) is getattr(concordant, name)
    assert concordant.metrics.get(alias) is concordant.metrics.get(name)


def test_aliases_are_unique_and_no_names() -> None:
    aliases = [alias for metric in concordant.metrics.find() for alias in metric.facts.aliases]
    assert len(aliases) == len(set(aliases))
    assert not set(aliases) & set(concordant.metrics.names())


def test_an_unknown_name_is_refused_with_the_nearest_ones() -> None:
    with pytest.raises(OptionError) as caught:
        concordant.metrics.get("cohens_kapa")
    assert str(caught.value).startswith("there is no metric 'cohens_kapa'. Did you mean cohen_kappa")


def test_a_name_like_nothing_points_to_the_list() -> None:
    with pytest.raises(OptionError) as caught:
        concordant.metrics.get("qqqqqqqq")
    assert str(caught.value) == "there is no metric 'qqqqqqqq'. See concordant.metrics.names()."


@pytest.mark.parametrize("name", [3, None, ["f1"], b"f1"])
def test_what_is_no_text_is_no_name(name: Any) -> None:
    for ask in (concordant.metrics.get, registry.understand):
        with pytest.raises(OptionError, match=r"^a metric is given by its name, such as 'f1', not by "):
            ask(name)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("kappa", "cohen_kappa"),
        ("KAPPA", "cohen_kappa"),
        ("roc auc", "roc_auc"),
        ("roc_auc", "roc_auc"),
        ("sensitivity", "recall"),
        ("youden", "informedness"),
        ("surprise", "log_loss"),
        ("lin", "concordance_correlation"),
    ],
)
def test_words_find_metrics_by_name_alias_title_and_summary(words: str, first: str) -> None:
    found = [metric.name for metric in concordant.metrics.find(words)]
    assert first in found
    if first.replace("_", " ") in words.lower().replace("_", " "):
        assert found[0] == first


def test_all_words_must_occur() -> None:
    assert concordant.metrics.find("kappa surprise") == []
    assert [metric.name for metric in concordant.metrics.find("false rate share")] == [
        "false_discovery_rate",
        "false_negative_rate",
        "false_omission_rate",
        "false_positive_rate",
    ]


def test_names_that_match_come_before_texts_that_match() -> None:
    found = [metric.name for metric in concordant.metrics.find("precision")]
    in_name = ["precision" in name for name in found]
    assert found[0] == "average_precision"
    assert in_name == sorted(in_name, reverse=True)
    assert False in in_name  # such as F1, which speaks of precision


def test_without_words_all_are_found() -> None:
    assert [metric.name for metric in concordant.metrics.find()] == concordant.metrics.names()
