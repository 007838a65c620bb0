"""Old and variant forms of characters in names of people and companies (V7, V8), which NFKC does not fold: facts."""

import re

JAPANESE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_FORMS = (
    "高髙 崎﨑嵜 辺邊邉 斎齋 斉齊 徳德 鉄鐵 浜濱濵 沢澤 広廣 国國圀 島嶋嶌 竜龍 瀬瀨 恵惠 真眞 桜櫻 栄榮 円圓"
    " 塩鹽 関關 気氣 亀龜 宝寶寳 寿壽 実實 滝瀧 渋澁 条條 静靜 蔵藏 総總 荘莊 台臺 万萬 与與 礼禮 来來 黒黑"
    " 検檢 県縣 剣劍 顕顯 厳嚴 郷鄕 晃晄 昇曻 桑桒 吉𠮷 芦蘆 緑綠 薫薰 柳栁 船舩 富冨 峰峯 館舘 角⻆ 縄繩 児兒"
    " 学學 会會 発發 楽樂 薬藥 応應 鷗鴎 巌巖 弥彌 曽曾 曻昇 桧檜 槙槇 涙淚 淵渕 渓溪 穂穗 薮籔藪 聡聰 芸藝"
    " 衛衞 覚覺 豊豐 戸戶 釜釡 鎮鎭 鈎鉤 闘鬪 隣鄰 隠隱 険險 雑雜 霊靈 麦麥 黄黃 点點 壱壹 弐貳 亜亞 悪惡 稲稻"
    " 為爲 隷隸 営營 駅驛 桟棧 参參 残殘 糸絲 写寫 釈釋 乗乘 剰剩 嬢孃 醸釀 図圖 粋粹 酔醉 髄髓 枢樞 数數 摂攝"
    " 専專 浅淺 銭錢 潜潛 禅禪 双雙 壮壯 争爭 属屬 続續 対對 帯帶 択擇 担擔 団團 断斷 昼晝 鋳鑄 庁廳 聴聽 転轉"
    " 伝傳 灯燈 当當 党黨 独獨 読讀 届屆 悩惱 脳腦 拝拜 廃廢 売賣 蛮蠻 秘祕 瓶甁 払拂 仏佛 並竝 変變 弁辨瓣辯"
    " 舗舖 褒襃 没沒 満滿 黙默 訳譯 予豫 余餘 誉譽 揺搖 様樣 謡謠 頼賴 乱亂 覧覽 両兩 猟獵 塁壘 励勵 暦曆 歴歷"
    " 恋戀 炉爐 労勞 楼樓 録錄 湾灣 焼燒 軽輕 経經 継繼 渇渴 鶏鷄 巻卷 勧勸 歓歡 観觀 帰歸 旧舊 拠據 峡峽 挟挾"
    " 狭狹 区區 駆驅 勲勳 径徑 茎莖 恒恆 号號 済濟 剤劑 砕碎 蚕蠶 惨慘 賛贊 歯齒 辞辭 湿濕 獣獸 従從 縦縱 粛肅"
    " 処處 叙敍 将將 称稱 証證 奨奬 畳疊 繊纖 ヶケ"
)
# 斉 and 斎 are two characters with two meanings; people mix them up, and a page alone does not tell (V8)
_UNSURE = {"斉": "斎"}
_FOLD: dict[int, str] = {}
for _row in _FORMS.split():
    for _form in _row[1:]:
        if _form != _row[0]:
            _FOLD.setdefault(ord(_form), _row[0])
_UNSURE_FOLD = str.maketrans(_UNSURE)


def one_form(text: str) -> str:
    """The text with today's usual form of each character."""
    return text.translate(_FOLD)


def unsure_form(text: str) -> str:
    """Forms that only those who bear the name tell apart made one; `text` as `one_form` gives it."""
    return text.translate(_UNSURE_FOLD)
