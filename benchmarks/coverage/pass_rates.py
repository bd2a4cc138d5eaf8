"""
How often does an interval of the true pass rate hold it? For each way to choose the labelled items, right and wrong.

    python benchmarks/coverage/pass_rates.py --runs 2000 --write    all designs, some minutes on one core
    python benchmarks/coverage/pass_rates.py --lines                the table of what was written, in Markdown

Each item truly passes with the probability `rate`; the judge passes a true pass with the probability `sensitivity` and
fails a true fail with `specificity`. 100 of 2,000 judged items are labelled. Methods that `pass_rate` refuses for a
choice are run as if the items had been chosen at random, or by their truth: that is what the refusal prevents.

Verdicts of several kinds: a hidden quality is normal, an item passes if it is above a cut, and the verdict is a coarse
and noisy reading of it. So many labels of each verdict, or labels at random.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
from running import run_alone

from concordant.judging import pass_rate

RESULTS = Path(__file__).with_suffix(".json")
JUDGED, LABELLED = 2_000, 100
TRUTHS = ((0.9, 0.95, 0.7), (0.95, 0.97, 0.7), (0.7, 0.85, 0.8), (0.4, 0.8, 0.9))
CHOICES = ("random", "by judge", "by truth", "elsewhere")
WAYS = {"wilson": "random", "delta": "random", "ppi++": "random", "rogan-gladen": "by truth"}
GRADED = [
    (kinds, judged, labelled, rate, choice)
    for kinds in (2, 3, 10, 20)
    for judged, labelled in ((3_000, 60), (3_000, 100), (3_000, 300), (300, 60))
    for rate in (0.5, 0.9, 0.95, 0.98)
    for choice in ("random", "by judge")
]
Array = np.ndarray


def items(rate: float, se: float, sp: float, choice: str, rng: np.random.Generator) -> tuple[Array, Array]:
    """The verdicts of the judge, and of people: NaN where nobody has looked."""
    size = JUDGED + (LABELLED if choice == "elsewhere" else 0)
    truth = rng.random(size) < rate
    if choice == "elsewhere":  # another batch, half of which passes
        truth[JUDGED:] = np.arange(LABELLED) < LABELLED // 2
    judge = np.where(truth, rng.random(size) < se, rng.random(size) >= sp)
    human = np.full(size, np.nan)
    if choice == "random":
        chosen = rng.choice(size, LABELLED, replace=False)
    elif choice == "elsewhere":
        chosen = np.arange(JUDGED, size)
    else:
        by = judge if choice == "by judge" else truth
        half = [rng.permutation(np.flatnonzero(by == side))[: LABELLED // 2] for side in (False, True)]
        chosen = np.concatenate(half)
    human[chosen] = truth[chosen]
    return judge.astype(np.int64), human


def graded(
    kinds: int, judged: int, labelled: int, rate: float, choice: str, rng: np.random.Generator
) -> tuple[Array, Array]:
    """Verdicts of several kinds, and what people say of some items."""
    bad = rng.normal(size=judged) - NormalDist().inv_cdf(rate)
    verdict = np.clip(np.floor((rng.normal(size=judged) - 1.5 * bad) * kinds / 6 + kinds / 2), 0, kinds - 1)
    human = np.full(judged, np.nan)
    if choice == "random":
        chosen = rng.choice(judged, labelled, replace=False)
    else:
        seen = np.unique(verdict)
        each = max(labelled // len(seen), 1)
        chosen = np.concatenate([rng.permutation(np.flatnonzero(verdict == one))[:each] for one in seen])
    human[chosen] = bad[chosen] < 0
    return verdict.astype(np.int64), human


def graded_study(runs: int) -> list[dict[str, Any]]:
    """Coverage and mean width with verdicts of several kinds."""
    results = []
    for design in GRADED:
        kinds, judged, labelled, rate, choice = design
        limits = []
        for run in range(runs):
            judge, human = graded(*design, np.random.default_rng([7, judged, kinds, labelled, run]))
            found = pass_rate(judge=judge, human=human, chosen=choice, method="wilson", pass_label=1)
            limits.append((found.low <= rate <= found.high, found.high - found.low))
        coverage, width = (float(part) for part in np.mean(limits, axis=0))
        named = {"verdicts": kinds, "judged": judged, "labelled": labelled, "rate": rate, "chosen": choice}
        results.append(named | {"runs": runs, "coverage": coverage, "width": width})
        print(*design, flush=True)
    return results


def graded_lines(results: list[dict[str, Any]]) -> str:
    """The least and the greatest coverage, and the mean width, over the rates, in a table."""
    text = ["| verdicts | judged, labelled | chosen | coverage | width |", "| --- | --- | --- | --- | --- |"]
    keys = dict.fromkeys((one["verdicts"], one["judged"], one["labelled"], one["chosen"]) for one in results)
    for key in keys:
        every = [one for one in results if (one["verdicts"], one["judged"], one["labelled"], one["chosen"]) == key]
        held, width = [one["coverage"] for one in every], np.mean([one["width"] for one in every])
        text.append(
            f"| {key[0]} | {key[1]:,}, {key[2]} | {key[3]} | {min(held):.3f} to {max(held):.3f} | {width:.3f} |"
        )
    return "\n".join(text)


def study(runs: int) -> list[dict[str, Any]]:
    """Run all designs."""
    results = []
    for rate, se, sp in TRUTHS:
        for choice in CHOICES:
            held: dict[str, list[tuple[bool, float, float]]] = {way: [] for way in WAYS}
            for run in range(runs):
                judge, human = items(rate, se, sp, choice, np.random.default_rng([5, round(1000 * rate), run]))
                for way, said in WAYS.items():
                    chosen: Any = "elsewhere" if choice == "elsewhere" and way == "rogan-gladen" else said
                    method: Any = way
                    found = pass_rate(judge=judge, human=human, chosen=chosen, method=method)
                    if found.low == found.low:
                        held[way].append((found.low <= rate <= found.high, found.value - rate, found.high - found.low))
            for way, each in held.items():
                numbers = np.array(each, np.float64)
                results.append(
                    {
                        "rate": rate,
                        "sensitivity": se,
                        "specificity": sp,
                        "chosen": choice,
                        "method": way,
                        "runs": len(each),
                        "coverage": float(numbers[:, 0].mean()),
                        "bias": float(numbers[:, 1].mean()),
                        "width": float(numbers[:, 2].mean()),
                    }
                )
            print(rate, se, sp, choice, flush=True)
    return results


def lines(results: list[dict[str, Any]]) -> str:
    """Coverage, bias and mean width of each method, in a table."""
    text = [
        f"| labelled | true, Se, Sp | {' | '.join(WAYS)} |",
        "| --- | --- | " + " | ".join("---" for _ in WAYS) + " |",
    ]
    keys = dict.fromkeys((one["chosen"], one["rate"], one["sensitivity"], one["specificity"]) for one in results)
    for key in sorted(keys, key=lambda key: CHOICES.index(key[0])):
        cells = []
        for way in WAYS:
            one = next(
                one
                for one in results
                if (one["chosen"], one["rate"], one["sensitivity"], one["specificity"]) == key and one["method"] == way
            )
            cells.append(f"{one['coverage']:.3f}, {one['bias']:+.3f}, {one['width']:.3f}")
        text.append(f"| {key[0]} | {key[1]:.2f} {key[2]:.2f} {key[3]:.2f} | {' | '.join(cells)} |")
    return "\n".join(text)


def whole_study(runs: int) -> dict[str, Any]:
    """Judges of two verdicts, and graded ones."""
    made = {"judged": JUDGED, "labelled": LABELLED, "results": study(runs)}
    return {**made, "graded": graded_study(max(runs // 4, 1))}


def both_tables(found: dict[str, Any]) -> str:
    """Both tables."""
    return f"{lines(found['results'])}\n\n{graded_lines(found['graded'])}"


if __name__ == "__main__":
    sys.exit(run_alone(whole_study, both_tables, RESULTS, __doc__))
