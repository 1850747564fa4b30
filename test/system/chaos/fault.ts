import type { DemoMarket } from "../../../build/crypto/demo/demo-market.ts";

export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Randomness of a fault: in [0, 1), the same for a source within one build. */
export type Draw = (label: string) => number;

export interface Asked {
  url: URL;
  foreign: () => string;
  draw: Draw;
}

/**
 * One fault of an upstream, declared once. `market` faults describe another market in the
 * upstream's own form. `body` and `http` faults change the response. `connection` faults need a
 * socket; `fault-proxy.ts` makes them.
 */
export type Fault = FaultName &
  (
    | { level: "market"; lens(world: DemoMarket, draw: Draw): DemoMarket }
    | { level: "body"; edit(text: string, asked: Asked): Partial<WireAnswer> }
    | { level: "http"; answer(asked: Asked): WireAnswer }
    | { level: "connection"; says: string }
  );

interface FaultName {
  id: string;
  /** For the reader of the published page. */
  what: string;
  /** The response has the right shape but wrong prices, so only other sources can reveal it. */
  lies?: true;
}
