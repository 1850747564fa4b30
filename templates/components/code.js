import { html } from "./html.js";

/** A sentence in which backticks mark code. */
export function sentence(text) {
  return text.split("`").map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

/** A block of code to copy; `id` is unique on the page. Scrolls by itself, so that it can be reached by keyboard. */
export function codeBlock(id, code, label) {
  return html`<div class="code-block"><button type="button" class="copy" data-copy="${id}" hidden>Copy</button><pre tabindex="0" role="region" aria-label="${label}"><code id="${id}">${code}</code></pre></div>`;
}
