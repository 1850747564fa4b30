import { currencyName } from "./currency-name.js";
import { formatExact, formatRate } from "./format.js";
import { html } from "./html.js";
import { defineTable } from "./table-columns.js";

/** `rates` of an answer as rows. */
export function listCurrencies(rates) {
  return Object.entries(rates).map(([code, rate]) => ({ code, name: currencyName(code), rate }));
}

/** The currencies. */
export const CURRENCIES = defineTable({
  name: "currencies",
  caption: "Currencies with their rates against the US dollar",
  placeholder: "Code or name",
  answer: "api/exchange-rates.json",
  rows: ({ rates }) => listCurrencies(rates),
  columns: [
    {
      id: "code",
      heading: "Code",
      kind: "name",
      read: ({ code }) => code,
      cell: ({ code, name }) => html`<code>${code}</code><span class="sub phone">${name}</span>`,
    },
    { id: "name", heading: "Currency", title: "Name", kind: "text", optional: "tablet", read: ({ name }) => name },
    {
      id: "rate",
      heading: "Per USD",
      title: "Per US dollar",
      kind: "number",
      read: ({ rate }) => rate,
      cell: ({ rate, code }) => exchangeRate(rate, rate, code),
    },
    {
      id: "worth",
      heading: "In USD",
      title: "In US dollars",
      kind: "number",
      read: ({ rate }) => 1 / rate,
      cell: ({ rate }) => exchangeRate(1 / rate, Number((1 / rate).toPrecision(12)), "USD"),
    },
  ],
});

function exchangeRate(value, exact, code) {
  return html`<data value="${value}" title="${formatExact(exact)} ${code}">${formatRate(value)}</data>`;
}
