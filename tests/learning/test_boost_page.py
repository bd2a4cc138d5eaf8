"""The page on learning and the study run: their code needs a booster, so the tests of the pages skip it."""

import re
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

# LightGBM before 4.7 warns so in every predict() on arrays, also without Concordant.
pytestmark = pytest.mark.filterwarnings("ignore:X does not have valid feature names, but LGBM")

ROOT = Path(__file__).resolve().parents[2]


def rows(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    return X, np.digitize(X[:, 0] + rng.normal(size=n), [-0.5, 0.5, 1.5]) + 1


def test_code_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("lightgbm", minversion="4.7")
    text = (ROOT / "docs" / "learning.md").read_text(encoding="utf-8")
    blocks = [block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if not block.startswith(">>>")]
    assert len(blocks) == 4
    (X, y), (X_new, y_new) = rows(300, 0), rows(150, 1)
    names: dict[str, Any] = {"X": X, "y": y, "X_new": X_new, "y_new": y_new}
    for block in blocks:
        assert "verbose=-1" in block
        # one thread: those of a thousand short rounds wait for each other for minutes where all cores are busy
        exec(block.replace("verbose=-1", "verbose=-1, n_jobs=1"), names)
    assert set(names["labels"].tolist()) <= {1, 2, 3, 4}
    assert np.corrcoef(names["score"], y_new)[0, 1] > 0.4
    assert "cross-validated" in capsys.readouterr().out


def test_study_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("lightgbm")
    pytest.importorskip("statsmodels")
    pytest.importorskip("scipy")
    study = runpy.run_path(str(ROOT / "examples" / "ordinal_study.py"))
    study["fit_all"].__globals__["ROUNDS"] = (40,)
    X, y = rows(300, 2)
    study["study"](study["Data"]("small", X, y - 1))
    lines = capsys.readouterr().out.strip().splitlines()
    assert lines[0].startswith("small: 300 rows")
    assert len(lines) == 3 + 11
    assert all(re.search(r"0\.\d{3} +-?0?\.?\d*", line) for line in lines[3:])


def test_data_of_the_study_are_ordered_labels() -> None:
    pytest.importorskip("lightgbm")
    pytest.importorskip("statsmodels")
    study = runpy.run_path(str(ROOT / "examples" / "ordinal_study.py"))
    for data in study["datasets"]():
        assert sorted(np.unique(data.labels).tolist()) == list(range(data.size))
        assert len(data.features) == len(data.labels) > 900
