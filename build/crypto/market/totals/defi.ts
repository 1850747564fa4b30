import { compareText } from "../../../lib/collections.ts";
import { isNumber, isTimeMs, mapOf, objectOf, optional, orNull, type ShapeOf } from "../../../lib/shape.ts";
import { addUp, isNear, lowerMedian, percentageChange } from "../../../lib/stats.ts";
import { DAY_MS } from "../../../lib/time.ts";
import type { Chain, DexVolume, Protocol, TvlPoint } from "../../normalise/record.ts";
import { RECORD_SHAPES } from "../../normalise/record-shape.ts";
import type { DefiMarket, MarketCoin } from "../model/market.ts";
import { DEFI_RULES, GUARD_RULES, TOTAL_RULES } from "../rules/totals.ts";
import { type Evidence, isAccepted, moveAnchor, near, renderBillions } from "./claim.ts";
import {
  isTotalAnchor,
  type Measured,
  reachable,
  sumWithoutOutlier,
  type TotalAnchor,
  validateTotal,
} from "./validate-total.ts";

export interface DefiLists {
  /** The total, one point a day, in any order. */
  points: readonly TvlPoint[];
  protocols: readonly Protocol[];
  chains: readonly Chain[];
  dexVolume: DexVolume | undefined;
}

/** The last accepted numbers, in USD. */
export type RememberedDefi = ShapeOf<typeof isRememberedDefi>;
export const isRememberedDefi = objectOf({
  timeMs: isTimeMs,
  total: RECORD_SHAPES.tvl,
  /** Id → value locked. */
  protocols: mapOf(isNumber),
  chains: mapOf(isNumber),
  dexVolumeUsd: orNull(isNumber),
  /** Absent in states of earlier versions: the last total is used. */
  anchor: optional(isTotalAnchor),
});

/** Categories whose value other protocols hold too. */
const COUNTED_AGAIN =
  /^(Liquid Staking|Liquid Restaking|Restaking|Restaked BTC|Staking Pool|Yield|Yield Aggregator|Onchain Capital Allocator)$/;

/**
 * Validates the lists of DeFi. All come from one source: the total must agree with the sums of the
 * chains and of the protocols, a wrapped coin's protocol with the coin's market cap, and all with
 * older numbers. Otherwise a list is held for three days; after that there is no DeFi.
 */
export function validateDefi(
  lists: DefiLists,
  coins: readonly MarketCoin[],
  remembered: RememberedDefi | undefined,
  now: number,
) {
  const measured = measure(lists, coins, remembered);
  const { history, isStale, held: before, warnings } = validateTotal(lists.points, measured, remembered, now);
  const last = history.at(-1);
  const total = last?.tvlUsd;
  const known: KnownDefi = {
    total,
    // Parts that moved with a refused total are refused too.
    measured: { ...measured, anchor: isStale ? measured.anchor : null },
    held: before,
    lastVolumeUsd: remembered?.dexVolumeUsd,
    warnings,
  };
  const chains = validateChains(lists.chains, known);
  const protocols = validateProtocols(lists.protocols, known);
  const dexVolume = validateVolume(lists.dexVolume, known);
  // A total that no list has confirmed is not remembered: it would refuse the right ones.
  const isConfirmed = measured.chains !== null || measured.protocols !== null;
  const isWhole = isConfirmed && !isStale && !chains.stale && !protocols.stale;
  return {
    history,
    chains: chains.rows,
    protocols: protocols.rows,
    dexVolume,
    warnings,
    stale: { history: isStale, chains: chains.stale, protocols: protocols.stale },
    memory:
      isWhole && last !== undefined
        ? {
            timeMs: now,
            total: last,
            protocols: Object.fromEntries(protocols.rows.map(({ id, tvlUsd }) => [id, tvlUsd])),
            chains: Object.fromEntries(chains.rows.map(({ name, tvlUsd }) => [name, tvlUsd])),
            dexVolumeUsd: dexVolume?.total24hUsd ?? remembered?.dexVolumeUsd ?? null,
            anchor: moveAnchor(measured.anchor, {
              timeMs: now,
              tvlUsd: last.tvlUsd,
              marketCap: measured.marketCap,
              chains: measured.chains,
              protocols: measured.protocols,
            }),
          }
        : remembered,
  };
}

function measure(
  { protocols, chains }: DefiLists,
  coins: readonly MarketCoin[],
  remembered: RememberedDefi | undefined,
): Measured {
  const caps = new Map(coins.flatMap(({ id, marketCap }) => (marketCap === null ? [] : [[id, marketCap] as const])));
  const wrapped = new Set(coins.flatMap(({ id, wrapped }) => (wrapped ? [id] : [])));
  const scales = protocols.flatMap(({ geckoId, tvlUsd }) => {
    const cap = geckoId !== null && wrapped.has(geckoId) ? caps.get(geckoId) : undefined;
    return cap !== undefined && tvlUsd > 0 ? [tvlUsd / cap] : [];
  });
  const counted = protocols.filter((each) => isDecentralised(each) && !COUNTED_AGAIN.test(each.category ?? ""));
  return {
    chains: chains.length === 0 ? null : sumWithoutOutlier(chains),
    protocols: counted.length === 0 ? null : sumWithoutOutlier(counted),
    scale: scales.length < GUARD_RULES.enough ? null : lowerMedian(scales),
    marketCap: caps.size < TOTAL_RULES.enoughCoins ? null : addUp([...caps.values()]),
    caps,
    anchor: remembered === undefined ? null : anchorOf(remembered),
  };
}

function anchorOf({ anchor, timeMs, total }: RememberedDefi): TotalAnchor {
  return anchor ?? { timeMs, tvlUsd: total.tvlUsd, marketCap: null, chains: null, protocols: null };
}

/** What the lists are compared with. A list that is refused adds a warning. */
interface KnownDefi {
  /** The accepted total, in USD; `undefined`: there is none. */
  total: number | undefined;
  measured: Measured;
  /** The last numbers, while they may stand in for refused ones. */
  held: RememberedDefi | undefined;
  lastVolumeUsd: number | null | undefined;
  warnings: string[];
}

interface ValidatedRows<Row> {
  rows: readonly Row[];
  stale: boolean;
}

function validateChains(
  chains: readonly Chain[],
  { total, measured, held, warnings }: KnownDefi,
): ValidatedRows<Chain> {
  const { chains: sum, anchor } = measured;
  if (sum === null || total === undefined) return { rows: chains, stale: false };
  const claim = {
    stated: `chains of ${renderBillions(sum)}`,
    amount: sum,
    limits: [
      near(total, GUARD_RULES.sameThing, `of ${renderBillions(total)} in all`),
      reachable(anchor?.chains, measured),
    ],
  };
  if (!isAccepted(claim, warnings)) return { rows: holdRows(chains, ({ name }) => held?.chains[name]), stale: true };
  return { rows: chains.filter((chain) => isAccepted(collectPart(chain, total), warnings)), stale: false };
}

function validateProtocols(
  protocols: readonly Protocol[],
  { total, measured, held, warnings }: KnownDefi,
): ValidatedRows<Protocol> {
  const { protocols: sum, scale, caps, anchor } = measured;
  if (sum === null || total === undefined) return { rows: protocols, stale: false };
  const claim = {
    stated: `protocols of ${renderBillions(sum)}`,
    amount: sum,
    limits: [
      near(scale && sum / scale, GUARD_RULES.sameThing, "which is not what their coins are worth"),
      near(total, GUARD_RULES.sameThing, `of ${renderBillions(total)} in all`),
      reachable(anchor?.protocols, measured),
    ],
  };
  if (!isAccepted(claim, warnings)) {
    const unknown = { chainTvlsUsd: {}, changePercentage1h: null, changePercentage1d: null, changePercentage7d: null };
    const rows = holdRows(protocols, ({ id }) => held?.protocols[id]).map((each) => ({ ...each, ...unknown }));
    return { rows, stale: true };
  }
  const isSound = (each: Protocol) => !isDecentralised(each) || isAccepted(collectProtocol(each, total), warnings);
  return { rows: protocols.filter(isSound).map((each) => dropWrongCap(each, caps)), stale: false };
}

/** A market cap far from the coin's own belongs to another coin or unit. */
function dropWrongCap(protocol: Protocol, caps: ReadonlyMap<string, number>): Protocol {
  const { geckoId, marketCapUsd } = protocol;
  const cap = geckoId === null ? undefined : caps.get(geckoId);
  const isWrong = cap !== undefined && marketCapUsd !== null && !isNear(marketCapUsd, cap, GUARD_RULES.sameThing);
  return isWrong ? { ...protocol, marketCapUsd: null } : protocol;
}

/** The known rows, with their last numbers. */
function holdRows<Row extends { tvlUsd: number }>(
  rows: readonly Row[],
  lastOf: (row: Row) => number | undefined,
): Row[] {
  return rows.flatMap((row) => {
    const tvlUsd = lastOf(row);
    return tvlUsd === undefined ? [] : [{ ...row, tvlUsd }];
  });
}

/** A part above the whole is an error of that part. */
function collectPart({ name, tvlUsd }: { name: string; tvlUsd: number }, total: number): Evidence {
  return {
    stated: `${renderBillions(tvlUsd)} in ${name}`,
    amount: tvlUsd,
    limits: [{ amount: total, most: GUARD_RULES.agreement, reason: `of ${renderBillions(total)} in all` }],
  };
}

function collectProtocol(protocol: Protocol, total: number): Evidence {
  const { limits, ...part } = collectPart(protocol, total);
  const sum = protocol.tvlUsd === 0 ? 0 : addUp(Object.values(protocol.chainTvlsUsd));
  return {
    ...part,
    limits: [...limits, near(sum || null, GUARD_RULES.agreement, `and ${renderBillions(sum)} on its chains`)],
  };
}

function validateVolume(
  claim: DexVolume | undefined,
  { total, lastVolumeUsd: last, warnings }: KnownDefi,
): DexVolume | undefined {
  if (claim === undefined || total === undefined) return claim;
  const evidence = {
    stated: `${renderBillions(claim.total24hUsd)} traded on decentralised exchanges`,
    amount: claim.total24hUsd,
    limits: [
      {
        amount: total,
        least: DEFI_RULES.leastShare,
        most: DEFI_RULES.mostTurnover,
        reason: `of ${renderBillions(total)} locked`,
      },
      near(last, TOTAL_RULES.volume, `after ${renderBillions(last ?? 0)}`),
    ],
  };
  return isAccepted(evidence, warnings) ? claim : undefined;
}

/** Categories of DefiLlama's list that are no protocols. */
const NOT_PROTOCOLS: ReadonlySet<string> = new Set(["CEX", "Chain"]);

/** Whether a row of DefiLlama's list is a part of its total. */
function isDecentralised({ category }: Protocol): boolean {
  return category === null || !NOT_PROTOCOLS.has(category);
}

/** `null` until all parts have been read once. `history`: ascending. */
export function buildDefi(
  protocols: readonly Protocol[] | undefined,
  chains: readonly Chain[] | undefined,
  history: readonly TvlPoint[],
  dexVolume: DexVolume | undefined,
): DefiMarket | null {
  const last = history.at(-1);
  if (protocols === undefined || chains === undefined || last === undefined) return null;
  const change = (days: number): number | null => {
    const wantedMs = last.timeMs - days * DAY_MS;
    const nearest = history.reduce((a, b) => (distance(b, wantedMs) <= distance(a, wantedMs) ? b : a));
    // A daily point stands for half a day around it.
    return 2 * distance(nearest, wantedMs) > DAY_MS ? null : percentageChange(nearest.tvlUsd, last.tvlUsd);
  };
  return {
    totalTvl: last.tvlUsd,
    tvlChangePercentage: { "24h": change(1), "7d": change(7), "30d": change(30) },
    protocols: protocols.filter(isDecentralised).sort((a, b) => b.tvlUsd - a.tvlUsd || compareText(a.slug, b.slug)),
    chains: chains
      .filter(({ tvlUsd }) => tvlUsd > 0)
      .sort((a, b) => b.tvlUsd - a.tvlUsd || compareText(a.name, b.name)),
    history,
    dexVolume: dexVolume ?? null,
  };
}

function distance({ timeMs }: TvlPoint, wantedMs: number): number {
  return Math.abs(timeMs - wantedMs);
}
