"""
Many raters beside krippendorff, statsmodels, irrCAC (the Python port) and crowd-kit, on the same arrays.

    python -m benchmarks.panels

A million units by five raters for the first two; 20,000 for irrCAC and crowd-kit, which take seconds to minutes for a
million. Each value is
compared with ours before it is timed.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np
from benchmarks.timing import medians

from concordant import conger_kappa, fleiss_kappa, krippendorff_alpha
from concordant.panels import dawid_skene, rater_report
from concordant.states import Ratings

UNITS, RATERS, LABELS = 1_000_000, 5, 5


def ratings(units: int, missing: float = 0.0) -> np.ndarray:
    """Labels 1 to 5 as int8, or as float64 with NaN where one is missing."""
    rng = np.random.default_rng(0)
    truth = rng.integers(1, LABELS + 1, units)
    matrix = np.where(
        rng.random((units, RATERS)) < 0.7, truth[:, None], rng.integers(1, LABELS + 1, (units, RATERS))
    ).astype(np.int8)
    if not missing:
        return matrix
    gaps = matrix.astype(np.float64)
    gaps[rng.random(matrix.shape) < missing] = np.nan
    return gaps


def peers(whole: np.ndarray, gaps: np.ndarray) -> dict[str, tuple[Callable[[], float], Callable[[], float]]]:
    """What each peer computes, and what we do on the same array (with an interval)."""
    found: dict[str, tuple[Callable[[], float], Callable[[], float]]] = {}
    try:
        import krippendorff

        found["alpha, krippendorff (value only)"] = (
            lambda: krippendorff.alpha(gaps.T, level_of_measurement="nominal"),
            lambda: krippendorff_alpha.interval(gaps),
        )
    except ImportError:
        print("krippendorff is not installed")
    try:
        from statsmodels.stats.inter_rater import aggregate_raters
        from statsmodels.stats.inter_rater import fleiss_kappa as theirs

        found["Fleiss, statsmodels (value only)"] = (
            lambda: theirs(aggregate_raters(whole)[0]),
            lambda: fleiss_kappa.interval(whole),
        )
    except ImportError:
        print("statsmodels is not installed")
    try:
        import pandas as pd
        from irrCAC.raw import CAC

        frame = pd.DataFrame(gaps[:20_000])
        part = gaps[:20_000]
        found["Fleiss, irrCAC, 20,000 units"] = (
            lambda: CAC(frame, digits=12).fleiss()["est"]["coefficient_value"],
            lambda: fleiss_kappa.interval(part),
        )
        found["Conger, irrCAC, 20,000 units"] = (
            lambda: CAC(frame, digits=12).conger()["est"]["coefficient_value"],
            lambda: conger_kappa.interval(part),
        )
    except ImportError:
        print("irrCAC is not installed")
    try:
        import pandas as pd
        from crowdkit.aggregation import DawidSkene

        some = whole[:20_000]
        long = pd.DataFrame(
            {
                "task": np.repeat(np.arange(len(some)), RATERS),
                "worker": np.tile(np.arange(RATERS), len(some)),
                "label": some.ravel(),
            }
        )
        steps = dawid_skene(some).steps  # as many for both
        found["Dawid and Skene, crowd-kit, 20,000 units"] = (
            lambda: DawidSkene(n_iter=steps, tol=-1e9).fit(long).priors_[1],
            lambda: dawid_skene(some).prior[0],
        )
    except ImportError:
        print("crowd-kit is not installed")
    return found


def main() -> None:
    """Print the table."""
    whole, gaps = ratings(UNITS), ratings(UNITS, 0.1)
    print("| work | peer | ours | ratio |\n| --- | --- | --- | --- |")
    for name, (peer, ours) in peers(whole, gaps).items():
        assert abs(float(peer()) - float(ours())) < 1e-6, name
        times = medians({"peer": peer, "ours": ours}, of=min)
        theirs, mine = times["peer"] * 1e3, times["ours"] * 1e3
        print(f"| {name} | {theirs:.1f} ms | {mine:.2f} ms | {theirs / mine:.0f} |")
    state, small = Ratings.from_wide(gaps), whole[:30].copy()
    own = {
        "state of int8": lambda: Ratings.from_wide(whole),
        "Fleiss with interval, int8": lambda: fleiss_kappa.interval(whole),
        "Fleiss with interval, float64 with NaN": lambda: fleiss_kappa.interval(gaps),
        "Conger with interval, int8": lambda: conger_kappa.interval(whole),
        "Fleiss with interval, from the state": lambda: fleiss_kappa.interval(state),
        "10,000 draws with BCa, from the state": lambda: fleiss_kappa.interval(state, method="bca", draws=10_000),
        "Dawid and Skene, from the state": lambda: dawid_skene(state),
        "Dawid and Skene, from float64 with NaN": lambda: dawid_skene(gaps),
        "report on raters, from the state": lambda: rater_report(state),
        "Fleiss of 30 x 5": lambda: fleiss_kappa(small),
        "Fleiss of 30 x 5 with interval": lambda: fleiss_kappa.interval(small),
    }
    for name, seconds in medians(own, of=min).items():
        print(f"| {name} | | {seconds * 1e3:.2f} ms | |")


if __name__ == "__main__":
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        main()
