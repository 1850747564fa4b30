import { formatMoment } from "../../public/js/format.js";
import { html } from "../../public/js/html.js";

/** The time of the data; `freshness.js` adds its age in the browser. */
export function freshness({ updated_at, expires_at, next_at, stale }) {
  return html`<p class="freshness" data-freshness data-updated="${updated_at}"
data-expires="${expires_at}"${
    next_at !== undefined &&
    html`
data-next="${next_at}"`
  } data-stale="${stale}" data-state="${
    stale ? "stale" : "fresh"
  }"><span class="dot" aria-hidden="true"></span><span class="visually-hidden" data-freshness-label>Data</span>
<span data-freshness-text>Data as of ${formatMoment(Date.parse(updated_at))}</span></p>`;
}
