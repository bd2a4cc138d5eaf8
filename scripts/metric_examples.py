"""The worked example of each metric's page: lines of Python that take it of a bundled dataset."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from inspect import Parameter
from typing import Any

import polars as pl
from edges import kind_of

from concordant.data import example
from concordant.metrics.definition.metric import Metric

TUMOURS = 'rows["truth"], rows["{column}"], labels=["benign", "malignant"]'
PATIENTS = 'rows["new_orleans"], rows["winnipeg"], labels=order'
ORDERED = 'order = ["certain", "probable", "possible", "doubtful"]'
CHANCES = 'chances = rows.select(f"p{digit}" for digit in range(10)).to_numpy()'

# What an option is that has no default.
REQUIRED = {
    "beta": "beta=2",
    "cost": 'cost={("malignant", "benign"): 10, ("benign", "malignant"): 1}',
    "weights": 'weights="quadratic"',
    "depth": "depth=0.1",
    "k": "k=50",
    "recall": "recall=0.95",
    "precision": "precision=0.95",
    "specificity": "specificity=0.95",
    "sensitivity": "sensitivity=0.95",
    "threshold": "threshold=0.1",
}
# Further options that are worth a line of their own.
TELLING: dict[str, tuple[str, ...]] = {
    "adjacent_agreement": ("within=2",),
    "brennan_prediger": ('weights="quadratic"',),
    "cohen_kappa": ('weights="linear"', 'weights="quadratic"'),
    "debiased_calibration_error": ("n_bins=20",),
    "discounted_cumulative_gain": ("k=1",),
    "expected_calibration_error": ('strategy="quantile"', "debias=True"),
    "expected_cost": ("normalized=True",),
    "gain_at": ("depth=0.4",),
    "gwet_ac2": ('weights="linear"',),
    "integrated_calibration_index": ("span=0.5",),
    "h_measure": ('prior="severity"',),
    "kappa_max": ('weights="quadratic"',),
    "krippendorff_alpha": ('level_of_measurement="ordinal"', 'level_of_measurement="interval"'),
    "lift_at": ("depth=0.5",),
    "net_benefit": ("standardized=True", "prevalence=0.02"),
    "net_interventions_avoided": ("threshold=0.5",),
    "normalized_discounted_cumulative_gain": ("k=1",),
    "normalized_mutual_information": ('mean="min"',),
    "intraclass_correlation": ('type="consistency"', 'unit="average"'),
    "mean_correlation": ('kind="spearman"',),
    "measurement_error": ('type="consistency"',),
    "prmse": ("error_variance=0.5",),
    "partial_auc": ("max_fpr=0.1", "max_fpr=0.1, corrected=False", "tpr=(0.9, 1)"),
    "scott_pi": ('weights="quadratic"',),
    "top_k_accuracy": ("k=1", "k=3"),
    "weighted_agreement": ('weights="linear"',),
}
# Options of a result that is no number, where the defaults tell little.
TABLES = {
    "decision_curve": ", thresholds=[0.05, 0.1, 0.2, 0.3]",
    "murphy_decomposition": ", n_bins=10",
    "operating_point": ', maximise="specificity", recall=0.95',
}
POINTS = 8  # of a curve that are shown, about


def example_lines(metric: Metric) -> list[str]:
    """Lines of Python that take the metric of a bundled dataset."""
    kind = kind_of(metric)
    if kind == "labels":
        return _of_labels(metric)
    return _of_digits(metric) if kind.startswith("rows") or metric.name == "hand_till_auc" else _of_one_column(metric)


def _head(name: str, data: str, *, numpy: bool = False) -> list[str]:
    start = ["import numpy as np"] if numpy else []
    start += ["import polars as pl", f"from concordant import {name}", "from concordant.data import example"]
    return [*start, f'rows = pl.read_csv(example("{data}").path)']


def _required(metric: Metric) -> list[str]:
    """The options that have no default, as they stand in a call."""
    parameters = metric.__signature__.parameters
    return [REQUIRED[name] for name in metric.options if parameters[name].default is Parameter.empty]


def _calls(metric: Metric, start: str) -> list[str]:
    """A rounded value with the usual options, and one with each option that tells more."""
    required = _required(metric)
    sets = [] if metric.name in ("partial_auc", "prmse") else [required]  # it has no value without one of its options
    for option in TELLING.get(metric.name, ()):
        name = option.partition("=")[0]
        sets.append([*(other for other in required if not other.startswith(f"{name}=")), option])
    return [f"round({', '.join([start, *options])}), 4)" for options in sets]


def _of_labels(metric: Metric) -> list[str]:
    name, facts = metric.name, metric.facts
    two_raters = facts.family == "agreement" or facts.needs_order == "always"
    data, columns = ("ms", PATIENTS) if two_raters else ("breast", TUMOURS.format(column="prediction"))
    lines = _head(", ".join(sorted({"confusion_matrix", name})), data) + ([ORDERED] if two_raters else [])
    if name == "confusion_matrix":
        return [*lines, f"print({name}({columns}))"]
    lines += [f"matrix = confusion_matrix({columns})", "print(matrix)"]
    if two_raters and "average" in metric.options:  # it speaks of one class; here are four
        return [*lines, f"{name}.of(matrix, average=None).round(4).tolist()"]
    if name == "category_kappa":  # one value a label
        return [*lines, f"{name}.of(matrix).round(4).tolist()"]
    return [*lines, *_calls(metric, f"{name}.of(matrix")]


def _of_digits(metric: Metric) -> list[str]:
    ranks_labels = kind_of(metric) == "rows"
    lines = [*_head(metric.name, "digits", numpy=ranks_labels), CHANCES]
    if ranks_labels:
        lines.append('relevant = np.eye(10, dtype=int)[rows["truth"]]  # of ten labels the true one')
    truth = "relevant" if ranks_labels else 'rows["truth"]'
    return [*lines, *_calls(metric, f"{metric.name}({truth}, chances")]


def _of_one_column(metric: Metric) -> list[str]:
    name, kind = metric.name, kind_of(metric)
    if kind in ("measurements", "numbers"):  # two columns of numbers are two raters
        return [*_head(name, "party"), *_calls(metric, f'{name}(rows["truth"], rows["score"]')]
    columns = TUMOURS.format(column="malignancy")
    lines = _head(name, "breast", numpy=kind == "decisions")
    if kind == "decisions":
        lines += ['chance = rows["malignancy"]', "log_odds = np.log(chance / (1 - chance))"]
        columns = columns.replace('rows["malignancy"]', "log_odds")
    if metric.facts.family == "tables":
        return [*lines, f"found = {name}({columns}{TABLES.get(name, '')})", *_shown(metric)]
    return [*lines, *_calls(metric, f"{name}({columns}")]


def _shown(metric: Metric) -> list[str]:
    """Lines that show a result: its numbers, and some points of the columns that it unpacks into."""
    rows = pl.read_csv(example("breast").path)
    found: Any = metric(rows["truth"], rows["malignancy"], labels=["benign", "malignant"])
    if not is_dataclass(found):
        return ["found"]
    columns = list(found) if hasattr(found, "__iter__") else []
    plain = [part.name for part in fields(found) if isinstance(getattr(found, part.name), (int, float))]
    lines = []
    if plain:
        names = ", ".join(f'"{name}"' for name in plain) + ("," if len(plain) == 1 else "")
        lines.append(f"{{name: round(getattr(found, name), 4) for name in ({names})}}")
    if columns and not isinstance(columns[0], float):
        step = -(-len(columns[0]) // POINTS)
        every = f"[::{step}]" if step > 1 else ""
        lines.append(f"[column{every}.round(3).tolist() for column in found]")
    return lines
