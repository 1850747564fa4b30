import { formatTime } from "../public/js/format.js";
import { summariseIndex } from "../public/js/index-summary.js";
import { due } from "./components/age.js";
import { dayChart } from "./components/day-chart.js";
import { gauge } from "./components/gauge.js";
import { html } from "./components/html.js";
import { externalLink, rootOf } from "./components/link.js";
import { takeData } from "./components/take-data.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "fear-greed/index.html",
  title: "Fear & Greed Index",
  description:
    "How fearful or greedy the crypto market is today, from 0 to 100, against yesterday, last week and last month, with the whole history of the index.",
  styles: ["chart.css", "docs.css", "data.css", "vendor/uplot.css"],
  scripts: ["age.js", "fear-greed.js"],
  freshnessOf: ({ fearGreed }) => fearGreed?.freshness,
};

const EARLIER = [
  ["day", "A day before"],
  ["week", "A week before"],
  ["month", "A month before"],
];

export function render({ page, shared }) {
  const { fearGreed, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1>Fear &amp; Greed Index</h1>
${fearGreed === null ? html`<p class="lead">No source has answered yet.</p>` : content(fearGreed, root)}
`);
}

function content({ data: index, credits, archives }, root) {
  return html`<p class="lead">The mood of the crypto market as one number: 0 is extreme fear, 100 extreme greed. A mood is no forecast.</p>
<section class="mood" aria-labelledby="now"><h2 id="now" class="visually-hidden">Now</h2>
<div class="card mood-now">${gauge(index)}<p class="mood-name">${index.value_classification}</p><p class="note">for ${index.timestamp.slice(0, 10)}</p>
${index.next_update_at !== null && html`<p class="note mood-next">Next value ${due(index.next_update_at)}</p>`}</div>
<div class="card"><h3>Compared with</h3><dl class="pairs">${EARLIER.map(([key, title]) => earlier(title, index.previous[key], index.value))}</dl></div>
<div class="card"><h3>How to read it</h3><p>The index is made and published once a day by ${credits.length === 0 ? "its source" : credits.map(({ name, url }) => externalLink(url, name))}, out of volatility, volume, dominance, social media and search trends. It is passed on here as it is: neither the number nor its name is ours.</p>
${credits.map(({ attribution, terms_url, license }) => html`<p class="note">${attribution !== null && html`${attribution}. `}Terms: ${externalLink(terms_url, license)}</p>`)}</div>
</section>
${historyChart(index, archives, root)}
${takeData(
  {
    answers: [["api/fear-greed.json", "Now, before, and 30 days"]],
    docs: [["docs/api/fear-greed/", "Every field of the answer"]],
    archives,
    credits,
  },
  root,
)}`;
}

function earlier(title, before, value) {
  if (before === null) return html`<div><dt>${title}</dt><dd><span class="unknown">not known</span></dd></div>`;
  const points = value - before.value;
  const [kind, arrow, words] =
    points === 0
      ? ["flat", "", "no change"]
      : points > 0
        ? ["up", "▲", `${points} up`]
        : ["down", "▼", `${-points} down`];
  return html`<div><dt>${title}<span class="sub">${formatTime(before.timestamp).slice(0, 10)}</span></dt><dd>${before.value} · ${before.value_classification}<span class="sub">since then <span class="${kind}"><span aria-hidden="true">${arrow}</span> ${words}</span></span></dd></div>`;
}

function historyChart({ history }, archives, root) {
  if (history.length < 2) return "";
  return dayChart(
    {
      heading: "History",
      name: "the Fear and Greed Index",
      history,
      answer: "api/fear-greed.json",
      archive: archives[0],
      format: String,
      head: "Index",
      range: [0, 100],
      summarise: summariseIndex,
    },
    root,
  );
}
