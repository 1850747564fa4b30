import { summariseIndex } from "../public/js/chart-summary.js";
import { formatTime } from "../public/js/format.js";
import { html } from "../public/js/html.js";
import { due } from "../public/js/moment.js";
import { dayChart } from "./components/day-chart.js";
import { bandList, gauge } from "./components/gauge.js";
import { externalLink, rootOf } from "./components/link.js";
import { takeData } from "./components/take-data.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "fear-greed/index.html",
  title: "Fear & Greed Index",
  description:
    "The Crypto Fear & Greed Index today, compared with yesterday, last week and last month, with its full history.",
  styles: ["chart.css", "docs.css", "data.css", "vendor/uplot.css"],
  scripts: ["age.js", "fear-greed.js"],
  freshnessOf: ({ answer }) => answer("fear-greed")?.freshness,
};

const EARLIER = [
  ["day", "1 day ago"],
  ["week", "1 week ago"],
  ["month", "1 month ago"],
];

export function render({ page, shared }) {
  const { answer, site } = shared.data;
  const fearGreed = answer("fear-greed");
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1>Fear &amp; Greed Index</h1>
${fearGreed === null ? html`<p class="lead">No source has answered yet.</p>` : content(fearGreed, root)}
`);
}

function content({ data: index, freshness, credits, archives }, root) {
  return html`<p class="lead">See the mood of the market from 0 (extreme fear) to 100 (extreme greed), today and over the years. It is
not a forecast.</p>
<section class="mood" aria-labelledby="now"><h2 id="now" class="visually-hidden">Now</h2>
<div class="card mood-now">${gauge(index)}<p class="mood-name">${index.value_classification}</p>
<p class="note">for ${index.timestamp.slice(0, 10)}</p>
${index.next_update_at !== null && html`<p class="note mood-next">Next value ${due(index.next_update_at, freshness.expires_at)}</p>`}</div>
<div class="card"><h3>Earlier values</h3><dl class="pairs">${EARLIER.map(([key, title]) =>
    earlier(title, index.previous[key], index.value),
  )}</dl></div>
<div class="card mood-help"><h3>How to read it</h3>${bandList()}<p>The index is computed and published once a day by
${credits.length === 0 ? "its source" : credits.map(({ name, url }) => externalLink(url, name))}, from volatility,
volume, dominance, social media and search trends. It is shown here unchanged.</p>
${credits.map(({ terms_url, license }) => html`<p class="note">Terms: ${externalLink(terms_url, license)}</p>`)}</div>
</section>
${historyChart(index, archives, root)}
${takeData(
  {
    answers: [["api/fear-greed.json", "Current and earlier values, 30 days"]],
    docs: [["docs/api/fear-greed/", "Fields"]],
    archives,
    credits,
  },
  root,
)}`;
}

function earlier(title, before, value) {
  if (before === null) return html`<div><dt>${title}</dt><dd><span class="unknown">unknown</span></dd></div>`;
  const points = value - before.value;
  const [kind, arrow, words] =
    points === 0
      ? ["flat", "", "no change"]
      : points > 0
        ? ["up", "▲", `${points} up`]
        : ["down", "▼", `${-points} down`];
  return html`<div><dt>${title}<span class="sub">${formatTime(before.timestamp).slice(0, 10)}</span></dt>
<dd>${before.value} · ${before.value_classification}<span class="sub">since then
<span class="${kind}"><span aria-hidden="true">${arrow}</span> ${words}</span></span></dd></div>`;
}

function historyChart({ history }, archives, root) {
  return dayChart(
    {
      heading: "History",
      name: "the Fear & Greed Index",
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
