"""
States of tensors that lie on a device: of PyTorch, CuPy and JAX.

Rows stay there. What comes to the host is groups: each pair of labels, or each score of a class, with how often it
occurs, which the same checks and kernels then read as they read the groups of a lazy frame. So a state of a device is
that of the same rows in memory.

- `device_rows`: the columns of a call, and what is wrong with them;
- `operations`: what differs between the libraries, and nothing else;
- `groups`: equal rows together; `exact_sums`: sums of weights in no order at all;
- `counts`, `indicators`, `curves`, `losses`: the states; `ranks`: what needs none.
"""

from concordant.engines.devices.counts import counts, grouped_labels, label_groups
from concordant.engines.devices.curves import bucket_curve, curve, curve_or_stack, curve_stack, grouped_scores
from concordant.engines.devices.device_rows import (
    DeviceRows,
    check_device_labels,
    check_device_rows,
    check_device_scores,
)
from concordant.engines.devices.indicators import counts_of_indicators, sample_counts
from concordant.engines.devices.losses import loss_moments, on_host
from concordant.engines.devices.ranks import can_rank, device_rank_sums

__all__ = [
    "DeviceRows",
    "bucket_curve",
    "can_rank",
    "check_device_labels",
    "check_device_rows",
    "check_device_scores",
    "counts",
    "counts_of_indicators",
    "curve",
    "curve_or_stack",
    "curve_stack",
    "device_rank_sums",
    "grouped_labels",
    "grouped_scores",
    "label_groups",
    "loss_moments",
    "on_host",
    "sample_counts",
]
