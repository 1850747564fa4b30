import { FAULTS, TRIES } from "./tried-faults.ts";

/** What the program was made to go through, and what may be relied on because of it. */
export interface ReliabilityPage {
  tries: readonly Tried[];
  /** What upstreams were made to do, in groups of what it is done to. */
  faults: readonly { title: string; entries: readonly TriedFault[] }[];
  /** Builds in all of these. */
  builds: number;
}

/** One kind of run, as it left its count. */
export interface Tried {
  name: string;
  /** What was counted. */
  what: string;
  tried: number;
  /** Absent where nothing was left to chance. */
  seed?: number;
}

export interface TriedFault {
  id: string;
  level: FaultLevel;
  what: string;
}

export type FaultLevel = "connection" | "http" | "body" | "market";

const TITLES: Readonly<Record<FaultLevel, string>> = {
  connection: "The connection",
  http: "The status",
  body: "The body, with status 200",
  market: "What it says of the market, in its own form",
};

export function computeReliabilityPage(): ReliabilityPage {
  return {
    tries: TRIES,
    faults: (Object.keys(TITLES) as FaultLevel[]).map((level) => ({
      title: TITLES[level],
      entries: FAULTS.filter((fault) => fault.level === level),
    })),
    builds: TRIES.filter(({ what }) => /\bbuilds\b/.test(what)).reduce((sum, { tried }) => sum + tried, 0),
  };
}
