import type { ArchiveEntry } from "../../api/archive-entry.ts";
import type { Endpoint, Params, World } from "../../api/endpoint.ts";
import { computeEnvelope, type Envelope } from "../../api/envelope.ts";
import { renderJson } from "../../lib/json/render-json.ts";
import { buildCredit, type PageFreshness, type SourceCredit } from "./site-facts.ts";

/** A published response. */
export interface PageAnswer<Data> {
  data: Data;
  meta: Envelope["meta"] & PageFreshness;
}

/** The page of one dataset. */
export interface DataPage<Data> {
  data: Data;
  /** Of this dataset, which may be older than the prices. */
  freshness: PageFreshness;
  credits: readonly SourceCredit[];
  archives: readonly PageArchive[];
}

/** An archive that a page links to; `path` relative to the site's root. */
export interface PageArchive {
  path: string;
  filename: string;
  description: string;
  rows: number;
  bytes: number;
}

/**
 * The published response of an endpoint, so that a page shows exactly what its JSON says. Returns
 * `undefined` if the endpoint has no data. The caller names the shape of `data`; the endpoint's
 * schema checks it.
 */
export function findAnswer<Data>(
  endpoints: readonly Endpoint[],
  world: World,
  id: string,
  params: Params = {},
): PageAnswer<Data> | undefined {
  const endpoint = endpoints.find((candidate) => candidate.id === id);
  if (endpoint === undefined) throw new Error(`There is no endpoint "${id}"`);
  for (const _ of endpoint.variants(world)) {
    // Rounds numbers as in the file and drops values that JSON cannot hold.
    return JSON.parse(renderJson(computeEnvelope(endpoint, world, params)).toString()) as PageAnswer<Data>;
  }
  return undefined;
}

/** The page of an endpoint's response; `null` if no source has answered yet. */
export function computeDataPage<Data>(
  endpoints: readonly Endpoint[],
  world: World,
  { id, datasets }: { id: string; datasets: readonly string[] },
): DataPage<Data> | null {
  const answer = findAnswer<Data>(endpoints, world, id);
  if (answer === undefined) return null;
  const { updated_at, expires_at, stale } = answer.meta;
  const sources = answer.meta["sources"] as string[];
  return {
    data: answer.data,
    freshness: { updated_at, expires_at, stale },
    credits: sources.flatMap((id) => {
      const source = world.run.sources.find((candidate) => candidate.id === id);
      return source === undefined ? [] : [buildCredit(source)];
    }),
    archives: listPageArchives(world, datasets),
  };
}

/** The newest archive of each dataset that has one. */
export function listPageArchives({ archives }: World, datasets: readonly string[]): PageArchive[] {
  return datasets.flatMap((dataset) => {
    const entry = archives.findLast((candidate) => candidate.dataset === dataset);
    return entry === undefined ? [] : [buildPageArchive(entry)];
  });
}

export function buildPageArchive({ filename, description, rows, sizeBytes }: ArchiveEntry): PageArchive {
  return { path: `api/data/download/${filename}`, filename, description, rows, bytes: sizeBytes };
}
