"""
The intraclass correlation beside pingouin, on the same arrays.

    python -m benchmarks.reliability

All six forms with F limits. pingouin takes a long table and gives all six; ours sums the matrix once and takes each
form of the sums. Values are compared before they are timed. pingouin is optional: without it ours alone is timed.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from benchmarks.timing import medians

from concordant import intraclass_correlation, kendall_w
from concordant.states import RatingMoments

FORMS: tuple[dict[str, Any], ...] = (
    {"model": "one-way"},
    {},
    {"type": "consistency"},
    {"model": "one-way", "unit": "average"},
    {"unit": "average"},
    {"type": "consistency", "unit": "average"},
)  # in the order of pingouin


def ratings(units: int, raters: int = 5) -> np.ndarray:
    """Numbers of units by raters who differ."""
    rng = np.random.default_rng(0)
    return rng.normal(size=(units, 1)) + 0.5 * rng.normal(size=(1, raters)) + rng.normal(size=(units, raters))


def every_form(matrix: np.ndarray) -> list[Any]:
    """Six intervals from one pass over the matrix."""
    moments = RatingMoments.from_wide(matrix)
    return [intraclass_correlation.interval_of(moments, **options) for options in FORMS]


def peer(matrix: np.ndarray) -> Callable[[], Any] | None:
    """What pingouin does with the same numbers, as a long table made before."""
    try:
        import pandas as pd
        import pingouin
    except ImportError:
        print("pingouin is not installed")
        return None
    units, raters = matrix.shape
    long = pd.DataFrame(
        {"unit": np.repeat(np.arange(units), raters), "rater": np.tile(np.arange(raters), units), "x": matrix.ravel()}
    )

    def theirs() -> Any:
        return pingouin.intraclass_corr(long, targets="unit", raters="rater", ratings="x")["ICC"].to_numpy()

    return theirs


def main() -> None:
    """Print the table."""
    print("| work | peer | ours | ratio |\n| --- | --- | --- | --- |")
    for units in (30, 2_000):
        matrix = ratings(units)
        theirs = peer(matrix)
        mine = medians({"ours": lambda m=matrix: every_form(m)}, of=min)["ours"] if theirs is None else None
        if theirs is not None:
            found = [float(one) for one in every_form(matrix)]
            np.testing.assert_allclose(np.sort(theirs()), np.sort(found), rtol=1e-6)
            times = medians({"peer": theirs, "ours": lambda m=matrix: every_form(m)}, of=min)
            ratio = times["peer"] / times["ours"]
            print(
                f"| six forms with limits, {units} x 5, pingouin | {times['peer'] * 1e3:.1f} ms | "
                f"{times['ours'] * 1e3:.2f} ms | {ratio:.0f} |"
            )
        else:
            print(f"| six forms with limits, {units} x 5 | | {(mine or 0) * 1e3:.2f} ms | |")
    whole, gaps, small = ratings(1_000_000), ratings(1_000), ratings(30)
    gaps[np.random.default_rng(1).random(gaps.shape) < 0.2] = np.nan
    own: dict[str, Callable[[], Any]] = {
        "six forms with limits, 1,000,000 x 5": lambda: every_form(whole),
        "one form with limits, 30 x 5": lambda: intraclass_correlation.interval(small),
        "value, 30 x 5": lambda: intraclass_correlation(small),
        "REML of 1,000 x 5, 20 % missing": lambda: intraclass_correlation(gaps),
        "the same with the jackknife over units": lambda: intraclass_correlation.interval(gaps),
        "Kendall's W, 100,000 x 5": lambda: kendall_w(whole[:100_000]),
    }
    for name, seconds in medians(own, of=min).items():
        print(f"| {name} | | {seconds * 1e3:.2f} ms | |")


if __name__ == "__main__":
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        main()
