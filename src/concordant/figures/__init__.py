"""
The pictures of the pages as static SVG, one file a figure.

Colours are classes, which the style sheet of the page gives for light and dark screens and for paper. Nothing here
takes a package or a script; the script of the page only moves what is drawn.
"""

from __future__ import annotations
