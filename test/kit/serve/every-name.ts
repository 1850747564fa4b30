import { createClient } from "../../../build/crypto/serve/client.ts";
import worker from "../../../build/crypto/serve/worker.ts";
import type { MemoryTree } from "../../fixtures/memory-tree.ts";
import { serveTree } from "../../fixtures/site.ts";
import { createFakeAssets } from "./fake-assets.ts";
import { createPlainHost } from "./plain-host.ts";

/** Requests a path such as `/api/coins`. */
type Ask = (path: string) => Promise<Response>;

interface Answer {
  data?: { id: string };
  meta?: { currency: string };
}

/** The handler on Node, in Cloudflare's worker and in `client.js`, over the same tree. */
export const HANDLERS: Readonly<Record<"node" | "worker" | "client", (tree: MemoryTree) => Promise<Ask>>> = {
  async node(tree) {
    const { url } = await serveTree(tree);
    return (path) => fetch(url + path);
  },
  async worker(tree) {
    const assets = createFakeAssets(tree);
    return (path) => worker.fetch(new Request(`https://api.example${path}`), { ASSETS: assets });
  },
  async client(tree) {
    const host = createPlainHost(tree);
    const client = createClient(host.url, { fetch: host.fetch });
    return (path) => client.request(path);
  },
};

const ENDS = ["", "/history", "/history?period=30d"];

/**
 * Compares each coin's details and histories in a currency with those in USD, by id and by symbol:
 * they are about the same coin. Returns the paths for which that is not so.
 */
export async function findWrongNames(ask: Ask, currency: string): Promise<string[]> {
  const { data: coins } = (await (await ask("/api/coins/limit/all.json")).json()) as {
    data: { id: string; symbol: string }[];
  };
  const names = new Set(coins.flatMap(({ id, symbol }) => [id, symbol]));
  const wrong: string[] = [];
  for (const name of names) {
    // No URL can contain these segments.
    if (name === "." || name === "..") continue;
    for (const end of ENDS) {
      const path = `coins/${encodeURIComponent(name)}${end}`;
      const [inUsd, converted] = await Promise.all([ask(`/api/${path}`), ask(`/api/in/${currency}/${path}`)]);
      const [expected, answer] = (await Promise.all([inUsd.json(), converted.json()])) as [Answer, Answer];
      const isRight =
        inUsd.status === converted.status &&
        answer.data?.id === expected.data?.id &&
        (converted.status !== 200 || answer.meta?.currency === currency);
      if (!isRight) wrong.push(`${inUsd.status} in USD, ${converted.status} in ${currency}: ${path}`);
    }
  }
  return wrong;
}
