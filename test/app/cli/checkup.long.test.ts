import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeTempFolder } from "../../cleanup.ts";
import { startServer } from "../../kit/platform/local-server.ts";
import { callCli, startCli } from "./run-cli.ts";

const folder = makeTempFolder();

describe("health on the command line", () => {
  it("fails for a site without a status, and adds a table to the summary", async () => {
    const server = await startServer((_, response) => response.writeHead(404).end("no"));
    const summary = join(folder, "summary.md");
    const { code, stdout, stderr } = await callCli("health", server.address, "--summary", summary);
    expect([code, stdout.split("\n")[0]]).toEqual([1, "✗ status  api/status.json is missing"]);
    expect(stdout).toContain("→ Open the address in a browser");
    expect(stderr.trim()).toBe(`${server.address} is unhealthy.`);
    expect(readFileSync(summary, "utf8")).toContain("| ✗ | `status` | `api/status.json is missing` |");
  });

  it("prints JSON on request, and ignores an empty summary", async () => {
    const server = await startServer((_, response) => response.writeHead(404).end("no"));
    const { code, stdout } = await callCli("health", server.address, "--json", "--summary", "");
    expect(code).toBe(1);
    expect(JSON.parse(stdout).findings).toEqual([expect.objectContaining({ subject: "status", level: "problem" })]);
  });
});

describe("contract on the command line", () => {
  it("checks the simulators on request", async () => {
    const { code, stdout } = await callCli("contract", "--sample", "--only", "kraken");
    expect(code).toBe(0);
    expect(stdout.split("\n").filter((line) => line.startsWith("✓ kraken/"))).toHaveLength(5);
  });

  it("lists the known sources for an unknown one", async () => {
    const { code, stderr } = await callCli("contract", "--only", "nowhere");
    expect([code, stderr.startsWith('There is no source "nowhere". Known: binance, ')]).toEqual([1, true]);
  });
});

describe("doctor on the command line", () => {
  it("checks the simulators on request, and shows what a build would do", async () => {
    const nowhere = join(folder, "nowhere");
    const { code, stdout, stderr } = await callCli(
      "doctor",
      "--sample",
      "--state",
      nowhere,
      "--out",
      nowhere,
      "--json",
    );
    expect(code, stderr).toBe(0);
    const findings = JSON.parse(stdout).findings as { subject: string; level: string; detail: string }[];
    const found = Object.fromEntries(findings.map((finding) => [finding.subject, finding]));
    for (const subject of ["node", "plan", "kraken", "venues", "state", "files", "bytes", "disk", "schedule", "host"]) {
      expect(found[subject], subject).toBeDefined();
    }
    expect(found["schedule"]).toMatchObject({
      level: "ok",
      detail: expect.stringContaining("every 15 minutes, with a build every 30"),
    });
    expect(findings.filter(({ level }) => level === "problem")).toEqual([]);
    expect(found["plan"]?.detail).toContain("simulators answer in place of the sources below (--sample)");
  });

  it("finds what a build refuses: a folder that cannot be written, an unknown source", async () => {
    const place = makeTempFolder();
    writeFileSync(join(place, "crypto-data.config.ts"), 'export default { sourcesOff: ["nosuch"] };');
    writeFileSync(join(place, "afile"), "");
    const args = ["doctor", "--offline", "--out", "afile/site"];
    const { code, stdout } = await startCli(args, {}, place).finished;
    expect(code).toBe(1);
    expect(stdout).toMatch(/^✗ plan +There is no source "nosuch"\. Known: binance.*\n +→ Correct the settings/m);
    expect(stdout).toMatch(/^✗ folders +The output folder afile\/site cannot be made, because .*afile is a file/m);
    const state = await startCli(["doctor", "--offline", "--state", "/proc/state"], {}, place).finished;
    expect(state.stdout).toMatch(/^✗ folders +The state folder \/proc\/state cannot be written/m);
    expect(readdirSync(place).sort()).toEqual(["afile", "crypto-data.config.ts"]);
  });

  it("checks the state of the demo market with --sample", async () => {
    const place = makeTempFolder();
    const { stdout } = await startCli(["doctor", "--offline", "--sample"], {}, place).finished;
    expect(stdout).toMatch(/^✓ state +none in \.state-demo yet/m);
  });

  it("fails if a host limit blocks the plan, and says what to do", async () => {
    const { code, stdout, stderr } = await callCli(
      ..."doctor --offline --site-host cloudflare --coins 9000".split(" "),
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/^✗ files .*\n +→ Cover fewer coins/m);
    expect(stderr).toContain("A build is blocked");
  });

  it("reads the variables of the repository, as the workflow does; flags win", async () => {
    const variables = { SITE_HOST: "firebase", SITE_URL: "https://mine.example", SITE_MINUTES: "120" };
    const nowhere = join(folder, "nowhere");
    const args = ["doctor", "--offline", "--state", nowhere, "--out", nowhere];
    const done = await startCli(args, variables).finished;
    expect(done.code, done.stderr).toBe(0);
    expect(done.stdout).toMatch(/^✓ plan .* for firebase/m);
    expect(done.stdout).toMatch(
      /^✓ host +the workflow publishes to firebase .*\n +→ .*the JSON key of a service account/m,
    );
    expect(done.stdout).toMatch(/^✓ site +https:\/\/mine\.example\//m);
    expect(done.stdout).toMatch(/with a build every 120/);
    const flagged = await startCli([...args, "--site-host", "netlify"], variables).finished;
    expect(flagged.stdout).toMatch(/^✓ plan .* for netlify/m);
  });

  it.each([
    ["cloudflare", 0, /^✓ mirror +the workflow also publishes to cloudflare: https:\/\/mirror\.example\/$/m],
    ["netlify", 1, /^✗ mirror +netlify cannot be the mirror .* 20 deployments a month.*\n +→ Correct that, or remove/m],
  ])("checks a mirror on %s if its variables are set", async (host, code, line) => {
    const variables = { MIRROR_HOST: host, MIRROR_URL: "https://mirror.example", GITHUB_REPOSITORY: "Ada/prices" };
    const nowhere = join(folder, "nowhere");
    const args = ["doctor", "--offline", "--state", nowhere, "--out", nowhere];
    const done = await startCli(args, variables).finished;
    expect(done.code, done.stderr).toBe(code);
    expect(done.stdout).toMatch(line);
  });
});
