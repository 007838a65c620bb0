"""Every rule has its texts in both languages, and every text of a rule has its rule."""

import pytest

from chalicelib.page.rules import RULES
from chalicelib.texts import dictionary
from infra.facts.rules import FOLDER, pages


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_has_a_message_a_fix_for_each_of_its_messages_and_a_reason(rule: str) -> None:
    texts = dictionary(RULES[rule].room, "ja")
    key = f"{RULES[rule].room}.{rule}"
    messages = [name for name in texts if (name == key or name.startswith(key + ".")) and not name.endswith(".fix")]
    assert messages
    assert [name for name in messages if f"{name}.fix" not in texts] == []
    assert f"rules.{rule}" in dictionary("rules", "ja")


def test_no_reason_is_given_for_a_rule_that_is_no_more() -> None:
    assert sorted(dictionary("rules", "en")) == sorted(f"rules.{rule}" for rule in RULES)


def test_a_reference_is_the_address_of_a_page() -> None:
    assert [
        rule for rule, about in RULES.items() if about.reference and not about.reference.startswith("https://")
    ] == []


def test_the_documentation_has_a_page_for_every_rule_as_it_is_now() -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*")}
    assert written == pages()
