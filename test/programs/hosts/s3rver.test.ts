import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { s3 } from "../../../build/kit/hosts/s3.ts";
import { MANIFEST_PATH } from "../../../build/kit/render/manifest.ts";
import { startCli } from "../../app/cli/run-cli.ts";
import { cleanUpLater, makeTempFolder } from "../../cleanup.ts";
import { makeSite } from "../../fixtures/site.ts";
import { makeBuild, writeBuild } from "../../kit/publish/s3/changing-site.ts";
import { writeHostTree } from "../../system/hosts/host-tree.ts";
import { provideProgram } from "../kit/provide-program.ts";

/** Serves a bucket on any free port, and prints the port. */
const START = `
  const S3rver = require("s3rver");
  const [directory] = process.argv.slice(1);
  const options = { address: "127.0.0.1", port: 0, silent: true, directory, configureBuckets: [{ name: "large" }, { name: "small" }] };
  new S3rver(options).run((error, { port }) => console.log(port));
`;
const KEY = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };
const s3rver = await provideProgram({ name: "s3rver", npm: { packages: ["s3rver@3.7.1"] } });

/** A server of another project. Its listings work for up to 1,000 objects: it loses others. */
describe.skipIf(s3rver.missing !== undefined)("s3rver", () => {
  const publish = (bucket: string, folder: string) =>
    startCli(["publish", folder, "--bucket", bucket, "--endpoint", address], KEY).finished;
  const read = async (bucket: string, path: string) => {
    const response = await fetch(`${address}/${bucket}/${path}`);
    return { headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
  };
  let address: string;
  beforeAll(async () => {
    const server = spawn(s3rver.node, ["-e", START, makeTempFolder()], {
      cwd: s3rver.folder,
      stdio: ["ignore", "pipe", "inherit"],
    });
    cleanUpLater(() => server.kill());
    const [port] = await once(server.stdout, "data");
    address = `http://127.0.0.1:${Number(port)}`;
  });

  it("stores every file of a site with its type and age", async () => {
    const folder = await writeHostTree(s3, (await makeSite()).tree);
    const { code, stderr } = await publish("large", folder);
    expect([code, stderr]).toEqual([0, expect.stringContaining("files uploaded")]);
    const manifest = JSON.parse(readFileSync(join(folder, MANIFEST_PATH), "utf8")) as {
      data: { files: { path: string }[] };
    };
    for (const path of [MANIFEST_PATH, ...manifest.data.files.map((file) => file.path)]) {
      const { headers, body } = await read("large", path);
      expect(body.equals(readFileSync(join(folder, path))), path).toBe(true);
      expect(headers.get("cache-control"), path).toContain("max-age=");
      expect(headers.get("content-encoding"), path).toBeNull();
      if (path.endsWith(".csv.gz")) expect(headers.get("content-type")).toBe("application/gzip");
    }
  });

  it("gets what changed, and keeps what left for a day", async () => {
    const [before, after] = [makeBuild(0), makeBuild(1)];
    await publish("small", writeBuild(before));
    const { stderr } = await publish("small", writeBuild(after));
    const left = [...before.files.keys()].filter((path) => !after.files.has(path));
    expect(left.length).toBeGreaterThan(0);
    expect(stderr).toContain(`${left.length} left the site and stay for a day, 1 removed`);
    for (const [path, text] of after.files) expect(String((await read("small", path)).body), path).toBe(text);
    for (const path of left) expect(String((await read("small", path)).body), path).toBe(before.files.get(path));
    expect((await publish("small", writeBuild(after))).stderr).toContain("upload  0 of");
  });
});
