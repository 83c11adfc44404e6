#!/usr/bin/env python3
"""A bot for Qwixx that is a program of its own, as an example.

It crosses the box that skips the fewest others, if it skips at most LIMIT of
them, and passes otherwise. The engine keeps the position and knows the rules.
It speaks version 1 of the protocol, so it refuses to change to another.

    parlour sim qwixx random skip \\
        --bot "skip=docs/skip.py 2 build/parlour engine"
"""
import subprocess
import sys

limit = int(sys.argv[1])
engine = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True)
crossed = {}  # (seat, colour): boxes up to the last cross


def ask(line):
    """One command of the protocol; the answer ends with an empty line."""
    engine.stdin.write(line + "\n")
    engine.stdin.flush()
    return "".join(iter(engine.stdout.readline, "\n"))


def place(move):
    number = int(move[1:])
    return number - 2 if move[0] in "ry" else 12 - number


def choose(seat):
    legal = [m for m in ask(f"legal {seat}").split()[1:] if m != "-"]
    skips = sorted((place(m) - crossed.get((seat, m[0]), 0), m) for m in legal)
    return skips[0][1] if skips and skips[0][0] <= limit else "-"


for line in sys.stdin:
    words = line.split()
    if words[0] == "genmove":
        answer = "= " + choose(words[1]) + "\n"
    elif words[0] == "protocol":
        answer = "? version 1 only\n"
    elif words[0] == "bots":
        answer = "= skip\n"
    else:
        answer = ask(line.strip())
    if words[0] == "new":
        crossed.clear()
    if words[0] == "play" and words[2] != "-":
        crossed[words[1], words[2][0]] = place(words[2]) + 1
    print(answer, flush=True)
