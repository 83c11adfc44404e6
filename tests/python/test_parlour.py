"""The package for Python against the engine, and against what the interfaces
of other libraries promise in their documentation."""
import copy
import doctest
import fractions
import os
import pickle
import random
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import parlour
from parlour import batch as batch_module
from parlour import brains, envs

PARLOUR = os.path.join(os.path.dirname(__file__), "../../build/parlour")
STEPS = int(os.environ.get("PARLOUR_STEPS", "20000"))


def random_state(game, rng, steps, seats=None):
    """Some way into a random game."""
    state = game.start(seats)
    chooser = random.Random(steps)
    for _ in range(steps):
        turn = state.turn
        if turn.what == "over":
            break
        if turn.what == "chance":
            state.roll(rng)
        else:
            seat = turn.seats[0]
            state.play(seat, chooser.choice(state.moves(seat)))
    return state


class Values(unittest.TestCase):
    def test_states_are_values(self):
        for game in parlour.games.values():
            state = random_state(game, parlour.Rng(3), 25)
            twin = pickle.loads(pickle.dumps(state))
            self.assertEqual(state, twin)
            self.assertEqual(hash(state), hash(twin))
            self.assertEqual(state, copy.deepcopy(state))
            after = state.copy()
            if after.turn.what == "chance":
                after.roll(parlour.Rng(1))
            elif after.turn.what == "decide":
                seat = after.turn.seats[0]
                after.play(seat, after.moves(seat)[-1])
            if not state.is_over:
                self.assertNotEqual(state, after)
            self.assertIn(game.id, repr(state))

    def test_games_pickle_and_are_one(self):
        for game in parlour.games.values():
            self.assertIs(pickle.loads(pickle.dumps(game)), game)

    def test_moves_have_names(self):
        state = parlour.game("qwixx").start(2).land("3 4 1 5 6 2")
        names = [move.name for move in state.moves(1)]
        self.assertEqual(sorted(names), ["-", "b7", "g7", "r7", "y7"])
        self.assertEqual(pickle.loads(pickle.dumps(state.moves(1)[0])).name,
                         names[0])

    def test_refusals_are_sentences(self):
        qwixx = parlour.game("qwixx")
        for wrong in (lambda: parlour.game("chess"),
                      lambda: qwixx.start(9),
                      lambda: qwixx.start(2, nonsense=1),
                      lambda: qwixx.start(2).play(0, "r7"),
                      lambda: qwixx.start(2).land("9 9 9 9 9 9"),
                      lambda: qwixx.start(2).land((0,)),
                      lambda: qwixx.start(2).land((0, 0, 0, 0, 0, 6)),
                      lambda: parlour.read_record("nonsense"),
                      lambda: parlour.read_sheet("nonsense")):
            with self.assertRaises(parlour.ParlourError) as caught:
                wrong()
            self.assertRegex(str(caught.exception), r"\w+ \w+")

    def test_doctests(self):
        for module in (parlour, batch_module):
            self.assertEqual(doctest.testmod(module).failed, 0)


class Chances(unittest.TestCase):
    def test_outcomes_add_up(self):
        for game in parlour.games.values():
            state = game.start()
            outcomes = list(state.chance.outcomes())
            self.assertEqual(sum(p for _, p in outcomes), 1)
            self.assertEqual(len({r for r, _ in outcomes}), len(outcomes))

    def test_odds_are_exact(self):
        odds = parlour.game("qwixx").start(2).odds(1)
        self.assertEqual(odds["r7"], fractions.Fraction(1, 6))
        self.assertEqual(odds["-"], 1)

    def test_the_solved_game(self):
        if "qwixx-solo" not in os.environ.get("PARLOUR_SOLVE", ""):
            self.skipTest("takes 40 MB and some seconds; "
                          "PARLOUR_SOLVE=qwixx-solo")
        solution = parlour.Solution("qwixx-solo")
        start = solution.game.start(1)
        self.assertAlmostEqual(solution.points(start), 115.4831, places=3)


class Secrets(unittest.TestCase):
    def test_twin_worlds(self):
        """Cards that a seat may not see change nothing that it gets."""
        game = parlour.game("one-to-9")
        for seed in range(30):
            state = random_state(game, parlour.Rng(seed), 40 + 7 * seed, 3)
            if state.turn.what != "decide":
                continue
            seat = state.turn.seats[0]
            other = state.guess(seat, parlour.Rng(seed + 1000))
            self.assertEqual(bytes(state.view(seat)), bytes(other.view(seat)))
            self.assertEqual(state.features(seat), other.features(seat))

    def test_batches_show_views(self):
        game = parlour.game("one-to-9")
        batch = parlour.Batch(game, 50, seats=3, seed=5)
        for _ in range(60):
            batch.play(parlour.bot("random"))
        for row in range(50):
            state, seat = batch.game_state(row), int(batch.seat[row])
            self.assertEqual(batch.view_bytes[row].tobytes(),
                             bytes(state.view(seat)))
            twin = state.guess(seat, parlour.Rng(row))
            other = parlour.Batch(game, 1, seats=3)
            other.state[0] = np.frombuffer(
                bytes(twin).ljust(256, b"\0"), np.uint8)
            other.show()
            for name in ("view_bytes", "features", "mask"):
                self.assertTrue((getattr(other, name)[0]
                                 == getattr(batch, name)[row]).all(), name)

    def test_answers_of_others_are_hidden(self):
        match = parlour.Match(parlour.game("qwixx"), 2).land("3 4 1 5 6 2")
        before = bytes(match.view(0))
        match.play(1, "r7")
        self.assertEqual(bytes(match.view(0)), before)
        self.assertEqual(match.answered, (1,))


class Matches(unittest.TestCase):
    def test_records_come_back(self):
        for game in parlour.games.values():
            rng = parlour.Rng(11)
            match = parlour.Match(game, names=["Ann", "Bo"][:game.max_seats])
            while match.turn.what != "over":
                if match.turn.what == "chance":
                    match.roll(rng)
                    continue
                for seat in match.turn.seats:
                    if seat not in match.answered:
                        view = match.view(seat)
                        match.play(seat, parlour.bot("random").choose(
                            view, seat, rng))
                        break
            again = parlour.read_record(match.record())
            self.assertEqual(again.record(), match.record())
            self.assertEqual(again.state.scores, match.state.scores)
            self.assertEqual(pickle.loads(pickle.dumps(match)), match)
            self.assertEqual(again.names[0], "Ann")
            self.assertEqual(len(again.steps), again._m.steps)
            match.undo()
            self.assertNotEqual(again, match)

    def test_sheets(self):
        for game in parlour.games.values():
            if not game._g.sheets:
                continue
            self.assertEqual(parlour.read_sheet(game.sheet()), game)

    def test_json(self):
        match = parlour.Match(parlour.game("qwixx"), 2)
        self.assertIsInstance(match.json(0), dict)


class Pictures(unittest.TestCase):
    def test_pictures_are_those_of_the_command(self):
        command = os.path.join(os.path.dirname(parlour.__file__),
                               "..", "..", "parlour")
        for game in parlour.games.values():
            match = parlour.Match(game, names=["Ann", "Bo"])
            if match.state.turn.what == "chance":
                match.roll(parlour.Rng(1))
            with tempfile.NamedTemporaryFile("w", suffix=".record") as file:
                file.write(match.record())
                file.flush()
                shown = subprocess.run(
                    [command, "show", file.name, "--svg"], check=True,
                    env={**os.environ, "LANG": "C.UTF-8"},
                    capture_output=True, text=True).stdout
            self.assertEqual(match._repr_svg_(), shown, game.id)
            self.assertTrue(shown.startswith("<svg "))

    def test_a_seat_sees_its_own_hand(self):
        state = parlour.game("one-to-9").start(2)
        while state.turn.what == "chance":
            state.roll(parlour.Rng(3))
        self.assertNotEqual(state.svg(), state.svg(0))
        self.assertNotEqual(state.svg(0), state.svg(1))
        twin = state.guess(0, parlour.Rng(9))
        self.assertEqual(state.svg(0), twin.svg(0))
        self.assertNotEqual(state.svg(0), state.svg(0, "de"))


class Batches(unittest.TestCase):
    def test_like_the_engine(self):
        """Every array of a batch is what the engine says of the state."""
        for game in parlour.games.values():
            games = 40
            batch = parlour.Batch(game, games, seed=9)
            chooser = np.random.default_rng(1)
            points = None
            for _ in range(max(1, STEPS // games // 8)):
                row = int(chooser.integers(games))
                state, seat = batch.game_state(row), int(batch.seat[row])
                legal = state._moves(seat)
                self.assertEqual(seat, state.turn.seats[0])
                self.assertEqual(np.flatnonzero(batch.mask[row]).tolist(),
                                 legal)
                self.assertEqual(batch.features[row].tolist(),
                                 state.features(seat))
                self.assertEqual(batch.view_bytes[row].tobytes(),
                                 bytes(state.view(seat)))
                if not batch.done[row]:
                    self.assertEqual(tuple(batch.points[row]), state.scores)
                    self.assertEqual(batch.winners[row], 0)
                else:
                    self.assertNotEqual(batch.winners[row], 0)
                moves = np.array([chooser.choice(np.flatnonzero(one))
                                  for one in batch.mask])
                points = batch.points.copy()
                batch.step(moves)
            self.assertIsNotNone(points)

    def test_rewards_are_results(self):
        """Played again by hand, a game of a batch ends with its points."""
        for game in parlour.games.values():
            batch = parlour.Batch(game, 1, seed=4, view=False)
            moves = []
            while not batch.done[0]:
                state = batch.game_state(0)
                moves.append((int(batch.seat[0]),
                              int(np.flatnonzero(batch.mask[0])[-1])))
                rng = batch.rng.copy()
                batch.step([moves[-1][1]])
            # The last state of the game, its last move, and chance until it
            # is over.
            state.play(*moves[-1])
            again = parlour.Rng(0)
            for i in range(4):
                again._rng.s[i] = int(rng[0][i])
            while state.turn.what == "chance":
                state.roll(again)
            self.assertTrue(state.is_over)
            self.assertEqual(tuple(batch.points[0]), state.scores)
            self.assertEqual(batch.winners[0],
                             sum(1 << seat for seat in state.winners))

    def test_threads_and_seeds_change_nothing(self):
        for game in parlour.games.values():
            one = parlour.Batch(game, 33, seed=7)
            two = parlour.Batch(game, 33, seed=7, threads=3)
            for _ in range(30):
                one.play(parlour.bot("random"))
                two.play(parlour.bot("random"))
            self.assertTrue((one.state == two.state).all())
            self.assertTrue((one.features == two.features).all())
            if game.features:
                for a, b in zip(one.afters(), two.afters()):
                    self.assertTrue((a == b).all())
            lone = parlour.Batch(game, 1, seed=7 + 20)
            for _ in range(30):
                lone.play(parlour.bot("random"))
            self.assertTrue((lone.state[0] == one.state[20]).all())

    def test_saved_and_restored(self):
        batch = parlour.Batch(parlour.game("bingo"), 10, seed=3)
        batch.play(parlour.bot("random"))
        state, rng = batch.state.copy(), batch.rng.copy()
        features = batch.features.copy()
        for _ in range(20):
            batch.play(parlour.bot("random"))
        later = batch.state.copy()
        batch.state[:], batch.rng[:] = state, rng
        batch.show()
        self.assertTrue((batch.features == features).all())
        for _ in range(20):
            batch.play(parlour.bot("random"))
        self.assertTrue((batch.state == later).all())

    def test_afters(self):
        for game in parlour.games.values():
            batch = parlour.Batch(game, 12, seed=2)
            for _ in range(25):
                batch.play(parlour.bot("random"))
            afters = batch.afters()
            for row in range(12):
                state, seat = batch.game_state(row), int(batch.seat[row])
                a, b = afters.first[row], afters.first[row + 1]
                self.assertEqual(afters.move[a:b].tolist(),
                                 state._moves(seat))
                for i in range(a, b):
                    after = state.look_ahead(seat, int(afters.move[i]))
                    out = (parlour.core.c.c_int16 * 192)()
                    n = parlour.core.e.features_write(
                        game._at, parlour.core.c.byref(after._s), seat, out)
                    self.assertEqual(afters.features[i].tolist(), out[:n])
                    self.assertEqual(afters.points[i].tolist(),
                                     list(after.scores))
                    self.assertEqual(bool(afters.over[i]), after.is_over)

    def test_illegal_moves_are_refused_and_harmless(self):
        batch = parlour.Batch(parlour.game("qwixx"), 4, seed=1)
        state = batch.state.copy()
        good = batch.mask.argmax(axis=1)
        for wrong in (44, 45, 60000, -1, 70000):
            moves = good.copy()
            moves[2] = wrong
            if 0 <= wrong < 45 and batch.mask[2, wrong]:
                continue
            with self.assertRaises(parlour.ParlourError):
                batch.step(moves)
            self.assertTrue((batch.state == state).all())
        blind = parlour.Batch(parlour.game("qwixx"), 4, seed=1, mask=False)
        moves = good.copy()
        moves[2] = next(m for m in range(45) if not batch.mask[2, m])
        with self.assertRaises(parlour.ParlourError):
            blind.step(moves)
        with self.assertRaises(parlour.ParlourError):
            batch.step([0])

    def test_fields_have_names(self):
        batch = parlour.Batch(parlour.game("qwixx"), 3, seats=2, seed=1)
        self.assertEqual(batch.view["seats"].tolist(), [2, 2, 2])
        self.assertEqual(batch.view["row"].shape, (3, 5, 4))
        for game in parlour.games.values():
            dtype = batch_module.dtype_of(game)
            self.assertEqual(dtype.itemsize, game.state_size)
            # Every byte of a state belongs to one field.
            self.assertEqual(
                sum(dtype.fields[name][0].itemsize for name in dtype.names),
                game.state_size, game.id)


class Brains(unittest.TestCase):
    def test_a_file_is_played_with(self):
        """The command plays with a brain, and refuses one that was changed."""
        game = parlour.game("qwixx")
        own = np.zeros((game.features, brains.HIDDEN))
        data = brains.brain_bytes(game, own, np.zeros(brains.HIDDEN),
                                  np.zeros(brains.HIDDEN), 0, 1, 20)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "my.brain")
            for change, code in ((0, 0), (1, 2)):
                with open(path, "wb") as file:
                    file.write(data[:-9] + bytes([data[-9] ^ change])
                               + data[-8:])
                ran = subprocess.run(
                    [PARLOUR, "sim", "qwixx", "random", "mine", "--games",
                     "4", "--brain", "mine=" + path], capture_output=True,
                    check=False)
                self.assertEqual(ran.returncode, code, ran.stderr)

    def test_wrong_shapes_are_refused(self):
        with self.assertRaises(parlour.ParlourError):
            brains.brain_bytes(parlour.game("qwixx"), np.zeros((3, 3)),
                               np.zeros(30), np.zeros(30), 0, 1, 20)


class Pettingzoo(unittest.TestCase):
    def test_agent_environment_cycle(self):
        for game in parlour.games:
            env = envs.AEC(game)
            env.reset(seed=1)
            self.assertEqual(env.agents, env.possible_agents)
            total, steps = dict.fromkeys(env.agents, 0.0), 0
            for agent in env.agent_iter():
                observation, reward, ended, cut, info = env.last()
                total[agent] += reward
                self.assertFalse(cut)
                self.assertTrue(env.observation_space(agent).contains(
                    observation))
                self.assertIsInstance(info, dict)
                if ended:
                    env.step(None)
                    continue
                mask = observation["action_mask"]
                self.assertGreater(mask.sum(), 0)
                env.step(env.action_space(agent).sample(mask))
                steps += 1
            self.assertEqual(env.agents, [])
            self.assertGreater(steps, 4)
            self.assertTrue(any(total.values()))

    def test_same_seed_same_game(self):
        seen = []
        for _ in range(2):
            env = envs.AEC("rainbow")
            env.reset(seed=42)
            seen.append(bytes(env._state))
        self.assertEqual(*seen)

    def test_parallel(self):
        for game in parlour.games:
            env = envs.Parallel(game)
            observations, infos = env.reset(seed=3)
            self.assertEqual(list(observations), env.agents)
            rewards = {}
            while env.agents:
                actions = {agent: env.action_space(agent).sample(
                    observations[agent]["action_mask"])
                    for agent in env.agents}
                observations, rewards, ended, cut, infos = env.step(actions)
                self.assertEqual(set(ended), set(env.possible_agents))
            self.assertTrue(any(rewards.values()))


class Gymnasium(unittest.TestCase):
    def test_vector(self):
        env = envs.Vector("qwixx", 16)
        observation, info = env.reset(seed=5)
        ended = 0
        for _ in range(400):
            self.assertTrue(env.observation_space.contains(observation))
            self.assertTrue((env._batch.seat == 0).all())
            actions = np.array([env.single_action_space.sample(mask)
                                for mask in observation["action_mask"]])
            observation, reward, done, cut, info = env.step(actions)
            self.assertEqual(reward.shape, (16,))
            self.assertFalse(cut.any())
            self.assertTrue((reward[~done] == 0).all())
            self.assertTrue((reward[done] != 0).all())
            ended += int(done.sum())
        self.assertGreater(ended, 16)


class Openspiel(unittest.TestCase):
    def test_a_game(self):
        for id in parlour.games:
            game = envs.SpielGame(id)
            state = game.new_initial_state()
            chooser = random.Random(4)
            # Whole games, but where a roll has thousands of results.
            steps = 10 if game.max_chance_outcomes() > 1000 else 10**6
            while not state.is_terminal() and steps > 0:
                steps -= 1
                before = str(state)
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    self.assertAlmostEqual(sum(p for _, p in outcomes), 1)
                    action = chooser.choices([a for a, _ in outcomes],
                                             [p for _, p in outcomes])[0]
                else:
                    legal = state.legal_actions()
                    self.assertEqual(sum(state.legal_actions_mask()),
                                     len(legal))
                    self.assertEqual(legal, sorted(legal))
                    action = chooser.choice(legal)
                    self.assertEqual(len(state.observation_tensor()),
                                     game.observation_tensor_size())
                self.assertTrue(state.action_to_string(action))
                child = state.child(action)
                self.assertEqual(str(state), before)
                state.apply_action(action)
                self.assertEqual(child.state, state.state)
            self.assertEqual(len(state.returns()), game.num_players())
            if state.is_terminal():
                self.assertEqual(state.legal_actions(), [])
            for gain in state.returns():
                self.assertLessEqual(game.min_utility(), gain)
                self.assertLessEqual(gain, game.max_utility())


class Result(unittest.TextTestResult):
    """A line per test, as ./check counts them."""

    def addSuccess(self, test):
        super().addSuccess(test)
        self.stream.writeln("ok %d - %s" % (self.testsRun, test.id()))


if __name__ == "__main__":
    unittest.main(testRunner=unittest.TextTestRunner(
        stream=sys.stdout, resultclass=Result, verbosity=0))
