import { formatAge } from "./format.js";

/** Shows ages by the reader's clock in `data-age` and `data-due` elements (ISO 8601 times). */
const MINUTE_MS = 60_000;

export function updateAges() {
  const now = Date.now();
  for (const element of document.querySelectorAll("[data-age]")) {
    element.replaceChildren(formatAge(now - Date.parse(element.dataset.age)), nameAgo());
  }
  for (const element of document.querySelectorAll("[data-due]")) {
    const leftMs = Date.parse(element.dataset.due) - now;
    const isOverdue = leftMs < -MINUTE_MS;
    element.textContent = isOverdue ? `overdue for ${formatAge(-leftMs)}` : `in ${formatAge(leftMs)}`;
    element.classList.toggle("overdue", isOverdue);
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
