"""The files of the page, without a browser: words in both languages, and what the strict CSP and flat names forbid."""

import re
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "chalicelib" / "web"
OURS = sorted(path for path in WEB.glob("*.*"))
MODULES = [path for path in OURS if path.suffix == ".js"]
ENTRY = re.compile(r"^  '?(?P<key>[\w.-]+)'?: '(?P<text>.+)',$")


def dictionary(language: str) -> dict[str, str]:
    """The words of one language, those that come with a screen among them. No key stands twice."""
    words: dict[str, str] = {}
    for path in sorted(WEB.glob(f"texts-{language}*.js")):
        more = words_of(path)
        assert not words.keys() & more.keys()
        words.update(more)
    return words


def words_of(path: Path) -> dict[str, str]:
    """The words of one file. Every line of it is an entry, or the test fails here."""
    lines = path.read_text("utf-8").splitlines()
    start, end = lines.index("export default {"), lines.index("}")
    entries = [ENTRY.match(line) for line in lines[start + 1 : end] if line]
    assert all(entries), [line for line in lines[start + 1 : end] if line and not ENTRY.match(line)]
    words = {entry["key"]: entry["text"] for entry in entries if entry}
    assert len(words) == len(entries), "a key stands twice"
    return words


def imported(start: str) -> set[str]:
    """A module and all that it imports, directly or not; not what it loads later with `import()`."""
    needed, waiting = {start}, [start]
    while waiting:
        path = WEB / waiting.pop()
        if path.is_file():  # else in vendor/, which imports nothing
            new = set(re.findall(r"(?:from|import) '\./([\w-]+\.js)'", path.read_text("utf-8"))) - needed
            needed |= new
            waiting += new
    return needed


def keys_said() -> tuple[set[str], set[str]]:
    """Every key that a module names: whole, and the beginnings of those that it puts together (`run.state.`)."""
    source = "\n".join(path.read_text("utf-8") for path in MODULES if not path.name.startswith("texts-"))
    quoted = set(re.findall(r"['\"]([a-z][\w]*(?:\.[\w-]+)*)['\"]", source))
    return quoted, set(re.findall(r"`([a-z][\w.]*\.)\$\{", source))


def test_both_languages_have_the_same_keys() -> None:
    assert list(dictionary("ja")) == list(dictionary("en"))


def test_both_languages_fill_in_the_same_names() -> None:
    def names(text: str) -> list[str]:
        return sorted(re.findall(r"\{(\w+)\}", text))

    japanese, english = dictionary("ja"), dictionary("en")
    assert {key: names(text) for key, text in japanese.items()} == {key: names(english[key]) for key in japanese}


def test_every_key_said_is_in_the_dictionary() -> None:
    words = dictionary("ja")
    source = "\n".join(path.read_text("utf-8") for path in MODULES)
    said = set(re.findall(r"\bsay(?:Or)?\(\s*'([^']+)'", source))
    assert len(said) > 100
    assert said <= set(words), said - set(words)


def test_no_word_is_left_over() -> None:
    whole, beginnings = keys_said()
    unused = [key for key in dictionary("ja") if key not in whole and not key.startswith(tuple(beginnings))]
    assert unused == []


def test_words_that_come_with_a_screen_are_there_when_said() -> None:
    """Whoever loads a module that says a word of the detail page loads these words too, and no first load does."""
    words = words_of(WEB / "texts-ja-result.js")
    later = re.findall(r"import\('\./(screen-[\w-]+\.js)'\)", (WEB / "screens.js").read_text("utf-8"))
    assert "screen-result.js" in later
    with_words = {name for name in ["main.js", *later] if "texts-result.js" in imported(name)}
    assert with_words == {"screen-result.js"}
    for name in {"main.js", *later} - with_words:
        for module in imported(name) - {"htm-preact.js"}:
            quoted = set(re.findall(r"['\"]([\w.-]+)['\"]", (WEB / module).read_text("utf-8")))
            assert not quoted & words.keys(), module


@pytest.mark.parametrize(
    ("key", "japanese"),
    [  # spec/labels.md, letter by letter (K-095)
        ("products.title", "プロダクト一覧"),
        ("urls.title", "URL 一覧"),
        ("bulk.title", "URL の一括登録"),
        ("crawl.title", "手動でクロール実行"),
        ("menu.manual_crawl", "手動クロール"),
        ("schedule.title", "Cron スケジュール（定期クロール）"),
        ("results.title", "クロール結果"),
        ("result.title", "結果詳細"),
        ("result.checks_long", "マークアップ × ページ内容の一致確認"),
        ("login.title", "ログイン"),
        ("login.forgotten", "パスワードをお忘れの方はこちら"),
        ("forgotten.title", "パスワード再発行"),
        ("setup.title", "初期設定"),
        ("role.admin", "システム管理者"),
        ("role.product_manager", "プロダクト管理者"),
        ("check.match", "一致"),
        ("check.mismatch", "不一致"),
        ("check.missing.not-on-page", "ページに見当たらない"),
        ("check.missing.not-in-markup", "マークアップに見当たらない"),
        ("check.skipped", "照合なし"),
        ("check.skipped.cannot-decide", "判断できない"),
        ("suggestion.implemented", "実装済み"),
        ("suggestion.missing", "未実装"),
        ("suggestion.warning", "一部不足"),
        ("severity.error", "検証エラー"),
        ("severity.warning", "警告"),
        ("severity.info", "参考情報"),
        ("checks.declared", "マークアップの値"),
        ("checks.seen", "ページの表示"),
        ("reason", "理由"),
        ("fix", "直し方"),
        ("run.state.queued", "待機中"),
        ("run.state.running", "実行中"),
        ("run.state.done", "完了"),
        ("run.state.cancelled", "中止"),
        ("run.state.auto-closed", "自動終了"),
        ("run.trigger.manual", "手動"),
        ("run.trigger.cron", "定期"),
        ("crawl.mode.all", "すべての URL"),
        ("crawl.mode.not_crawled", "未クロールのみ"),
        ("crawl.start", "クロールを開始"),
        ("products.today", "本日クロール済み件数"),
        ("urls.last_crawled", "最終クロール"),
        ("urls.http", "HTTP ステータス"),
        ("results.fetch_error", "取得エラー"),
        ("kind.robots", "robots.txt により対象外"),
        ("filter", "絞り込み"),
        ("clear", "条件をクリア"),
        ("more", "さらに表示"),
        ("nothing", "該当する項目はありません。"),
        ("bulk.done", "{added} 件を追加し、登録済みの {skipped} 件をスキップしました。"),
        ("bulk.line", "{line} 行目：{message}"),
        ("again.text", "ログインの有効期限が切れました。入力内容は残っています。もう一度ログインしてください。"),
    ],
)
def test_words_are_those_of_the_specification(key: str, japanese: str) -> None:
    assert dictionary("ja")[key] == japanese


def test_words_that_are_not_used() -> None:
    """Labels.md: not スキーマ (but for the product's own name), 巡回, 監査, 構造化データ, エクスポート."""
    words = {key: text for key, text in dictionary("ja").items() if key != "brand"}
    found = [key for key, text in words.items() if re.search("スキーマ|巡回|監査|構造化データ|エクスポート", text)]
    assert found == []


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_a_file_is_one_idea(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) < 300


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_imports_are_flat_and_there(path: Path) -> None:
    names = re.findall(r"(?:from |import |import\()\s*'([^']+)'", path.read_text("utf-8"))
    for name in names:
        assert re.fullmatch(r"\./[\w-]+\.js", name), name
        assert (WEB / name).is_file() or (WEB / "vendor" / name).is_file(), name


@pytest.mark.parametrize("path", [*MODULES, WEB / "index.html"], ids=lambda path: path.name)
def test_nothing_makes_html_of_text_or_code(path: Path) -> None:
    source = path.read_text("utf-8")
    forbidden = (
        r"innerHTML|outerHTML|insertAdjacent|document\.write|dangerouslySet|\beval\(|new Function|srcdoc|\balert\("
    )
    assert re.findall(forbidden, source) == []
    assert "http://" not in re.sub(r"http://www\.w3\.org/2000/svg|http:// (または|or)", "", source)


def test_index_starts_from_the_base_and_holds_no_code() -> None:
    source = (WEB / "index.html").read_text("utf-8")
    assert source.count('<base href="{{base}}">') == 1
    assert source.index("<base") < source.index("<link")
    assert re.findall(r"<script(?![^>]* src=)", source) == []
    assert re.findall(r"<style|\sstyle=|\son\w+=", source) == []
    assert set(re.findall(r'(?:href|src)="([^"{]+)"', source)) >= {"assets/base.css", "assets/main.js"}
    assert [
        link for link in re.findall(r'(?:href|src)="([^"{]+)"', source) if not link.startswith(("assets/", "data:"))
    ] == []


def test_index_preloads_what_the_first_screen_needs() -> None:
    """So that the modules come at once and not one import after the other; screens come when they are opened."""
    needed = imported("main.js")
    source = (WEB / "index.html").read_text("utf-8")
    assert sorted(needed) == re.findall(r'<link rel="modulepreload" href="assets/([^"]+)">', source)
    assert not needed & {"screen-products.js", "screen-result.js"}
