"""Pictures are drawn here."""

from drawing import settings_stay

__all__ = ["settings_stay"]
