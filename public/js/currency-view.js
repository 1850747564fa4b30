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

/** How currencies can be ordered and searched. */
export const CURRENCIES = {
  first: "code",
  orders: {
    code: { title: "Code", read: (currency) => currency.code, descending: false },
    name: { title: "Name", read: (currency) => currency.name, descending: false },
    rate: { title: "For one US dollar", read: (currency) => currency.rate, descending: true },
    worth: { title: "Worth in US dollars", read: (currency) => 1 / currency.rate, descending: true },
  },
  filters: {},
  find: (currencies, text) => findText(currencies, text, ({ code, name }) => [code, name]),
};
