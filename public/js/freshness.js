import { formatAge } from "./format.js";

/** A page cannot know that nothing newer came after it, so the reader's clock judges its age. */
const MINUTE_MS = 60_000;
const line = document.querySelector("[data-freshness]");
const notice = document.querySelector("[data-offline]");

function update() {
  const updatedMs = Date.parse(line.dataset.updated);
  const expiresMs = Date.parse(line.dataset.expires);
  const now = Date.now();
  const isOld = now > expiresMs;
  const isStale = isOld || line.dataset.stale === "true";
  // Twice the cadence lies between the two.
  const nextMs = (updatedMs + expiresMs) / 2;
  const parts = [`Data of ${renderMoment(updatedMs, now)}`];
  if (isOld) parts.push(`${formatAge(now - updatedMs)} old`, "newer data is overdue");
  else if (isStale) parts.push("a source fell back to an earlier answer");
  else parts.push(nextMs > now ? `next expected ${renderMoment(nextMs, now)}` : "next expected any minute");
  line.dataset.state = isStale ? "stale" : "fresh";
  line.querySelector("[data-freshness-label]").textContent = isStale ? "Stale" : "Current";
  line.querySelector("[data-freshness-text]").textContent = parts.join(" · ");
}

/** The hour alone on the day of the reader's clock. */
function renderMoment(timeMs, now) {
  const iso = new Date(timeMs).toISOString();
  const isToday = iso.slice(0, 10) === new Date(now).toISOString().slice(0, 10);
  return `${isToday ? "" : `${iso.slice(0, 10)} `}${iso.slice(11, 16)} UTC`;
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
