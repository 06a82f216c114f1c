"""How cases are tried and shared out: what the other tests rely on."""

from __future__ import annotations

import inspect

import pytest

from tests.cases import always, crossed, every, never, sweep


def test_every_case_is_tried_and_all_failures_are_reported() -> None:
    tried: list[int] = []

    @every("number", range(5))
    def test(number: int, limit: int) -> None:
        tried.append(number)
        assert number < limit

    assert list(inspect.signature(test).parameters) == ["limit"]
    test(limit=5)
    with pytest.raises(AssertionError, match=r"2 of 5 cases:\n3: AssertionError(.|\n)*\n4: AssertionError"):
        test(limit=3)
    assert tried == [0, 1, 2, 3, 4] * 2
    with pytest.raises(AssertionError):
        every("number", [])(test)(limit=5)


def test_each_of_the_ones_is_crossed_with_one_of_the_others_in_make_test() -> None:
    cases = crossed("abc", ["x", "y"])
    assert [case for case in cases if isinstance(case, tuple) and not hasattr(case, "marks")] == [
        ("a", "x"),
        ("b", "y"),
        ("c", "x"),
    ]
    late = [case.values for case in cases if hasattr(case, "marks")]
    assert late == [("a", "y"), ("b", "x"), ("c", "y")]
    first, *others = crossed("ab", ["x", "y"], quick=lambda one: one == "a")
    assert first == ("a", "x")
    marks = [(case.values, case.marks[0].name) for case in others]
    assert marks == [(("a", "y"), "thorough"), (("b", "x"), "thorough"), (("b", "y"), "slow")]


def test_a_sweep_marks_what_is_not_quick() -> None:
    quick, late = sweep([2, 5], lambda number: number == 2)
    assert quick == 2
    assert late.values == (5,) and [mark.name for mark in late.marks] == ["thorough"]
    quick, *others = sweep(range(3), lambda number: number == 0, slow=lambda number: number < 2)
    assert quick == 0
    assert [(case.values, case.marks[0].name) for case in others] == [((1,), "slow"), ((2,), "thorough")]
    assert all(case.marks for case in sweep([2, 5], never))
    assert [case.marks[0].name for case in sweep([2, 5], never, always)] == ["slow", "slow"]
