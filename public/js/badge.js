import { html } from "./html.js";

/**
 * A state with its sign, because colour alone is not accessible. `look`: `ok`, `stale`, `down`,
 * `off`, `reserve`.
 */
export function badge(look, sign, word) {
  return html`<span class="state state-${look}"><span aria-hidden="true">${sign}</span> ${word}</span>`;
}
