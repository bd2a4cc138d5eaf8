"""What options are called elsewhere, for the hint after an option that does not exist here."""

from __future__ import annotations

# Option elsewhere -> option here.
OTHER_OPTIONS = {
    "adjusted": "corrected",
    "alpha": "level",
    "bootstrap": "method",
    "confidence": "level",
    "confidence_level": "level",
    "conf_level": "level",
    "groups": "cluster",
    "hypothesis": "alternative",
    "n_bootstrap": "draws",
    "n_resamples": "draws",
    "nboot": "draws",
    "normalize": "normalized",
    "positive": "pos_label",
    "random_state": "seed",
    "rng": "seed",
    "weight": "sample_weight",
    "zero_division": "undefined",
}
