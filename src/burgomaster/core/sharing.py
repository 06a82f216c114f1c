"""Threads that share what is done with all games of a batch, thousands of times a second, by a board.

The caller, thread 0, writes on the board what is to be done: games are dealt or described, actions chosen,
checked or carried out. Each thread has games of its own, and a number on the board that says for which work,
and from which of its games on, nobody has come yet; whoever adds to it has taken the games between. All take
their own games first, whose rows lie in their caches, then those of threads that are late, and add to another
number how many are done. The caller goes on when all are. The others watch the board, and leave when nothing
has happened for a while: whoever comes late, or not at all, finds the work done.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from burgomaster.compiler.atomic import add_shared, load_shared, store_shared
from burgomaster.compiler.handed import Handed, taken
from burgomaster.compiler.jit import inline, is_interpreted, jit
from burgomaster.compiler.struct import Ints
from burgomaster.core.batch_kernels import choose_randomly, clear_outcome, count_wrong
from burgomaster.core.batch_steps import Games, deal_anew, describe, step_game

# What there is to do; whoever is no caller watches
CHOOSE, CHECK, STEP, DEAL, DESCRIBE, WATCH = 0, 1, 2, 3, 4, 5

# What the caller is told
DONE = 0
WRONG = 1  # actions were checked, and some are not legal
UNCHECKED = 2  # somebody still checks actions; the step was not begun
ABSENT = 3  # all actions are legal; the step was not begun, because somebody does not watch the board
LATE = 4  # somebody still is at what was begun last

# The board: a row of each thread, and one of all
ROW = 16  # numbers, as long as two lines of a cache: what one thread writes slows no other
NEXT = 0  # of a thread: the work, and which of its games is the first that nobody has taken for it
IS_HERE = 8  # 1: it watches the board
N_DONE, N_WRONG = 0, 8  # of all: games that are done, and of those that were checked the wrong ones
SPAN = 1 << 32  # NEXT is the work times this, and the game
CHUNK, LIGHT_CHUNK = 16, 64  # games that are taken at once: for a step or more, and for work that is less
PATIENCE = 80_000  # looks at a board on which nothing happens, some 100 microseconds


def new_board(threads: int, n: int) -> Any:
    """Make a board on which all of n games are taken and done, and which nobody watches."""
    board = np.zeros((threads + 1) * ROW, np.int64)
    board[NEXT::ROW] = n
    board[threads * ROW + N_DONE] = n
    board[IS_HERE] = 1  # the caller
    if is_interpreted():
        board[IS_HERE::ROW] = 1  # and nobody else is called
    return board


@jit
def share_work(handed: Handed, work: int, thread: int) -> int:
    """Do some work with the other threads and tell what came of it, or watch the board as one of them.

    If there is nothing wrong with the actions that were checked, they are carried out, but not before all who
    are worth waking for that were called.
    """
    board, n = taken(handed).board, taken(handed).states.shape[0]
    if work == WATCH:
        watch_board(board, n, handed, thread)
        return DONE
    told = lead_work(board, n, handed, work)
    if work != CHECK or told == WRONG:
        return told
    if told == LATE:
        return UNCHECKED
    return ABSENT if is_missed(board) else lead_work(board, n, handed, STEP)


@inline
def n_threads(board: Ints) -> int:
    """Count the threads: each has a row, and there is one more."""
    return len(board) // ROW - 1


@inline
def is_missed(board: Ints) -> bool:
    """Tell whether somebody does not watch the board."""
    n_here = 0
    for thread in range(n_threads(board)):
        n_here += load_shared(board, thread * ROW + IS_HERE)
    return n_here < n_threads(board)


@jit
def lead_work(board: Ints, n: int, handed: Handed, work: int) -> int:
    """Write on the board what is to be done, do what others do not, and wait for them, but not forever."""
    threads = n_threads(board)
    store_shared(board, threads * ROW + N_DONE, 0)
    store_shared(board, threads * ROW + N_WRONG, 0)
    for other in range(threads):
        store_shared(board, other * ROW + NEXT, work * SPAN + n * other // threads)
    take_games(board, n, handed, 0)
    patience = PATIENCE
    while load_shared(board, threads * ROW + N_DONE) < n:
        patience -= 1
        if patience == 0:
            return LATE
    return DONE if load_shared(board, threads * ROW + N_WRONG) == 0 else WRONG


@jit
def watch_board(board: Ints, n: int, handed: Handed, thread: int) -> None:
    """Do a share of all work that is written on the board; leave when nothing has happened for a while."""
    end, patience = n * (thread + 1) // n_threads(board), PATIENCE
    while patience > 0:
        patience -= 1
        if load_shared(board, thread * ROW + NEXT) % SPAN < end:
            take_games(board, n, handed, thread)
            patience = PATIENCE
    store_shared(board, thread * ROW + IS_HERE, 0)


@jit
def take_games(board: Ints, n: int, handed: Handed, thread: int) -> None:
    """Do what the board says with the games of a thread, then with those that the others have not come to."""
    threads, n_done = n_threads(board), 0
    for ahead in range(threads):
        owner = (thread + ahead) % threads
        end = n * (owner + 1) // threads
        seen = load_shared(board, owner * ROW + NEXT)
        while seen % SPAN < end:
            n_taken = LIGHT_CHUNK if seen // SPAN < STEP else CHUNK
            found = add_shared(board, owner * ROW + NEXT, n_taken)  # perhaps not what was seen
            work, first = found // SPAN, found % SPAN
            if first < end:
                last = min(first + n_taken, end)
                do_share(handed, work, thread, first, last)
                n_done += last - first
            seen = found + n_taken
    if n_done > 0:
        add_shared(board, threads * ROW + N_DONE, n_done)


@jit
def do_share(handed: Handed, work: int, thread: int, first: int, end: int) -> None:
    """Do one kind of work with some games; to hand a pointer over takes less than all the arrays."""
    do_work(taken(handed), work, thread, first, end)


@inline
def do_work(games: Games, work: int, thread: int, first: int, end: int) -> None:
    """Do one kind of work with some games."""
    if work == STEP:
        step_and_describe(games, thread, first, end)
    elif work == CHOOSE:
        choose_randomly(games.legal, games.n_legal, games.rngs, games.chosen, first, end)
    elif work == CHECK:
        n_wrong = count_wrong(games.mask, games.actions, first, end)
        if n_wrong > 0:
            add_shared(games.board, n_threads(games.board) * ROW + N_WRONG, n_wrong)
    else:
        deal_and_describe(games, work, thread, first, end)


@inline
def step_and_describe(games: Games, thread: int, first: int, end: int) -> None:
    """Step games and describe them, one by one: what the one has read the other finds near."""
    scratch = games.scratches[thread]
    for game in range(first, end):
        clear_outcome(games.done, games.rewards, game)
        step_game(games.others, games, scratch, thread, game)
        describe(games, scratch, game)


@jit
def deal_and_describe(games: Games, work: int, thread: int, first: int, end: int) -> None:
    """Describe games, after they were dealt if there is to DEAL."""
    scratch = games.scratches[thread]
    for game in range(first, end):
        if work == DEAL:
            deal_anew(games, scratch, thread, game)
        describe(games, scratch, game)
