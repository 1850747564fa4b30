import { formatWorth } from "../../public/js/convert.js";
import { formatPrice } from "../../public/js/format.js";
import { html } from "../../public/js/html.js";

/** The converter of a coin's page, for `js/coin-converter.js`. Shown with JavaScript only. */
export function coinConverter({ name, symbol, path, current_price: price }, { site, root }) {
  if (price === null || !(price > 0) || !site.hasPrices) return "";
  const rates = path.replace("coins/", "price/");
  return html`<section class="coin-converter" aria-labelledby="convert"><h2 id="convert">${name} converter</h2>
<form class="card" data-coin-converter data-rates="${root}api/${rates}" data-symbol="${symbol}">
<label class="field grow"><span>Amount of ${symbol}</span><input name="coins" inputmode="decimal" maxlength="24"
value="1" autocomplete="off" aria-describedby="convert-problem"></label>
<span class="equals" aria-hidden="true">=</span>
<label class="field grow"><span data-converter-label>Amount of
USD</span><input name="money" inputmode="decimal" maxlength="24" value="${formatWorth(price)}" autocomplete="off"
aria-describedby="convert-problem"></label>
<label class="field"><span>Currency</span><select name="currency"><option value="usd">USD</option></select></label>
<p class="note" data-converter-rate>1 ${symbol} = ${formatPrice(price)}</p>
<p class="converter-problem" id="convert-problem" data-converter-problem role="alert"></p>
</form></section>`;
}
