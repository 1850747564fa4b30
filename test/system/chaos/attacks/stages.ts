import { DEMO_SEED } from "../../../../build/crypto/demo/demo-market.ts";
import type { Dataset } from "../../../../build/crypto/normalise/record.ts";
import { groupBy } from "../../../../build/lib/collections.ts";
import { hashSeed } from "../random.ts";
import type { StageId, Stages } from "./attack.ts";
import { ANCHOR_IDS, editRecords } from "./lies.ts";
import { FEW_VENUES } from "./price-attacks.ts";
import { addUnlisted, UNLISTED } from "./spam-attacks.ts";
import { type Moment, openStage, type Stage, type StageOptions } from "./stage.ts";
import { openTimeline, type TimelineOptions } from "./timeline.ts";

/** Coins that quote others: they keep all of their listings. */
const QUOTES = new Set([...ANCHOR_IDS, "usd-coin", "binancecoin", "tron", "solana", "kucoin-shares"]);
const USUAL = { seed: DEMO_SEED, coins: 120, stepMinutes: 30 };

const STAGES: Readonly<Record<StageId, TimelineOptions & Pick<StageOptions, "covered" | "restrict">>> = {
  full: USUAL,
  other: { ...USUAL, seed: DEMO_SEED + 1 },
  thin: { ...USUAL, restrict: thin },
  // A build an hour, for what lasts longer than a price is held.
  hours: { ...USUAL, stepMinutes: 60 },
  "thin-hours": { ...USUAL, stepMinutes: 60, restrict: thin },
  four: { ...USUAL, restrict: keepVenues(FEW_VENUES.four) },
  five: { ...USUAL, restrict: keepVenues(FEW_VENUES.five) },
  six: { ...USUAL, restrict: keepVenues(FEW_VENUES.six) },
  unlisted: { ...USUAL, covered: USUAL.coins + UNLISTED.length, restrict: addUnlisted },
  days: { ...USUAL, coins: 30, stepMinutes: 1_440 },
};

/**
 * Each stage is opened once, for its first attack; upstreams are read once for all stages of a
 * seed.
 */
export function openStages(): Stages {
  const timelines = new Map<string, ReturnType<typeof openTimeline>>();
  const readBy = (options: TimelineOptions) => {
    const name = JSON.stringify(options);
    const timeline = timelines.get(name) ?? openTimeline(options);
    timelines.set(name, timeline);
    return timeline;
  };
  const open = new Map<StageId, Stage>();
  return (id) => {
    const { restrict, covered, ...options } = STAGES[id];
    const own = { ...(restrict && { restrict }), ...(covered && { covered }) };
    const stage = open.get(id) ?? openStage({ id, ...options, read: readBy(options), ...own });
    open.set(id, stage);
    return stage;
  };
}

/** Leaves each coin on one to six venues, so that a dishonest venue is a large part of them. */
function thin(datasets: readonly Dataset[], codes: Moment["codes"]): readonly Dataset[] {
  const trading = groupBy([...codes], ([, coinId]) => coinId);
  const kept = new Set(
    [...trading].flatMap(([coinId, names]) => {
      const venues = [...new Set(names.map(([name]) => name.slice(0, name.indexOf(":"))))];
      const order = venues.sort((a, b) => hashSeed(coinId, a) - hashSeed(coinId, b) || (a < b ? -1 : 1));
      return order.slice(0, 1 + (hashSeed(coinId) % 6)).map((venue) => `${venue}/${coinId}`);
    }),
  );
  return editRecords(datasets, "ticker", null, (ticker, source) => {
    const coinId = codes.get(`${source}:${ticker.base}`);
    return coinId === undefined || QUOTES.has(coinId) || kept.has(`${source}/${coinId}`) ? [ticker] : [];
  });
}

function keepVenues(venues: readonly string[]) {
  return (datasets: readonly Dataset[]): readonly Dataset[] =>
    datasets.filter(({ kind, source }) => kind !== "ticker" || venues.includes(source));
}
