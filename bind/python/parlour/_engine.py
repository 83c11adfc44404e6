"""The C library as ctypes sees it: structs and functions, and nothing else.

Every struct is the one of the same name in include/parlour*.h. Their sizes are
compared with the library's own when it is loaded, so that a package and a
library of different versions never work on each other's memory.
"""
import ctypes as c
import os
import pathlib

SEATS, DICE, FACES, OPTIONS = 6, 7, 46, 8
MOVES, STATE, NAME, SIGNS, FEATURES = 256, 256, 32, 18, 192
SEED, NONCE, CHAINS = 32, 16, 4
DATE = 16
EVERYTHING = -2  # PL_ALL
OVER, CHANCE, DECIDE = 0, 1, 2
AUTO = -128
NO_MOVE = 65535
FAULTS = 12
SHEET_BYTES = 4096


class Struct(c.Structure):
    """A struct that can be printed."""

    def __repr__(self):
        return "%s(%s)" % (type(self).__name__, ", ".join(
            "%s=%r" % (field[0], getattr(self, field[0]))
            for field in self._fields_))


class State(c.Union):
    _fields_ = [("byte", c.c_ubyte * STATE), ("aligned", c.c_uint64)]


class Text(Struct):
    _fields_ = [("length", c.c_uint8), ("s", c.c_char * 63)]

    def __str__(self):
        return bytes(self.s).decode("ascii")


class Rng(Struct):
    _fields_ = [("s", c.c_uint64 * 4)]


class Turn(Struct):
    _fields_ = [("what", c.c_uint8), ("seats", c.c_uint8),
                ("phase", c.c_uint8), ("whose", c.c_int8)]


class Die(Struct):
    _fields_ = [("name", c.c_char_p), ("faces", c.c_uint8),
                ("face", c.POINTER(c.c_char_p))]


class Chance(Struct):
    _fields_ = [("count", c.c_uint8), ("sees", c.c_uint8),
                ("total", c.c_uint16), ("die", c.POINTER(Die) * DICE),
                ("weight", c.c_uint8 * FACES)]


class Outcome(Struct):
    _fields_ = [("face", c.c_uint8 * DICE), ("weight", c.c_uint32)]


class Message(Struct):
    _fields_ = [("id", c.c_char_p), ("seat", c.c_int8), ("n", c.c_int32),
                ("m", c.c_int32), ("k", c.c_int32), ("word", Text)]


class Option(Struct):
    _fields_ = [("name", c.c_char_p), ("value", c.POINTER(c.c_char_p)),
                ("low", c.c_int8), ("high", c.c_int8), ("normal", c.c_int8)]


class Setup(Struct):
    _fields_ = [("seats", c.c_uint8), ("first", c.c_uint8),
                ("option", c.c_int8 * OPTIONS)]


class Result(Struct):
    _fields_ = [("points", c.c_int16 * SEATS), ("tie", c.c_int16 * SEATS),
                ("seats", c.c_uint8), ("winners", c.c_uint8),
                ("aborted", c.c_bool)]


class Part(Struct):
    _fields_ = [("id", c.c_char_p), ("points", c.c_int16)]


class Game(Struct):
    """Its functions get the game itself as their first argument."""


_game = c.POINTER(Game)
_state = c.c_void_p


def _rule(result, *arguments):
    return c.CFUNCTYPE(result, _game, *arguments)


Game._fields_ = [
    ("id", c.c_char_p), ("layout", c.c_char_p), ("sheet", c.c_void_p),
    ("others", c.c_void_p), ("sheets", c.c_void_p), ("own", c.c_void_p),
    ("min_seats", c.c_uint8), ("max_seats", c.c_uint8),
    ("minutes", c.c_uint8), ("age", c.c_uint8), ("hue", c.c_uint16),
    ("emblem", c.c_char_p), ("sign", c.c_char_p * SIGNS),
    ("state_size", c.c_uint16), ("move_count", c.c_uint16),
    ("moves_max", c.c_uint16), ("passing", c.c_uint16),
    ("has_hands", c.c_bool), ("open_cards", c.c_uint8),
    ("points_min", c.c_int16), ("points_max", c.c_int16),
    ("options", c.POINTER(Option)),
    ("start", _rule(None, _state, c.POINTER(Setup))),
    ("turn", _rule(Turn, _state)),
    ("chance", _rule(None, _state, c.POINTER(Chance))),
    ("land", _rule(None, _state, c.POINTER(c.c_uint8))),
    ("moves", _rule(c.c_int, _state, c.c_int, c.POINTER(c.c_uint16))),
    ("play", _rule(None, _state, c.c_int, c.c_uint16)),
    ("score", _rule(None, _state, c.POINTER(Result))),
    ("parts", _rule(c.c_int, _state, c.c_int, c.POINTER(Part))),
    ("hide", _rule(None, _state, c.c_int)),
    ("guess", _rule(None, _state, c.c_int, c.POINTER(Rng))),
    ("keeps", _rule(c.c_bool, _state, c.c_int)),
    ("name", _rule(None, _state, c.c_uint16, c.POINTER(Text))),
    ("ask", _rule(None, _state, c.c_int, c.POINTER(Message))),
    ("say", _rule(None, _state, c.c_int, c.c_uint16, c.POINTER(Message))),
    ("tell", c.c_void_p), ("show", c.c_void_p), ("touch", c.c_void_p),
    ("dice", c.c_void_p), ("why", c.c_void_p), ("facts", c.c_void_p),
    ("again", c.c_void_p),
]


class Names(Struct):
    _fields_ = [("of", (c.c_char * NAME) * SEATS), ("reader", c.c_uint8)]


class Chain(Struct):
    _fields_ = [("begin", c.c_uint32), ("at", c.c_uint32),
                ("anchor", c.c_uint8 * SEED), ("link", c.c_uint8 * SEED)]


class Fair(Struct):
    _fields_ = [("is_committed", c.c_bool), ("is_revealed", c.c_bool),
                ("is_together", c.c_bool), ("hashes", c.c_uint8),
                ("nonces", c.c_uint8), ("chains", c.c_uint8 * SEATS),
                ("commitment", c.c_uint8 * SEED), ("seed", c.c_uint8 * SEED),
                ("hash", (c.c_uint8 * SEED) * SEATS),
                ("nonce", (c.c_uint8 * NONCE) * SEATS),
                ("chain", (Chain * CHAINS) * SEATS)]


class _FacesOrMove(c.Union):
    _fields_ = [("face", c.c_uint8 * DICE), ("move", c.c_uint16)]


class Step(Struct):
    _anonymous_ = ["done"]
    _fields_ = [("what", c.c_uint8), ("seat", c.c_uint8),
                ("seats", c.c_uint8), ("count", c.c_uint8),
                ("named", c.c_uint8), ("drawn", c.c_uint8),
                ("done", _FacesOrMove)]


class Match(Struct):
    _fields_ = [("game", _game), ("setup", Setup), ("state", State),
                ("name", Names), ("bot", Names), ("fair", Fair),
                ("rules", c.c_uint64), ("daily", c.c_char * DATE),
                ("step", c.POINTER(Step)),
                ("steps", c.c_size_t), ("room", c.c_size_t),
                ("named", c.c_uint8), ("drawn", c.c_uint8),
                ("revealed", c.c_bool), ("recipe", c.c_uint8),
                ("question", c.c_size_t), ("known", c.c_size_t),
                ("asked", State)]


class Buffer(Struct):
    _fields_ = [("s", c.c_char_p), ("length", c.c_size_t),
                ("room", c.c_size_t)]


class Budget(Struct):
    _fields_ = [("steps", c.c_uint32), ("enough", c.c_void_p),
                ("with", c.c_void_p), ("taken", c.POINTER(c.c_uint32)),
                ("brain", c.c_void_p)]


class Bot(Struct):
    _fields_ = [("id", c.c_char_p),
                ("choose", c.CFUNCTYPE(c.c_uint16, _game, _state, c.c_int,
                                       c.POINTER(Rng), c.POINTER(Budget))),
                ("only_moves", c.c_bool)]


class Hint(Struct):
    _fields_ = [("move", c.c_uint16), ("points", c.c_float),
                ("points_error", c.c_float), ("win", c.c_float),
                ("win_error", c.c_float), ("tries", c.c_uint32)]


class Solver(Struct):
    _fields_ = [("id", c.c_char_p), ("game", _game), ("states", c.c_uint32),
                ("size", c.c_size_t), ("rounds", c.c_int),
                ("start", c.c_void_p), ("tasks", c.c_void_p),
                ("work", c.c_void_p), ("solve", c.c_void_p),
                ("worth", c.c_void_p), ("weigh", c.c_void_p),
                ("below", c.c_void_p), ("goal", c.c_void_p),
                ("aim", c.c_void_p), ("blocks", c.c_int),
                ("block_max", c.c_size_t), ("block_size", c.c_void_p),
                ("pack", c.c_void_p), ("unpack", c.c_void_p)]


class Mistake(Struct):
    _fields_ = [("line", c.c_int), ("column", c.c_int), ("what", Message)]


class Mistakes(Struct):
    _fields_ = [("count", c.c_int), ("mistake", Mistake * FAULTS)]


class About(Struct):
    _fields_ = [("name", c.c_char * 64), ("author", c.c_char * 64)]


class Batch(Struct):
    _fields_ = [("game", _game), ("setup", Setup), ("state", c.c_void_p),
                ("rng", c.c_void_p), ("seat", c.c_void_p),
                ("mask", c.c_void_p), ("features", c.c_void_p),
                ("view", c.c_void_p), ("points", c.c_void_p),
                ("winners", c.c_void_p), ("done", c.c_void_p)]


class Afters(Struct):
    _fields_ = [("first", c.c_void_p), ("move", c.c_void_p),
                ("features", c.c_void_p), ("points", c.c_void_p),
                ("over", c.c_void_p), ("state", c.c_void_p)]


class _Size(Struct):
    _fields_ = [("name", c.c_char_p), ("size", c.c_size_t)]


_MIRRORED = {
    "pl_state": State, "pl_text": Text, "pl_rng": Rng, "pl_turn": Turn,
    "pl_die": Die, "pl_chance": Chance, "pl_outcome": Outcome,
    "pl_message": Message, "pl_option": Option, "pl_setup": Setup,
    "pl_result": Result, "pl_part": Part, "pl_game": Game,
    "pl_names": Names, "pl_chain": Chain, "pl_fair": Fair, "pl_step": Step,
    "pl_match": Match, "pl_buffer": Buffer, "pl_budget": Budget,
    "pl_bot": Bot, "pl_hint": Hint, "pl_solver": Solver,
    "pl_mistakes": Mistakes, "pl_sheet_about": About, "pl_batch": Batch,
    "pl_afters": Afters,
}


def _load():
    """The library of this tree, if there is one; else the installed one."""
    beside = pathlib.Path(__file__).resolve().parent.parent.parent
    places = [os.environ.get("PARLOUR_LIBRARY"),
              str(beside / "libparlour.so"), "libparlour.so.0"]
    for place in places:
        if place and (place == places[0] or "/" not in place
                      or os.path.exists(place)):
            return c.CDLL(place)
    raise ImportError("libparlour.so.0 is not installed")


lib = _load()


def _check():
    sizes = (_Size * 1).in_dll(lib, "pl_sizes")
    found = {}
    at = c.cast(sizes, c.POINTER(_Size))
    i = 0
    while at[i].name:
        found[at[i].name.decode()] = at[i].size
        i += 1
    for name, struct in _MIRRORED.items():
        if found.get(name) != c.sizeof(struct):
            raise ImportError(
                "this package and libparlour are of different versions: "
                "struct %s has %d bytes here and %s there"
                % (name, c.sizeof(struct), found.get(name)))


_check()


def _declare(name, result, *arguments):
    function = getattr(lib, name)
    function.restype = result
    function.argtypes = arguments
    return function


_message = c.POINTER(Message)
_match = c.POINTER(Match)
_buffer = c.POINTER(Buffer)
_moves = c.POINTER(c.c_uint16)

version = _declare("pl_version", c.c_char_p)
seed = _declare("pl_seed", None, c.POINTER(Rng), c.c_uint64)
roll = _declare("pl_roll", None, c.POINTER(Chance), c.POINTER(Rng),
                c.POINTER(c.c_uint8))
first = _declare("pl_first", c.c_bool, c.POINTER(Chance), c.POINTER(Outcome))
following = _declare("pl_next", c.c_bool, c.POINTER(Chance),
                     c.POINTER(Outcome))
outcomes = _declare("pl_outcomes", c.c_uint32, c.POINTER(Chance))
hash64 = _declare("pl_hash", c.c_uint64, _state, c.c_size_t, c.c_uint64)
game_on = _declare("pl_game_on", _game, _game, c.c_char_p)
game_keep = _declare("pl_game_keep", None, _game)
game_drop = _declare("pl_game_drop", None, _game)
setup_normal = _declare("pl_setup_normal", None, c.POINTER(Setup), _game,
                        c.c_int)
setup_check = _declare("pl_setup_check", c.c_bool, _game, c.POINTER(Setup),
                       _message)
setup_option = _declare("pl_setup_option", c.c_bool, c.POINTER(Setup), _game,
                        c.c_char_p, c.c_char_p, _message)
option_value = _declare("pl_option_value", None, c.POINTER(Option), c.c_int,
                        c.POINTER(Text))
look_ahead = _declare("pl_look_ahead", None, _game, _state, c.c_int,
                      c.c_uint16)
playout = _declare("pl_playout", c.c_uint32, _game, _state, c.POINTER(Rng))
match_free = _declare("pl_match_free", None, _match)
match_land_words = _declare("pl_match_land_words", c.c_bool, _match,
                            c.POINTER(c.c_char_p), c.c_int, _message)
match_roll = _declare("pl_match_roll", c.c_bool, _match, c.POINTER(Rng),
                      _message)
match_answer = _declare("pl_match_answer", c.c_bool, _match, c.c_int,
                        c.c_uint16, _message)
match_find_move = _declare("pl_match_find_move", c.c_bool, _match, c.c_int,
                           c.c_char_p, _moves, _message)
match_turn = _declare("pl_match_turn", Turn, _match)
match_answered = _declare("pl_match_answered", c.c_uint8, _match)
match_undo = _declare("pl_match_undo", c.c_bool, _match, _message)
match_view = _declare("pl_match_view", None, _match, c.c_int, _state)
record_write = _declare("pl_record_write", None, _match, c.c_int, _buffer)
record_read = _declare("pl_record_read", c.c_bool, _match, c.c_char_p,
                       c.c_size_t, _message, c.POINTER(c.c_int))
step_words = _declare("pl_step_words", None, _match, c.c_size_t, _state,
                      _buffer)
view_json = _declare("pl_view_json", None, _match, c.c_int, _buffer)
buffer_free = _declare("pl_buffer_free", None, _buffer)
sheet_read = _declare("pl_sheet_read", _game, c.c_char_p, c.c_size_t,
                      c.POINTER(Mistakes))
sheet_write = _declare("pl_sheet_write", None, _game, _buffer)
sheet_about = _declare("pl_sheet_about", None, _game, c.POINTER(About))
language_find = _declare("pl_language_find", c.c_void_p, c.c_char_p)
words = _declare("pl_words", None, c.c_void_p, _message, c.POINTER(Names),
                 _buffer)
view_svg = _declare("pl_view_svg", None, _game, _state, c.c_int, c.c_void_p,
                    c.POINTER(Names), _buffer)
hints = _declare("pl_hints", c.c_int, _game, _state, c.c_int, c.POINTER(Rng),
                 c.POINTER(Budget), c.POINTER(Hint))
solver_find = _declare("pl_solver_find", c.POINTER(Solver), c.c_char_p)
solver_run = _declare("pl_solver_run", None, c.POINTER(Solver), c.c_void_p)
solver_points = _declare("pl_solver_points", c.c_double, c.POINTER(Solver),
                         c.c_void_p, _state)
solver_choose = _declare("pl_solver_choose", c.c_uint16, c.POINTER(Solver),
                         c.c_void_p, _state, c.c_int)
features_count = _declare("pl_features_count", c.c_int, _game)
batch_begin = _declare("pl_batch_begin", None, c.POINTER(Batch), c.c_void_p,
                       c.c_size_t, c.c_size_t)
batch_show = _declare("pl_batch_show", None, c.POINTER(Batch), c.c_size_t,
                      c.c_size_t)
batch_step = _declare("pl_batch_step", c.c_size_t, c.POINTER(Batch),
                      c.c_void_p, c.c_size_t, c.c_size_t)
batch_choose = _declare("pl_batch_choose", None, c.POINTER(Batch),
                        c.POINTER(Bot), c.c_uint32, c.c_void_p, c.c_void_p,
                        c.c_size_t, c.c_size_t)
batch_play = _declare("pl_batch_play", None, c.POINTER(Batch),
                      c.POINTER(Bot), c.c_uint32, c.c_void_p, c.c_void_p,
                      c.c_size_t, c.c_size_t)
batch_after = _declare("pl_batch_after", c.c_size_t, c.POINTER(Batch),
                       c.POINTER(Afters), c.c_size_t, c.c_size_t)
features_write = _declare("pl_features_write", c.c_int, _game, _state,
                             c.c_int, c.POINTER(c.c_int16))


def listed(name, struct):
    """The entries of a list of pointers that ends with NULL."""
    at = c.cast((c.c_void_p * 1).in_dll(lib, name),
                c.POINTER(c.POINTER(struct)))
    found, i = [], 0
    while at[i]:
        found.append(at[i])
        i += 1
    return found


def taken(write, *arguments):
    """The text that a function of the library adds to a buffer."""
    buffer = Buffer()
    write(*arguments, c.byref(buffer))
    text = c.string_at(buffer.s, buffer.length).decode() if buffer.s else ""
    buffer_free(c.byref(buffer))
    return text





def _language(code):
    language = language_find(code.encode())
    if not language:
        raise ValueError("there is no language %r" % code)
    return language


def sentence(message, code="en"):
    """A message as people read it."""
    return taken(words, _language(code), c.byref(message), None)


def picture(game, view, seat, code, names=None):
    """A view as SVG."""
    return taken(view_svg, game, c.byref(view), seat, _language(code), names)
