import { html } from "../../public/js/html.js";

/** Whether pages with money have a choice of currencies. */
export function hasCurrencies({ currencies, converted, convertedNow }) {
  return currencies.length + converted.length + convertedNow.length > 0;
}

/** The currencies in which the site has answers. Pages convert to all others. */
export function listPublished({ currencies }) {
  return ["usd", ...currencies];
}

/**
 * The reader's currency, for `js/currency.js`, which adds names and the currencies that pages
 * convert to. Shown with JavaScript only.
 */
export function currencySelect(site) {
  const { converted, convertedNow, rates } = site;
  const options = listPublished(site).map((code) => html`<option value="${code}">${code.toUpperCase()}</option>`);
  return html`<label class="currency"><span>Currency</span>
<select autocomplete="off" data-currency-select data-rates="${rates}" data-converted="${converted.join(" ")}"
data-converted-now="${convertedNow.join(" ")}">${options}</select></label>`;
}

/**
 * How amounts are converted, and why they are not. Before the script knows how, a text of the same
 * length keeps the room.
 */
export function currencyNotes() {
  return html`<p class="currency-note" role="region" aria-label="Conversion" data-currency-note hidden>This page converts amounts from USD with the
exchange rates of a recent bank day. Past amounts use the rate of their day.</p>
<div class="currency-problem" role="status" data-currency-problem hidden></div>`;
}
