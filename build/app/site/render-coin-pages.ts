import { describePage, render } from "../../../templates/coin.js";
import { render as renderLayout } from "../../../templates/layouts/base.11ty.js";
import type { Artifact } from "../../kit/platform/artifact.ts";
import { listCoinPages } from "./page-data/coin-page.ts";
import type { PageData, PageInput } from "./page-data/page-data.ts";
import { COIN_PICTURE, type CoinPicture } from "./picture/render-pictures.ts";

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
 * The page of each coin, one after the other, in the layout of all pages. Not with Eleventy, which
 * keeps every page of a site in memory and takes twice the time. `onPicture`: takes the coins whose
 * page names a picture of its own.
 */
export function* renderCoinPages(
  { coinAnswers, picturedCoins, ...built }: PageInput,
  data: PageData,
  pages: readonly ListedPage[],
  onPicture?: (picture: CoinPicture) => void,
): Generator<Artifact> {
  for (const coin of listCoinPages(built, coinAnswers, picturedCoins)) {
    const folder = coin.file.replace(/index\.html$/, "");
    const shown = { page: { url: `/${folder}` }, shared: { data }, collections: { all: pages } };
    const content = render({ ...shown, coin });
    yield { path: coin.file, body: renderLayout({ ...shown, ...describePage(coin, COIN_PICTURE), content }) };
    const { picture: title, symbol } = coin;
    if (title !== undefined) onPicture?.({ folder, title, symbol });
  }
}
