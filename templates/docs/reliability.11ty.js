import { formatCount } from "../../public/js/format.js";
import { html } from "../components/html.js";
import { rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/reliability/index.html",
  group: "Check it",
  title: "What was tried, and what is promised",
  description:
    "Everything that upstreams, disks, clocks and strangers' texts were made to do to this program, how many times, and what may be relied on.",
  styles: ["docs.css"],
};

const READERS = [
  [
    "A price that calls itself fresh",
    "is within 2 % of the market while honest exchanges hold more than half of the votes. Each exchange has a nearly equal vote, whatever volume it claims. The price is compared with the simulated market's own price, which the program never sees.",
  ],
  [
    "What is old",
    "says so: price_source is stale, meta.stale is true, updated_at is the time of the observation and never that of the build.",
  ],
  ["What is not known", "is null: every field of an answer is always there. It is never zero, and never guessed."],
  [
    "A past that was filled in",
    "says in meta.origins who told it, never takes the place of what was seen here, and meets our own price within 2 % where the two can be compared. What breaks off or stands still is left out, and asked of others; what is gone with the next step is left out.",
  ],
  ["One bad upstream", "costs only itself, whatever it answers or does not."],
  [
    "A published tree",
    "is whole: every file has the checksum of the manifest, every answer fits its schema, every link leads to a file.",
  ],
  [
    "Texts of strangers",
    "are inert in JSON, CSV, RSS, Atom, pages, file names and the hosts' control files; links lead to http and https only.",
  ],
];
const OWNERS = [
  [
    "A build that cannot vouch for its result",
    "publishes nothing, ends with status 1, and says which check refused and which sources were silent or doubted. The site before it stands.",
  ],
  [
    "A build that is killed, or whose disk fails",
    "leaves the site and the state as they were or as they became, whole, and the next one goes on without help.",
  ],
  ["Two builds at once", "never mix: one of them has the state, and the site is that of one of them."],
  ["A wrong clock", "publishes nothing while it is wrong, and nothing that was kept is lost by it."],
  ["Memory and time", "are bounded by the limits of each feed, not by what an upstream sends."],
];
const NOT = [
  [
    "A majority that lies in the same way",
    "is believed. Where most of an exchange rate's, a coin's or the dollar's sources agree on something wrong, no program can tell.",
  ],
  [
    "A figure of a single source",
    "(total value locked, the Fear & Greed Index, a supply, the price of a coin that no exchange here trades) is checked against its own past and against reason, and not against others.",
  ],
  [
    "One exchange's own past",
    "is believed as far back as it leads to the price of today without a jump (three times as much in an hour, five times in a day), unless another price of that time was seen here.",
  ],
  ["Headlines", "are the publishers'. That they are true is not checked."],
  ["Time", "A file cannot know that it has become old: expires_at says when to doubt it."],
  ["What was not simulated", "The faults below are those that were thought of. Real upstreams invent others."],
];

export function render({ page, shared }) {
  const { reliability, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1>What was tried, and what is promised</h1>
<p class="lead">The program is tried against upstreams, disks, clocks and texts that go wrong on purpose, in the tests that come with it. The numbers here are those of the runs themselves: ${formatCount(reliability.builds)} builds.</p>
${promises("readers", "What a reader may rely on", READERS)}
${promises("owners", "What the owner of a copy may rely on", OWNERS)}
${promises("not", "What nobody may rely on", NOT)}
<section aria-labelledby="tries"><h2 id="tries">How often</h2>
<div class="table-scroll" tabindex="0" role="region" aria-label="Counts of the runs"><table><thead><tr><th scope="col">What</th><th scope="col" class="number">Times</th><th scope="col" class="number">Seed</th></tr></thead>
<tbody>${reliability.tries.map(({ what, tried, seed }) => html`<tr><th scope="row">${what}</th><td class="number">${formatCount(tried)}</td><td class="number">${seed ?? "–"}</td></tr>`)}</tbody></table></div>
<p class="note after-table">The same seed gives the same faults: <code>npm run test:chaos -- --seed 7 --count 10</code> tries others, and ten times as many. How a build of today went is on the page of the <a href="${root}status/">status</a>.</p></section>
<section aria-labelledby="faults"><h2 id="faults">What upstreams were made to do</h2>
${reliability.faults.map(({ title, entries }) => html`<h3>${title}</h3><ul class="claims">${entries.map(({ what }) => html`<li>${what}</li>`)}</ul>`)}</section>
`);
}

function promises(id, title, entries) {
  return html`<section class="article" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<dl class="limits">${entries.map(([what, text]) => html`<div><dt>${what}</dt><dd>${text}</dd></div>`)}</dl></section>`;
}
