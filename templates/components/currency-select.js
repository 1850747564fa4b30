import { html } from "../../public/js/html.js";

/** Whether pages with money have a choice of currencies. */
export function hasCurrencies({ currencies, converted, convertedNow }) {
  return currencies.length + converted.length + convertedNow.length > 0;
}

/**
 * The reader's currency, for `js/currency.js`, which adds names and the currencies that pages
 * convert to. Shown with JavaScript only.
 */
export function currencySelect({ currencies, converted, convertedNow, rates }) {
  const options = ["usd", ...currencies].map((code) => html`<option value="${code}">${code.toUpperCase()}</option>`);
  return html`<label class="currency"><span>Currency</span>
<select autocomplete="off" data-currency-select data-rates="${rates}" data-converted="${converted.join(" ")}"
data-converted-now="${convertedNow.join(" ")}">${options}</select></label>`;
}

/** How amounts are converted, and why they are not. */
export function currencyNotes() {
  return html`<p class="currency-note" data-currency-note hidden></p>
<div class="currency-problem" role="status" data-currency-problem hidden></div>`;
}
