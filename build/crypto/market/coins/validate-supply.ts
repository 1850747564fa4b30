import { groupBy } from "../../../lib/collections.ts";
import { addUp, isNear } from "../../../lib/stats.ts";
import type { Dataset, ReferenceCoin, ReferenceGlobal } from "../../normalise/record.ts";
import { isSamePrice } from "../aggregate/price-change.ts";
import type { RememberedSupply } from "../identity/identity-registry.ts";
import { SUPPLY_RULES } from "../rules/coins.ts";
import { DISPUTE_RULES } from "../rules/price.ts";

/** Other evidence of a coin's supply than its reference's claim. */
export interface SupplyEvidence {
  remembered: RememberedSupply | null;
  /** The supply by other references: stated, or their market cap over their price. */
  others: readonly number[];
  /** Upper bound of a market cap in USD; `null` where unknown. */
  maxMarketCapUsd: number | null;
  /** The market caps together contradict every total: a supply needs support to be accepted. */
  needsSupport: boolean;
}

export interface ValidatedSupply {
  circulating: number | null;
  total: number | null;
  max: number | null;
  /** Time of the circulating supply: now, or earlier for a held one. */
  timeMs: number | null;
  /** Earlier prices are in another unit, or may be; `null`: all are in the present one. */
  unitSinceMs: number | null;
  maxMarketCapUsd: number | null;
  warning: string | null;
  memory: RememberedSupply | null;
}

/**
 * A claim needs the last supply or another reference within `near`, or no contradiction by its own
 * market cap, other references and the whole market. Otherwise the last supply is held for a
 * limited time and then unknown. Total and maximum supply are unknown meanwhile. `price`: the
 * published one, in USD. After it jumped, the coin may have been redenominated: the last supply is
 * not held, because it may be in another unit than the price.
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
  const stated = claim ?? (priceUsd !== null && marketCapUsd !== null ? marketCapUsd / priceUsd : null);
  const warning =
    stated === null ? null : findSupplyWarning(stated, reference, { price: usable, published: price }, evidence, now);
  const isOtherUnit = (stated === null || warning !== null) && findJump(remembered, price, now) !== null;
  const isHeld =
    remembered !== null &&
    !isOtherUnit &&
    (stated === null || (warning !== null && now - remembered.timeMs <= SUPPLY_RULES.heldMs));
  const circulating = isHeld ? remembered.circulating : warning === null ? claim : null;
  // A row with a wrong supply is in another unit or of another coin: its other supplies are not
  // used either, even where the last circulating supply is held.
  const keep = (supply: number | null): number | null =>
    warning === null ? keepTotal(supply, circulating, usable, evidence) : null;
  const memory = remember(warning === null ? claim : null, price, evidence, now);
  return {
    circulating,
    total: keep(reference.totalSupply),
    max: keep(reference.maxSupply),
    maxMarketCapUsd: evidence.maxMarketCapUsd,
    timeMs: circulating === null ? null : isHeld ? remembered.timeMs : now,
    unitSinceMs: isOtherUnit ? now : (memory?.redenominatedMs ?? null),
    warning: warning === null ? null : `${reference.id}: ${warning}`,
    memory,
  };
}

/** What the next build compares with. `accepted`: the claim; `null` without one. */
function remember(
  accepted: number | null,
  price: number | null,
  { remembered, others }: SupplyEvidence,
  now: number,
): RememberedSupply | null {
  const jump = findJump(remembered, price, now);
  const isNewUnit = accepted !== null && jump?.isOtherSupply(accepted) === true;
  // Lists may follow a redenomination with the price first, and days later with the supply.
  const isRealMove = accepted !== null && jump !== null && now - jump.sinceMs >= SUPPLY_RULES.otherUnitMs;
  if (remembered !== null && jump !== null && !isNewUnit && !isRealMove) {
    return { ...remembered, jumpedMs: jump.sinceMs };
  }
  const isDue =
    remembered === null ||
    jump !== null ||
    now - remembered.timeMs >= SUPPLY_RULES.anchorMs ||
    isSupported(accepted, others);
  const compared = accepted !== null && isDue ? { ...remembered, circulating: accepted, timeMs: now } : remembered;
  if (compared === null || price === null) return compared;
  const { jumpedMs: _, ...kept } = compared;
  return { ...kept, priced: { priceUsd: price, timeMs: now }, ...(isNewUnit && { redenominatedMs: now }) };
}

/** A price that is far from the last one that made a market cap with the remembered supply. */
interface Jump {
  /** When the price was first that far off. */
  sinceMs: number;
  /** Whether this supply keeps the market cap within a factor. */
  keepsCap(supply: number, factor: number): boolean;
  /** Whether this supply differs too much to be the remembered one by another definition. */
  isOtherSupply(supply: number): boolean;
}

/** A price that jumped has to come well back: at the limit, a jump would come and go. */
function findJump(remembered: RememberedSupply | null, price: number | null, now: number): Jump | null {
  if (remembered?.priced === undefined || price === null) return null;
  const { circulating, priced, jumpedMs } = remembered;
  const least = jumpedMs === undefined ? SUPPLY_RULES.otherUnit : SUPPLY_RULES.far;
  if (isNear(price, priced.priceUsd, least)) return null;
  return {
    sinceMs: jumpedMs ?? now,
    keepsCap: (supply, factor) => isNear(supply * price, circulating * priced.priceUsd, factor),
    isOtherSupply: (supply) => !isNear(supply, circulating, SUPPLY_RULES.far),
  };
}

/**
 * Why the supply cannot be that of a price which jumped; `null`: it is; `undefined`: nothing is
 * decided.
 */
function judgeJump(
  supply: number,
  { priceUsd }: ReferenceCoin,
  price: number | null,
  { remembered, others }: SupplyEvidence,
  now: number,
): string | null | undefined {
  const jump = findJump(remembered, price, now);
  if (jump === null || price === null) return undefined;
  const isSameSupply = (other: number) => isNear(other, supply, SUPPLY_RULES.far);
  const isAgreed = others.every(isSameSupply);
  const keepsCap = (one: number) => jump.keepsCap(one, 1 + DISPUTE_RULES.sameCap);
  if (keepsCap(supply) && isAgreed) return null;
  // A row that lags behind the jump has the unit of before.
  const lags = priceUsd !== null && !isNear(priceUsd, price, SUPPLY_RULES.otherUnit);
  const doubtedMs = isAgreed && others.length > 0 ? SUPPLY_RULES.confirmedMs : SUPPLY_RULES.otherUnitMs;
  if (now - jump.sinceMs >= doubtedMs && !lags && !others.some(keepsCap)) {
    const isNewUnit = jump.isOtherSupply(supply) && jump.keepsCap(supply, SUPPLY_RULES.far);
    return isNewUnit && isAgreed ? null : undefined;
  }
  return `a supply of ${render(supply)}, while the price jumped to ${render(price)} USD`;
}

function findSupplyWarning(
  supply: number,
  reference: ReferenceCoin,
  { price, published }: { price: number | null; published: number | null },
  evidence: SupplyEvidence,
  now: number,
): string | null {
  const { priceUsd, marketCapUsd } = reference;
  const { remembered, others, maxMarketCapUsd, needsSupport } = evidence;
  const capUsd = price === null ? null : supply * price;
  if (capUsd !== null && maxMarketCapUsd !== null && capUsd > maxMarketCapUsd) {
    return `a supply of ${render(supply)} makes ${render(capUsd)} USD, more than the market`;
  }
  const judged = judgeJump(supply, reference, published, evidence, now);
  if (judged !== undefined) return judged;
  const isNewUnit = now - (remembered?.redenominatedMs ?? Number.NEGATIVE_INFINITY) <= SUPPLY_RULES.otherUnitMs;
  // Lists that redenominate before the exchanges have the new supply beside the old price.
  const leads =
    remembered !== null &&
    published !== null &&
    priceUsd !== null &&
    !isNear(priceUsd, published, SUPPLY_RULES.otherUnit);
  if (isSupported(supply, others) && !isNewUnit && !leads) return null;
  if (remembered !== null) {
    if (isNear(supply, remembered.circulating, SUPPLY_RULES.near)) return null;
    return `a supply of ${render(supply)}, after ${render(remembered.circulating)}`;
  }
  const other = others.find((one) => !isNear(supply, one, SUPPLY_RULES.far));
  if (other !== undefined) return `a supply of ${render(supply)}, another reference reports ${render(other)}`;
  if (priceUsd !== null && marketCapUsd !== null && !isNear(supply * priceUsd, marketCapUsd, SUPPLY_RULES.sameRow)) {
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
  return ratio >= SUPPLY_RULES.leastTotal && ratio <= SUPPLY_RULES.mostTotal && !isTooMuch ? supply : null;
}

function isSupported(supply: number | null, others: readonly number[]): boolean {
  return supply !== null && others.some((other) => isNear(supply, other, SUPPLY_RULES.near));
}

function render(amount: number): string {
  return String(Number(amount.toPrecision(4)));
}

/** What other lists, earlier builds and the market total say of the supply of each coin. */
export function collectSupplyEvidence(input: {
  coins: readonly ReferenceCoin[];
  datasets: readonly Dataset<"coin">[];
  totals: readonly ReferenceGlobal[];
  rememberedSupply(coinId: string): RememberedSupply | null;
}): (coin: ReferenceCoin) => SupplyEvidence {
  const { coins, totals } = input;
  const rows = groupBy(
    input.datasets.flatMap(({ records, stale }) => (stale ? [] : records)),
    ({ id }) => id,
  );
  const capOf = (coin: ReferenceCoin) => coin.marketCapUsd ?? 0;
  const caps = coins.map(capOf).sort((a, b) => b - a);
  const parts = addUp(caps);
  const wholes = totals.map(({ totalMarketCapUsd }) => totalMarketCapUsd).sort((a, b) => b - a);
  const [whole, second] = wholes;
  const fits = whole !== undefined && addUp(caps.slice(SUPPLY_RULES.largest)) <= SUPPLY_RULES.partsSlack * whole;
  // One total alone may be the wrong number.
  const agree = whole !== undefined && second !== undefined && isNear(whole, second, SUPPLY_RULES.near);
  const needsSupport = agree && !fits;
  return (coin) => {
    const others = parts - capOf(coin);
    const bounds = [
      ...(whole !== undefined && fits ? [whole] : []),
      ...(coins.length >= SUPPLY_RULES.enoughCoins && others > 0 ? [SUPPLY_RULES.mostOfOthers * others] : []),
    ];
    return {
      remembered: input.rememberedSupply(coin.id),
      others: (rows.get(coin.id) ?? []).flatMap((row) => readSupply(row, coin)),
      maxMarketCapUsd: bounds.length === 0 ? null : Math.min(...bounds),
      needsSupport,
    };
  };
}

/** Not of another coin under the same id (another ticker or price), and not the row itself. */
function readSupply(row: ReferenceCoin, coin: ReferenceCoin): number[] {
  if (row.symbol !== coin.symbol || row.priceUsd === null || coin.priceUsd === null) return [];
  if (row.circulatingSupply === coin.circulatingSupply && row.updatedAtMs === coin.updatedAtMs) return [];
  if (!isSamePrice(row.priceUsd, coin.priceUsd)) return [];
  if (row.circulatingSupply !== null) return [row.circulatingSupply];
  return row.marketCapUsd === null ? [] : [row.marketCapUsd / row.priceUsd];
}
