import { formatBytes, formatCount } from "./format.js";
import { html } from "./html.js";
import { defineTable } from "./table-columns.js";

const STEPS = { snapshot: "latest", "5m": "5 minutes", "1h": "hourly", "1d": "daily", event: "by event" };
/** The JSON lists all gaps. */
const GAPS = 5;
/** Classes of columns of which only some are aligned right, or which need JavaScript. */
const NUMBER = { head: "number", body: "number keep" };
const SCRIPTED = { head: "scripted", body: "scripted" };

/** The archives in the order of their list, for `js/archives.js`. */
export const ARCHIVES = defineTable({
  name: "archives",
  answer: "api/data/archives.json",
  columns: [
    { id: "file", heading: "File", kind: "name", cell: nameAndStep },
    {
      id: "period",
      heading: "Period",
      kind: "text",
      body: "moment",
      cell: ({ period_start, period_end }) => period(period_start, period_end),
    },
    { id: "rows", heading: "Rows", kind: "number", ...NUMBER, cell: ({ rows }) => formatCount(rows) },
    { id: "size", heading: "Size", kind: "number", ...NUMBER, cell: ({ size_bytes }) => formatBytes(size_bytes) },
    { id: "gaps", heading: "Gaps", kind: "text", cell: ({ gaps }) => gapList(gaps) },
    { id: "sha256", heading: "SHA-256", kind: "text", cell: checksum },
    { id: "actions", heading: "Actions", kind: "text", ...SCRIPTED, cell: actions },
  ],
});

/** A file with its step in time, and its other form. */
export function nameAndStep({ filename, url, formats, granularity, complete }, { root }) {
  const parquet = formats.find(({ format }) => format === "parquet");
  const second =
    parquet &&
    html` · <span
class="keep"><a href="${root}api/${parquet.url}" download>Parquet</a> (${formatBytes(parquet.size_bytes)})</span>`;
  const step = STEPS[granularity] ?? granularity;
  return html`<a data-file href="${root}api/${url}" download>${filename}</a><span class="under">${step}${complete && ", complete"}${second}</span>`;
}

function checksum({ url, sha256 }, { root }) {
  return html`<a href="${root}api/${url}.sha256"><code>${sha256.slice(0, 7)}…</code></a>`;
}

function actions({ sha256, sha256_uncompressed }) {
  return html`<span class="table-buttons"><button type="button" class="table-button" data-check data-sha256="${sha256}"
data-sha256-uncompressed="${sha256_uncompressed}">Verify checksum</button>
<button type="button" class="table-button" data-use>Code</button></span><span class="under" data-result aria-live="polite"></span>`;
}

function period(from, to) {
  if (!from || !to) return "";
  const first = from.slice(0, 10);
  const last = to.slice(0, 10);
  return first === last ? first : `${first} – ${last}`;
}

function gapList(gaps) {
  if (gaps.length === 0) return html`<span class="unknown">none</span>`;
  return html`<details><summary>${formatCount(gaps.length)}</summary><ul class="reasons">
${gaps.slice(0, GAPS).map(
  ({ from, to, reason }) => html`<li>${period(from, to)}:
${reason}</li>`,
)}${gaps.length > GAPS && html`<li>and ${formatCount(gaps.length - GAPS)} more</li>`}</ul></details>`;
}
