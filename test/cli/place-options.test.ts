import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fillState, makeFolder } from "../platform/state-folder.ts";
import { runCli } from "./run-cli.ts";

describe("the folder of a command", () => {
  it("may be named like in a build", async () => {
    const folder = await fillState(makeFolder(), { coins: { btc: 1 } });
    const runs = await Promise.all(["inspect", "verify"].map((command) => runCli("state", command, "--state", folder)));
    for (const { code, stdout } of runs) expect([code, stdout.includes(`${folder}: 1 documents`)]).toEqual([0, true]);
  }, 30_000);

  it("is looked for where --out says", async () => {
    const nowhere = join(makeFolder(), "nowhere");
    const [serve, verify] = await Promise.all([runCli("serve", "--out", nowhere), runCli("verify", "--out", nowhere)]);
    for (const { code, stderr } of [serve, verify]) expect([code, stderr.includes(nowhere)]).toEqual([1, true]);
  }, 30_000);

  it("is refused when it is named twice, differently", async () => {
    const { code, stderr } = await runCli("serve", "one", "--out", "other");
    expect([code, stderr]).toEqual([1, "Name one place: it is one as argument and other by --out.\n"]);
  }, 30_000);
});
