import { html } from "../../public/js/html.js";
import { chart } from "./chart.js";

const ABOUT = {
  "market-cap": "The market cap of all coins, at the end of each UTC day.",
  volume: "What all coins traded in the 24 hours before the end of each UTC day.",
  "bitcoin-dominance": "The share of bitcoin in the market cap of all coins.",
  "ethereum-dominance": "The share of ether in the market cap of all coins.",
  tvl: "The value locked in DeFi protocols, by UTC day.",
};
const UNITS = { usd: "in USD", percent: "in percent" };
const PERIODS = [
  ["30d", "30 days", 30 * 24],
  ["1y", "1 year", 8760],
  ["all", "Full history", undefined],
];

/** The page of a global series. `series`: all of them. The script reads the archive. */
export function globalPage(shown, series, root) {
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
      )}</div>
<p class="note after-table">Download: <a href="${root}${archive.path}" download>${archive.filename}</a> (column
<code>${column}</code>) · <a href="${root}api/global.json">today as JSON</a></p>`
}`;
}
