"""The lines a visitor reads (comparing.md V10, V14; issue: place and role of visible text)."""

from chalicelib.page.document import parse_document
from chalicelib.page.hidden import Hiding
from chalicelib.page.seen import Line, Mark, Seen


def lines(html: str) -> list[Line]:
    document = parse_document(html, "https://example.jp/", {})
    return list(Seen(document.tree.body, Hiding(document.tree)))


def texts(html: str) -> list[str]:
    return [line.text for line in lines(html)]


def test_inline_tags_join_and_blocks_part() -> None:
    assert texts("<h1>方眼<b>ノー</b>ト</h1><p>東京<br>大阪</p><p>Fox<br>Mug</p><div>a<p>b</p>c</div>") == [
        "方眼ノート",
        "東京大阪",
        "Fox Mug",
        "a",
        "b",
        "c",
    ]


def test_ruby_comments_templates_and_labels_for_screen_readers_do_not_join() -> None:
    assert texts(
        "<h1><ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>の<!-- 旧 -->手<wbr>帳</h1>"
        '<template><p>no</p></template><noscript>no</noscript><p><span class="sr-only">商品名：</span>帳面</p>'
        "<script>no()</script><style>p{}</style><textarea>no</textarea>"
    ) == ["漢字の手帳", "帳面"]


def test_the_alt_of_a_picture_counts_where_there_is_no_text() -> None:
    assert texts('<p><img alt="社名ロゴ"></p><p>文<img alt="絵"></p>') == ["社名ロゴ", "文"]


def test_a_value_knows_its_label() -> None:
    found = lines(
        "<dl><dt>社名</dt><dd>甲</dd><dt>住所</dt><dd>乙</dd></dl><table><tr><th>価格<td>丙</table>"
        "<table><tr><th>月</th><th>火</th></tr><tr><td>1</td><td>2</td></tr></table>"
    )
    assert [(line.label, line.text) for line in found if line.label] == [
        ("社名", "甲"),
        ("住所", "乙"),
        ("価格", "丙"),
        ("月", "1"),
        ("火", "2"),
    ]


def test_a_line_knows_its_heading_its_area_and_its_card() -> None:
    found = lines(
        "<header><p>a</p></header><h1>店</h1><p>b</p><section><h2>関連商品</h2><ul><li>c<p>d</p></li><li>e</li></ul>"
        "</section><footer>f</footer>"
    )
    told = [(line.text, line.heading, line.heading_level, line.area, line.card) for line in found if not line.level]
    assert told == [
        ("a", "", 0, "header", 0),
        ("b", "店", 1, "", 0),
        ("c", "関連商品", 2, "", 1),
        ("d", "関連商品", 2, "", 1),
        ("e", "関連商品", 2, "", 2),
        ("f", "関連商品", 2, "footer", 0),
    ]


def test_marks_say_where_they_lie() -> None:
    price, raised, time = lines(
        "<p><del>通常 3,980円</del> <b>特価 2,980円</b></p><p>$19<sup>99</sup></p>"
        "<p>公開 <time datetime=2026-04-01>4月1日</time></p>"
    )
    assert price.struck == (Mark(0, 9, "struck", ""),)
    assert raised.marks == (Mark(3, 5, "raised", ""),)
    assert time.marks == (Mark(3, 7, "time", "2026-04-01"),)
    assert time.text[3:7] == "4月1日"


def test_hidden_text_is_left_out_unless_a_control_opens_it() -> None:
    """V14."""
    found = lines(
        '<div style="display:none"><p>a</p></div><p hidden>b</p><h3>'
        "<button aria-expanded=false aria-controls=x>Q</button></h3><div id=x hidden><p>c</p></div>"
        "<details><summary>d</summary><p>e</p></details>"
        '<dl><dt>f</dt><dd style="display: none">g'
        "</dd></dl><h2>h</h2><div hidden>i</div><input type=checkbox id=t><div hidden>j</div><dialog>k</dialog>"
    )
    assert [(line.text, line.on_demand) for line in found] == [
        ("Q", False),
        ("c", True),
        ("d", False),
        ("e", True),
        ("f", False),
        ("g", True),
        ("h", False),
        ("j", True),
    ]


def test_simple_style_rules_hide_and_add() -> None:
    assert texts(
        '<style>.yen::after{content:"円"} @media print{.x{color:red}} .off{display:none}'
        'p.note:before{content: "※"}</style>'
        '<p class="price"><span class="yen">1,980</span></p><p class="off">no</p><p class="note">税込</p>'
    ) == ["1,980円", "※税込"]


def test_lines_are_made_only_as_far_as_they_are_asked_for() -> None:
    document = parse_document("<p>a</p>" * 1000, "https://example.jp/", {})
    seen = Seen(document.tree.body, Hiding(document.tree))
    third = next(line for line in seen if line.number == 2)
    assert len(seen._made) == 3
    assert [line.number for line in seen.before(third, 2)] == [0, 1]
    assert [line.number for line in seen.after(third, 2)] == [3, 4]
    assert len(list(seen)) == 1000


def test_text_that_a_style_strikes_through_is_marked() -> None:
    (line,) = lines(
        "<style>.old{text-decoration:line-through}</style>"
        "<p><span style='text-decoration: line-through'>398円</span> <b class=old>300円</b> 298円</p>"
    )
    assert [line.text[mark.start : mark.end] for mark in line.struck] == ["398円", "300円"]


def test_a_menu_is_left_out_and_a_trail_is_not() -> None:
    menu = "".join(f"<li><a href=/{n}>分類{n}</a>" for n in range(16))
    trail = "<a href=/>ホーム</a> &gt; <a href=/k/>台所</a>"
    assert texts(f"<p>前<nav><ul>{menu}</ul></nav>後<nav>{trail}</nav>") == ["前", "後", "ホーム > 台所"]
