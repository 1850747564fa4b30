import { html } from "./html.js";
import { monogram } from "./monogram.js";

/** The list of results, loaded with the index when the search gets the focus. */
const root = new URL("..", import.meta.url);

/** Groups of `findGroups` as options of a list box. */
export function renderList(groups) {
  if (groups.length === 0)
    return html`<p class="search-none" role="option" aria-disabled="true">Nothing found. Other words may help: a coin, a field, a file format.</p>`;
  let at = 0;
  return html`${groups.map(
    ({ heading, entries }) => html`<div role="group" aria-label="${heading}">
<p class="search-heading" aria-hidden="true">${heading}</p>${entries.map((entry) => option(entry, at++))}</div>`,
  )}`;
}

function option({ kind, title, symbol, coin, path, note }, at) {
  const label =
    kind === "coins"
      ? html`${monogram({ id: coin, symbol })}<span class="coin-name">${title}</span> <span class="coin-symbol">${symbol}</span>`
      : html`<span class="search-title">${title}</span>${note && html` <span class="search-note">${note}</span>`}`;
  return html`<a role="option" id="search-option-${at}" aria-selected="false" tabindex="-1" href="${new URL(path, root).href}">${label}</a>`;
}
