import { groupBy } from "../../lib/collections.ts";
import { median } from "../../lib/stats.ts";
import type { Dataset, RecordKind } from "../../normalise/record.ts";
import type { BuiltMarket } from "../build-market.ts";
import type { MarketMemory } from "../market-memory.ts";
import { PIVOT_COINS, renderRate } from "../quotes/quote.ts";
import { GATE_RULES } from "../rules.ts";
import type { GateInput } from "./gate.ts";

/**
 * Kinds that shrink only when something is broken: half a response is worse than none. Tickers of
 * one venue are not essential.
 */
const ESSENTIAL: readonly RecordKind[] = ["coin", "protocol", "chain"];

/** The measurements that decide whether a build may be published. */
export function measureBuild(
  built: BuiltMarket,
  datasets: readonly Dataset[],
  usdFiatVenues: ReadonlySet<string>,
  previous: MarketMemory | null,
): GateInput {
  const { quotes, priced, memory, tickers } = built;
  const before = previous !== null && memory.timeMs - previous.timeMs <= GATE_RULES.comparedMs ? previous : null;
  const venues = tickers.live.filter(({ records, stale }) => !stale && records.length > 0);
  const confidenceOf = (id: string): GateInput["btcConfidence"] => {
    const own = priced.prices.get(id);
    return own?.fresh === true ? own.evidence.confidence : "none";
  };
  return {
    clockSkewMs: measureClockSkew(datasets),
    venues: venues.length,
    usdFiatVenues: venues.filter(({ source }) => usdFiatVenues.has(source)).length,
    btcConfidence: confidenceOf("bitcoin"),
    ethConfidence: confidenceOf("ethereum"),
    usdtStatus: quotes.rates.get("USDT")?.status ?? null,
    pricedCoins: memory.pricedCoins,
    previousPricedCoins: before?.pricedCoins ?? null,
    pivots: [...PIVOT_COINS].map(([symbol, id]) => ({
      symbol,
      // For a stablecoin the rate counts: every price quoted in it depends on the rate.
      priceUsd: quotes.rates.get(symbol)?.kind === "stablecoin" ? quotes.usd(symbol) : findPrice(built, id),
      referencesUsd: priced.references.get(id) ?? [],
    })),
    heldCoins: measureHeldCoins(built),
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

function findPrice({ market }: BuiltMarket, id: string): number | null {
  return market.coins.find((coin) => coin.id === id)?.price ?? null;
}

/** Coins with a vote of at least one venue, and those of them whose price is suspect. */
function measureHeldCoins({ market, priced }: BuiltMarket): GateInput["heldCoins"] {
  let [traded, held, capUsd, heldCapUsd] = [0, 0, 0, 0];
  for (const { id, marketCap } of market.coins) {
    const own = priced.prices.get(id);
    if (own === undefined || !(own.fresh || own.suspect)) continue;
    traded += 1;
    capUsd += marketCap ?? 0;
    if (!own.suspect) continue;
    held += 1;
    heldCapUsd += marketCap ?? 0;
  }
  return { traded, held, capShare: capUsd === 0 ? 0 : heldCapUsd / capUsd };
}

/**
 * How far our clock is ahead of the upstreams': the median over all, each counting once. `null` if
 * too few sent a time.
 */
function measureClockSkew(datasets: readonly Dataset[]): number | null {
  const heard = datasets.filter(({ clockSkewMs }) => clockSkewMs !== undefined);
  const skews = [...groupBy(heard, ({ source }) => source).values()].map((own) =>
    median(own.flatMap(({ clockSkewMs }) => clockSkewMs ?? [])),
  );
  return skews.length < GATE_RULES.minClocks ? null : median(skews);
}

/** Values named in a sentence; more are counted. */
const NAMED = 5;
/** What every other price is converted through. */
const ANCHORS = ["BTC", "ETH"];

interface Warning {
  id: string;
  message: string;
  /** False: nothing was left out. */
  warning: boolean;
}

/**
 * Suspect values that a build left out, one sentence per subject, the same subjects in every build.
 */
function buildWarnings(built: BuiltMarket): Warning[] {
  const { quotes, tickers, market, priced } = built;
  const stablecoins = [...quotes.rates.values()].filter(
    ({ kind, status }) => kind === "stablecoin" && status !== "accepted",
  );
  const answering = new Set(tickers.all.flatMap(({ source, stale }) => (stale ? [] : [source])));
  const astray = market.exchanges.filter(({ id, status }) => answering.has(id) && status === "stale");
  return [
    render(
      "stablecoin-rates",
      "Suspect stablecoin rates",
      stablecoins.map(({ code, status, message }) => `${code} ${status}: ${message.replace(/\.$/, "")}`),
    ),
    render("frozen-venues", "Stalled venues", [...tickers.stalled].sort()),
    render(
      "astray-venues",
      "Off-market venues, by most of their prices",
      astray.map(({ id }) => id),
    ),
    render("anchor-venues", "Venues with an off-market BTC or ETH price", findFarVenues(built)),
    render("doubted-volumes", "Venues whose volumes are in another unit", [...priced.uncounted].sort()),
    render("fiat-rates", "Fiat rates that were not accepted", built.rateWarnings),
    render("supplies", "Supplies that were not accepted", built.supplyWarnings),
    render("global-totals", "Market totals that were not accepted", built.globalWarnings),
    render("defi-totals", "DeFi numbers that were not accepted", built.defiWarnings),
    render("index-values", "Fear & Greed values that were not accepted", built.indexWarnings),
  ];
}

/**
 * Compares the largest listing of each venue in a quote with a rate, by code alone: a price of
 * another coin is just wrong here.
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

function render(id: string, what: string, suspect: readonly string[]): Warning {
  if (suspect.length === 0) return { id, message: `${what}: none.`, warning: false };
  const rest = suspect.length > NAMED ? `; and ${suspect.length - NAMED} more` : "";
  const message = `${what}: ${suspect.length} (${suspect.slice(0, NAMED).join("; ")}${rest}).`;
  return { id, message, warning: true };
}
