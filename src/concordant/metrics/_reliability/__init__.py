"""What metrics of numbers that many raters gave to units share."""
