"""Say what to install where PyTorch is missing."""

from __future__ import annotations

from importlib import import_module

from concordant.errors import MissingDependencyError


def require_torch() -> None:
    """
    Raise unless PyTorch can be imported.

    Raises
    ------
    MissingDependencyError
        If PyTorch is not installed; a PyTorch that fails to load raises what it raises.
    """
    try:
        import_module("torch")
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        msg = 'concordant.learning.torch needs PyTorch: pip install "concordant[torch]".'
        raise MissingDependencyError(msg) from error
