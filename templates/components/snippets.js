import { codeBlock } from "./code.js";
import { html } from "./html.js";

/** The site's address as code shows it: the browser writes the real one over it (`site-address.js`). */
export function addressOf({ baseUrl }) {
  return html`<span data-address>${(baseUrl ?? "https://SITE").replace(/\/$/, "")}</span>`;
}

/** The same question in several languages, each to be copied: `[id, title, code]`. */
export function snippets(prefix, list) {
  return html`<div class="snippets">${list.map(([id, title, code]) => html`<div class="snippet"><h3>${title}</h3>${codeBlock(`${prefix}-${id}`, code, title)}</div>`)}</div>`;
}
