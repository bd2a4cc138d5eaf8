"""
Assertions on metrics for test suites: a failure shows the interval and the confusion matrix.

``pytest_plugins = ["concordant.testing.plugin"]`` in ``conftest.py`` gives the fixture `check_metric` beside them.
"""

from concordant.testing.assert_metric import assert_metric
from concordant.testing.assert_not_worse import assert_not_worse

__all__ = ["assert_metric", "assert_not_worse"]
