import { html } from "../../public/js/html.js";

/**
 * The search in the header. Without JavaScript it leads to the search of the market. Its length has
 * room for any address on a chain; a pasted text of 40,000 characters froze the page.
 */
export function search(root) {
  return html`<button type="button" class="search-button" data-search-open aria-label="Search"
aria-expanded="false">${ICON}</button>
<form class="site-search" role="search" action="${root}market/" data-search>
<label class="visually-hidden" for="site-search">Search coins, exchanges and pages</label>
${ICON}<input id="site-search" name="search" type="search" placeholder="Search" autocomplete="off" spellcheck="false"
maxlength="200" aria-keyshortcuts="/">
<kbd aria-hidden="true">/</kbd>
<div class="search-list" id="site-search-list" role="listbox" aria-label="Results" data-search-list hidden></div>
<p class="visually-hidden" role="status" data-search-status></p>
</form>`;
}

const ICON = html`<svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"><circle cx="11" cy="11"
r="6.5"/><path d="m16 16 5 5"/></svg>`;
