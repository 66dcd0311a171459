"""Score sheets as data: model, files, links, formulas and scoring. Standard library only."""
