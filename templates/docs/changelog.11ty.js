import { plural } from "../../public/js/format.js";
import { html } from "../../public/js/html.js";
import { rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/changelog/index.html",
  group: "API",
  // After all other pages of its group.
  order: Number.POSITIVE_INFINITY,
  title: "Changelog",
  description: "What changed in each version of the API, what will be removed, and the compatibility guarantees.",
  styles: ["docs.css"],
};

export const KINDS = { added: "Added", changed: "Changed", deprecated: "Deprecated", removed: "Removed" };

/** Earlier changes of version 1.1 removed fields, values and files without an announcement. */
const GUARANTEED_FROM = "2026-12-01";

/** Changes that are open above the versions, which list them again by topic. */
const NEWEST = 8;

export function render({ page, shared }) {
  const { api, changelog, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const { changes, pending, topics, versions } = changelog;
  const text = changeText(root, api.endpoints);
  const past = changes.filter((change) => !pending.includes(change));
  return String(html`
<h1>Changelog</h1>
<p class="lead">See what changed in the API and what will be removed. To be told, subscribe to the
<a href="feed.atom">Atom feed</a>.</p>
<p class="text">The version is <strong>${versions[0].version}</strong>. Every response states its own in
<code>meta.schema_version</code>. <a href="#promise">Compatibility</a> says what you can rely on.</p>
<section class="article" aria-labelledby="newest"><h2 id="newest">Newest changes</h2>
${list(changes.slice(0, NEWEST), text, KINDS)}</section>
${
  pending.length > 0 &&
  html`<section class="article" aria-labelledby="deprecated"><h2 id="deprecated">Will be removed</h2>
${list(pending, text, { deprecated: "Announced" })}</section>`
}
${versions.map((version) =>
  section(
    version,
    topics,
    past.filter((change) => change.version === version.version),
    text,
  ),
)}
<section class="article" aria-labelledby="promise"><h2 id="promise">Compatibility</h2>
<dl class="limits"><div><dt>Same major version</dt><dd>No field is removed, changes its meaning, unit or type,
or becomes nullable; no file is renamed. New fields, endpoints, files and error messages may appear at any time:
ignore unknown ones.</dd></div>
<div><dt>Removal</dt><dd>A changed or removed field, endpoint or path is announced here at least 90 days before.
Until then it stays as it is. The JSON Schemas and OpenAPI mark a field that will be removed as
<code>deprecated</code>.</dd></div>
<div><dt>New major version</dt><dd>Breaking changes, after their announcement.</dd></div>
<div><dt>Start</dt><dd>This guarantee starts on ${GUARANTEED_FROM}. Version 1.0 and the first days of 1.1 were a preview:
some changes before that day removed fields, values or files, or changed their meaning, without an announcement.</dd></div>
<div><dt>Data</dt><dd>Coins, exchanges and sources may change at any time without a new version.
Corrections of the <a href="${root}docs/methodology/">methodology</a> change numbers, not their format.</dd></div>
<div><dt>Archives</dt><dd>A complete file only changes for a repair. Its <code>revision</code> then increases and
<code>superseded</code> lists the old checksum. A default that keeps archives for a shorter time is announced here at
least 90 days before it deletes the first file.</dd></div></dl>
<p>To detect changes, compare <a href="${root}api/openapi.json">OpenAPI 3.1</a> with an earlier copy.</p></section>
`);
}

/** A version with fewer changes lists them openly. */
const FEW = 12;

/** What may break a program, and what is new in short, are open; changes by topic are closed. */
function section({ version, date, highlights }, topics, changes, text) {
  const id = `v${version}`;
  const removed = changes.filter(({ kind }) => kind === "removed");
  const kept = changes.filter(({ kind }) => kind !== "removed");
  const byTopic = topics.map((topic) => [topic, kept.filter((change) => change.topic === topic)]);
  return html`<section class="article" aria-labelledby="${id}"><div class="section-head">
<h2 id="${id}">Version ${version}</h2><span class="note">since <time datetime="${date}">${date}</time></span></div>
${highlights.length > 0 && html`<ul class="claims">${highlights.map((line) => html`<li>${text(line)}</li>`)}</ul>`}
${removed.length > 0 && html`<h3>Removed</h3>${list(removed, text)}`}
${
  kept.length < FEW
    ? html`<ul class="claims">${byTopic.flatMap(([, own]) => own.map((change) => html`<li>${text(change.text)}</li>`))}</ul>`
    : html`<h3>Changes by topic</h3>${byTopic.map(([topic, own]) => topicDetails(topic, own, text))}`
}</section>`;
}

function topicDetails(topic, changes, text) {
  return (
    changes.length > 0 &&
    html`<details class="dataset"><summary><strong>${topic}</strong> <span class="note">${plural(changes.length, "change")},
newest ${changes[0].date}</span></summary>${list(changes, text, KINDS)}</details>`
  );
}

/** `labels`: stand below the date, by kind. */
function list(changes, text, labels = {}) {
  return html`<ul class="changes">${changes.map(
    ({ date, kind, until, text: own }) =>
      html`<li><span class="note"><time class="moment" datetime="${date}">${date}</time> ${labels[kind]}${
        until !== undefined && html`, removal <time class="moment" datetime="${until}">${until}</time>`
      }</span>
<p>${text(own)}</p></li>`,
  )}</ul>`;
}

/** The place of a change, before its first colon, stands out, and paths of endpoints are links. */
function changeText(root, endpoints) {
  const ids = new Map(endpoints.map(({ id, path }) => [path.slice("/api/".length), id]));
  const link = (part, at) => {
    const id = at % 2 === 1 ? ids.get(part.split("?")[0]) : undefined;
    const code = at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`;
    return id === undefined ? code : html`<a href="${root}docs/api/${id}/">${code}</a>`;
  };
  const parts = (text) => text.split("`").map(link);
  return (text) => {
    const [, place, rest] = /^([^:.]{2,70}): (.+)$/s.exec(text) ?? [];
    return place === undefined ? parts(text) : html`<strong>${parts(place)}</strong>: ${parts(rest)}`;
  };
}
