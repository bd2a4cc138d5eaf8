"""Arrays, series, frames and files become integer labels, scores and weights. Every check lives here."""
