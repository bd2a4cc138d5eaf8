"""
Models that learn a metric: objectives and evaluation metrics for boosters and networks.

Each library has a module, which is imported when it is first used: `lightgbm`, `xgboost`, `catboost`, `torch`,
`torchmetrics`.
"""

from __future__ import annotations

from importlib import import_module, util
from typing import Any

_MODULE_OF = {"KappaRegressor": "kappa_regressor", "LinearKappaLoss": "kappa_loss", "QuadraticKappaLoss": "kappa_loss"}
_MODULES = ("catboost", "lightgbm", "torch", "torchmetrics", "xgboost")


def __getattr__(name: str) -> Any:
    """Import a name when it is asked for."""
    if name in _MODULE_OF:
        return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    if name in _MODULES and util.find_spec(f"{__name__}.{name}"):
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted((*_MODULE_OF, *_MODULES))


__all__ = ["KappaRegressor", "LinearKappaLoss", "QuadraticKappaLoss"]
