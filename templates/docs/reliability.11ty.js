import { capitalise, formatCount } from "../../public/js/format.js";
import { html } from "../../public/js/html.js";
import { sentence } from "../components/code.js";
import { rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/reliability/index.html",
  group: "Data quality",
  title: "Reliability",
  words: "kill crash power cut outage fault",
  description:
    "Guarantees for readers and operators, and the fault tests behind them: upstreams, disks, clocks and untrusted text.",
  styles: ["docs.css"],
};

const READERS = [
  [
    "A fresh price",
    "is within 2 % of the market while honest exchanges hold more than half of the votes. Exchanges have nearly " +
      "equal votes, whatever volume they report. The tests compare the price with the simulated market's own price, " +
      "which the program cannot read.",
  ],
  [
    "Old data",
    "is labelled: `price_source` is `stale`, `meta.stale` is true, and `updated_at` is the time of the observation, not of the build.",
  ],
  ["Unknown data", "is `null`, never zero and never estimated. All fields are always present."],
  [
    "Backfilled history",
    "names its source in `meta.origins`, never replaces our own observations, and matches our prices within 2 % " +
      "where they overlap. Incomplete or frozen series are rejected and requested from another source; isolated " +
      "points are dropped.",
  ],
  ["One faulty source", "affects only its own data."],
  [
    "A published site",
    "is complete: every file matches its checksum in the manifest, every response matches its schema, and every link leads to a file.",
  ],
  [
    "Untrusted text",
    "is always escaped in JSON, CSV, RSS, Atom, pages, file names and control files of hosts. Links lead to http and https only.",
  ],
];
const OPERATORS = [
  [
    "A build with a doubtful result",
    "publishes nothing, exits with status 1, and lists the failed checks and the silent or suspect sources. The previous site stays live.",
  ],
  [
    "A killed build or a disk error",
    "leaves the site and the state complete, in the old or the new version. The next build continues without manual repair.",
  ],
  ["Two builds at once", "never mix: one of them gets the state, and the site is the output of one of them."],
  [
    "A damaged file of the state",
    "stops the build if it belongs to the history. A damaged response of an earlier build is set aside and requested again.",
  ],
  ["A wrong clock", "publishes nothing while it is wrong, destroys no stored data, and leaves none of its times."],
  [
    "A source that hangs",
    "gets one attempt of at most 15 seconds, and of 5 seconds in the next two builds. Reading all sources takes " +
      "less than 30 seconds plus the waits of their rate limits (pages of CoinGecko are 12 seconds apart).",
  ],
  ["Memory and time", "are bounded by the limits of each feed, not by what an upstream sends."],
];
const NOT = [
  [
    "A majority with the same wrong value",
    "is accepted. If most sources of an exchange rate, a coin or the dollar price agree on a wrong value, the program cannot detect it.",
  ],
  [
    "A value of a single source",
    "is checked against its own history and plausible ranges, not against other sources: total value locked, the " +
      "Fear & Greed Index, a supply, the price of a coin that no polled exchange trades.",
  ],
  [
    "The history of one exchange",
    "is accepted as far back as it leads to today's price without a jump (3x in an hour, 5x in a day), unless it contradicts our own observations.",
  ],
  ["Headlines", "are the publishers'. Their truth is not checked."],
  ["A file", "does not update itself: treat its data as outdated after `expires_at`."],
  ["Other faults", "can happen: real sources may fail in ways that are not listed below."],
];

export function render({ page, shared }) {
  const { reliability, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1>Reliability</h1>
<p class="lead">What you can rely on as a reader or an operator, and what you cannot. Each promise is tested:
${formatCount(reliability.builds)} builds ran with faults in sources, disks, clocks and text.</p>
${promises("readers", "Guarantees for readers", [...READERS, ...describeAbsent(reliability.absent)])}
${promises("operators", "Guarantees for operators", OPERATORS)}
${promises("not", "Not guaranteed", NOT)}
<section aria-labelledby="tries"><h2 id="tries">Test runs</h2>
<div class="table-scroll" tabindex="0" role="group" aria-label="Test runs"><table class="numbers"><thead><tr>
<th scope="col" class="text">Test</th><th scope="col" class="number">Count</th></tr></thead>
<tbody>${reliability.tries.map(
    ({ what, tried, seed }) =>
      html`<tr><th scope="row" class="text">${capitalise(what)}${
        seed !== undefined && html` <span class="note keep">seed ${seed}</span>`
      }</th><td class="number">${formatCount(tried)}</td></tr>`,
  )}</tbody></table></div>
<p class="note after-table">The same seed gives the same faults. <code>SEED=7 COUNT=10 npm run test:chaos</code>
runs ten times as many with another seed. See <a href="${root}status/">status</a> for today's builds.</p></section>
<section class="article" aria-labelledby="faults"><h2 id="faults">Simulated faults</h2>
${reliability.faults.map(
  ({ title, entries }) => html`<h3>${title}</h3><ul class="claims">
${entries.map(({ what }) => html`<li>${capitalise(what)}</li>`)}</ul>`,
)}</section>
`);
}

/** By `COUNT=24 npm run test:chaos -- absent-venues`; without a run there is nothing to say. */
function describeAbsent(measured) {
  if (measured === null) return [];
  const { venues, absent, choices, builds, published, refused, worstPercent } = measured;
  return [
    [
      `If any ${absent} of ${venues} exchanges are absent`,
      "each price is right, or it is stale and says so, or the build is refused with the reason; the status names " +
        `each absent exchange. All ${formatCount(choices)} choices were simulated, as the first build of a site and ` +
        `after a complete build (${formatCount(builds)} builds), while another exchange multiplied its prices by ten ` +
        `and USDT was worth 0.99 USD. ${formatCount(published)} builds were published, with every fresh price within ` +
        `${worstPercent} % of the market. ${formatCount(refused)} were refused: no honest exchange with dollar pairs ` +
        "was left, so the value of a dollar was unknown.",
    ],
  ];
}

function promises(id, title, entries) {
  return html`<section class="article" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<ul class="claims">${entries.map(([what, text]) => html`<li><strong>${what}</strong> ${sentence(text)}</li>`)}</ul></section>`;
}
