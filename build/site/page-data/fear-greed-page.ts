import type { Endpoint, World } from "../../api/endpoint.ts";
import type { FearGreed } from "../../api/endpoints/fear-greed.ts";
import { computeDataPage, type DataPage } from "./data-page.ts";

export type FearGreedPage = DataPage<FearGreed>;

export function computeFearGreedPage(endpoints: readonly Endpoint[], world: World): FearGreedPage | null {
  return computeDataPage<FearGreed>(endpoints, world, { id: "fear-greed", datasets: ["fear-greed"] });
}
