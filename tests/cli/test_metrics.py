"""``concordant metrics``: list, search, one in full; and the version."""

from __future__ import annotations

import pytest

import concordant
from concordant.metrics import find, get, names

from .conftest import Run


def test_the_list_has_every_metric_with_its_words(run: Run) -> None:
    ran = run("metrics")
    assert (ran.code, ran.err) == (0, "")
    flat = " ".join(ran.out.split())
    assert [name for name in names() if f" {name} {get(name).facts.says} " not in flat] == []
    families = ["agreement", "rates", "overall", "ranking", "probabilities", "tables"]
    assert [line for line in ran.out.splitlines() if line in families] == families


def test_words_search(run: Run) -> None:
    head, _, *lines = run("metrics", "false", "rate").out.splitlines()
    found = [line.split()[0] for line in lines if line.strip() and line[0] != " "][:-1]
    assert head == "Metrics that match 'false rate'"
    assert found == [metric.name for metric in find("false rate")]
    assert ("false_positive_rate" in found, "accuracy" in found) == (True, False)


@pytest.mark.parametrize("words", [["cohen_kappa"], ["kappa"], ["Cohen", "Kappa"], ["cohen-kappa"]])
def test_a_name_or_alias_shows_the_metric_in_full(run: Run, words: list[str]) -> None:
    text = run("metrics", *words).out
    facts = get("cohen_kappa").facts
    assert text.startswith(f"{facts.title} (cohen_kappa)\nAgreement beyond chance: 0 is chance, 1 perfect.\n")
    flat = " ".join(text.split())
    for part in (
        facts.formula,
        facts.source,
        "range -1 to 1",
        "by chance 0",
        "symmetric yes",
        "needs an order only if weighted",
        "also called kappa",
        "weights : {",
        "cohen_kappa(y_true, y_pred, *, weights=None, prevalence=None, labels=None,",
        ">>> from concordant import cohen_kappa",
    ):
        assert part in flat


@pytest.mark.parametrize("name", names())
def test_every_metric_has_all_parts(run: Run, name: str) -> None:
    text = run("metrics", name).out
    parts = ["Formula", "Facts", *(["Options"] if get(name).options else []), "Call", "Gives", "Example"]
    places = [text.index(f"\n\n{part}\n") for part in parts]
    assert places == sorted(places)
    heads = [line.strip().partition(" : ")[0].split(", ") for line in text.splitlines() if " : " in line]
    for option in get(name).options:
        assert any(option in head for head in heads)


def test_json(run: Run) -> None:
    every = run("metrics", "--json").json
    assert [facts["name"] for facts in every] == [metric.name for metric in find()]
    one = run("metrics", "log_loss", "--json").json
    assert one["range"] == [0, "inf"]
    assert one["call"].startswith("log_loss(y_true, y_prob, *")


def test_the_version_and_without_a_command_the_help(run: Run) -> None:
    assert run("--version").out == f"concordant {concordant.__version__}\n"
    ran = run()
    assert ran.code == 0
    assert ran.out.startswith("Usage: concordant [OPTIONS] COMMAND")
    assert run("-h").out == run("--help").out == ran.out
