import type { Config } from "../../config.ts";
import type { RunReport } from "../../crypto/api/run-report.ts";
import type { Endpoint } from "../../crypto/api/world.ts";
import type { Shard } from "../../crypto/backfill/plan.ts";
import type { Source } from "../../crypto/sources/source.ts";
import type { Environment } from "../../environment.ts";
import type { Host } from "../../kit/hosts/host.ts";
import type { Artifact } from "../../kit/platform/artifact.ts";
import type { PublishedTree } from "../../kit/platform/platform.ts";
import type { SiteOptions } from "../site/page-data/site-facts.ts";

/** What to build, as data: the same program with the same effects writes the same bytes. */
export interface Program {
  config: Config;
  environment: Environment;
  /** Configuration that differs from the defaults, for the report. */
  overrides: readonly string[];
  sources: readonly Source[];
  endpoints: readonly Endpoint[];
  /** The hosts to build the site for, each with its own tree. Absent: the plain tree. */
  hosts?: readonly Host[];
  /** The handler, for hosts of level L3. */
  worker?: string | undefined;
  programFiles?: () => Promise<readonly Artifact[]>;
  /** The pages beside the API. Absent: none. */
  site?: SiteOptions | undefined;
  /** The upstreams are simulated. Every response says so. */
  sample: boolean;
  /** Requests only this source. The others use their last known good answers. */
  only?: string | undefined;
  /** Which part of the missing history this run fills. */
  shard?: Shard;
  /** SHA-256 of this program: it keeps its own earlier responses. Absent: renders everything. */
  digest?: string | undefined;
  /** Requests every feed, also those that the state holds a current answer of. */
  ignoreCache: boolean;
}

export interface RunResult {
  /** One per host, in the order of the program. */
  trees: PublishedTree[];
  report: RunReport;
}
