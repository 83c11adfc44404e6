"""Brain files: a network trained in Python, for Parlour's own bots.

``parlour sim GAME hard mine --brain mine=FILE`` plays with it. A brain guesses
how many points a seat will still gain on a rival, from the features of both:
one hidden layer of 30 rectified units, and what leads straight to its two
outputs, the guess and how far off it usually is. All weights become whole
numbers, so that every machine plays the same.
"""
from __future__ import annotations

import struct
from typing import Optional

import numpy as np

from . import _engine as e
from .core import Game, ParlourError

UNITS, STRAIGHT, FINE = 32, 2, 4096
HIDDEN = UNITS - STRAIGHT


def _whole(weights) -> np.ndarray:
    return np.clip(np.rint(np.asarray(weights, np.float64) * FINE),
                   -32768, 32767).astype("<i2")


def brain_bytes(game: Game, own, bias, out, guess: float, error: float,
                points: float, rival: Optional[np.ndarray] = None) -> bytes:
    """The file as bytes.

    ``own`` and ``rival`` are weights from the features of a seat to the hidden
    units (features × 30), ``bias`` the units' own (30), ``out`` leads from them
    to the guess (30), ``guess`` is added to it, ``error`` is how far off it
    usually is; an output of 1 means so many ``points``."""
    inputs = game.features
    own = np.asarray(own)
    rival = np.zeros_like(own) if rival is None else np.asarray(rival)
    if own.shape != (inputs, HIDDEN) or rival.shape != own.shape:
        raise ParlourError("a brain of %s has weights of %d × %d"
                           % (game.id, inputs, HIDDEN))
    into = np.zeros((2 * inputs + 1, UNITS), "<i2")
    into[:inputs, STRAIGHT:] = _whole(own)
    into[inputs:-1, STRAIGHT:] = _whole(rival)
    into[-1, STRAIGHT:] = _whole(bias)
    into[-1, :STRAIGHT] = _whole([guess, error])
    leaving = np.zeros((UNITS, STRAIGHT), "<i2")
    leaving[STRAIGHT:, 0] = _whole(out)
    data = (b"PLBRAIN\0" + struct.pack("<I32sI", 1, game.id.encode(), inputs)
            + into.tobytes() + leaving.tobytes()
            + struct.pack("<f", points))
    return data + struct.pack("<Q", e.hash64(data, len(data), 0))
