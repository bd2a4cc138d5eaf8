"""
How often do the intervals of mean scores, of two systems and of items in clusters hold the truth?

    python benchmarks/coverage/judged_scores.py --runs 2000 --write    all designs, a minute on one core
    python benchmarks/coverage/judged_scores.py --lines                the table of what was written, in Markdown

Mean scores: 1,000 items scored 1 to 5, the judge half a point more generous. Two systems: 1,000 items, true pass rates
0.8 and 0.7, answers alike; judge of sensitivity 0.9 and specificity 0.75. Clusters: five items each that are alike,
a fifth of the clusters labelled, true rate 0.714.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from running import run_alone

from concordant import judging
from concordant.result import Interval

RESULTS = Path(__file__).with_suffix(".json")
Generator = np.random.Generator
ITEMS = 1_000


def _scores(items: int, rng: Generator) -> Any:
    return np.clip(np.rint(rng.normal(3.6, 1, items)), 1, 5)


def mean_score(labelled: int, rng: Generator) -> Interval:
    """The mean score, from so many scored items."""
    truth = _scores(ITEMS, rng)
    judge = np.clip(np.rint(truth + rng.normal(0.4, 0.7, ITEMS)), 1, 5)
    human = np.full(ITEMS, np.nan)
    chosen = rng.choice(ITEMS, labelled, replace=False)
    human[chosen] = truth[chosen]
    return judging.mean_score(judge=judge, human=human, chosen="random", between=(1, 5)).mean


def two_systems(labelled: int, rng: Generator, chosen: Any) -> Interval:
    """The difference of two pass rates."""
    easy = rng.random(ITEMS)
    truth = [easy < 0.8, np.where(rng.random(ITEMS) < 0.6, easy < 0.7, rng.random(ITEMS) < 0.7)]
    judges = [np.where(one, rng.random(ITEMS) < 0.9, rng.random(ITEMS) < 0.25).astype(int) for one in truth]
    seen = np.zeros(ITEMS, np.bool_)
    if chosen == "random":
        seen[rng.choice(ITEMS, labelled, replace=False)] = True
    else:
        for pair in range(4):
            here = np.flatnonzero(2 * judges[0] + judges[1] == pair)
            seen[rng.permutation(here)[: labelled // 4]] = True
    people = [np.where(seen, one, np.nan) for one in truth]
    return judging.compare_pass_rates(
        judge_a=judges[0], judge_b=judges[1], human_a=people[0], human_b=people[1], chosen=chosen
    ).difference


def clusters(labelled: int, rng: Generator) -> Interval:
    """The pass rate of items in clusters of five, of which so many are labelled."""
    count = labelled
    share = rng.beta(3, 1.2, count)
    truth = (rng.random((count, 5)) < share[:, None]).ravel()
    judge = np.where(truth, rng.random(5 * count) < 0.9, rng.random(5 * count) < 0.3).astype(int)
    group = np.repeat(np.arange(count), 5)
    seen = np.isin(group, rng.choice(count, count // 5, replace=False))
    human = np.where(seen, truth, np.nan)
    return judging.pass_rate(judge=judge, human=human, chosen="random", cluster=group).rate


def designs() -> list[tuple[str, int, float, Callable[[int, Generator], Interval]]]:
    """What is estimated, with how many labels, and the truth."""
    true_mean = float(_scores(4_000_000, np.random.default_rng(9)).mean())
    made: list[tuple[str, int, float, Callable[[int, Generator], Interval]]] = []
    made += [("mean score", n, true_mean, mean_score) for n in (30, 100, 300)]
    for chosen in ("random", "by judge"):

        def difference(n: int, rng: Generator, how: str = chosen) -> Interval:
            return two_systems(n, rng, how)

        made += [(f"two systems, {chosen}", n, 0.1, difference) for n in (40, 100, 300)]
    return made + [("clusters of five, labelled one in five", n, 3 / 4.2, clusters) for n in (100, 200, 400)]


def study(runs: int) -> dict[str, Any]:
    """Run all designs."""
    results = []
    for name, size, true, draw in designs():
        held, widths = [], []
        for run in range(runs):
            found = draw(size, np.random.default_rng([11, size, run]))
            if found.low == found.low:
                held.append(found.low <= true <= found.high)
                widths.append(found.high - found.low)
        kept = {"what": name, "size": size, "true": true, "runs": len(held)}
        results.append({**kept, "coverage": float(np.mean(held)), "width": float(np.mean(widths))})
        print(name, size, flush=True)
    return {"results": results}


def lines(found: dict[str, Any]) -> str:
    """Coverage and mean width in a table."""
    text = ["| estimate | labels, or clusters | coverage | width |", "| --- | --- | --- | --- |"]
    text += [
        f"| {one['what']} | {one['size']} | {one['coverage']:.3f} | {one['width']:.3f} |" for one in found["results"]
    ]
    return "\n".join(text)


if __name__ == "__main__":
    sys.exit(run_alone(study, lines, RESULTS, __doc__))
