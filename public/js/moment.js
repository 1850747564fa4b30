import { formatTime } from "./format.js";
import { html } from "./html.js";

/** A moment, with room beneath for its age by the reader's clock (`age.js`), so that nothing moves when that comes. */
export function age(iso) {
  return iso === null
    ? html`<span class="unknown">never</span>`
    : html`<time class="moment" datetime="${iso}">${formatTime(iso)}</time><span class="age" data-age="${iso}"></span>`;
}

/** The same for a moment to come: how long until then, or since when it is overdue. */
export function due(iso) {
  return html`<time class="moment" datetime="${iso}">${formatTime(iso)}</time><span class="age" data-due="${iso}"></span>`;
}
