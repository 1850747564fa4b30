import { isNear } from "../../../lib/stats.ts";
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
  /** The same by every list whose price is near the published one. */
  atPrice: readonly number[];
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
 * published one, in USD. Where it jumped, the last supply may be in another unit, see `changeUnit`.
 */
export function validateSupply(
  reference: ReferenceCoin,
  price: number | null,
  evidence: SupplyEvidence,
  now: number,
): ValidatedSupply {
  const { remembered } = evidence;
  if (remembered?.priced === undefined || price === null) return judgeClaim(reference, price, evidence, now);
  const { circulating, priced } = remembered;
  if (isNear(price, priced.priceUsd, SUPPLY_RULES.otherUnit)) return judgeClaim(reference, price, evidence, now);
  return now - priced.timeMs <= SUPPLY_RULES.otherUnitMs
    ? changeUnit(reference, price, evidence, { circulating, priceUsd: priced.priceUsd }, now)
    : judgeClaim(reference, price, { ...evidence, remembered: null }, now);
}

function judgeClaim(
  reference: ReferenceCoin,
  price: number | null,
  evidence: SupplyEvidence,
  now: number,
): ValidatedSupply {
  const { remembered } = evidence;
  const { circulatingSupply: claim, priceUsd, marketCapUsd } = reference;
  const usable = priceUsd !== null && (price === null || isSamePrice(price, priceUsd)) ? priceUsd : price;
  const stated = claim ?? (priceUsd !== null && marketCapUsd !== null ? marketCapUsd / priceUsd : null);
  const warning = stated === null ? null : findSupplyWarning(stated, reference, usable, evidence);
  const isHeld =
    remembered !== null && (stated === null || (warning !== null && now - remembered.timeMs <= SUPPLY_RULES.heldMs));
  const circulating = isHeld ? remembered.circulating : warning === null ? claim : null;
  // A row with a wrong supply is in another unit or of another coin: its other supplies are not
  // used either, even where the last circulating supply is held.
  const keep = (supply: number | null): number | null =>
    warning === null ? keepTotal(supply, circulating, usable, evidence) : null;
  const isDue =
    remembered === null || now - remembered.timeMs >= SUPPLY_RULES.anchorMs || isSupported(claim, evidence.others);
  const compared =
    warning === null && claim !== null && isDue ? { ...remembered, circulating: claim, timeMs: now } : remembered;
  return {
    circulating,
    total: keep(reference.totalSupply),
    max: keep(reference.maxSupply),
    maxMarketCapUsd: evidence.maxMarketCapUsd,
    timeMs: circulating === null ? null : isHeld ? remembered.timeMs : now,
    unitSinceMs: remembered?.redenominatedMs ?? null,
    warning: warning === null ? null : `${reference.id}: ${warning}`,
    memory: compared === null || price === null ? compared : { ...compared, priced: { priceUsd: price, timeMs: now } },
  };
}

/**
 * The supply after a price that no market reaches from one build to the next: in a redenomination
 * the supply moves as much, the other way. Lists follow it on different days, some with the price
 * first. So a supply counts that keeps the market cap, of any list, while none with the new price
 * states the old one. Until then it is unknown: the old one would make a market cap that is wrong
 * by the same factor.
 */
function changeUnit(
  reference: ReferenceCoin,
  price: number,
  evidence: SupplyEvidence,
  before: { circulating: number; priceUsd: number },
  now: number,
): ValidatedSupply {
  const { remembered, atPrice, maxMarketCapUsd } = evidence;
  const claims = [...(reference.circulatingSupply === null ? [] : [reference.circulatingSupply]), ...atPrice];
  const capUsd = before.circulating * before.priceUsd;
  const found = isSupported(before.circulating, atPrice)
    ? undefined
    : claims.find((supply) => isNear(supply * price, capUsd, 1 + DISPUTE_RULES.sameCap));
  if (found === undefined) {
    const warning = `${reference.id}: no supply fits a price of ${render(price)} USD, after ${render(before.priceUsd)}`;
    const nothing = { circulating: null, total: null, max: null, timeMs: null };
    return { ...nothing, unitSinceMs: now, maxMarketCapUsd, warning, memory: remembered };
  }
  const keep = (supply: number | null) => keepTotal(supply, found, price, evidence);
  return {
    circulating: found,
    total: keep(reference.totalSupply),
    max: keep(reference.maxSupply),
    timeMs: now,
    unitSinceMs: now,
    maxMarketCapUsd,
    warning: null,
    memory: { circulating: found, timeMs: now, priced: { priceUsd: price, timeMs: now }, redenominatedMs: now },
  };
}

function findSupplyWarning(
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
}): (coin: ReferenceCoin, price: number | null) => SupplyEvidence {
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
  const [whole, second] = wholes;
  const fits = whole !== undefined && add(caps.slice(SUPPLY_RULES.largest)) <= SUPPLY_RULES.partsSlack * whole;
  // One total alone may be the wrong number.
  const agree = whole !== undefined && second !== undefined && isNear(whole, second, SUPPLY_RULES.near);
  const needsSupport = agree && !fits;
  return (coin, price) => {
    const others = parts - capOf(coin);
    const bounds = [
      ...(whole !== undefined && fits ? [whole] : []),
      ...(coins.length >= SUPPLY_RULES.enoughCoins && others > 0 ? [SUPPLY_RULES.mostOfOthers * others] : []),
    ];
    return {
      remembered: input.rememberedSupply(coin.id),
      others: (rows.get(coin.id) ?? []).flatMap((row) => readOtherSupply(row, coin)),
      atPrice: (rows.get(coin.id) ?? []).flatMap((row) => (row.symbol === coin.symbol ? readSupply(row, price) : [])),
      maxMarketCapUsd: bounds.length === 0 ? null : Math.min(...bounds),
      needsSupport,
    };
  };
}

/** Not of another coin under the same id (another ticker or price), and not the row itself. */
function readOtherSupply(row: ReferenceCoin, coin: ReferenceCoin): number[] {
  if (row.symbol !== coin.symbol) return [];
  if (row.circulatingSupply === coin.circulatingSupply && row.updatedAtMs === coin.updatedAtMs) return [];
  return readSupply(row, coin.priceUsd);
}

/** Of a row near this price: what it states, or its market cap over its price. */
function readSupply({ priceUsd, circulatingSupply, marketCapUsd }: ReferenceCoin, price: number | null): number[] {
  if (price === null || priceUsd === null || !isSamePrice(priceUsd, price)) return [];
  if (circulatingSupply !== null) return [circulatingSupply];
  return marketCapUsd === null ? [] : [marketCapUsd / priceUsd];
}
