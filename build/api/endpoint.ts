import type { ZodType } from "zod";
import type { History } from "../history/history.ts";
import type { RunReport } from "../market/gate/run-report.ts";
import type { Market } from "../market/market.ts";
import type { RecordKind } from "../normalise/record.ts";
import type { Parameter } from "./parameter.ts";
import type { ArchiveEntry } from "./rows/archive-entry.ts";

/** All that an answer may be computed from. */
export interface World {
  market: Market;
  history: History;
  run: RunReport;
  /** Rendered before the responses, because they list them. */
  archives: readonly ArchiveEntry[];
  /** Built from the embedded sample world: every answer says so. */
  sample: boolean;
}

/** Values of an endpoint's parameters; absent ones mean their default. */
export type Params = Readonly<Record<string, string | number>>;

/**
 * The declaration of one endpoint. Files, routes, OpenAPI, JSON Schemas, docs, validation and the conformance tests are
 * derived from it.
 */
export interface Endpoint {
  /** Equals the file name. */
  id: string;
  /** Below `/api`, parameters in braces: `/coins/{symbol}/history`. */
  path: string;
  tag: "market" | "defi" | "archives" | "news" | "fiat" | "service";
  title: string;
  /** Markdown, one paragraph. */
  description: string;
  /** In the order in which they appear in a canonical file name. */
  parameters: Readonly<Record<string, Parameter>>;
  /** The kinds of records that the answer rests on: `sources`, `updated_at`, `expires_at` and `stale` follow from them. */
  kinds: readonly RecordKind[];
  /** Strict schema of `data`. */
  data: ZodType;
  /** Strict schemas of what the endpoint adds to `meta`. */
  meta?: Readonly<Record<string, ZodType>>;
  /** The answer is a file to download and not a JSON envelope; `data` is then not checked. */
  download?: true;
  /** How the handler answers what has no file. Absent: only files answer. */
  dynamic?: Dynamic;
  /**
   * Everything that the answer rests on, where that stays the same over many builds: with an equal text, `compute` gives an equal answer. Then
   * it is taken from the tree before. `undefined`, and absent: it is computed.
   */
  basis?(world: World, params: Params): string | undefined;
  /** Which parameter values get a file of their own. Empty where the source never answered. */
  variants(world: World): Iterable<Params>;
  /** Other names of an answer, which only hosts without the handler need as files. */
  aliases?(world: World, params: Params): Iterable<Params>;
  /** Pure. `data` in the public shape; `meta` only what the endpoint adds. */
  compute(world: World, params: Params): Answer;
}

export interface Answer {
  data: unknown;
  meta?: Readonly<Record<string, unknown>>;
  /** Overrides of what follows from `kinds`, where the answer rests on less. */
  observedAtMs?: number;
  sources?: readonly string[];
  stale?: boolean;
  /** How often this answer can change, where that is not the cadence of the build or of its sources. */
  cadenceMs?: number;
  /** When the next value is due, where that is not one cadence after `observedAtMs`. */
  dueAtMs?: number;
}

export interface Dynamic {
  /** `list`: search, then limit and offset over the rows of `from`. `pick`: the keys named by `symbols` out of `from`. */
  kind: "list" | "pick";
  /** The canonical file that holds everything, relative to `/api`. */
  from: string;
}

/** Checks an endpoint against the contract where it is written; the identity at run time. */
export function defineEndpoint(endpoint: Endpoint): Endpoint {
  return endpoint;
}
