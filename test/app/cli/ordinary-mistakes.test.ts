import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT } from "../../../build/app/cli/kit/installation.ts";
import { refuseWithoutTools } from "../../../build/app/cli/new.ts";
import { readRunner } from "../../../build/environment.ts";
import { appendSummary } from "../../../build/kit/publish/runner.ts";
import { md } from "../../../build/lib/markdown.ts";
import { OperationalError } from "../../../build/lib/operational-error.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { startServer } from "../../kit/platform/local-server.ts";
import { callCli } from "./run-cli.ts";

const folder = makeTempFolder();
const at = (name: string) => join(folder, name);
mkdirSync(at("adir"));
writeFileSync(at("page.html"), "<html></html>");
writeFileSync(at("empty.json"), "{}");
symlinkSync(at("circle"), at("circle"));

describe("an ordinary mistake on the command line is one line that says what to do", () => {
  const SOURCE = ["new", "source", "some-venue", "--tickers", at("page.html"), "--listing-url", "https://a.example/"];
  it.each([
    [["try", "kraken", "--sample", "--body", `listing=${at("none")}`], "name a file that can be read: ENOENT"],
    [["try", "kraken", "--sample", "--body", `listing=${at("empty.json")}`], "Kraken gave no record: the line of each"],
    [["mcp", "--site", "http://"], '"http://" is no address of a site: write it as https://'],
    [["verify", at("circle")], "circle cannot be read: correct its permissions, or name another folder: ELOOP"],
    [[...SOURCE, "--listing", at("adir")], "adir is no file with JSON. Save one response in it: EISDIR"],
    [[...SOURCE, "--listing", at("page.html")], "Save one response in it: expected JSON, got a page of HTML"],
    [["health", "ftp://dist.example"], "Not a valid URL: ftp://dist.example. A published site is read at its address"],
    [["health", "dist"], "Not a valid URL: dist. A published site is read at its address, such as https://"],
    [
      ["build", "--sample", "--restore-from", "ftp://dist.example"],
      "name a folder, or an address that begins with https",
    ],
    [["terms", "--accept", ""], "--accept names no source"],
  ])("%j", async (args, message) => {
    const { code, stderr } = await callCli(...args);
    expect(stderr.trim().split("\n").at(-1)).toContain(message);
    expect([code, stderr]).toEqual([1, expect.not.stringMatching(/^ +at /m)]);
  });
});

it("a summary in a missing folder and damaged results of jobs are no defects", () => {
  const file = at("none/summary.md");
  expect(() => appendSummary(file, md`x`)).toThrow(OperationalError);
  expect(() => appendSummary(file, md`x`)).toThrow(`${file} cannot be written: name a file in a folder that exists`);
  expect(() => readRunner({ GITHUB_REPOSITORY: "ada/prices", NEEDS: "x" })).toThrow(/^The variable NEEDS must be JSON/);
});

it("a site that cannot be verified gets no mark of success", async () => {
  const server = await startServer((_, response) => response.writeHead(404).end("no"));
  const { code, stderr } = await callCli("verify", server.address);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^✗ verify {2}0 files .*\n.* failed verification: /)]);
});

it("new files are refused where they cannot be formatted, as in an installed package", () => {
  expect(() => refuseWithoutTools(folder)).toThrow(/Nothing was written\. Run "npm ci" in a clone/);
  expect(() => refuseWithoutTools(PROJECT)).not.toThrow();
});
