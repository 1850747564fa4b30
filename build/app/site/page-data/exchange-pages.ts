import type { ExchangeDetail } from "../../../crypto/api/endpoints/exchange.ts";
import type { ExchangeRow } from "../../../crypto/api/endpoints/exchanges.ts";
import type { MarketCoin } from "../../../crypto/market/model/market.ts";
import { listIncludedVenues } from "../../../crypto/market/model/price-evidence.ts";
import { fileOf } from "../../../kit/api/query.ts";
import { countValues, sortByCount } from "../../../lib/collections.ts";
import { renderTime } from "../../../lib/time.ts";
import { type Built, findAnswer } from "./data-page.ts";
import type { PageVenue } from "./worked-example.ts";

/** A page per polled exchange with its pairs; none where this site has no such responses. */
export function listExchangePages(built: Built, venues: readonly PageVenue[]) {
  const { endpoints, world } = built;
  const endpoint = endpoints.find(({ id }) => id === "exchange");
  if (endpoint === undefined) return [];
  const listed = new Map((findAnswer<ExchangeRow[]>(built, "exchanges")?.data ?? []).map((row) => [row.id, row]));
  const coins = new Map(world.market.coins.map(({ id, key, name }) => [id, { name, path: `coins/${key}.json` }]));
  const pricedAlone = countPricedAlone(world.market.coins);
  const { hidesBooks } = world;
  const reports = new Map(world.run.sources.map((source) => [source.id, source]));
  const reachable = new Map(world.run.reachability.map((source) => [source.id, source]));
  return [...endpoint.variants(world)].flatMap((params) => {
    const answer = findAnswer<ExchangeDetail>(built, "exchange", params);
    const row = listed.get(String(params["id"]));
    if (answer === undefined || row === undefined) return [];
    const { tickers, ...exchange } = answer.data;
    const report = reports.get(exchange.id);
    const answeredAtMs = report?.fetchedAtMs ?? reachable.get(exchange.id)?.lastSuccessMs ?? null;
    const { statistics_source: source } = row;
    return {
      ...exchange,
      url: row.url,
      country: row.country,
      year_established: row.year_established,
      coins: row.coins,
      share: row.volume_share_percentage,
      /** The list that reports the volume; `null`: the exchange itself. */
      reported_by: source === exchange.id ? null : (reports.get(source)?.name ?? source),
      /** When the exchange last answered: the list may be newer. `null`: never. */
      answered_at: answeredAtMs === null ? null : renderTime(answeredAtMs),
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
      /** `null`: the site does not say which pairs it uses. */
      included: hidesBooks ? null : tickers.filter(({ included }) => included).length,
      /** Coins whose aggregated price uses no other exchange. */
      priced_alone: pricedAlone.get(exchange.id) ?? 0,
      tickers,
      /** Name and path of the coins of the pairs, by id. */
      coinPages: Object.fromEntries(
        [...new Set(tickers.map(({ coin_id: coinId }) => coinId))].flatMap((coinId) => {
          const coin = coinId === null ? undefined : coins.get(coinId);
          return coin === undefined ? [] : [[coinId, coin]];
        }),
      ),
      reasons: countReasons(tickers),
    };
  });
}

/** How many coins each exchange prices alone. */
function countPricedAlone(coins: readonly MarketCoin[]): Map<string, number> {
  return countValues(
    coins.flatMap(({ priceSource, evidence }) => {
      const [only, other] = priceSource === "aggregated" ? listIncludedVenues(evidence) : [];
      return only === undefined || other !== undefined ? [] : only;
    }),
  );
}

/** Why pairs are not used, and how many each: the most frequent reason first. */
export function countReasons(pairs: readonly { reason: string | null }[]): [reason: string, pairs: number][] {
  return sortByCount(countValues(pairs.flatMap(({ reason }) => reason ?? [])));
}
