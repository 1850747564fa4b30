import { describePage, render } from "../../../templates/coin.js";
import { render as renderLayout } from "../../../templates/layouts/base.11ty.js";
import type { Artifact } from "../../kit/platform/artifact.ts";
import { listCoinPages } from "./page-data/coin-page.ts";
import type { PageData, PageInput } from "./page-data/page-data.ts";
import { renderCoinImage } from "./render-coin-image.ts";

/** A page that the layout can link to. */
export interface ListedPage {
  /** From the root of the site: `/market/`. */
  url: string;
  data: {
    title?: string | undefined;
    description?: string | undefined;
    /** Further words that the search finds the page by. */
    words?: string | undefined;
  };
}

/**
 * The page and the link preview of each coin, one after the other, in the layout of all pages. Not
 * with Eleventy, which keeps every page of a site in memory and takes twice the time.
 */
export function* renderCoinPages(
  { coinAnswers, ...built }: PageInput,
  data: PageData,
  pages: readonly ListedPage[],
): Generator<Artifact> {
  for (const coin of listCoinPages(built, coinAnswers)) {
    const folder = coin.file.replace(/index\.html$/, "");
    const shown = { page: { url: `/${folder}` }, shared: { data }, collections: { all: pages } };
    const content = render({ ...shown, coin });
    yield { path: coin.file, body: renderLayout({ ...shown, ...describePage(coin), content }) };
    yield { path: `${folder}${coin.image}`, body: renderCoinImage(coin, data.site) };
  }
}
