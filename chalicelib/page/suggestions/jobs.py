"""JobPosting: one table of what a job is, where, and what it pays."""

import re

from chalicelib.page.suggestions.content import Content, Field
from chalicelib.page.suggestions.found import Draft, Found, filled
from chalicelib.page.suggestions.values import address_of, days_in, is_address, iso_day, salary_of

PAY_WORDS = ("給与", "給料", "月給", "時給", "年収", "賃金", "初任給", "報酬", "salary", "compensation", "pay")
WORKPLACE_WORDS = ("勤務地", "勤務先", "就業場所", "勤務場所", "location", "workplace")
JOB_WORDS = (
    "職種",
    "仕事内容",
    "業務内容",
    "応募資格",
    "雇用形態",
    "募集",
    "job",
    "position",
    "employment",
    "responsibilities",
    "qualifications",
)
_PAY = re.compile(
    r"給与|給料|月給|時給|年収|想定年収|初任給|賃金|報酬"
    r"|(?:base |annual )?salary(?: range)?|compensation|pay(?: range)?",
    re.IGNORECASE,
)
_WHERE = re.compile(r"勤務(?:地|先|場所)|就業場所|(?:job |work |office )?location|workplace", re.IGNORECASE)
_TITLE = re.compile(r"(?:募集)?職種(?:名)?|募集(?:職種|ポジション)|ポジション|job title|position|role", re.IGNORECASE)
_WORK = re.compile(r"仕事内容|業務内容|職務内容|job description|responsibilities|duties", re.IGNORECASE)
_FORM = re.compile(r"雇用形態|契約形態|employment type|job type|contract type", re.IGNORECASE)
_NEEDS = re.compile(
    r"応募(?:資格|条件)|必須(?:条件|スキル)|求める人物像|対象となる方|qualifications|requirements", re.IGNORECASE
)
_TIMES = re.compile(r"勤務時間|就業時間|休日(?:・?休暇)?|福利厚生|待遇|working hours|benefits", re.IGNORECASE)
_FIRM = re.compile(r"会社名|社名|企業名|法人名|募集企業|company|employer", re.IGNORECASE)
_POSTED = re.compile(r"掲載(?:開始)?日|公開日|更新日|posted(?: on)?|date posted", re.IGNORECASE)
_UNTIL = re.compile(r"(?:掲載|応募|募集)(?:終了日|締切日?|期限)|(?:closing date|apply by|deadline)", re.IGNORECASE)
_NAME_ENDS = re.compile(r"\s*(?:の)?(?:募集要項|求人(?:情報|票)?|採用情報|募集)\s*$|^\s*【[^】]*】\s*")
_OFFICE = re.compile(r"[\s　]*(?:新卒|中途)?(?:採用|求人|リクルート|careers|jobs|recruit).*$", re.IGNORECASE)
_TYPES = (
    ("FULL_TIME", re.compile(r"正社員|正職員|full[- ]?time|permanent", re.IGNORECASE)),
    ("PART_TIME", re.compile(r"アルバイト|パート|part[- ]?time", re.IGNORECASE)),
    ("CONTRACTOR", re.compile(r"契約社員|業務委託|contract(?:or)?\b", re.IGNORECASE)),
    ("TEMPORARY", re.compile(r"派遣|臨時|temporary", re.IGNORECASE)),
    ("INTERN", re.compile(r"インターン|intern(?:ship)?\b", re.IGNORECASE)),
)
_LEAST = 2  # other labels of a job beside pay and place
_MOST = 2  # tables: more are a list of jobs


def job_posting(content: Content) -> Found | None:
    """Pay and workplace by their labels, and two other labels of a job; one job a page."""
    pay, where = content.field(_PAY), content.field(_WHERE)
    if pay is None or where is None or content.is_start:
        return None
    if content.count(_PAY) > _MOST or content.count(_WHERE) > _MOST or len(where.value) > 400:
        return None
    title, work = content.field(_TITLE), content.field(_WORK)
    others = [one for one in (title, work, *map(content.field, (_FORM, _NEEDS, _TIMES))) if one is not None]
    if len(others) < _LEAST or content.count(_TITLE) > _MOST:
        return None
    firm, posted, until = content.field(_FIRM), content.field(_POSTED), content.field(_UNTIL)
    form = content.field(_FORM)
    employer = (
        firm.value.split("\n")[0] if firm is not None and len(firm.value) < 100 else _OFFICE.sub("", content.site_name)
    )
    draft = filled(
        "JobPosting",
        title=_title(content, title),
        description=_description(work, others),
        datePosted=_day(posted),
        validThrough=_day(until),
        employmentType=[name for name, said in _TYPES if form is not None and said.search(form.value)],
        hiringOrganization=filled("Organization", name=employer) if employer else "",
        jobLocation=filled("Place", address=_address(where.value)),
        baseSalary=salary_of(pay.line, pay.label, japanese=content.japanese),
    )
    labels = "、" if content.japanese else ", "
    return Found(
        "JobPosting",
        {"labels": labels.join(one.said for one in (pay, where, *others)), "pay": pay.value.split("\n")[0][:60]},
        draft,
    )


def _title(content: Content, field: Field | None) -> str:
    if field is not None and len(field.value) <= 80 and "\n" not in field.value:
        return field.value
    return _NAME_ENDS.sub("", content.name)


def _description(work: Field | None, others: list[Field]) -> str:
    if work is not None:
        return work.value
    return "\n".join(f"{one.said}: {one.value}" for one in others)


def _address(text: str) -> Draft:
    told = next((line for line in text.split("\n") if is_address(line)), "")
    return address_of(told or text.partition("\n")[0])


def _day(field: Field | None) -> str:
    days = days_in(field.value) if field is not None else []
    return iso_day(days[-1]) if days else ""
