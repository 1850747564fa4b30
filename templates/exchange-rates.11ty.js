import { describeConversion } from "../public/js/convert.js";
import { CURRENCIES, listCurrencies } from "../public/js/currency-view.js";
import { html } from "../public/js/html.js";
import { rootOf } from "./components/link.js";
import { tableSection } from "./components/table.js";
import { takeData } from "./components/take-data.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "exchange-rates/index.html",
  title: "Converter and exchange rates",
  description:
    "Convert between coins and currencies. Daily exchange rates of the world's currencies with their date and sources.",
  words: "forex fx fiat currency calculator",
  styles: ["table.css", "data.css"],
  scripts: ["exchange-rates.js"],
  freshnessOf: ({ exchangeRates }) => exchangeRates?.freshness,
};

/** Initial values of the converter: the first of these currencies that has a rate. */
const AMOUNT = 100;
const FROM = "USD";
const TO = ["EUR", "GBP", "JPY"];

/** Currencies of the page; the script loads the others. */
const PAGE_LENGTH = 50;

export function render({ page, shared }) {
  const { exchangeRates, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1 id="rates">Converter and exchange rates</h1>
${exchangeRates === null ? html`<p class="lead">No source has answered yet.</p>` : content(exchangeRates, root)}
`);
}

function content({ data: { date, rates }, coins, freshness, credits, archives }, root) {
  const currencies = listCurrencies(rates);
  return html`<p class="lead">Convert ${currencies.length} currencies${
    coins.length > 0 && html` and the ${coins.length} largest coins`
  }, or download their rates for one US dollar on ${date}. They are daily reference rates, not tradable quotes.</p>
${converter({ date, rates, coins, freshness, credits }, currencies)}
<section aria-labelledby="all"><h2 id="all">All currencies</h2>
${tableSection(CURRENCIES, { root, data: { rates }, pageLength: PAGE_LENGTH })}</section>
${takeData(
  {
    answers: [["api/exchange-rates.json", "All rates"]],
    docs: [["docs/api/exchange-rates/", "Fields"]],
    archives,
    credits,
  },
  root,
)}`;
}

function converter({ date, rates, coins, freshness, credits }, currencies) {
  const to = TO.find((code) => Object.hasOwn(rates, code)) ?? FROM;
  const shown = describeConversion(rates, AMOUNT, FROM, to);
  const options = (chosen) =>
    currencies.map(
      ({ code, name }) => html`<option value="${code}"${code === chosen && html` selected`}>${code} – ${name}</option>`,
    );
  // `js/converter.js` copies the coins to the second list.
  const coinOptions =
    coins.length > 0 &&
    html`<optgroup label="Coins" data-converter-coins>${coins.map(
      ({ key, symbol, name }) => html`<option value="${key}">${symbol} – ${name}</option>`,
    )}</optgroup>`;
  const list = (chosen) => html`<optgroup label="Currencies">${options(chosen)}</optgroup>`;
  return html`<section class="card converter" aria-labelledby="convert"><h2 id="convert">Convert</h2>
<form class="converter-form" data-converter>
<label class="field"><span>Amount</span><input name="amount" inputmode="decimal" maxlength="18" value="${AMOUNT}"
autocomplete="off" aria-describedby="converter-problem"></label>
<label class="field grow"><span>From</span><select name="from">${list(FROM)}${coinOptions}</select></label>
<button type="button" name="swap" class="button swap" aria-label="Swap"><span aria-hidden="true">⇄</span></button>
<label class="field grow"><span>To</span><select name="to">${list(to)}</select></label>
</form>
<p class="converter-problem" id="converter-problem" data-converter-problem role="alert"></p>
<div role="status" class="converter-answer"><p class="note" data-converter-given>${shown.given} =</p>
<p class="figure" data-converter-result title="${shown.exact}">${shown.result}</p>
<p class="note" data-converter-rates>${shown.rates}</p></div>
<p class="note">Currencies: rates of <time datetime="${date}">${date}</time>,
from ${credits.map(({ name }) => name).join(" and ")}.${coins.length > 0 && " Coins: current prices."}</p>
<p class="old" data-rates-day="${date}T00:00:00Z" data-rates-expire="${freshness.expires_at}" hidden></p></section>`;
}
