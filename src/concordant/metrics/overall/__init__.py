"""Metrics of the whole table of labels: accuracy, balanced accuracy and correlation, costs, information."""
