"""
Weights through scikit-learn's metadata routing: which estimators ask for them, and under which name.

Scikit-learn is touched only where it asks, or where a request is set, which needs its routing.
"""

from __future__ import annotations

import sys
from typing import Any, Self

from concordant.errors import OptionError

_METHODS = ("fit", "score")


class Requester:
    """An estimator whose `fit` and `score` take `sample_weight`."""

    def set_fit_request(self, *, sample_weight: bool | str | None) -> Self:
        """
        Say whether `fit` asks for weights that are given to a pipeline, a search or a cross-validation around it.

        Parameters
        ----------
        sample_weight : bool, str or None
            True: it takes them; False: it does not; None: their coming is an error; a name: it takes what comes
            under that name.
        """
        return self._request("fit", sample_weight)

    def set_score_request(self, *, sample_weight: bool | str | None) -> Self:
        """
        Say whether `score` asks for weights, see `set_fit_request`.

        Parameters
        ----------
        sample_weight : bool, str or None
            True, False, None or a name.
        """
        return self._request("score", sample_weight)

    def get_metadata_routing(self) -> Any:
        """Return what `fit` and `score` ask for; scikit-learn calls it."""
        from sklearn.utils.metadata_routing import MetadataRequest, get_routing_for_object

        kept = getattr(self, "_metadata_request", None)
        if kept is not None:
            return get_routing_for_object(kept)
        found = MetadataRequest(owner=self)
        for method in _METHODS:
            getattr(found, method).add_request(param="sample_weight", alias=None)
        return found

    def _request(self, method: str, alias: Any) -> Self:
        if not routing_enabled():
            msg = (
                f"set_{method}_request needs scikit-learn's metadata routing: "
                "sklearn.set_config(enable_metadata_routing=True)."
            )
            raise OptionError(msg)
        found = self.get_metadata_routing()
        getattr(found, method).add_request(param="sample_weight", alias=alias)
        self._metadata_request = found  # scikit-learn's own name: its `clone` keeps it
        return self


def routing_enabled() -> bool:
    """Whether scikit-learn is loaded and routes metadata."""
    if "sklearn" not in sys.modules:
        return False
    from sklearn import get_config

    return bool(get_config().get("enable_metadata_routing", False))
