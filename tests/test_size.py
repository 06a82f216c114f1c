"""The budget of size: what is counted, and that more is refused."""

from __future__ import annotations

from tools.size import excesses, function_lines, measured

SOURCE = '''"""A module."""


def first() -> int:
    """Two lines

    of explanation.
    """
    return 1


async def second() -> int:
    return 2
'''


def test_files_are_counted_by_package_and_functions_without_docstrings() -> None:
    assert function_lines(SOURCE) == [2, 2]
    files = [
        "src/burgomaster/server/store.py",
        "src/burgomaster/games/suburbia/rules/legal.py",
        "tests/cases.py",
    ]
    sizes = measured((path, SOURCE) for path in files)
    assert sorted(sizes) == ["games/suburbia", "server", "tests"]
    assert sizes["server"].modules == 1 and sizes["server"].lines == SOURCE.count("\n") == 13


def test_a_total_above_its_budget_is_refused() -> None:
    sizes = measured(
        [("src/burgomaster/a.py", SOURCE), ("src/burgomaster/b.py", SOURCE), ("tests/c.py", SOURCE)]
    )
    budget = {"src_lines": 26, "src_modules": 2, "test_lines": 13}
    assert excesses(sizes, budget) == []
    for name, too_small in (("src_lines", 25), ("src_modules", 1), ("test_lines", 12)):
        assert [name in said for said in excesses(sizes, {**budget, name: too_small})] == [True]
