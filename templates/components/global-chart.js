import { formatCount, formatPercent } from "../../public/js/format.js";
import { html } from "../../public/js/html.js";
import { change, money } from "../../public/js/number.js";
import { chart } from "./chart.js";

const ABOUT = {
  "market-cap": "See how the market cap of all coins changes from day to day.",
  volume: "See how much all coins trade in 24 hours, day by day.",
  "bitcoin-dominance": "See bitcoin's share of the market cap of all coins, day by day.",
  "ethereum-dominance": "See ether's share of the market cap of all coins, day by day.",
  tvl: "See the value locked in DeFi protocols, day by day.",
};
const UNITS = { usd: "in USD", percent: "in percent" };
const PERIODS = [
  ["30d", "30 days", 30 * 24],
  ["1y", "1 year", 8760],
  ["all", "Full history", undefined],
];

/** The number of today and a note, of the responses `global` and `defi-overview`. */
const TODAY = {
  "market-cap": (global) => [
    money(global.total_market_cap.usd),
    showChange(global.market_cap_change_percentage_24h_usd),
  ],
  volume: (global) => [money(global.total_volume.usd), showChange(global.volume_change_percentage_24h_usd)],
  "bitcoin-dominance": ({ market_cap_percentage }) => [showShare(market_cap_percentage.btc), "of market cap"],
  "ethereum-dominance": ({ market_cap_percentage }) => [showShare(market_cap_percentage.eth), "of market cap"],
  tvl: ({ defi }, overview) => [money(defi.total_tvl_usd), showChange(overview?.tvl_change_percentage_24h)],
};

function showChange(percent) {
  return Number.isFinite(percent) && html`${change(percent)} in 24h`;
}

function showShare(percent) {
  return percent === undefined ? money(null) : formatPercent(percent);
}

/**
 * The page of a global series. `series`: all of them; `today`: the response `global`, `null` before
 * the first build; `defi`: the response `defi-overview`, or `null`. The script reads the archive.
 */
export function globalPage(shown, series, { root, today, defi }) {
  const { id, column, archive } = shown;
  return html`<h1>Global charts</h1>
<p class="lead">${ABOUT[id]} Choose a chart:</p>
<nav class="series" aria-label="Series"><ul class="cards figures">${series.map(
    (one) =>
      html`<li class="card"><a href="${root}${one.path}"${
        one.id === id &&
        html`
aria-current="page"`
      }>${one.label}</a>${today !== null && showToday(TODAY[one.id](today.data, defi?.data))}</li>`,
  )}</ul></nav>
${
  archive === null
    ? html`<p>No data yet. The first day appears after the first build.</p>`
    : archive.rows < 2
      ? firstDay(shown, series, { root, today })
      : seriesChart(shown, { root, today })
}${
  archive !== null &&
  html`<p class="note after-table">Download: <a href="${root}${archive.path}" download>${archive.filename}</a> (column
<code>${column}</code>) · <a href="${root}api/global.json">today as JSON</a></p>`
}`;
}

function showToday([value, note]) {
  return html`<p class="figure">${value}</p><p class="note">${note}</p>`;
}

/** The place of a chart that has one point. A series with a longer history is offered instead. */
function firstDay({ id, title }, series, { root, today }) {
  const other = series.find(({ archive }) => archive !== null && archive.rows > 1);
  return html`<section class="chart-section" aria-labelledby="chart"><div class="section-head">
<h2 id="chart">${heading(id, title, today)}</h2></div>
<div class="chart"><p class="chart-empty"><span>Today's value is the first point. The chart begins on the second day of this site.${
    other !== undefined &&
    html`<br><a href="${root}${other.path}">${other.label}: ${formatCount(other.archive.rows)} days</a>`
  }</span></p></div></section>`;
}

function heading(id, title, today) {
  return today === null ? title : html`${title} <span class="heading-figure">${TODAY[id](today.data)[0]}</span>`;
}

function seriesChart({ id, title, column, unit, archive }, { root, today }) {
  return html`<div data-column="${column}" data-head="${title}" data-format="${unit}">${chart(
    {
      heading: heading(id, title, today),
      name: title,
      unit: UNITS[unit],
      periods: PERIODS.map(([period, label, hours]) => ({ id: period, title: label, history: archive.path, hours })),
      shown: "1y",
      drawn: { values: [] },
      summary: `The chart loads ${archive.filename}.`,
      coverage: "",
      tools: unit === "usd" ? ["log"] : [],
      caption: `1 year, ${UNITS[unit]}`,
      heads: ["Day", title],
      rows: [],
    },
    root,
  )}</div>`;
}
