import { html } from "./html.js";
import { monogram } from "./monogram.js";

/** The list of results, loaded with the index when the search gets the focus. */
const HEADINGS = { coin: "Coins", exchange: "Exchanges", page: "Pages" };
const root = new URL("..", import.meta.url);

/** Entries of `findEntries` as options of a list box. */
export function renderList(entries) {
  if (entries.length === 0) return html`<p class="search-none">Nothing found</p>`;
  let at = 0;
  return html`${Object.entries(HEADINGS).map(([kind, heading]) => {
    const own = entries.filter((entry) => entry.kind === kind);
    return (
      own.length > 0 &&
      html`<div role="group" aria-label="${heading}"><p class="search-heading" aria-hidden="true">${heading}</p>
${own.map((entry) => option(entry, at++))}</div>`
    );
  })}`;
}

function option({ kind, name, symbol, id, path }, at) {
  const label =
    kind === "coin"
      ? html`${monogram({ id, symbol })}<span class="coin-name">${name}</span> <span class="coin-symbol">${symbol}</span>`
      : name;
  return html`<a role="option" id="search-option-${at}" aria-selected="false" tabindex="-1" href="${new URL(path, root).href}">${label}</a>`;
}
