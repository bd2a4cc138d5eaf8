"""
PyTorch: losses for ordered classes, the heads they fit, and metrics that keep exact counts on the device.

Losses take logits of any device and floating type. Half precision is summed in float32, float64 stays float64.

- `weighted_kappa_loss`, `WeightedKappaLoss`: 1 - kappa of the soft table of a batch, or its logarithm;
- `ranked_probability_loss`: squared earth mover's distance, the ranked probability score;
- `corn_loss`, `coral_loss`, `cumulative_link_loss`, `CumulativeLink`: K - 1 ordered decisions;
- `class_probabilities`, `predict_classes`: from logits to probabilities to classes;
- `TorchMetric`: any metric of Concordant over batches, processes and devices.
"""

from concordant.learning.torch._presence import require_torch

require_torch()

from concordant.learning.torch.coral import coral_loss  # noqa: E402  (only where torch is installed)
from concordant.learning.torch.corn import corn_loss  # noqa: E402
from concordant.learning.torch.cumulative_link import CumulativeLink, cumulative_link_loss  # noqa: E402
from concordant.learning.torch.links import class_probabilities  # noqa: E402
from concordant.learning.torch.predictions import predict_classes  # noqa: E402
from concordant.learning.torch.ranked_probability import ranked_probability_loss  # noqa: E402
from concordant.learning.torch.torch_metric import TorchMetric  # noqa: E402
from concordant.learning.torch.weighted_kappa import WeightedKappaLoss, weighted_kappa_loss  # noqa: E402

__all__ = [
    "CumulativeLink",
    "TorchMetric",
    "WeightedKappaLoss",
    "class_probabilities",
    "coral_loss",
    "corn_loss",
    "cumulative_link_loss",
    "predict_classes",
    "ranked_probability_loss",
    "weighted_kappa_loss",
]
