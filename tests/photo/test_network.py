"""The network learns: its slopes are right, and it tells simple patches apart."""

import numpy as np
import pytest

from companion.photo import network

RNG = np.random.default_rng(3)


def make_samples(count: int) -> network.Samples:
    """Return patches with a bar, a cross, or nothing: the same when they are turned."""
    patches = RNG.normal(0, 0.1, (count, 3, 24, 24)).astype(np.float32)
    states = RNG.integers(0, 3, count)
    patches[states > 0, 0, 11:13, :] += 1
    patches[states == 2, 0, :, 11:13] += 1
    return network.Samples(patches, np.zeros((count, 4), np.float32), states, np.ones(count, np.float32))


@pytest.mark.parametrize("layer", ["first", "second", "hidden", "out", "first bias", "second bias"])
def test_slopes_are_those_of_the_loss(layer):
    samples = make_samples(6)
    weights = {name: each.astype(np.float64) for name, each in network.make_weights(3, 24, 4, 3, RNG).items()}
    _, slopes = network._find_slopes(weights, samples)
    at = np.unravel_index(np.abs(slopes[layer]).argmax(), slopes[layer].shape)
    step = 1e-4
    losses = []
    for sign in (1, -1):
        moved = {name: each.copy() for name, each in weights.items()}
        moved[layer][at] += sign * step
        losses.append(network._find_slopes(moved, samples)[0])
    assert slopes[layer][at] == pytest.approx((losses[0] - losses[1]) / (2 * step), rel=0.02)


def test_it_learns_to_tell_bars_and_crosses_apart():
    weights = network.make_weights(3, 24, 4, 3, RNG)
    losses = list(network.train(weights, make_samples(600), epochs=3, rng=RNG, batch=32))
    unseen = make_samples(100)
    chances = network.predict(weights, unseen.patches, unseen.facts)
    assert losses[-1] < losses[0]
    assert (chances.argmax(axis=1) == unseen.states).mean() > 0.95
