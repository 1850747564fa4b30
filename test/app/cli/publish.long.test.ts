import { describe, expect, it } from "vitest";
import { replaceLiveFile } from "../../../build/kit/platform/output/live-file.ts";
import { DAY_MS } from "../../../build/lib/time.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { makeBuild, writeBuild } from "../../kit/publish/s3/changing-site.ts";
import { createMemoryStore } from "../../system/hosts/memory-store.ts";
import { S3_KEY, startS3Server } from "../../system/hosts/s3-server.ts";
import { callCli, startCli } from "./run-cli.ts";

const NO_FILES = { AWS_CONFIG_FILE: "/dev/null", AWS_SHARED_CREDENTIALS_FILE: "/dev/null" };
const NO_KEY = { ...NO_FILES, AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "", AWS_EC2_METADATA_DISABLED: "true" };

async function publish(folder: string, flags: readonly string[], env: Readonly<Record<string, string>> = S3_KEY) {
  return startCli(["publish", folder, ...flags], { ...NO_FILES, ...env }).finished;
}

describe("npm run publish", () => {
  it("uploads a site to a bucket, and says what it did", async () => {
    const store = createMemoryStore({ now: Date.now });
    const { endpoint } = await startS3Server({ bucket: "prices", store });
    const place = ["--bucket", "prices", "--endpoint", endpoint];
    const build = makeBuild(0);
    const { size } = build.files;
    const folder = writeBuild(build);

    const tried = await publish(folder, [...place, "--dry-run"]);
    expect(store.changes).toEqual([]);
    expect(tried.stdout).toContain(`Site: ${size + 2} files`);
    expect(tried.stdout).toContain(`Requests: PUT ${size + 3}, COPY 0, DELETE 0, LIST 1, GET 0.`);
    expect(tried.stdout).toContain("A month with this one upload");
    expect(tried.stdout).toMatch(/Amazon S3 \(us-east-1, Standard\): \$\d+\.\d\d, by its list of 2\d{3}-\d\d-\d\d/);

    const first = await publish(folder, place);
    expect(first.stderr).not.toContain("Warning");
    expect(first.stderr).toContain(`${size + 2} of ${size + 2} files uploaded`);
    expect(store.objects.size).toBe(size + 3);
    const again = await publish(folder, place);
    expect(again.stderr).toContain(`0 of ${size + 2} files uploaded (0.0 kB), 0 left the site`);
    const next = await publish(folder, [...place, "--dry-run"]);
    expect(next.stdout).toMatch(/A month of such uploads, every 30 minutes \(1,440\)/);
    const invalidating = await publish(folder, [...place, "--dry-run", "--distribution", "E2A"]);
    expect(invalidating.stdout).toContain("and CloudFront, an invalidation for each upload: $2.20");
    expect([tried.code, first.code, again.code, next.code]).toEqual([0, 0, 0, 0]);
  });

  it("names what it removes", async () => {
    let nowMs = Date.now() - 10 * DAY_MS;
    const store = createMemoryStore({ now: () => nowMs });
    const { endpoint } = await startS3Server({ bucket: "prices", store });
    const place = ["--bucket", "prices", "--endpoint", endpoint];
    const folder = writeBuild(makeBuild(0));
    await publish(folder, place);
    for (const key of ["logs/1", "logs/2", "logs/3", "logs/4"])
      store.put(key, new Uint8Array(), { contentType: "", cacheControl: "" });
    nowMs = Date.now();
    const tried = await publish(folder, [...place, "--dry-run"]);
    expect(tried.stdout).toContain("To remove: logs/1, logs/2, logs/3, ….");
    const { stderr } = await publish(folder, place);
    expect(stderr).toContain("4 removed (logs/1, logs/2, logs/3, …)");
  });

  it("uploads the live file alone, which later uploads of builds leave as it is", async () => {
    const store = createMemoryStore({ now: Date.now });
    const { endpoint } = await startS3Server({ bucket: "prices", store });
    const place = ["--bucket", "prices", "--endpoint", endpoint];
    const folder = writeBuild(makeBuild(0));
    const missing = await publish(folder, [...place, "--live"]);
    expect(missing.stderr).toContain(`There is no api/live.json in ${folder}: "npm run build -- --live" writes it`);
    expect(missing.code).toBe(1);
    await replaceLiveFile(folder, Buffer.from('{"data":[]}'));

    const tried = await publish(folder, [...place, "--live", "--dry-run"]);
    expect(tried.stdout).toContain("each minute (43,200)");
    expect(tried.stdout).toContain("Amazon S3 (us-east-1, Standard): $0.22");
    expect(store.changes).toEqual([]);

    // The distribution does not exist: an invalidation would fail.
    const { stderr, code } = await publish(folder, [...place, "--live", "--distribution", "E2A"]);
    expect(stderr).toContain("api/live.json (0.0 kB)");
    expect([code, store.changes]).toEqual([0, ["PUT api/live.json"]]);
    expect((await publish(folder, place)).code).toBe(0);
    const { body, headers } = store.objects.get("api/live.json")!;
    expect(new TextDecoder().decode(body)).toBe('{"data":[]}');
    expect(headers).toEqual({ contentType: "application/json; charset=utf-8", cacheControl: "public, max-age=15" });
  });

  it("uploads invented data only where that is said", async () => {
    const store = createMemoryStore({ now: Date.now });
    const { endpoint } = await startS3Server({ bucket: "prices", store });
    const place = ["--bucket", "prices", "--endpoint", endpoint];
    const build = makeBuild(0);
    const index = JSON.stringify({ meta: { sample: true } });
    const folder = writeBuild({ ...build, files: new Map([...build.files, ["api/index.json", index]]) });
    await replaceLiveFile(folder, Buffer.from('{"data":[]}'));
    for (const flags of [[], ["--dry-run"], ["--live"]]) {
      const { code, stderr } = await publish(folder, [...place, ...flags]);
      expect([code, stderr]).toEqual([1, expect.stringContaining(`${folder} is of the demo market`)]);
    }
    expect(store.changes).toEqual([]);
    expect((await publish(folder, [...place, "--sample", "--live"])).code).toBe(0);
    const live = await publish(writeBuild(build), [...place, "--sample"]);
    expect([live.code, live.stderr]).toEqual([1, expect.stringContaining("has live data: leave out --sample")]);
    expect(store.changes).toEqual(["PUT api/live.json"]);
  });

  it("says what is missing, and what to do", async () => {
    const folder = writeBuild(makeBuild(0));
    const expectError = async (flags: readonly string[], message: string | RegExp, env = S3_KEY, at = folder) => {
      const { code, stderr } = await publish(at, flags, env);
      expect(stderr).toMatch(message);
      expect(code).toBe(1);
    };
    const local = ["--bucket", "prices", "--endpoint", "http://127.0.0.1:1"];
    await expectError([], "required option '--bucket <name>' not specified");
    await expectError(["--bucket", "prices"], "Name the region of the bucket: --region, or AWS_REGION");
    await expectError(["--bucket", "prices", "--endpoint", "store"], '"store" is no address of a store');
    await expectError(["--bucket", "prices", "--endpoint", "http://x y"], '"http://x y" is no address of a store');
    for (const name of ["", "prices/eu", "s3://prices", "Open_Data"]) {
      const flags = ["--bucket", name, "--endpoint", "http://127.0.0.1:1"];
      await expectError(flags, `--bucket: "${name}" cannot be the name of a bucket`);
    }
    const ofBucket = ["--bucket", "prices", "--endpoint", "https://store.example/prices/"];
    await expectError(ofBucket, 'ends with the name of the bucket: leave out "/prices"');
    await expectError([...local, "--requests", "0"], "--requests is a number from 1 to 256");
    await expectError(local, "There is no site in", S3_KEY, makeTempFolder());
    await expectError(local, "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY", NO_KEY);
  });

  it("shows examples in its help", async () => {
    const { stdout } = await callCli("publish", "--help");
    expect(stdout).toContain("npm run publish -- --bucket prices --region eu-central-1 --dry-run");
    expect(stdout).toContain("--endpoint https://ACCOUNT.r2.cloudflarestorage.com");
  });
});
