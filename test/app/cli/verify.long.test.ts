import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { buildNoSiteError } from "../../../build/app/cli/kit/no-site.ts";
import { serveCommand } from "../../../build/app/cli/serve.ts";
import { verifyCommand } from "../../../build/app/cli/verify.ts";
import { computeSha256 } from "../../../build/lib/hash.ts";
import { OperationalError } from "../../../build/lib/operational-error.ts";
import { renderBundle } from "../../fixtures/attestation.ts";
import { type MemoryTree, readText, writeTree } from "../../fixtures/memory-tree.ts";
import { writeSite } from "../../fixtures/site.ts";
import { smallRegistry } from "../../fixtures/small-registry.ts";
import { buildCoin, buildWorld } from "../../fixtures/small-world.ts";
import { type LocalServer, startServer } from "../../kit/platform/local-server.ts";
import { captureOutput } from "./capture-output.ts";

const coins = [buildCoin(), buildCoin({ id: "dollar-pepe", symbol: "$PEPE", key: "dollar-pepe", rank: 2 })];
const sound = await writeTree(smallRegistry, buildWorld({ coins }));
let tree: MemoryTree;
let folder: string;
const output = captureOutput();

beforeEach(() => {
  tree = new Map(sound);
  folder = writeSite(tree);
});

async function findProblems(place = folder): Promise<string> {
  const error = await verifyCommand(place).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(OperationalError);
  expect(output.printed).toBe("");
  return (error as Error).message;
}

describe("verify of a folder", () => {
  it("counts the files of a sound site", async () => {
    await verifyCommand(folder);
    expect(output.printed).toMatch(/^.*: \d+ files verified, \d+ checks passed, 0 failed\n$/);
  });

  it("says that it compared the hash of an attestation, and not its signature", async () => {
    const bundle = renderBundle([computeSha256(tree.get("api/manifest.json")!)]);
    await writeFile(join(folder, "api/attestation.json"), bundle);
    await verifyCommand(folder);
    expect(output.printed).toMatch(
      /0 failed; api\/attestation\.json is about this manifest, by its hash: its signature was not checked\n$/,
    );
    await writeFile(join(folder, "api/attestation.json"), "{}");
    output.printed = "";
    expect(await findProblems()).toContain("1 problem:\n  api/attestation.json: is not a Sigstore bundle");
  });

  it("lists changed, missing and extra files", async () => {
    await writeFile(join(folder, "api/coins.json"), "{}\n");
    await rm(join(folder, "api/coins/dollar-pepe.json"));
    await writeFile(join(folder, "api/extra.json"), "{}\n");
    const message = await findProblems();
    expect(message).toMatch(/^.* failed verification: \d+ problems:\n {2}/);
    for (const path of ["api/coins.json", "api/coins/dollar-pepe.json", "api/extra.json"]) {
      expect(message).toContain(`\n  ${path}: `);
    }
  });

  it("reports a folder in place of a file as missing", async () => {
    await rm(join(folder, "api/coins.json"));
    await mkdir(join(folder, "api/coins.json"));
    expect(await findProblems()).toContain("api/coins.json: the manifest lists it, but it does not exist");
  });

  it("refuses an empty folder, a missing folder and a file", async () => {
    const none = buildNoSiteError(folder).message;
    await rm(join(folder, "api"), { recursive: true });
    expect(await findProblems()).toBe(none);
    await rm(folder, { recursive: true });
    expect(await findProblems()).toBe(none);
    await writeFile(folder, "");
    expect(await findProblems()).toBe(none);
  });

  it("lists the sites in a folder with one per host", async () => {
    for (const host of ["netlify", "vercel"])
      await cp(join(folder, "api"), join(folder, host, "api"), { recursive: true });
    await rm(join(folder, "api"), { recursive: true });
    const sites = `${join(folder, "netlify")}, ${join(folder, "vercel")}`;
    expect(await findProblems()).toBe(`${folder} holds one folder per host: name one of them: ${sites}.`);
  });

  it("checks the limits of a named host", async () => {
    await verifyCommand(folder, { siteHost: "github-pages" });
    await expect(verifyCommand(folder, { siteHost: "no-such-host" })).rejects.toThrow(
      'There is no host "no-such-host"',
    );
    const manifest = JSON.parse(readText(tree, "api/manifest.json"));
    const pad = Array.from({ length: 25_000 }, (_, at) => ({
      ...manifest.data.files[0],
      path: `api/pad/${at}.json`,
    }));
    manifest.data.files.push(...pad);
    await writeFile(join(folder, "api/manifest.json"), JSON.stringify(manifest));
    await expect(verifyCommand(folder, { siteHost: "cloudflare-pages" })).rejects.toThrow(
      /2[\d,]+ files are more than the 20,000 that/,
    );
  });

  it("finds unpublished files, but ignores version control", async () => {
    await writeFile(join(folder, "left-over.txt"), "x");
    await expect(verifyCommand(folder)).rejects.toThrow("left-over.txt: is not in the manifest");
    await rm(join(folder, "left-over.txt"));
    await verifyCommand(folder);
    expect(output.printed).toMatch(/0 failed\n$/);
  });
});

function flip(path: string): void {
  const body = Buffer.from(tree.get(path)!);
  body[body.length >> 1]! ^= 1;
  tree.set(path, body);
}

describe("verify of a URL", () => {
  let server: LocalServer;
  /** By path: responses instead of the tree's, in order; the last one repeats. */
  let odd: Map<string, { status: number; body: Uint8Array }[]>;

  beforeEach(async () => {
    odd = new Map();
    server = await startServer((request, response) => {
      const path = decodeURIComponent((request.url ?? "").replace("/sub/path/", ""));
      const answers = odd.get(path) ?? [];
      const own = answers.length > 1 ? answers.shift() : answers[0];
      const body = tree.get(path);
      const answer = own ?? (body === undefined ? { status: 404, body: Buffer.from("no") } : { status: 200, body });
      response.writeHead(answer.status).end(answer.body);
    });
  });

  it("checks a site below a sub-path, and reports what a URL cannot show", async () => {
    await verifyCommand(`${server.address}/sub/path/api`);
    expect(output.printed).toContain(`: ${tree.size - 1} files verified, `);
    expect(output.printed).toContain("0 failed; files that the manifest does not name cannot be seen from here");
    expect(server.requests.map(({ path }) => path)).toContain("/sub/path/api/coins/dollar-pepe.json");
  });

  it.each([
    ["an answer", "api/coins/btc.json"],
    ["an archive", "api/data/download/coins-latest.csv.gz"],
    ["a checksum", "api/data/download/coins-latest.csv.gz.sha256"],
    ["a schema", "api/schemas/coin.json"],
  ])("finds a flipped bit in %s", async (_, path) => {
    flip(path);
    expect(await findProblems(`${server.address}/sub/path`)).toContain(`\n  ${path}: not the sha256 of the manifest`);
  });

  it("accepts the error body with its status, which hides it, and misses it in a folder", async () => {
    tree.delete("api/404.json");
    await verifyCommand(`${server.address}/sub/path`);
    expect(output.printed).toContain(`: ${tree.size - 1} files verified, `);
    output.printed = "";
    await rm(join(folder, "api/404.json"));
    expect(await findProblems()).toContain("\n  api/404.json: the manifest lists it, but it does not exist");
  });

  it("finds missing and truncated files", async () => {
    tree.delete("api/coins/btc.json");
    tree.set("api/coins.csv", tree.get("api/coins.csv")!.subarray(0, 20));
    const message = await findProblems(`${server.address}/sub/path`);
    expect(message).toContain("\n  api/coins/btc.json: the manifest lists it, but it does not exist");
    expect(message).toMatch(/\n {2}api\/coins\.csv: 20 bytes, \d+ in the manifest/);
  });

  it("finds a host that serves its own page instead of an error", async () => {
    odd.set("api/coins/btc.json", [{ status: 200, body: Buffer.from("<html>Not here</html>") }]);
    const message = await findProblems(`${server.address}/sub/path`);
    expect(message).toContain("\n  api/coins/btc.json: not the sha256 of the manifest");
    expect(message).toContain("\n  api/coins/btc.json: is not JSON");
  });

  it("retries after a failure, and lists a file that stays unavailable", async () => {
    odd.set("api/coins.json", [
      { status: 503, body: Buffer.from("busy") },
      { status: 200, body: tree.get("api/coins.json")! },
    ]);
    odd.set("api/coins/btc.json", [{ status: 403, body: Buffer.from("no") }]);
    const message = await findProblems(`${server.address}/sub/path`);
    expect(message).toMatch(/failed verification: 1 problem:\n {2}api\/coins\/btc\.json: cannot be read: GET \S+ 403/);
  });

  it("compares an attestation too", async () => {
    const attested = renderBundle([computeSha256(tree.get("api/manifest.json")!)]);
    tree.set("api/attestation.json", Buffer.from(attested));
    await verifyCommand(`${server.address}/sub/path`);
    expect(output.printed).toContain("; api/attestation.json is about this manifest, by its hash");
    output.printed = "";
    tree.set("api/attestation.json", Buffer.from(renderBundle([computeSha256("another")])));
    expect(await findProblems(`${server.address}/sub/path`)).toContain("1 problem:\n  api/attestation.json: is about");
  });

  it("reports that there is no site at a URL", async () => {
    tree.clear();
    expect(await findProblems(`${server.address}/sub/path`)).toContain("\n  api/manifest.json: does not exist");
  });
});

describe("serve", () => {
  it("refuses a folder without a site, and says how to build one", async () => {
    await rm(join(folder, "api/manifest.json"));
    await expect(serveCommand(folder, { host: "127.0.0.1", port: 0 })).rejects.toThrow(
      `There is no site in ${folder}: build one with "npm run build"`,
    );
  });

  it("serves until interrupted, then frees the port", async () => {
    const served = serveCommand(folder, { host: "127.0.0.1", port: 0 });
    await vi.waitFor(() => expect(output.printed).toContain("is served on"), { timeout: 15_000 });
    const url = /served on (\S+)/.exec(output.printed)![1]!;
    expect((await fetch(`${url}/api/coins`)).status).toBe(200);
    process.emit("SIGINT");
    await served;
    await expect(fetch(`${url}/api/coins`)).rejects.toThrow();
  });
});
