import { html } from "../../public/js/html.js";

/** The reader's currency, for `js/currency.js`. Shown with JavaScript only. */
export function currencySelect({ currencies, rates }) {
  const options = ["usd", ...currencies].map((code) => html`<option value="${code}">${code.toUpperCase()}</option>`);
  return html`<label class="currency"><span>Currency</span>
<select autocomplete="off" data-currency-select data-rates="${rates}">${options}</select></label>`;
}

export function currencyProblem() {
  return html`<div class="currency-problem" role="status" data-currency-problem hidden></div>`;
}
