import { groupBy } from "../../../lib/collections.ts";
import { median } from "../../../lib/stats.ts";
import { HOUR_MS } from "../../../lib/time.ts";
import type { Dataset, RecordKind } from "../../normalise/record.ts";
import type { BuiltMarket } from "../build-market.ts";
import type { MarketMemory } from "../market-memory.ts";
import type { PriceEvidence } from "../model/price-evidence.ts";
import type { CoinPrice } from "../price/coin-price.ts";
import { ANCHORS, PIVOT_COINS } from "../quotes/quote-code.ts";
import { renderRate } from "../quotes/quote-rate.ts";
import { GATE_RULES, PUBLICATION_RULES } from "../rules/price.ts";
import type { GateInput } from "./gate.ts";

/** Kinds that shrink only when something is broken. One venue's tickers are not essential. */
const ESSENTIAL: readonly RecordKind[] = ["coin", "protocol", "chain"];

/** `previous`: the memory of the last accepted build. */
export function measureBuild(
  built: BuiltMarket,
  datasets: readonly Dataset[],
  usdFiatVenues: ReadonlySet<string>,
  previous: MarketMemory | null,
): GateInput {
  const { quotes, priced, memory, tickers } = built;
  const isOld = previous !== null && memory.timeMs - previous.timeMs > GATE_RULES.comparedMs;
  const before = isOld ? null : previous;
  const venues = tickers.live.filter(({ records, stale }) => !stale && records.length > 0);
  return {
    clockSkewMs: measureClockSkew(datasets),
    venues: venues.length,
    usdFiatVenues: venues.filter(({ source }) => usdFiatVenues.has(source)).length,
    anchors: [...PIVOT_COINS]
      .filter(([symbol]) => ANCHORS.includes(symbol))
      .map(([symbol, id]) => ({ symbol, ...judgeAnchor(priced.prices.get(id)) })),
    usdtStatus: quotes.rates.get("USDT")?.status ?? null,
    pricedCoins: memory.pricedCoins,
    previousPricedCoins: before?.secureCoins ?? before?.pricedCoins ?? null,
    notCompared: isOld
      ? `the previous build is older than ${GATE_RULES.comparedMs / HOUR_MS} h and is not compared`
      : previous === null
        ? "there is no previous build to compare with"
        : null,
    pivots: [...PIVOT_COINS].map(([symbol, id]) => ({
      symbol,
      ...measurePivot(built, symbol, id),
      referencesUsd: built.statedPrices.all(id).map(({ priceUsd }) => priceUsd),
    })),
    heldCoins: measureHeldCoins(built, previous),
    datasets: datasets
      .filter(({ kind, stale }) => ESSENTIAL.includes(kind) && !stale)
      .map(({ source, feed, records }) => ({
        name: `${source}/${feed}`,
        records: records.length,
        previousRecords: before?.sizes[`${source}.${feed}`] ?? null,
      })),
    warnings: buildWarnings(built),
  };
}

/**
 * For a stablecoin the rate counts: every price quoted in it depends on the rate. Every price also
 * depends on the venues that determine what BTC is worth in dollars.
 */
function measurePivot(
  { quotes, market, priced }: BuiltMarket,
  symbol: string,
  id: string,
): { priceUsd: number | null; venues: number; dollarVenues: number } {
  const rate = quotes.rates.get(symbol);
  const dollarVenues = quotes.rates.get("BTC")?.venues ?? 0;
  if (rate?.kind === "stablecoin") return { priceUsd: rate.usd, venues: rate.venues, dollarVenues };
  const price = market.coins.find((coin) => coin.id === id)?.price ?? null;
  return { priceUsd: price, venues: priced.prices.get(id)?.exchanges ?? 0, dollarVenues };
}

/** The confidence in an own price, and what a higher one lacks. */
function judgeAnchor(own: CoinPrice | undefined): { confidence: PriceEvidence["confidence"]; reason: string } {
  if (own?.fresh !== true) {
    const reason = own?.suspect ? "the venues' price is suspect" : "the venues give too little evidence of a price";
    return { confidence: "none", reason };
  }
  const { exchanges, volumeUsd, evidence } = own;
  const { highVenues, highVolumeUsd } = PUBLICATION_RULES;
  const lacks = [
    ...(exchanges < highVenues ? [`${exchanges} of ${highVenues} venues`] : []),
    ...((volumeUsd ?? 0) < highVolumeUsd ? [`${Math.round(volumeUsd ?? 0)} of ${highVolumeUsd} USD traded`] : []),
  ];
  return { confidence: evidence.confidence, reason: lacks.join(", ") || "weak evidence" };
}

/**
 * Coins with prices of at least four venues, and those of them whose suspect price was replaced by
 * the last one, or by none once that is too old. A suspicion does not count where a list's price is
 * published, or where the coin never had a price: there the lists may be what is wrong. A coin of
 * fewer venues says nothing about the market: else one venue could stop every build.
 */
function measureHeldCoins({ market, priced }: BuiltMarket, previous: MarketMemory | null): GateInput["heldCoins"] {
  let traded = 0;
  let held = 0;
  let capUsd = 0;
  let heldCapUsd = 0;
  for (const { id, price, marketCap, evidence } of market.coins) {
    const own = priced.prices.get(id);
    if (own === undefined || own.voters < GATE_RULES.judgedVoters) continue;
    traded += 1;
    capUsd += marketCap ?? 0;
    const isLost = price === null && previous?.prices[id] !== undefined;
    if (!own.suspect || (evidence.method !== "held" && !isLost)) continue;
    held += 1;
    heldCapUsd += marketCap ?? 0;
  }
  return { traded, held, capShare: capUsd === 0 ? 0 : heldCapUsd / capUsd };
}

/** The median over all upstreams; `null` if too few sent a time. */
export function measureClockSkew(datasets: readonly Dataset[]): number | null {
  const heard = datasets.filter(({ clockSkewMs }) => clockSkewMs !== undefined);
  const skews = [...groupBy(heard, ({ source }) => source).values()].map((own) =>
    median(own.flatMap(({ clockSkewMs }) => clockSkewMs ?? [])),
  );
  return skews.length < GATE_RULES.minClocks ? null : median(skews);
}

const NAMED = 5;

/** One sentence per subject, the same subjects in every build. */
function buildWarnings(built: BuiltMarket): GateInput["warnings"] {
  const { quotes, tickers, market, priced, warnings } = built;
  const stablecoins = [...quotes.rates.values()].filter(
    ({ kind, status }) => kind === "stablecoin" && status !== "accepted",
  );
  const answering = new Set(tickers.all.flatMap(({ source, stale }) => (stale ? [] : [source])));
  const offMarket = market.exchanges.filter(({ id, status }) => answering.has(id) && status === "stale");
  const subjects: readonly (readonly [id: string, what: string, suspect: readonly string[]])[] = [
    [
      "stablecoin-rates",
      "Suspect stablecoin rates",
      stablecoins.map(({ code, status, message }) => {
        const use = status === "flagged" ? "still used" : "not used";
        return `${code}, ${use}: ${message.replace(/\.$/, "")}`;
      }),
    ],
    ["frozen-venues", "Stalled venues", [...tickers.stalled].sort()],
    ["astray-venues", "Off-market venues, by most of their prices", offMarket.map(({ id }) => id)],
    ["anchor-venues", "Venues with an off-market BTC or ETH price", findFarVenues(built)],
    ["doubted-volumes", "Venues whose volumes are in another unit", [...priced.uncounted].sort()],
    ["lists", "Lists whose prices were not used", warnings.lists],
    ["fiat-rates", "Fiat rates that were not accepted", warnings.rates],
    ["supplies", "Supplies that were not accepted", warnings.supplies],
    ["global-totals", "Market totals that were not accepted", warnings.totals],
    ["defi-totals", "DeFi numbers that were not accepted", warnings.defi],
    ["index-values", "Fear & Greed values that were not accepted", warnings.index],
  ];
  return subjects.map(([id, what, suspect]) => {
    const rest = suspect.length > NAMED ? `; and ${suspect.length - NAMED} more` : "";
    const list = suspect.length === 0 ? "none" : `${suspect.length} (${suspect.slice(0, NAMED).join("; ")}${rest})`;
    return { id, message: `${what}: ${list}.`, warning: suspect.length > 0 };
  });
}

/**
 * The largest BTC and ETH listing of each venue, by code alone: another coin's price is wrong too.
 */
function findFarVenues({ tickers, quotes }: BuiltMarket): string[] {
  return ANCHORS.flatMap((code) => {
    const said = tickers.live.flatMap(({ source, stale, records }) => {
      if (stale) return [];
      const priced = records.flatMap(({ base, quote, last, baseVolume }) => {
        const rate = base === code && last > 0 ? quotes.usd(quote) : null;
        return rate === null ? [] : [{ source, priceUsd: last * rate, volume: baseVolume ?? 0 }];
      });
      return priced.sort((a, b) => b.volume - a.volume).slice(0, 1);
    });
    if (said.length === 0) return [];
    const middle = median(said.map(({ priceUsd }) => priceUsd));
    return said
      .filter(({ priceUsd }) => Math.max(priceUsd / middle, middle / priceUsd) > 1 + GATE_RULES.farVenue)
      .map(({ source, priceUsd }) => `${source} ${code} ${renderRate(priceUsd)} USD`);
  }).sort();
}
