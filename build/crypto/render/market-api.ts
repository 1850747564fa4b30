import type { Api } from "../../kit/render/api.ts";
import { listAliases } from "../api/endpoints/coin.ts";
import { listErrorTexts } from "../api/errors.ts";
import { ROOTS } from "../api/place-file.ts";
import { TAGS } from "../api/tags.ts";
import { listCoverage, TREE_TITLES, TREES } from "../api/trees.ts";
import type { Endpoint, World } from "../api/world.ts";
import { listTables, renderCoinsCsv } from "./documents/csv-tables.ts";
import { FEEDS, listMarketDocuments } from "./documents/market-documents.ts";
import { PRICES_TREE, renderPriceFiles } from "./documents/price-files.ts";

const TAG_TEXTS = Object.fromEntries(Object.entries(TAGS).map(([tag, { description }]) => [tag, description]));

const GUIDE = `Crypto market data as static files. Everything is GET, keyless and public; links are relative to the server's URL.

Every answer exists as a file with an extension (\`coins/limit/10.json\`), which any host serves. The query forms below need
a host with redirects or the handler; unknown parameters are ignored, and a default applies to an absent or empty one.
Examples are responses of this build with shorter lists.

What the project computes is CC0 as far as it holds rights in it. Values of a source keep its terms, and some sources forbid republishing:
\`/status\` says what is known of each (\`redistribution\`, \`terms\`).`;

const ARCHIVES =
  "CSV archives of crypto market data. What the project computes is CC0 as far as it holds rights in it. Values of " +
  "a source keep its terms, and some sources forbid republishing: each resource names them.";

/** The interface of crypto market data with these endpoints. */
export function buildApi(endpoints: readonly Endpoint[]): Api<World> {
  return {
    endpoints,
    about: {
      name: "Open Crypto Data",
      packageName: "open-crypto-data",
      summary: "Crypto market data as static JSON files.",
      description: "Crypto market data as static JSON files: no key, no account, no server.",
      guide: GUIDE,
      archives: ARCHIVES,
    },
    roots: ROOTS,
    kinds: [...new Set(endpoints.flatMap(({ kinds }) => kinds))],
    tags: TAG_TEXTS,
    errors: listErrorTexts(),
    trees: TREES.map((name) => ({ name, title: TREE_TITLES[name], coverage: listCoverage(name) })),
    listAliases: ({ market }) => listAliases(market),
    async *renderOptional(tree, world, previous) {
      for (const { render } of listTables(tree.endpoints, world)) yield await render(world);
      if (tree.name === PRICES_TREE) yield* renderPriceFiles(endpoints, world, previous);
    },
    listDocuments: (world) => listMarketDocuments(endpoints, world),
    async *renderDocuments(world, addresses) {
      for (const { render } of Object.values(FEEDS)) yield* render(world, addresses);
      if (world.market.coins.length > 0) yield await renderCoinsCsv(world);
    },
    shorten(world) {
      const { coins, articles } = world.market;
      return { ...world, market: { ...world.market, coins: coins.slice(0, 1), articles: articles.slice(0, 1) } };
    },
  };
}
