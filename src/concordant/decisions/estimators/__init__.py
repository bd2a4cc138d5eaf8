"""What the estimators share: parameters, metadata requests, scores of rows that a model did not see."""
