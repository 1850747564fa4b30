import type { Artifact } from "../render/artifact.ts";
import { computePageData, type PageInput } from "./page-data/compute-page-data.ts";
import { readChartLibrary } from "./read-chart-library.ts";
import { readPublic } from "./read-public.ts";
import { renderCoinImages } from "./render-coin-images.ts";
import { renderPages } from "./render-pages.ts";

/** The pages of the site and what they load, as files of the tree beside `api/`. */
export async function renderSite(input: PageInput): Promise<Artifact[]> {
  const data = computePageData(input);
  return [
    ...(await readPublic()),
    ...(await readChartLibrary()),
    ...(await renderPages(data)),
    ...renderCoinImages(data.coins, data.site),
  ];
}
