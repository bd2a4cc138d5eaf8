"""
PyTorch: losses for ordered classes, the heads they fit, and metrics that keep exact counts on the device.

Losses take logits of any device and floating type. Half precision is summed in float32, float64 stays float64.

- `weighted_kappa_loss`, `WeightedKappaLoss`: 1 - kappa of the soft table of a batch, or its logarithm;
- `ranked_probability_loss`: squared earth mover's distance, the ranked probability score;
- `corn_loss`, `coral_loss`, `cumulative_link_loss`, `CumulativeLink`: K - 1 ordered decisions;
- `class_probabilities`, `predict_classes`: from logits to probabilities to classes;
- `TorchMetric`: any metric of Concordant over batches, processes and devices.
"""

from importlib import import_module

from concordant.errors import MissingDependencyError

try:
    import_module("torch")
except ModuleNotFoundError as error:
    if error.name != "torch":
        raise  # a PyTorch that fails to load says why
    raise MissingDependencyError('concordant.learning.torch needs PyTorch: pip install "concordant[torch]".') from error

from concordant.learning.torch.links import class_probabilities, predict_classes
from concordant.learning.torch.losses import (
    CumulativeLink,
    WeightedKappaLoss,
    coral_loss,
    corn_loss,
    cumulative_link_loss,
    ranked_probability_loss,
    weighted_kappa_loss,
)
from concordant.learning.torch.metric import TorchMetric

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
