"""
What works with one extra installed and nothing else: `python tests/alone.py plots`, or with "" for none.

No pytest, and no `assert`: the workflow runs this file as it is and under `python -OO`.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import concordant as co

TRUTH, PRED, SCORE = [0, 1, 1, 0] * 10, [0, 1, 0, 0] * 10, [0.1, 0.8, 0.4, 0.3] * 10


def none() -> None:
    expect(co.roc_auc(TRUTH, SCORE), 1.0)
    expect(co.cohen_kappa(TRUTH, PRED), 0.5)
    expect(co.cohen_kappa.interval(TRUTH, PRED).low > 0, True)
    expect(co.matthews_correlation.compare(TRUTH, TRUTH, PRED).difference > 0, True)
    expect(co.Counts.from_dict(co.Counts.from_labels(TRUTH, PRED).to_dict()).n, 40)


def plots() -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    co.plots.roc_curve(TRUTH, SCORE)


def stats() -> None:
    expect(co.accuracy.interval(TRUTH, PRED, method="exact").method, "exact")


def cli() -> None:
    command = [sys.executable, *["-OO"] * (sys.flags.optimize == 2), "-m", "concordant"]
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "report.html")
        subprocess.run([*command, "report", "--example", "--html", str(page)], check=True, stdout=subprocess.DEVNULL)
        expect(page.stat().st_size > 10_000, True)


def torch() -> None:
    import torch as library

    from concordant.learning.torch import WeightedKappaLoss

    loss = WeightedKappaLoss(3)(library.zeros(4, 3), library.tensor([0, 1, 2, 1]))
    expect(bool(library.isfinite(loss)), True)


def boosters() -> None:
    import numpy as np
    from lightgbm import LGBMRegressor

    from concordant.learning import KappaRegressor

    x = np.repeat(np.arange(4.0), 50)[:, None]
    model = KappaRegressor(LGBMRegressor(verbose=-1)).fit(x, x[:, 0].astype(int))
    expect(model.predict(x[::50]).tolist(), [0, 1, 2, 3])


def expect(found: object, wanted: object) -> None:
    if found != wanted:
        sys.exit(f"found {found!r}, not {wanted!r}")


def main(extra: str) -> None:
    none()
    if extra:
        {"plots": plots, "stats": stats, "cli": cli, "torch": torch, "boosters": boosters}[extra]()
    elif find_spec("scipy") or find_spec("matplotlib"):
        sys.exit("more is installed than the package asks for")


if __name__ == "__main__":
    main(sys.argv[1])
