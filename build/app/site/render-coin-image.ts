import { formatPercent, formatPrice, formatTime } from "../../../public/js/format.js";
import { html } from "../../../public/js/html.js";
import { traceLine } from "../../../public/js/sparkline.js";
import { cleanText } from "../../lib/plain-text.ts";
import type { CoinPage } from "./page-data/coin-page.ts";
import type { SiteFacts } from "./page-data/site-facts.ts";

/** Maximum width of each line in Latin letters: SVG text does not wrap. */
const NAME_LETTERS = 25;
const SYMBOL_LETTERS = 24;
/** Characters about twice as wide as Latin letters: Hangul, CJK, emoji. */
const WIDE = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{10000}-\u{10ffff}]/u;
/** Hours between two points of the line. */
const STEP_HOURS = 2;

/** The link preview image (1200 × 630) of a coin page. Deterministic. */
export function renderCoinImage(coin: CoinPage, { name: siteName, sample }: SiteFacts): string {
  const { name, symbol, market_cap_rank: rank, current_price: price, hours, last_updated: updatedAt } = coin;
  const change = coin.price_change_percentage_24h;
  const [sign, colour] =
    change === null || change === 0 ? ["", "#b8c4d2"] : change > 0 ? ["▲ ", "#5ee0a8"] : ["▼ ", "#ff8f8f"];
  const line = traceLine(
    hours.filter((_, at) => (hours.length - 1 - at) % STEP_HOURS === 0).map(([, value]) => value),
    1040,
    150,
    6,
  );
  const title = shorten(name, NAME_LETTERS);
  const costs = price === null ? "no price" : formatPrice(price);
  return `${html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"><title>${title}: ${costs}</title><rect width="1200" height="630" fill="#0d1420"/><text x="80" y="130" font-size="76" font-weight="700" fill="#fff">${title}</text><text x="80" y="186" font-size="36" fill="#b8c4d2">${shorten(symbol, SYMBOL_LETTERS)}${rank !== null && ` · rank ${rank}`}</text><text x="80" y="320" font-size="104" font-weight="700" fill="#fff">${costs}</text>${change !== null && html`<text x="1120" y="186" font-size="36" font-weight="600" text-anchor="end" fill="${colour}">${sign}${formatPercent(change, { signed: true })} in 24h</text>`}${line !== "" && html`<g transform="translate(80 360)"><path d="${line}" fill="none" stroke="#2f7df0" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/></g>`}<text x="80" y="582" font-size="30" fill="#b8c4d2">${siteName}${sample && " · demo data"}</text><text x="1120" y="582" font-size="30" text-anchor="end" fill="#b8c4d2">${updatedAt !== null && formatTime(updatedAt)}</text></svg>`}\n`;
}

/** The text on one line, cut to the given width. */
function shorten(text: string, letters: number): string {
  let width = 0;
  let fitting = "";
  for (const character of cleanText(text)) {
    width += WIDE.test(character) ? 2 : 1;
    if (width > letters) return `${fitting.trimEnd()}…`;
    fitting += character;
  }
  return fitting;
}
