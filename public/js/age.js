import { describeDue, isOverdue } from "./describe-freshness.js";
import { formatAge } from "./format.js";

/**
 * Shows ages by the reader's clock in `data-age` and `data-due` elements (ISO 8601 times).
 * `data-expires`: the time from which an element says that it is overdue.
 */
const MINUTE_MS = 60_000;

export function updateAges() {
  const now = Date.now();
  for (const element of document.querySelectorAll("[data-age]")) {
    element.replaceChildren(formatAge(now - Date.parse(element.dataset.age)), nameAgo());
  }
  for (const element of document.querySelectorAll("[data-due]")) {
    const expiresMs = Date.parse(element.dataset.expires);
    element.textContent = describeDue({ nextMs: Date.parse(element.dataset.due), expiresMs }, now);
    element.classList.toggle("overdue", isOverdue(expiresMs, now));
  }
}

/** Columns of ages hide it. */
function nameAgo() {
  const ago = document.createElement("span");
  ago.className = "ago";
  ago.textContent = " ago";
  return ago;
}

updateAges();
setInterval(updateAges, MINUTE_MS);
document.addEventListener("visibilitychange", updateAges);
