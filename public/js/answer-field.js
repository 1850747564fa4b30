import { html } from "./html.js";
import { change, coinPrice, money, price, uncertainty, unknown } from "./number.js";
import { sparkline } from "./sparkline.js";

/**
 * The fields of answers whose value depends on the currency, and their markup, for the build and
 * the browser. An element of the page that shows one is within an element with `data-answer`, the
 * path of the answer, and `data-form`, how it is converted to a currency that the site does not
 * publish; if it is a list, also within an element with `data-row`, the id of the row.
 */
const FIELDS = {
  current_price: coinPrice,
  /** Nothing where no interval is known, because the price says why. */
  price_interval: (coin, currency) => coin.price_low !== null && html`${uncertainty(coin, currency)} uncertainty`,
  market_cap: ({ market_cap }, currency) => money(market_cap, currency),
  fully_diluted_valuation: ({ fully_diluted_valuation }, currency) => money(fully_diluted_valuation, currency),
  total_volume: ({ total_volume }, currency) => money(total_volume, currency),
  low_24h: ({ low_24h, high_24h }, currency) => price(low_24h, currency, high_24h),
  high_24h: ({ low_24h, high_24h }, currency) => price(high_24h, currency, low_24h),
  ath: (coin, currency) => extreme(coin.ath, coin.ath_date, coin.ath_change_percentage, currency),
  atl: (coin, currency) => extreme(coin.atl, coin.atl_date, coin.atl_change_percentage, currency),
  ...Object.fromEntries(
    ["1h", "24h", "7d", "30d", "1y"].map((period) => {
      const name = `price_change_percentage_${period}`;
      return [name, (coin) => change(coin[name])];
    }),
  ),
  /** Amounts of the whole market, by currency. */
  total_market_cap: (global, currency) => money(global.total_market_cap[currency], currency),
  market_volume: (global, currency) => money(global.total_volume[currency], currency),
  /** The first line, and the change that the page shows beside it, if that is known. */
  sparkline(lines) {
    const [values, percent] = Object.values(lines);
    return sparkline(values, { percent });
  },
};

/** A field in USD; `js/answer-fields.js` shows it in other currencies. */
export function field(name, data) {
  return html`<span data-field="${name}">${renderField(name, data, "usd")}</span>`;
}

export function renderField(name, data, currency) {
  return FIELDS[name](data, currency);
}

/** A current sum that is published in USD only: other currencies use the current rate. */
export function usdMoney(value) {
  return value === null ? unknown() : html`<span data-usd="${value}">${money(value)}</span>`;
}

function extreme(value, date, percent, currency) {
  if (value === null) return unknown();
  return html`${price(value, currency)} <span class="note">${date !== null && html`${date.slice(0, 10)}, `}${change(percent)} since</span>`;
}
