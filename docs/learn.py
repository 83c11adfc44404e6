#!/usr/bin/env python3
"""Trains a player by self-play, with numpy and nothing else.

    PYTHONPATH=build/python docs/learn.py qwixx --minutes 5 --out my.brain
    build/parlour sim qwixx hard mine --brain mine=my.brain

A small network guesses, from what bots look at, how many points a seat will
still gain on the other one after its move. Both seats play by it, and every
guess is corrected by the next one, or by the result when the game is over
(temporal differences). Every now and then it plays against a built-in bot,
with the dice of its own, and says how often it won.
"""
import argparse
import time

import numpy as np

import parlour
from parlour.brains import HIDDEN, brain_bytes

GAMES = 256   # side by side
POINTS = 20   # are 1 for the network
SCALE = 0.25  # of features


class Network:
    """One hidden layer; learns by Adam."""

    def __init__(self, inputs, random):
        self.weights = [random.normal(0, (2 / inputs) ** 0.5,
                                      (inputs, HIDDEN)).astype(np.float32),
                        np.zeros(HIDDEN, np.float32),
                        np.zeros(HIDDEN, np.float32),
                        np.zeros(1, np.float32)]
        self.mean = [np.zeros_like(w) for w in self.weights]
        self.square = [np.zeros_like(w) for w in self.weights]
        self.steps = 0

    def value(self, x):
        w, b, out, bias = self.weights
        return np.maximum(x @ w + b, 0) @ out + bias

    def brain(self, game, error):
        """As a file for Parlour's own bots."""
        w, b, out, bias = self.weights
        return brain_bytes(game, w * SCALE, b, out, float(bias[0]), error,
                           POINTS)

    def learn(self, x, target, rate=1e-3):
        w, b, out, bias = self.weights
        hidden = np.maximum(x @ w + b, 0)
        error = (hidden @ out + bias - target) / len(x)
        back = error[:, None] * out * (hidden > 0)
        slopes = [x.T @ back, back.sum(0), hidden.T @ error, error.sum()]
        self.steps += 1
        for w, m, v, slope in zip(self.weights, self.mean, self.square,
                                  slopes):
            m += 0.1 * (slope - m)
            v += 0.001 * (slope * slope - v)
            w -= rate * (m / (1 - 0.9 ** self.steps)) / (
                np.sqrt(v / (1 - 0.999 ** self.steps)) + 1e-8)


def scaled(features):
    return features.astype(np.float32) * SCALE


def best(batch, network, random=None, itch=0.0):
    """The best move of every game; now and then any other, to see what it
    brings. Returns the moves, and where they are among the afters."""
    afters = batch.afters()
    owner = np.repeat(np.arange(len(batch)), np.diff(afters.first))
    seat = batch.seat[owner]
    lead = (afters.points[np.arange(len(owner)), seat]
            - afters.points[np.arange(len(owner)), 1 - seat]) / POINTS
    worth = lead + network.value(scaled(afters.features)) * (afters.over == 0)
    if random is not None:
        worth[random.random(len(worth)) < itch] += 100
    order = np.lexsort((worth, owner))
    chosen = order[afters.first[1:] - 1]
    return afters.move[chosen], chosen, afters, lead


class Learner:
    def __init__(self, game, seed):
        self.random = np.random.default_rng(seed)
        self.batch = parlour.Batch(game, GAMES, seats=2, seed=seed, view=False)
        self.network = Network(game.features, self.random)
        self.seen = np.zeros((GAMES, 2, game.features), np.float32)
        self.lead = np.zeros((GAMES, 2), np.float32)
        self.has = np.zeros((GAMES, 2), bool)
        self.games = 0
        self.error = 1.0  # how far off the guesses are, lately

    def step(self):
        """One decision in every game, and what it teaches."""
        batch, rows = self.batch, np.arange(GAMES)
        seat = batch.seat.copy()
        moves, chosen, afters, lead = best(batch, self.network, self.random,
                                           0.02)
        now = scaled(afters.features[chosen])
        # What this seat guessed after its last move was off by so much:
        lessons = [(self.seen[rows, seat], lead[chosen]
                    + self.network.value(now) - self.lead[rows, seat],
                    self.has[rows, seat] & (afters.over[chosen] == 0))]
        self.seen[rows, seat] = now
        self.lead[rows, seat] = lead[chosen]
        self.has[rows, seat] = True
        batch.step(moves)
        done = batch.done != 0
        self.games += int(done.sum())
        for one in range(2):
            final = (batch.points[:, one] - batch.points[:, 1 - one]) / POINTS
            lessons.append((self.seen[:, one], final - self.lead[:, one],
                            done & self.has[:, one]))
        self.has[done] = False
        x = np.concatenate([x[use] for x, _, use in lessons])
        target = np.concatenate([t[use] for _, t, use in lessons])
        if len(x):
            off = np.abs(self.network.value(x) - target).mean()
            self.error += 0.01 * (off - self.error)
            self.network.learn(x, target.astype(np.float32))


def duel(game, network, bot, games, seed):
    """How many of so many games the network wins, a draw being half; it has
    seat 0 in one half of the games and seat 1 in the other."""
    won = played = 0.0
    for mine in range(2):
        batch = parlour.Batch(game, games // 2, seats=2, seed=seed + mine,
                              view=False)
        running = np.ones(len(batch), bool)
        while running.any():
            theirs = batch.choose(bot, only=batch.seat != mine)
            batch.step(np.where(batch.seat == mine, best(batch, network)[0],
                                theirs))
            ended = running & (batch.done != 0)
            bits = batch.winners[ended]
            won += np.where(bits == 3, 0.5, bits >> mine & 1).sum()
            played += ended.sum()
            running &= ~ended
    return won / played


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="?", default="qwixx")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--steps", type=int, default=10**9,
                        help="stop after so many decisions per game")
    parser.add_argument("--against", default="medium")
    parser.add_argument("--games", type=int, default=1000,
                        help="of each duel")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="write a brain file for sim --brain")
    given = parser.parse_args()
    game, bot = parlour.game(given.game), parlour.bot(given.against)
    learner, begin, steps = Learner(game, given.seed), time.time(), 0
    next_duel = 500
    while True:
        learner.step()
        steps += 1
        over = (time.time() - begin > given.minutes * 60
                or steps >= given.steps)
        if steps == next_duel or over:
            next_duel *= 2
            share = duel(game, learner.network, bot, given.games, 77)
            print("%5.1f min %8d games: %.1f%% of %d against %s" % (
                (time.time() - begin) / 60, learner.games, 100 * share,
                given.games, bot.id), flush=True)
        if over:
            break
    if given.out:
        with open(given.out, "wb") as file:
            file.write(learner.network.brain(game, float(learner.error)))


if __name__ == "__main__":
    main()
