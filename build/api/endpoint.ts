import type { ZodType } from "zod";
import type { Fixings } from "../history/datasets/fixings.ts";
import type { History } from "../history/read-history.ts";
import type { Market } from "../market/market.ts";
import type { RecordKind } from "../normalise/record.ts";
import type { ArchiveEntry } from "./archive-entry.ts";
import type { Parameter } from "./parameter.ts";
import type { QuoteKind } from "./quote/currencies.ts";
import type { RunReport } from "./run-report.ts";
import type { LeftOut, TreeName } from "./trees.ts";

/** Everything that an answer may be computed from. */
export interface World {
  market: Market;
  history: History;
  /** The central bank's fixings as `/api/exchange-rates/history` publishes them. */
  fixings: Fixings;
  run: RunReport;
  /** Currencies of the price lists, besides USD: lower-case codes. */
  mainCurrencies: readonly string[];
  /** Coins with files of their own in optional trees, if fewer than planned. */
  coveredCoins?: number;
  /** The optional trees that are not published in full; known when all others are rendered. */
  leftOut?: readonly LeftOut[];
  /** Rendered before the responses, which list them. */
  archives: readonly ArchiveEntry[];
  /** Built from the embedded demo market; every answer says so. */
  sample: boolean;
  /** Answers hold no price and no volume of a single venue's order book. Absent: they do. */
  hidesBooks?: boolean;
}

export type Params = Readonly<Record<string, string | number>>;

/**
 * The declaration of one endpoint. Files, routes, OpenAPI, docs and conformance tests follow from
 * it.
 */
export interface Endpoint {
  /** Equals the file name. */
  id: string;
  /**
   * Below `/api`, parameters in braces: `/coins/{symbol}/history`. Paths that begin with `/compat/`
   * are below the root of the site.
   */
  path: string;
  tag: "market" | "defi" | "archives" | "news" | "fiat" | "service" | "compat";
  title: string;
  description: string;
  /** In the order of the canonical file name. */
  parameters: Readonly<Record<string, Parameter>>;
  /** Record kinds that the answer uses: `sources`, `updated_at`, `expires_at`, `stale` follow. */
  kinds: readonly RecordKind[];
  data: ZodType;
  /** Fields that the endpoint adds to `meta`. */
  meta?: Readonly<Record<string, ZodType>>;
  /** The answer is a file to download, not a JSON envelope; `data` is not checked. */
  download?: true;
  /** The body is the data alone, without an envelope. */
  bare?: true;
  /** Optional files that a build may leave out as a whole. */
  tree?: TreeName;
  /** How the handler answers requests without a file. Absent: only files answer. */
  dynamic?: Dynamic;
  /** The answer also exists in other currencies, below `/in/{currency}`. */
  quote?: QuoteKind;
  /** The answer is that of the endpoint `base`, converted. */
  quoted?: { kind: QuoteKind; currency: string; base: string };
  /** The answer in the form of another interface, made from answers of other endpoints. */
  compat?: { kind: string; currency: string };
  /** The answer is made from others, in one of several currencies, which the docs show as one. */
  derived?: Pick<Endpoint, "id" | "path" | "title" | "description" | "parameters"> & {
    currency: string;
    /** The description of the currency in the path. */
    about: string;
  };
  /** Rendered after all other files, because it reports on them. */
  last?: true;
  /**
   * All inputs of an answer that rarely changes: equal text, equal answer, which is then reused.
   * `undefined`: the answer is computed.
   */
  inputs?(world: World, params: Params): string | undefined;
  /** Parameter values with a file of their own. Empty if the source never answered. */
  variants(world: World): Iterable<Params>;
  /** Values for an example of an endpoint without files. */
  exampleParams?(world: World): Params | undefined;
  /** Other names of an answer, which only hosts without the handler need as files. */
  aliases?(world: World, params: Params): Iterable<Params>;
  /** Pure. `data` in the public form; `meta` only what the endpoint adds. */
  compute(world: World, params: Params): Answer;
}

export interface Answer {
  data: unknown;
  meta?: Readonly<Record<string, unknown>>;
  /** Override what follows from `kinds`, for an answer that uses less. */
  observedAtMs?: number;
  sources?: readonly string[];
  stale?: boolean;
  /** How often this answer can change. Default: the cadence of the build or of its sources. */
  cadenceMs?: number;
  /** When the next value is due. Default: one cadence after `observedAtMs`. */
  dueAtMs?: number;
}

export interface Dynamic {
  /** `list`: search, limit and offset over `from`. `pick`: the keys in `symbols` from `from`. */
  kind: "list" | "pick";
  /** The canonical file that holds everything, relative to `/api`. */
  from: string;
}

/** The endpoint as the docs show it, and the name of its schema: one for all currencies. */
export function describedId({ id, quoted, compat }: Pick<Endpoint, "id" | "quoted" | "compat">): string {
  return quoted?.base ?? (compat === undefined ? id : `compat-${compat.kind}`);
}

/** Types the functions of a declaration. */
export function defineEndpoint(endpoint: Endpoint): Endpoint {
  return endpoint;
}

type SingleAnswer<Input> = Omit<Endpoint, "parameters" | "variants" | "compute"> & {
  /** The data of the answer; `null` or `undefined` if its source never answered. */
  from(world: World): Input | null | undefined;
  compute(input: Input, world: World): Answer;
};

/** An endpoint without parameters. It has no file without data. */
export function defineSingle<Input>({ from, compute, ...declaration }: SingleAnswer<Input>): Endpoint {
  const find = (world: World) => from(world) ?? undefined;
  return {
    ...declaration,
    parameters: {},
    variants: (world) => (find(world) === undefined ? [] : [{}]),
    compute(world) {
      const input = find(world);
      if (input === undefined) throw new RangeError(`${declaration.id} has no data`);
      return compute(input, world);
    },
  };
}

/** Whether the endpoint has an answer in this build, and its files are not left out. */
export function isPublished({ variants, tree }: Endpoint, world: World): boolean {
  if (world.leftOut?.some((one) => one.tree === tree && one.coveredCoins === 0)) return false;
  for (const _ of variants(world)) return true;
  return false;
}

/** Whether the terms of its only sources keep the endpoint out of this build. */
export function isExcluded({ kinds }: Pick<Endpoint, "kinds">, { excludedKinds = [] }: World["run"]): boolean {
  return kinds.length > 0 && kinds.every((kind) => excludedKinds.includes(kind));
}

export function findRows<Row>(rows: readonly Row[]): readonly Row[] | undefined {
  return rows.length === 0 ? undefined : rows;
}

/** The first variant with a value for every required parameter. */
export function findExampleParams({ parameters, variants }: Endpoint, world: World): Params | undefined {
  const needed = Object.keys(parameters).filter(
    (name) => parameters[name]!.required || parameters[name]!.in === "path",
  );
  for (const params of variants(world)) if (needed.every((name) => name in params)) return params;
  return undefined;
}
