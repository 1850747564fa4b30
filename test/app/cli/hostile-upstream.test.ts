import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { contractCommand } from "../../../build/app/cli/contract.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { startServer } from "../../kit/platform/local-server.ts";
import { EVIL } from "../workflow/hostile-text.ts";
import { renderWithoutCode } from "../workflow/rendered-markdown.ts";
import { listPossibleCommands } from "../workflow/runner-grammar.ts";

const folder = makeTempFolder();
afterEach(() => {
  vi.restoreAllMocks();
});

/** Output and summary of `contract` when an exchange answers with this error. */
async function readContract(said: string, json: boolean): Promise<{ printed: string; summary: string }> {
  const body = JSON.stringify({ error: [said] });
  const server = await startServer((_, response) => response.end(body));
  let printed = "";
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((text) => {
      printed += text;
      return true;
    });
  }
  const file = join(folder, `${json}-${said.length}.md`);
  const flags = { only: "kraken", origins: server.origins, summary: file, json };
  await expect(contractCommand(flags)).rejects.toThrow("have drifted");
  vi.restoreAllMocks();
  return { printed, summary: readFileSync(file, "utf8") };
}

it("an exchange's error message is escaped in log and summary", async () => {
  const harmless = await readContract("x", false);
  for (const json of [false, true]) {
    const { printed, summary } = await readContract(EVIL, json);
    expect(printed).toContain("evil");
    expect(printed).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(printed.split("\n")).toHaveLength(json ? 2 : harmless.printed.split("\n").length);
    expect(listPossibleCommands(printed)).toEqual([]);
    expect(summary).toContain("evil");
    expect(renderWithoutCode(summary)).toBe(renderWithoutCode(harmless.summary));
  }
});

it("the contract fails when the only source gives no response", async () => {
  const server = await startServer((_, response) => response.writeHead(403).end("no"));
  vi.spyOn(process.stdout, "write").mockImplementation(() => true);
  vi.spyOn(process.stderr, "write").mockImplementation(() => true);
  await expect(contractCommand({ only: "binance", origins: server.origins })).rejects.toThrow("Nothing was checked");
});
