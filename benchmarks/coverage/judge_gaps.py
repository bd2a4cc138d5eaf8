"""
How often does the test of non-inferiority call a judge as good as a person that is not? And how often one that is?

    python benchmarks/coverage/judge_gaps.py --runs 4000 --write    all designs, some minutes on one core
    python benchmarks/coverage/judge_gaps.py --lines                the table of what was written, in Markdown

Every item has a true label of 3. People say it with the probability 0.8, the judge with one that makes its agreement
with a person less than that of two people by the margin (the share that is called as good is then the type-one error),
or as great. Who is wrong says one of the other labels by chance. Clusters: items of one cluster are as hard as each
other, for people and judge, and the true gap is that of 400,000 items.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from running import run_alone

from concordant.judging import gap

RESULTS = Path(__file__).with_suffix(".json")
LABELS, PEOPLE = 3, 0.8
DESIGNS = [
    (metric, people, margin, n)
    for metric, margins in (("agreement", (0.05, 0.1)), ("kappa", (0.1,)))
    for people in (3, 5)
    for margin in margins
    for n in (20, 50, 100, 400)
]


def agreement(a: float, b: float) -> float:
    """How often two agree who are right this often."""
    return a * b + (1 - a) * (1 - b) / (LABELS - 1)


def judge_with(gap_wanted: float) -> float:
    """How often a judge is right whose agreement with a person has this gap."""
    wanted = agreement(PEOPLE, PEOPLE) + gap_wanted
    chance = (1 - PEOPLE) / (LABELS - 1)
    return (wanted - chance) / (PEOPLE - chance)


def said(accuracy: Any, truth: Any, columns: int, rng: np.random.Generator) -> Any:
    """What so many people say."""
    shape = (len(truth), columns)
    other = (truth[:, None] + rng.integers(1, LABELS, shape)) % LABELS
    return np.where(rng.random(shape) < accuracy, truth[:, None], other)


def study(runs: int) -> list[dict[str, Any]]:
    """Run all designs."""
    results = []
    for metric, people, margin, n in DESIGNS:
        # kappa is (A - 1/3) / (1 - 1/3) where labels are equally frequent
        size = margin if metric == "agreement" else margin * (1 - 1 / LABELS)
        for true in (-size, 0.0):
            found, by_t, held, lost = [], [], [], 0
            for run in range(runs):
                rng = np.random.default_rng([3, n, people, run])
                truth = rng.integers(0, LABELS, n)
                every = said(PEOPLE, truth, people, rng)
                judge = said(judge_with(true), truth, 1, rng)[:, 0]
                one = gap(judge=judge, humans=every, margin=margin, metric=metric)
                expected = true if metric == "agreement" else true / (1 - 1 / LABELS)
                lost += bool(np.isnan(one.difference.low))
                found.append(one.as_good)
                by_t.append(one.p_noninferior < 0.05)
                held.append(one.difference.low <= expected <= one.difference.high)
            results.append(
                {
                    "metric": metric,
                    "people": people,
                    "margin": margin,
                    "items": n,
                    "gap": true if metric == "agreement" else true / (1 - 1 / LABELS),
                    "runs": runs,
                    "as_good": float(np.mean(found)),
                    "as_good_by_t": float(np.mean(by_t)),
                    "coverage": float(np.mean(held)),
                    "without_interval": lost,
                }
            )
        print(metric, people, margin, n, flush=True)
    return results


def clustered(count: int, size: int, rng: np.random.Generator) -> tuple[Any, Any, Any]:
    """The judge, three people, and the cluster of each item."""
    people = np.clip(PEOPLE + np.clip(rng.normal(0, 0.1, count), -0.3, 0.15), 0.4, 0.97)
    judge = np.clip(people - 0.12 + rng.normal(0, 0.1, count), 0.1, 0.97)
    truth = rng.integers(0, LABELS, count * size)
    every = [said(np.repeat(one, size)[:, None], truth, many, rng) for one, many in ((judge, 1), (people, 3))]
    return every[0][:, 0], every[1], np.repeat(np.arange(count), size)


def study_of_clusters(runs: int) -> list[dict[str, Any]]:
    """Items in clusters, at a gap of minus the margin."""
    judge, people, _ = clustered(400_000, 1, np.random.default_rng(1))
    true, results = gap(judge=judge, humans=people).difference.value, []
    for count, size in ((20, 5), (40, 5), (100, 3)):
        found = []
        for run in range(runs):
            judge, people, group = clustered(count, size, np.random.default_rng([4, count, run]))
            one = gap(judge=judge, humans=people, margin=-true, cluster=group)
            held = one.difference.low <= true <= one.difference.high
            found.append((bool(one.as_good), one.p_noninferior < 0.05, held))
        shares = np.mean(found, axis=0).tolist()
        kept = {"clusters": count, "size": size, "gap": true, "runs": runs}
        results.append({**kept, "as_good": shares[0], "as_good_by_t": shares[1], "coverage": shares[2]})
        print(count, size, shares, flush=True)
    return results


def lines(found: dict[str, Any]) -> str:
    """Type-one error, power and coverage in a table."""
    text = [
        "| measure | people | margin | items | as good at a gap of -margin | by t alone | at no gap | coverage |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    results = found["results"]
    for worse, equal in zip(results[::2], results[1::2], strict=True):
        design = f"| {worse['metric']} | {worse['people']} | {worse['margin']} | {worse['items']} "
        covered = f"{worse['coverage']:.3f}, {equal['coverage']:.3f}"
        wrong = f"{worse['as_good']:.3f} | {worse['as_good_by_t']:.3f}"
        text.append(f"{design}| {wrong} | {equal['as_good']:.3f} | {covered} |")
    return "\n".join(text)


def whole_study(runs: int) -> dict[str, Any]:
    """All designs, and those of clusters."""
    return {"results": study(runs), "of_clusters": study_of_clusters(runs)}


if __name__ == "__main__":
    sys.exit(run_alone(whole_study, lines, RESULTS, __doc__))
