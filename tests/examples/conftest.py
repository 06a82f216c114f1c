"""The packages of `examples/`, installed once for all tests of this folder."""

from __future__ import annotations

import pytest

from tests.examples.site import Site, install


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return install(tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("state"))
