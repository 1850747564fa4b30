import { isNumber, isText, isTimeMs, objectOf, optional, type ShapeOf } from "../../../lib/shape.ts";
import { addUp, isNear, percentageOf } from "../../../lib/stats.ts";
import type { Dataset, ReferenceGlobal } from "../../normalise/record.ts";
import { RECORD_SHAPES } from "../../normalise/record-shape.ts";
import type { GlobalStatistics, MarketCoin } from "../model/market.ts";
import { GLOBAL_RULES, GUARD_RULES, TOTAL_RULES } from "../rules/totals.ts";
import { type Evidence, moveAnchor, near, renderBillions as render, validateClaim } from "./claim.ts";

/**
 * Totals are the reference's, which counts coins beyond those covered here; otherwise sums over
 * the coins covered, without changes. Shares use our own market caps, so the total is at least the
 * sum of these: an accepted one may be a sixth below. Wrapped coins do not count in the sum, since
 * their value is that of the coin behind them; they have shares like all others.
 */
export function buildGlobal(
  reference: Dataset<"global"> | undefined,
  coins: readonly MarketCoin[],
  markets: number,
  asOfMs: number,
): GlobalStatistics | null {
  const known = reference?.records[0];
  if (known === undefined && coins.length === 0) return null;
  const { traded } = measureCoins(coins);
  const covered = measureCoins(coins.filter(({ wrapped }) => !wrapped)).parts;
  const totalMarketCap = Math.max(known?.totalMarketCapUsd ?? 0, covered);
  return {
    source: known === undefined ? null : (reference?.source ?? null),
    activeCoins: known?.activeCoins ?? coins.length,
    // The reference counts exchanges under this name; these are listings.
    markets,
    totalMarketCap,
    totalVolume: known?.totalVolumeUsd ?? traded,
    marketCapPercentage: computeShares(coins, totalMarketCap),
    marketCapChangePercentage24h: known?.marketCapChangePercentage24h ?? null,
    volumeChangePercentage24h: known?.volumeChangePercentage24h ?? null,
    // A wrong upstream clock must not make a response younger than its arrival.
    updatedAtMs:
      reference === undefined ? asOfMs : Math.min(known?.updatedAtMs ?? reference.fetchedAtMs, reference.fetchedAtMs),
  };
}

/** A ticker means the largest coin that has it. */
function computeShares(coins: readonly MarketCoin[], totalMarketCap: number): Record<string, number> {
  const shares = new Map<string, number>();
  for (const { rank, symbol, marketCap } of coins) {
    const share = rank === null ? null : percentageOf(marketCap, totalMarketCap);
    const name = symbol.toLowerCase();
    if (share !== null && share <= 100 && !shares.has(name)) shares.set(name, share);
    if (shares.size === GLOBAL_RULES.shares) break;
  }
  return Object.fromEntries(shares);
}

/** The totals over the sums of the coins covered, some days ago. */
type TotalsAnchor = ShapeOf<typeof isTotalsAnchor>;
const isTotalsAnchor = objectOf({
  timeMs: isTimeMs,
  coins: isNumber,
  marketCapRatio: isNumber,
  volumeRatio: isNumber,
});

/** The last accepted totals and when they were fetched. */
export type RememberedGlobal = ShapeOf<typeof isRememberedGlobal>;
export const isRememberedGlobal = objectOf({
  source: isText,
  record: RECORD_SHAPES.global,
  timeMs: isTimeMs,
  /** Absent in states of earlier versions. */
  anchor: optional(isTotalsAnchor),
});

/**
 * The first totals, in the given order, that agree with the coins, with the last totals and with
 * the rows of their own source (`lists`, each coin id once); else the last ones, stale; else none.
 */
export function validateGlobal(
  datasets: readonly Dataset<"global">[],
  lists: readonly Dataset<"coin">[],
  coins: readonly MarketCoin[],
  remembered: RememberedGlobal | undefined,
  now: number,
): { dataset: Dataset<"global"> | undefined; warnings: string[]; memory: RememberedGlobal | undefined } {
  const covered = measureCoins(coins);
  const { anchor } = remembered ?? {};
  const isSame = anchor !== undefined && isNear(covered.caps.length, anchor.coins, GUARD_RULES.sameThing);
  const compared = isSame ? anchor : undefined;
  const {
    accepted: found,
    held,
    warnings,
  } = validateClaim({
    claims: datasets.flatMap((dataset) => dataset.records.slice(0, 1).map((record) => ({ dataset, record }))),
    collect: ({ dataset: { source }, record }, before) => {
      const known = { covered, before: before?.record, anchor: compared };
      return [collectMarketCap(record, source, known), collectVolume(record, source, known, lists)];
    },
    memory: remembered,
    heldMs: GLOBAL_RULES.heldMs,
    now,
  });
  if (found !== undefined) {
    const { record } = found;
    const { source, fetchedAtMs: timeMs, stale } = found.dataset;
    const dataset = dropWrongChange(found.dataset, record, coins);
    if (stale && held !== undefined) return { dataset, warnings, memory: held };
    const ratios = measureRatios(record, covered, now);
    // The ratios of other coins say nothing about these, and are replaced at once.
    const moved = ratios === undefined ? anchor : moveAnchor(compared, ratios);
    return { dataset, warnings, memory: { source, record, timeMs, ...(moved && { anchor: moved }) } };
  }
  // The anchor stays: waiting confirms no total.
  if (held === undefined) return { dataset: undefined, warnings, memory: remembered };
  const { source, record, timeMs: fetchedAtMs } = held;
  const dataset: Dataset<"global"> = {
    source,
    feed: "global",
    kind: "global",
    records: [record],
    fetchedAtMs,
    stale: true,
  };
  return { dataset, warnings, memory: held };
}

function measureCoins(coins: readonly MarketCoin[]) {
  const caps = coins.flatMap(({ marketCap }) => marketCap ?? []);
  return { caps, parts: addUp(caps), traded: addUp(coins.flatMap(({ volume }) => volume ?? [])) };
}

type Covered = ReturnType<typeof measureCoins>;

/** What totals are compared with. */
interface KnownTotals {
  covered: Covered;
  /** The last totals. */
  before: ReferenceGlobal | undefined;
  /** Their ratios to the coins, where these are the same. */
  anchor: TotalsAnchor | undefined;
}

function collectMarketCap(
  { totalMarketCapUsd: amount }: ReferenceGlobal,
  source: string,
  { covered: { caps, parts }, before, anchor }: KnownTotals,
): Evidence {
  const covered = `and the ${caps.length} coins covered are ${render(parts)}`;
  const last = before?.totalMarketCapUsd;
  return {
    stated: `${source}: a market of ${render(amount)}`,
    amount,
    limits: [
      { amount: parts, least: 1 / GUARD_RULES.far, reason: covered },
      { amount: caps.reduce((largest, cap) => Math.max(largest, cap), 0), least: 1, reason: covered },
      {
        amount: caps.length < TOTAL_RULES.enoughCoins ? null : parts,
        most: GUARD_RULES.sameThing,
        reason: `and its ${caps.length} largest coins are only ${render(parts)}`,
      },
      near(anchor && anchor.marketCapRatio * parts, GUARD_RULES.far, `which leaves its coins of ${render(parts)}`),
      near(last, TOTAL_RULES.move, `after ${render(last ?? 0)}`),
    ],
  };
}

function collectVolume(
  { totalVolumeUsd: amount }: ReferenceGlobal,
  source: string,
  { covered: { caps, traded }, before, anchor }: KnownTotals,
  lists: readonly Dataset<"coin">[],
): Evidence {
  const rows = lists.flatMap((list) => (list.source === source && !list.stale ? list.records : []));
  const own = addUp([...new Map(rows.map(({ id, volumeUsd }) => [id, volumeUsd ?? 0])).values()]);
  const last = before?.totalVolumeUsd;
  const covered = caps.length < TOTAL_RULES.enoughCoins ? null : traded || null;
  return {
    stated: `${source}: ${render(amount)} traded`,
    amount,
    limits: [
      { amount: covered, least: 1 / TOTAL_RULES.unit, reason: `and the coins covered alone ${render(traded)}` },
      { amount: covered, most: GLOBAL_RULES.mostOfTraded, reason: `and the coins covered only ${render(traded)}` },
      near(
        anchor && (anchor.volumeRatio * traded || null),
        TOTAL_RULES.volume,
        `which leaves the ${render(traded)} of the coins`,
      ),
      near(last || null, TOTAL_RULES.unit, `after ${render(last ?? 0)}`),
      near(
        rows.length < TOTAL_RULES.enoughCoins ? null : own || null,
        TOTAL_RULES.volume,
        `and its own rows add up to ${render(own)}`,
      ),
    ],
  };
}

function measureRatios(
  { totalMarketCapUsd, totalVolumeUsd }: ReferenceGlobal,
  { caps, parts, traded }: Covered,
  timeMs: number,
): TotalsAnchor | undefined {
  if (caps.length < TOTAL_RULES.enoughCoins || traded === 0) return undefined;
  const marketCapRatio = totalMarketCapUsd / parts;
  const volumeRatio = totalVolumeUsd / traded;
  return { timeMs, coins: caps.length, marketCapRatio, volumeRatio };
}

/** The totals stay. */
function dropWrongChange(
  dataset: Dataset<"global">,
  record: ReferenceGlobal,
  coins: readonly MarketCoin[],
): Dataset<"global"> {
  const stated = record.marketCapChangePercentage24h;
  const moved = coins.flatMap(({ marketCap, changePercentage }) => {
    const change = changePercentage?.["24h"] ?? null;
    return marketCap === null || change === null || change <= -100 ? [] : [{ marketCap, change }];
  });
  if (stated === null || moved.length < TOTAL_RULES.enoughCoins) return dataset;
  const now = addUp(moved.map(({ marketCap }) => marketCap));
  const then = addUp(moved.map(({ marketCap, change }) => marketCap / (1 + change / 100)));
  if (stated > -100 && isNear(1 + stated / 100, now / then, GUARD_RULES.agreement)) return dataset;
  return { ...dataset, records: [{ ...record, marketCapChangePercentage24h: null }] };
}
