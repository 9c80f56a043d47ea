#!/usr/bin/env python3
"""A bot for Skáli in any language: read a line of JSON, write a line of JSON. This one goes where it is crowded.

skali arena fjords --agents "exec:python docs/examples/eager_bot.py,random" --games 20
"""

import json
import random
import sys


def neighbours(cell):
    q, r = cell
    return [(q + 1, r - 1), (q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1)]


def choose(question):
    """The move whose cell touches most cells that the other player can still reach; anything else at random."""
    moves = question["moves"]
    if question["prompt"]["kind"] != "field":
        return random.choice(moves)
    wanted = {tuple(spot["cell"]) for spot in question["view"]["reach"][1 - question["seat"]]}

    def contested(move):
        cell = tuple(int(number) for number in move["notation"].split()[-1].split(","))
        return (cell in wanted) * 3 + sum(spot in wanted for spot in neighbours(cell))

    return max(moves, key=contested)


for line in sys.stdin:
    print(json.dumps({"move": choose(json.loads(line))["move"]}), flush=True)
