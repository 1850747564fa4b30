import { formatPercent } from "../../public/js/format.js";
import { html } from "../../public/js/html.js";
import { change, money } from "../../public/js/number.js";
import { chart } from "./chart.js";
import { takeData } from "./take-data.js";

const DAY_MS = 86_400_000;

const ABOUT = {
  "market-cap": "See the whole market day by day: market cap, volume, dominance and the value locked in DeFi.",
  volume: "See how much all coins trade in 24 hours, day by day.",
  "bitcoin-dominance": "See bitcoin's share of the market cap of all coins, day by day.",
  "ethereum-dominance": "See ether's share of the market cap of all coins, day by day.",
  tvl: "See the value locked in DeFi protocols, day by day.",
};
const UNITS = { usd: "in USD", percent: "in percent" };
const MONTH_DAYS = 30;
const PERIODS = [
  ["30d", "30 days", 30 * 24],
  ["1y", "1 year", 8760],
  ["all", "Full history", undefined],
];

/** The number of today and what stands below it, of the responses `global` and `defi-overview`. */
const TODAY = {
  "market-cap": ({ global }) => [
    money(global.total_market_cap.usd),
    showChange(global.market_cap_change_percentage_24h_usd),
  ],
  volume: ({ global }) => [money(global.total_volume.usd), showChange(global.volume_change_percentage_24h_usd)],
  "bitcoin-dominance": ({ global }) => [showShare(global.market_cap_percentage.btc), "of market cap"],
  "ethereum-dominance": ({ global }) => [showShare(global.market_cap_percentage.eth), "of market cap"],
  tvl: ({ global, defi }) => [money(global.defi.total_tvl_usd), showChange(defi?.tvl_change_percentage_24h)],
};

function showShare(percent) {
  return percent === undefined ? money(null) : formatPercent(percent);
}

function showChange(percent) {
  return Number.isFinite(percent) && html`${change(percent)} in 24h`;
}

/**
 * The page of a global series. `series`: all of them. Before the first build there are no
 * responses. The script reads the archive. Until a series has two days, the page has the chart of
 * one that has them: a page of charts without a chart looks broken.
 */
export function globalPage(shown, series, { root, answer }) {
  const found = answer("global");
  const today = found === null ? null : { global: found.data, defi: answer("defi-overview")?.data };
  const drawn = hasChart(shown) ? shown : series.find(hasChart);
  const archives = [...new Map([shown, drawn].map((one) => [one?.archive?.path, one?.archive])).values()];
  return html`<h1>Global charts</h1>
<p class="lead">${ABOUT[shown.id]}</p>
<nav class="series" aria-labelledby="series"><h2 id="series">Choose a chart</h2><ul class="cards figures">${series.map(
    (one) =>
      html`<li class="card"><a href="${root}${one.path}"${
        one === shown &&
        html`
aria-current="page"`
      }>${one.label}</a>${today !== null && showToday(TODAY[one.id](today))}</li>`,
  )}</ul></nav>
${shown !== drawn && firstDay(shown, drawn, today)}${drawn !== undefined && seriesChart(drawn, { root, today })}
${
  found !== null &&
  takeData(
    {
      answers: [
        ["api/global.json", "Today"],
        ["api/defi/overview.json", "DeFi today"],
      ].slice(0, today.defi === undefined ? 1 : 2),
      docs: [["docs/api/global/", "Fields"]],
      archives: archives.filter(Boolean),
      credits: found.credits,
    },
    root,
  )
}`;
}

/** A line needs two days. */
const hasChart = ({ archive }) => archive !== null && archive.rows >= 2;

function showToday([value, note]) {
  return html`<p class="figure">${value}</p>${note && html`<p class="note">${note}</p>`}`;
}

function heading({ id, title }, today) {
  return today === null ? title : html`${title} <span class="heading-figure">${TODAY[id](today)[0]}</span>`;
}

/** In place of the chart: what is known, when it begins, and which one is shown until then. */
function firstDay(shown, drawn, today) {
  const recorded = today?.global.updated_at.slice(0, 10);
  return html`<section class="chart-section" aria-labelledby="first-day"><div class="section-head"><h2
id="first-day">${heading(shown, today)}</h2></div>
<p class="chart first-day"><span>${
    recorded === undefined
      ? "No source has answered yet."
      : html`${
          shown.archive === null
            ? "No day is recorded yet. The chart begins with the second day."
            : html`One day is recorded: ${recorded}. <strong>The chart begins on ${nextDay(recorded)}.</strong>`
        }${drawn !== undefined && ` Until then, the page shows ${drawn.label}.`}`
  }</span></p></section>`;
}

function nextDay(day) {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}

function seriesChart(shown, { root, today }) {
  const { title, column, unit, archive } = shown;
  // A year with few days would look like one without changes.
  const [period, label] = PERIODS[archive.rows < MONTH_DAYS ? 0 : 1];
  return html`<div data-column="${column}" data-head="${title}" data-format="${unit}">${chart(
    {
      heading: heading(shown, today),
      name: title,
      unit: UNITS[unit],
      periods: PERIODS.map(([period, label, hours]) => ({ id: period, title: label, history: archive.path, hours })),
      shown: period,
      drawn: { values: [] },
      summary: `The chart loads ${archive.filename}.`,
      coverage: "",
      tools: unit === "usd" ? ["log"] : [],
      caption: `${label}, ${UNITS[unit]}`,
      heads: ["Day", title],
      rows: [],
    },
    root,
  )}<p class="note">The chart has one point for each UTC day, and the last one is the newest value of today. A change over
24 hours differs from it.</p></div>`;
}
