import type { Endpoint } from "./api/endpoint.ts";
import type { Shard } from "./backfill/shard.ts";
import type { Config, Environment } from "./config.ts";
import type { Bundles, Host } from "./hosts/host.ts";
import type { RunReport } from "./market/gate/run-report.ts";
import type { PublishedTree } from "./platform/platform.ts";
import type { Artifact } from "./render/artifact.ts";
import type { SiteOptions } from "./site/page-data/site-facts.ts";
import type { Source } from "./sources/source.ts";

/** What to build, as data: the same program on the same effects gives the same bytes. */
export interface Program {
  config: Config;
  environment: Environment;
  /** Configuration that differs from the defaults, for the report. */
  overrides: readonly string[];
  sources: readonly Source[];
  endpoints: readonly Endpoint[];
  /** Where the site is made for, each with a tree of its own. Absent: the bare tree. */
  hosts?: readonly Host[];
  /** The programs that control files of the hosts hold. */
  bundles?: Readonly<Partial<Bundles>>;
  /** Programs that every site publishes for its readers. */
  programFiles?: readonly Artifact[];
  /** The pages beside the API. Absent: none. */
  site?: SiteOptions | undefined;
  /** The upstreams are simulated: every answer says so. */
  sample: boolean;
  /** Ask only this source; the others give their last good answers. */
  only?: string | undefined;
  /** Which part of the missing history this run fills. */
  shard?: Shard;
  /** SHA-256 of what runs: what the same program made before may be kept. Absent: everything is rendered. */
  digest?: string | undefined;
  /** Ask for everything, also for what the state still holds. */
  ignoreCache: boolean;
}

export interface RunResult {
  /** One per host, in the order of the program. */
  trees: PublishedTree[];
  report: RunReport;
}
