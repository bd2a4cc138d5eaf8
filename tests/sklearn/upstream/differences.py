"""What differs on purpose from scikit-learn's own tests: test -> reason in words."""

from __future__ import annotations

DIFFERENCES: dict[str, str] = {
    "test_classification.py::test_hinge_loss_multiclass": (
        "demands the mean to the last bit of NumPy's order of summing; ours is summed around a pivot and differs by "
        "one unit in the last place"
    ),
    "test_classification.py::test_confusion_matrix_dtype": (
        "demands that whole weights wrap around beyond 64 bits, to -2 rows in a cell; ours are added as floats there"
    ),
}
