import type { DemoMarket } from "../../../build/demo/demo-market.ts";
import { candleVenues } from "../../../build/sources/candle-venues.ts";
import { CANDLE_HOSTS } from "./candle-body.ts";
import type { CandleLie } from "./candle-lies.ts";
import type { SeriesPoint } from "./list-series.ts";
import type { LyingHttp } from "./lying-hosts.ts";

/** Tolerance at the join and of the scale. */
const MAX_GAP = 1.02;
const USDT_ORIGINS = new Set(candleVenues.flatMap(({ source, quote }) => (quote === "USDT" ? [source] : [])));
const USDT = "tether";

export interface Judged {
  /** Points that were filled in. */
  filled: number;
  /** Prices far from the truth that no observer could detect. */
  unknowable: number;
  problems: string[];
}

export interface Told {
  world: DemoMarket;
  coinIds: readonly string[];
  lies: ReadonlyMap<string, CandleLie>;
  told: LyingHttp["told"];
}

/** Compares a backfill with the true prices of the demo market. */
export function judgeBackfill(
  before: ReadonlyMap<string, SeriesPoint>,
  after: ReadonlyMap<string, SeriesPoint>,
  input: Told,
): Judged {
  const judged: Judged = { filled: 0, unknowable: 0, problems: [] };
  for (const [key, { price, origin }] of before) {
    const now = after.get(key);
    if (now?.price !== price || now.origin !== origin) judged.problems.push(`${key} was ${price} and is ${now?.price}`);
  }
  for (const [key, point] of after) {
    if (before.has(key)) continue;
    const { price, origin, timeMs, stepMs } = point;
    judged.filled += 1;
    if (origin === undefined || !Object.hasOwn(CANDLE_HOSTS, origin)) judged.problems.push(`${key} is of ${origin}`);
    else if (!(Number.isFinite(price) && price > 0)) judged.problems.push(`${key} costs ${price}`);
    else if (timeMs + stepMs > input.world.now) judged.problems.push(`${key} is not over`);
    else if (!isNear(price, [truthOf(point, input.world)])) {
      if (isNear(price, listUnknowable(point, input))) judged.unknowable += 1;
      else judged.problems.push(`${key} of ${origin} is ${price / truthOf(point, input.world)} times the truth`);
    }
  }
  return judged;
}

const truthOf = ({ coinId, timeMs, stepMs }: SeriesPoint, world: DemoMarket) =>
  world.priceUsd(coinId, timeMs + stepMs) ?? Number.NaN;

const isNear = (price: number, candidates: readonly number[]): boolean =>
  candidates.some((one) => Math.max(price / one, one / price) <= MAX_GAP * MAX_GAP);

/** Prices that a source's lie may pass as, at the USDT rates that lies may pass as. */
function listUnknowable(point: SeriesPoint, { world, coinIds, lies, told }: Told): number[] {
  const { coinId, stepMs, timeMs, origin } = point;
  const truth = (id: string, atMs: number) => world.priceUsd(id, atMs) ?? 1;
  const endMs = timeMs + stepMs;
  const tell = (of: string, id: string): number[] => {
    const lie = lies.get(of);
    const otherId = coinIds[(coinIds.indexOf(id) + 1) % coinIds.length]!;
    return [
      truth(id, endMs),
      ...(lie?.mayBe?.(endMs, { coinId: id, stepMs, otherId, truth }) ?? []),
      ...(lie?.asTold ? (told.get(`${of} ${id} ${stepMs} ${timeMs}`) ?? []) : []),
    ];
  };
  const own = tell(origin!, coinId);
  if (!USDT_ORIGINS.has(origin!)) return own;
  const rates = [...lies.keys()].flatMap((of) => tell(of, USDT).map((rate) => rate / truth(USDT, endMs)));
  return [1, ...rates].flatMap((rate) => own.map((price) => price * rate));
}
