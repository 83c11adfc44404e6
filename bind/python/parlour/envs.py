"""The games as other libraries expect them, without needing those libraries.

- ``AEC``: PettingZoo's agent environment cycle; ``Parallel`` its parallel one.
- ``Vector``: Gymnasium's vector environments, many games at once.
- ``SpielGame`` and ``SpielState``: OpenSpiel's game and state.

All are written after the documentation of those interfaces and have their
methods and conventions; where those libraries are installed, their own wrappers
and learners take these classes as they are. An observation is a dictionary of
``observation`` (what bots look at) and ``action_mask``.
"""
from __future__ import annotations

from typing import Optional

import numpy as np

from .batch import Batch
from .core import Game, ParlourError, Rng, State, game as _game


class Discrete:
    """A space of the numbers below n."""

    def __init__(self, n: int, seed: Optional[int] = None):
        self.n, self.shape, self.dtype = n, (), np.dtype(np.int64)
        self._random = np.random.default_rng(seed)

    def sample(self, mask=None) -> int:
        if mask is None:
            return int(self._random.integers(self.n))
        legal = np.flatnonzero(mask)
        return int(self._random.choice(legal)) if len(legal) else 0

    def contains(self, x) -> bool:
        return 0 <= int(x) < self.n

    __contains__ = contains

    def __repr__(self):
        return "Discrete(%d)" % self.n


class Box:
    """A space of arrays of whole numbers."""

    def __init__(self, low, high, shape, dtype):
        self.low, self.high = low, high
        self.shape, self.dtype = shape, np.dtype(dtype)

    def contains(self, x) -> bool:
        return (isinstance(x, np.ndarray) and x.shape == self.shape
                and x.dtype == self.dtype and bool((x >= self.low).all())
                and bool((x <= self.high).all()))

    __contains__ = contains

    def __repr__(self):
        return "Box(%s, %s)" % (self.shape, self.dtype)


class Dict(dict):
    """A space of dictionaries."""

    @property
    def spaces(self):
        return self

    def contains(self, x) -> bool:
        return (isinstance(x, dict) and x.keys() == self.keys()
                and all(self[key].contains(x[key]) for key in self))


def _spaces(game: Game):
    return Dict(observation=Box(-32768, 32767, (game.features,), np.int16),
                action_mask=Box(0, 1, (game.move_count,), np.int8))


def _observe(state: State, seat: int) -> dict:
    mask = np.zeros(state.game.move_count, np.int8)
    mask[state._moves(seat)] = 1
    return {"observation": np.array(state.features(seat), np.int16),
            "action_mask": mask}


def _gain(state: State, seats: int) -> list:
    """What the end is worth: a victory 1, shared among those who won; a
    defeat -1; alone, the points."""
    if seats == 1:
        return [float(state.scores[0])]
    won = state.winners
    return [1.0 / len(won) if seat in won else -1.0 for seat in range(seats)]


class _Table:
    """What both kinds of PettingZoo's environments share."""

    metadata = {"render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, game: str = "qwixx", seats: Optional[int] = None,
                 render_mode: Optional[str] = None, **options):
        self.game = _game(game) if isinstance(game, str) else game
        self._setup = dict(seats=seats, **options)
        self.render_mode = render_mode
        self.metadata = {**type(self).metadata,
                         "name": "parlour_%s_v0" % self.game.id}
        seats = self.game.setup(seats, **options).seats
        self.possible_agents = ["seat_%d" % seat for seat in range(seats)]
        self._seat = {agent: seat
                      for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: _spaces(self.game)
                                   for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(self.game.move_count)
                              for agent in self.possible_agents}

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def observe(self, agent):
        return _observe(self._state, self._seat[agent])

    def _begin(self, seed):
        self._rng = Rng(np.random.SeedSequence(seed).generate_state(
            1, np.uint64)[0].item())
        self._state = self.game.start(**self._setup)
        self._roll()

    def _roll(self):
        while self._state.turn.what == "chance":
            self._state.roll(self._rng)

    def render(self):
        return repr(self._state)

    def close(self):
        pass

    @property
    def unwrapped(self):
        return self


class AEC(_Table):
    """One agent acts at a time. Seats that decide at once are asked one after
    the other, and none sees what another has chosen."""

    def reset(self, seed: Optional[int] = None, options=None):
        self._begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def _select(self):
        seats = self._state.turn.seats
        self.agent_selection = self.possible_agents[seats[0] if seats else 0]

    def last(self, observe: bool = True):
        agent = self.agent_selection
        return (self.observe(agent) if observe else None,
                self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63):
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ParlourError("after the end the only action is None")
            self.agents.remove(agent)
            if self.agents:
                self.agent_selection = self.agents[0]
            return
        self._cumulative_rewards[agent] = 0.0
        self._state.play(self._seat[agent], int(action))
        self._roll()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self._state.is_over:
            gains = _gain(self._state, len(self.possible_agents))
            self.rewards = dict(zip(self.possible_agents, gains))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self._select()
        for one in self.agents:
            self._cumulative_rewards[one] += self.rewards[one]


class Parallel(_Table):
    """All agents act in every step; what those say who are not asked is not
    listened to. Their mask allows nothing."""

    metadata = {**_Table.metadata, "is_parallelizable": True}

    def reset(self, seed: Optional[int] = None, options=None):
        self._begin(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self):
        return {agent: self.observe(agent) for agent in self.possible_agents}

    def step(self, actions):
        for seat in self._state.turn.seats:
            self._state.play(seat, int(actions[self.possible_agents[seat]]))
        self._roll()
        over = self._state.is_over
        gains = (_gain(self._state, len(self.possible_agents)) if over
                 else [0.0] * len(self.possible_agents))
        answer = (self._observations(),
                  dict(zip(self.possible_agents, gains)),
                  dict.fromkeys(self.possible_agents, over),
                  dict.fromkeys(self.possible_agents, False),
                  {agent: {} for agent in self.possible_agents})
        if over:
            self.agents = []
        return answer


class Vector:
    """Many games at once for one learner that plays seat 0; a bot plays the
    other seats. A game that ends begins again in the same step (Gymnasium's
    same-step autoreset); the observation is the new game's first."""

    metadata = {"autoreset_mode": "same-step", "render_modes": []}

    def __init__(self, game: str = "qwixx", num_envs: int = 64,
                 seats: Optional[int] = None, opponent=None, threads: int = 1,
                 **options):
        from .core import bot
        self.game = _game(game) if isinstance(game, str) else game
        self.num_envs = num_envs
        self._opponent = opponent or bot("random")
        self._options = dict(seats=seats, threads=threads, view=False,
                             **options)
        self._batch = Batch(self.game, num_envs, **self._options)
        self.single_observation_space = _spaces(self.game)
        self.single_action_space = Discrete(self.game.move_count)
        self.observation_space = Dict(
            observation=Box(-32768, 32767, (num_envs, self.game.features),
                            np.int16),
            action_mask=Box(0, 1, (num_envs, self.game.move_count), np.int8))
        self.action_space = Box(0, self.game.move_count - 1, (num_envs,),
                                np.int64)

    def reset(self, *, seed: Optional[int] = None, options=None):
        self._batch.reset(0 if seed is None else seed)
        self._until_asked(np.zeros(self.num_envs),
                          np.zeros(self.num_envs, bool))
        return self._observation(), {}

    def _observation(self):
        return {"observation": self._batch.features.copy(),
                "action_mask": self._batch.mask.astype(np.int8)}

    def _ended(self, reward, done, rows):
        batch = self._batch
        over = rows & (batch.done != 0)
        if not over.any():
            return
        won = batch.winners[over]
        count = np.array([bin(bits).count("1") for bits in won])
        reward[over] += (batch.points[over, 0] if batch.seats == 1 else
                         np.where(won & 1, 1.0 / np.maximum(count, 1), -1.0))
        done |= over

    def _until_asked(self, reward, done):
        """The others play until seat 0 decides in every game."""
        batch = self._batch
        while (batch.seat != 0).any():
            others = batch.seat != 0
            batch.play(self._opponent, only=others)
            self._ended(reward, done, others)

    def step(self, actions):
        reward = np.zeros(self.num_envs)
        done = np.zeros(self.num_envs, bool)
        self._batch.step(actions)
        self._ended(reward, done, np.ones(self.num_envs, bool))
        self._until_asked(reward, done)
        return (self._observation(), reward, done,
                np.zeros(self.num_envs, bool), {})

    def close(self):
        pass


CHANCE_PLAYER, SIMULTANEOUS, TERMINAL = -1, -2, -4  # as OpenSpiel numbers them


class SpielGame:
    """A game with the methods of OpenSpiel's ``pyspiel.Game``."""

    def __init__(self, game: str = "qwixx", seats: Optional[int] = None,
                 **options):
        self.game = _game(game) if isinstance(game, str) else game
        self._options = dict(seats=seats, **options)
        self._seats = self.game.setup(seats, **options).seats

    def num_players(self):
        return self._seats

    def num_distinct_actions(self):
        return self.game.move_count

    def new_initial_state(self):
        return SpielState(self, self.game.start(**self._options))

    def min_utility(self):
        return float(self.game.points[0]) if self._seats == 1 else -1.0

    def max_utility(self):
        return float(self.game.points[1]) if self._seats == 1 else 1.0

    def observation_tensor_shape(self):
        return [self.game.features]

    def observation_tensor_size(self):
        return self.game.features

    def max_chance_outcomes(self):
        """Of the first roll, which is the one with the most dice."""
        return sum(1 for _ in
                   self.game.start(**self._options).chance.outcomes())

    def __str__(self):
        return "parlour_%s(players=%d)" % (self.game.id.replace("-", "_"),
                                           self._seats)


class SpielState:
    """A state with the methods of OpenSpiel's ``pyspiel.State``. A chance
    action is the place of a result in ``chance_outcomes``."""

    def __init__(self, game: SpielGame, state: State, history=()):
        self._game, self.state, self._history = game, state, list(history)
        self._results = None

    def get_game(self):
        return self._game

    def clone(self):
        twin = SpielState(self._game, self.state.copy(), self._history)
        twin._results = self._results
        return twin

    def _outcomes(self):
        """All results of this roll; there can be many, so they are kept."""
        if self._results is None:
            self._results = list(self.state.chance.outcomes())
        return self._results

    def current_player(self):
        turn = self.state.turn
        if turn.what == "over":
            return TERMINAL
        return CHANCE_PLAYER if turn.what == "chance" else turn.seats[0]

    def is_terminal(self):
        return self.state.is_over

    def is_chance_node(self):
        return self.state.turn.what == "chance"

    def is_simultaneous_node(self):
        return False

    def legal_actions(self, player: Optional[int] = None):
        if self.is_chance_node():
            return ([] if player not in (None, CHANCE_PLAYER)
                    else list(range(len(self._outcomes()))))
        if self.is_terminal():
            return []
        asked = self.current_player()
        player = asked if player is None else player
        return self.state._moves(player) if player == asked else []

    def legal_actions_mask(self, player: Optional[int] = None):
        mask = [0] * self._game.num_distinct_actions()
        for move in self.legal_actions(player):
            mask[move] = 1
        return mask

    def chance_outcomes(self):
        return [(i, float(p)) for i, (_, p) in enumerate(self._outcomes())]

    def apply_action(self, action: int):
        if self.is_chance_node():
            self.state.land(self._outcomes()[action][0])
        else:
            self.state.play(self.current_player(), int(action))
        self._history.append(int(action))
        self._results = None

    def child(self, action: int):
        after = self.clone()
        after.apply_action(action)
        return after

    def action_to_string(self, player: int, action: Optional[int] = None):
        player, action = ((self.current_player(), player) if action is None
                          else (player, action))
        if player == CHANCE_PLAYER:
            return " ".join(self.state.chance.names(
                self._outcomes()[action][0]))
        return self.state.name(action)

    def history(self):
        return list(self._history)

    def returns(self):
        seats = self._game.num_players()
        return (_gain(self.state, seats) if self.is_terminal()
                else [0.0] * seats)

    def rewards(self):
        return self.returns()

    def player_return(self, player: int):
        return self.returns()[player]

    def observation_tensor(self, player: Optional[int] = None):
        player = self.current_player() if player is None else player
        return [float(x) for x in self.state.features(player)]

    def observation_string(self, player: Optional[int] = None):
        player = self.current_player() if player is None else player
        return bytes(self.state.view(player)).hex()

    information_state_string = observation_string

    def num_players(self):
        return self._game.num_players()

    def __str__(self):
        return repr(self.state)
