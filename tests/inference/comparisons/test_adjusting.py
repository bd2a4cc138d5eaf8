"""P-values of several tests, beside R's p.adjust and statsmodels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant import accuracy, recall
from concordant.errors import OptionError
from concordant.inference.comparisons.difference import adjusted

FROM_R = json.loads((Path(__file__).parents[2] / "reference" / "multiplicity.json").read_text("utf-8"))["adjusting"]
WAYS = {"holm": "holm", "fdr": "fdr_bh", "fdr-by": "fdr_by"}


def test_edges() -> None:
    nan = float("nan")
    for way in (*WAYS, None):
        assert adjusted(np.array([]), way).shape == (0,)  # type: ignore[arg-type]
        assert adjusted(np.array([0.03]), way) == [0.03]  # type: ignore[arg-type]
        np.testing.assert_array_equal(adjusted(np.array([nan, nan]), way), [nan, nan])  # type: ignore[arg-type]
    np.testing.assert_allclose(adjusted(np.array([0.01, nan, 0.04]), "fdr"), [0.02, nan, 0.04])
    np.testing.assert_allclose(adjusted(np.array([0.01, nan, 0.04]), "fdr-by"), [0.03, nan, 0.06])
    np.testing.assert_array_equal(adjusted(np.array([0.0, 1.0, 0.9]), "fdr"), [0.0, 1.0, 1.0])


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("case", FROM_R)
def test_as_in_r(case: dict[str, Any], way: Any) -> None:
    np.testing.assert_allclose(adjusted(np.array(case["p"]), way), case[way], rtol=1e-12)


@pytest.mark.parametrize("way", WAYS)
def test_as_in_statsmodels(way: Any) -> None:
    multipletests = pytest.importorskip("statsmodels.stats.multitest").multipletests
    p = np.random.default_rng(1).random(200) ** 3
    np.testing.assert_allclose(adjusted(p, way), multipletests(p, method=WAYS[way])[1], rtol=1e-12)


def test_the_worked_example_of_benjamini_and_hochberg() -> None:
    """Their section 3: of 15 p-values, four are found at 0.05 by the false discovery rate and three by Bonferroni."""
    p = np.array(FROM_R[0]["p"])
    assert (adjusted(p, "fdr") <= 0.05).sum() == 4
    assert (p <= 0.05 / 15).sum() == 3


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_order_and_bounds(p: list[float]) -> None:
    raw = np.array(p)
    holm, fdr, any_dependence = (adjusted(raw, way) for way in ("holm", "fdr", "fdr-by"))  # type: ignore[arg-type]
    assert (raw <= fdr + 1e-15).all()
    assert (fdr <= holm + 1e-15).all()
    assert (fdr <= any_dependence).all()
    assert (np.maximum(holm, any_dependence) <= 1).all()
    assert (np.diff(fdr[np.argsort(raw, kind="stable")]) >= 0).all()


def test_comparisons_say_how() -> None:
    random = np.random.default_rng(3)
    truth = random.integers(0, 2, 200)
    models = [np.where(random.random(200) < share, truth, 1 - truth) for share in (0.9, 0.8, 0.78)]
    for way, name in (("fdr", "p (FDR)"), ("fdr-by", "p (FDR-BY)"), ("holm", "p (Holm)")):
        found = accuracy.compare(truth, *models, adjust=way)
        assert name in str(found)
        assert found.to_dict()["adjust"] == way
        np.testing.assert_allclose(found.adjusted, adjusted(found.p_value, way))  # type: ignore[arg-type]
    halves = (truth[:100], models[0][:100]), (truth[100:], models[0][100:])
    each = recall.compare_independent(*halves, average=None, adjust="fdr")
    np.testing.assert_allclose(each.adjusted, adjusted(each.p_value, "fdr"))
    with pytest.raises(OptionError, match="adjust must be None or one of 'holm', 'fdr', 'fdr-by', not 'bonferroni'"):
        accuracy.compare(truth, *models, adjust="bonferroni")
