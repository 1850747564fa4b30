import { formatBytes, formatCount } from "./format.js";
import { html } from "./html.js";

const STEPS = { snapshot: "latest", "5m": "5 minutes", "1h": "hourly", "1d": "daily", event: "by event" };
/** The JSON lists all gaps. */
const GAPS = 5;

/** One archive; for the build and the browser. */
export function archiveRow(archive, root) {
  const { filename, url, granularity, period_start, period_end, rows, size_bytes, complete, gaps } = archive;
  const step = STEPS[granularity] ?? granularity;
  return html`<tr data-sha256="${archive.sha256}" data-sha256-uncompressed="${archive.sha256_uncompressed}"><th scope="row"><a data-file href="${root}api/${url}" download>${filename}</a><span class="under">${step}${complete && ", complete"}</span></th><td class="moment">${period(period_start, period_end)}</td><td class="number">${formatCount(rows)}</td><td class="number keep">${formatBytes(size_bytes)}</td><td>${gapList(gaps)}</td><td><a href="${root}api/${url}.sha256"><code>${archive.sha256.slice(0, 12)}…</code></a></td><td class="scripted"><button type="button" class="table-button" data-check>Check</button> <button type="button" class="table-button" data-use>Use</button><span class="under" data-result aria-live="polite"></span></td></tr>
`;
}

function period(from, to) {
  if (!from || !to) return "";
  const [first, last] = [from.slice(0, 10), to.slice(0, 10)];
  return first === last ? first : `${first} – ${last}`;
}

function gapList(gaps) {
  if (gaps.length === 0) return html`<span class="unknown">none</span>`;
  return html`<details><summary>${formatCount(gaps.length)}</summary><ul class="reasons">${gaps.slice(0, GAPS).map(({ from, to, reason }) => html`<li>${period(from, to)}: ${reason}</li>`)}${gaps.length > GAPS && html`<li>and ${formatCount(gaps.length - GAPS)} more</li>`}</ul></details>`;
}
