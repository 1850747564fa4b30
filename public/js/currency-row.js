import { formatExact, formatRate } from "./format.js";
import { html } from "./html.js";

/** One currency, the same from the build and in the browser. */
export function currencyRow({ code, name, rate }) {
  return html`<tr><th scope="row" class="text"><code>${code}</code><span class="sub narrow">${name}</span></th><td class="text optional">${name}</td><td><data value="${rate}" title="${formatExact(rate)} ${code}">${formatRate(rate)}</data></td><td><data value="${1 / rate}" title="${formatExact(Number((1 / rate).toPrecision(12)))} USD">${formatRate(1 / rate)}</data></td></tr>
`;
}
