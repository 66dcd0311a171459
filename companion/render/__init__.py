"""Drawing and printing for all games: `svg` draws, `pdf` makes files, `pad` prints blank sheets, `scores` points."""
