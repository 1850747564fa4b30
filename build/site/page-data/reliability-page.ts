import counted from "../../../templates/docs/data/reliability.json" with { type: "json" };

/** The fault tests: how many cases they tried, and with which faults. */
export interface ReliabilityPage {
  tries: readonly Tried[];
  faults: readonly { title: string; entries: readonly TriedFault[] }[];
  /** Number of builds in all tries. */
  builds: number;
}

/** The count of one kind of test. */
export interface Tried {
  name: string;
  /** The things that were counted. */
  what: string;
  tried: number;
  /** Absent if the test is not random. */
  seed?: number;
}

interface TriedFault {
  id: string;
  level: string;
  what: string;
}

/** What `npm run test:collect` writes. */
export interface CollectedTries {
  tries: readonly Tried[];
  faults: readonly TriedFault[];
}

const TITLES = {
  connection: "Connection",
  http: "HTTP status",
  body: "Body, with status 200",
  market: "Market data, in the source's own format",
};

export function computeReliabilityPage(): ReliabilityPage {
  const { tries, faults }: CollectedTries = counted;
  return {
    tries,
    faults: Object.entries(TITLES).map(([level, title]) => ({
      title,
      entries: faults.filter((fault) => fault.level === level),
    })),
    builds: tries.filter(({ what }) => /\bbuilds\b/.test(what)).reduce((sum, { tried }) => sum + tried, 0),
  };
}
