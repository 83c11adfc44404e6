"""Games, states, chance, matches, bots: the engine as Python objects.

A state is a plain value: copy it, compare it, hash it, pickle it. Seats and
moves are counted from 0, as in the engine; a move also has its short name, the
same as in records and in the engine protocol.
"""
from __future__ import annotations

import ctypes as c
import fractions
import json
from typing import Iterable, Iterator, NamedTuple, Optional, Sequence, Union

from . import _engine as e

_BOX = {e.OVER: "over", e.CHANCE: "chance", e.DECIDE: "decide"}


def _seats_of(bits: int) -> tuple:
    return tuple(seat for seat in range(e.SEATS) if bits >> seat & 1)


class ParlourError(ValueError):
    """Something that the rules or the library refuse, said in a sentence."""


class Turn(NamedTuple):
    """What a game waits for: 'chance', 'decide' or 'over'."""
    what: str
    seats: tuple
    """Who must decide now."""
    whose: int
    """Whose turn it is; not when the game is over."""


class Move(int):
    """A move: a number below ``game.move_count`` that has a name."""
    name: str

    def __new__(cls, number: int, name: str):
        self = super().__new__(cls, number)
        self.name = name
        return self

    def __getnewargs__(self):
        return int(self), self.name

    def __repr__(self):
        return "<Move %d: %s>" % (int(self), self.name)


class Rng:
    """Random numbers for rolls and bots: the same seed, the same numbers."""

    def __init__(self, seed: int = 0):
        self._rng = e.Rng()
        e.seed(c.byref(self._rng), seed & 0xffffffffffffffff)

    def __repr__(self):
        return "<Rng %016x…>" % self._rng.s[0]


class Chance:
    """What is to be rolled or drawn."""

    def __init__(self, chance: e.Chance):
        self._chance = chance
        dice = [chance.die[i].contents for i in range(chance.count)]
        self.dice: tuple = tuple(die.name.decode() for die in dice)
        """The dice by name, in the order of the notation; or ``('card',)``."""
        self.faces: tuple = tuple(
            tuple(die.face[i].decode() for i in range(die.faces))
            for die in dice)
        """The names of the faces of each of them."""

    @property
    def is_draw(self) -> bool:
        """Whether a card is drawn, which may be one of unequal numbers."""
        return self._chance.total > 0

    def names(self, result: Sequence[int]) -> tuple:
        return tuple(faces[i] for faces, i in zip(self.faces, result))

    def find(self, names: Union[str, Sequence[str]]) -> tuple:
        """The result with these names: ``'3 4 1 5 6 2'``."""
        words = names.split() if isinstance(names, str) else list(names)
        if len(words) != len(self.dice):
            raise ParlourError("%d results are needed: %s"
                               % (len(self.dice), " ".join(self.dice)))
        for faces, word in zip(self.faces, words):
            if word not in faces:
                raise ParlourError("%r is none of %s"
                                   % (word, " ".join(faces)))
        result = tuple(faces.index(word)
                       for faces, word in zip(self.faces, words))
        if self.is_draw and not self._chance.weight[result[0]]:
            raise ParlourError("no %s is left" % words[0])
        return result

    def roll(self, rng: Rng) -> tuple:
        """A result by chance, as the numbers of the faces."""
        face = (c.c_uint8 * e.DICE)()
        e.roll(c.byref(self._chance), c.byref(rng._rng), face)
        return tuple(face[:self._chance.count])

    def outcomes(self) -> Iterator[tuple]:
        """Every result that can be told apart, and its exact probability:
        pairs of a result and a fraction. They add up to one."""
        outcome = e.Outcome()
        total = e.outcomes(c.byref(self._chance))
        more = e.first(c.byref(self._chance), c.byref(outcome))
        while more:
            yield (tuple(outcome.face[:self._chance.count]),
                   fractions.Fraction(outcome.weight, total))
            more = e.following(c.byref(self._chance), c.byref(outcome))

    def __repr__(self):
        return "<Chance: %s>" % " ".join(self.dice)


class Game:
    """The rules of a game on one sheet. There is one object per game."""

    def __init__(self, pointer):
        self._at = pointer
        self._g = pointer.contents
        self.id: str = self._g.id.decode()
        self.layout: str = self._g.layout.decode()
        """The name of its sheet; of a sheet of your own, its hash."""
        self.min_seats: int = self._g.min_seats
        self.max_seats: int = self._g.max_seats
        self.move_count: int = self._g.move_count
        self.moves_max: int = self._g.moves_max
        self.state_size: int = self._g.state_size
        self.has_hands: bool = self._g.has_hands
        """Whether there are cards that their own seat alone may see."""
        self.pass_move: Optional[int] = (
            None if self._g.passing == e.NO_MOVE else self._g.passing)
        self.points: tuple = (self._g.points_min, self._g.points_max)
        self.features: int = e.features_count(pointer)
        """How many numbers describe a position to a bot."""

    def __del__(self):
        if e is not None and getattr(self, "_g", None) and self._g.own:
            e.game_drop(self._at)

    @property
    def options(self) -> dict:
        """The house rules: name, and the values that each may have."""
        found, i = {}, 0
        while self._g.options and self._g.options[i].name:
            option = self._g.options[i]
            values, at = [], e.Text()
            if option.value:
                n = 0
                while option.value[n]:
                    values.append(option.value[n].decode())
                    n += 1
            else:
                for n in range(option.low, option.high + 1):
                    e.option_value(c.byref(option), n, c.byref(at))
                    values.append(str(at))
            found[option.name.decode()] = tuple(values)
            i += 1
        return found

    def setup(self, seats: Optional[int] = None, first: int = 0,
              **options) -> e.Setup:
        """A set-up; options by name: ``setup(2, finish_turn=1)``."""
        setup, why = e.Setup(), e.Message()
        seats = seats or max(self.min_seats, min(2, self.max_seats))
        e.setup_normal(c.byref(setup), self._at, seats)
        setup.first = first
        for name, value in options.items():
            if not e.setup_option(c.byref(setup), self._at, name.encode(),
                                  str(value).encode(), c.byref(why)):
                raise ParlourError(e.sentence(why))
        if not e.setup_check(self._at, c.byref(setup), c.byref(why)):
            raise ParlourError(e.sentence(why))
        return setup

    def start(self, seats: Optional[int] = None, first: int = 0,
              **options) -> "State":
        """A new game, before its first roll."""
        setup = self.setup(seats, first, **options)
        state = State(self, setup.seats)
        self._g.start(self._at, c.byref(state._s), c.byref(setup))
        return state

    def sheet(self) -> str:
        """The sheet as text, to be changed and read again."""
        if not self._g.sheets:
            raise ParlourError("%s has no sheet to choose" % self.id)
        return e.taken(e.sheet_write, self._at)

    def on(self, layout: str) -> "Game":
        """The same game on another shipped sheet."""
        found = e.game_on(self._at, layout.encode())
        if not found:
            raise ParlourError("%s has no sheet %r" % (self.id, layout))
        return _wrap(found)

    def __eq__(self, other):
        return isinstance(other, Game) and (self.id, self.layout) == (
            other.id, other.layout)

    def __hash__(self):
        return hash((self.id, self.layout))

    def __reduce__(self):
        if self._g.own:
            return read_sheet, (self.sheet(),)
        return _find_on, (self.id, self.layout)

    def __repr__(self):
        seats = ("%d" % self.min_seats if self.min_seats == self.max_seats
                 else "%d to %d" % (self.min_seats, self.max_seats))
        return "<Game %s on sheet %s: %s seats, %d moves>" % (
            self.id, self.layout, seats, self.move_count)


class State:
    """A position. ``play`` and ``land`` change it; ``copy`` is cheap."""

    __slots__ = ("game", "seats", "_s")

    def __init__(self, game: Game, seats: int, data: Optional[bytes] = None):
        self.game = game
        self.seats = seats
        self._s = e.State()
        if data is not None:
            c.memmove(c.byref(self._s), data, len(data))

    def copy(self) -> "State":
        return State(self.game, self.seats, bytes(self._s))

    __copy__ = copy
    clone = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def __bytes__(self):
        return bytes(self._s)[:self.game.state_size]

    def __eq__(self, other):
        return (isinstance(other, State) and self.game == other.game
                and bytes(self) == bytes(other))

    def __hash__(self):
        return hash((self.game.id, bytes(self)))

    def __reduce__(self):
        return _state_again, (self.game, self.seats, bytes(self))

    @property
    def turn(self) -> Turn:
        turn = self.game._g.turn(self.game._at, c.byref(self._s))
        return Turn(_BOX[turn.what], _seats_of(turn.seats), turn.whose)

    @property
    def is_over(self) -> bool:
        return self.turn.what == "over"

    @property
    def chance(self) -> Chance:
        """What is to be rolled or drawn now."""
        if self.turn.what != "chance":
            raise ParlourError("nothing is to be rolled or drawn now")
        chance = e.Chance()
        self.game._g.chance(self.game._at, c.byref(self._s),
                            c.byref(chance))
        return Chance(chance)

    def land(self, result: Union[str, Sequence]) -> "State":
        """A result has come: by names (``'3 4 1 5 6 2'``), or the numbers of
        the faces as ``Chance.roll`` and ``Chance.outcomes`` give them."""
        chance = self.chance
        if isinstance(result, str) or any(isinstance(one, str)
                                          for one in result):
            result = chance.find(result)
        else:
            if len(result) != len(chance.dice) or not all(
                    0 <= i < len(faces)
                    for i, faces in zip(result, chance.faces)):
                raise ParlourError("%r is no result of %s"
                                   % (result, " ".join(chance.dice)))
            chance.find(chance.names(result))
        face = (c.c_uint8 * e.DICE)(*result)
        self.game._g.land(self.game._at, c.byref(self._s), face)
        return self

    def roll(self, rng: Rng) -> "State":
        return self.land(self.chance.roll(rng))

    def _moves(self, seat: int) -> list:
        if seat not in self.turn.seats:
            return []
        list_ = (c.c_uint16 * e.MOVES)()
        n = self.game._g.moves(self.game._at, c.byref(self._s), seat, list_)
        return list_[:n]

    def name(self, move: int) -> str:
        """The short name of a move that is legal here."""
        text = e.Text()
        self.game._g.name(self.game._at, c.byref(self._s), move,
                          c.byref(text))
        return str(text)

    def moves(self, seat: int) -> list:
        """The legal moves of a seat, none if it has nothing to decide."""
        return [Move(move, self.name(move)) for move in self._moves(seat)]

    def play(self, seat: int, move: Union[int, str]) -> "State":
        legal = self._moves(seat)
        if isinstance(move, str):
            named = [one for one in legal if self.name(one) == move]
            chosen = named[0] if named else None
        else:
            chosen = int(move) if move in legal else None
        if chosen is None:
            raise ParlourError("%s is not a legal move of seat %d now"
                               % (move, seat))
        self.game._g.play(self.game._at, c.byref(self._s), seat, chosen)
        return self

    def view(self, seat: int = -1) -> "State":
        """What a seat may know; -1: a spectator. Others' hands are hidden, and
        so are their choices that are not yet revealed."""
        view = self.copy()
        if self.game._g.hide:
            self.game._g.hide(self.game._at, c.byref(view._s), seat)
        return view

    def guess(self, seat: int, rng: Rng) -> "State":
        """A view filled in with what it might be."""
        world = self.view(seat)
        if self.game._g.guess:
            self.game._g.guess(self.game._at, c.byref(world._s), seat,
                               c.byref(rng._rng))
        return world

    def look_ahead(self, seat: int, move: int) -> "State":
        """What a move leads to when the others pass, up to the next roll or
        the seat's next decision. Judged on what the seat may know."""
        if move not in self._moves(seat):
            raise ParlourError("%s is not a legal move of seat %d now"
                               % (move, seat))
        after = self.view(seat)
        e.look_ahead(self.game._at, c.byref(after._s), seat, int(move))
        return after

    def _result(self) -> e.Result:
        result = e.Result()
        self.game._g.score(self.game._at, c.byref(self._s), c.byref(result))
        return result

    @property
    def scores(self) -> tuple:
        """The points of each seat as if the game ended now."""
        return tuple(self._result().points[:self.seats])

    @property
    def winners(self) -> tuple:
        """Who has won; before the end, nobody."""
        return _seats_of(self._result().winners) if self.is_over else ()

    def parts(self, seat: int) -> dict:
        """Where a seat's points come from, by message id."""
        parts = (e.Part * 24)()
        n = self.game._g.parts(self.game._at, c.byref(self._s), seat, parts)
        return {parts[i].id.decode(): parts[i].points for i in range(n)}

    def features(self, seat: int) -> list:
        """What bots look at, from what the seat may know."""
        out = (c.c_int16 * e.FEATURES)()
        n = e.features_write(self.game._at, c.byref(self.view(seat)._s),
                             seat, out)
        return out[:n]

    def playout(self, rng: Rng) -> "State":
        """Plays on at random to the end."""
        e.playout(self.game._at, c.byref(self._s), c.byref(rng._rng))
        return self

    def odds(self, seat: int) -> dict:
        """Before a roll: the exact probability that each move, by name, will
        be there for a seat, as fractions."""
        chance, found = self.chance, {}
        for result, probability in chance.outcomes():
            after = self.copy().land(result)
            for move in after._moves(seat):
                name = after.name(move)
                found[name] = found.get(name, 0) + probability
        return found

    def hints(self, seat: int, rng: Rng, steps: int = 20000) -> list:
        """What each legal move is worth when everyone plays on well, the best
        first."""
        if seat not in self.turn.seats:
            raise ParlourError("seat %d has nothing to decide now" % seat)
        out = (e.Hint * e.MOVES)()
        n = e.hints(self.game._at, c.byref(self.view(seat)._s), seat,
                    c.byref(rng._rng), c.byref(e.Budget(steps=steps)), out)
        return [Hint(Move(h.move, self.name(h.move)), h.points,
                     h.points_error, h.win, h.win_error, h.tries)
                for h in out[:n]]

    def svg(self, seat: Optional[int] = None, language: str = "en") -> str:
        """The table as a picture: everything, or what a seat may know."""
        view = self if seat is None else self.view(seat)
        return e.picture(self.game._at, view._s,
                         -1 if seat is None else seat, language)

    _repr_svg_ = svg

    def __repr__(self):
        turn = self.turn
        if turn.what == "over":
            now = "over, %s won" % ", ".join(map(str, self.winners))
        elif turn.what == "chance":
            now = "waits for %s" % " ".join(self.chance.dice)
        else:
            now = "seats %s decide" % ", ".join(map(str, turn.seats))
        return "<State of %s: %s; points %s>" % (
            self.game.id, now, " ".join(map(str, self.scores)))


class Hint(NamedTuple):
    """A move and what it leads to; errors are halves of 95 % intervals."""
    move: Move
    points: float
    points_error: float
    win: float
    win_error: float
    tries: int


class Step(NamedTuple):
    """One step of a match: a roll ('chance') or a move ('play')."""
    what: str
    seat: Optional[int]
    words: str


class Match:
    """A game with its history: checked, saved, undone, seen by one seat."""

    def __init__(self, game: Game, seats: Optional[int] = None,
                 first: int = 0, names: Iterable[str] = (), **options):
        setup = game.setup(seats, first, **options)
        lines = ["parlour 1", "game " + game.id, "layout " + game.layout]
        if game._g.own:
            lines += ["sheet " + line for line in game.sheet().splitlines()]
        lines += ["seats %d" % setup.seats, "first %d" % first]
        lines += ["option %s %s" % pair for pair in options.items()]
        lines += ["name %d %s" % pair for pair in enumerate(names)]
        self._m = e.Match()
        self._read("\n".join(lines) + "\n")

    def _read(self, text: str):
        why, line, data = e.Message(), c.c_int(), text.encode()
        if not e.record_read(c.byref(self._m), data, len(data),
                             c.byref(why), c.byref(line)):
            raise ParlourError("line %d: %s" % (line.value, e.sentence(why)))
        if self._m.game.contents.own:
            e.game_keep(self._m.game)
        self.game = _wrap(self._m.game)

    def __del__(self):
        if e is not None and getattr(self, "_m", None) is not None:
            e.match_free(c.byref(self._m))

    def _or_raise(self, done: bool, why: e.Message) -> "Match":
        if not done:
            raise ParlourError(e.sentence(why))
        return self

    @property
    def seats(self) -> int:
        return self._m.setup.seats

    @property
    def names(self) -> tuple:
        return tuple(self._m.name.of[i].value.decode()
                     for i in range(self.seats))

    @property
    def turn(self) -> Turn:
        """As of a state; seats that have answered are still among those who
        are asked (``answered`` tells them)."""
        turn = e.match_turn(c.byref(self._m))
        return Turn(_BOX[turn.what], _seats_of(turn.seats), turn.whose)

    @property
    def answered(self) -> tuple:
        return _seats_of(e.match_answered(c.byref(self._m)))

    @property
    def state(self) -> State:
        """The whole state, hidden things too."""
        return State(self.game, self.seats, bytes(self._m.state))

    def view(self, seat: int = -1) -> State:
        view = State(self.game, self.seats)
        e.match_view(c.byref(self._m), seat, c.byref(view._s))
        return view

    def json(self, seat: int = e.EVERYTHING) -> dict:
        """What a seat may know, as the engine protocol's ``view`` has it."""
        return json.loads(e.taken(e.view_json, c.byref(self._m), seat))

    def land(self, names: Union[str, Sequence[str]]) -> "Match":
        words = names.split() if isinstance(names, str) else list(names)
        why = e.Message()
        array = (c.c_char_p * max(len(words), 1))(
            *[word.encode() for word in words])
        return self._or_raise(e.match_land_words(
            c.byref(self._m), array, len(words), c.byref(why)), why)

    def roll(self, rng: Rng) -> "Match":
        why = e.Message()
        return self._or_raise(e.match_roll(
            c.byref(self._m), c.byref(rng._rng), c.byref(why)), why)

    def play(self, seat: int, move: Union[int, str]) -> "Match":
        """A seat's answer; it may be replaced until the last one is in."""
        why, number = e.Message(), c.c_uint16()
        if isinstance(move, str):
            if not e.match_find_move(c.byref(self._m), seat, move.encode(),
                                     c.byref(number), c.byref(why)):
                raise ParlourError(e.sentence(why))
            move = number.value
        return self._or_raise(e.match_answer(
            c.byref(self._m), seat, int(move), c.byref(why)), why)

    def undo(self) -> "Match":
        """Takes back the last step, whatever it was."""
        why = e.Message()
        return self._or_raise(e.match_undo(c.byref(self._m), c.byref(why)),
                              why)

    @property
    def steps(self) -> list:
        """The history."""
        found = []
        for i in range(self._m.steps):
            step = self._m.step[i]
            words = e.taken(e.step_words, c.byref(self._m), i,
                            c.byref(self._before(i)))
            found.append(Step("chance" if step.what == e.CHANCE else "play",
                              None if step.what == e.CHANCE else step.seat,
                              words.split(" ", 1)[1].strip()
                              if step.what == e.CHANCE
                              else words.split(" ", 2)[2].strip()))
        return found

    def _before(self, step: int) -> e.State:
        """The state before a step: the history again from the start."""
        g, at = self.game._g, e.State()
        g.start(self.game._at, c.byref(at), c.byref(self._m.setup))
        for i in range(step):
            done = self._m.step[i]
            if done.what == e.CHANCE:
                g.land(self.game._at, c.byref(at), done.face)
            else:
                g.play(self.game._at, c.byref(at), done.seat, done.move)
        return at

    def record(self, seat: int = e.EVERYTHING) -> str:
        """The game as text; for a seat, with a question mark for what it may
        not see."""
        return e.taken(e.record_write, c.byref(self._m), seat)

    def copy(self) -> "Match":
        return read_record(self.record())

    __copy__ = copy

    def __eq__(self, other):
        return isinstance(other, Match) and self.record() == other.record()

    def __reduce__(self):
        return read_record, (self.record(),)

    def svg(self, seat: Optional[int] = None, language: str = "en") -> str:
        """The table as a picture: everything, or what a seat may know."""
        view = e.State()
        e.match_view(c.byref(self._m), e.EVERYTHING if seat is None else seat,
                     c.byref(view))
        return e.picture(self.game._at, view, -1 if seat is None else seat,
                         language, c.byref(self._m.name))

    _repr_svg_ = svg

    def __repr__(self):
        return "<Match of %s after %d steps: %r>" % (
            self.game.id, self._m.steps, self.state)


class Bot:
    """One of the built-in players: random, easy, medium, hard, expert."""

    def __init__(self, pointer):
        self._at = pointer
        self.id: str = pointer.contents.id.decode()

    def choose(self, state: State, seat: int, rng: Rng,
               steps: int = 0) -> Move:
        """Its move, from what that seat may know. It thinks for so many
        steps; 0: as many as usual."""
        if seat not in state.turn.seats:
            raise ParlourError("seat %d has nothing to decide now" % seat)
        move = self._at.contents.choose(
            state.game._at, c.byref(state.view(seat)._s), seat,
            c.byref(rng._rng), c.byref(e.Budget(steps=steps)))
        return Move(move, state.name(move))

    def __repr__(self):
        return "<Bot %s>" % self.id


class Solution:
    """A solved game: what every position is worth under the best play, or, for
    "rainbow-solo", at most."""

    def __init__(self, id: str = "qwixx-solo"):
        self._solver = e.solver_find(id.encode())
        if not self._solver:
            raise ParlourError("there is no solver %r" % id)
        self.id = id
        self.game = _wrap(self._solver.contents.game)
        self._table = c.create_string_buffer(self._solver.contents.size)
        e.solver_run(self._solver, self._table)

    def points(self, state: State) -> float:
        """The points at the end that the best play can expect, at most."""
        return e.solver_points(self._solver, self._table, c.byref(state._s))

    def at_least(self, state: State) -> float:
        """The points that it can expect at least; equal where all is known."""
        below = self._solver.contents.below
        solver = c.cast(below, c.POINTER(e.Solver)) if below else self._solver
        return e.solver_points(solver, self._table, c.byref(state._s))

    def choose(self, state: State, seat: int = 0) -> Move:
        move = e.solver_choose(self._solver, self._table,
                               c.byref(state._s), seat)
        return Move(move, state.name(move))

    def __repr__(self):
        return "<Solution %s>" % self.id


_wrapped: dict = {}


def _wrap(pointer) -> Game:
    """The one object for a shipped game; a new one for someone's sheet."""
    if pointer.contents.own:
        return Game(pointer)
    key = (pointer.contents.id, pointer.contents.layout)
    if key not in _wrapped:
        _wrapped[key] = Game(pointer)
    return _wrapped[key]


def _find_on(id: str, layout: str) -> Game:
    found = game(id)
    return found if found.layout == layout else found.on(layout)


def _state_again(game: Game, seats: int, data: bytes) -> State:
    return State(game, seats, data)


games = {one.id: one for one in map(_wrap, e.listed("pl_games", e.Game))}
"""The eight games by id."""

bots = {one.id: one for one in map(Bot, e.listed("pl_bots", e.Bot))}
"""The built-in players by id, the weakest first."""


def game(id: str) -> Game:
    """A game by its id: ``game('qwixx')``."""
    if id not in games:
        raise ParlourError("there is no game %r; there are %s"
                           % (id, ", ".join(games)))
    return games[id]


def bot(id: str) -> Bot:
    if id not in bots:
        raise ParlourError("there is no bot %r; there are %s"
                           % (id, ", ".join(bots)))
    return bots[id]


def read_sheet(text: str) -> Game:
    """The game on a sheet of your own, as ``Game.sheet`` writes it."""
    mistakes, data = e.Mistakes(), text.encode()
    found = e.sheet_read(data, len(data), c.byref(mistakes))
    if not found:
        raise ParlourError("; ".join(
            "line %d, column %d: %s" % (one.line, one.column,
                                        e.sentence(one.what))
            for one in mistakes.mistake[:mistakes.count]))
    return _wrap(found)


def read_record(text: str) -> Match:
    """A match from its record; every step is checked."""
    match = Match.__new__(Match)
    match._m = e.Match()
    match._read(text)
    return match
