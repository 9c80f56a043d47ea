"""The hall: tables, seats, storage, live updates and bots at tables. Knows no game.

A table is a log of rows, appended one by one and never changed (``storage``). ``record`` folds rows into who sits where and
what has been played; ``table`` keeps that and the position in memory; ``messages`` says it to one viewer in one language;
``rest`` and ``socket`` carry it. Whatever is kept in memory can be rebuilt from the rows by any worker.
"""
