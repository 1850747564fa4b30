import { describeFreshness } from "./describe-freshness.js";

/** Shows the freshness of the page by the reader's clock, and an offline notice. */
const MINUTE_MS = 60_000;
const line = document.querySelector("[data-freshness]");
const notice = document.querySelector("[data-offline]");

function update() {
  const { updated, expires, next, stale } = line.dataset;
  const updatedMs = Date.parse(updated);
  const expiresMs = Date.parse(expires);
  // Data expires two intervals after the update, so the next value is due half way.
  const nextMs = next === undefined ? (updatedMs + expiresMs) / 2 : Date.parse(next);
  const { isStale, text } = describeFreshness({ updatedMs, expiresMs, nextMs, stale: stale === "true" }, Date.now());
  line.dataset.state = isStale ? "stale" : "fresh";
  line.querySelector("[data-freshness-label]").textContent = isStale ? "Stale" : "Current";
  line.querySelector("[data-freshness-text]").textContent = text;
}

/** Shows the freshness of a newer response. */
export function showFreshness({ updated_at, expires_at, stale }) {
  if (line === null) return;
  Object.assign(line.dataset, { updated: updated_at, expires: expires_at, stale: String(stale) });
  update();
}

if (line !== null) {
  update();
  setInterval(update, MINUTE_MS);
  document.addEventListener("visibilitychange", update);
}
if (notice !== null) {
  const show = () => {
    notice.hidden = navigator.onLine;
  };
  show();
  addEventListener("online", show);
  addEventListener("offline", show);
}
