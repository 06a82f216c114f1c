"""What the tests of environments share."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def torch() -> Any:
    """PyTorch: a test that needs it is named where it is missing (tests/machine.py)."""
    import torch

    return torch
