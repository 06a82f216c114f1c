"""Errors travel between processes and stay what they are."""

from __future__ import annotations

import pickle

import pytest

import burgomaster as bm
from burgomaster.core.language import CORE_TEXTS, Word
from burgomaster.server.match.journal import Refused


def sent(error: Exception) -> Exception:
    made: Exception = pickle.loads(pickle.dumps(error))
    return made


def test_an_error_of_another_process_says_the_same_in_both_languages() -> None:
    with pytest.raises(bm.OptionError) as raised:
        bm.game("spyrium", players=9)
    again = sent(raised.value)
    assert type(again) is bm.OptionError and str(again) == str(raised.value)
    assert again.text("ru") == raised.value.text("ru") != str(again)


def test_what_else_an_error_knows_travels_with_it() -> None:
    again = sent(Refused("no_undo"))
    assert isinstance(again, Refused) and again.key == "no_undo"


def test_a_name_that_is_said_in_the_language_of_the_text_travels_as_a_text() -> None:
    again = sent(bm.OptionError("option.game", CORE_TEXTS, given=Word(lambda _: "chess"), known="none"))
    assert "chess" in str(again)
