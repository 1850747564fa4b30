import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { World } from "../../build/api/endpoint.ts";
import { computeEnvelope } from "../../build/api/envelope.ts";
import { endpoints } from "../../build/api/registry.ts";
import { renderJson } from "../../build/lib/json/render-json.ts";
import { DAY_MS, MINUTE_MS } from "../../build/lib/time.ts";
import { assignKeys } from "../../build/market/coins/coin-key.ts";
import type { Market, MarketCoin } from "../../build/market/market.ts";
import { createHandler } from "../../build/serve/handler/handler.ts";
import { AS_OF_MS, makeCoin, makeHistory, makeProtocol, makeWorld } from "../api/sample-market.ts";
import { gatherArchives } from "../render/gather-archives.ts";
import { type MemoryTree, writeTree } from "../render/memory-tree.ts";

/**
 * Symbols that need escapes in a file name, a URL or a list, and names with a meaning in a path.
 */
export const ODD_SYMBOLS = [
  ..."$ANRX CON 😀 INDEX SEARCH LIMIT ALL HISTORY FCT,FCT2 FCT FCT2 A.B BTC.JSON .. . %41 A\\B A/B".split(" "),
  ..."C++ ?X #Y &Z=1 ÖBB 比特币 __PROTO__ CONSTRUCTOR 404 1000".split(" "),
  "A B",
];

/** Bitcoin, two coins that share its symbol, every odd symbol, and several pages of a hundred. */
function makeCoins(): MarketCoin[] {
  const named: [id: string, symbol: string, name: string][] = [
    ["bitcoin", "BTC", "Bitcoin"],
    ["ethereum", "ETH", "Ethereum"],
    ["bitget-token", "BGB", "Bitget Token"],
    ["batcat", "BTC", "Batcat (BSC)"],
    ["Mixed-Case", "BTC", "Mixed Case"],
    ["harrypotterobamasonic10inu", "BITCOIN", "HarryPotterObamaSonic10Inu"],
    ...ODD_SYMBOLS.map((symbol, at): [string, string, string] => [`odd-${at}`, symbol, `Odd coin ${at}`]),
    ...Array.from({ length: 180 }, (_, at): [string, string, string] => [`coin-${at}`, `C${at}`, `Coin number ${at}`]),
  ];
  const { keys } = assignKeys(
    named.map(([id, symbol]) => ({ id, symbol, marketCapUsd: null })),
    null,
    AS_OF_MS,
  );
  return named.map(([id, symbol, name], at) =>
    // Lower ranks are older, so that every page has another age.
    makeCoin(id, symbol, {
      name,
      key: keys.get(id)!,
      rank: at + 1,
      price: 1000 / (at + 3),
      priceTimeMs: AS_OF_MS - at * MINUTE_MS,
    }),
  );
}

/** A complete world, with short series, because they are most of the work. */
export async function makeSite(own: Partial<Market> = {}): Promise<Site> {
  const protocols = Array.from({ length: 30 }, (_, at) => makeProtocol(`protocol-${at}`, 1000 - at));
  const { defi, articles } = makeWorld().market;
  const news = Array.from({ length: 20 }, (_, at) => ({
    ...articles[0]!,
    id: `${at}`,
    url: `https://example.org/${at}`,
  }));
  const world = makeWorld(
    { coins: makeCoins(), defi: { ...defi!, protocols }, articles: news, ...own },
    { history: makeHistory(AS_OF_MS - 2 * DAY_MS) },
  );
  const { entries } = await gatherArchives(world);
  return { world: { ...world, archives: entries }, tree: await writeTree(endpoints, world) };
}

export interface Site {
  world: World;
  tree: MemoryTree;
}

/** The response computed from the model, without files. */
export function renderAnswer(world: World, id: string, params: Record<string, string | number> = {}): string {
  const endpoint = endpoints.find((one) => one.id === id);
  if (endpoint === undefined) throw new Error(`There is no endpoint ${id}`);
  return renderJson(computeEnvelope(endpoint, world, params)).toString();
}

/** The same, with the query form as `self`. */
export function renderComputed(
  world: World,
  id: string,
  params: Record<string, string | number>,
  self: string,
): string {
  const { data, meta } = JSON.parse(renderAnswer(world, id, params));
  return renderJson({ data, meta: { ...meta, self } }).toString();
}

/** Writes a tree into `site` of a new folder, and a secret file beside it. */
export async function writeSite(tree: MemoryTree): Promise<{ folder: string; remove(): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), "edge-"));
  const folder = join(root, "site");
  await mkdir(folder);
  await writeFile(join(root, "secret.json"), SECRET);
  for (const [path, body] of tree) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), body);
  }
  return { folder, remove: () => rm(root, { recursive: true, force: true }) };
}

export const SECRET = '{"secret":"outside of the site"}';

export async function readBody(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

/** The handler over a tree in memory. */
export function createMemoryHandler(tree: MemoryTree, base = "") {
  const handle = createHandler(async (path) => {
    const body = tree.get(path);
    return body && { body };
  }, base);
  return (path: string, init?: RequestInit) => handle(new Request(`https://api.example${path}`, init));
}
