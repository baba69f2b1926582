"""The page on solving says what its kept answers say."""

import solving


def test_the_page_is_made_of_its_lines():
    assert solving.PAGE.read_text(encoding="utf-8") == solving.page(solving.read_lines())


def test_the_answers_add_up():
    lines = solving.read_lines()
    [whole] = [line for line in lines if line["question"] == "cost_of_deals"]
    for name in ("cost_by_role", "cost_by_trick", "cost_by_action"):
        parts = [line for line in lines if line["question"] == name]
        assert sum(line["cost"] for line in parts) == whole["cost"]
        assert sum(line["cards"] for line in parts) == whole["cards"] == 32 * whole["n"]
    spread = [line["share"] for line in lines if line["question"] == "points_spread"]
    assert abs(sum(spread) - 1) < 1e-9
