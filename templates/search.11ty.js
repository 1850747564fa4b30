import { coinPath } from "../public/js/coin-name.js";

export const data = { permalink: "search.json", eleventyExcludeFromCollections: true };

/** The index of the search in the header, as `public/js/search-index.js` reads it. */
export function render({ shared, collections }) {
  const { coins, exchanges } = shared.data;
  const pages = collections.all.filter(({ data: own, url }) => own.title && url && !own.exchange);
  return JSON.stringify({
    coins: coins.map(({ name, symbol, id, path }) => [name, symbol, id, coinPath({ path })]),
    exchanges: (exchanges?.data ?? []).map(({ id, name }) => [name, exchangePath(id, name, exchanges.polled)]),
    pages: pages
      .map(({ data: own, url }) => [url === "/" ? "Home" : own.title, url.slice(1)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  });
}

/** Only polled exchanges have a page of their own. */
function exchangePath(id, name, polled) {
  return (polled[id]?.path ?? null) === null ? `exchanges/?search=${encodeURIComponent(name)}` : `exchanges/${id}/`;
}
