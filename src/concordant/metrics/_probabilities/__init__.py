"""What metrics of probabilities share: losses, bins, isotonic steps, recalibration."""
