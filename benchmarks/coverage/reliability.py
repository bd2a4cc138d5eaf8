"""
How often does an interval of the intraclass correlation, or of the error of measurement, hold the true value?

    python benchmarks/coverage/reliability.py --runs 1000 --write     all designs, some 15 minutes on one core
    python benchmarks/coverage/reliability.py --lines                 the table of what was written, in Markdown

A rating is unit + rater + error. Every panel has units and raters of its own, so that the true value is that of the
variances from which all of them are drawn: other raters of the same kind. With missing ratings there are as many runs
as `--runs` says divided by three.
"""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from running import run_alone

from concordant import intraclass_correlation, measurement_error
from concordant.states import NumericRatings

RESULTS = Path(__file__).with_suffix(".json")
Array = np.ndarray


@dataclass(frozen=True)
class Design:
    """The standard deviations of units, raters and errors, what is missing, and the shape of the distributions."""

    name: str
    raters: int
    units: float = 1.0
    severity: float = 0.0
    error: float = 1.0
    missing: float = 0.0
    shape: str = "normal"
    sizes: tuple[int, ...] = (10, 20, 50)


DESIGNS = (
    Design("4 raters, sd of raters 0.5", 4, severity=0.5),
    Design("4 raters who do not differ", 4),
    Design("3 raters, near perfect", 3, error=0.3, severity=0.1),
    Design("10 raters, sd of raters 0.5", 10, severity=0.5),
    Design("4 raters, sd 0.5, exponential", 4, severity=0.5, shape="exponential"),
    Design("4 raters, sd 0.5, 25 % missing", 4, severity=0.5, missing=0.25, sizes=(20, 50)),
    Design("4 raters who do not differ, 25 % missing", 4, missing=0.25, sizes=(20, 50)),
)
_BOTH = {"over": "units and raters"}
_PUBLISHED = {"method": "exact"}
COMPLETE: dict[str, tuple[Any, dict[str, Any], str]] = {
    "ICC(1,1), F": (intraclass_correlation, {"model": "one-way", **_PUBLISHED}, "one-way"),
    "ICC(A,1), F": (intraclass_correlation, _PUBLISHED, "agreement"),
    "ICC(C,1), F": (intraclass_correlation, {"type": "consistency", **_PUBLISHED}, "consistency"),
    "ICC(A,1), jackknife of units": (intraclass_correlation, {"se": "jackknife"}, "agreement"),
    "ICC(A,1), jackknife of units and raters": (intraclass_correlation, _BOTH, "agreement"),
    "ICC(C,1), jackknife of units": (intraclass_correlation, {"type": "consistency", "se": "jackknife"}, "consistency"),
    "SEM of consistency, chi-square": (measurement_error, {"type": "consistency", **_PUBLISHED}, "sem consistency"),
    "SEM of agreement, jackknife of units": (measurement_error, {"se": "jackknife"}, "sem agreement"),
    "SEM of agreement, jackknife of both": (measurement_error, _BOTH, "sem agreement"),
}
MISSING: dict[str, tuple[Any, dict[str, Any], str]] = {
    "ICC(1,1), REML, jackknife of units": (intraclass_correlation, {"model": "one-way"}, "one-way"),
    "ICC(A,1), REML, jackknife of units": (intraclass_correlation, {}, "agreement"),
    "ICC(A,1), REML, jackknife of both": (intraclass_correlation, _BOTH, "agreement"),
    "ICC(C,1), REML, jackknife of units": (intraclass_correlation, {"type": "consistency"}, "consistency"),
}


def ratings_of(design: Design, n: int, rng: np.random.Generator) -> Array:
    """Numbers of n units, NaN where one is missing; every unit keeps a rating."""

    def drawn(*shape: int) -> Array:
        return rng.normal(size=shape) if design.shape == "normal" else rng.exponential(size=shape) - 1

    found = design.units * drawn(n, 1) + design.severity * drawn(1, design.raters)
    found = found + design.error * drawn(n, design.raters)
    if design.missing:
        gone = rng.random(found.shape) < design.missing
        gone[np.arange(n), rng.integers(0, design.raters, n)] = False
        found[gone] = np.nan
    return found


def true_values(design: Design) -> dict[str, float]:
    """What the variances say."""
    u, r, e = design.units**2, design.severity**2, design.error**2
    agreement = u / (u + r + e)
    return {
        "one-way": agreement,
        "agreement": agreement,
        "consistency": u / (u + e),
        "sem consistency": e**0.5,
        "sem agreement": (r + e) ** 0.5,
    }


def coverage(design: Design, n: int, runs: int) -> list[dict[str, Any]]:
    """How often each way holds the true value; panels without an interval are counted apart."""
    truth, ways = true_values(design), MISSING if design.missing else COMPLETE
    found: dict[str, list[tuple[bool, float]]] = {name: [] for name in ways}
    for run in range(runs):
        state = NumericRatings.from_wide(ratings_of(design, n, np.random.default_rng([11, n, run])))
        for name, (metric, how, what) in ways.items():
            one = metric.interval(state, **how)
            if one.low == one.low:
                found[name].append((bool(one.low <= truth[what] <= one.high), one.high - one.low))
    return [
        {
            "design": design.name,
            "n": n,
            "way": name,
            "true": truth[ways[name][2]],
            "runs": len(each),
            "coverage": float(np.mean([held for held, _ in each])),
            "width": float(np.median([width for _, width in each])),
        }
        for name, each in found.items()
        if each
    ]


def lines(found: dict[str, Any]) -> str:
    """The coverage of each way, a column a design and number of units."""
    text = []
    for names in (COMPLETE, MISSING):
        here = [one for one in found["results"] if one["way"] in names]
        if not here:
            continue
        keys = list(dict.fromkeys((one["design"], one["n"]) for one in here))
        designs = list(dict.fromkeys(design for design, _ in keys))
        text.append("| " + " | ".join(["design", "n", *names]) + " |")
        text.append("| " + " | ".join(["---"] * (2 + len(names))) + " |")
        for design in designs:
            for n in [size for one, size in keys if one == design]:
                cells = {one["way"]: one for one in here if (one["design"], one["n"]) == (design, n)}
                shown = [f"{cells[name]['coverage']:.3f}" if name in cells else "" for name in names]
                text.append("| " + " | ".join([design, str(n), *shown]) + " |")
        text.append("")
    return "\n".join(text)


def study(runs: int) -> dict[str, Any]:
    """The coverage in all designs."""
    results = []
    for design in DESIGNS:
        for n in design.sizes:
            results += coverage(design, n, runs // 3 if design.missing else runs)
            print(f"{design.name}, n = {n}", flush=True)
    return {"designs": [asdict(one) for one in DESIGNS], "results": results}


if __name__ == "__main__":
    sys.exit(run_alone(study, lines, RESULTS, __doc__))
