"""Parlour: eight number games as an exact, fast engine.

>>> import parlour
>>> qwixx = parlour.game("qwixx")
>>> state = qwixx.start(seats=2).land("3 4 1 5 6 2")
>>> state
<State of qwixx: seats 0, 1 decide; points 0 0>
>>> [move.name for move in state.moves(1)]
['-', 'r7', 'y7', 'g7', 'b7']
>>> state.play(1, "r7").play(0, "-").turn
Turn(what='decide', seats=(0,), whose=0)
>>> parlour.bot("hard").choose(state, 0, parlour.Rng(1)).name
'r4'

Thousands of games at once, for training: ``parlour.Batch`` (needs numpy).
Other libraries' interfaces: ``parlour.envs``.
"""
from ._engine import version as _version
from .core import (Bot, Chance, Game, Hint, Match, Move, ParlourError, Rng,
                   Solution, State, Step, Turn, bot, bots, game, games,
                   read_record, read_sheet)

__version__ = _version().decode()
__all__ = ["Batch", "Bot", "Chance", "Game", "Hint", "Match", "Move",
           "ParlourError", "Rng", "Solution", "State", "Step", "Turn", "bot",
           "bots", "game", "games", "read_record", "read_sheet"]


def __getattr__(name):
    if name == "Batch":
        from .batch import Batch
        return Batch
    raise AttributeError(name)
