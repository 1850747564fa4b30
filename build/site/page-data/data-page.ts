import type { Endpoint, Params, World } from "../../api/endpoint.ts";
import { findAnswer } from "./find-answer.ts";
import type { PageFreshness, SourceCredit } from "./page-data.ts";
import { listCredits, listPageArchives, type PageArchive } from "./page-files.ts";

/** What every page of a dataset shows beside the data. */
export interface DataPage<Data> {
  data: Data;
  /** Of this dataset, which may be older than the prices. */
  freshness: PageFreshness;
  credits: readonly SourceCredit[];
  archives: readonly PageArchive[];
}

/** The page of an endpoint's answer; `null` where no source ever gave one. */
export function computeDataPage<Data>(
  endpoints: readonly Endpoint[],
  world: World,
  { id, params = {}, datasets }: { id: string; params?: Params; datasets: readonly string[] },
): DataPage<Data> | null {
  const answer = findAnswer<Data>(endpoints, world, id, params);
  if (answer === undefined) return null;
  const { updated_at, expires_at, stale } = answer.meta;
  return {
    data: answer.data,
    freshness: { updated_at, expires_at, stale },
    credits: listCredits(world, answer.meta["sources"] as string[]),
    archives: listPageArchives(world, datasets),
  };
}
