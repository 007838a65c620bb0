"""Recipe and HowTo: ingredients, and steps that follow each other."""

import re
from itertools import groupby

from chalicelib.page.seen import Line
from chalicelib.page.suggestions.content import Content, plain_label
from chalicelib.page.suggestions.found import Draft, Found, filled
from chalicelib.page.suggestions.values import duration_of

INGREDIENT_WORDS = ("材料", "ingredient")
COOKING_WORDS = (
    "作り方",
    "つくり方",
    "作りかた",
    "つくりかた",
    "調理手順",
    "手順",
    "instructions",
    "directions",
    "method",
    "preparation",
)
STEP_WORDS = (
    "手順1",
    "手順１",
    "ステップ1",
    "ステップ１",
    "step1",
    "step 1",
    "step.1",
    "step１",
    "step 01",
    "step01",
    "手順①",
)
_INGREDIENTS = re.compile(
    r"[【■◆●〈<＜]?\s*(?:主な)?材\s*料(?:\s*[（(【／/:：〈].{0,20}|[ 　].{0,12})?[】〉>＞]?"
    r"|ingredients?(?: for .{1,30}|\s*[(:].{0,30})?",
    re.IGNORECASE,
)
_METHOD = re.compile(
    r"[【■◆●〈<＜]?\s*(?:(?:作り|つくり)(?:方|かた)|調理手順|調理方法|手順|レシピの手順)[】〉>＞:：]?"
    r"|(?:cooking |step[- ]by[- ]step )?(?:instructions?|directions?|method|steps|preparation)\s*:?",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"(?:[【■◆●]?\s*(?:ポイント|コツ|メモ|備考|栄養|アレンジ|保存|関連|レビュー|この(?:レシピ|記事))|作り方|つくり方|材料|手順"
    r"|notes?|tips?|nutrition|instructions?|directions?|method|preparation|ingredients?)\b",
    re.IGNORECASE,
)
_STEP = re.compile(
    r"(?:step|ステップ|手順|ＳＴＥＰ)\s*[.．:：]?\s*(?P<number>[0-9０-９]{1,2}|[①-⑳])\s*[.．:：、|｜\-–]?\s*(?P<name>.*)",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^\s*(?:[（(]?[0-9０-９]{1,2}[)）.．、:：]|[①-⑳]|[・●○■◆★☆\-])\s*")
_JUST_NUMBER = re.compile(r"[（(]?[0-9０-９]{1,2}[)）.．]?|[①-⑳]|(?:step|手順)\s*[0-9０-９]{1,2}", re.IGNORECASE)
_YIELD = re.compile(
    r"[0-9０-９一二三四五六]{1,2}(?:\s?[〜～~-]\s?[0-9０-９]{1,2})?\s?(?:人分|人前|個分|枚分|本分|皿分|servings?|people)",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"(?:調理|所要|合計|準備|下準備|加熱|焼き|煮込み)時間|分量|人数|カロリー|エネルギー|塩分|費用|難易度"
    r"|(?:total|prep|cook)(?:aration|ing)?(?: time)?|serves|servings|yields?|calories",
    re.IGNORECASE,
)
_TIME = re.compile(r"調理時間|所要時間|合計時間|total(?: time)?", re.IGNORECASE)
_PREP = re.compile(r"下準備(?:時間)?|準備時間|prep(?:aration)?(?: time)?", re.IGNORECASE)
_COOK = re.compile(r"加熱時間|焼き時間|煮込み時間|cook(?:ing)?(?: time)?", re.IGNORECASE)
_SERVES = re.compile(r"分量|人数|出来上がり|serves|servings|yields?|makes", re.IGNORECASE)
_HOW = re.compile(
    r"方法|手順|やり方|やりかた|仕方|しかた|使い方|作り方|つくり方|直し方|選び方|設定|手引き"
    r"|\bhow to\b|\bguide\b|step[- ]by[- ]step|tutorial",
    re.IGNORECASE,
)
_NOT_HOW = re.compile(r"利用の流れ|ご注文|申し込み|お申込|購入手続|checkout|order", re.IGNORECASE)
_LEAST_INGREDIENTS = 2
_LEAST_STEPS = 2
_LEAST_HOW = 3
_LEAST_TEXT = 12  # characters under a step: less is a bar of progress
_MAX_ITEMS = 60
_MAX_INGREDIENT = 80


def recipe(content: Content) -> Found | None:
    """A list of ingredients, and after it the steps, each under a heading of its own; one recipe a page."""
    lines = content.lines
    first = [number for number, line in enumerate(lines) if len(line.text) <= 40 and _INGREDIENTS.fullmatch(line.text)]
    if not first or len(first) > 2:
        return None
    after = [
        n for n, line in enumerate(lines) if n > first[0] and len(line.text) <= 40 and _METHOD.fullmatch(line.text)
    ]
    if not after:
        return None
    ingredients = _ingredients(content.section(first[0], _ENDS))
    steps = [text for text in map(_bare, _of_cards(content.section(after[0], _ENDS))) if len(text) > 3]
    if len(ingredients) < _LEAST_INGREDIENTS or len(steps) < _LEAST_STEPS:
        return None
    heading = lines[first[0]].text
    serves = content.field(_SERVES)
    said = _YIELD.search(heading) or (_YIELD.search(serves.value) if serves is not None else None)
    draft = filled(
        "Recipe",
        name=content.name,
        image=content.image,
        description=content.document.description or "",
        recipeYield=said[0] if said is not None else "",
        prepTime=_time(content, _PREP),
        cookTime=_time(content, _COOK),
        totalTime=_time(content, _TIME),
        recipeIngredient=ingredients[:_MAX_ITEMS],
        recipeInstructions=[filled("HowToStep", text=text) for text in steps[:_MAX_ITEMS]],
    )
    return Found(
        "Recipe",
        {
            "ingredients": heading[:40],
            "count": len(ingredients),
            "method": lines[after[0]].text[:40],
            "steps": len(steps),
        },
        draft,
    )


def how_to(content: Content) -> Found | None:
    """Numbered steps with a text each, on a page whose title says that it shows how something is done."""
    if not _HOW.search(content.titles) or _NOT_HOW.search(content.titles):
        return None
    steps: list[tuple[str, list[str]]] = []
    for line in content.lines:
        said = _STEP.fullmatch(line.text) if len(line.text) <= 120 else None
        if said is not None and _number(said["number"]) == len(steps) + 1:
            steps.append((said["name"].strip(), []))
        elif steps and said is None:
            if line.level == 2 and len(steps) >= _LEAST_HOW and len(steps[-1][1]) > 0:
                break
            if len(steps[-1][1]) < 20:
                steps[-1][1].append(line.text)
    if len(steps) < _LEAST_HOW or any(len(name) + sum(map(len, texts)) < _LEAST_TEXT for name, texts in steps):
        return None
    parts: list[Draft] = []
    for name, texts in steps[:_MAX_ITEMS]:
        title = name or texts[0]
        text = " ".join(texts if name else texts[1:]) or title
        parts.append(filled("HowToStep", name=title if title != text else "", text=text[:2000]))
    draft = filled("HowTo", name=content.name, image=content.image, step=parts)
    return Found("HowTo", {"count": len(steps), "first": (steps[0][0] or steps[0][1][0])[:60]}, draft)


def _ingredients(lines: list[Line]) -> list[str]:
    lines = [line for line in lines if not _ASIDE.fullmatch(plain_label(line.label or line.text))]
    found = [
        _bare(text)
        for text in _of_cards(
            [line for line in lines if line.tag in ("li", "td", "th", "dt", "dd", "p", "div", "span")], numbered=False
        )
    ]
    return [text for text in found if 1 < len(text) <= _MAX_INGREDIENT and not _YIELD.fullmatch(text)]


def _of_cards(lines: list[Line], *, numbered: bool = True) -> list[str]:
    """The texts, those of one row or list item as one, a `dt` with its `dd`. numbered: bare numbers count steps."""
    texts: list[str] = []
    for card, group in groupby(lines, key=lambda line: line.card):
        parts = [line for line in group if not numbered or not _JUST_NUMBER.fullmatch(line.text)]
        if card:
            texts.append(" ".join(line.text for line in parts))
        else:
            for line in parts:
                if line.tag == "dd" and texts:
                    texts[-1] += f" {line.text}"
                elif not line.level:
                    texts.append(line.text)
    return [text for text in texts if text]


def _bare(text: str) -> str:
    return _BULLET.sub("", text).strip()


def _time(content: Content, label: re.Pattern[str]) -> str:
    field = content.field(label)
    return duration_of(field.value) if field is not None else ""


def _number(text: str) -> int:
    return ord(text) - ord("①") + 1 if "①" <= text <= "⑳" else int(text)
