"""The conformance kit: what every game must do, as checks that need nothing but the game.

A game has them all as tests by a module beside its own tests that says ``from skali.kit.pytest import *`` and ``GAME = "key"``.
Only `pytest.py` and `rule.py` need pytest (``skali[kit]``). The author adds in the same folder, all of it optional but the first:

- tests that carry the rules they prove, `@rule("FJ-032")` (`rule.py`), written in the language of `table.py`;
- `conservation.py` with `check(state)`: asserts that no component is lost or made, called at every step;
- `perft.toml`: counted move trees (`perft.py` says how, and prints them);
- `kit.toml`: values of options that stand for the rest in the cover of tables (`configurations.py`), events in which a rule
  lays something open that no view keeps or with which it lets a game go on unasked (`secrecy.py`), and moves that are asked
  although there is no other (`forced.py`);
- `unprovable.toml`: the few rules that no program can prove, each with its reason (`coverage.py`);
- `enriched.py`: starts in positions that random play reaches too rarely (`enriched.py` here says how);
- finished sagas in the folder `sagas`, replayed for ever (`sagas.py` prints one).

The checks are plain functions in small modules: of a position (a `Spot`), of a whole game (a `Record`), or of the rules
(a `Game`). `checks.py` lists them all. Skáli's own tests break a toy game for each of them, and the check must notice.
Where a check fails, the message says the table, the seed and the number of moves; `play(configuration, seed, by)` gets
there again. `SKALI_TEST_ALL=1` plays at every table that the rules allow.
"""
