"""Labels from class probabilities: decisions that maximise a metric of the expected table."""
