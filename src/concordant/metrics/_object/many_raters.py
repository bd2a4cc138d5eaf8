"""
The ratings of many raters: how they are read, and what can be asked of them: an interval over units, a test.

Metrics of two columns never come here. As `uncertain`, this file opens the door to `concordant.inference` when somebody
asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, cast

from concordant.errors import InputTypeError, OptionError
from concordant.metrics._object.asked import data_of, refuse_unknown
from concordant.metrics._object.kinds import LABELS, NUMBERS, PANEL
from concordant.states import Counts, NumericRatings, Ratings, Tallies, TallySums
from concordant.typing import Column

if TYPE_CHECKING:
    from concordant.metrics._object.metric import Metric
    from concordant.result.comparisons import TableTest

PANEL_STATES = (Ratings, Tallies, TallySums)
_OF_UNITS = ("over", "se")  # what the intervals of many raters take beside the options of the formula


class RatedByMany:
    """How a metric reads the ratings of many raters, and the call that only metrics of these have."""

    @cached_property
    def of_raters(self) -> bool:
        """Whether it takes the ratings of many raters, also beside two columns."""
        metric = cast("Metric", self)
        return metric.panel is not None or metric.numbers is not None

    def takes_panel(self, data: tuple[Any, ...], options: Mapping[str, Any]) -> bool:
        """Whether one argument, where two columns may stand, is the ratings of many raters."""
        metric = cast("Metric", self)
        return metric.panel is not None and len(data) == 1 and not any(name in options for name in metric.data)

    def state_of_raters(self, data: tuple[Any, ...], options: dict[str, Any]) -> Any:
        """The state of the labels of many raters, or of two where many are usual; None of any other data."""
        if self.takes_panel(data, options):
            return self.panel_state(data[0], options)
        return self.two_columns(data, options) if len(data) == 2 and cast("Metric", self).kind is PANEL else None

    def as_ratings(self, data: tuple[Any, ...], options: dict[str, Any]) -> tuple[Any, ...]:
        """The data of a call; two columns of numbers as the ratings of two raters."""
        metric = cast("Metric", self)
        if len(data) != 2 or metric.kind is not NUMBERS:
            return data
        return (NumericRatings.from_two(*data, **metric.reading_taken(options)),)

    def two_columns(self, data: tuple[Any, ...], options: dict[str, Any]) -> Any:
        """Count two columns of labels; the options that say how they are read are taken out."""
        reading = {name: options.pop(name) for name in LABELS.reading if name in options}
        return LABELS.gather(cast("Metric", self), LABELS.read(*data, **reading), {})

    def panel_state(self, ratings: Any, options: dict[str, Any]) -> Any:
        """Return the state of the ratings of many raters; the options that say how they are read are taken out."""
        metric = cast("Metric", self)
        if metric.panel is None:
            msg = f"{metric.name} takes {' and '.join(metric.data)}, not the ratings of many raters."
            raise InputTypeError(msg)
        reading = {name: options.pop(name) for name in PANEL.reading if name in options}
        refuse_unknown(metric.name, options, (*metric.options, *PANEL.reading, "undefined"))
        return PANEL.gather(metric, PANEL.read(ratings, **reading), options)

    def test(
        self,
        *ratings: Any,
        against: float = 0.0,
        alternative: Literal["two-sided", "greater", "less"] = "two-sided",
        method: str | None = None,
        cluster: Column | None = None,
        **options: Any,
    ) -> TableTest:
        """
        Test a coefficient of many raters against a value.

        Parameters
        ----------
        *ratings : array-like of shape (n, r), data frame, Ratings or Tallies
            As in a call; with ``data=`` the names of its columns.
        against : float
            The value that is taken for granted until the p-value is small.
        alternative : {"two-sided", "greater", "less"}
            What is to be shown.
        method : str, optional
            Default: the standard error and the scale of `interval`, so that the test agrees with it. ``"null"``: the
            standard error that the coefficient has if all agreement is by chance (Fleiss, Nee & Landis 1979), against
            0 alone, of complete ratings.
        cluster : array-like of shape (n,), optional
            Which units belong together.
        **options
            As in a call, and `over` and `se` as of `interval`.

        Returns
        -------
        TableTest

        Examples
        --------
        >>> from concordant import fleiss_kappa
        >>> ratings = [["a", "a", "a"], ["a", "b", "b"], ["b", "b", "b"], ["b", "b", "b"]] * 10
        >>> fleiss_kappa.test(ratings, against=0.2, alternative="greater").p_value < 0.05
        True
        """
        metric = cast("Metric", self)
        name = metric.name
        if not metric.of_raters:
            msg = (
                f"{name} does not take the ratings of many raters, and .test is for those. Ask {name}.interval whether "
                f"its limits hold a value, and {name}.compare for the difference of two models."
            )
            raise InputTypeError(msg)
        data = ratings
        if "data" in options:
            from concordant.metrics._object.columns_by_name import columns_by_name

            data, cluster, _ = columns_by_name(metric, ratings, cluster, options)
        how: Any = {"against": against, "alternative": alternative, "method": method, "cluster": cluster}
        if metric.numbers is not None:
            from concordant.inference.panels.number_tests import number_test

            return number_test(metric, _numbers_of(metric, "test", data, options), options, **how)
        if len(data) == 2:
            data = (metric.two_columns(data, options),)
        (rated,) = data_of(f"{name}.test", ("ratings",), data, options)
        from concordant.inference.panels.tests_of_value import panel_test

        return panel_test(metric, rated, options, **how)


def interval_of_raters(
    metric: Metric, data: tuple[Any, ...], options: dict[str, Any], *, level: float, method: str | None, **drawing: Any
) -> Any:
    """Take the interval over units; None where the data are two columns, of a metric that takes these as well."""
    if metric.kind is PANEL and len(data) == 2:
        data = (metric.two_columns(data, options),)
    if metric.takes_panel(data, options):
        from concordant.inference.panels.intervals import panel_interval

        return panel_interval(metric, data[0], options, level=level, method=method, **drawing)
    if metric.numbers is None:
        return None
    from concordant.inference.panels.number_intervals import number_interval

    data = _numbers_of(metric, "interval", data, options)
    return number_interval(metric, data, options, level=level, method=method, cluster=drawing["cluster"])


def interval_of_panel(metric: Metric, state: Any, options: dict[str, Any], **how: Any) -> Any:
    """Take the interval of a state of many raters; None of counts of two."""
    if metric.numbers is not None:
        from concordant.inference.panels.number_intervals import interval_of_numbers, read_asked

        metric.check_call({name: x for name, x in options.items() if name not in _OF_UNITS})
        return interval_of_numbers(metric, state, options, read_asked(metric, options, how["level"], how["method"]))
    if not isinstance(state, PANEL_STATES) and metric.kind is not PANEL:
        return None
    from concordant.inference.panels.intervals import panel_interval

    return panel_interval(metric, state, options, **how)


def compare_raters(
    metric: Metric, data: tuple[Any, ...], options: dict[str, Any], method: str | None, **how: Any
) -> Any:
    """Compare two sets of raters of the same units; None where the data are columns beside a truth."""
    if metric.numbers is not None:
        from concordant.inference.panels.number_comparisons import compare_numbers

        _refuse_method(method)
        return compare_numbers(metric, data, options, **how)
    if metric.kind is not PANEL and "a" not in options and "b" not in options:
        return None
    _refuse_method(method)
    if len(data) != 1 or not {"a", "b"} <= options.keys():
        msg = f"{metric.name}.compare takes the ratings of many raters, a=[raters] and b=[raters]."
        raise InputTypeError(msg)
    from concordant.inference.panels.comparisons import compare_raters

    first, second = options.pop("a"), options.pop("b")
    return compare_raters(metric, data[0], options, a=first, b=second, **how)


def compare_panels(
    metric: Metric, data_a: Any, data_b: Any, options: dict[str, Any], method: str | None, **how: Any
) -> Any:
    """Compare two panels that rated different units; None where the data are columns, or counts, of two models."""
    if metric.numbers is not None:
        from concordant.inference.panels.number_comparisons import compare_number_states

        _refuse_method(method)
        return compare_number_states(metric, data_a, data_b, options, **how)
    both = (data_a, data_b)
    if metric.kind is PANEL:
        both, options = _pairs_counted(metric, both, options)
    elif any(isinstance(data, tuple) for data in both) or all(isinstance(data, Counts) for data in both):
        return None
    from concordant.inference.panels.comparisons import compare_states

    _refuse_method(method)
    return compare_states(metric, *both, options, **how)


def _pairs_counted(metric: Metric, both: tuple[Any, Any], options: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Count two pairs of columns, and return what options are left; other data are as they came."""
    if not all(isinstance(data, tuple) and len(data) == 2 for data in both):
        return both, options
    from concordant.inference.comparisons.compare_independent import one_each

    weights = one_each(options.get("sample_weight"), "sample_weight")
    left = [options | {"sample_weight": weight} for weight in weights]
    counted = tuple(metric.two_columns(data, own) for data, own in zip(both, left, strict=True))
    return counted, left[0]


def _numbers_of(metric: Metric, call: str, data: tuple[Any, ...], options: dict[str, Any]) -> tuple[Any, ...]:
    """The data of a call of numbers of many raters, or of two columns; its options are checked before."""
    if not (len(data) == 2 and metric.kind is NUMBERS):
        data = data_of(f"{metric.name}.{call}", metric.data, data, options)
    refuse_unknown(f"{metric.name}.{call}", options, (*metric.options, *metric.kind.reading, *_OF_UNITS))
    return data


def _refuse_method(method: str | None) -> None:
    if method not in (None, "jackknife"):
        msg = f'panels are compared by "jackknife" (of weights and clusters by the influence of units), not {method!r}.'
        raise OptionError(msg)
