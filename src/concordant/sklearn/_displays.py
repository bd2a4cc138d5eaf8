"""Displays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import numpy as np
import numpy.typing as npt

from concordant import plots
from concordant.errors import InputTypeError, OptionError, PositiveLabelError
from concordant.metrics.probabilities.bins import calibration_curve
from concordant.metrics.ranking.average_precision import average_precision
from concordant.metrics.ranking.curves import det_curve, precision_recall_curve, roc_curve
from concordant.metrics.ranking.roc_auc import roc_auc
from concordant.names import require_choice
from concordant.states import Counts, Curve
from concordant.typing import Column, FloatArray, Label

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Response = Literal["auto", "predict_proba", "decision_function"]


def scores_of(
    estimator: Any, rows: Any, *, response_method: Response = "auto", pos_label: Label | None = None
) -> tuple[FloatArray, tuple[Label, Label]]:
    """Return the scores of the positive class, and the negative and the positive class."""
    methods = ("predict_proba", "decision_function") if response_method == "auto" else (response_method,)
    require_choice("response_method", response_method, ("auto", "predict_proba", "decision_function"))
    method = next((name for name in methods if hasattr(estimator, name)), None)
    classes = getattr(estimator, "classes_", None)
    if method is None or classes is None:
        msg = f"{type(estimator).__name__} has no {' or '.join(methods)} of classes: give a fitted classifier."
        raise InputTypeError(msg)
    labels = np.asarray(classes).tolist()
    if len(labels) != 2:
        raise InputTypeError(f"the classifier has {len(labels)} classes, and a curve is of two.")
    if pos_label is not None and pos_label not in labels:
        raise PositiveLabelError(f"pos_label={pos_label!r} is none of the classes {labels[0]!r} and {labels[1]!r}.")
    first = pos_label is not None and pos_label == labels[0]
    response = np.asarray(getattr(estimator, method)(rows), np.float64)
    signed = -response if first else response
    scores = signed if response.ndim == 1 else response[:, 0 if first else 1]
    return scores, (labels[1], labels[0]) if first else (labels[0], labels[1])


# Pictures with the habits of scikit-learn's displays: ``from_predictions``, ``from_estimator``, ``ax=``, ``name=``.
#
# They draw what `concordant.plots` draws, and keep what scikit-learn's keep: ``ax_``, ``figure_``, and the numbers.


class _Display:
    """A picture that was drawn, and can be drawn again."""

    ax_: Axes
    figure_: Figure

    def plot(self, ax: Axes | None = None, *, name: str | None = None) -> Self:
        """Draw it, by default into a new figure, and keep the Axes in ``ax_`` and the figure in ``figure_``."""
        self.ax_ = self._draw(ax, name)
        self.figure_ = self.ax_.figure  # type: ignore[assignment]  # of Axes in a subfigure it is that
        return self

    def _draw(self, ax: Axes | None, name: str | None) -> Axes:
        raise NotImplementedError


class _CurveDisplay(_Display):
    """A curve of the scores of two classes."""

    picture: ClassVar[str]
    options: ClassVar[tuple[str, ...]] = ()

    def __init__(self, curve: Curve, *, name: str | None = None, **options: Any) -> None:
        unknown = [option for option in options if option not in self.options]
        if unknown:
            has = f"its options are {', '.join(self.options)}" if self.options else "it has none but name= and ax="
            raise OptionError(f"{type(self).__name__} has no option {unknown[0]!r}; {has}.")
        self.curve, self.name, self.pos_label = curve, name, curve.classes[1]
        self._options: dict[str, Any] = options
        self._read(curve)

    def _read(self, curve: Curve) -> None:
        raise NotImplementedError

    def _draw(self, ax: Axes | None, name: str | None) -> Axes:
        drawn: Axes = getattr(plots, self.picture)(self.curve, name=name or self.name, ax=ax, **self._options)
        return drawn

    @classmethod
    def from_predictions(
        cls,
        y_true: Column,
        y_score: Column,
        *,
        sample_weight: Column | None = None,
        pos_label: Label | None = None,
        name: str | None = None,
        ax: Axes | None = None,
        **options: Any,
    ) -> Self:
        """
        Draw the curve of scores.

        Parameters
        ----------
        y_true : array-like of shape (n,)
            Labels of two classes.
        y_score : array-like of shape (n,)
            Scores, higher for the positive class.
        sample_weight : array-like of shape (n,), optional
            One weight a row.
        pos_label : label, optional
            The positive class; of numbers the larger one by default.
        name : str, optional
            The name of the curve in the legend.
        ax : matplotlib.axes.Axes, optional
            Where to draw. Default: a new figure.
        **options
            Those of the function of `concordant.plots` that draws it, such as ``level=0.95`` for an interval.
        """
        curve = Curve.from_scores(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
        return cls(curve, name=name, **options).plot(ax)

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,  # noqa: N803  (scikit-learn's name)
        y: Column,
        *,
        sample_weight: Column | None = None,
        response_method: Response = "auto",
        pos_label: Label | None = None,
        name: str | None = None,
        ax: Axes | None = None,
        **options: Any,
    ) -> Self:
        """
        Draw the curve of a fitted classifier on rows that it has not seen.

        Parameters
        ----------
        estimator : classifier
            With ``predict_proba`` or ``decision_function``, and ``classes_``.
        X, y
            The rows and their labels.
        response_method : {"auto", "predict_proba", "decision_function"}
            "auto" takes probabilities where the classifier has them.
        sample_weight, pos_label, name, ax, **options
            As for `from_predictions`; the name is that of the class of the estimator by default.
        """
        scores, classes = scores_of(estimator, X, response_method=response_method, pos_label=pos_label)
        curve = Curve.from_scores(y, scores, labels=classes, sample_weight=sample_weight)
        return cls(curve, name=type(estimator).__name__ if name is None else name, **options).plot(ax)


class RocCurveDisplay(_CurveDisplay):
    """The ROC curve; attributes ``fpr``, ``tpr``, ``thresholds``, ``roc_auc``, ``ax_`` and ``figure_``."""

    picture = "roc_curve"
    options = ("chance", "level", "thresholds")

    def _read(self, curve: Curve) -> None:
        self.fpr, self.tpr, self.thresholds = roc_curve.outcome(curve).value
        self.roc_auc = float(roc_auc.outcome(curve).value)


class PrecisionRecallDisplay(_CurveDisplay):
    """The precision-recall curve; attributes ``precision``, ``recall``, ``thresholds``, ``average_precision``."""

    picture = "precision_recall_curve"
    options = ("level", "prevalence", "thresholds")

    def _read(self, curve: Curve) -> None:
        self.precision, self.recall, self.thresholds = precision_recall_curve.outcome(curve).value
        self.average_precision = float(average_precision.outcome(curve).value)


class DetCurveDisplay(_CurveDisplay):
    """The detection error tradeoff; attributes ``fpr``, ``fnr``, ``thresholds``."""

    picture = "det_curve"

    def _read(self, curve: Curve) -> None:
        self.fpr, self.fnr, self.thresholds = det_curve.outcome(curve).value


class CalibrationDisplay(_CurveDisplay):
    """The calibration curve, of 5 bins unless ``n_bins`` says otherwise; attributes ``prob_true``, ``prob_pred``."""

    picture = "calibration_curve"
    options = ("n_bins", "strategy")
    prob_true: FloatArray
    prob_pred: FloatArray

    def _read(self, curve: Curve) -> None:
        self._points = calibration_curve.outcome(curve, **{"n_bins": 5, **self._options}).value
        filled = np.asarray(self._points.weight) > 0
        self.prob_true = np.asarray(self._points.observed)[filled]
        self.prob_pred = np.asarray(self._points.predicted)[filled]

    def _draw(self, ax: Axes | None, name: str | None) -> Axes:
        return plots.calibration_curve(self._points, name=name or self.name, ax=ax)


class ConfusionMatrixDisplay(_Display):
    """The confusion matrix; attributes ``confusion_matrix``, ``display_labels``, ``ax_`` and ``figure_``."""

    confusion_matrix: npt.NDArray[Any]

    def __init__(self, counts: Counts, *, normalize: Any = None, display_labels: Any = None) -> None:
        self.counts, self._normalize = counts, normalize
        self.confusion_matrix = counts.table if normalize is None else counts.normalized(normalize)
        self.display_labels = list(counts.labels) if display_labels is None else list(display_labels)

    def _draw(self, ax: Axes | None, name: str | None) -> Axes:
        drawn = plots.confusion_matrix(
            self.counts, normalize=self._normalize, class_names=[str(label) for label in self.display_labels], ax=ax
        )
        if name is not None:
            drawn.set_title(name)
        return drawn

    @classmethod
    def from_predictions(
        cls,
        y_true: Column,
        y_pred: Column,
        *,
        labels: Any = None,
        sample_weight: Column | None = None,
        normalize: Any = None,
        display_labels: Any = None,
        ax: Axes | None = None,
    ) -> Self:
        """Draw the matrix of two columns of labels; see `concordant.plots.confusion_matrix`."""
        counts = Counts.from_labels(y_true, y_pred, labels=labels, sample_weight=sample_weight)
        return cls(counts, normalize=normalize, display_labels=display_labels).plot(ax)

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,  # noqa: N803  (scikit-learn's name)
        y: Column,
        *,
        ax: Axes | None = None,
        **options: Any,
    ) -> Self:
        """Draw the matrix of the labels that a fitted classifier predicts; options as for `from_predictions`."""
        return cls.from_predictions(y, estimator.predict(X), ax=ax, **options)
