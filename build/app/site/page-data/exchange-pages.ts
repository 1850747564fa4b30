import type { ExchangeDetail } from "../../../crypto/api/endpoints/exchange.ts";
import type { ExchangeRow } from "../../../crypto/api/endpoints/exchanges.ts";
import { fileOf } from "../../../kit/api/query.ts";
import { type Built, findAnswer } from "./data-page.ts";
import type { PageVenue } from "./worked-example.ts";

/** Limit the size of a page; its JSON has all. Readers look for the reason of unused books. */
const MAX_BOOKS = 100;
const MAX_UNUSED = 50;

/** A page per polled exchange with its order books; none where this site has no such responses. */
export function listExchangePages(built: Built, venues: readonly PageVenue[]) {
  const { endpoints, world } = built;
  const endpoint = endpoints.find(({ id }) => id === "exchange");
  if (endpoint === undefined) return [];
  const listed = new Map((findAnswer<ExchangeRow[]>(built, "exchanges")?.data ?? []).map((row) => [row.id, row]));
  const coins = new Map(world.market.coins.map(({ id, key, name }) => [id, { name, path: `coins/${key}.json` }]));
  const { hidesBooks = false } = world;
  const reports = new Map(world.run.sources.map((source) => [source.id, source]));
  return [...endpoint.variants(world)].flatMap((params) => {
    const answer = findAnswer<ExchangeDetail>(built, "exchange", params);
    const row = listed.get(String(params["id"]));
    if (answer === undefined || row === undefined) return [];
    const { tickers, ...exchange } = answer.data;
    const report = reports.get(exchange.id);
    return {
      ...exchange,
      url: row.url,
      country: row.country,
      year_established: row.year_established,
      coins: row.coins,
      share: row.volume_share_percentage,
      answered_share_30d: row.answered_share_30d,
      median_deviation_bp_30d: row.median_deviation_bp_30d,
      included_share_30d: row.included_share_30d,
      stalled_share_30d: row.stalled_share_30d,
      file: `exchanges/${exchange.id}/index.html`,
      json: `api/${fileOf(endpoint.path, endpoint.parameters, params)}`,
      freshness: answer.meta,
      terms: report === undefined ? null : { license: report.license, url: report.terms.url },
      /** The trust of an exchange that does not vote is not shown. */
      votes: venues.some(({ id }) => id === exchange.id),
      hidesBooks,
      total: hidesBooks ? row.markets : tickers.length,
      /** `null`: the site does not say which order books it uses. */
      included: hidesBooks ? null : tickers.filter(({ included }) => included).length,
      tickers: chooseBooks(tickers).map((ticker) => ({
        ...ticker,
        coin: ticker.coin_id === null ? null : (coins.get(ticker.coin_id) ?? null),
      })),
    };
  });
}

/** The largest, and the largest of the others that are not used, in the order of the answer. */
export function chooseBooks<Book extends { included: boolean }>(books: readonly Book[]): Book[] {
  const unused = books.slice(MAX_BOOKS).filter(({ included }) => !included);
  return [...books.slice(0, MAX_BOOKS), ...unused.slice(0, MAX_UNUSED)];
}
