import { formatCount, formatExact } from "../../public/js/format.js";
import { html } from "./html.js";
import { change, money, price, unknown } from "./number.js";

/** Everything that is known in numbers; what is unknown is a dash, never a zero. */
export function coinStatistics(coin) {
  return html`<section aria-labelledby="statistics"><h2 id="statistics">Statistics</h2>
${changes(coin)}
<dl class="stats">
${entry("Market cap", money(coin.market_cap))}
${entry("Fully diluted", money(coin.fully_diluted_valuation))}
${entry("Volume, 24 hours", volume(coin))}
${entry("Volume of market cap", share(coin.total_volume, coin.market_cap))}
${entry("Circulating", html`${supply(coin.circulating_supply)}${supplyAge(coin)}`)}
${entry("Total supply", supply(coin.total_supply))}
${entry("Maximum", supply(coin.max_supply))}
${entry("Range of 24 hours", dayRange(coin))}
${entry("Highest ever", extreme(coin.ath, coin.ath_date, coin.ath_change_percentage))}
${entry("Lowest ever", extreme(coin.atl, coin.atl_date, coin.atl_change_percentage))}
</dl></section>`;
}

function entry(title, value) {
  return html`<div><dt>${title}</dt><dd>${value}</dd></div>`;
}

function changes(coin) {
  return html`<dl class="changes">${["1h", "24h", "7d", "30d", "1y"].map((period) => entry(period, change(coin[`price_change_percentage_${period}`])))}</dl>`;
}

/** Where it was counted; of an old price that is not told. */
const COUNTED = { aggregated: "on the exchanges asked", reference: "as a reference counts it" };

function volume({ total_volume: value, price_source: source }) {
  const counted = COUNTED[source];
  return html`${money(value)}${value !== null && counted !== undefined && html` <span class="note">${counted}</span>`}`;
}

function share(volume, cap) {
  if (volume === null || !(cap > 0)) return unknown();
  const percent = (volume / cap) * 100;
  return html`<data value="${percent}" title="${formatExact(percent)} %">${percent.toFixed(2)}%</data>`;
}

function supply(value) {
  return value === null
    ? unknown()
    : html`<data value="${value}" title="${formatExact(value)}">${formatCount(value)}</data>`;
}

const DAY_MS = 86_400_000;

/** The date of a supply that is remembered, because its source does not answer. */
function supplyAge({ circulating_supply_as_of: statedAt, last_updated: pricedAt }) {
  if (statedAt === null || pricedAt === null || Date.parse(pricedAt) - Date.parse(statedAt) <= DAY_MS) return "";
  return html` <span class="note">as of ${statedAt.slice(0, 10)}</span>`;
}

function extreme(value, date, percent) {
  if (value === null) return unknown();
  return html`${price(value)} <span class="note">${date !== null && html`${date.slice(0, 10)}, `}${change(percent)} since</span>`;
}

function dayRange({ low_24h: low, high_24h: high, current_price: now }) {
  if (low === null || high === null) return unknown();
  // A price between the last trade and the next candle may lie a little outside.
  const at = now === null || high <= low ? null : Math.min(98, Math.max(2, ((now - low) / (high - low)) * 100));
  return html`<span class="range">${price(low)}<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="track" y="3" width="100" height="2"/>${at !== null && html`<rect class="mark" x="${(at - 1.5).toFixed(1)}" width="3" height="8"/>`}</svg>${price(high)}</span>`;
}
