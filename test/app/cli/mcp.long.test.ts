import { expect, it } from "vitest";
import { makeCoins, makeSite, writeSite } from "../../fixtures/site.ts";
import { startCli } from "./run-cli.ts";

const CALLS = 21;

it("answers every call of a program that has closed its end", async () => {
  const folder = writeSite((await makeSite({ coins: makeCoins(0) })).tree);
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "0" } };
  const messages = [
    { id: 0, method: "initialize", params },
    { method: "notifications/initialized" },
    ...Array.from({ length: CALLS }, (_, at) => ({
      id: at + 1,
      method: "tools/call",
      params: { name: "price", arguments: { coin: "btc" } },
    })),
  ];
  const input = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
  const { code, stdout, stderr } = await startCli(["mcp", "--site", folder], {}, process.cwd(), input).finished;
  expect([code, stderr]).toEqual([0, ""]);
  const ids = stdout
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { id: number }).id);
  expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: CALLS + 1 }, (_, at) => at));
});
