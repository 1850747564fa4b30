import { startChart } from "./chart-box.js";
import { nameTimes } from "./chart-line.js";
import { buildColumns, listKnown, readStep } from "./chart-series.js";
import { summariseChange } from "./chart-summary.js";
import { formatLevel } from "./chart-ticks.js";
import "./coin-converter.js";
import { addCurrencyPart, hasFiles, loadIn, pathIn } from "./currency.js";
import { formatMoney, formatPrice } from "./format.js";
import { followChart } from "./get-data.js";
import { importAgain } from "./import-again.js";
import { loadAnswer } from "./load-data.js";
import { money, price } from "./number.js";
import "./price-on.js";

const box = document.querySelector("[data-chart]");
const buttons = [...document.querySelectorAll("[data-period]")];
/** The files of each period, in USD. */
const files = buttons.map(({ dataset }) => [dataset, { ...dataset }]);
/** The currency of the drawn prices, which may be older than the page's. */
let drawn;
const formatOwnPrice = (value, currency = drawn, beside = value) => formatPrice(value, currency, beside);

const chart = startChart({
  load: async (url) => addNewest(await load(url, "history")),
  prepare({ currency }) {
    drawn = currency;
    box.dataset.unit = `in ${currency.toUpperCase()}`;
  },
  columns: buildColumns,
  step: readStep,
  value: { head: "Price", format: formatOwnPrice, column: "price", list: "prices" },
  bars: {
    head: "24h volume",
    format: (value) => formatMoney(value, drawn),
    column: "total_volume",
    list: "total_volumes",
  },
  summarise: (columns, period, data) =>
    summariseChange(columns, formatOwnPrice, readChange(period), undefined, nameTimes(data)),
  listRows(data, [times, prices, volumes]) {
    const { market_caps, currency } = data;
    const caps = new Map(market_caps);
    const nameTime = nameTimes(data);
    return {
      heads: ["Time", "Price", "Market cap", "24h volume"],
      rows: listKnown(prices)
        .reverse()
        .map((at) => [
          nameTime(times[at]),
          price(prices[at], currency),
          money(caps.get(times[at]), currency),
          money(volumes[at], currency),
        ]),
    };
  },
  level: (value, step) => formatLevel(value, step, drawn),
  onShow: (shown) => followChart({ ...shown, currency: drawn }),
  async loadCandles() {
    const { createCandles } = await importAgain(() => import("./chart-candles.js"));
    return createCandles({
      load: (url) => load(url, "candles"),
      format: formatOwnPrice,
      cell: (value) => price(value, drawn),
      findChange: readChange,
    });
  },
});

/** `url`: of a file; the currency of an answer without a file stands behind `#`. */
async function load(url, form) {
  const [file, currency] = url.slice(url.indexOf("api/")).split("#");
  const { data, meta } = await (currency === undefined ? loadAnswer(file) : loadIn(file, form, currency));
  const { currency: drawnIn, provisional_from, updated_at } = meta;
  return { ...data, currency: drawnIn, provisional_from, newest_ms: Date.parse(updated_at) };
}

/** Hourly histories end with the last closed hour: the current price is the point of this hour. */
async function addNewest(history) {
  if (!["7d", "30d"].includes(history.period)) return history;
  const path = box.closest("[data-answer]").dataset.answer;
  const answer = await loadIn(`api/${path}.json`, "coin", history.currency).catch(() => null);
  const coin = answer?.data;
  if (!coin || coin.current_price === null || coin.last_updated === null) return history;
  const hourMs = readStep({ interval: "1h" });
  const newest_ms = Date.parse(coin.last_updated);
  const timeMs = Math.floor(newest_ms / hourMs) * hourMs;
  if (timeMs <= (history.prices.at(-1)?.[0] ?? 0)) return history;
  return {
    ...history,
    newest_ms,
    prices: [...history.prices, [timeMs, coin.current_price]],
    market_caps: [...history.market_caps, [timeMs, coin.market_cap]],
    total_volumes: [...history.total_volumes, [timeMs, coin.total_volume]],
  };
}

/** The change of a period as the statistics show it; `null`: they have none. */
function readChange(period) {
  const shown = document.querySelector(`[data-field="price_change_percentage_${period}"] data`);
  return shown === null ? null : Number(shown.value);
}

/** The live tier has its own change of 24 hours, which the chart repeats. */
document.addEventListener("live-price", () => chart?.summarise());

/** Past prices have the rates of their days, in published and in converted files. */
addCurrencyPart(async (currency) => () => {
  const inCurrency = (file) => (hasFiles(currency) ? pathIn(file, currency) : `${file}#${currency}`);
  for (const [dataset, { history, candles }] of files) {
    dataset.history = inCurrency(history);
    if (candles !== undefined) dataset.candles = inCurrency(candles);
  }
  chart?.reload();
});
