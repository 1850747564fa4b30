import { defillamaChart } from "../sources/defi/defillama-chart.ts";
import { type ChartRequest, isOfHoles, type SeriesRequest } from "./series-request.ts";
import { STEP_MS } from "./step.ts";

/** A chart and the candles of a coin in turn, so that no host has all of them at once. */
export function alternate(requests: readonly SeriesRequest[]): SeriesRequest[] {
  const charts = groupCharts(requests.filter(({ kind }) => kind === "chart"));
  const candles = requests.filter(({ kind }) => kind === "candles");
  const turns = Math.max(charts.length, candles.length);
  return Array.from({ length: turns }, (_, turn) => [charts[turn], candles[turn]])
    .flat()
    .filter((request) => request !== undefined);
}

/** The requests in their order, with several coins in the place of the first of them that a chart can tell of at once. */
export function groupCharts(requests: readonly SeriesRequest[]): SeriesRequest[] {
  const grouped: SeriesRequest[] = [];
  for (const request of requests) {
    const at = request.kind === "chart" ? grouped.findLastIndex((chart) => findCommon(chart, request)) : -1;
    const common = request.kind === "chart" && grouped[at] !== undefined ? findCommon(grouped[at], request) : undefined;
    if (common === undefined) grouped.push(request);
    else grouped[at] = common;
  }
  return grouped;
}

/** One chart in the place of two: of the same stretch, or of holes that are near enough to each other for one answer. */
function findCommon(chart: SeriesRequest, request: ChartRequest): ChartRequest | undefined {
  if (chart.kind !== "chart" || chart.coinIds.length >= defillamaChart.maxCoins) return undefined;
  if (chart.coinIds.some((coinId) => request.coinIds.includes(coinId))) return undefined;
  const [a, b] = [chart.window, request.window];
  if (chart.step !== request.step || a.kind !== b.kind || chart.isWide !== request.isWide) return undefined;
  const [fromMs, toMs] = [Math.min(chart.fromMs, request.fromMs), Math.max(chart.toMs, request.toMs)];
  const stepMs = STEP_MS[chart.step];
  const isSame = a.fromMs === b.fromMs && a.toMs === b.toMs;
  if (!isSame && !(isOfHoles(a) && toMs - fromMs <= defillamaChart.maxPerCall(stepMs) * stepMs)) return undefined;
  const window = { kind: a.kind, fromMs: Math.min(a.fromMs, b.fromMs), toMs: Math.max(a.toMs, b.toMs) };
  return { ...chart, coinIds: [...chart.coinIds, ...request.coinIds], window, fromMs, toMs };
}
