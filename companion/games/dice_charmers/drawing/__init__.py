"""Draw sheets as SVG, for phones and paper."""
