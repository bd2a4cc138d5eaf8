"""
How the tests over all metrics take those for which the defaults are not enough.

A new metric needs a line here only if it has options without a default, takes other rows than its kind does, or does
not keep a promise that others keep. `average`, `multi_class` and `weights` are added by cases.py.
"""

from __future__ import annotations

from typing import Any

# metric -> the sets of options it is taken with.
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "f_beta": [{"beta": 2.0}],
}

# metric -> the kinds of rows that it takes (see CALL in cases.py), where they are not all of its input.
KINDS: dict[str, tuple[str, ...]] = {}

# metric -> truth, the worst and the best that can stand beside it, where two classes in the usual order do not tell.
ENDS: dict[str, tuple[Any, Any, Any]] = {}

# metric -> name of a test over all metrics that cannot hold for it -> why.
EXEMPT: dict[str, dict[str, str]] = {
    "average_precision": {
        "test_the_range_is_reached_at_both_ends": "its least value depends on the prevalence; see the test beside it",
    },
    "confusion_matrix": {
        "test_a_stack_of_tables_is_a_loop_over_them": "it gives the tables back, which are no numbers",
        "test_huge_counts_give_the_same_as_their_shares": "its counts are not shares",
    },
}
