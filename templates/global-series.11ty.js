import { globalPage } from "./components/global-chart.js";
import { rootOf } from "./components/link.js";

/** The series besides that of `global.11ty.js`. */
export const data = {
  layout: "base.11ty.js",
  pagination: {
    data: "shared.data.globalPages",
    size: 1,
    alias: "series",
    addAllPagesToCollections: true,
    before: (pages) => pages.slice(1),
  },
  permalink: ({ series }) => `${series.path}index.html`,
  styles: ["chart.css", "table.css", "data.css", "vendor/uplot.css"],
  scripts: ["global.js"],
  eleventyComputed: {
    title: ({ series }) => series && `${series.title} chart`,
    description: ({ series }) => series && `${series.title} of the whole market over time, with CSV.`,
  },
};

export function render({ page, shared, series }) {
  const { answer, globalPages, site } = shared.data;
  const context = { root: rootOf(page.url, site.baseUrl), answer };
  return String(globalPage(series, globalPages, context));
}
