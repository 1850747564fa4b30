import { html } from "../../public/js/html.js";

/** The pages of the header: path relative to the root, and label. */
const PAGES = [
  ["market/", "Market"],
  ["exchanges/", "Exchanges"],
  ["defi/", "DeFi"],
  ["news/", "News"],
  ["fear-greed/", "Fear & Greed"],
  ["exchange-rates/", "Rates"],
  ["archives/", "Archives"],
  ["docs/api/", "API"],
  ["status/", "Status"],
  ["docs/hosts/", "Hosts"],
];

/**
 * One line if it fits, otherwise a popover behind a button. Popovers need no script, close with
 * Escape and are accessible. Browsers without popovers show the links below the header.
 */
export function navigation(root, url) {
  const entry = ([path, title]) =>
    html`<li><a href="${root}${path}"${isWithin(url, path) && html` aria-current="${url === `/${path}` ? "page" : "true"}"`}>${title}</a></li>`;
  return html`<button type="button" class="menu-button" popovertarget="site-nav"><svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"><path d="M4 7h16M4 12h16M4 17h16"/></svg> <span>Menu</span></button>
<nav class="site-nav" id="site-nav" popover aria-label="Main"><ul>${PAGES.map(entry)}</ul></nav>`;
}

/** Pages of endpoints belong to the API reference. */
function isWithin(url, path) {
  return url.startsWith(`/${path}`);
}
