"""The networks that read marks are trained on photos that we make ourselves."""

import io

import numpy as np

from companion.games.dice_charmers.definition import load_sheet
from companion.games.dice_charmers.paper.scan import load_weights
from companion.lab import reader


def test_training_makes_photos_once_and_gives_networks_like_the_shipped_ones(tmp_path, monkeypatch):
    monkeypatch.setattr(reader, "MARKINGS", 1)
    order = reader.ReaderOrder((load_sheet("sun"),), photos=4, epochs=1, seed=7, jobs=1, folder=tmp_path / "cut")
    steps = [list(reader.train_reader(order)) for _ in range(2)]
    assert [news.step for news in steps[0]] == ["photos"] * 4 + ["track", "road", "ring", "cross", "weights"]
    assert all(0 < news.accuracy <= 1 for news in steps[0][4:-1])
    assert len(list(order.folder.iterdir())) == 4
    assert steps[0][-1] == steps[1][-1]  # from the same photos
    with np.load(io.BytesIO(steps[0][-1].weights)) as made:
        shapes = {name: made[name].shape for name in made.files}
    assert shapes == {
        f"{group} {name}": each.shape for group, of in load_weights().items() for name, each in of.items()
    }
