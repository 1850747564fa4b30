import { html } from "./html.js";

/** The pages of the header, in order: where a page lies, relative to the root, and what it is called. */
const PAGES = [
  ["", "Home"],
  ["market/", "Market"],
  ["status/", "Status"],
  ["docs/hosts/", "Hosts"],
  ["docs/errors/", "Errors"],
];
/** What is no page, but worth a place beside them. */
const FILES = [["api/index.json", "API"]];

export function navigation(root, url) {
  const entry = ([path, title]) =>
    html`<li><a href="${root}${path}"${url === `/${path}` && html` aria-current="page"`}>${title}</a></li>`;
  return html`<nav class="site-nav" aria-label="Main"><ul>${PAGES.map(entry)}${FILES.map(entry)}</ul></nav>`;
}
