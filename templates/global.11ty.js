import { globalPage } from "./components/global-chart.js";
import { rootOf } from "./components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "global/index.html",
  title: "Global charts",
  description: "Market cap, 24h volume, dominance of bitcoin and ether, and DeFi TVL over time, with CSV.",
  styles: ["chart.css", "table.css", "data.css", "vendor/uplot.css"],
  scripts: ["global.js"],
};

export function render({ page, shared }) {
  const { answer, globalPages, site } = shared.data;
  const context = { root: rootOf(page.url, site.baseUrl), answer };
  return String(globalPage(globalPages[0], globalPages, context));
}
