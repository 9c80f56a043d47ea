"""The conformance kit: every registered game is examined by being registered (`test_kit.py`), and so are the two toys.

A game's author adds, beside the game's own tests in `tests/games/<game>/`, all of it optional but the first:

- tests that carry the rules they prove, `@rule("FJ-032")` (`rule.py`), written in the language of `table.py`;
- `conservation.py` with `check(state)`: asserts that no component is lost or made, called at every step;
- `perft.toml`: counted move trees (`perft.py` says how, and prints them);
- `kit.toml`: values of options that stand for the rest in the cover of tables (`configurations.py`), events in which a rule
  lays something open that no view keeps or with which it lets a game go on unasked (`secrecy.py`), and moves that are asked
  although there is no other (`forced.py`);
- `unprovable.toml`: the few rules that no program can prove, each with its reason (`coverage.py`);
- finished sagas in `tests/sagas/`, replayed for ever (`sagas.py` prints one).

The checks are plain functions in small modules: of a position (a `Spot`), of a whole game (a `Record`), or of the rules
(a `Game`). `checks.py` lists them all. `tests/toys/broken_*.py` breaks a toy for each of them, and the check must notice.
Where a check fails, the message says the table, the seed and the number of moves; `play(configuration, seed, by)` gets
there again. `SKALI_TEST_ALL=1` plays at every table that the rules allow.
"""
