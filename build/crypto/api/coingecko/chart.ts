import { type Derived, type DerivedRequest, defineDerived, Refusal } from "../../../kit/api/derived.ts";
import type { ParameterMap, Values } from "../../../kit/api/query.ts";
import { DAY_MS, floorTo, HOUR_MS } from "../../../lib/time.ts";
import { currencyOf, refuseChart } from "./currency.ts";
import { round } from "./open-row.ts";
import { id, interval, precision, roundPrice, vsCurrencyOfChart } from "./parameters.ts";
import { type ChartPeriod, status } from "./published.ts";
import { type ChartPoint, listOpenSources, readSeries, type SeriesName, seriesOf } from "./series.ts";

/** The points of a coin in CoinGecko's form. No dependencies: it also runs in workers. */

/** Which points a chart has. */
export interface ChartPlan {
  /** Points of an hour and finer. Where several series have one time, the first one counts. */
  fine: readonly SeriesName[];
  days: ChartPeriod;
  /** A series whose last point ends the chart: CoinGecko ends charts of hours and days now. */
  newest?: SeriesName;
}

/** Longer charts have days, shorter ones hours: CoinGecko's rule. */
const HOURLY_MS = 90 * DAY_MS;
/** Histories have no older hours: those are in files of years. */
const RECENT_MS = 30 * DAY_MS;

/**
 * The last 7 days by closed hours, and the last year by closed days. A host of files has one answer
 * for all queries, and charts and tables of days can use both. The file changes once an hour.
 */
export const STORED: ChartPlan = { fine: ["7d"], days: "1y" };

/** CoinGecko's rule: 5 minutes (here: builds) for the last day, hours up to 90 days, then days. */
export function planChart(fromMs: number, toMs: number, asOfMs: number, { interval }: Values): ChartPlan {
  const days = fromMs > asOfMs - 365 * DAY_MS ? "1y" : "all";
  const lengthMs = Math.min(toMs, asOfMs) - fromMs;
  if (interval === "daily" || lengthMs > HOURLY_MS) return { fine: [], days, newest: "24h" };
  const isRecent = fromMs >= asOfMs - DAY_MS;
  if (isRecent && interval !== "hourly") return { fine: ["24h"], days };
  const years = fromMs >= asOfMs - RECENT_MS ? [] : listYears(fromMs - HOUR_MS, Math.min(toMs, asOfMs));
  return { fine: ["30d", ...years], days, newest: "24h" };
}

function listYears(fromMs: number, toMs: number): number[] {
  const first = new Date(fromMs).getUTCFullYear();
  const last = new Date(toMs).getUTCFullYear();
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

interface Chart extends Pick<Derived, "path" | "title"> {
  /** What follows "Prices, market caps and volumes of a coin." */
  description: string;
  /** The parameters that say which times the chart covers. */
  times: ParameterMap;
  plan(request: DerivedRequest): ChartPlan;
  /** The points of the chart among ascending ones; the refusal of a time that does not exist. */
  select(points: readonly ChartPoint[], values: Values): readonly ChartPoint[] | Refusal;
}

/** Points come from the finest series that has them; days and the newest point complete them. */
export function defineChart({ path, title, description, times, plan, select }: Chart): Derived {
  const listSeries = (request: DerivedRequest) => {
    const { fine, newest, days } = plan(request);
    const names = [...fine, ...(newest === undefined ? [] : [newest]), days];
    return names.map((name) => ({ name, needs: seriesOf(name, request.key ?? "", currencyOf(request)) }));
  };
  return defineDerived({
    path,
    title,
    description: `Prices, market caps and volumes of a coin. ${description}`,
    parameters: { id, ...times, interval, vs_currency: vsCurrencyOfChart, precision },
    needs: (request) => [status, ...listSeries(request).flatMap(({ needs }) => needs)],
    convert([sources, ...answers], request) {
      const open = listOpenSources(sources);
      let read = 0;
      const parts = listSeries(request).map(({ name, needs }) => {
        const own = answers.slice(read, read + needs.length);
        read += needs.length;
        return readSeries(name, own, currencyOf(request), open);
      });
      const { length } = plan(request).fine;
      // The last point of the series behind the fine ones, unless that is the series of days.
      const newest = (parts.slice(length, -1)[0] ?? []).slice(-1);
      const points = joinPoints([...parts.slice(0, length), newest], parts.at(-1));
      const isWithoutRates = points.length === 0 && parts.includes(undefined);
      const refusal = isWithoutRates ? refuseChart(request) : undefined;
      const selected = refusal ?? select(points, request.values);
      return selected instanceof Refusal ? selected : renderChart(selected, request.values["precision"]);
    },
  });
}

/**
 * The finer points, and each day that has none in its last hour: a chart never steps over a known
 * day. Finer points get what only their day has.
 */
function joinPoints(
  fine: readonly (readonly ChartPoint[] | undefined)[],
  days: readonly ChartPoint[] = [],
): ChartPoint[] {
  const byEnd = new Map(days.map((day) => [day[0], day]));
  const byTime = new Map<number, ChartPoint>();
  for (const series of fine) for (const point of series ?? []) if (!byTime.has(point[0])) byTime.set(point[0], point);
  const all = completePoints(
    [...byTime.values()].sort(([a], [b]) => a - b),
    byEnd,
  );
  const closed = new Set(all.flatMap(([time]) => (endOfDay(time) - time < HOUR_MS ? endOfDay(time) : [])));
  return [...days.filter(([time]) => !closed.has(time)), ...all].sort(([a], [b]) => a - b);
}

/** The end of the UTC day that the time lies in; midnight is the end of a day. */
function endOfDay(time: number): number {
  return floorTo(time - 1, DAY_MS) + DAY_MS;
}

/**
 * An unknown market cap is that of the price at the supply of the day, an unknown volume that of
 * the day. The running day has neither: there they are those of the last build before the point,
 * or else of the first one after it.
 */
function completePoints(points: readonly ChartPoint[], days: ReadonlyMap<number, ChartPoint>): ChartPoint[] {
  let built = points.find(isComplete);
  return points.map((point) => {
    if (isComplete(point)) built = point;
    const isNear = built !== undefined && Math.abs(built[0] - point[0]) < DAY_MS;
    return complete(point, days.get(endOfDay(point[0])) ?? (isNear ? built : undefined));
  });
}

function isComplete([, price, marketCap, volume]: ChartPoint): boolean {
  return price !== null && marketCap !== null && volume !== null;
}

/** The point with what only the other one has. */
export function complete([time, price, marketCap, volume]: ChartPoint, known: ChartPoint | undefined): ChartPoint {
  const [, knownPrice = null, knownCap = null, knownVolume = null] = known ?? [];
  const supply = knownPrice === null || knownCap === null || knownPrice <= 0 ? null : knownCap / knownPrice;
  const derived = supply === null || price === null ? null : round(price * supply);
  return [time, price, marketCap ?? derived, volume ?? knownVolume];
}

function renderChart(points: readonly ChartPoint[], places: string | number | undefined): unknown {
  return {
    prices: points.map(([time, price]) => [time, roundPrice(price, places)]),
    market_caps: points.map(([time, , marketCap]) => [time, marketCap]),
    total_volumes: points.map(([time, , , volume]) => [time, volume]),
  };
}
