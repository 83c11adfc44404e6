#!/usr/bin/env python3
"""A bot for One to 9, where cards are hidden, that is a program of its own.

It speaks version 2 of the engine protocol: it hears the moves of all and the
cards that its own seat may see, and "chance ?" for the others. It needs no
engine of its own, because the legal moves come with every question.

    parlour sim one-to-9 random nine --bot "nine=docs/nine.py"
"""
import sys
from collections import Counter

NAME = "nine"
moves = []        # of the question that comes: (name, points that it gains)
mine = Counter()  # cards that I drew and nobody else saw
lying = set()     # fields of the board that someone has laid a card on


def field(move):
    """The field that a move covers, such as r7; None: it covers none."""
    if move[0] == "j":
        return move[1:]
    if move[0] == "n" and move[-1] in "rygb":
        return move[-1] + move[1:-1]
    return move if move[0] in "rygb" and move[1:].isdigit() else None


def neighbours(place):
    """How many of the fields beside this one are covered."""
    number = int(place[1:])
    return sum(f"{place[0]}{number + d}" in lying for d in (-2, -1, 1, 2))


def worth(move):
    name, gain = move
    if name == "-":
        return -9
    if name.startswith(("run:", "four:", "fill:")):
        return 50 + gain
    if name == "+3":
        return 20  # three cards more, and the turn goes on
    if name == "draw":
        return 0.5
    place = field(name)
    # A card that I have twice is easy to part with; a joker is not.
    return gain + (neighbours(place) if place else 0) + \
        (mine[name] > 1) - (name[0] in "nj")


def hear(words):
    """One line of the referee; returns the answer."""
    command, rest = words[0], words[1:]
    if command == "protocol":
        return "2 moves"
    if command == "bots":
        return NAME
    if command == "new":
        mine.clear()
        lying.clear()
    elif command == "chance" and rest != ["?"]:
        mine[rest[0]] += 1
    elif command == "play":
        if field(rest[1]):
            lying.add(field(rest[1]))
    elif command == "moves":
        moves.extend((rest[i + 1], int(rest[i + 2]))
                     for i in range(1, len(rest), 3))
    elif command == "genmove":
        best = max(moves, key=worth)[0]
        moves.clear()
        return best
    return ""


for line in sys.stdin:
    answer = hear(line.split())
    print(f"= {answer}".rstrip() + "\n", flush=True)
    if line.startswith("quit"):
        break
