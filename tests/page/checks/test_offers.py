"""Prices, currencies and availability of offers against the page (comparing.md V1 to V4, V6, V13)."""

from time import process_time
from typing import Any

import pytest

from tests.page.checks.said import rows, verdict

PRICES: list[tuple[dict[str, Any], str, str]] = [
    ({"price": "1980", "priceCurrency": "JPY"}, "<p><span>価格</span><span>1,980</span><span>円</span></p>", "match"),
    (
        {"price": "1980", "priceCurrency": "JPY"},
        "<dl><dt>価格</dt><dd>1,980円<small>（税込）</small></dd><dt>送料</dt><dd>550円</dd></dl>",
        "match",
    ),
    (
        {"price": "550", "priceCurrency": "JPY"},
        "<dl><dt>価格</dt><dd>1,980円<small>（税込）</small></dd><dt>送料</dt><dd>550円</dd></dl>",
        "mismatch",
    ),
    (
        {"price": "1980", "priceCurrency": "JPY"},
        "<table><tr><th>販売価格</th><td>１，９８０円</td></tr></table>",
        "match",
    ),
    (
        {"price": "1890", "priceCurrency": "JPY"},
        "<table><tr><th>販売価格</th><td>１，９８０円</td></tr></table>",
        "mismatch",
    ),
    (
        {"price": "1980", "priceCurrency": "JPY"},
        "<div>本体価格</div><div>1,800円</div><div>税込価格</div><div>1,980円</div>",
        "match",
    ),
    (
        {"price": "1800", "priceCurrency": "JPY"},
        "<div>本体価格</div><div>1,800円</div><div>税込価格</div><div>1,980円</div>",
        "mismatch",
    ),
    ({"price": "1800", "priceCurrency": "JPY"}, "<p>1,800円＋税</p>", "match"),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>1,800円＋税</p>", "skipped"),
    ({"price": "1944", "priceCurrency": "JPY"}, "<p>1,800円（税別）</p>", "skipped"),
    ({"price": "2000", "priceCurrency": "JPY"}, "<p>1,800円（税別）</p>", "mismatch"),
    ({"price": "3000", "priceCurrency": "JPY"}, "<p>月々1,000円×3回</p><p>一括 3,000円（税込）</p>", "match"),
    ({"price": "1000", "priceCurrency": "JPY"}, "<p>月々1,000円×3回</p><p>一括 3,000円（税込）</p>", "mismatch"),
    (
        {"price": "2980", "priceCurrency": "JPY"},
        "<p>メーカー希望小売価格：3,980円</p><p>当店価格：2,980円（税込）</p><p>1,000円お得！</p>",
        "match",
    ),
    (
        {"price": "3980", "priceCurrency": "JPY"},
        "<p>メーカー希望小売価格：3,980円</p><p>当店価格：2,980円（税込）</p><p>1,000円お得！</p>",
        "mismatch",
    ),
    (
        {"price": "1000", "priceCurrency": "JPY"},
        "<p>メーカー希望小売価格：3,980円</p><p>当店価格：2,980円（税込）</p><p>1,000円お得！</p>",
        "mismatch",
    ),
    ({"price": "5000", "priceCurrency": "JPY"}, "<p>3,300円</p><p>5,000円以上のお買い上げで送料無料</p>", "mismatch"),
    ({"price": "3300", "priceCurrency": "JPY"}, "<p>3,300円</p><p>5,000円以上のお買い上げで送料無料</p>", "match"),
    ({"price": "3300", "priceCurrency": "JPY"}, "<p>5,000円以上のお買い上げで送料無料</p><p>3,300円</p>", "match"),
    ({"price": "198", "priceCurrency": "JPY"}, "<p>198円（100gあたり 66円）</p>", "match"),
    ({"price": "66", "priceCurrency": "JPY"}, "<p>198円（100gあたり 66円）</p>", "mismatch"),
    ({"price": "12000", "priceCurrency": "JPY"}, "<p>1.2万円</p>", "match"),
    ({"price": "1.2", "priceCurrency": "JPY"}, "<p>1.2万円</p>", "mismatch"),
    ({"price": "39800000", "priceCurrency": "JPY"}, "<p>価格 3,980万円</p>", "match"),
    ({"price": "3980", "priceCurrency": "JPY"}, "<p>価格 3,980万円</p>", "mismatch"),
    (
        {"price": "3980", "priceCurrency": "JPY"},
        "<div class=price><span class=num>3,980</span><span class=unit>万円</span></div>",
        "mismatch",
    ),
    ({"price": "39800000", "priceCurrency": "JPY"}, "<div><div>3,980</div><div>万円</div></div>", "match"),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>¥1,980～¥2,980</p>", "match"),
    ({"price": "2500", "priceCurrency": "JPY"}, "<p>¥1,980～¥2,980</p>", "skipped"),
    ({"price": "3500", "priceCurrency": "JPY"}, "<p>¥1,980～¥2,980</p>", "mismatch"),
    ({"lowPrice": "1980", "highPrice": "2980", "priceCurrency": "JPY"}, "<p>1,980円 〜 2,980円（税込）</p>", "match"),
    (
        {"lowPrice": "1980", "highPrice": "3980", "priceCurrency": "JPY"},
        "<p>1,980円 〜 2,980円（税込）</p>",
        "mismatch",
    ),
    ({"lowPrice": "980", "highPrice": "2980", "priceCurrency": "JPY"}, "<p>1,980円 〜 2,980円（税込）</p>", "mismatch"),
    ({"lowPrice": "1980", "priceCurrency": "JPY"}, "<p>1,980円（税込）から</p>", "match"),
    ({"lowPrice": "1980", "priceCurrency": "JPY"}, "<p>2,980円（税込）より</p>", "mismatch"),
    (
        {"lowPrice": "1980", "highPrice": "2980", "priceCurrency": "JPY"},
        "<ul><li>小 1,980円</li><li>中 2,480円</li><li>大 2,980円</li></ul>",
        "match",
    ),
    ({"lowPrice": "1980", "highPrice": "2980", "priceCurrency": "JPY"}, "<p>2,480円</p>", "skipped"),
    ({"lowPrice": "1980", "highPrice": "2980", "priceCurrency": "JPY"}, "<p>4,480円</p>", "mismatch"),
    ({"price": "0", "priceCurrency": "JPY"}, "<p>入場無料</p>", "match"),
    ({"price": "0", "priceCurrency": "JPY"}, "<p>送料無料</p><p>1,980円</p>", "mismatch"),
    ({"price": "500", "priceCurrency": "JPY"}, "<p>参加費：無料</p>", "mismatch"),
    ({"price": "500", "priceCurrency": "JPY"}, "<p>参加費：500円</p><p>駐車場無料</p>", "match"),
    ({"price": "19800", "priceCurrency": "JPY"}, "<p>価格はお問い合わせください</p>", "missing"),
    ({"price": "19800", "priceCurrency": "JPY"}, "<p>要見積もり</p>", "missing"),
    (
        {"price": "1980", "priceCurrency": "JPY"},
        "<h1>甲の机</h1><p>ポイント 19pt</p><p>カートの合計 0円</p><p>1,980円</p>",
        "match",
    ),
    (
        {"price": "1980", "priceCurrency": "JPY"},
        "<header><p>カート ¥0</p></header><main><h1>甲の机</h1><p>¥1,980</p></main>",
        "match",
    ),
    (
        {"price": "9800", "priceCurrency": "JPY"},
        "<main><h1>甲の机</h1><p>¥1,980</p><h2>おすすめ商品</h2><ul><li><h3>乙の椅子</h3><p>¥9,800</p></li></ul>"
        "</main>",
        "mismatch",
    ),
    (
        {"price": "1980", "priceCurrency": "JPY"},
        "<main><h1>甲の机</h1><p>¥1,980</p><h2>おすすめ商品</h2><ul><li><h3>乙の椅子</h3><p>¥9,800</p></li></ul>"
        "</main>",
        "match",
    ),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>定価 <s>2,980円</s> → <b>1,980円</b></p>", "match"),
    ({"price": "2980", "priceCurrency": "JPY"}, "<p>定価 <s>2,980円</s> → <b>1,980円</b></p>", "mismatch"),
    (
        {"price": "1980", "priceCurrency": "JPY"},
        "<p>セール価格<br>1,980円（33%OFF）</p><p>通常価格<br>2,980円</p>",
        "match",
    ),
    (
        {"price": "2980", "priceCurrency": "JPY"},
        "<p>セール価格<br>1,980円（33%OFF）</p><p>通常価格<br>2,980円</p>",
        "mismatch",
    ),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>ポイント還元後 実質1,780円</p><p>1,980円</p>", "match"),
    ({"price": "2178", "priceCurrency": "JPY", "valueAddedTaxIncluded": True}, "<p>2,178円(税込)</p>", "match"),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>２千円</p>", "mismatch"),
    ({"price": "2000", "priceCurrency": "JPY"}, "<p>二千円</p>", "match"),
    ({"price": "１，９８０", "priceCurrency": "JPY"}, "<p>¥1,980-</p>", "match"),
    ({"price": "¥1,980", "priceCurrency": "JPY"}, "<p>1980円</p>", "match"),
    ({"price": "1980.00", "priceCurrency": "JPY"}, "<p>￥1,980</p>", "match"),
    ({"price": 1980, "priceCurrency": "JPY"}, "<p>￥1,980</p>", "match"),
    ({"price": "1980", "priceCurrency": "円"}, "<p>￥1,980</p>", "match"),
    ({"price": "1980", "priceCurrency": "jpy"}, "<p>￥1,980</p>", "match"),
    ({"price": "1980", "priceCurrency": "CNY"}, "<p>1,980円</p>", "mismatch"),
    ({"price": "29.99", "priceCurrency": "USD"}, "<p>Was $39.99, now $29.99</p>", "match"),
    ({"price": "39.99", "priceCurrency": "USD"}, "<p>Was $39.99, now $29.99</p>", "mismatch"),
    ({"price": "29.99", "priceCurrency": "USD"}, "<p>Regular price $39.99 Sale price $29.99</p>", "match"),
    ({"price": "39.99", "priceCurrency": "USD"}, "<p>Regular price $39.99 Sale price $29.99</p>", "mismatch"),
    ({"price": "29.99", "priceCurrency": "USD"}, "<p>$29.99</p><p>Free shipping on orders over $50</p>", "match"),
    ({"price": "50", "priceCurrency": "USD"}, "<p>$29.99</p><p>Free shipping on orders over $50</p>", "mismatch"),
    (
        {"price": "12.50", "priceCurrency": "USD"},
        "<p>$50.00</p><p>or 4 interest-free payments of $12.50</p>",
        "mismatch",
    ),
    ({"price": "50", "priceCurrency": "USD"}, "<p>$50.00</p><p>or 4 interest-free payments of $12.50</p>", "match"),
    ({"price": "19.95", "priceCurrency": "EUR"}, "<p>19,95 €</p>", "match"),
    ({"price": "1995", "priceCurrency": "EUR"}, "<p>19,95 €</p>", "mismatch"),
    ({"price": "1299", "priceCurrency": "EUR"}, "<p>EUR 1.299,-</p>", "match"),
    ({"price": "1299", "priceCurrency": "CHF"}, "<p>CHF 1'299.00</p>", "match"),
    ({"price": "999", "priceCurrency": "GBP"}, "<p>£999.00 inc. VAT</p><p>£832.50 ex. VAT</p>", "match"),
    ({"price": "832.50", "priceCurrency": "GBP"}, "<p>£999.00 inc. VAT</p><p>£832.50 ex. VAT</p>", "mismatch"),
    ({"price": "49", "priceCurrency": "USD"}, "<p>$49/mo</p>", "match"),
    ({"price": "49", "priceCurrency": "USD"}, "<p>Starting at $49</p>", "match"),
    ({"price": "39", "priceCurrency": "USD"}, "<p>Starting at $49</p>", "mismatch"),
    ({"price": "59", "priceCurrency": "USD"}, "<p>Starting at $49</p>", "skipped"),
    ({"price": "0", "priceCurrency": "USD"}, "<p>Price: Free</p>", "match"),
    ({"price": "0", "priceCurrency": "USD"}, "<p>Free shipping</p><p>$20</p>", "mismatch"),
    ({"price": "20", "priceCurrency": "USD"}, "<p>Price on request</p>", "missing"),
    ({"price": "20", "priceCurrency": "USD"}, "<p>A fine desk made of oak.</p>", "missing"),
    ({"price": "1,299.00", "priceCurrency": "USD"}, "<p>$1,299</p>", "match"),
    ({"price": "1999", "priceCurrency": "USD"}, "<p><span>$</span><span>19</span><sup>99</sup></p>", "mismatch"),
    ({"price": "19.99", "priceCurrency": "USD"}, "<p><span>$</span><span>19</span><sup>99</sup></p>", "match"),
    ({"price": "19.99", "priceCurrency": "USD"}, "<p><sup>$</sup>19<sup>99</sup></p>", "match"),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>1,980円<sup>※1</sup></p>", "match"),
    ({"price": "100", "priceCurrency": "USD"}, "<p>US$ 100.00</p>", "match"),
    ({"price": "100", "priceCurrency": "AUD"}, "<p>US$ 100.00</p>", "mismatch"),
    ({"price": "100", "priceCurrency": "AUD"}, "<p>$100.00</p>", "match"),
    ({"price": "150000", "priceCurrency": "INR"}, "<p>₹1.5 lakh</p>", "match"),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>販売価格（税込）：1,980 円\u3000送料込</p>", "match"),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>送料込み 1,980円</p>", "match"),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>送料無料！1,980円</p>", "match"),
    ({"price": "3000", "priceCurrency": "JPY"}, "<p>前売り 3,000円／当日 3,500円</p>", "match"),
    ({"price": "4000", "priceCurrency": "JPY"}, "<p>前売り 3,000円／当日 3,500円</p>", "mismatch"),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>会員価格 1,780円</p><p>一般 1,980円</p>", "match"),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>お一人様1,980円</p>", "match"),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>1,980円/個</p>", "match"),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>1泊2食 おひとり様 19,800円〜</p>", "mismatch"),
    ({"price": "980", "priceCurrency": "JPY"}, "<p>月額980円（税込）</p><p>初期費用3,000円</p>", "match"),
    ({"price": "3000", "priceCurrency": "JPY"}, "<p>月額980円（税込）</p><p>初期費用3,000円</p>", "mismatch"),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>2,000円引きクーポン配布中</p><p>1,980円</p>", "match"),
    ({"price": "2000", "priceCurrency": "JPY"}, "<p>2,000円引きクーポン配布中</p><p>1,980円</p>", "mismatch"),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>約2,000円</p>", "match"),
    ({"price": "15000", "priceCurrency": "JPY"}, "<p>約2,000円</p>", "mismatch"),
    (
        {"price": "1980", "priceCurrency": "JPY"},
        "<header><a>クヌギ店</a><form>¥ 0 カート</form></header><nav>3,300円以上送料無料</nav><main>"
        "<h1>甲の机</h1><ul class=spec><li>品番 12345</li><li>サイズ 120×60cm</li></ul><p class=price>"
        "<span>税込</span> <b>1,980</b>円</p><p>獲得ポイント：19P</p><button>カートに入れる</button></main>"
        "<aside>人気 9,800円</aside><footer>送料 550円</footer>",
        "match",
    ),
    (
        {"price": "1980", "priceCurrency": "JPY"},
        "<main><h1>甲の机</h1><div class='p-detail__price'>1,980<span>円</span><span>(税込)</span></div><table>"
        "<tr><th>商品コード</th><td>1980</td></tr><tr><th>送料</th><td>全国一律 880円</td></tr></table></main>",
        "match",
    ),
    (
        {"price": "880", "priceCurrency": "JPY"},
        "<main><h1>甲の机</h1><div class='p-detail__price'>1,980<span>円</span><span>(税込)</span></div><table>"
        "<tr><th>商品コード</th><td>1980</td></tr><tr><th>送料</th><td>全国一律 880円</td></tr></table></main>",
        "mismatch",
    ),
    (
        {"price": "1980", "priceCurrency": "JPY"},
        "<main><h1>甲の机</h1><div>税込 1,980円 (本体価格 1,800円)</div></main>",
        "match",
    ),
    (
        {"price": "1800", "priceCurrency": "JPY"},
        "<main><h1>甲の机</h1><div>税込 1,980円 (本体価格 1,800円)</div></main>",
        "mismatch",
    ),
    (
        {"price": "1980", "priceCurrency": "JPY"},
        "<main><h1>甲の机</h1><div>価格：<span style='text-decoration:line-through'>2,980円</span> 1,980円</div>"
        "</main>",
        "match",
    ),
    (
        {"price": "2980", "priceCurrency": "JPY"},
        "<main><h1>甲の机</h1><div>価格：<span style='text-decoration:line-through'>2,980円</span> 1,980円</div>"
        "</main>",
        "mismatch",
    ),
    (
        {"price": "1980", "priceCurrency": "JPY"},
        "<main><h1>甲の机</h1><select><option>S 1,980円</option><option>M 2,480円</option></select></main>",
        "match",
    ),
    (
        {"price": "1980", "priceCurrency": "JPY"},
        "<main><h1>甲の机</h1><p>¥1,980</p><section><h3>この商品を買った人はこんな商品も買っています</h3>"
        "<div>乙 ¥2,980</div><div>丙 ¥980</div></section></main>",
        "match",
    ),
    (
        {"price": "2980", "priceCurrency": "JPY"},
        "<main><h1>甲の机</h1><p>¥1,980</p><section><h3>この商品を買った人はこんな商品も買っています</h3>"
        "<div>乙 ¥2,980</div><div>丙 ¥980</div></section></main>",
        "mismatch",
    ),
    (
        {"price": "1980", "priceCurrency": "JPY"},
        "<main><h1>甲の机</h1><p>¥1,980</p><div class=title>関連商品</div><div>乙 ¥2,980</div></main>",
        "match",
    ),
    (
        {"price": "1980", "priceCurrency": "JPY"},
        "<main><h1>甲の机</h1><p>お支払い方法</p><p>代金引換（手数料330円）</p><p>1,980円</p></main>",
        "match",
    ),
    (
        {"price": "330", "priceCurrency": "JPY"},
        "<main><h1>甲の机</h1><p>お支払い方法</p><p>代金引換（手数料330円）</p><p>1,980円</p></main>",
        "mismatch",
    ),
    (
        {"price": "1980", "priceCurrency": "JPY"},
        "<main><h1>甲の机</h1><p>ガチャ1回 1,980円</p><p>10回 18,000円</p></main>",
        "match",
    ),
    (
        {"price": "1980", "priceCurrency": "JPY"},
        "<main><h1>甲の机</h1><p>5個セット 9,000円（1個あたり1,800円）</p><p>1個 1,980円</p></main>",
        "match",
    ),
    (
        {"price": "1980", "priceCurrency": "JPY"},
        "<main><h1>甲の机</h1><p>レンタル 500円/日</p><p>購入 1,980円</p></main>",
        "match",
    ),
    (
        {"price": "19800", "priceCurrency": "JPY"},
        "<main><h1>甲の机</h1><p>¥19,800<br>（税込）</p><p>2,000円OFFクーポン</p></main>",
        "match",
    ),
    (
        {"price": "17800", "priceCurrency": "JPY"},
        "<main><h1>甲の机</h1><p>¥19,800<br>（税込）</p><p>2,000円OFFクーポン</p></main>",
        "mismatch",
    ),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>小売希望価格 オープン価格</p><p>販売価格 1,980円</p>", "match"),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>1,980 JPY</p>", "match"),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>JPY1,980</p>", "match"),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>販売価格：¥ 1,980 (税込み)</p>", "match"),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>金１，９８０円也</p>", "match"),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>1,980円(内税)</p>", "match"),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>[税込]1,980円</p>", "match"),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>税込1,980円</p>", "match"),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>1,800円(10%税込1,980円)</p>", "match"),
    ({"price": "1800", "priceCurrency": "JPY"}, "<p>1,800円(10%税込1,980円)</p>", "mismatch"),
    ({"price": "1800", "priceCurrency": "JPY"}, "<p>1,800円（税込1,980円）</p>", "mismatch"),
    ({"price": "1944", "priceCurrency": "JPY"}, "<p>1,800円（税込1,944円）</p>", "match"),
    ({"price": "1980", "priceCurrency": "JPY"}, "<p>基本料金1,980円＋オプション500円</p>", "match"),
    ({"price": "500", "priceCurrency": "JPY"}, "<p>基本料金1,980円＋オプション500円</p>", "mismatch"),
    ({"price": "55000", "priceCurrency": "JPY"}, "<p>5万5千円</p>", "match"),
    ({"price": "5500", "priceCurrency": "JPY"}, "<p>5万5千円</p>", "mismatch"),
    ({"price": "3500000", "priceCurrency": "JPY"}, "<p>支払総額 350万円</p>", "match"),
    ({"price": "350", "priceCurrency": "JPY"}, "<p>車両本体価格 350万円</p>", "mismatch"),
    ({"price": "3500000", "priceCurrency": "JPY"}, "<p>車両本体価格（税込） 350.0万円</p>", "match"),
    ({"price": "85000", "priceCurrency": "JPY"}, "<p>賃料 8.5万円（管理費 5,000円）</p>", "match"),
    ({"price": "5000", "priceCurrency": "JPY"}, "<p>賃料 8.5万円（管理費 5,000円）</p>", "mismatch"),
    ({"price": "100000000", "priceCurrency": "JPY"}, "<p>1億円</p>", "match"),
    ({"price": "10000000", "priceCurrency": "JPY"}, "<p>1億円</p>", "mismatch"),
    (
        {"price": "29.99", "priceCurrency": "USD"},
        "<h1>Desk</h1><p>Price: <del>$39.99</del> <ins>$29.99</ins></p><p>You save: $10.00 (25%)</p>",
        "match",
    ),
    (
        {"price": "10", "priceCurrency": "USD"},
        "<h1>Desk</h1><p>Price: <del>$39.99</del> <ins>$29.99</ins></p><p>You save: $10.00 (25%)</p>",
        "mismatch",
    ),
    (
        {"price": "39.99", "priceCurrency": "USD"},
        "<h1>Desk</h1><p>List Price: $39.99</p><p>Price: $29.99</p>",
        "mismatch",
    ),
    ({"price": "29.99", "priceCurrency": "USD"}, "<h1>Desk</h1><p>List Price: $39.99</p><p>Price: $29.99</p>", "match"),
    ({"price": "29.99", "priceCurrency": "USD"}, "<p>$29.99 ($0.50/oz)</p>", "match"),
    ({"price": "0.50", "priceCurrency": "USD"}, "<p>$29.99 ($0.50/oz)</p>", "mismatch"),
    ({"price": "29.99", "priceCurrency": "USD"}, "<p>$29.99 + $5.99 shipping</p>", "match"),
    ({"price": "5.99", "priceCurrency": "USD"}, "<p>$29.99 + $5.99 shipping</p>", "mismatch"),
    ({"price": "35.98", "priceCurrency": "USD"}, "<p>$29.99 + $5.99 shipping</p>", "mismatch"),
    ({"price": "29.99", "priceCurrency": "USD"}, "<p>$29.99 or 3 payments of $10.00</p>", "match"),
    ({"price": "29", "priceCurrency": "USD"}, "<p>$29 per month</p>", "match"),
    ({"price": "29", "priceCurrency": "USD"}, "<p>$29 USD</p>", "match"),
    ({"price": "29", "priceCurrency": "CAD"}, "<p>CA$29</p>", "match"),
    ({"price": "29", "priceCurrency": "USD"}, "<p>29 dollars</p>", "match"),
    ({"price": "29", "priceCurrency": "USD"}, "<p>USD 29.00</p>", "match"),
    ({"price": "1299", "priceCurrency": "EUR"}, "<p>1 299,00 €</p>", "match"),
    ({"price": "12.99", "priceCurrency": "EUR"}, "<p>12,99&nbsp;€</p>", "match"),
    ({"price": "1299", "priceCurrency": "EUR"}, "<p>€1.299</p>", "match"),
    ({"price": "25", "priceCurrency": "USD"}, "<p>Tickets $25–$60</p>", "match"),
    ({"price": "40", "priceCurrency": "USD"}, "<p>Tickets $25–$60</p>", "skipped"),
    ({"price": "70", "priceCurrency": "USD"}, "<p>Tickets $25–$60</p>", "mismatch"),
    ({"price": "50", "priceCurrency": "USD"}, "<p>$50 off with code SAVE50</p><p>$299</p>", "mismatch"),
    ({"price": "299", "priceCurrency": "USD"}, "<p>$50 off with code SAVE50</p><p>$299</p>", "match"),
    ({"price": "299", "priceCurrency": "USD"}, "<p>About $300</p>", "match"),
    ({"price": "2500000", "priceCurrency": "USD"}, "<p>$2.5 million</p>", "match"),
    ({"price": "2.5", "priceCurrency": "USD"}, "<p>$2.5 million</p>", "mismatch"),
    ({"price": "0", "priceCurrency": "USD"}, "<p>Free download</p>", "match"),
    ({"price": "4.99", "priceCurrency": "USD"}, "<p>Free</p>", "mismatch"),
    ({"price": "0", "priceCurrency": "USD"}, "<p>$4.99</p>", "mismatch"),
    ({"price": "0", "priceCurrency": "JPY"}, "<p>入会金 無料</p><p>月額 980円</p>", "mismatch"),
    ({"price": "980", "priceCurrency": "JPY"}, "<p>入会金 無料</p><p>月額 980円</p>", "match"),
    ({"price": "0", "priceCurrency": "JPY"}, "<p>基本プレイ無料（アプリ内課金あり 120円〜）</p>", "match"),
    ({"price": "1000", "priceCurrency": "JPY"}, "<p>大人 1,000円／中学生以下 無料</p>", "match"),
    ({"price": "1000", "priceCurrency": "JPY"}, "<p>入場料：大人1,000円、子ども500円</p>", "match"),
    ({"price": "2000", "priceCurrency": "JPY"}, "<p>入場料：大人1,000円、子ども500円</p>", "mismatch"),
    (
        {"lowPrice": "3000", "highPrice": "8000", "priceCurrency": "JPY"},
        "<p>S席 8,000円／A席 5,000円／B席 3,000円</p>",
        "match",
    ),
    ({"lowPrice": "50", "highPrice": "80", "priceCurrency": "USD"}, "<p>$50 to $80</p>", "match"),
    ({"lowPrice": "50", "highPrice": "90", "priceCurrency": "USD"}, "<p>$50 - $80</p>", "mismatch"),
    ({"lowPrice": "50", "priceCurrency": "USD"}, "<p>As low as $50</p>", "match"),
    ({"lowPrice": "1980", "priceCurrency": "JPY"}, "<p>最安値 1,980円</p>", "match"),
]
STOCK = [
    ("Product", "InStock", "<p>在庫：○</p>", "match"),
    ("Product", "InStock", "<p>在庫：×</p>", "mismatch"),
    ("Product", "InStock", "<p>残りわずか</p>", "match"),
    ("Product", "LimitedAvailability", "<p>残り2点</p>", "match"),
    ("Product", "OutOfStock", "<p>完売しました</p>", "match"),
    ("Product", "SoldOut", "<p>売り切れ</p>", "match"),
    ("Product", "InStock", "<p>売り切れました</p>", "mismatch"),
    ("Product", "PreOrder", "<p>予約受付中</p>", "match"),
    ("Product", "InStock", "<p>予約受付中（6月発売予定）</p>", "mismatch"),
    ("Product", "PreOrder", "<p>在庫あり</p>", "mismatch"),
    ("Product", "BackOrder", "<p>お取り寄せ</p>", "match"),
    ("Product", "OutOfStock", "<p>在庫あり（即日発送）</p>", "mismatch"),
    ("Product", "InStock", "<p>在庫切れの際はご容赦ください。</p><p>在庫あり</p>", "match"),
    ("Product", "InStock", "<p>売り切れの場合がございます。</p><button>カートに入れる</button>", "match"),
    ("Product", "OutOfStock", "<button>カートに入れる</button>", "skipped"),
    ("Product", "InStock", "<h1>甲の机</h1><p>在庫あり</p><h2>関連商品</h2><ul><li>乙 売り切れ</li></ul>", "match"),
    ("Product", "InStock", "<ul><li>S 在庫あり</li><li>M 在庫切れ</li></ul>", "match"),
    ("Product", "OutOfStock", "<ul><li>S 在庫あり</li><li>M 在庫切れ</li></ul>", "skipped"),
    ("Product", "Discontinued", "<p>販売終了</p>", "match"),
    ("Product", "InStock", "<p>生産終了品です</p>", "mismatch"),
    ("Product", "InStock", "<p>Available now</p>", "match"),
    ("Product", "InStock", "<p>Currently unavailable.</p>", "mismatch"),
    ("Product", "PreOrder", "<p>Pre-order now – ships June 5</p>", "match"),
    ("Product", "BackOrder", "<p>Available on backorder</p>", "match"),
    ("Product", "InStock", "<p>Out of Stock</p>", "mismatch"),
    ("Event", "InStock", "<p>予約受付中</p>", "match"),
    ("Event", "InStock", "<p>満席</p>", "mismatch"),
    ("Event", "SoldOut", "<p>チケット完売</p>", "match"),
    ("Event", "InStock", "<p>残席わずか</p>", "match"),
    ("Product", "InStock", "<p>A desk.</p>", "skipped"),
    ("Product", "InStock", "<p>○ 在庫あり</p>", "match"),
    ("Product", "InStock", "<p>在庫有</p>", "match"),
    ("Product", "OutOfStock", "<p>品切れ中</p>", "match"),
    ("Product", "InStock", "<p>ただいま品切れ中です</p>", "mismatch"),
    ("Product", "InStock", "<p>Add to cart</p>", "match"),
    ("Product", "OutOfStock", "<p>Unavailable</p>", "match"),
    ("Product", "InStock", "<p>在庫：残り5点</p>", "match"),
    ("Product", "InStock", "<dl><dt>在庫状況</dt><dd>あり</dd></dl>", "match"),
    ("Product", "InStock", "<dl><dt>在庫</dt><dd>なし</dd></dl>", "mismatch"),
    ("Product", "PreOrder", "<p>先行予約受付中</p>", "match"),
    ("Product", "InStock", "<p>Coming soon</p>", "mismatch"),
    ("Product", "Discontinued", "<p>Discontinued</p>", "match"),
    ("Product", "InStock", "<p>販売を終了しました</p>", "mismatch"),
    ("Product", "InStock", "<p>この商品は在庫切れです。次回入荷は未定です。</p>", "mismatch"),
    ("Product", "OutOfStock", "<p>In Stock</p>", "mismatch"),
    ("Product", "OutOfStock", "<p>Only 2 left!</p>", "mismatch"),
    ("Product", "SoldOut", "<p>SOLDOUT</p>", "match"),
    ("Product", "InStock", "<p>店舗により在庫切れの場合があります</p><p>¥1,000</p>", "skipped"),
    ("Product", "InStock", "<p>再入荷しました！在庫あり</p>", "match"),
    ("Product", "InStock", "<p>Back-ordered</p>", "mismatch"),
    ("Product", "InStock", "<p>完売御礼</p>", "mismatch"),
    ("Product", "InStock", "<p>先着100名様限定</p>", "skipped"),
    ("Product", "PreOrder", "<p>Pre order</p>", "match"),
    ("Product", "MadeToOrder", "<p>受注生産</p>", "match"),
    ("Event", "InStock", "<p>受付終了</p>", "mismatch"),
    ("Event", "SoldOut", "<p>Sold out</p>", "match"),
    ("Event", "InStock", "<p>Tickets available</p>", "match"),
]
SPECIFIED: list[tuple[Any, str, str]] = [
    (
        {
            "@type": "Offer",
            "priceCurrency": "JPY",
            "price": "1980",
            "priceSpecification": {
                "@type": "UnitPriceSpecification",
                "priceType": "https://schema.org/ListPrice",
                "price": "2980",
                "priceCurrency": "JPY",
            },
        },
        "<p><del>2,980円</del> 1,980円</p>",
        "match",
    ),
    (
        {
            "@type": "Offer",
            "priceCurrency": "JPY",
            "price": "1980",
            "priceSpecification": {
                "@type": "UnitPriceSpecification",
                "priceType": "https://schema.org/StrikethroughPrice",
                "price": "3980",
                "priceCurrency": "JPY",
            },
        },
        "<p><del>2,980円</del> 1,980円</p>",
        "mismatch",
    ),
    (
        {
            "@type": "Offer",
            "priceSpecification": [
                {"@type": "UnitPriceSpecification", "price": "1980", "priceCurrency": "JPY"},
                {
                    "@type": "UnitPriceSpecification",
                    "priceType": "https://schema.org/ListPrice",
                    "price": "2980",
                    "priceCurrency": "JPY",
                },
            ],
        },
        "<p><del>2,980円</del> 1,980円</p>",
        "match",
    ),
    (
        {
            "@type": "Offer",
            "priceSpecification": {
                "@type": "PriceSpecification",
                "price": "1800",
                "priceCurrency": "JPY",
                "valueAddedTaxIncluded": "false",
            },
        },
        "<p>1,800円（税込1,980円）</p>",
        "match",
    ),
    (
        [
            {"@type": "Offer", "price": "1980", "priceCurrency": "JPY"},
            {"@type": "Offer", "price": "2480", "priceCurrency": "JPY"},
        ],
        "<p>1,980円</p>",
        "match",
    ),
    (
        [
            {"@type": "Offer", "price": "1980", "priceCurrency": "JPY"},
            {"@type": "Offer", "price": "2480", "priceCurrency": "JPY"},
        ],
        "<p>9,980円</p>",
        "mismatch",
    ),
]


@pytest.mark.parametrize(("offer", "page", "expected"), PRICES)
def test_prices(offer: dict[str, Any], page: str, expected: str) -> None:
    kind = "AggregateOffer" if "lowPrice" in offer else "Offer"
    thing = {"@type": "Product", "name": "甲の机", "offers": {"@type": kind, **offer}}
    assert verdict(thing, page, "offers") == expected


@pytest.mark.parametrize(("offers", "page", "expected"), SPECIFIED)
def test_specifications_and_several_offers(offers: Any, page: str, expected: str) -> None:
    assert verdict({"@type": "Product", "name": "甲の机", "offers": offers}, page, "offers") == expected


@pytest.mark.parametrize(("kind", "member", "page", "expected"), STOCK)
@pytest.mark.parametrize("start", ["", "https://schema.org/", "http://schema.org/"])
def test_availability(kind: str, member: str, page: str, expected: str, start: str) -> None:
    thing = {"@type": kind, "name": "甲の机", "offers": {"@type": "Offer", "availability": start + member}}
    assert verdict(thing, page, "offers") == expected


def test_the_row_of_a_price_says_what_it_was_taken_for() -> None:
    thing = {"@type": "Product", "name": "机", "offers": {"@type": "Offer", "price": "550", "priceCurrency": "JPY"}}
    price, currency = rows(thing, "<main><p>販売価格 1,980円（税込）</p><p>送料 550円</p></main>")[-2:]
    assert (price["field"], price["status"], price["schema_value"], price["page_value"], price["reason_key"]) == (
        "offers.price",
        "mismatch",
        "550",
        "1,980円",
        "checks.why.price-shipping",
    )
    assert (currency["field"], currency["status"]) == ("offers.priceCurrency", "match")


def test_of_several_products_each_is_compared_in_its_own_card() -> None:
    graph = [
        {"@type": "Product", "name": name, "offers": {"@type": "Offer", "price": price, "priceCurrency": "JPY"}}
        for name, price in (("甲の机", "1000"), ("乙の机", "2000"), ("丙の机", "3000"))
    ]
    cards = "<ul><li><h3>甲の机</h3><p>1,000円</p></li><li><h3>乙の机</h3><p>2,500円</p></li></ul>"
    found = [row for row in rows({"@graph": graph}, f"<h1>机</h1>{cards}") if row["field"] == "offers.price"]
    assert [(row["schema_value"], row["status"], row["page_value"]) for row in found] == [
        ("1000", "match", "1,000円"),
        ("2000", "mismatch", "2,500円"),
    ]


def test_a_page_made_by_scripts_is_not_accused() -> None:
    thing = {"@type": "Product", "name": "机", "offers": {"@type": "Offer", "price": "550", "priceCurrency": "JPY"}}
    for page in (
        "<script src=/a.js></script><p>机</p>",
        f"<p>{'机' * 90}</p><b class=price></b><script src=/a.js></script>",
    ):
        found = [row for row in rows(thing, page) if row["field"] == "offers.price"]
        assert [(row["status"], row["reason_code"]) for row in found] == [("skipped", "script-made")]


@pytest.mark.parametrize("part", ["1 ", "¥1 ", "★", "4.5★", "レビュー1件 ", "円", "1万", "1円〜", "在庫"])
def test_hostile_lines_are_read_in_bounded_time(part: str) -> None:
    thing = {
        "@type": "Product",
        "name": "机",
        "offers": {"@type": "Offer", "price": "1980", "priceCurrency": "JPY", "availability": "InStock"},
        "aggregateRating": {"@type": "AggregateRating", "ratingValue": "4.4", "reviewCount": 3},
    }
    start = process_time()
    rows(thing, f"<p>{part * (1000 // len(part))}</p>" * 300)
    assert process_time() - start < 2
