"""An evaluation as strict JSON."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from concordant.errors import DataFileError
from concordant.report.evaluation import ClassMetric, Evaluation, Result
from concordant.report.group_tests import AgainstRest
from concordant.report.groups import GroupOfRows, Groups
from concordant.result import Interval
from concordant.typing import Label

_FORMAT = 1


def evaluation_to_dict(page: Evaluation) -> dict[str, Any]:
    """Everything on the page but the curves, which `Evaluation.curve.to_dict()` gives."""
    from concordant import __version__

    return {
        "concordant": __version__,
        "format": _FORMAT,
        "source": page.source,
        "columns": {role: list(name) if isinstance(name, tuple) else name for role, name in page.columns.items()},
        "task": page.task,
        "n": page.n,
        "n_missing": page.n_missing,
        "weighted": page.weighted,
        "labels": [_label(label) for label in page.labels],
        "pos_label": _label(page.pos_label),
        "assumptions": list(page.assumptions),
        "remarks": list(page.remarks),
        "balance": [
            {
                "label": _label(label),
                "true": share.true,
                "true_share": _number(share.true_share),
                "predicted": share.predicted,
                "predicted_share": None if share.predicted_share is None else _number(share.predicted_share),
            }
            for label, share in page.balance.items()
        ],
        "confusion_matrix": None if page.counts is None else page.counts.table.tolist(),
        "results": [_result(result) for result in page.results],
        "further": [_result(result) for result in page.further],
        "per_class": [_class_metric(metric) for metric in page.per_class],
        "level": page.level,
        "by": None if page.groups is None else _groups(page.groups),
    }


def _groups(groups: Groups) -> dict[str, Any]:
    return {
        "column": groups.name,
        "groups": [{"label": _label(group.label), **_group(group)} for group in groups.groups],
        "all": _group(groups.overall),
        "remarks": list(groups.remarks),
        "simultaneous": groups.simultaneous,
        "adjust": groups.adjust,
    }


def _group(group: GroupOfRows) -> dict[str, Any]:
    tests = {result.key: _against_rest(one) for result, one in zip(group.results, group.against_rest, strict=False)}
    results = [_result(result) for result in group.results]
    return {"n": group.n, "small": group.small, "results": results, "against_rest": tests}


def _against_rest(one: AgainstRest) -> dict[str, Any]:
    """The difference from the rest, without what the results say already."""
    numbers: dict[str, Any] = {"adjusted_p_value": _number(one.p_value), "reason": one.reason}
    if one.comparison is None:
        return numbers
    names = ("difference", "low", "high", "p_value")
    found = {name: _number(getattr(one.comparison, name)) for name in names}
    return {**found, "level": one.comparison.level, "method": one.comparison.method, **numbers}


def _result(result: Result) -> dict[str, Any]:
    return {
        "key": result.key,
        "name": result.name,
        "title": result.title,
        "heading": result.heading,
        "options": dict(result.options),
        "value": _number(result.value),
        "reason": result.reason,
        "says": result.says,
        "formula": result.formula,
        "better": result.better,
        "chance": result.chance,
        "signature": result.signature,
        "interval": interval_to_dict(result.interval),
    }


def interval_to_dict(interval: Interval | None) -> dict[str, Any] | None:
    """The limits, how they were made and why they deserve doubt; None where there is no interval to speak of."""
    if interval is None:
        return None
    return {
        "low": _number(interval.low),
        "high": _number(interval.high),
        "se": _number(interval.se),
        "level": interval.level,
        "simultaneous": interval.simultaneous,
        "method": interval.method,
        "reason": interval.reason,
    }


def _class_metric(metric: ClassMetric) -> dict[str, Any]:
    return {
        "name": metric.name,
        "title": metric.title,
        "values": [_number(value) for value in metric.values],
        "reason": metric.reason,
        "signature": metric.signature,
        "intervals": None if metric.intervals is None else [interval_to_dict(one) for one in metric.intervals],
    }


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _label(label: Label) -> Any:
    if isinstance(label, float):
        return _number(label)
    return label if label is None or isinstance(label, (str, int, bool)) else str(label)


def evaluation_to_json(page: Evaluation) -> str:
    """Strict JSON: no NaN, no Infinity."""
    return json.dumps(evaluation_to_dict(page), indent=2, allow_nan=False, ensure_ascii=False)


def write_text(path: str | Path, text: str) -> None:
    """Write a file of text; an error of the system becomes ours."""
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        msg = f"cannot write {str(path)!r}: {error.strerror or error}."
        raise DataFileError(msg) from error
