"""Of very many variants pictures show the baseline and the extremes, and the page says so."""

from tests.lab.made import block, result, study
from zodiac_sim.report.page import _warnings
from zodiac_sim.report.section import EXTREMES, MOST_ROWS, Subject

MANY = MOST_ROWS + 10


def subject(count):
    """Variant n of ``count`` wins n of as many duels."""
    made = study(variants=[{"name": f"v{number}"} for number in range(count)])
    blocks = [block("a" * number + "b" * (count - number), rounds=[3] * count) for number in range(count)]
    whole = result(made, *blocks)
    return Subject(whole, whole, "v33", 0.95)


def test_as_many_as_can_be_read_are_all_drawn():
    few = subject(MOST_ROWS)
    assert few.drawn is few.result
    assert not any("pictures show" in warning for warning in _warnings(few))


def test_the_baseline_and_the_extremes_are_drawn_in_the_order_of_the_study():
    many = subject(MANY)
    ends = [*range(EXTREMES), 33, *range(MANY - EXTREMES, MANY)]
    assert many.drawn.study.variant_names == tuple(f"v{number}" for number in ends)
    assert any("“v33”" in warning and f"Of {MANY} variants" in warning for warning in _warnings(many))
