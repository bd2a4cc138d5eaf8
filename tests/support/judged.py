"""Every question about a judge of some items: whom to ask, with what, and the part of the answer to look at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from concordant import judging


def questions(judge: Any, people: Any) -> dict[str, tuple[Callable[..., Any], dict[str, Any], str]]:
    """Return the questions by name; of two items in three some people have said whether they pass."""
    rows, other = np.arange(len(judge)), people[:, 2]
    both = {"judge": judge, "humans": people}
    some = np.where(rows[:, None] % 3 > 0, (people > 0) * 1.0, np.nan)
    passes = {"judge": (judge > 0) * 1, "human": some[:, 0]}
    two = {"judge_a": passes["judge"], "judge_b": (other > 0) * 1, "human_a": some[:, 0], "human_b": some[:, 1]}
    pairs = {"judge": np.where(judge > 0, "A", "B"), "swapped": np.where(other > 0, "A", "B")}
    runs = {"runs": np.stack([judge, other], 1), "humans": people[:, 0]}
    return {
        "gap": (judging.gap, {**both, "margin": 0.1}, "difference"),
        "kappa": (judging.gap, {**both, "metric": "kappa"}, "difference"),
        "test": (judging.alternative_test, {**both, "epsilon": 0.1, "min_units": 10}, "advantage"),
        "errors": (judging.judge_errors, {**both, "item": rows}, "label_severity"),
        "slices": (judging.slices, {**both, "by": rows % 2}, "slices"),
        "slope": (judging.error_slope, {**both, "covariate": np.cos(rows)}, "slope"),
        "error": (judging.error_slope, {"error": judge - people[:, 0], "covariate": np.cos(rows)}, "slope"),
        "windows": (judging.over_time, {**both, "window": rows * 2 // len(judge)}, "windows"),
        "judges": (judging.compare_judges, {"judges": runs["runs"], "humans": people[:, :2]}, "error_correlation"),
        "runs": (judging.consistency, runs, "agreement"),
        "order": (judging.order_swap, pairs, "bias"),
        **{
            f"{chosen}, {method}": (judging.pass_rate, {**passes, "chosen": chosen, "method": method}, "rate")
            for chosen, method in (("random", "delta"), ("random", "ppi++"), ("by truth", "rogan-gladen"))
        },
        "lenience": (judging.pass_rate, {**passes, "chosen": "random"}, "lenience_interval"),
        "all labelled": (judging.pass_rate, {**passes, "human": (people[:, 0] > 0) * 1}, "rate"),
        "two": (judging.compare_pass_rates, {**two, "chosen": "random"}, "difference"),
        "strata": (judging.compare_pass_rates, {**two, "chosen": "by judge"}, "difference"),
        "mean": (judging.mean_score, {"judge": judge * 1.0, "human": some[:, 0], "chosen": "random"}, "mean"),
    }
