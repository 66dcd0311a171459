"""Drawing and PDF for all games: SVG helpers, fonts, icons, palettes, score pads, result sheets, PDF.

`canvas` collects shapes as SVG, `pdf` turns SVG pages into a PDF, `pad` prints blank sheets.
"""
