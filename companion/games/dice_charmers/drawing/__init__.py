"""The sheet as SVG, for phone and paper."""
