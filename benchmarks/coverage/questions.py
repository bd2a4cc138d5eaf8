"""Which metrics are asked of which populations, with which options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from populations import POPULATIONS, Population

from concordant import metrics
from concordant.metrics.definition.kinds import CLASS_RANKINGS
from concordant.metrics.definition.metric import Metric

# metric -> sets of options; without a line its defaults, and for averages two labels "binary", else "macro".
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "cohen_kappa": [{}, {"weights": "linear"}, {"weights": "quadratic"}],
    "gwet_ac2": [{"weights": "quadratic"}],
    "weighted_agreement": [{"weights": "quadratic"}],
    "krippendorff_alpha": [{}, {"level_of_measurement": "interval"}],
    "kappa_max": [{}],
    "f_beta": [{"beta": 2.0}],
    "gain_at": [{"depth": 0.3}],
    "lift_at": [{"depth": 0.3}],
    "partial_auc": [{"max_fpr": 0.2}, {"tpr": (0.8, 1.0)}],
    "precision_at_k": [{"k": 20}],
    "recall_at_k": [{"k": 20}],
    "precision_at_recall": [{"recall": 0.8}],
    "recall_at_precision": [{"precision": 0.6}],
    "sensitivity_at_specificity": [{"specificity": 0.8}],
    "specificity_at_sensitivity": [{"sensitivity": 0.8}],
    "roc_auc": [{}],
    "debiased_calibration_error": [{"n_bins": 10}],
    "expected_calibration_error": [{}],
    "integrated_calibration_index": [{}],
    "calibration_error_e50": [{}],
    "calibration_error_e90": [{}],
    "calibration_error_emax": [{}],
    "top_k_accuracy": [{"k": 2}],
    "net_benefit": [
        {"threshold": 0.2},
        {"threshold": 0.2, "standardized": True},
        {"threshold": 0.2, "prevalence": 0.1},
    ],
    "net_interventions_avoided": [{"threshold": 0.2}],
}

# metric -> why it is not asked
LEFT_OUT: dict[str, str] = {
    "expected_cost": "its matrix of costs is the user's: see mean_absolute_error, which is one",
    "expected_calibration_error_null": "it is no estimate: the value that a calibrated model would have",
    "precision_at_k": "the k highest of a sample are another share of a larger one: it has no value of a population",
    "recall_at_k": "as precision_at_k",
    "discounted_cumulative_gain": "the normalised one is asked",
    "h_measure": "a draw takes milliseconds: a design would take hours",
}


def kinds(metric: Metric) -> tuple[str, ...]:
    """The kinds of populations that give what the metric takes."""
    given = metric.facts.input
    if given == "labels":
        return ("labels", "indicators") if "average" in metric.options else ("labels",)
    if given == "rows":
        return ("scores of classes",) if metric.kind is CLASS_RANKINGS else ("rankings",)
    known: dict[str, tuple[str, ...]] = {
        "scores": ("scores", "scores of classes"),
        "probabilities": ("probabilities", "probabilities of classes"),
        "decisions": ("scores",),
        "measurements": ("measurements",),
    }
    return known.get(given, ())  # many raters have a study of their own


def options_for(metric: Metric, population: Any) -> Iterator[dict[str, Any]]:
    """The sets of options of a metric that make sense there."""
    for options in OPTIONS.get(metric.name, [{}]):
        several = population.kind == "indicators" or len(population.labels) > 2
        if "average" in metric.options and metric.facts.input == "labels":
            yield {**options, "average": "macro" if several else "binary"}
        else:
            yield options


DRAWN = {"percentile", "basic", "bca", "optimism", "gaps"}  # defaults that take draws, hundreds of times as long
FEW = {"AUC 0.86, prevalence 0.3", "ties, prevalence 0.3", "calibrated", "overconfident"}


def sizes(metric: Metric, population: Population) -> tuple[int, ...]:
    """The numbers of rows to try; where the default takes draws, fewer, in fewer populations."""
    if metric.facts.interval not in DRAWN:
        return tuple(n for n in population.sizes if n >= 100)
    return (100, 300) if population.name in FEW or population.kind not in ("scores", "probabilities") else ()


def questions(words: str = "") -> Iterator[tuple[Metric, Population, dict[str, Any]]]:
    """Every metric with every population that fits; `words` choose metrics as `metrics.find` does."""
    for metric in metrics.find(words):
        if metric.name in LEFT_OUT or metric.facts.range is None:
            continue
        for population in POPULATIONS:
            if metric.name == "adjacent_agreement" and len(population.labels) == 2:
                continue  # it is always 1
            if population.kind in kinds(metric):
                for options in options_for(metric, population):
                    yield metric, population, options
