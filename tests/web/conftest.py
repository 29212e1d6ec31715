"""A server without a browser, for all tests of pages."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def client(data):
    from starlette.testclient import TestClient

    from altered_env.web.app import make_app
    from tests.web.serving import HERE

    with TestClient(make_app(data, public_seed=True), base_url=HERE) as found:
        yield found
