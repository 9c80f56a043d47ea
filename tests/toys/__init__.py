"""Two small complete games in plain Python: they prove the protocol and the kit before the real games do.

They are no entry points: `tests.games_under_test` knows them by name.
"""
