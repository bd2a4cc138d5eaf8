"""``concordant plan``: how many rows a study needs."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from concordant import planning

from .conftest import Csv, Run


def flat(text: str) -> str:
    return " ".join(text.split())


PLANS: dict[str, Callable[[], Any]] = {
    "proportion --expected 0.9 --width 0.05": lambda: planning.proportion(0.9, width=0.05),
    "kappa --expected 0.7 --categories 5 --width 0.1": lambda: planning.kappa(0.7, categories=5, width=0.1),
    "icc --expected 0.8 --raters 3 --against 0.6 --alternative one-sided": lambda: planning.icc(
        0.8, raters=3, against=0.6, alternative="one-sided"
    ),
    "kappa --expected 0.5 --margins 0.3,0.7;0.4,0.6 --width 0.2": lambda: planning.kappa(
        0.5, margins=[[0.3, 0.7], [0.4, 0.6]], width=0.2
    ),
    "kappa --table 40,6,1;5,30,4;0,3,11 --weights quadratic --n 100": lambda: planning.kappa(
        table=[[40, 6, 1], [5, 30, 4], [0, 3, 11]], weights="quadratic", n=100
    ),
    "auc --expected 0.9 --against 0.6 --power 0.8 --prevalence 0.4": lambda: planning.auc(
        0.9, against=0.6, power=0.8, prevalence=0.4
    ),
    "paired --a 0.85 --b 0.8 --discordant 0.12": lambda: planning.paired_proportions(0.85, 0.8, discordant=0.12),
    "paired --only-a 0.1 --only-b 0.05 --width 0.06": lambda: planning.paired_proportions(
        only_a=0.1, only_b=0.05, width=0.06
    ),
    "independent --a 0.9 --b 0.6 --ratio 2": lambda: planning.independent_proportions(0.9, 0.6, ratio=2),
    "paired-auc --a 0.85 --b 0.8 --correlation 0.6 --correlation 0.4 --width 0.1": lambda: planning.paired_aucs(
        0.85, 0.8, correlation=(0.6, 0.4), width=0.1
    ),
}


@pytest.mark.parametrize("command", PLANS)
def test_each_kind_says_what_the_library_says(run: Run, command: str) -> None:
    plan, ran = PLANS[command](), run("plan", *command.split())
    assert (ran.code, ran.err) == (0, "")
    assert flat(ran.out) == str(plan)
    assert run("plan", *command.split(), "--json").json == json.loads(json.dumps(plan.to_dict()))


def test_a_pilot_with_missing_values_is_planned_without_those_rows(run: Run, csv: Csv) -> None:
    rows = [f"{k % 2},{(k * 7 % 10 + 3 * (k % 2)) / 13:.3f},p{k // 2}" for k in range(40)]
    whole, holes = (csv("y,s,g\n" + "\n".join(text) + "\n", name) for text, name in ((rows, "a.csv"), (rows, "b.csv")))
    holes.write_text(holes.read_text() + ",0.5,p1\n1,,p90\n0,0.2,\n")
    line = ("--truth", "y", "--score", "s", "--metric", "roc_auc", "--width", "0.2", "--n", "30", "--cluster", "g")
    ran = run("plan", "pilot", holes, *line, "--runs", "60", "--json", "--missing", "drop")
    assert "3 of 43 rows have a missing value and are left out" in ran.err
    assert ran.json == run("plan", "pilot", whole, *line, "--runs", "60", "--json").json
    assert "--missing drop" in run("plan", "pilot", holes, *line).error
