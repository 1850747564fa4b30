import type { Config } from "../../config.ts";
import { DEMO_SEED } from "../../crypto/demo/demo-market.ts";
import { startDemoServer } from "../../crypto/demo/server.ts";
import { chooseSources } from "../../crypto/ingest/choose-sources.ts";
import { sources as allSources } from "../../crypto/sources/registry.ts";
import type { Source } from "../../crypto/sources/source.ts";
import { readEnvironment } from "../../environment.ts";
import { createHttp } from "../../kit/platform/http/http.ts";
import type { Progress } from "../../kit/platform/platform.ts";
import { createProgress } from "../../kit/platform/terminal/progress.ts";
import { OperationalError } from "../../lib/operational-error.ts";
import { MINUTE_MS } from "../../lib/time.ts";
import { checkContract, explainUnchecked, type FeedReading } from "../diagnostics/check-contract.ts";
import { hasProblem } from "../diagnostics/finding.ts";
import { readContract } from "../diagnostics/read-contract.ts";
import { readSeriesContract } from "../diagnostics/read-series-contract.ts";
import { loadOwnConfig } from "./kit/find-site-address.ts";
import { type ReportFlags, reportFindings } from "./kit/report-findings.ts";
import { stderr } from "./kit/standard-streams.ts";

export interface ContractFlags extends ReportFlags {
  only?: string;
  /** Use the simulators instead of the upstreams. */
  sample?: boolean;
  /** Overrides the origins of the upstreams. */
  origins?: (url: URL) => URL;
}

/** One page of CoinGecko. */
const COINS = 250;
/** CoinGecko's pacing alone needs more than a minute. */
const DEADLINE_MS = 15 * MINUTE_MS;

/** `npm run contract`: compares a response of each source with the expected shape. */
export async function contractCommand(flags: ContractFlags): Promise<void> {
  const { config } = loadOwnConfig({});
  const sources = pickSources(config, flags.only);
  const now = Date.now();
  const simulators = await startDemoServer({ seed: DEMO_SEED, coins: COINS, now });
  const progress = createProgress({ terminal: stderr, quiet: true, now: Date.now });
  try {
    const origins = flags.sample === true ? simulators.origin : flags.origins;
    const expected = await readAll(sources, simulators.origin, config, now, undefined);
    const found = await readAll(sources, origins, config, now, progress);
    const findings = checkContract(found, expected);
    reportFindings("Source contracts", findings, flags);
    if (hasProblem(findings)) {
      const drifted = findings.filter(({ level }) => level === "problem").map(({ subject }) => subject);
      throw new OperationalError(`${drifted.length} of ${findings.length} feeds have drifted: ${drifted.join(", ")}.`);
    }
    const unchecked = explainUnchecked(found);
    if (unchecked !== undefined) throw new OperationalError(unchecked);
  } finally {
    progress.close();
    await simulators.close();
  }
}

async function readAll(
  sources: readonly Source[],
  origins: ((url: URL) => URL) | undefined,
  { userAgent }: Config,
  now: number,
  progress: Progress | undefined,
): Promise<FeedReading[]> {
  const http = createHttp({ userAgent, deadlineMs: DEADLINE_MS, ...(origins && { origins, paceFactor: 0 }) });
  const options = { http, now, coins: COINS, apiKeys: readEnvironment().apiKeys };
  try {
    const read = async (source: Source): Promise<FeedReading[]> => {
      const task = progress?.start(source.id);
      const { readings, datasets } = await readContract(source, options);
      const series = await readSeriesContract(source, datasets, options);
      task?.done(`${readings.length + series.length} feeds`);
      return [...readings, ...series];
    };
    return (await Promise.all(sources.map(read))).flat();
  } finally {
    await http.close();
  }
}

function pickSources(config: Config, only: string | undefined): readonly Source[] {
  if (only === undefined || only === "") return chooseSources(allSources, config);
  const source = allSources.find(({ id }) => id === only);
  if (source === undefined) {
    throw new OperationalError(`There is no source "${only}". Known: ${allSources.map(({ id }) => id).join(", ")}.`);
  }
  return [source];
}
