"""Pictures are drawn here."""

from support.pages import settings_stay

__all__ = ["settings_stay"]
