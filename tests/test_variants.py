"""Rule sets as data: the presets are those of the table, changes are read from the command line
and from TOML, names are canonical, and bad input is refused in one sentence."""

import random
import re
from dataclasses import fields as dataclass_fields

import pytest

import naive
from belote.game import variants
from belote.game.variants import (
    BY_NAME,
    FIELDS,
    PRISE_PRESETS,
    TARGETS,
    RuleError,
    Rules,
    changed,
    preset,
    rule_set,
    rules_from_toml,
    value_text,
)
from engine import MARKING_VALUES, PLAY_VALUES, both, random_changes

PRISE_VALUES = PLAY_VALUES | MARKING_VALUES
COINCHE_FIELDS = ("coinche_mark", "multiplier_on", "surcoinche", "belote_tout_atout")


# Presets and fields -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", naive.PRESETS)
def test_preset_is_that_of_the_slow_engines_own_table(name):
    assert preset(name).values() == naive.PRESETS[name]
    assert preset(name).name == name


def test_presets_are_the_six_of_prise_in_the_order_of_the_table():
    assert list(PRISE_PRESETS) == list(naive.PRESETS)


def test_every_field_has_its_group_its_values_and_a_meaning():
    assert {f.name for f in FIELDS if f.group == "play"} == {"auction", *PLAY_VALUES}
    marking = {f.name for f in FIELDS if f.group == "marking"}
    assert marking == {*MARKING_VALUES, *COINCHE_FIELDS}
    assert [f.name for f in FIELDS if f.group == "label"] == ["rotation"]
    assert all(f.meaning for f in FIELDS)
    for name, values in PRISE_VALUES.items():
        field = BY_NAME[name]
        whole = field.values is int
        assert whole or set(field.values) >= set(values), name
        assert whole == all(type(value) is int for value in values), name


def test_a_rule_set_has_every_field_once_in_the_order_of_the_table():
    names = [field.name for field in dataclass_fields(Rules)]
    assert names == ["name", *(field.name for field in FIELDS)]
    assert variants.field_names() == names[1:]


def test_targets_named_by_the_sources():
    assert TARGETS == {
        "classique": (1000, 1500),
        "annonces": (301, 501, 1000),
        "sans-annonces": (301, 501, 1000),
        "litige": (501, 1000, 2000),
    }
    assert {rules.target for rules in PRISE_PRESETS.values()} == {1000}


def test_a_rule_set_cannot_be_changed_in_place():
    with pytest.raises(AttributeError):
        preset("litige").target = 501


# Changes and names --------------------------------------------------------------------------------


def texts_of(changes):
    return [f"{field}={value_text(value)}" for field, value in changes.items()]


def test_random_changes_read_as_the_slow_engine_reads_them():
    rng = random.Random(6)
    for _ in range(200):
        base, changes = rng.choice(list(PRISE_PRESETS)), random_changes(rng, PRISE_VALUES)
        slow, fast = both(base, **changes)
        assert rule_set(",".join([base, *texts_of(changes)])) == fast
        assert fast.values() == slow
        assert rule_set(fast.name) == fast


def test_the_order_of_changes_does_not_matter_to_the_name():
    rng = random.Random(7)
    for _ in range(50):
        base, texts = rng.choice(list(PRISE_PRESETS)), texts_of(random_changes(rng, PRISE_VALUES))
        rules = rule_set(",".join([base, *texts]))
        rng.shuffle(texts)
        assert rule_set(",".join([base, *texts])).name == rules.name
        fields = [change.split("=")[0] for change in rules.name.split(",")[1:]]
        assert fields == [field.name for field in FIELDS if field.name in fields]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("litige", "litige"),
        (" litige , target = 501 ", "litige,target=501"),
        ("litige,target=501,annonces=true", "litige,annonces=true,target=501"),
        ("litige,annonces=yes,undertrump=free", "litige,undertrump=free,annonces=true"),
        ("litige,target=1000", "litige"),
        ("litige,target=1000,annonces=no,rounding=none", "litige"),
        ("litige,target=01000", "litige"),
        ("litige,target=0501", "litige,target=501"),
        ("litige,target=0000000000000501", "litige,target=501"),
        ("litige,rotation=left", "litige,rotation=left"),
        ("classique,contract=82", "classique"),
        ("classique,finish_on_belote=False", "classique,finish_on_belote=false"),
    ],
)
def test_name_of_a_rule_set(text, name):
    rules = rule_set(text)
    assert rules.name == name
    assert rule_set(name) == rules


def test_a_change_to_the_value_of_the_base_is_no_change():
    for base, rules in PRISE_PRESETS.items():
        for field, value in naive.PRESETS[base].items():
            assert changed(rules, {field: value}) == rules


def test_values_may_come_as_values_or_as_text():
    litige = preset("litige")
    as_text = changed(litige, {"annonces": "true", "target": "501"})
    assert changed(litige, {"annonces": True, "target": 501}) == as_text
    assert as_text.values() | {"annonces": True, "target": 501} == as_text.values()
    assert changed(litige, {"contract": "more"}) == changed(litige, {"contract": "more"})


# Comparing ----------------------------------------------------------------------------------------


def test_differences_name_every_field_that_differs_with_both_values():
    for one, rules in PRISE_PRESETS.items():
        for other, others in PRISE_PRESETS.items():
            mine, theirs = naive.PRESETS[one], naive.PRESETS[other]
            expected = {k: (mine[k], theirs[k]) for k in rules.values() if mine[k] != theirs[k]}
            assert rules.differences(others) == expected
            assert list(rules.differences(others)) == [f.name for f in FIELDS if f.name in expected]
    assert rule_set("litige,target=501").differences(preset("litige")) == {"target": (501, 1000)}


def test_rule_sets_play_alike_where_no_field_of_play_differs():
    for one in PRISE_PRESETS.values():
        for other in PRISE_PRESETS.values():
            same = all(
                one.value(field) == other.value(field) for field in ("auction", *PLAY_VALUES)
            )
            assert one.plays_like(other) == other.plays_like(one) == same
    assert preset("arrondie").plays_like(preset("litige"))
    assert not preset("annonces").plays_like(preset("litige"))
    for field, values in PRISE_VALUES.items():
        for value in values:
            changes = rule_set("litige").value(field) != value
            other = changed(preset("litige"), {field: value})
            assert other.plays_like(preset("litige")) == (field in MARKING_VALUES or not changes)
    assert rule_set("litige,rotation=left").plays_like(preset("litige"))


# TOML ---------------------------------------------------------------------------------------------


def toml(folder, text, name="house.toml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_toml_file_is_a_preset_with_changes(tmp_path):
    text = (
        'base = "litige"\ntarget = 501\nannonces = true\nundertrump = "free"\ncontract = "more"\n'
    )
    path = toml(tmp_path, text)
    expected = rule_set("litige,target=501,annonces=true,undertrump=free,contract=more")
    assert rules_from_toml(path) == rule_set(str(path)) == expected


def test_a_toml_file_that_changes_nothing_is_the_preset(tmp_path):
    assert rules_from_toml(toml(tmp_path, 'base = "stricte"\ntarget = 1000')) == preset("stricte")


def test_random_changes_in_toml_read_as_on_the_command_line(tmp_path):
    rng = random.Random(8)
    for _ in range(30):
        base, changes = rng.choice(list(PRISE_PRESETS)), random_changes(rng, PRISE_VALUES)
        lines = [
            f"{field} = {value_text(value) if not isinstance(value, str) else repr(value)}"
            for field, value in changes.items()
        ]
        path = toml(tmp_path, "\n".join([f'base = "{base}"', *lines]))
        assert rules_from_toml(path) == both(base, **changes)[1]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("target = 501", 'needs a line such as base = "litige"'),
        ("base = 3", 'needs a line such as base = "litige"'),
        ('base = "litge"', "did you mean 'litige'"),
        ('base = "litige"\ntagret = 501', "did you mean 'target'"),
        ('base = "litige"\ntarget = 1.5', "target cannot be '1.5'"),
        ('base = "litige"\ntarget = true', "target cannot be 'True'"),
        ('base = "litige"\nannonces = 1', "annonces cannot be '1'"),
        ('base = "litige"\ncontract = true', "contract cannot be 'True'"),
        ('base = "litige"\n[play]\nundertrump = "free"', "'play' is no rule field"),
        ('base = "litige', "is not TOML"),
        ("base = litige", "is not TOML"),
    ],
)
def test_a_bad_toml_file_is_refused_by_name(tmp_path, text, says):
    path = toml(tmp_path, text)
    with pytest.raises(RuleError) as caught:
        rules_from_toml(path)
    assert says in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_toml_file_that_is_not_there_or_cannot_be_read_is_refused_by_name(tmp_path):
    with pytest.raises(RuleError, match=r"there is no rules file .*none\.toml"):
        rule_set(str(tmp_path / "none.toml"))
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(RuleError, match=r"folder\.toml.* is no file of rules"):
        rule_set(str(tmp_path / "folder.toml"))
    (tmp_path / "latin.toml").write_bytes(b'base = "litige" # \xe9')
    with pytest.raises(RuleError, match=r"latin\.toml.* is not text in UTF-8"):
        rule_set(str(tmp_path / "latin.toml"))


# Bad input ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("litge", "did you mean 'litige'"),
        ("Litige", "did you mean 'litige'"),
        ("sans annonces", "did you mean 'sans-annonces'"),
        ("clasique,target=501", "did you mean 'classique'"),
        ("", "presets: arrondie, classique, annonces, sans-annonces, stricte, litige"),
        ("xyzzy", "presets: arrondie"),
        ("litige,tagret=501", "did you mean 'target'"),
        ("litige,under_trump=free", "did you mean 'undertrump'"),
        ("litige,name=x", "'name' is no rule field"),
        ("litige,=5", "'' is no rule field"),
        ("litige,target", "write field=value"),
        ("litige,", "write field=value"),
        ("litige,,target=5", "write field=value"),
        ("litige,target=501,target=502", "target is changed twice"),
        ("litige,undertrump=fre", "did you mean 'free'"),
        ("litige,undertrump=Must", "did you mean 'must'"),
        ("litige,undertrump=", "it is one of must, free"),
        ("litige,rounding=half-up", "did you mean 'half_up'"),
        ("litige,packets=3-3", "it is one of 3-2, 2-3"),
        ("litige,contract=81", "it is one of 82, more, bid, bid_and_more"),
        ("litige,surcoinche=5", "it is one of 4, 3"),
        ("litige,surcoinche=3", "surcoinche goes with auction = coinche"),
        ("litige,belote_tout_atout=none", "belote_tout_atout goes with auction = coinche"),
        ("LITIGE", "did you mean 'litige'?"),
        ("litige,annonces=maybe", "it is true or false"),
        ("litige,annonces=1", "it is true or false"),
        ("litige,target=0", "a whole number from 1 to 100000"),
        ("litige,target=-5", "a whole number from 1 to 100000"),
        ("litige,target=1e3", "a whole number from 1 to 100000"),
        ("litige,target=501.0", "a whole number from 1 to 100000"),
        ("litige,target=100001", "a whole number from 1 to 100000"),
        ("litige,target=99999999999999999999", "a whole number from 1 to 100000"),
        ("litige,target=٥٠١", "a whole number from 1 to 100000"),
        ("litige,chute_mark=-1", "a whole number from 0 to 100000"),
        ("litige,target=", "a whole number from 1 to 100000"),
        ("litige,auction=coinche", "contract = 82 goes with auction = prise"),
        ("litige,contract=bid", "with prise it is 82 or more"),
        ("litige,contract=bid_and_more", "with prise it is 82 or more"),
    ],
)
def test_bad_rules_are_refused_in_one_sentence(text, says):
    with pytest.raises(RuleError) as caught:
        rule_set(text)
    message = str(caught.value)
    assert says in message
    assert "\n" not in message
    assert not re.search(r"\.\s*$", message)
    changed_field = re.match(r"litige,(\w+)=\S", text)
    if changed_field and changed_field[1] in BY_NAME:
        assert changed_field[1] in message


@pytest.mark.parametrize("value", [True, 1.0, None, [501], "5 01", "+501", "５０１"])
def test_only_a_whole_number_is_a_target(value):
    with pytest.raises(RuleError, match="target cannot be"):
        changed(preset("litige"), {"target": value})


@pytest.mark.parametrize("least", [0, 100_000])
def test_marks_at_the_ends_of_their_range_are_read(least):
    assert rule_set(f"litige,chute_mark={least}").chute_mark == least
