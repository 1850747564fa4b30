import type { DemoMarket } from "../../../build/demo/demo-market.ts";

/** An answer as it goes over the wire. */
export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** What a fault may draw from: in [0, 1), the same for a source in one build. */
export type Draw = (label: string) => number;

export interface Asked {
  url: URL;
  /** A sound answer of some other upstream. */
  foreign: () => string;
  draw: Draw;
}

/**
 * One thing that an upstream can do wrong, declared once. `market` faults are told in the upstream's own form: it answers
 * about another market than there is. `body` and `http` faults change what is sent. `connection` faults need a socket;
 * without one the request fails as the client would say it.
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
  /** The answer is in the right form and tells wrong prices, so that only other sources can show it. */
  lies?: true;
}
