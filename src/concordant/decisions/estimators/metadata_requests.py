"""
Weights and groups through scikit-learn's metadata routing: which estimators ask for them, and under which name.

Scikit-learn is touched only where it asks, or where a request is set, which needs its routing.
"""

from __future__ import annotations

import inspect
import sys
from typing import Any, Self

from concordant.errors import OptionError

_METHODS = ("fit", "score")
_NAMES = ("sample_weight", "groups")
_KEPT: Any = "$UNCHANGED$"  # scikit-learn's word


class Requester:
    """An estimator whose `fit` and `score` take `sample_weight`, and whose `fit` may take `groups`."""

    def set_fit_request(self, *, sample_weight: bool | str | None = _KEPT, groups: bool | str | None = _KEPT) -> Self:
        """
        Say whether `fit` asks for what is given to a pipeline, a search or a cross-validation around it.

        Parameters
        ----------
        sample_weight, groups : bool, str or None, optional
            True: it takes them; False: it does not; None: their coming is an error; a name: it takes what comes
            under that name. Left out: as before.
        """
        return self._request("fit", sample_weight=sample_weight, groups=groups)

    def set_score_request(self, *, sample_weight: bool | str | None) -> Self:
        """
        Say whether `score` asks for weights, see `set_fit_request`.

        Parameters
        ----------
        sample_weight : bool, str or None
            True, False, None or a name.
        """
        return self._request("score", sample_weight=sample_weight)

    def get_metadata_routing(self) -> Any:
        """Return what `fit` and `score` ask for; scikit-learn calls it."""
        from sklearn.utils.metadata_routing import MetadataRequest, get_routing_for_object

        kept = getattr(self, "_metadata_request", None)
        if kept is not None:
            return get_routing_for_object(kept)
        found = MetadataRequest(owner=self)
        for method in _METHODS:
            taken = inspect.signature(getattr(type(self), method, _nothing)).parameters
            for name in _NAMES:
                if name in taken:
                    getattr(found, method).add_request(param=name, alias=None)
        return found

    def _request(self, method: str, **aliases: Any) -> Self:
        if not routing_enabled():
            msg = (
                f"set_{method}_request needs scikit-learn's metadata routing: "
                "sklearn.set_config(enable_metadata_routing=True)."
            )
            raise OptionError(msg)
        found = self.get_metadata_routing()
        for name, alias in aliases.items():
            if alias is not _KEPT:
                getattr(found, method).add_request(param=name, alias=alias)
        self._metadata_request = found  # scikit-learn's own name: its `clone` keeps it
        return self


def _nothing() -> None:
    """Stand in for a method that an estimator does not have."""


def routing_enabled() -> bool:
    """Whether scikit-learn is loaded and routes metadata."""
    if "sklearn" not in sys.modules:
        return False
    from sklearn import get_config

    return bool(get_config().get("enable_metadata_routing", False))
