"""Thousands of games side by side, in numpy arrays that C writes into.

>>> import numpy, parlour
>>> batch = parlour.Batch(parlour.game("qwixx"), 1000, seats=2, seed=1)
>>> batch.mask.shape, batch.features.shape
((1000, 45), (1000, 105))
>>> moves = batch.mask.argmax(axis=1)
>>> batch.step(moves)
>>> batch.play(parlour.bot("medium")).shape
(1000,)
"""
from __future__ import annotations

import concurrent.futures
import ctypes as c
from typing import NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _engine as e
from .core import Bot, Game, ParlourError, State
from .fields import FIELDS


def dtype_of(game: Game) -> np.dtype:
    """A state or view of a game by the names of its fields, as the engine
    keeps them: docs/python.md says what they mean."""
    return np.dtype({"names": [f[0] for f in FIELDS[game.id]],
                     "formats": [_format(f) for f in FIELDS[game.id]],
                     "offsets": [f[1] for f in FIELDS[game.id]],
                     "itemsize": game.state_size})


def _format(field):
    kind = field[2]
    if isinstance(kind, list):
        kind = np.dtype({"names": [f[0] for f in kind[1:]],
                         "formats": [_format(f) for f in kind[1:]],
                         "offsets": [f[1] for f in kind[1:]],
                         "itemsize": kind[0]})
    return (kind, tuple(field[3])) if field[3] else kind


class Afters(NamedTuple):
    """What every legal move of every game leads to, rows of games one after
    the other: those of game i are ``first[i]`` to ``first[i + 1]``."""
    first: np.ndarray
    move: np.ndarray
    features: np.ndarray
    points: np.ndarray
    over: np.ndarray


class Batch:
    """Games that rest where a seat has something to decide.

    The arrays have a row per game and are always the same objects, so a view
    of them stays valid: copy what you want to keep beyond a step.

    - ``seat``: who decides.
    - ``mask``: 1 for every legal move, ``game.move_count`` wide.
    - ``features``: what bots look at, from what that seat may know.
    - ``view``: what that seat may know, as a structured array of the state's
      fields; ``view_bytes`` is the same as plain bytes.
    - ``points``: of every seat, as if the game ended now.
    - ``done``: 1 where the last step ended a game. The next one has begun in
      that row already; ``points`` and ``winners`` (a bit per seat) are those
      of the game that ended.
    - ``state``: everything, hidden things too. Copy ``state`` and ``rng`` to
      save a batch; put them back and call ``show`` to restore it.

    Where several seats decide at once, they are asked one after the other,
    and none sees what another has chosen.
    """

    def __init__(self, game: Game, games: int, seats: Optional[int] = None,
                 first: int = 0, seed: Union[int, Sequence[int]] = 0,
                 threads: int = 1, view: bool = True, features: bool = True,
                 mask: bool = True, **options):
        setup = game.setup(seats, first, **options)
        self.game, self.games, self.seats = game, games, setup.seats
        self.threads = max(1, min(threads, games))
        self._pool = (concurrent.futures.ThreadPoolExecutor(self.threads)
                      if self.threads > 1 else None)
        self.state = np.zeros((games, e.STATE), np.uint8)
        self.rng = np.zeros((games, 4), np.uint64)
        self.seat = np.zeros(games, np.int8)
        self.mask = np.zeros((games, game.move_count), np.uint8) \
            if mask else None
        self.features = np.zeros((games, game.features), np.int16) \
            if features and game.features else None
        self.view_bytes = np.zeros((games, game.state_size), np.uint8) \
            if view else None
        self.view = self.view_bytes.view(dtype_of(game))[:, 0] \
            if view else None
        self.points = np.zeros((games, self.seats), np.int16)
        self.winners = np.zeros(games, np.uint8)
        self.done = np.zeros(games, np.uint8)
        self._moves = np.zeros(games, np.uint16)
        self._b = e.Batch(game=game._at, setup=setup, **{
            name: None if array is None else array.ctypes.data
            for name, array in (
                ("state", self.state), ("rng", self.rng),
                ("seat", self.seat), ("mask", self.mask),
                ("features", self.features), ("view", self.view_bytes),
                ("points", self.points), ("winners", self.winners),
                ("done", self.done))})
        self.reset(seed)

    def _share(self, work):
        """Calls work(from, to) for all rows, on all threads."""
        if self._pool is None:
            return [work(0, self.games)]
        edges = [self.games * i // self.threads
                 for i in range(self.threads + 1)]
        return list(self._pool.map(work, edges[:-1], edges[1:]))

    def reset(self, seed: Union[int, Sequence[int]] = 0):
        """Starts all games again. A number gives every row a seed of its own,
        ``seed + row``; or give one for each row."""
        if np.ndim(seed) == 0:
            seeds = (np.arange(self.games, dtype=np.uint64)
                     + np.uint64(int(seed) & (2**64 - 1)))
        else:
            seeds = np.ascontiguousarray(seed, np.uint64)
            if seeds.shape != (self.games,):
                raise ParlourError("a seed per game is needed: %d"
                                   % self.games)
        self._share(lambda a, b: e.batch_begin(
            c.byref(self._b), seeds.ctypes.data, a, b))

    def show(self):
        """Writes the arrays again, after ``state`` was changed."""
        self._share(lambda a, b: e.batch_show(c.byref(self._b), a, b))

    def step(self, moves):
        """Plays a move in every game. A move that is not legal is an error,
        and then nothing has been played."""
        moves = np.asarray(moves)
        if moves.shape != (self.games,):
            raise ParlourError("a move per game is needed: %d" % self.games)
        wrong = (moves < 0) | (moves >= self.game.move_count)
        if self.mask is not None and not wrong.any():
            wrong = self.mask[np.arange(self.games), moves] == 0
        if wrong.any():
            row = int(wrong.argmax())
            raise ParlourError("move %d is not legal in game %d"
                               % (moves[row], row))
        np.copyto(self._moves, moves, casting="unsafe")
        ends = self._share(lambda a, b: (b, e.batch_step(
            c.byref(self._b), self._moves.ctypes.data, a, b)))
        for to, row in ends:
            if row != to:
                raise ParlourError("move %d is not legal in game %d"
                                   % (moves[row], row))

    def _ask(self, ask, bot: Bot, steps: int, only):
        rows = None
        if only is not None:
            rows = np.ascontiguousarray(only, np.uint8)
            if rows.shape != (self.games,):
                raise ParlourError("a truth value per game is needed: %d"
                                   % self.games)
        self._share(lambda a, b: ask(
            c.byref(self._b), bot._at, steps,
            None if rows is None else rows.ctypes.data,
            self._moves.ctypes.data, a, b))
        return self._moves.copy()

    def choose(self, bot: Bot, steps: int = 0,
               only: Optional[np.ndarray] = None) -> np.ndarray:
        """The moves that a bot would make, or only where ``only`` is true.
        It uses the random numbers of the games."""
        return self._ask(e.batch_choose, bot, steps, only)

    def play(self, bot: Bot, steps: int = 0,
             only: Optional[np.ndarray] = None) -> np.ndarray:
        """Lets a bot choose and play; returns its moves."""
        return self._ask(e.batch_play, bot, steps, only)

    def afters(self) -> Afters:
        """The position after every legal move of every game, as the seat that
        decides would judge it: its own move has happened, the others pass.
        A value network chooses by these."""
        if not self.game.features:
            raise ParlourError("%s has no features" % self.game.id)
        parts = self._share(self._afters)
        if len(parts) == 1:
            return parts[0]
        shift = np.cumsum([0] + [len(part.move) for part in parts])
        return Afters(
            np.concatenate([part.first[:-1] + at
                            for part, at in zip(parts, shift)]
                           + [shift[-1:]]),
            *(np.concatenate(columns)
              for columns in list(zip(*parts))[1:]))

    def _afters(self, a: int, b: int) -> Afters:
        rows = (b - a) * self.game.moves_max
        first = np.empty(b - a + 1, np.uint32)
        move = np.empty(rows, np.uint16)
        features = np.empty((rows, self.game.features), np.int16)
        points = np.empty((rows, self.seats), np.int16)
        over = np.empty(rows, np.uint8)
        n = e.batch_after(c.byref(self._b), c.byref(e.Afters(
            first.ctypes.data, move.ctypes.data, features.ctypes.data,
            points.ctypes.data, over.ctypes.data, None)), a, b)
        return Afters(first, move[:n], features[:n], points[:n], over[:n])

    def game_state(self, row: int) -> State:
        """The whole state of one game, as an object."""
        return State(self.game, self.seats, self.state[row].tobytes())

    def __len__(self):
        return self.games

    def __repr__(self):
        return "<Batch of %d games of %s with %d seats>" % (
            self.games, self.game.id, self.seats)
