#!/usr/bin/python3
"""Python against the engine: random steps in every game through a batch of
numpy arrays, and through the plain loop of parlour.h (engine.c). What the seats
see, may do and get is the same, byte for byte, or this fails.

Usage: against.py [STEPS of each game]; PYTHONPATH finds the package, and B the
build (build)."""
import os
import subprocess
import sys
import tempfile
import zlib

import numpy as np
import parlour

ROWS = 500
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("B", "build")


def compiled(folder):
    """The program that plays by the plain loop."""
    program = os.path.join(folder, "engine")
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-Iinclude", "-o",
                    program, os.path.join(HERE, "engine.c"),
                    os.path.join(BUILD, "libparlour.a"), "-lz", "-lm",
                    "-lpthread"], cwd=ROOT, check=True)
    return program


def picks(step, counts):
    """Which of its moves each row makes: as in engine.c."""
    row = np.arange(len(counts), dtype=np.uint32)
    with np.errstate(over="ignore"):
        x = ((row + np.uint32(1)) * np.uint32(2654435761)
             ^ np.uint32((step + 1) * 2246822519 & 0xffffffff))
        x ^= x >> np.uint32(15)
        x *= np.uint32(3266489917)
    return (x >> np.uint32(8)) % counts.astype(np.uint32)


def played(game, seats, steps):
    """One number over everything that a batch shows."""
    batch = parlour.Batch(game, ROWS, seats=seats, features=False)
    rows = np.arange(ROWS)
    total = 0
    for step in range(steps):
        for array in (batch.seat, batch.mask, batch.view_bytes, batch.points,
                      batch.winners, batch.done):
            total = zlib.crc32(array, total)
        rank = np.cumsum(batch.mask, axis=1, dtype=np.int32)
        wanted = picks(step, rank[:, -1]) + 1
        moves = (rank < wanted[:, None]).sum(axis=1)
        assert batch.mask[rows, moves].all()
        batch.step(moves)
    return "%08x" % total


def main():
    steps = max(1, int(sys.argv[1]) // ROWS) if len(sys.argv) > 1 else 40
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(folder)
        for game in parlour.games.values():
            seats = min(3, game.max_seats)
            here = played(game, seats, steps)
            there = subprocess.run(
                [program, game.id, str(seats), str(ROWS), str(steps)],
                check=True, capture_output=True, text=True).stdout.strip()
            same = here == there
            failed += not same
            print("%s: %d steps with %d players, %s" % (
                game.id, ROWS * steps, seats,
                "the same" if same else "%s is not %s" % (here, there)),
                flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
