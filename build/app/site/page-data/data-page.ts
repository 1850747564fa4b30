import type { Endpoint, World } from "../../../crypto/api/world.ts";
import type { ArchiveEntry } from "../../../kit/api/archive-entry.ts";
import { findExampleParams, type Params } from "../../../kit/api/endpoint.ts";
import { computeAnswer, type Envelope } from "../../../kit/api/envelope.ts";
import { renderJson } from "../../../lib/json/render-json.ts";

/** What pages are computed from. */
export interface Built {
  endpoints: readonly Endpoint[];
  /** With its archives. */
  world: World;
}

/** The fields of `meta`, ISO 8601 in UTC. */
export interface PageFreshness {
  updated_at: string;
  expires_at: string;
  /** When newer data is due; absent: half way to `expires_at`. */
  next_at?: string;
  stale: boolean;
}

/**
 * The published response of an endpoint, so that a page shows exactly what its JSON says. Returns
 * `undefined` if the endpoint has no data. The caller names the shape of `data`; the endpoint's
 * schema checks it.
 */
export function findAnswer<Data>(
  { endpoints, world }: Built,
  id: string,
  params: Params = {},
): { data: Data; meta: Envelope["meta"] & PageFreshness } | undefined {
  const endpoint = endpoints.find((candidate) => candidate.id === id);
  if (endpoint === undefined)
    throw new Error(
      `There is no endpoint "${id}": correct the id in the page, or write build/crypto/api/endpoints/${id}.ts with "npm run new -- endpoint ${id}"`,
    );
  if (endpoint.variants(world)[Symbol.iterator]().next().done) return undefined;
  // Rounds numbers as in the file and drops values that JSON cannot hold.
  return JSON.parse(renderJson(computeAnswer(endpoint, world, params)).toString());
}

/** The response in the file that the API reference shows; `null` without data. */
export function findExample<Data>(built: Built, id: string) {
  const endpoint = built.endpoints.find((candidate) => candidate.id === id);
  const params = endpoint && findExampleParams(endpoint, built.world);
  return (params && findAnswer<Data>(built, id, params)) ?? null;
}

/**
 * The page of an endpoint's response with the newest archives of its datasets; `null` if no source
 * has answered yet.
 */
export function computeDataPage<Data>(built: Built, id: string, ...datasets: string[]) {
  const answer = findAnswer<Data>(built, id);
  if (answer === undefined) return null;
  const { updated_at, expires_at, stale } = answer.meta;
  const reports = answer.meta.sources.flatMap(
    (source) => built.world.run.sources.find((candidate) => candidate.id === source) ?? [],
  );
  const freshness: PageFreshness = { updated_at, expires_at, stale };
  return {
    data: answer.data,
    freshness,
    credits: reports.map(buildCredit),
    archives: listPageArchives(built.world, datasets),
  };
}

/**
 * The data of a page that shows one response needs no code: its template reads `answer(id)`. The
 * archives are those of the datasets that are named like the endpoint.
 */
export function shareAnswers(built: Built) {
  const known = new Map<string, ReturnType<typeof computeDataPage>>();
  return (id: string) => {
    if (built.endpoints.some((endpoint) => endpoint.id === id && endpoint.path.includes("{")))
      throw new Error(`"${id}" has many responses: a page of it needs its own data in build/app/site/page-data/`);
    const found = known.get(id);
    const page = found === undefined ? computeDataPage(built, id, id, `${id}-latest`, `${id}-daily`) : found;
    known.set(id, page);
    return page;
  };
}

/** The newest archive of each dataset that has one. */
export function listPageArchives({ archives }: World, datasets: readonly string[]) {
  return datasets.flatMap((dataset) => {
    const entry = archives.findLast((candidate) => candidate.dataset === dataset);
    return entry === undefined ? [] : [buildPageArchive(entry)];
  });
}

/** An archive as pages link it, with its path relative to the root. */
export function buildPageArchive({ filename, description, rows, sizeBytes }: ArchiveEntry) {
  return { path: `api/data/download/${filename}`, filename, description, rows, bytes: sizeBytes };
}

/** A source as the pages credit it. */
export function buildCredit({ id, name, homepage, license, terms, attribution }: World["run"]["sources"][number]) {
  return { id, name, url: homepage, license, terms_url: terms.url, attribution };
}
