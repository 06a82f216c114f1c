"""Searches as bots/search_bot.py does, and judges positions by a net."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from burgomaster.bots import net_simulation, tree
from burgomaster.bots.bot import Budget
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.levels import SearchParams
from burgomaster.bots.net import new_space
from burgomaster.bots.net_file import layout_of, net_of
from burgomaster.bots.search_bot import BLOCK, SearchBot
from burgomaster.bots.tree import NONE

PARAMS = SearchParams(win_share=0.3, margin_scale=12.0, prior_scale=1.5, explore=0.7, greedy_steps=0)


class NetSearchBot(SearchBot):
    """A search whose judgement was learned."""

    name = "netsearch"

    def _search(
        self, information: InformationSet, simulations: int, seconds: float, only: int = NONE
    ) -> None:
        self._net = net_of(information.game.name, self.path)
        layout = layout_of(information.game.name)
        self._space = new_space(layout.size, self.threads)
        super()._search(information, simulations, seconds, only)

    def _grow(self, states: Any, params: Any, left: int, deadline: float, index: int) -> None:
        while left > 0:
            net_simulation.run_simulations(
                states, self._trees, index, params, min(BLOCK, left), self._net, self._space
            )
            left -= BLOCK
            is_sure = params[0].only == NONE and tree.is_decided(self._trees, index, left)
            if is_sure or time.perf_counter() >= deadline:
                break


def make(seed=None, setting="", simulations=1000, seconds=1.0, threads=1, **kw):
    words=dict(w.split("=") for w in setting.split(";") if w)
    path=words.pop("path","")
    simulations=int(words.pop("sims",simulations)); seconds=float(words.pop("sec",seconds))
    from dataclasses import replace
    p=replace(PARAMS,**{k:(int(v) if k in("widen_first","expand_after") else float(v)) for k,v in words.items()})
    bot=NetSearchBot(seed,5,Budget(simulations,seconds),threads,p)
    bot.path=path
    return bot
