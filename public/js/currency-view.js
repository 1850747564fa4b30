import { formatExact, formatRate } from "./format.js";
import { html } from "./html.js";
import { findText } from "./table-view.js";

const NAMES = new Intl.DisplayNames("en", { type: "currency" });

/** The English name of a currency, or the code itself if it is not one of ISO 4217. */
export function currencyName(code) {
  return /^[A-Z]{3}$/.test(code) ? NAMES.of(code) : code;
}

/** `rates` of an answer as rows. */
export function listCurrencies(rates) {
  return Object.entries(rates).map(([code, rate]) => ({ code, name: currencyName(code), rate }));
}

/** The currencies: sort orders and search. */
export const CURRENCIES = {
  first: "code",
  orders: {
    code: { title: "Code", read: (currency) => currency.code, descending: false },
    name: { title: "Name", read: (currency) => currency.name, descending: false },
    rate: { title: "Per US dollar", read: (currency) => currency.rate, descending: true },
    worth: { title: "In US dollars", read: (currency) => 1 / currency.rate, descending: true },
  },
  filters: {},
  find: (currencies, text) => findText(currencies, text, ({ code, name }) => [code, name]),
};

/** One currency; for the build and the browser. */
export function currencyRow({ code, name, rate }) {
  return html`<tr><th scope="row" class="text"><code>${code}</code><span class="sub narrow">${name}</span></th><td class="text optional">${name}</td><td><data value="${rate}" title="${formatExact(rate)} ${code}">${formatRate(rate)}</data></td><td><data value="${1 / rate}" title="${formatExact(Number((1 / rate).toPrecision(12)))} USD">${formatRate(1 / rate)}</data></td></tr>
`;
}
