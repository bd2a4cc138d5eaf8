"""Light's kappa: the mean of Cohen's kappa over all pairs of raters."""

from __future__ import annotations

from typing import Any

from concordant.metrics._agreement.no_chance import no_pairs
from concordant.metrics._agreement.pair_sums import pair_sums
from concordant.metrics._agreement.rater_sums import rater_sums
from concordant.metrics._object.define import metric
from concordant.metrics._object.panel_facts import PanelFacts
from concordant.metrics.cohen_kappa import cohen_kappa
from concordant.typing import Floats, KappaWeights


def _why(ratings: Any, *, weights: KappaWeights = None) -> str | None:
    del weights
    return no_pairs(pair_sums(ratings)) or "each pair of raters uses only one and the same label (0/0)"


@metric(
    input="panel",
    panel=PanelFacts(raters=True, of_two="cohen_kappa"),
    why=_why,
    family="agreement",
    title="Light's kappa",
    says="Cohen's kappa of two raters, on average over all pairs of raters: 1 is perfect",
    formula="mean over pairs of raters of Cohen's kappa on the units that both rated",
    source="Light 1971, Psychological Bulletin 76:365",
    better="higher",
    range=(-1, 1),
    corrected=True,
    symmetric=True,
    needs_order="if weighted",
    elsewhere=("kappam_light", "lights_kappa"),
)
def light_kappa(ratings: Any, /, *, weights: KappaWeights = None) -> Floats:
    """
    Light's kappa: the mean of Cohen's kappa over all pairs of raters.

    The kappa of each pair is `cohen_kappa` on the units that both rated. Pairs whose kappa is undefined (no common
    unit, or both use only one and the same label) are left out.

    Parameters
    ----------
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array-like, or None
        How much two labels disagree, as in `cohen_kappa`.

    Returns
    -------
    float
        At most 1. Undefined (NaN) if no pair of raters has a kappa.

    Notes
    -----
    Every pair counts alike, however few units it has in common: with missing ratings `conger_kappa` is steadier.

    References
    ----------
    Light (1971), Measures of response agreement for qualitative data, Psychological Bulletin 76:365.

    Examples
    --------
    >>> from concordant import light_kappa
    >>> ratings = [["a", "a", "b"], ["a", "b", "a"], ["a", "b", "b"], ["a", "a", "a"]]
    >>> light_kappa(ratings)
    0.0
    """
    return rater_sums(ratings).mean_of_pairs(lambda counts: cohen_kappa.formula(counts, weights=weights))
