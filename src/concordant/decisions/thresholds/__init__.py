"""The threshold on a score of two classes: the search, its constraints, and the classifier around it."""
