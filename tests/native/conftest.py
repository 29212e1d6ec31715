"""Fixtures of the tests of the native layer."""

from __future__ import annotations

import pytest

from altered_env.building import linking


@pytest.fixture(scope="session")
def c_compiler():
    """Building needs a C compiler and the headers of Python, which not every machine has."""
    try:
        linking.compiler(), linking.headers()
    except linking.NoCompilerError as error:
        pytest.skip(f"the native layer is not tested: {error}")
