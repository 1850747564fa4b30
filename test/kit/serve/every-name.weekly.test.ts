import { beforeAll, expect, it } from "vitest";
import type { MemoryTree } from "../../fixtures/memory-tree.ts";
import { OTHER_SOURCES, openSampleRuns } from "../../pipeline/sample-runs.ts";
import { findWrongNames, HANDLERS } from "./every-name.ts";

/** More than the 100 largest coins, whose answers in currencies are files. */
const COINS = 104;
const CURRENCIES = ["eur", "btc"];
/** The handler converts answers without a file by the rates. */
const ANSWERS = ["coins", "coin", "coin-history", "exchange-rates"];

let tree: MemoryTree;

beforeAll(async () => {
  const answers = ANSWERS.flatMap((id) => [id, ...CURRENCIES.map((currency) => `in-${currency}-${id}`)]);
  const runs = await openSampleRuns(COINS, { sourcesOff: OTHER_SOURCES, trees: true, answers });
  const { files } = await runs.build(0);
  await runs.close();
  tree = new Map([...files].map(([path, body]) => [path, Buffer.from(body as Uint8Array)]));
});

it.each(["node", "worker", "client"] as const)(
  "answers each id and symbol of the demo market in EUR and BTC: %s",
  async (handler) => {
    const ask = await HANDLERS[handler](tree);
    for (const currency of CURRENCIES) expect(await findWrongNames(ask, currency)).toEqual([]);
  },
);
