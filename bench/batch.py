#!/usr/bin/env python3
"""Decisions per second and core of batches: PYTHONPATH=build/python bench/batch.py

Processor time counts, so that other programs on the machine change little."""
import sys
import time

import numpy as np

import parlour

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
GAMES = 2048


def rate(step):
    """Decisions per second of processor time."""
    begin, decisions = time.process_time(), 0
    while time.process_time() - begin < SECONDS:
        step()
        decisions += GAMES
    return decisions / (time.process_time() - begin)


print("game                moves picked in C   by numpy   (millions per second)")
for game in parlour.games.values():
    batch = parlour.Batch(game, GAMES, view=False, seed=1)
    chance = parlour.bot("random")
    random = np.random.default_rng(1)

    def by_numpy():
        noise = random.random(batch.mask.shape, dtype=np.float32)
        batch.step((noise * batch.mask).argmax(axis=1))

    print("%-20s %16.2f %10.2f" % (
        game.id, rate(lambda: batch.play(chance)) / 1e6,
        rate(by_numpy) / 1e6))
