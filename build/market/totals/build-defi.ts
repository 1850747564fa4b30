import { percentageChange } from "../../lib/stats.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { Chain, DexVolume, Protocol, TvlPoint } from "../../normalise/record.ts";
import type { DefiMarket } from "../market.ts";
import { DEFI_RULES } from "../rules/totals.ts";

/** Of DefiLlama's list. */
const NOT_PROTOCOLS: ReadonlySet<string> = new Set(["CEX", "Chain"]);

/** Whether a row of DefiLlama's list is a part of its total. */
export function isDecentralised({ category }: Protocol): boolean {
  return category === null || !NOT_PROTOCOLS.has(category);
}

/** `null` until all parts have been read once: a part must not look like the whole. */
export function buildDefi(
  protocols: readonly Protocol[] | undefined,
  chains: readonly Chain[] | undefined,
  tvl: readonly TvlPoint[] | undefined,
  dexVolume: DexVolume | undefined,
): DefiMarket | null {
  const history = [...(tvl ?? [])].sort((a, b) => a.timeMs - b.timeMs);
  const last = history.at(-1);
  if (protocols === undefined || chains === undefined || last === undefined) return null;
  const change = (days: number): number | null => {
    const wantedMs = last.timeMs - days * DAY_MS;
    const nearest = history.reduce((a, b) => (distance(b, wantedMs) <= distance(a, wantedMs) ? b : a));
    return distance(nearest, wantedMs) > DEFI_RULES.pointToleranceMs
      ? null
      : percentageChange(nearest.tvlUsd, last.tvlUsd);
  };
  return {
    totalTvl: last.tvlUsd,
    tvlChangePercentage: { "24h": change(1), "7d": change(7), "30d": change(30) },
    protocols: protocols.filter(isDecentralised).sort((a, b) => b.tvlUsd - a.tvlUsd || compare(a.slug, b.slug)),
    chains: chains.filter(({ tvlUsd }) => tvlUsd > 0).sort((a, b) => b.tvlUsd - a.tvlUsd || compare(a.name, b.name)),
    history,
    dexVolume: dexVolume ?? null,
  };
}

function distance({ timeMs }: TvlPoint, wantedMs: number): number {
  return Math.abs(timeMs - wantedMs);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
