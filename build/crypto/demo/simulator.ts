import type { DemoMarket } from "./demo-market.ts";

/** Answers one upstream's real URLs in its real shape. */
export interface Simulator {
  /** The id of the simulated source. */
  source: string;
  /** The hosts it answers for: `api.kraken.com`. */
  hosts: readonly string[];
  /** Why it never answers, in a few words, where that is simulated. */
  outage?: string;
  /** `undefined`: the upstream has no such URL; the server answers 404. */
  answer(request: SimulatedRequest, demo: DemoMarket): SimulatedAnswer | undefined;
}

export interface SimulatedRequest {
  /** As the real upstream would see it: `https://api.kraken.com/0/public/Ticker?assetVersion=1`. */
  url: URL;
  headers: Readonly<Record<string, string | undefined>>;
}

export interface SimulatedAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Text is sent as it is, anything else as JSON. */
  body: unknown;
}
