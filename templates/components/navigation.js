import { html } from "./html.js";

/** The pages of the header, in order: where a page lies, relative to the root, and what it is called. */
const PAGES = [
  ["", "Home"],
  ["market/", "Market"],
  ["archives/", "Archives"],
  ["docs/api/", "API"],
  ["status/", "Status"],
  ["docs/hosts/", "Hosts"],
  ["docs/errors/", "Errors"],
];

export function navigation(root, url) {
  const entry = ([path, title]) =>
    html`<li><a href="${root}${path}"${url === `/${path}` && html` aria-current="page"`}>${title}</a></li>`;
  return html`<nav class="site-nav" aria-label="Main"><ul>${PAGES.map(entry)}</ul></nav>`;
}
