"""The conformance kit of Skáli: random games, refusals, notation, saving, secrecy, words, and a test for every rule."""

from skali.kit.pytest import *  # noqa: F403 - the tests

GAME = "mygame"
