"""An evaluation as strict JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from concordant.errors import DataFileError
from concordant.report.findings import Findings
from concordant.result.plain import plain

_FORMAT = 1


def evaluation_to_dict(page: Findings) -> dict[str, Any]:
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
        "labels": [plain(label) for label in page.labels],
        "pos_label": plain(page.pos_label),
        "assumptions": list(page.assumptions),
        "remarks": list(page.remarks),
        "balance": [{"label": plain(label), **share.to_dict()} for label, share in page.balance.items()],
        "confusion_matrix": None if page.counts is None else page.counts.table.tolist(),
        "results": [result.to_dict() for result in page.results],
        "further": [result.to_dict() for result in page.further],
        "per_class": [metric.to_dict() for metric in page.per_class],
        "level": page.level,
        "by": None if page.groups is None else page.groups.to_dict(),
    }


def evaluation_to_json(page: Findings) -> str:
    """Strict JSON: no NaN, no Infinity."""
    return json.dumps(evaluation_to_dict(page), indent=2, allow_nan=False, ensure_ascii=False)


def write_text(path: str | Path, text: str) -> None:
    """Write a file of text; an error of the system becomes ours."""
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        msg = f"cannot write {str(path)!r}: {error.strerror or error}."
        raise DataFileError(msg) from error
