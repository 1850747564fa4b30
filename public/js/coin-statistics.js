import { field } from "./answer-field.js";
import { formatCount, formatExact } from "./format.js";
import { html } from "./html.js";
import { unknown } from "./number.js";

/** Unknown values are a dash, never zero. */
export function coinStatistics(coin) {
  return html`<section aria-labelledby="statistics"><h2 id="statistics">Statistics</h2>
${changes(coin)}
<dl class="stats">
${entry("Market cap", field("market_cap", coin))}
${entry("Fully diluted valuation", field("fully_diluted_valuation", coin))}
${entry("24h volume", volume(coin))}
${entry("Volume ÷ market cap", share(coin.total_volume, coin.market_cap))}
${entry("Circulating supply", html`${supply(coin.circulating_supply)}${supplyAge(coin)}`)}
${entry("Total supply", supply(coin.total_supply))}
${entry("Max supply", supply(coin.max_supply))}
${entry("24h range", dayRange(coin))}
${entry("All-time high", field("ath", coin))}
${entry("All-time low", field("atl", coin))}
</dl></section>`;
}

function entry(title, value) {
  return html`<div><dt>${title}</dt><dd>${value}</dd></div>`;
}

function changes(coin) {
  return html`<dl class="changes">${["1h", "24h", "7d", "30d", "1y"].map((period) =>
    entry(period, field(`price_change_percentage_${period}`, coin)),
  )}</dl>`;
}

/** The origin of the volume, by the origin of the price. */
const VOLUME_ORIGINS = { aggregated: "on polled exchanges, capped", reference: "from a reference source" };

function volume(coin) {
  const { total_volume: value, price_source: source } = coin;
  const origin = VOLUME_ORIGINS[source];
  return html`${field("total_volume", coin)}${
    value !== null &&
    origin !== undefined &&
    html`
<span class="note"${source === "aggregated" && html` title="each exchange counts up to the limit of its weight"`}>${origin}</span>`
  }`;
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

/** The date of an old supply value, shown while its source does not respond. */
function supplyAge({ circulating_supply_as_of: statedAt, last_updated: pricedAt }) {
  if (statedAt === null || pricedAt === null || Date.parse(pricedAt) - Date.parse(statedAt) <= DAY_MS) return "";
  return html` <span class="note">as of ${statedAt.slice(0, 10)}</span>`;
}

function dayRange(coin) {
  const { low_24h: low, high_24h: high, current_price: now } = coin;
  if (low === null || high === null) return unknown();
  // The price may be slightly outside of the range of the last candle.
  const at = now === null || high <= low ? null : Math.min(98, Math.max(2, ((now - low) / (high - low)) * 100));
  return html`<span class="range">${field(
    "low_24h",
    coin,
  )}<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="track" y="3" width="100"
height="2"/>${
    at !== null &&
    html`<rect class="mark" x="${(at - 1.5).toFixed(1)}" width="3"
height="8"/>`
  }</svg>${field("high_24h", coin)}</span>`;
}
