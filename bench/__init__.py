"""How fast Skáli is, beside its peers, in one interleaved run. `python -m bench --help` says how.

A suite is a function that makes cells (see `ours`, `peers`). To measure something new, write a sibling
module with such a function and name it in `worker.SUITES`: the process, the rounds, the table (one per unit)
and the JSON come for free.
"""
