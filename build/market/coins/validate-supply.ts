import { isNear } from "../../lib/numbers.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { Dataset, ReferenceCoin, ReferenceGlobal } from "../../normalise/record.ts";
import { isSamePrice } from "./coin-change.ts";

/** A circulating supply that was believed, and when. */
export interface RememberedSupply {
  circulating: number;
  timeMs: number;
}

/** What is known of a coin's supply besides its reference's own claim. */
export interface SupplyEvidence {
  remembered: RememberedSupply | null;
  /** The supply by other references: told, or their market cap over their price. */
  others: readonly number[];
  /** No coin is worth more than this, in USD; `null` where nothing tells. */
  maxMarketCapUsd: number | null;
  /**
   * The references' market caps together contradict every total: a supply needs support to be
   * believed.
   */
  needsSupport: boolean;
}

export interface ValidatedSupply {
  circulating: number | null;
  total: number | null;
  max: number | null;
  /** When the circulating supply was told: now, or earlier where the last one is held. */
  timeMs: number | null;
  /** Of the evidence. */
  maxMarketCapUsd: number | null;
  /** Why a claim is not believed. */
  doubt: string | null;
  /** For the next build. */
  memory: RememberedSupply | null;
}

/**
 * Supplies grow by less in a month, and two references differ by less: of 90 coins in recorded
 * lists two exceed it.
 */
const NEAR = 1.5;
/**
 * References that define circulation differently differ by up to 4.4 in recorded lists; an error
 * of units is larger.
 */
const FAR = 5;
/** Market cap over price times supply of one row: within 2 % in 500 recorded rows. */
const SAME_ROW = 2;
/**
 * Total or maximum over circulating supply: from 0.59 to 76 in recorded lists, except for one
 * coin with a wrong total.
 */
const LEAST_TOTAL = 0.5;
const MOST_TOTAL = 200;
/**
 * What a supply is compared with follows the claims after so long, so that they cannot drift away
 * in small steps.
 */
const ANCHOR_MS = 30 * DAY_MS;
/** A supply that its reference contradicts is held for so long. */
const HELD_MS = 60 * DAY_MS;

/**
 * The supplies of a coin, as far as they can be believed. A claim needs the last supply or
 * another reference within a factor of 1.5, or that nothing contradicts it: its own market cap,
 * other references, the whole market. What is not believed is held at the last supply for 60
 * days; without one it is unknown, and no market cap follows from it. Its total and maximum are
 * unknown meanwhile.
 */
export function validateSupply(
  reference: ReferenceCoin,
  price: number | null,
  evidence: SupplyEvidence,
  now: number,
): ValidatedSupply {
  const { remembered } = evidence;
  const { circulatingSupply: claim, priceUsd, marketCapUsd } = reference;
  const usable = priceUsd !== null && (price === null || isSamePrice(price, priceUsd)) ? priceUsd : price;
  const told = claim ?? (priceUsd !== null && marketCapUsd !== null ? marketCapUsd / priceUsd : null);
  const doubt = told === null ? null : findDoubt(told, reference, usable, evidence);
  const isHeld = remembered !== null && (told === null || (doubt !== null && now - remembered.timeMs <= HELD_MS));
  const circulating = isHeld ? remembered.circulating : doubt === null ? claim : null;
  // A row that is wrong about the one is in another unit, or of another coin: it says nothing
  // about the other supplies either, also where the last circulating supply is held.
  const keep = (supply: number | null): number | null =>
    doubt === null ? keepTotal(supply, circulating, usable, evidence) : null;
  const isDue = remembered === null || now - remembered.timeMs >= ANCHOR_MS || isSupported(claim, evidence.others);
  return {
    circulating,
    total: keep(reference.totalSupply),
    max: keep(reference.maxSupply),
    maxMarketCapUsd: evidence.maxMarketCapUsd,
    timeMs: circulating === null ? null : isHeld ? remembered.timeMs : now,
    doubt: doubt === null ? null : `${reference.id}: ${doubt}`,
    memory: doubt === null && claim !== null && isDue ? { circulating: claim, timeMs: now } : remembered,
  };
}

function findDoubt(
  supply: number,
  { priceUsd, marketCapUsd }: ReferenceCoin,
  price: number | null,
  { remembered, others, maxMarketCapUsd, needsSupport }: SupplyEvidence,
): string | null {
  const capUsd = price === null ? null : supply * price;
  if (capUsd !== null && maxMarketCapUsd !== null && capUsd > maxMarketCapUsd) {
    return `a supply of ${render(supply)} makes ${render(capUsd)} USD, more than the market`;
  }
  if (isSupported(supply, others)) return null;
  if (remembered !== null) {
    if (isNear(supply, remembered.circulating, NEAR)) return null;
    return `a supply of ${render(supply)}, after ${render(remembered.circulating)}`;
  }
  const other = others.find((one) => !isNear(supply, one, FAR));
  if (other !== undefined) return `a supply of ${render(supply)}, another reference says ${render(other)}`;
  if (priceUsd !== null && marketCapUsd !== null && !isNear(supply * priceUsd, marketCapUsd, SAME_ROW)) {
    return `a supply of ${render(supply)}, and a market cap of ${render(marketCapUsd)} USD`;
  }
  return needsSupport ? `a supply of ${render(supply)}, in a list that contradicts the market's total` : null;
}

function keepTotal(
  supply: number | null,
  circulating: number | null,
  price: number | null,
  { maxMarketCapUsd }: SupplyEvidence,
): number | null {
  if (supply === null) return null;
  const ratio = circulating === null ? 1 : supply / circulating;
  const isTooMuch = price !== null && maxMarketCapUsd !== null && supply * price > maxMarketCapUsd;
  return ratio >= LEAST_TOTAL && ratio <= MOST_TOTAL && !isTooMuch ? supply : null;
}

function isSupported(supply: number | null, others: readonly number[]): boolean {
  return supply !== null && others.some((other) => isNear(supply, other, NEAR));
}

function render(amount: number): string {
  return String(Number(amount.toPrecision(4)));
}

/**
 * Without its two largest coins the market is less than half of its total. Where they exceed it,
 * one of the two is in another unit.
 */
const LARGEST = 2;
const PARTS_SLACK = 1.25;
/**
 * With so many coins no single one is worth more than three times all others together: Bitcoin is
 * 1.5 times.
 */
const ENOUGH_COINS = 10;
const MOST_OF_OTHERS = 3;

/** What is known of each coin's supply from the other lists, the totals and the last build. */
export function collectSupplyEvidence(input: {
  coins: readonly ReferenceCoin[];
  datasets: readonly Dataset<"coin">[];
  totals: readonly ReferenceGlobal[];
  rememberedSupply(coinId: string): RememberedSupply | null;
}): (coin: ReferenceCoin) => SupplyEvidence {
  const { coins, totals } = input;
  const rows = new Map<string, ReferenceCoin[]>();
  for (const { records, stale } of input.datasets) {
    if (stale) continue;
    for (const row of records) rows.set(row.id, [...(rows.get(row.id) ?? []), row]);
  }
  const capOf = (coin: ReferenceCoin) => coin.marketCapUsd ?? 0;
  const add = (caps: readonly number[]) => caps.reduce((sum, cap) => sum + cap, 0);
  const caps = coins.map(capOf).sort((a, b) => b - a);
  const parts = add(caps);
  const wholes = totals.map(({ totalMarketCapUsd }) => totalMarketCapUsd).sort((a, b) => b - a);
  const whole = wholes[0];
  const fits = whole !== undefined && add(caps.slice(LARGEST)) <= PARTS_SLACK * whole;
  // One total alone may be the wrong number.
  const needsSupport = wholes[1] !== undefined && !fits && isNear(wholes[0]!, wholes[1], NEAR);
  return (coin) => {
    const others = parts - capOf(coin);
    const bounds = [
      ...(whole !== undefined && fits ? [whole] : []),
      ...(coins.length >= ENOUGH_COINS && others > 0 ? [MOST_OF_OTHERS * others] : []),
    ];
    return {
      remembered: input.rememberedSupply(coin.id),
      others: (rows.get(coin.id) ?? []).flatMap((row) => readSupply(row, coin)),
      maxMarketCapUsd: bounds.length === 0 ? null : Math.min(...bounds),
      needsSupport,
    };
  };
}

/**
 * Another ticker, or another price, under the same id is another coin; the row itself is no
 * evidence.
 */
function readSupply(row: ReferenceCoin, coin: ReferenceCoin): number[] {
  if (row.symbol !== coin.symbol || row.priceUsd === null || coin.priceUsd === null) return [];
  if (row.circulatingSupply === coin.circulatingSupply && row.updatedAtMs === coin.updatedAtMs) return [];
  if (!isSamePrice(row.priceUsd, coin.priceUsd)) return [];
  if (row.circulatingSupply !== null) return [row.circulatingSupply];
  return row.marketCapUsd === null ? [] : [row.marketCapUsd / row.priceUsd];
}
