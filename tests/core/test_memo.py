"""What is kept while there is room."""

from __future__ import annotations

from burgomaster.core.memo import FORGOTTEN, Memo


def test_the_oldest_are_forgotten_when_there_is_no_more_room() -> None:
    memo: Memo[str] = Memo(2 * FORGOTTEN)
    for number in range(2 * FORGOTTEN):
        memo.put(number, str(number))
    memo.put(0, "newest now")
    memo.put("one more", "x")
    assert len(memo) == 2 * FORGOTTEN - 2 + 1
    assert memo.get(0, lambda: "made anew") == "newest now"
    assert [memo.get(number, lambda: "made anew") for number in (3, 2)] == ["3", "made anew"]


def test_a_thing_is_made_once() -> None:
    memo: Memo[list[int]] = Memo(1)
    assert memo.get("a", list) is memo.get("a", list)
