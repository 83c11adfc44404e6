#!/usr/bin/env python3
"""A bot that learns from the results that it hears, for any game.

It plays by one of a few rules of thumb: take the move that gains most now,
and count passing like so many points. Which of them wins is not known before;
it tries them, remembers how often each has won, and prefers those that did
(UCB1). What it has learned is kept in a file and read again next time.

    parlour sim qwixx random learner --bot "learner=docs/learner.py notes.json"
"""
import json
import math
import sys

PRICES = [-6, -1, 0, 0.5, 2]  # what passing counts like, in points

path = sys.argv[1]
try:
    with open(path, encoding="ascii") as file:
        notes = json.load(file)
except (OSError, ValueError):
    notes = {}

game = ""   # what is played: rules of thumb differ from game to game
seat = 0
rule = 0    # the one that is tried in this game
moves = []  # of the question that comes: (name, points that it gains)


def tried():
    """[games, wins] of each rule in this game."""
    return notes.setdefault(game, [[0, 0] for _ in PRICES])


def choose_rule():
    games = 1 + sum(n for n, _ in tried())
    return max(range(len(PRICES)), key=lambda i: math.inf
               if tried()[i][0] == 0 else tried()[i][1] / tried()[i][0] +
               math.sqrt(math.log(games) / tried()[i][0]))


def worth(move):
    name, gain = move
    return PRICES[rule] if name == "-" else gain


def note_result(words):
    """result POINTS … winners SEAT …"""
    winners = words[words.index("winners") + 1:]
    tried()[rule][0] += 1
    if str(seat) in winners:
        tried()[rule][1] += 1 / len(winners)


def save():
    with open(path, "w", encoding="ascii") as file:
        json.dump(notes, file)


for line in sys.stdin:
    words = line.split()
    answer = ""
    if words[0] == "protocol":
        answer = "2 moves"
    elif words[0] == "bots":
        answer = "learner"
    elif words[0] == "new":
        game = " ".join(words[1:3])
        seat = int(next(w for w in words if w.startswith("seat="))[5:])
        rule = choose_rule()
    elif words[0] == "moves":
        moves.extend((words[i + 1], int(words[i + 2]))
                     for i in range(2, len(words), 3))
    elif words[0] == "genmove":
        answer = max(moves, key=worth)[0]
        moves.clear()
    elif words[0] == "result":
        note_result(words)
    print(f"= {answer}".rstrip() + "\n", flush=True)
    if words[0] == "quit":
        save()
        break
