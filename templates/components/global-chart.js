import { formatPercent } from "../../public/js/format.js";
import { html } from "../../public/js/html.js";
import { money } from "../../public/js/number.js";
import { chart } from "./chart.js";

const ABOUT = {
  "market-cap": "See how the market cap of all coins changes from day to day, and download it.",
  volume: "See how much all coins trade in 24 hours, day by day, and download it.",
  "bitcoin-dominance": "See bitcoin's share of the market cap of all coins, day by day, and download it.",
  "ethereum-dominance": "See ether's share of the market cap of all coins, day by day, and download it.",
  tvl: "See the value locked in DeFi protocols, day by day, and download it.",
};
const UNITS = { usd: "in USD", percent: "in percent" };
const PERIODS = [
  ["30d", "30 days", 30 * 24],
  ["1y", "1 year", 8760],
  ["all", "Full history", undefined],
];

/** The number of today, in the response `global`. */
const TODAY = {
  "market-cap": ({ total_market_cap }) => money(total_market_cap.usd),
  volume: ({ total_volume }) => money(total_volume.usd),
  "bitcoin-dominance": ({ market_cap_percentage }) => showShare(market_cap_percentage.btc),
  "ethereum-dominance": ({ market_cap_percentage }) => showShare(market_cap_percentage.eth),
  tvl: ({ defi }) => money(defi.total_tvl_usd),
};

function showShare(percent) {
  return percent === undefined ? money(null) : formatPercent(percent);
}

/**
 * The page of a global series. `series`: all of them; `today`: the response `global`. The script
 * reads the archive.
 */
export function globalPage(shown, series, { root, today }) {
  const { id, title, column, unit, archive } = shown;
  return html`<h1>Global charts</h1>
<nav class="windows" aria-label="Series"><ul>${series.map(
    (one) =>
      html`<li><a class="button" href="${root}${one.path}"${
        one.id === id &&
        html`
aria-current="page"`
      }>${one.title}</a></li>`,
  )}</ul></nav>
<p class="lead">${ABOUT[id]}</p>
${
  archive === null
    ? html`<p>No data yet. The first day appears after the first build.</p>`
    : archive.rows < 2
      ? html`<section class="card first-day" aria-labelledby="chart"><h2 class="card-title" id="chart">${title} today</h2>
<p class="figure">${TODAY[id](today.data)}</p><p class="note">The chart begins on the second day of this site.</p></section>`
      : html`<div data-column="${column}" data-head="${title}" data-format="${unit}">${chart(
          {
            heading: title,
            name: title,
            unit: UNITS[unit],
            periods: PERIODS.map(([period, label, hours]) => ({
              id: period,
              title: label,
              history: archive.path,
              hours,
            })),
            shown: "1y",
            values: [],
            summary: `The chart loads ${archive.filename}.`,
            coverage: "",
            tools: unit === "usd" ? ["log"] : [],
            caption: `1 year, ${UNITS[unit]}`,
            heads: ["Day", title],
            rows: [],
          },
          root,
        )}</div>`
}${
  archive !== null &&
  html`<p class="note after-table">Download: <a href="${root}${archive.path}" download>${archive.filename}</a> (column
<code>${column}</code>) · <a href="${root}api/global.json">today as JSON</a></p>`
}`;
}
