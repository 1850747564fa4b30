import { coinPath } from "../../../../public/js/coin-name.js";
import { currencyName } from "../../../../public/js/currency-name.js";
import type { Artifact } from "../../../kit/platform/artifact.ts";
import type { PageData } from "../page-data/page-data.ts";
import type { ListedPage } from "../render-coin-pages.ts";
import { listHeadings } from "./page-text.ts";

/**
 * What a search finds: title, path relative to the site's root, a note that tells it from others of
 * the same title, a description, and the words that people type who look for it.
 */
type Entry = readonly [title: string, path: string, note?: string, text?: string, words?: string];

/** Pages of these folders are entries of another kind. */
const OWN_KIND = /^(?:docs\/api\/|docs\/use\/|exchanges\/).+/;

/**
 * `search.json`: every entry of the search by kind, as `public/js/search-index.js` reads it. Made
 * from the rendered pages and their data, so that no entry is written twice. The browser builds
 * the index out of it: to store the index as well would more than double the size.
 */
export function renderSearchFile(files: readonly Artifact[], pages: readonly ListedPage[], data: PageData): Artifact {
  const rendered = new Map(files.map(({ path, body }) => [path, String(body)]));
  const listed = pages
    .filter(({ url, data: { title } }) => title !== undefined && url.endsWith("/") && !OWN_KIND.test(url.slice(1)))
    .sort((a, b) => (a.url < b.url ? -1 : 1));
  const errors = listErrors(data);
  const places = new Set(errors.map(([, path]) => path));
  const entries = {
    coins: data.coins.map(({ name, symbol, id, path }) => [name, symbol, id, coinPath({ path })]),
    pages: listed.map(describePage),
    sections: listed.flatMap((page) => listSections(page, rendered)).filter(([, path]) => !places.has(path)),
    endpoints: listEndpoints(data, false),
    variants: listEndpoints(data, true),
    fields: [...listParameters(data), ...listFields(data), ...errors],
    // The titles of files with many names end with their form.
    files: data.documents.map(({ path, title }): Entry => [title.split(": ")[0] ?? title, path, path]),
    recipes: data.recipes.map(({ id, name, gives }): Entry => [name, `docs/use/${id}/`, gives]),
    currencies: listCurrencies(data),
    exchanges: listExchanges(data),
  };
  return { path: "search.json", body: JSON.stringify(entries) };
}

function describePage({ url, data: { title = "", description = "", words = "" } }: ListedPage): Entry {
  return [url === "/" ? "Home" : title, url.slice(1), "", description, words];
}

/**
 * Variants answer the same in another currency or in CoinGecko's shape. Their first sentence is
 * enough to find them, and leaves room for everything else: their pages have the others.
 */
function listEndpoints({ api }: PageData, areVariants: boolean): Entry[] {
  return api.endpoints
    .filter(({ tag, isQuoted }) => (tag === "compat" || isQuoted) === areVariants)
    .map(({ id, title, path, description }) => {
      const [sentence = description] = areVariants ? description.split(/(?<=\.) /) : [description];
      return [title, `docs/api/${id}/`, path, sentence];
    });
}

function listSections({ url, data: { title = "" } }: ListedPage, rendered: ReadonlyMap<string, string>): Entry[] {
  const page = rendered.get(`${url.slice(1)}index.html`) ?? "";
  return listHeadings(page).map(({ anchor, text }) => [text, `${url.slice(1)}#${anchor}`, title]);
}

/** A parameter or a field of many endpoints is one entry, which leads to the first of them. */
function takeFirst(entries: readonly Entry[]): Entry[] {
  const byTitle = new Map<string, Entry>();
  for (const entry of entries) if (!byTitle.has(entry[0])) byTitle.set(entry[0], entry);
  return [...byTitle.values()];
}

function listParameters({ api }: PageData): Entry[] {
  return takeFirst(
    api.endpoints.flatMap(({ id, title, parameters }) =>
      parameters.map(({ name, description }): Entry => {
        return [name, `docs/api/${id}/#parameter-${name}`, `Parameter of ${title}`, description];
      }),
    ),
  );
}

function listFields({ api }: PageData): Entry[] {
  const described = [
    ...api.endpoints.flatMap(({ id, title, fields }) =>
      fields.map((field) => ({ ...field, page: `docs/api/${id}/`, of: title })),
    ),
    ...api.meta.map((field) => ({ ...field, page: "docs/api/", of: "every response" })),
  ];
  return takeFirst(
    described.flatMap(({ path, page, of, description }): Entry[] => {
      const name = path.split(".").at(-1)?.replaceAll("[]", "") ?? "";
      return /^\w+$/.test(name) && path.includes(".")
        ? [[name, `${page}#field-${path}`, `Field of ${of}`, description]]
        : [];
    }),
  );
}

function listErrors({ errors }: PageData): Entry[] {
  return errors.map(({ code, status, meaning }) => [code, `docs/errors/#${code}`, `Error ${status}`, meaning]);
}

function listCurrencies({ exchangeRates }: PageData): Entry[] {
  if (exchangeRates === null) return [];
  return Object.keys(exchangeRates.data.rates).map((code) => {
    return [currencyName(code), `exchange-rates/?amount=100&from=USD&to=${code}`, code];
  });
}

/** Only polled exchanges have a page of their own. */
function listExchanges({ exchanges }: PageData): Entry[] {
  return (exchanges?.data ?? []).map(({ id, name }) => {
    const hasPage = (exchanges?.polled[id]?.path ?? null) !== null;
    return [name, hasPage ? `exchanges/${id}/` : `exchanges/?search=${encodeURIComponent(name)}`];
  });
}
