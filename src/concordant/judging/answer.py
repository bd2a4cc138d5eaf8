"""What answers about judges share with those about panels: the record with a sentence, and how numbers are written."""

from concordant.result.answer import Answer, counted, limits, more_or_less, percent, points, signed

__all__ = ["Answer", "counted", "limits", "more_or_less", "percent", "points", "signed"]
