"""The codes that Google asks for: currencies of ISO 4217 and countries of ISO 3166-1, as of 2026.

Codes that ended lately stay: old pages are not accused of them. The case of the letters is not judged.
"""

import re

CURRENCIES = frozenset(
    re.findall(
        r"\w+",
        """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD
    CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS
    GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD
    KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR
    NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN
    SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XAG
    XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XTS XUA XXX YER ZAR ZMW ZWG ZWL
        """,
    )
)
COUNTRIES = frozenset(
    re.findall(
        r"\w+",
        """
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY
    BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK
    FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR
    IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK
    ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM
    PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF
    TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
        """,
    )
)
_TEMPLATE = re.compile(r"[{%<\[]")  # said by the rule `placeholder`
_REGION = re.compile(r"[0-9A-Z]{1,3}", re.ASCII)
_LONGEST = 100  # characters of a code that are looked at


def is_currency(text: str) -> bool:
    """Whether it is a code of ISO 4217, or no text of the page at all."""
    return _fold(text) in CURRENCIES or _is_no_text(text)


def is_country(text: str) -> bool:
    """Whether it is a code of two letters of ISO 3166-1."""
    return _fold(text) in COUNTRIES or _is_no_text(text)


def is_region(text: str) -> bool:
    """Whether it looks like the second part of a code of ISO 3166-2: `13` for Tokyo, `NSW`."""
    return _REGION.fullmatch(_fold(text)) is not None or _is_no_text(text)


def _fold(text: str) -> str:
    return text[:_LONGEST].strip().upper()


def _is_no_text(text: str) -> bool:
    return not text.strip() or _TEMPLATE.search(text, 0, _LONGEST) is not None
