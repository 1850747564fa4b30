import { html } from "./html.js";

/**
 * A button that recomputes the price of a coin from its evidence, and the place of the result.
 * Empty where no exchange is behind the price or the evidence has no prices of exchanges.
 *
 * @param {{ path: string, price_source: string, evidence: { hidesBooks: boolean } }} coin
 */
export function verifyPriceButton({ path, price_source: source, evidence: { hidesBooks } }) {
  if (source !== "aggregated" || hidesBooks) return "";
  const key = path.replace(/^coins\//, "").replace(/\.json$/, "");
  return html`<div class="verify-price" data-verify><p><button type="button" class="button" data-verify-price="${key}">Recompute this price
in your browser</button></p>
<p class="note" data-verify-result aria-live="polite"></p></div>
<noscript><p class="note">This button needs JavaScript.</p></noscript>`;
}

/**
 * The result in words.
 *
 * @param {{
 *   coin: string,
 *   published: number | null,
 *   recomputed: number | null,
 *   reason: string | null,
 *   problems: readonly string[],
 * }} check
 */
export function describeCheck({ coin, published, recomputed, reason, problems }) {
  if (reason !== null) return `Not recomputed: ${reason}.`;
  if (problems.length > 0) return `The price and its evidence do not agree: ${problems.join("; ")}.`;
  return `Recomputed from the evidence of ${coin}: ${Number(recomputed?.toPrecision(12))} USD. Published: ${published} USD. The price and all weights agree.`;
}
