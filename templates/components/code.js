import { html } from "../../public/js/html.js";
import { highlight } from "./highlight.js";

/** A sentence with code between backticks, and names of buttons and menus between two asterisks. */
export function sentence(text) {
  return text.split("`").map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : markNames(part)));
}

function markNames(text) {
  return text.split("**").map((part, at) => (at % 2 === 1 ? html`<strong>${part}</strong>` : html`${part}`));
}

/** The first sentence of a text, and the others. */
export function splitFirst(text) {
  const [first] = /^.*?\.(?=\s+[A-Z`])/s.exec(text) ?? [text];
  return [first, text.slice(first.length).trim()];
}

/**
 * A code block with a copy button, focusable for scrolling. `id` is unique on the page. `language`:
 * of `highlight.js`, if the code has one.
 */
export function codeBlock(id, code, label, language) {
  return html`<div class="code-block"><button type="button" class="copy" data-copy="${id}" hidden>Copy</button><pre
tabindex="0" role="group" aria-label="${label}"><code id="${id}"${
    language !== undefined && html` class="language-${language}"`
  }>${highlight(code, language)}</code></pre></div>`;
}
