import { rootOf } from "./components/link.js";
import { moversPage } from "./components/movers.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "movers/index.html",
  title: "Gainers and losers",
  description:
    "The coins that gained and lost most in 24 hours, with price and volume. Also for 1 hour, 7 and 30 days.",
  words: "top gainers losers winners",
  styles: ["table.css", "data.css"],
  scripts: ["show-all.js"],
  money: true,
};

export function render({ page, shared }) {
  const { movers, site } = shared.data;
  const first = movers.find(({ path }) => path === "movers/");
  return String(moversPage(first, movers, rootOf(page.url, site.baseUrl)));
}
