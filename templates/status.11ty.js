import { badge } from "../public/js/badge.js";
import { formatCount, formatPercent, formatTime } from "../public/js/format.js";
import { html } from "../public/js/html.js";
import { age, due } from "../public/js/moment.js";
import { isLong, showAllButton } from "../public/js/show-all-view.js";
import { errorText } from "./components/error-text.js";
import { externalLink, rootOf } from "./components/link.js";
import { verdict } from "./components/verdict.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "status/index.html",
  title: "Status",
  description:
    "Whether all is well: sources, age of every dataset, price coverage, checks and recent builds, and what is not.",
  styles: ["docs.css", "table.css"],
  scripts: ["verdict.js", "show-all.js"],
  freshnessOf: ({ site, status }) => ({ ...site.freshness, next_at: status.next_update_at }),
};

/** A word and a sign for each state: colour alone is not accessible. */
const STATES = {
  ok: ["✓", "Up"],
  stale: ["!", "Stale"],
  down: ["✕", "Down"],
  off: ["–", "Off"],
  reserve: ["–", "In reserve"],
};

export function render({ page, shared }) {
  const { status, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1>Status</h1>
<p class="lead">See what works now and what does not. To hear of outages and refused builds, subscribe by
<a href="${root}api/status.rss">RSS</a>, <a href="${root}api/status.atom">Atom</a> or
<a href="${root}api/status.feed.json">JSON Feed</a>.</p>
${verdict({
  title: "All well",
  good: html`Every source answered, every check passed and all data is current.`,
  problems: listProblems(status),
  validUntil: site.freshness.expires_at,
})}
${summary(status, site)}
<ul class="inline-list"><li><a href="${root}status/reachability/">How often each source answers</a></li>
<li><a href="${root}status/corrections/">Values that were corrected</a></li>
<li><a href="${root}api/status.json">This page as JSON</a></li></ul>
${sources(status, root)}
${datasets(status, root)}
${coverage(status.coverage)}
${gate(status)}
${builds(status.builds, root)}
`);
}

/** What a reader should know, the worst first. */
function listProblems({ sources: list, absent, datasets: sets, builds: [, ...earlier], gate: { checks } }) {
  const without = new Map(absent.map((one) => [one.source, one]));
  const troubled = ["down", "stale"].flatMap((state) => list.filter((source) => source.state === state));
  const failed = checks.filter(({ passed }) => !passed);
  const refused = earlier.findIndex(({ passed }) => passed);
  const before = earlier.slice(0, refused === -1 ? earlier.length : refused);
  const old = sets.filter(({ stale }) => stale);
  return [
    ...failed.map(({ id, message }) => html`The check <code>${id}</code> failed: ${message}`),
    ...troubled.map((source) => describeTrouble(source, without.get(source.id))),
    ...(old.length === 0
      ? []
      : [html`Data of an earlier build, marked stale: ${old.map(({ title }) => title).join(", ")}`]),
    ...(before.length === 0
      ? []
      : [
          html`The ${before.length === 1 ? "build" : `${formatCount(before.length)} builds`} before the last one
${before.length === 1 ? "was" : "were"} refused`,
        ]),
  ];
}

/** `absence`: if the source has not answered in two builds or more. */
function describeTrouble({ name, state: own, fetched_at, last_error }, absence) {
  const builds = absence === undefined ? "build" : `${formatCount(absence.absent_builds)} builds`;
  const last = absence?.last_success ?? fetched_at;
  const used = own === "stale" ? "its last response is used, of" : "the last one was";
  return html`${name}: no answer in the last ${builds}${last === null ? "" : html`; ${used} ${age(last)}`}${
    last_error !== null && errorText(last_error)
  }`;
}

function summary({ counts, gate, coverage, generated_at, next_update_at, commit, run }, { freshness }) {
  const others = [
    [counts.stale, "stale"],
    [counts.down, "down"],
    [counts.reserve, "in reserve"],
    [counts.off, "off"],
  ].filter(([count]) => count > 0);
  return html`<section aria-labelledby="now"><h2 id="now">Last build</h2><div class="cards figures">
<article class="card"><h3>Sources</h3><p class="figure">${counts.ok} <span class="of">up</span></p>
<p class="note">${
    others.length === 0 ? "none down" : others.map(([count, word]) => `${count} ${word}`).join(", ")
  }</p></article>
<article class="card"><h3>Checks</h3><p class="figure">${gate.checks.filter(({ passed }) => passed).length}
<span class="of">of ${gate.checks.length}</span></p><p class="note">${gate.passed ? "all passed" : "failed: not published"}</p>
</article>
<article class="card"><h3>Tickers used</h3><p class="figure">${formatCount(coverage.tickers_used)}</p>
<p class="note">of ${formatCount(coverage.tickers_read)} on ${formatCount(coverage.exchanges)} exchanges</p>
</article>
<article class="card"><h3>Built</h3><p class="when">${age(generated_at)}</p>
${
  (commit ?? run) !== null &&
  html`<p class="note">${
    commit !== null &&
    html`commit
<code>${commit.slice(0, 10)}</code>`
  } ${run !== null && html`run ${run}`}</p>`
}</article>
<article class="card"><h3>Next expected</h3><p class="when">${due(next_update_at, freshness.expires_at)}</p></article>
</div></section>`;
}

/** Sources that need attention come first. */
const ORDER = ["down", "stale", "ok"];
/** The last build did not request these: they have no numbers. */
const UNASKED = ["reserve", "off"];

function sources({ sources: list, generated_at: now }, root) {
  const sorted = list.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  const requested = sorted.filter((source) => !UNASKED.includes(source.state));
  return html`<section aria-labelledby="sources"><h2 id="sources">Sources</h2>
<div class="table-scroll${isLong(requested.length) && " short phones"}" id="source-rows" tabindex="0" role="group"
aria-labelledby="sources"><table class="status-table"><thead><tr>
<th scope="col">Source</th><th scope="col">Status</th><th scope="col">Last answer</th>
<th scope="col" class="number">Records</th><th scope="col" class="number">Left out</th><th scope="col">Reasons</th>
</tr></thead>
<tbody>${requested.map(
    (
      source,
    ) => html`<tr><th scope="row">${externalLink(source.url, source.name)}</th><td class="beside">${state(source.state)}</td>
<td>${age(source.fetched_at, now)}</td><td class="number">${formatCount(source.records)}</td>
<td class="number">${formatCount(source.left_out)}</td><td class="prose" data-label="">${trouble(source)}</td></tr>
`,
  )}</tbody></table></div>
${showAllButton({ id: "source-rows", rows: requested.length, noun: "sources" })}
${UNASKED.map((own) => unasked(own, sorted))}
<p class="note after-table">Records are all rows of a source's answers: listed markets and tickers, coins or articles.
Reasons say why rows were left out. Not every such row is an error: closed markets
are left out too. In the JSON, <code>rejected</code> counts only the errors: malformed or implausible rows. Terms and attributions: <a href="${root}docs/sources/">sources and
licences</a>.</p></section>`;
}

function unasked(own, list) {
  const found = list.filter((source) => source.state === own);
  if (found.length === 0) return "";
  return html`<p class="after-table">${state(own)}
${found.map(({ url, name }, at) => html`${at > 0 && ", "}${externalLink(url, name)}`)}</p>`;
}

function state(status) {
  const [sign, word] = STATES[status];
  return badge(status, sign, word);
}

/** The verdict quotes the errors of sources that are not up. */
function trouble({ state: own, last_error, reasons: list }) {
  if (own !== "ok" && last_error !== null)
    return html`<a href="#verdict">Error above</a>${list.length > 0 && reasons(list)}`;
  if (last_error === null) return reasons(list);
  return html`${errorText(last_error)}${list.length > 0 && reasons(list)}`;
}

/** Reasons shown; the others are collapsed. */
const SHOWN = 2;

function reasons(list) {
  if (list.length === 0) return "";
  const entry = ({ reason, rows }) =>
    html`<li><span class="rows">${formatCount(rows)}</span> <span>${reason}</span></li>`;
  const rest = list.slice(SHOWN);
  return html`<ul class="reasons">${list.slice(0, SHOWN).map(entry)}</ul>${
    rest.length > 0 &&
    html`<details>
<summary>${rest.length} more</summary><ul class="reasons">${rest.map(entry)}</ul></details>`
  }`;
}

/** Open only if something is stale: the rows are alike otherwise. */
function datasets({ datasets: list, generated_at: now }, root) {
  const stale = list.filter((dataset) => dataset.stale).length;
  const current = `${formatCount(list.length - stale)} of ${formatCount(list.length)} datasets were current in this build`;
  return html`<section aria-labelledby="datasets"><h2 id="datasets">Datasets</h2>
${
  list.length === 0
    ? html`<p>No source has answered yet.</p>`
    : html`<details class="dataset"${stale > 0 && html` open`}><summary>${
        stale === 0 ? `All ${formatCount(list.length)} datasets were current in this build` : current
      }</summary>
<div class="table-scroll" tabindex="0" role="group" aria-labelledby="datasets"><table class="status-table"><thead><tr>
<th scope="col">Dataset</th><th scope="col">Status</th><th scope="col">Newest observation</th></tr></thead>
<tbody>${list.map(
        ({ title, example, updated_at, stale: isStale }) => html`<tr>
<th scope="row">${example === null ? title : html`<a href="${root}${example}">${title}</a>`}</th>
<td class="beside">${state(isStale ? "stale" : "ok")}</td><td>${age(updated_at, now)}</td></tr>`,
      )}</tbody></table></div></details>`
}</section>`;
}

function coverage({ coins, exchanges, tickers_read, tickers_used, reasons: left }) {
  const facts = [
    ["Coins published", formatCount(coins)],
    ["Exchanges that answered", formatCount(exchanges)],
    ["Tickers read", formatCount(tickers_read)],
    ["Tickers used", formatCount(tickers_used)],
    ["Share used", tickers_read === 0 ? "–" : formatPercent((tickers_used / tickers_read) * 100, { decimals: 1 })],
  ];
  return html`<section aria-labelledby="coverage"><h2 id="coverage">Price coverage</h2>
<div class="columns"><div><h3>Coverage</h3><dl class="pairs">${facts.map(
    ([name, value]) => html`<div><dt>${name}</dt>
<dd>${value}</dd></div>`,
  )}</dl></div>
<div><h3>Excluded tickers by reason</h3>${
    left.length === 0
      ? html`<p>None.</p>`
      : html`<dl class="pairs">
${left.map(({ reason, rows }) => html`<div><dt>${reason}</dt><dd>${formatCount(rows)}</dd></div>`)}</dl>`
  }</div></div>
</section>`;
}

function gate({ gate: { checks, passed }, overrides, generated_at }) {
  return html`<section aria-labelledby="gate"><h2 id="gate">Checks before publishing</h2>
<p class="before-table">If a check fails, nothing is published and the previous site stays live.
Lists of suspect rates, venues and values are warnings: they pass.
${passed ? `The build of ${formatTime(generated_at)} passed.` : ""}</p>
<div class="table-scroll" tabindex="0" role="group" aria-labelledby="gate"><table class="status-table"><thead><tr>
<th scope="col">Check</th>
<th scope="col">Result</th><th scope="col">Measured</th></tr></thead>
<tbody>${checks.map(
    ({ id, passed: held, message }) => html`<tr><th scope="row" class="keep"><code>${id}</code></th>
<td class="beside">${held ? badge("ok", "✓", "Passed") : badge("down", "✕", "Failed")}</td>
<td class="prose" data-label="">${message}</td></tr>`,
  )}</tbody></table></div>
${
  overrides.length > 0 &&
  html`<p class="note after-table">Changed settings of this build:
${overrides.map((one, at) => html`${at > 0 && ", "}<code>${one}</code>`)}</p>`
}</section>`;
}

/** Half a day at the usual interval. */
const BUILDS_SHOWN = 24;

function builds(list, root) {
  const rest = list.length - BUILDS_SHOWN;
  const refused = list.filter(({ passed }) => !passed).length;
  return html`<section aria-labelledby="builds"><h2 id="builds">Recent builds</h2>
<p class="before-table">${formatCount(list.length)} recorded ${list.length === 1 ? "build" : "builds"},
${refused === 0 ? "none" : formatCount(refused)} refused. A refused build publishes nothing;
it appears here after the next successful build.</p>
<div class="table-scroll" tabindex="0" role="group" aria-labelledby="builds"><table class="builds"><thead><tr>
<th scope="col">Built</th><th scope="col">Result</th><th scope="col" class="number">Duration</th>
<th scope="col" class="number">Coins priced</th><th scope="col" class="number">Tickers used</th>
<th scope="col">Sources</th></tr></thead>
<tbody>${list.slice(0, BUILDS_SHOWN).map(build)}</tbody></table></div>
${
  rest > 0 &&
  html`<p class="note after-table">${formatCount(rest)} earlier builds are in
<a href="${root}api/status.json">api/status.json</a>.</p>`
}</section>`;
}

function build({
  generated_at,
  passed,
  failed_checks,
  duration_seconds,
  coins,
  priced_coins,
  tickers_used,
  sources: own,
}) {
  const trouble = [
    [own.stale, "stale"],
    [own.down, "down"],
  ].filter(([count]) => count > 0);
  return html`<tr><th scope="row" class="keep"><time datetime="${generated_at}">${formatTime(generated_at)}</time></th>
<td>${
    passed
      ? badge("ok", "✓", "Passed")
      : html`${badge("down", "✕", "Refused")}
${failed_checks.map((id, at) => html`${at > 0 && ", "}<code>${id}</code>`)}`
  }</td>
<td class="number">${
    duration_seconds === null ? html`<span class="unknown">–</span>` : `${duration_seconds.toFixed(1)} s`
  }</td><td class="number">${formatCount(priced_coins)} of
${formatCount(coins)}</td><td class="number">${formatCount(tickers_used)}</td>
<td class="keep">${trouble.length === 0 ? "none down" : trouble.map(([count, word]) => `${count} ${word}`).join(", ")}</td></tr>
`;
}
