"""Rule sets as data: the fields, the presets, and how a change to one is read.

A rule set is a frozen value, never a subclass. `FIELDS` says for every field what it may hold,
whether it changes the play or only the marking, and what it means; presets, the command line,
TOML files, the SQL view ``rules`` and the documentation all come from it.
"""

from __future__ import annotations

import difflib
import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal

Value = str | int | bool


class RuleError(ValueError):
    """A rule set that cannot be: an unknown name, value or combination, said in one sentence."""


@dataclass(frozen=True)
class Field:
    """One line of the table of rules: what a field may hold and what it means."""

    name: str
    group: Literal["play", "marking", "label"]
    values: tuple[Value, ...] | type[int]
    meaning: str
    least: int = 0
    """Smallest value of an int field."""

    def read(self, text: str | Value) -> Value:
        """The field's value from a text or a TOML value; raises `RuleError`."""
        if self.values is int:
            return self._read_int(text)
        assert isinstance(self.values, tuple)
        if self.values == (False, True):
            return self._read_bool(text)
        word = str(text)
        for value in self.values:
            if str(value) == word and not isinstance(text, bool):
                return value
        options = [str(value) for value in self.values]
        raise RuleError(
            f"{self.name} cannot be {word!r}{nearest(word, options)};"
            f" it is one of {', '.join(options)}"
        )

    def _read_int(self, text: str | Value) -> int:
        whole = isinstance(text, int) and not isinstance(text, bool)
        if isinstance(text, str) and text.isascii() and text.isdigit():
            text, whole = int(text.lstrip("0")[:12] or "0"), True
        if not whole or not self.least <= int(text) <= 100_000:
            raise RuleError(
                f"{self.name} cannot be {str(text)!r}:"
                f" it is a whole number from {self.least} to 100000"
            )
        return int(text)

    def _read_bool(self, text: str | Value) -> bool:
        if isinstance(text, bool):
            return text
        words = {"true": True, "yes": True, "false": False, "no": False}
        if str(text).lower() in words:
            return words[str(text).lower()]
        raise RuleError(f"{self.name} cannot be {str(text)!r}: it is true or false")


BOOL: tuple[Value, ...] = (False, True)

FIELDS: tuple[Field, ...] = (
    Field("auction", "play", ("prise", "coinche"), "turned card, or bids on eight cards"),
    Field("first_lead", "play", ("first_to_speak", "taker"), "who leads the first trick"),
    Field(
        "undertrump",
        "play",
        ("must", "free"),
        "void, partner not winning, unable to go over a trump played: must still trump, or may"
        " throw anything",
    ),
    Field(
        "over_partner_ruff",
        "play",
        ("must", "free"),
        "void, partner winning by a trump, and choosing to trump: must go higher if able, or any"
        " trump",
    ),
    Field(
        "over_partner_trump_lead",
        "play",
        ("must", "free"),
        "trump led and the partner is winning: must still go higher if able, or any trump",
    ),
    Field(
        "dealing",
        "play",
        ("shuffled", "cut"),
        "each pack shuffled; or, after a table's first deal, the last deal's cards piled in the"
        " order played, cut once and dealt",
    ),
    Field(
        "packets",
        "play",
        ("3-2", "2-3"),
        "how the first five are dealt, round by round (coinche: 3-2-3 or 2-3-3); it matters with"
        " dealing = cut only",
    ),
    Field("all_pass", "play", ("next_dealer", "same_dealer"), "who deals after a passed-out deal"),
    Field("annonces", "marking", BOOL, "carrés and sequences are marked and part of both totals"),
    Field(
        "contract",
        "marking",
        ("82", "more", "bid", "bid_and_more"),
        "what the taker's total must reach: 82; more than the defence's; the bid; both (bid goes"
        " with coinche, the others with prise)",
    ),
    Field("belote_counts", "marking", BOOL, "belote is part of both totals"),
    Field("tie", "marking", ("chute", "litige"), "equal totals, decided before contract (prise)"),
    Field(
        "rounding",
        "marking",
        ("none", "half_up", "six_up"),
        "card points to tens when marked or held: 5 goes up, or only 6; a contract is judged on"
        " exact points",
    ),
    Field("chute_mark", "marking", int, "marked by the defence for a chute"),
    Field("capot_mark", "marking", int, "marked by the side with all eight tricks"),
    Field(
        "belote_on_chute",
        "marking",
        ("kept", "defence"),
        "who marks the taker's belote after a chute, capot included",
    ),
    Field(
        "coinche_mark",
        "marking",
        ("points_and_contract", "contract"),
        "coinche: what a made contract marks",
    ),
    Field("multiplier_on", "marking", ("all", "contract"), "coinche: what coinche multiplies"),
    Field("surcoinche", "marking", (4, 3), "coinche: the multiplier of surcoinche"),
    Field(
        "belote_tout_atout",
        "marking",
        ("every", "none"),
        "coinche: each K + Q of a suit counts 20 at tout atout, or none does",
    ),
    Field("target", "marking", int, "the game ends at or above it", least=1),
    Field(
        "finish_on_belote",
        "marking",
        BOOL,
        "false: the belote of this deal alone does not reach the target",
    ),
    Field("rotation", "label", ("right", "left"), "how the seats lie round the table"),
)

COINCHE_FIELDS = ("coinche_mark", "multiplier_on", "surcoinche", "belote_tout_atout")
"""Fields that mean something under ``auction = coinche`` only."""

BY_NAME = {field.name: field for field in FIELDS}


@dataclass(frozen=True)
class Rules:
    """A rule set: every field of the table of rules, and its name.

    The defaults are what all presets share. Values are those of `FIELDS`; build one with
    `rule_set` or `changed`, which check them. Nothing here knows how a card is played.
    """

    name: str
    auction: str = "prise"
    first_lead: str = "first_to_speak"
    undertrump: str = "must"
    over_partner_ruff: str = "must"
    over_partner_trump_lead: str = "must"
    dealing: str = "shuffled"
    packets: str = "3-2"
    all_pass: str = "next_dealer"
    annonces: bool = False
    contract: str = "82"
    belote_counts: bool = False
    tie: str = "chute"
    rounding: str = "none"
    chute_mark: int = 162
    capot_mark: int = 252
    belote_on_chute: str = "kept"
    coinche_mark: str = "points_and_contract"
    multiplier_on: str = "all"
    surcoinche: int = 4
    belote_tout_atout: str = "every"
    target: int = 1000
    finish_on_belote: bool = True
    rotation: str = "right"

    def value(self, field: str) -> Value:
        """The value of a field by its name."""
        return getattr(self, field)

    def values(self) -> dict[str, Value]:
        """Every field and its value, in table order, without the name."""
        return {field.name: self.value(field.name) for field in FIELDS}

    def differences(self, other: Rules) -> dict[str, tuple[Value, Value]]:
        """Fields whose value differs: this one's, then the other's."""
        return {
            name: (value, other.value(name))
            for name, value in self.values().items()
            if value != other.value(name)
        }

    def plays_like(self, other: Rules) -> bool:
        """Whether the two allow the same cards and deal the same deals (play fields equal)."""
        return all(BY_NAME[name].group != "play" for name in self.differences(other))


PRISE_PRESETS: dict[str, Rules] = {
    rules.name: rules
    for rules in (
        Rules(
            "arrondie",
            contract="more",
            belote_counts=True,
            rounding="half_up",
            chute_mark=160,
            capot_mark=250,
            finish_on_belote=False,
        ),
        Rules("classique", capot_mark=262),
        Rules(
            "annonces",
            undertrump="free",
            over_partner_ruff="free",
            rotation="left",
            annonces=True,
            contract="more",
            belote_counts=True,
            tie="litige",
            capot_mark=262,
        ),
        Rules(
            "sans-annonces",
            undertrump="free",
            over_partner_ruff="free",
            rotation="left",
            contract="more",
            belote_counts=True,
            tie="litige",
            capot_mark=262,
        ),
        Rules("stricte", capot_mark=250),
        Rules("litige", tie="litige"),
    )
}

COINCHE = Rules(
    "coinche",
    auction="coinche",
    undertrump="free",
    over_partner_ruff="free",
    rotation="left",
    annonces=True,
    contract="bid",
    belote_counts=True,
    capot_mark=262,
)
PRESETS = PRISE_PRESETS | {COINCHE.name: COINCHE}
"""Every rule set that has a name of its own: six of the prise, and coinche."""

TARGETS: dict[str, tuple[int, ...]] = {
    "classique": (1000, 1500),
    "annonces": (301, 501, 1000),
    "sans-annonces": (301, 501, 1000),
    "litige": (501, 1000, 2000),
}
"""The targets that a preset's rule document names; the preset itself plays to 1000."""


def quoted(word: str) -> str:
    """A name as it is quoted in a sentence, cut where it is long."""
    return repr(word if len(word) <= 40 else f"{word[:40]}...")


def nearest(word: str, options: list[str]) -> str:
    """`` (did you mean "x"?)`` for the closest option whatever its capitals, or nothing."""
    by_lower = {option.lower(): option for option in options}
    close = difflib.get_close_matches(word.lower(), list(by_lower), n=1, cutoff=0.55)
    return f" (did you mean {by_lower[close[0]]!r}?)" if close else ""


def changed(base: Rules, changes: dict[str, str | Value]) -> Rules:
    """A preset with changes, named ``base,field=value`` with the fields in table order.

    A change to the value the base already has is no change and leaves the name alone. Raises
    `RuleError` for an unknown field, a value it cannot hold, or fields that do not go together.
    """
    for name in changes:
        if name not in BY_NAME:
            raise RuleError(
                f"{name!r} is no rule field{nearest(name, list(BY_NAME))};"
                f" 'belote rules {base.name}' lists them"
            )
    read = {
        field.name: field.read(changes[field.name]) for field in FIELDS if field.name in changes
    }
    differing = {name: value for name, value in read.items() if value != base.value(name)}
    name = ",".join([base.name, *(f"{k}={value_text(v)}" for k, v in differing.items())])
    rules = replace(base, name=name, **differing)  # pyright: ignore[reportArgumentType]
    check_combination(rules)
    return rules


def value_text(value: Value) -> str:
    """A field's value as it is written on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def check_combination(rules: Rules) -> None:
    """Raise `RuleError` where two fields cannot stand together."""
    bids = rules.contract in ("bid", "bid_and_more")
    if rules.auction == "coinche":
        if not bids:
            raise RuleError(
                f"contract = {rules.contract} goes with auction = prise; with coinche it is bid or"
                " bid_and_more"
            )
        if rules.tie != COINCHE.tie:
            raise RuleError("tie goes with auction = prise; with coinche it changes nothing")
        return
    if bids:
        raise RuleError(
            f"contract = {rules.contract} goes with auction = coinche; with prise it is 82 or more"
        )
    for name in COINCHE_FIELDS:
        if rules.value(name) != Rules.__dataclass_fields__[name].default:
            raise RuleError(f"{name} goes with auction = coinche; with prise it changes nothing")


def values_under(auction: str, field: Field) -> tuple[Value, ...]:
    """What a field of several values may hold in a rule set of an auction."""
    assert isinstance(field.values, tuple)
    base = COINCHE if auction == COINCHE.auction else Rules("")
    return tuple(value for value in field.values if _goes_with(base, field.name, value))


def fields_under(auction: str) -> tuple[Field, ...]:
    """The fields that leave something to choose in a rule set of an auction, in table order."""
    return tuple(
        field for field in FIELDS if field.values is int or len(values_under(auction, field)) > 1
    )


def _goes_with(base: Rules, name: str, value: Value) -> bool:
    try:
        changed(base, {name: value})
    except RuleError:
        return False
    return True


def presets_of(auction: str) -> dict[str, Rules]:
    """The presets of an auction by name."""
    return {name: rules for name, rules in PRESETS.items() if rules.auction == auction}


def preset(name: str) -> Rules:
    """The preset of that name; raises `RuleError` with the nearest one."""
    if name in PRESETS:
        return PRESETS[name]
    options = list(PRESETS)
    raise RuleError(
        f"there is no rule set {name!r}{nearest(name, options)}; presets: {', '.join(options)}"
    )


def rule_set(text: str) -> Rules:
    """The rule set that a text names: a preset, a preset with changes, or a TOML file.

    ``litige``, ``litige,target=501,annonces=true`` or ``house.toml``. Raises `RuleError`.
    """
    return rules_from_toml(Path(text)) if text.endswith(".toml") else rules_from_text(text)


def rules_from_text(text: str) -> Rules:
    """The rule set that a text names, which opens no file: a preset, or one with changes.

    Raises `RuleError`.
    """
    base, *changes = (part.strip() for part in text.split(","))
    read: dict[str, str | Value] = {}
    for change in changes:
        field, equals, value = (part.strip() for part in change.partition("="))
        if not equals:
            raise RuleError(
                f"{change!r} is no change: write field=value, as in 'litige,target=501'"
            )
        if field in read:
            raise RuleError(f"{field} is changed twice in {text!r}")
        read[field] = value
    return changed(preset(base), read)


def rules_from_toml(path: Path) -> Rules:
    """The rule set of a TOML file: ``base = "litige"`` and the changed fields at top level."""
    try:
        if path.exists() and not path.is_file():
            raise RuleError(f"{str(path)!r} is no file of rules")
        document: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise RuleError(f"there is no rules file {str(path)!r}") from None
    except OSError as error:
        raise RuleError(f"the rules file {str(path)!r} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RuleError(f"the rules file {str(path)!r} is not text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise RuleError(f"the rules file {str(path)!r} is not TOML: {error}") from None
    base = document.pop("base", None)
    if not isinstance(base, str):
        raise RuleError(f'the rules file {str(path)!r} needs a line such as base = "litige"')
    try:
        return changed(preset(base), document)
    except RuleError as error:
        raise RuleError(f"{path}: {error}") from None


def field_names() -> list[str]:
    """The fields in table order; they are those of `Rules` without its name."""
    names = [field.name for field in fields(Rules) if field.name != "name"]
    assert names == [field.name for field in FIELDS]
    return names
