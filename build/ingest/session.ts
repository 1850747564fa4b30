import type { Effects } from "../platform/platform.ts";
import type { RequestContext } from "../sources/source.ts";
import type { FeedOutcome } from "./feed-outcome.ts";

/** What all feeds of a run share. */
export interface Session {
  effects: Effects;
  /** When the run began: one time for every question about age. */
  now: number;
  coins: number;
  detailsPerBuild: number;
  apiKeys: RequestContext["apiKeys"];
  /** How often a build runs: the least that anything can be old. */
  cadenceMs: number;
  /** Ask even for what is young enough (a recording must be complete). */
  ignoreCache: boolean;
  /** Outcomes so far, by `source.feed`. */
  outcomes: Map<string, FeedOutcome>;
}
