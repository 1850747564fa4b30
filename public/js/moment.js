import { formatClock, formatTime } from "./format.js";
import { html } from "./html.js";

/**
 * A time. `age.js` adds its age; the space is reserved. `now`: a time of today, as ISO 8601. Times
 * of its day are shown without the day.
 */
export function age(iso, now = "") {
  return iso === null
    ? html`<span class="unknown">never</span>`
    : html`${moment(iso, now)}<span class="age" data-age="${iso}"></span>`;
}

/** The same for a future time. `expires`: when it is overdue. */
export function due(iso, expires, now = "") {
  return html`${moment(iso, now)}<span class="age" data-due="${iso}" data-expires="${expires}"></span>`;
}

function moment(iso, now) {
  const isToday = iso.slice(0, 10) === now.slice(0, 10);
  return html`<time class="moment" datetime="${iso}">${isToday ? formatClock(iso) : formatTime(iso)}</time>`;
}
