import { describePage, render } from "../../../templates/coin.js";
import { renderFrame, render as renderLayout } from "../../../templates/layouts/base.11ty.js";
import type { Artifact } from "../../kit/platform/artifact.ts";
import { computeSha256 } from "../../lib/hash.ts";
import { listCoinPages } from "./page-data/coin-page.ts";
import type { PageData, PageInput } from "./page-data/page-data.ts";
import { COIN_PICTURE } from "./picture/render-pictures.ts";

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
 * keeps every page of a site in memory and takes twice the time. A page that the last build
 * rendered of the same coin is reused.
 */
export function* renderCoinPages(
  input: PageInput,
  data: Pick<PageData, "site">,
  pages: readonly ListedPage[],
): Generator<Artifact> {
  const { previous } = input;
  // What differs from build to build is not for these pages: theirs are the numbers of an hour.
  const { freshness: _, endpoints: __, ...site } = data.site;
  const shell = previous && computeSha256(JSON.stringify([site, pages]));
  const common = { shared: { data: { site } }, collections: { all: pages } };
  // It depends on the depth of the page, not on the coin.
  const frame = renderFrame({ ...common, page: { url: "/coins/KEY/" } });
  for (const coin of listCoinPages(input)) {
    const path = coin.file;
    const folder = path.replace(/index\.html$/, "");
    const inputsDigest = shell && computeSha256(shell + JSON.stringify(coin));
    const known = inputsDigest === undefined ? undefined : previous?.find(path, inputsDigest);
    const renderPage = () => {
      const shown = { ...common, page: { url: `/${folder}` } };
      const content = render({ ...shown, coin });
      return { body: renderLayout({ ...shown, ...describePage(coin, COIN_PICTURE), content, frame }) };
    };
    yield { path, ...(inputsDigest !== undefined && { inputsDigest }), ...(known ?? renderPage()) };
  }
}
