"""What is not text, not JSON or nested without end: one line on stderr and exit code 2, never a traceback."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.local.processes import KUNUGI, ROOT, environment, kunugi

PAGE = "<title>x</title>"
BAD = b"caf\xe9"  # no UTF-8


def run(data: Path, *arguments: str | bytes, given: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
    """The command, in bytes."""
    return subprocess.run(
        [*KUNUGI, *arguments],
        cwd=ROOT,
        env=environment(data, **more),
        input=given,
        capture_output=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        (b"inspect", BAD),
        (b"inspect", b"http://" + BAD + b"/"),
        (b"inspect", b"http://127.0.0.1:9/" + BAD),
        (b"inspect", b"--batch", BAD),
        (b"inspect", b"pyproject.toml", b"--expectations", BAD),
        (b"inspect", b"pyproject.toml", b"--header", BAD),
        (b"crawl", b"http://" + BAD + b"/"),
        (b"crawl", b"https://example.jp/", b"--product", BAD),
        (b"crawl", b"https://example.jp/", b"--product", b"   "),
        (b"crawl", b"https://example.jp/", b"--product", b""),
        (b"crawl", b"https://example.jp/", b"--product", b"a" * 201),
        (b"user", b"add", BAD + b"@example.jp"),
        (b"user", b"password", BAD + b"@example.jp"),
        (b"user", b"add", b"a@example.jp"),
        (b"db", b"import", BAD),
        (b"db", b"pull", BAD),
        (b"db", b"push", BAD),
    ],
)
def test_bytes_that_are_no_text(tmp_path: Path, arguments: tuple[bytes, ...]) -> None:
    done = run(tmp_path, *arguments, given=BAD * 4 + b"\n")
    assert (done.returncode, done.stdout) == (2, b""), done.stderr
    assert done.stderr.startswith(b"kunugi: ")
    assert done.stderr.count(b"\n") == 1, done.stderr.decode()


def test_a_file_with_any_name_is_inspected(tmp_path: Path) -> None:
    file = bytes(tmp_path) + b"/" + BAD + b".html"
    with open(file, "w", encoding="utf-8") as out:  # noqa: PTH123 # a name that is no text
        out.write(PAGE)
    done = run(tmp_path, "inspect", file, "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["entities"] == []


def test_a_base_url_that_is_none(tmp_path: Path) -> None:
    done = kunugi(tmp_path, "serve", KUNUGI_BASE_URL="http://[")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("kunugi: KUNUGI_BASE_URL must be")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("content", [b"[" * 100_000, b'{"a":' * 100_000, b"[1]", b"", b"\xff", b"null"])
def test_expectations_that_are_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "page.html").write_text(PAGE)
    (tmp_path / "wanted.json").write_bytes(content)
    done = kunugi(tmp_path, "inspect", str(tmp_path / "page.html"), "--expectations", str(tmp_path / "wanted.json"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"kunugi: {tmp_path / 'wanted.json'}：")
    assert done.stderr.count("\n") == 1


def test_each_line_of_a_batch_gets_its_answer(tmp_path: Path) -> None:
    good = json.dumps({"url": "https://example.jp/", "html": PAGE})[1:]
    lines = [
        b'{"id": "\\ud800", ' + good.encode(),
        b'{"id": "\\udc00"}',
        b'{"id": ' + b"[" * 900 + b"]" * 900 + b", " + good.encode(),
        b'{"id": ' + b"[" * 100_000,
        b"\xff\xfe",
        b'{"id": 6, "url": "https://example.jp/", "html": "<title>\\ud83d</title>"}',
        b'{"id": 7, "url": "\\ud800", "html": ""}',
        b'{"id": 8, ' + good.encode(),
    ]
    done = run(tmp_path, "inspect", "--batch", "-", given=b"\n".join(lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (2, b"")
    assert len(answers) == len(lines)
    assert [answers[n]["id"] for n in (0, 1, 3, 4, 5, 6, 7)] == ["\ud800", "\udc00", None, None, 6, 7, 8]
    assert ["error" in answers[n] for n in (0, 1, 3, 4, 5, 7)] == [False, True, True, True, False, False]


def test_an_answer_for_a_terminal_without_japanese_is_still_json(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<meta charset=utf-8><h1>青い鳥</h1>", "utf-8")
    done = run(tmp_path, "inspect", str(tmp_path / "page.html"), "--json", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "青い鳥" in str(json.loads(done.stdout))
