import { isNear, keepFinite, percentageChange } from "../../../lib/stats.ts";
import { CHANGE_WINDOW_MS, type ChangeWindow, type LongWindow } from "../../normalise/change-window.ts";
import { isStablecoin, isWrapped } from "../../normalise/coin-class.ts";
import {
  type CoinDetail,
  type Dataset,
  NO_PRICE,
  type ReferenceCoin,
  type ReferenceGlobal,
} from "../../normalise/record.ts";
import { computeChanges, isSamePrice, type PastKnowledge } from "../aggregate/price-change.ts";
import { noteSupply, type OpenRegistry, type RememberedSupply, recallDetail } from "../identity/identity-registry.ts";
import type { Extreme, MarketCoin } from "../model/market.ts";
import { type ChosenPrice, choosePrice, type ReferencePrice } from "../price/choose-price.ts";
import type { CoinPrice } from "../price/coin-price.ts";
import type { PricedCoins } from "../price/price-coins.ts";
import type { ReferencePrices } from "../price/reference-price.ts";
import { CAP_RULES, SUPPLY_RULES } from "../rules/coins.ts";
import { CHANGE_RULES, REFERENCE_RULES } from "../rules/price.ts";
import type { MergedReference } from "./merge-reference.ts";
import { collectExtremes, type PastDays, type StatedExtremes, validateExtremes } from "./validate-extremes.ts";
import { validateRow } from "./validate-row.ts";
import { collectSupplyEvidence, type ValidatedSupply, validateSupply } from "./validate-supply.ts";

interface CoinsInput {
  now: number;
  reference: MergedReference;
  /** The lists of the sources, with the ids of this site. */
  stated: readonly Dataset<"coin">[];
  /** The same without the prices of lists that are off the market. */
  lists: readonly Dataset<"coin">[];
  totals: readonly ReferenceGlobal[];
  details: ReadonlyMap<string, CoinDetail>;
  registry: OpenRegistry;
  referencePrices: ReferencePrices;
  priced: PricedCoins;
  keys: ReadonlyMap<string, string>;
  memory: {
    global?: { record: ReferenceGlobal } | undefined;
    supplies?: Readonly<Record<string, RememberedSupply>> | undefined;
  } | null;
  cadenceOf(source: string, feed: string): number;
  samplesOf(coinId: string): readonly (readonly [number, number])[];
  priceBefore(coinId: string, window: LongWindow): number | null;
  daysOf(coinId: string): PastDays | null;
}

/** Every covered coin, by market cap. */
export function buildCoins(input: CoinsInput) {
  const { now, reference, registry, memory, priced } = input;
  const base = reference.used[0];
  const maxReferenceAgeMs =
    base === undefined ? 0 : REFERENCE_RULES.staleCadences * input.cadenceOf(base.source, base.feed);
  const supplyOf = collectSupplyEvidence({
    coins: reference.coins,
    datasets: input.stated,
    totals: [...input.totals, ...(memory?.global ? [memory.global.record] : [])],
    rememberedSupply: (id) => memory?.supplies?.[id] ?? null,
  });
  const extremesOf = collectExtremes(input.lists);
  /** For the next build: coin id → the supply that claims are compared with. */
  const supplies = keepSupplies(memory?.supplies ?? {}, now);
  const supplyWarnings: string[] = [];
  const coins = reference.coins.map((coin) => {
    const { id } = coin;
    const own = priced.prices.get(id);
    const key = input.keys.get(id);
    if (own === undefined || key === undefined) throw new Error(`${id} has neither price nor key`);
    const listed: ReferencePrice = {
      reference: coin,
      referenceSource: reference.laidOver.get(id) ?? base?.source ?? "",
      referenceStale: reference.stale.has(id),
      maxReferenceAgeMs,
      otherPrices: input.referencePrices.others(coin),
      samples: input.samplesOf(id),
      now,
    };
    const chosen = choosePrice(own, listed);
    const supply = validateSupply(coin, chosen.price, supplyOf(coin), now);
    if (supply.memory !== null) supplies[id] = supply.memory;
    if (supply.warning !== null) supplyWarnings.push(supply.warning);
    else noteSupply(registry, { id, circulatingSupply: supply.circulating }, reference.supplyTimes.get(id));
    return buildCoin({
      ...listed,
      chosen,
      supply,
      own,
      key,
      detail: input.details.get(id) ?? recallDetail(registry, id),
      provisional: reference.provisional.has(id),
      supplyTimeMs: reference.supplyTimes.get(id) ?? null,
      priceBefore: (window) => input.priceBefore(id, window),
      days: input.daysOf(id),
      otherExtremes: extremesOf(coin),
    });
  });
  return { coins: rankCoins(coins), supplies, supplyWarnings };
}

/** Also of coins that no list has for some days: a build without a row must not forget them. */
function keepSupplies(remembered: Readonly<Record<string, RememberedSupply>>, now: number) {
  return Object.fromEntries(
    Object.entries(remembered).filter(
      ([, { priced, timeMs }]) => now - (priced?.timeMs ?? timeMs) <= SUPPLY_RULES.absentMs,
    ),
  );
}

export interface CoinInput extends PastKnowledge, ReferencePrice {
  own: CoinPrice;
  /** The published price, see `choosePrice`. */
  chosen: ChosenPrice;
  key: string;
  detail: CoinDetail | null;
  provisional: boolean;
  /** When the reference's circulating supply was stated. */
  supplyTimeMs: number | null;
  supply: ValidatedSupply;
  /** Own daily prices; `null`: none. */
  days: PastDays | null;
  /** What other lists state. */
  otherExtremes: StatedExtremes;
}

/**
 * One coin from its own price and its reference: an own price decides everything that follows from
 * a price. The rank is set once all coins are known.
 */
export function buildCoin(input: CoinInput): MarketCoin {
  const { own, key, detail, now } = input;
  const { from, ...chosen } = input.chosen;
  const { price, priceSource, priceTimeMs } = chosen;
  const stated = validateExtremes(input.reference, {
    priceUsd: price ?? input.reference.priceUsd,
    circulatingSupply: input.supply.circulating,
    days: input.days,
    others: input.otherExtremes,
  });
  const reference = replaceSupply(validateRow(stated, input), input.supply);
  const follows = forgetOtherUnit(
    from !== "row" && price !== null
      ? followOwnPrice(price, priceTimeMs, { ...input, reference })
      : // Numbers computed from a refused price are refused too.
        followReference(price === null ? NO_PRICE : reference),
    input,
  );
  const extremes = { price, timeMs: priceTimeMs, isOwn: from === "own" };
  const sparkline = leadsTo(reference, price, now) ? reference.sparklineUsd : [];
  return {
    id: reference.id,
    symbol: reference.symbol,
    name: reference.name,
    key,
    image: reference.image,
    rank: null,
    provisional: input.provisional,
    ...chosen,
    exchanges: priceSource === "aggregated" ? own.exchanges : 0,
    ...follows,
    // The same for every source of the price, so that a change of source does not move it.
    fullyDilutedValuation: multiply(price, reference.totalSupply ?? reference.maxSupply),
    circulatingSupply: reference.circulatingSupply,
    supplyTimeMs: findSupplyTime(reference, input),
    totalSupply: reference.totalSupply,
    maxSupply: reference.maxSupply,
    ath: moveExtreme(reference.athUsd, reference.athTimeMs, extremes, (now, known) => now > known),
    atl: moveExtreme(reference.atlUsd, reference.atlTimeMs, extremes, (now, known) => now < known),
    detail,
    sparkline,
    sparklineEndMs: sparkline.length > 0 ? reference.updatedAtMs : null,
    stablecoin: isStablecoin(reference.id, detail),
    wrapped: isWrapped(reference.id, reference.name),
  };
}

/** When the published supply was stated: it may be an earlier one than the reference's. */
function findSupplyTime({ circulatingSupply }: ReferenceCoin, { reference, supply, supplyTimeMs }: CoinInput) {
  if (circulatingSupply === null) return null;
  return circulatingSupply === reference.circulatingSupply ? supplyTimeMs : supply.timeMs;
}

/** The row with the validated supplies, and with the market cap that agrees with them. */
function replaceSupply(
  row: ReferenceCoin,
  { circulating, total, max, warning, maxMarketCapUsd }: ValidatedSupply,
): ReferenceCoin {
  const { priceUsd, marketCapUsd } = row;
  const computed = multiply(priceUsd, circulating);
  const keepStated = (): number | null => {
    if (marketCapUsd === null || (maxMarketCapUsd !== null && marketCapUsd > maxMarketCapUsd)) return computed;
    if (computed === null) return warning === null ? marketCapUsd : null;
    return isNear(marketCapUsd, computed, CAP_RULES.marketCapFactor) ? marketCapUsd : computed;
  };
  return {
    ...row,
    circulatingSupply: circulating,
    totalSupply: total,
    maxSupply: max,
    marketCapUsd: keepStated(),
  };
}

/** Hourly prices that end away from a price of their time belong to another one. */
function leadsTo({ sparklineUsd, updatedAtMs }: ReferenceCoin, price: number | null, now: number): boolean {
  const last = sparklineUsd.at(-1);
  if (last === undefined || price === null || updatedAtMs === null) return true;
  return now - updatedAtMs > CAP_RULES.sparklineAgeMs || isSamePrice(price, last);
}

type Follows = Pick<MarketCoin, "marketCap" | "volume" | "high24h" | "low24h" | "change24h" | "changePercentage">;

function followOwnPrice(price: number, timeMs: number | null, input: CoinInput): Follows {
  const { reference, own, now } = input;
  // A trade may be some minutes old, but a fresh price is the price of now.
  const observedMs = own.fresh ? now : (timeMs ?? now);
  // The change of our own last price is not that of another list's price.
  const changePercentage24h = input.chosen.from === "own" ? own.changePercentage24h : null;
  const changePercentage = computeChanges({ price, timeMs: observedMs, changePercentage24h }, reference, input);
  const sameReference = reference.priceUsd === null || isSamePrice(price, reference.priceUsd);
  return {
    marketCap: multiply(price, reference.circulatingSupply),
    // The venues of a held price may all have failed.
    volume: own.fresh ? own.volumeUsd : (own.volumeUsd ?? reference.volumeUsd),
    high24h: reference.high24hUsd === null || !sameReference ? null : Math.max(reference.high24hUsd, price),
    low24h: reference.low24hUsd === null || !sameReference ? null : Math.min(reference.low24hUsd, price),
    change24h: computeDifference(price, changePercentage["24h"]),
    changePercentage,
  };
}

function followReference(reference: typeof NO_PRICE | ReferenceCoin): Follows {
  return {
    marketCap: reference.marketCapUsd,
    volume: reference.volumeUsd,
    high24h: reference.high24hUsd,
    low24h: reference.low24hUsd,
    // Derived, so that the two never contradict each other.
    change24h: computeDifference(reference.priceUsd, reference.changePercentage24h) ?? reference.change24hUsd,
    changePercentage: {
      "1h": reference.changePercentage1h,
      "24h": reference.changePercentage24h,
      "7d": reference.changePercentage7d,
      "30d": reference.changePercentage30d,
      "1y": reference.changePercentage1y,
    },
  };
}

/** A change from a price in another unit is wrong: our own, and that of a list. */
function forgetOtherUnit(follows: Follows, { supply: { unitSinceMs }, now }: CoinInput): Follows {
  if (unitSinceMs === null) return follows;
  const isKnown = (window: ChangeWindow) => now - CHANGE_WINDOW_MS[window] - CHANGE_RULES.widestGapMs > unitSinceMs;
  const { changePercentage: before } = follows;
  const keep = (window: ChangeWindow) => (isKnown(window) ? before[window] : null);
  const changePercentage = {
    "1h": keep("1h"),
    "24h": keep("24h"),
    "7d": keep("7d"),
    "30d": keep("30d"),
    "1y": keep("1y"),
  };
  return { ...follows, changePercentage, ...(!isKnown("24h") && { high24h: null, low24h: null, change24h: null }) };
}

function multiply(price: number | null, supply: number | null): number | null {
  const cap = price === null || supply === null ? null : price * supply;
  return cap !== null && cap <= CAP_RULES.maxUsd ? cap : null;
}

function computeDifference(price: number | null, percentage: number | null): number | null {
  if (price === null || percentage === null || percentage <= -100) return null;
  return keepFinite(price - price / (1 + percentage / 100));
}

/** The reference's extreme, or our own price where it passes the extreme. */
function moveExtreme(
  known: number | null,
  knownMs: number | null,
  { price, timeMs, isOwn }: { price: number | null; timeMs: number | null; isOwn: boolean },
  passes: (now: number, known: number) => boolean,
): Extreme {
  if (known === null) return { price: null, timeMs: null, changePercentage: null };
  const passed = isOwn && price !== null && passes(price, known);
  const extreme = passed ? price : known;
  return { price: extreme, timeMs: passed ? timeMs : knownMs, changePercentage: percentageChange(extreme, price) };
}

/** Ranks by market cap. Coins without one follow, unranked, in the order of the reference. */
function rankCoins(coins: readonly MarketCoin[]): MarketCoin[] {
  const ranked = coins
    .filter(({ marketCap }) => marketCap !== null)
    .sort((a, b) => (b.marketCap ?? 0) - (a.marketCap ?? 0) || (a.id < b.id ? -1 : 1))
    .map((coin, index) => ({ ...coin, rank: index + 1 }));
  return [...ranked, ...coins.filter(({ marketCap }) => marketCap === null)];
}
