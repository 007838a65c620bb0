"""Questions and answers (K-066; comparing.md V11, V12, V14)."""

import pytest

from tests.page.checks.verdicts import rows

Q = "返品はできますか？"
A = "未使用なら、到着後8日以内に限り返品できます。"


def said(question: str, answer: str, html: str) -> str:
    """The gravest verdict of the rows."""
    entity = {"@type": "Question", "name": question, "acceptedAnswer": {"@type": "Answer", "text": answer}}
    found = [row["status"] for row in rows({"@type": "FAQPage", "mainEntity": [entity]}, html)]
    return next(status for status in ("mismatch", "missing", "skipped", "match") if status in found)


@pytest.mark.parametrize(
    ("question", "answer", "html", "expected"),
    [
        (Q, A, f"<dl><dt>Q1. {Q}</dt><dd>A1. {A}</dd></dl>", "match"),
        (Q, A, f"<dl><dt>Ｑ．{Q}</dt><dd>Ａ．{A}</dd></dl>", "match"),
        (Q, A, f"<div><p>Q</p><p>{Q}</p><p>A</p><p>{A}</p></div>", "match"),
        (Q, A, f"<details><summary>{Q}</summary><p>{A}</p></details>", "match"),
        (Q, A, f"<h3>質問1：{Q}</h3><div><p>回答：{A}</p></div>", "match"),
        (Q, A, f"<table><tr><th>{Q}</th><td>{A}</td></tr></table>", "match"),
        (Q, A, f"<h3>{Q}</h3><p>未使用なら、<b>到着後８日以内</b>に限り<br>返品できます</p>", "match"),
        (
            Q,
            f"<p>{A}</p><p>送料はお客様負担です。</p>",
            f"<h3>{Q}</h3><p>{A}</p><p>送料はお客様負担です。</p>",
            "match",
        ),
        (Q, A, f"<p>Q. {Q}<br>A. {A}</p>", "match"),
        (Q, A, f"<h3>{Q}</h3><p>未使用なら、到着後8日以内に限り返品… <a href=/q>続きを読む</a></p>", "match"),
        (Q, A, f"<p>Q. {Q}<br>A. 未使用なら、到着後14日以内に限り返品できます。</p>", "mismatch"),
        (Q, A, f"<h3>{Q}</h3><p>未使用なら、到着後14日以内に限り返品できます。</p>", "mismatch"),
        ("2026年の休みは？", "8月です。", "<h3>2025年の休みは？</h3><p>8月です。</p>", "mismatch"),
        (
            "駐車場はありますか",
            "はい、あります。",
            "<h3>駐車場はありますか</h3><p>いいえ、ございません。</p>",
            "mismatch",
        ),
        (Q, A, f"<h3>{Q}</h3><p>お問い合わせください。</p>", "skipped"),
        (Q, A, f"<h3>返品したい</h3><p>{A}</p>", "skipped"),
        (Q, A, f"<h3>{Q}</h3><p hidden>{A}</p>", "missing"),
        (Q, A, f"<div hidden><h3>{Q}</h3><p>{A}</p></div><p>ようこそ</p>", "missing"),
        (Q, A, "<h1>会社概要</h1><p>文具を作っています。</p>", "missing"),
        ("Is it safe?", "Yes. It is tested.", "<h3>2) Is it safe?</h3><p>Yes — it is tested.</p>", "match"),
        ("How long?", "It takes 3 days.", "<dt>Q: How long?</dt><dd>A: It takes 5 days.</dd>", "mismatch"),
        (
            "How long?",
            "Yes.",
            "<label for=x>How long?</label><input type=checkbox id=x><div hidden>Yes.</div>",
            "match",
        ),
    ],
)
def test_verdicts(question: str, answer: str, html: str, expected: str) -> None:
    assert said(question, answer, html) == expected


def test_each_question_has_its_own_answer() -> None:
    pairs = [("送料は？", "500円です。"), ("納期は？", "3日です。")]
    node = {
        "@type": "FAQPage",
        "mainEntity": [
            {"@type": "Question", "name": question, "acceptedAnswer": {"@type": "Answer", "text": answer}}
            for question, answer in pairs
        ],
    }
    html = "<h3>送料は？</h3><p>500円です。</p><h3>納期は？</h3><p>5日です。</p>"
    found = rows(node, html)
    assert [(row["field"], row["status"], row["page_value"]) for row in found] == [
        ("mainEntity.name", "match", "送料は？"),
        ("mainEntity.acceptedAnswer.text", "match", "500円です。"),
        ("mainEntity.acceptedAnswer.text", "mismatch", "5日です。"),
    ]
    assert found[2]["reason"] == "数字だけが違います。"
    assert found[2]["type"] == "Question"


def test_what_a_control_opens_is_told() -> None:
    html = f"<details><summary>{Q}</summary><p>{A}</p></details>"
    entity = {"@type": "Question", "name": Q, "acceptedAnswer": {"@type": "Answer", "text": A}}
    (_, answer) = rows({"@type": "FAQPage", "mainEntity": [entity]}, html)
    assert answer["on_demand"] is True


def test_a_page_made_by_scripts_is_not_accused() -> None:
    entity = {"@type": "Question", "name": Q, "acceptedAnswer": {"@type": "Answer", "text": A}}
    (row,) = rows({"@type": "FAQPage", "mainEntity": [entity]}, "<div id=app></div><script src=/a.js></script>")
    assert (row["status"], row["reason_code"]) == ("skipped", "script-made")
