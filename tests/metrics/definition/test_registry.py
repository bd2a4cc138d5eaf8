"""The registry: every file is one metric, names and aliases lead to it, words find it."""

from __future__ import annotations

from typing import Any

import pytest
from support.files import TESTS

import concordant
from concordant.errors import OptionError
from concordant.metrics.definition import registry
from concordant.metrics.definition.table import CHAPTERS


def test_every_metric_stands_in_the_chapter_of_the_table() -> None:
    assert concordant.metrics.names() == sorted(CHAPTERS), "run python scripts/write_names.py"
    for metric in concordant.metrics.find():
        assert metric.__module__ == f"concordant.metrics.{CHAPTERS[metric.name]}"


def test_every_chapter_has_its_tests() -> None:
    chapters = {chapter.rpartition(".") for chapter in CHAPTERS.values()}
    files = [TESTS / "metrics" / folder / f"test_{name}.py" for folder, _, name in chapters]
    assert [str(file) for file in files if not file.is_file()] == []


def test_an_alias_is_the_metric_itself() -> None:
    assert concordant.sensitivity is concordant.recall
    for metric in concordant.metrics.find():
        for alias in metric.facts.aliases:
            assert getattr(concordant, alias) is concordant.metrics.get(alias) is metric


def test_aliases_are_unique_and_no_names() -> None:
    aliases = [alias for metric in concordant.metrics.find() for alias in metric.facts.aliases]
    assert len(aliases) == len(set(aliases))
    assert not set(aliases) & set(concordant.metrics.names())


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cohens_kapa", r"^there is no metric 'cohens_kapa'\. Did you mean cohen_kappa"),
        ("qqqqqqqq", r"^there is no metric 'qqqqqqqq'\. See concordant\.metrics\.names\(\)\.$"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest_ones_or_the_list(name: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        concordant.metrics.get(name)


@pytest.mark.parametrize("name", [3, None, ["f1"], b"f1"])
def test_what_is_no_text_is_no_name(name: Any) -> None:
    for ask in (concordant.metrics.get, registry.understand):
        with pytest.raises(OptionError, match=r"^a metric is given by its name, such as 'f1', not by "):
            ask(name)


@pytest.mark.parametrize(
    ("words", "first"),
    [("kappa", "cohen_kappa"), ("roc auc", "roc_auc"), ("sensitivity", "recall"), ("surprise", "log_loss")],
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
