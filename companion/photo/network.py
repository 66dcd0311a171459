"""A small convolutional network in numpy: patches of cells → probabilities of states."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = Any
Weights = dict[str, Array]

FIRST, SECOND, HIDDEN = 16, 24, 48  # filters of the two convolutions, neurons of the hidden layer
KERNELS = {"first": (5, 2), "second": (3, 1)}  # size, padding; both take every second place


@dataclass(frozen=True)
class Samples:
    patches: Array  # (sample, channel, y, x)
    facts: Array  # (sample, fact)
    states: Array  # index of the right state
    importance: Array

    def __len__(self) -> int:
        return len(self.states)

    def pick(self, which: Array) -> "Samples":
        return Samples(self.patches[which], self.facts[which], self.states[which], self.importance[which])


def make_weights(channels: int, side: int, facts: int, states: int, rng: np.random.Generator) -> Weights:
    """Make random weights to start training with."""
    seen = SECOND * (side // 4) ** 2
    shapes = {
        "first": (channels * KERNELS["first"][0] ** 2, FIRST),
        "second": (FIRST * KERNELS["second"][0] ** 2, SECOND),
        "hidden": (seen + facts, HIDDEN),
        "out": (HIDDEN, states),
    }
    weights = {name: rng.normal(0, np.sqrt(2 / shape[0]), shape).astype(np.float32) for name, shape in shapes.items()}
    return weights | {f"{name} bias": np.zeros(shape[1], np.float32) for name, shape in shapes.items()}


def predict(weights: Weights, patches: Array, facts: Array) -> Array:
    """Return the probability of every state for every patch."""
    return _softmax(_forward(weights, patches, facts)[-1])


def find_features(weights: Weights, patches: Array, facts: Array) -> Array:
    """Return what the hidden layer makes of every patch."""
    return _forward(weights, patches, facts)[-2]


def predict_from(weights: Weights, features: Array) -> Array:
    """Return the probability of every state from the features of patches."""
    return _softmax(features @ weights["out"] + weights["out bias"])


def adapt(weights: Weights, features: Array, wanted: Array, strength: float = 0.02, steps: int = 80) -> Weights:
    """Return weights whose last layer fits these features better, without moving far.

    `wanted` are the probabilities of states; rows of zeros are not used.
    """
    known = wanted.sum(axis=1) > 0.5
    out, bias = weights["out"].copy(), weights["out bias"].copy()
    if not known.any():
        return weights
    seen, right = features[known], wanted[known]
    rate = 0.5 / (float((seen * seen).sum(axis=1).mean()) + 1)
    for _ in range(steps):
        back = (_softmax(seen @ out + bias) - right) / len(seen)
        out -= rate * (seen.T @ back * len(seen) ** 0.5 + strength * (out - weights["out"]))
        bias -= rate * (back.sum(axis=0) * len(seen) ** 0.5 + strength * (bias - weights["out bias"]))
    return {**weights, "out": out, "out bias": bias}


def _forward(weights: Weights, patches: Array, facts: Array) -> tuple[Array, ...]:
    one = _unfold(patches.transpose(0, 2, 3, 1), *KERNELS["first"])
    first = np.maximum(one @ weights["first"] + weights["first bias"], 0)
    two = _unfold(first, *KERNELS["second"])
    second = np.maximum(two @ weights["second"] + weights["second bias"], 0)
    three = np.concatenate((second.reshape(len(patches), -1), facts), axis=1)
    hidden = np.maximum(three @ weights["hidden"] + weights["hidden bias"], 0)
    return one, first, two, second, three, hidden, hidden @ weights["out"] + weights["out bias"]


def _unfold(maps: Array, size: int, padding: int) -> Array:
    """List what the kernel sees at every second place of (sample, y, x, channel)."""
    count, height, width, channels = maps.shape
    padded = np.zeros((count, height + 2 * padding, width + 2 * padding, channels), np.float32)
    padded[:, padding:-padding, padding:-padding] = maps
    rows, columns = height // 2, width // 2
    sample, down, right, one = padded.strides
    shape, strides = (count, rows, columns, size, size * channels), (sample, 2 * down, 2 * right, down, one)
    windows = np.lib.stride_tricks.as_strided(padded, shape, strides, writeable=False)
    return np.ascontiguousarray(windows).reshape(count, rows, columns, -1)


def _fold(unfolded: Array, shape: tuple[int, ...], size: int, padding: int) -> Array:
    """Add up what every place was seen as: the reverse of `_unfold`."""
    count, height, width, channels = shape
    rows, columns = unfolded.shape[1:3]
    windows = unfolded.reshape(count, rows, columns, size, size, channels)
    padded = np.zeros((count, height + 2 * padding, width + 2 * padding, channels), np.float32)
    for y in range(size):
        for x in range(size):
            padded[:, y : y + 2 * rows : 2, x : x + 2 * columns : 2] += windows[:, :, :, y, x]
    return padded[:, padding:-padding, padding:-padding]


def _softmax(scores: Array) -> Array:
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def train(
    weights: Weights, samples: Samples, epochs: int, rng: np.random.Generator, batch: int = 128, rate: float = 0.002
) -> Iterator[float]:
    """Improve the weights in place by Adam; yield the mean loss of every epoch."""
    first, second = ({name: np.zeros_like(each) for name, each in weights.items()} for _ in range(2))
    step, steps = 0, epochs * (len(samples) // batch)
    for _ in range(epochs):
        losses = []
        order = rng.permutation(len(samples))
        for start in range(0, len(samples) - batch + 1, batch):
            step += 1
            chosen = vary(samples.pick(np.sort(order[start : start + batch])), rng)
            loss, slopes = _find_slopes(weights, chosen)
            losses.append(loss)
            now = rate * 0.5 * (1 + np.cos(np.pi * step / steps))
            for name, slope in slopes.items():
                first[name] += 0.1 * (slope - first[name])
                second[name] += 0.001 * (slope * slope - second[name])
                size = np.sqrt(second[name] / (1 - 0.999**step)) + 1e-8
                weights[name] -= (now * first[name] / (1 - 0.9**step) / size).astype(np.float32)
                if not name.endswith("bias"):
                    weights[name] *= 1 - now * 0.02
        yield float(np.mean(losses))


def vary(samples: Samples, rng: np.random.Generator) -> Samples:
    """Change patches in ways that leave their states as they are, so that the network learns more than it is shown.

    The last channel is the print; the others are marks, which may also be weaker, thicker, blurred or noisy.
    """
    count = len(samples)
    patches = samples.patches.astype(np.float32)
    axes = tuple(axis for axis in (2, 3) if rng.random() < 0.5)
    patches = np.roll(np.flip(patches, axes), rng.integers(-1, 2, 2), axis=(2, 3))
    marks = patches[:, :-1]
    part = rng.permutation(count)[: count // 6]
    marks[part] = np.maximum(marks[part], np.roll(marks[part], 1, axis=int(rng.integers(2, 4))))
    part = rng.permutation(count)[: count // 6]
    along = int(rng.integers(2, 4))
    marks[part] = (marks[part] + np.roll(marks[part], 1, axis=along) + np.roll(marks[part], -1, axis=along)) / 3
    marks *= rng.uniform(0.7, 1.25, (count, 1, 1, 1)).astype(np.float32)
    noise = rng.normal(0, rng.uniform(0, 0.06), (count, 1, *patches.shape[2:])).astype(np.float32)
    marks += noise
    patches[:, -1] *= rng.uniform(0.7, 1.2, (count, 1, 1)).astype(np.float32)
    return Samples(patches, samples.facts, samples.states, samples.importance)


def _find_slopes(weights: Weights, samples: Samples) -> tuple[float, Weights]:
    one, first, two, second, three, hidden, scores = _forward(weights, samples.patches, samples.facts)
    chances = _softmax(scores)
    wanted = np.eye(chances.shape[1], dtype=np.float32)[samples.states] * 0.99 + 0.01 / chances.shape[1]
    importance = samples.importance[:, None]
    loss = float((-wanted * np.log(chances + 1e-9) * importance).sum() / importance.sum())
    back = ((chances - wanted) * importance / importance.sum()).astype(np.float32)
    slopes = {"out": hidden.T @ back, "out bias": back.sum(axis=0)}
    back = (back @ weights["out"].T) * (hidden > 0)
    slopes |= {"hidden": three.T @ back, "hidden bias": back.sum(axis=0)}
    back = (back @ weights["hidden"].T)[:, : second[0].size].reshape(second.shape) * (second > 0)
    slopes |= {"second": _flat(two).T @ _flat(back), "second bias": _flat(back).sum(axis=0)}
    back = _fold(back @ weights["second"].T, first.shape, *KERNELS["second"]) * (first > 0)
    slopes |= {"first": _flat(one).T @ _flat(back), "first bias": _flat(back).sum(axis=0)}
    return loss, slopes


def _flat(maps: Array) -> Array:
    return maps.reshape(-1, maps.shape[-1])
