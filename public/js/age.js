import { formatAge } from "./format.js";

/** Shows ages by the reader's clock in `data-age` and `data-due` elements (ISO 8601 times). */
const MINUTE_MS = 60_000;

export function updateAges() {
  const now = Date.now();
  for (const element of document.querySelectorAll("[data-age]")) {
    element.textContent = `${formatAge(now - Date.parse(element.dataset.age))} ago`;
  }
  for (const element of document.querySelectorAll("[data-due]")) {
    const leftMs = Date.parse(element.dataset.due) - now;
    const isOverdue = leftMs < -MINUTE_MS;
    element.textContent = isOverdue ? `overdue for ${formatAge(-leftMs)}` : `in ${formatAge(leftMs)}`;
    element.classList.toggle("overdue", isOverdue);
  }
}

updateAges();
setInterval(updateAges, MINUTE_MS);
document.addEventListener("visibilitychange", updateAges);
