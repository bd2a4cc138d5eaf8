"""Errors and warnings: each says what was expected, what came, and the nearest valid choice."""

from __future__ import annotations


class ConcordantError(Exception):
    """Base of every error that Concordant raises on purpose."""


class InputError(ConcordantError, ValueError):
    """The data or an option cannot be used as they are."""


class InputTypeError(ConcordantError, TypeError):
    """The data are of a kind that the metric does not take."""


class RaterIdentityError(InputTypeError):
    """The question is about known raters, and the data do not say who gave which label."""


class TooFewRatersError(InputError):
    """There are fewer raters than the question takes."""


class TooFewUnitsError(InputError):
    """There are fewer units than the question takes."""


class SelectionError(InputError):
    """Nothing says how the items that people labelled were chosen, or an estimate does not fit how they were."""


class LengthError(InputError):
    """Two columns that belong together have different lengths or shapes."""


class LabelError(InputError):
    """A label occurs that was not declared, or the labels do not fit the metric."""


class LabelOrderError(LabelError):
    """The metric needs ordered labels and the labels have no declared order."""


class PositiveLabelError(LabelError):
    """Nothing says which of the labels is the positive one."""


class ContinuousLabelsError(LabelError):
    """Continuous numbers came where labels are expected."""


class MissingValuesError(InputError):
    """Values are missing and `missing="drop"` was not given."""


class EmptyInputError(InputError):
    """Every rating is missing: there is nothing to measure."""


class DuplicateRatingError(InputError):
    """A rater has rated a unit more than once, and nothing says which rating counts."""


class WeightError(InputError):
    """Sample weights are negative, not finite, or of the wrong length."""


class ScoreError(InputError):
    """Scores or probabilities are outside what the metric takes."""


class OptionError(InputError):
    """An option has a value that does not exist or does not fit the data."""


class ColumnError(InputError):
    """A table has no such column."""


class DataFileError(InputError):
    """A file is missing, empty, or of a kind that cannot be read."""


class MergeError(InputError):
    """Two states cannot be added because their keys differ."""


class GapError(InputError):
    """Rows of a stream are missing between those that were counted and those that came."""


class StaleWriterError(InputError):
    """Another process writes under this writer's name, or has done so since this one read the store."""


class StateFormatError(InputError):
    """Stored data are not a state that this version can read."""


class ProcessError(ConcordantError, RuntimeError):
    """Another process of a group failed where all of them were to put their rows together."""


class DeviceMemoryError(ConcordantError, MemoryError):
    """The memory of a device is too small for what is to be done there."""


class UndefinedMetricError(ConcordantError, ValueError):
    """The metric is undefined on these data and `undefined="raise"` was given."""


class MissingDependencyError(ConcordantError, ImportError):
    """A needed optional package is not installed."""


class UndefinedMetricWarning(UserWarning):
    """The metric is undefined on these data (the result is NaN), or an average skipped classes."""


class LabelWarning(UserWarning):
    """Labels of a file of text are written in several ways and read as one."""


class IntervalWarning(UserWarning):
    """An interval or a test is doubtful: too few rows of a kind, or the method fails here."""


class DeviceWarning(UserWarning):
    """Columns of a GPU were copied to the host, since nothing computes there what was asked for."""
