import { formatTime } from "./format.js";
import { html } from "./html.js";

/** A time. `age.js` adds its age below; the space is reserved. */
export function age(iso) {
  return iso === null
    ? html`<span class="unknown">never</span>`
    : html`<time class="moment" datetime="${iso}">${formatTime(iso)}</time><span class="age" data-age="${iso}"></span>`;
}

/** The same for a future time. */
export function due(iso) {
  return html`<time class="moment" datetime="${iso}">${formatTime(iso)}</time><span class="age" data-due="${iso}"></span>`;
}
