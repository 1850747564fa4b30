import type { CandleFeed } from "../sources/kit/candle-feed.ts";
import type { ReferenceMarket } from "./reference-market.ts";
import type { Step } from "./step.ts";

/**
 * A stretch to ask for, by the starts of its steps: `fromMs <= start < toMs`. `first`: nothing is known yet; `gap`: in it lie the steps
 * that are missing between known ones, or since the last; `older`: what lies before all that is known; `again`: a gap that this origin was asked for in vain.
 */
export interface Window {
  kind: "first" | "gap" | "older" | "again";
  fromMs: number;
  toMs: number;
}

/** Whether a window lies within what is known. */
export function isOfHoles({ kind }: Pick<Window, "kind">): boolean {
  return kind === "gap" || kind === "again";
}

/** One request of the plan: a coin's candles at a venue, or the chart of several coins. */
export type SeriesRequest = CandleRequest | ChartRequest;

export interface CandleRequest extends Stretch {
  kind: "candles";
  market: ReferenceMarket;
  feed: CandleFeed;
}

export interface ChartRequest extends Stretch {
  kind: "chart";
}

interface Stretch {
  coinIds: readonly string[];
  step: Step;
  /** What is wanted. */
  window: Window;
  /** What is asked for: the window and a few steps around it, where the answer is joined to what is known; many where it `isWide`. */
  fromMs: number;
  toMs: number;
  isWide: boolean;
}

/** The source that a request asks: also the label of its points. */
export function originOf(request: SeriesRequest): string {
  return request.kind === "candles" ? request.market.source : "defillama";
}

/** A short name for messages: `coinbase BTC-USD`. */
export function describeRequest(request: SeriesRequest): string {
  return request.kind === "candles" ? `${request.market.source} ${request.market.market}` : "defillama chart";
}
