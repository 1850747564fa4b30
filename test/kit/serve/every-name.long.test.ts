import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { listFolder } from "../../../build/kit/platform/output/published-files.ts";
import { runCli } from "../../app/cli/run-cli.ts";
import { makeTempFolder } from "../../cleanup.ts";
import type { MemoryTree } from "../../fixtures/memory-tree.ts";
import { findWrongNames, openHandlers } from "./every-name.ts";

/** More than the 100 largest coins, whose answers in currencies are files. */
const COINS = "104";

const tree: MemoryTree = new Map();

beforeAll(async () => {
  const folder = makeTempFolder();
  const out = join(folder, "site");
  const flags = ["--out", out, "--state", join(folder, "state"), "--coins", COINS, "--trees", "currencies"];
  const { code, stderr } = await runCli("build", "--sample", "--no-site", ...flags);
  expect([code, stderr]).toEqual([0, expect.anything()]);
  for (const path of await listFolder(out)) {
    if (path.endsWith(".json")) tree.set(path, readFileSync(join(out, path)));
  }
});

it.each(["node", "worker", "client"] as const)(
  "answers each id and symbol of the demo market in EUR and BTC: %s",
  async (handler) => {
    const ask = (await openHandlers(tree))[handler];
    for (const currency of ["eur", "btc"]) expect(await findWrongNames(ask, currency)).toEqual([]);
  },
);
