"""The limit: a game of ours in C++ that does nothing but play at random as fast as it can. How much of that is ours?"""
