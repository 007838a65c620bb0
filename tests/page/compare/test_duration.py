"""Durations of a page against a declared one."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from chalicelib.page.compare.duration import compare_duration, seconds_of
from chalicelib.page.hidden import Hiding
from chalicelib.page.seen import Seen

TWINS = [
    ("cookTime", "PT15M", "<p>調理時間：15分</p>", "match"),
    ("cookTime", "PT15M", "<p>調理時間：20分</p>", "mismatch"),
    ("totalTime", "PT1H30M", "<p>所要時間 1時間30分</p>", "match"),
    ("totalTime", "PT90M", "<p>所要時間：１時間半</p>", "match"),
    ("totalTime", "PT1H30M", "<p>所要時間 1:30</p>", "match"),
    ("totalTime", "PT1H30M", "<p>所要時間 1時間20分</p>", "mismatch"),
    ("totalTime", "PT15M", "<p>調理時間 15〜20分</p>", "match"),
    ("totalTime", "PT17M", "<p>調理時間 15〜20分</p>", "skipped"),
    ("totalTime", "PT25M", "<p>調理時間 15〜20分</p>", "mismatch"),
    ("totalTime", "PT28M", "<p>調理時間：約30分</p>", "skipped"),
    ("totalTime", "PT15M", "<p>駅から徒歩10分</p>", "none"),
    ("totalTime", "PT15M", "<p>弱火で10分煮ます。</p>", "none"),
    ("cookTime", "PT20M", "<p>Prep: 10 mins | Cook: 20 mins | Total: 30 mins</p>", "match"),
    ("prepTime", "PT10M", "<p>Prep: 10 mins | Cook: 20 mins | Total: 30 mins</p>", "match"),
    ("totalTime", "PT20M", "<p>Prep: 10 mins | Cook: 20 mins | Total: 30 mins</p>", "mismatch"),
    ("totalTime", "PT90M", "<dl><dt>Total time</dt><dd>1 hr 30 min</dd></dl>", "match"),
    ("totalTime", "PT80M", "<dl><dt>Total time</dt><dd>1 hr 30 min</dd></dl>", "mismatch"),
    ("duration", "PT2M10S", "<p>再生時間 2:10</p>", "match"),
    ("duration", "PT2M10S", "<p>再生時間 2分10秒</p>", "match"),
    ("duration", "PT2M10S", "<p>Duration: 2:20</p>", "mismatch"),
    ("duration", "PT1H58M", "<p>上映時間：118分</p>", "match"),
]


@pytest.mark.parametrize(("field", "declared", "html", "expected"), TWINS)
def test_a_duration_and_a_page(field: str, declared: str, html: str, expected: str) -> None:
    tree = LexborHTMLParser(f"<body>{html}")
    seconds = seconds_of(declared)
    assert seconds is not None
    verdict = compare_duration(field, seconds, Seen(tree.body, Hiding(tree)))
    assert (verdict.status if verdict else "none") == expected


def test_what_is_declared() -> None:
    assert seconds_of("PT1H30M") == 5400
    assert seconds_of("P1DT2H") == 93600
    assert seconds_of("PT0.5H") == 1800
    assert seconds_of("1時間30分") == 5400
    assert seconds_of("30") is None
    assert seconds_of("P") is None


def test_a_word_for_two_durations_accuses_neither() -> None:
    tree = LexborHTMLParser("<body><p>調理時間：40分</p>")
    lines = Seen(tree.body, Hiding(tree))
    one = compare_duration("cookTime", 1800, lines, [2400])
    other = compare_duration("totalTime", 2400, lines, [1800])
    assert one is not None
    assert other is not None
    assert (one.status, other.status) == ("skipped", "match")
