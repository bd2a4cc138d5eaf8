"""
The behaviour of a scikit-learn estimator without scikit-learn: parameters, clones, tags, the error before `fit`.

Scikit-learn is touched only where it is loaded already, or asks itself (tags).
"""

from __future__ import annotations

import copy
import inspect
import sys
from collections.abc import Mapping
from html import escape
from typing import Any, Self

from concordant.decisions.estimators.metadata_requests import Requester
from concordant.errors import InputError, OptionError


class NotFittedError(InputError, AttributeError):
    """The estimator has not seen data yet."""


class Estimator(Requester):
    """
    Base of estimators: every argument of ``__init__`` is a parameter, kept under its own name and never changed.

    What `fit` learns has a name that ends in ``_``.
    """

    @classmethod
    def _names(cls) -> list[str]:
        return sorted(name for name in inspect.signature(cls.__init__).parameters if name != "self")

    def get_params(self, deep: bool = True) -> dict[str, Any]:  # noqa: FBT001, FBT002  (scikit-learn's signature)
        """
        Return the parameters by name.

        Parameters
        ----------
        deep : bool
            Also those of estimators among them, as ``name__parameter``.
        """
        found: dict[str, Any] = {}
        for name in self._names():
            value = getattr(self, name)
            found[name] = value
            if deep and hasattr(value, "get_params") and not isinstance(value, type):
                found |= {f"{name}__{key}": inner for key, inner in value.get_params().items()}
        return found

    def set_params(self, **parameters: Any) -> Self:
        """Set parameters by name; ``name__parameter`` sets that of an estimator among them."""
        names = self._names()
        inner: dict[str, dict[str, Any]] = {}
        for key, value in parameters.items():
            name, nested, rest = key.partition("__")
            if name not in names:
                msg = f"{type(self).__name__} has no parameter {name!r}; its parameters are {', '.join(names)}."
                raise OptionError(msg)
            if nested:
                inner.setdefault(name, {})[rest] = value
            else:
                setattr(self, name, value)
        for name, some in inner.items():
            getattr(self, name).set_params(**some)
        return self

    def __repr__(self) -> str:
        """The parameters that differ from their defaults."""
        defaults = inspect.signature(type(self).__init__).parameters
        shown = [
            f"{name}={getattr(self, name)!r}"
            for name in defaults
            if name != "self" and not _same(getattr(self, name), defaults[name].default)
        ]
        return f"{type(self).__name__}({', '.join(shown)})"

    def _repr_html_(self) -> str:
        """A diagram in notebooks: scikit-learn's where it is loaded, else the text."""
        if "sklearn" not in sys.modules:
            return f"<pre>{escape(repr(self))}</pre>"
        from sklearn.utils import estimator_html_repr

        return str(estimator_html_repr(self))

    def __sklearn_is_fitted__(self) -> bool:
        """Whether `fit` has learned something."""
        return any(name.endswith("_") and not name.startswith("_") for name in vars(self))

    def _require_fit(self) -> None:
        if not self.__sklearn_is_fitted__():
            msg = f"this {type(self).__name__} is not fitted yet: call fit first."
            raise _not_fitted()(msg)

    def __sklearn_tags__(self) -> Any:
        """What scikit-learn asks; only scikit-learn calls it."""
        from sklearn.utils import InputTags, Tags, TargetTags

        return Tags(
            estimator_type=None,
            target_tags=TargetTags(required=True),
            transformer_tags=None,
            classifier_tags=None,
            regressor_tags=None,
            input_tags=InputTags(),
        )


def _same(value: Any, default: Any) -> bool:
    if value is default:
        return True
    try:
        return type(value) is type(default) and bool(value == default)
    except (TypeError, ValueError):  # arrays compare cell by cell
        return False


def _not_fitted() -> type[Exception]:
    """Our error; where scikit-learn is loaded it is also scikit-learn's, so that its handlers know it."""
    if "sklearn" not in sys.modules:
        return NotFittedError
    from sklearn.exceptions import NotFittedError as Theirs

    return type("NotFittedError", (NotFittedError, Theirs), {})


def clone(estimator: Any) -> Any:
    """Return an estimator with the same parameters that has not seen data."""
    if "sklearn" in sys.modules:
        from sklearn.base import clone as theirs

        return theirs(estimator)
    return _copy(estimator)


def _copy(value: Any) -> Any:
    if not hasattr(value, "get_params") or isinstance(value, type):
        return copy.deepcopy(value)
    parameters: Mapping[str, Any] = value.get_params(deep=False)
    return type(value)(**{name: _copy(part) for name, part in parameters.items()})
