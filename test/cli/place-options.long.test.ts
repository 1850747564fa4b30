import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeTempFolder } from "../cleanup.ts";
import { fillState } from "../platform/state-folder.ts";
import { runCli } from "./run-cli.ts";

describe("the folder of a command", () => {
  it("may be given by the build's option", async () => {
    const folder = await fillState(makeTempFolder(), { coins: { btc: 1 } });
    const runs = await Promise.all(["inspect", "verify"].map((command) => runCli("state", command, "--state", folder)));
    for (const { code, stdout } of runs) expect([code, stdout.includes(`${folder}: 1 documents`)]).toEqual([0, true]);
  }, 30_000);

  it("is read from --out", async () => {
    const nowhere = join(makeTempFolder(), "nowhere");
    const [serve, verify] = await Promise.all([runCli("serve", "--out", nowhere), runCli("verify", "--out", nowhere)]);
    for (const { code, stderr } of [serve, verify]) expect([code, stderr.includes(nowhere)]).toEqual([1, true]);
  }, 30_000);

  it("is refused if argument and option differ", async () => {
    const { code, stderr } = await runCli("serve", "one", "--out", "other");
    expect([code, stderr]).toEqual([1, "Name one place: it is one as argument and other by --out.\n"]);
  }, 30_000);
});
