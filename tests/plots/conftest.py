import pytest
from matplotlib import pyplot


@pytest.fixture(autouse=True)
def closed():
    yield
    pyplot.close("all")
