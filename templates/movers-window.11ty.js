import { rootOf } from "./components/link.js";
import { moversPage } from "./components/movers.js";

/** The windows besides that of `movers.11ty.js`. */
export const data = {
  layout: "base.11ty.js",
  pagination: {
    data: "shared.data.movers",
    size: 1,
    alias: "movers",
    addAllPagesToCollections: true,
    before: (pages) => pages.filter(({ path }) => path !== "movers/"),
  },
  permalink: ({ movers }) => `${movers.path}index.html`,
  styles: ["table.css", "data.css"],
  scripts: ["show-all.js"],
  money: true,
  eleventyComputed: {
    title: ({ movers }) => movers && `Gainers and losers: ${movers.title}`,
    description: ({ movers }) =>
      movers && `The coins that gained and lost most in ${movers.title}, with price and volume.`,
  },
};

export function render({ page, shared, movers }) {
  return String(moversPage(movers, shared.data.movers, rootOf(page.url, shared.data.site.baseUrl)));
}
