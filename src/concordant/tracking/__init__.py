"""Results for experiment trackers: flat numbers with their limits, and figures, for MLflow and Weights & Biases."""

from concordant.tracking.as_numbers import as_numbers
from concordant.tracking.log_to_mlflow import log_to_mlflow
from concordant.tracking.log_to_wandb import log_to_wandb

__all__ = ["as_numbers", "log_to_mlflow", "log_to_wandb"]
