"""A package whose private parts the project uses has an upper bound: its next release may change them."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from tests.test_releasing import LOCK, PINNED, PROJECT

SOURCES = Path(__file__).resolve().parent.parent / "src"

# Packages whose submodules are their public interface.
PUBLIC = {
    *("alembic", "argon2", "cryptography", "fastapi", "gymnasium", "isal", "open_spiel", "openskill"),
    *("pettingzoo", "prometheus_client", "psycopg", "pyarrow", "pydantic", "python_multipart", "rich"),
    *("sqlalchemy", "starlette", "torch"),
}
PUBLIC_MODULES = {"numba.extending"}
ALWAYS = {"llvmlite"}  # what its instructions mean depends on the LLVM of a release

# Attributes with an underscore that our sources do not define: whose they are; "" if they are documented.
ATTRIBUTES = {
    **dict.fromkeys(("_asdict", "_exit", "_fields", "_mapping"), ""),
    **dict.fromkeys(("_accumulate_rewards", "_was_dead_step"), "pettingzoo"),
    **dict.fromkeys(("_argument_count", "_func"), "jinja2"),
    **dict.fromkeys(("_Kernel", "_Linker", "_rebuild", "_reduce_states", "_module"), "numba-cuda"),
    **dict.fromkeys(("_codegen", "_ensure_finalized", "_finalize_dynamic_globals", "_getvalue"), "numba"),
    **dict.fromkeys(("_get_module_for_linking", "_linking_libraries", "_module_pass_manager"), "numba"),
    **dict.fromkeys(("_numba_type_", "_raise_if_finalized", "_reduce", "_reload_init"), "numba"),
}


@cache
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCES.rglob("*.py"))}


@cache
def nodes() -> list[ast.AST]:
    return [node for tree in trees().values() for node in ast.walk(tree)]


@cache
def own_names() -> set[str]:
    """The names that our sources define themselves."""
    definitions = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    found = {node.name for node in nodes() if isinstance(node, definitions)}
    stored = [node for node in nodes() if isinstance(getattr(node, "ctx", None), ast.Store)]
    found |= {node.id for node in stored if isinstance(node, ast.Name)}
    return found | {node.attr for node in stored if isinstance(node, ast.Attribute)}


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def imports(found: Iterable[ast.AST]) -> Iterator[str]:
    for node in found:
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{one.name}" for one in node.names)


def package_of(path: str) -> str:
    top = path.partition(".")[0]
    return "numba-cuda" if path.startswith("numba.cuda") else top


def is_private_import(path: str) -> bool:
    """Whether a package does not document what is imported."""
    top, *rest = path.split(".")
    if top in sys.stdlib_module_names or top == "burgomaster":
        return False
    if top in ALWAYS or any(map(is_private, rest)):
        return True
    is_public = top in PUBLIC or any(path.startswith(f"{module}.") for module in PUBLIC_MODULES)
    return len(rest) > 1 and not is_public


@cache
def private_uses() -> dict[str, set[str]]:
    """What is used of each package without being its public interface."""
    found: dict[str, set[str]] = {}
    for name in filter(is_private_import, imports(nodes())):
        found.setdefault(package_of(name), set()).add(name)
    for node in nodes():
        if isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in own_names():
            owner = ATTRIBUTES.get(node.attr, f"the owner of {node.attr}, missing in this test")
            if owner:
                found.setdefault(owner, set()).add(node.attr)
    return found


def requirements() -> dict[str, Requirement]:
    lines = [
        *PROJECT["dependencies"],
        *(line for lines in PROJECT["optional-dependencies"].values() for line in lines),
    ]
    return {one.name: one for one in map(Requirement, lines)}


def has_upper_bound(name: str) -> bool:
    return any(part.operator in ("<", "<=", "==", "~=") for part in requirements()[name].specifier)


def test_every_package_whose_private_parts_are_used_has_an_upper_bound() -> None:
    uses = private_uses()
    assert uses.keys() >= {"numba", "llvmlite", "numba-cuda", "uvicorn", "jinja2"}
    unbounded = {
        name: names for name, names in uses.items() if name not in requirements() or not has_upper_bound(name)
    }
    assert not unbounded, f"give an upper bound in pyproject.toml, and say there what is private: {unbounded}"


def test_an_upper_bound_has_its_reason_beside_it() -> None:
    lines = (SOURCES.parent / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    for name in private_uses():
        (line,) = [line for line in lines if re.search(rf'"{name}(\[\w+\])?>=', line)]
        assert "private:" in line or name in ALWAYS, line


def test_the_locked_versions_are_within_the_bounds() -> None:
    for name, version in PINNED.findall(LOCK):
        if name in requirements():
            assert requirements()[name].specifier.contains(Version(version), prereleases=True), name


@pytest.mark.parametrize(
    ("source", "is_found"),
    [
        ("from numba.core.codegen import JITCodeLibrary", True),
        ("import uvicorn.protocols.http", True),
        ("from rich import _wrap", True),
        ("import numba\nfrom numba.extending import overload\nfrom rich.table import Table", False),
    ],
)
def test_imports_of_private_parts_are_found(source: str, is_found: bool) -> None:
    assert any(map(is_private_import, imports(ast.walk(ast.parse(source))))) is is_found
