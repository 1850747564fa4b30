import { formatCount } from "../../public/js/format.js";
import { html } from "../../public/js/html.js";

const UNIT = html`<span data-quoted-unit>USD</span>`;

/** Downloads of a coin. `js/currency.js` leads to those in the chosen currency. */
export function coinData({ name, path, history, own_archive: own, archives }, root) {
  const key = path.replace(/^coins\//, "");
  return html`<section aria-labelledby="data"><h2 id="data">Download</h2>
<div class="cards halves">
<article class="card"><h3>JSON in ${UNIT}</h3><ul class="file-list">
<li><a href="${root}api/${path}" data-quoted>${name} details</a> <span class="note">with price evidence</span></li>
<li>History: ${Object.entries(history).map(
    ([period, file], at) => html`${at > 0 && " · "}<a href="${root}api/${file}" data-quoted>${period}</a>`,
  )}</li>
<li><a href="${root}api/sparklines/${key}" data-quoted>Sparkline</a> <span class="note">7 days, every 4 hours</span></li>
</ul></article>
<article class="card"><h3>CSV</h3><ul class="file-list">
${own !== null && archiveItem(own, `${name} only, ${formatCount(own.rows)} rows, ${size(own.bytes)}`, root)}
${archives.map((archive) => archiveItem(archive, "all coins", root))}
<li><a href="${root}api/coins.csv" data-quoted>coins.csv</a> <span class="note">all coins, latest prices in ${UNIT}, plain text</span></li>
</ul></article>
</div></section>`;
}

function archiveItem({ path, filename }, note, root) {
  return html`<li><a href="${root}${path}" download>${filename}</a> <span class="note">${note}</span></li>`;
}

function size(bytes) {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
