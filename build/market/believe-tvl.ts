import { DAY_MS } from "../lib/time.ts";
import type { Chain, Protocol, TvlPoint } from "../normalise/record.ts";
import { isDecentralised } from "./build-defi.ts";

export interface BelievedTvl {
  /** Ascending; without a newest point that cannot be. */
  history: readonly TvlPoint[];
  protocols: readonly Protocol[];
  chains: readonly Chain[];
  /** What was claimed and is not believed, a sentence for each. */
  doubts: readonly string[];
  /** The newest point was left out. */
  stale: boolean;
}

/** The largest move between two daily points since 2020 is 16 %, of a day in May 2022. */
const MAX_MOVE = 0.3;
/** A part counts at another hour than the whole; DefiLlama's total leaves out what is counted twice, and so do its chains. */
const PART_SLACK = 1.1;
/** A point that stands in for the newest one is at most this old. */
const MAX_AGE_MS = 3 * DAY_MS;

/**
 * What can be believed of DefiLlama's three lists: a total that moves like one and is no less than its parts. One part above the total is that
 * part's error, several are the total's. With no total to believe, the history is empty.
 */
export function believeTvl(
  points: readonly TvlPoint[],
  protocols: readonly Protocol[],
  chains: readonly Chain[],
  now: number,
): BelievedTvl {
  const history = [...points].sort((a, b) => a.timeMs - b.timeMs);
  const doubts: string[] = [];
  const isBelow = (total: number) => chains.filter(({ tvlUsd }) => tvlUsd > total * PART_SLACK).length > 1;
  const last = history.at(-1);
  const previous = history.at(-2);
  let stale = false;
  if (last !== undefined && previous !== undefined && previous.tvlUsd > 0) {
    const move = last.tvlUsd / previous.tvlUsd - 1;
    if (Math.abs(move) > MAX_MOVE || isBelow(last.tvlUsd)) {
      doubts.push(`a total of ${render(last.tvlUsd)}, after ${render(previous.tvlUsd)}`);
      history.pop();
      stale = true;
    }
  }
  const total = history.at(-1);
  if (total === undefined) return { history, protocols, chains, doubts, stale };
  if (isBelow(total.tvlUsd) || (stale && now - total.timeMs > MAX_AGE_MS)) {
    doubts.push(`a total of ${render(total.tvlUsd)}, and chains above it`);
    return { history: [], protocols, chains, doubts, stale: true };
  }
  const isPart = ({ name, tvlUsd }: { name: string; tvlUsd: number }): boolean => {
    if (tvlUsd <= total.tvlUsd * PART_SLACK) return true;
    doubts.push(`${render(tvlUsd)} in ${name}, of ${render(total.tvlUsd)} in all`);
    return false;
  };
  return {
    history,
    protocols: protocols.filter((each) => !isDecentralised(each) || isPart(each)),
    chains: chains.filter(isPart),
    doubts,
    stale,
  };
}

function render(usd: number): string {
  return `${Number((usd / 1e9).toPrecision(4))} billion USD`;
}
