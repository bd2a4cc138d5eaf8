"""What metrics of ranked labels share."""
