import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { layout } from "../../../build/crypto/api/layout.ts";
import { createHeaderTable } from "../../../build/kit/hosts/kit/object-headers.ts";
import { openBucket } from "../../../build/kit/publish/s3/aws-bucket.ts";
import { prepareUpload } from "../../../build/kit/publish/s3/upload-site.ts";
import { computeSha256 } from "../../../build/lib/hash.ts";
import { startCli } from "../../app/cli/run-cli.ts";
import { cleanUpLater, makeTempFolder } from "../../cleanup.ts";
import { createRandom } from "../../fixtures/random.ts";
import { type Build, makeBuild, PATHS, ROOTS, writeBuild } from "../../kit/publish/s3/changing-site.ts";
import { createHalfWrittenSearch } from "../../kit/publish/s3/half-written.ts";
import { readSeed } from "../../seed.ts";
import { createMemoryStore } from "./memory-store.ts";
import { type Fault, S3_KEY, startS3Server } from "./s3-server.ts";
import { useS3Key } from "./use-s3-key.ts";

const UPLOADS = 50;
const READERS = 20;
/** One upload in so many is killed, and started again with the next build. */
const KILLED = 4;
const FAULTS: readonly Fault[] = ["503", "503", "500", "reset", "lost", "slow", "slow", "slow"];
/** One request in so many has a fault. */
const FAULTY = 8;
const REQUESTS = 8;
const headers = createHeaderTable(layout);

useS3Key();

/** What a reader of the API can notice. */
interface Seen {
  requests: number;
  halfWritten: string[];
}

/**
 * Readers follow the names in documents over HTTP while one build after another is uploaded,
 * through faults and kills. The promises are those of the page about stores.
 */
it(`${READERS} readers see no half-written state during ${UPLOADS} uploads with faults`, async () => {
  const random = createRandom(readSeed());
  const search = createHalfWrittenSearch(Date.now);
  const stored: string[] = [];
  const store = createMemoryStore({ now: Date.now, watch: () => stored.push(...search.find(store.objects)) });
  const findFault = () => (random.next() * FAULTY < 1 ? random.pick(FAULTS) : undefined);
  const server = await startS3Server({ bucket: "site", store, findFault });

  const texts = new Map<string, number>();
  const begin = (build: Build) => {
    search.begin(build);
    const all = [
      ...build.files,
      [PATHS.manifest, build.manifest],
      [PATHS.attestation, build.attestation ?? ""],
    ] as const;
    for (const [path, text] of all) texts.set(`${path} ${text}`, build.number);
  };
  const folder = makeTempFolder();
  const start = (number: number) => {
    const build = makeBuild(number);
    begin(build);
    writeBuild(build, folder);
  };
  const { endpoint } = server;
  const bucket = openBucket({ bucket: "site", endpoint }, { requests: REQUESTS });
  cleanUpLater(bucket.close);
  const publish = async (number: number): Promise<void> => {
    start(number);
    const { run } = await prepareUpload({ folder, bucket, paths: PATHS, headers, requests: REQUESTS });
    await run(() => undefined);
  };
  /** The real command, which is killed after so many changes. */
  const publishAndKill = async (number: number, changes: number): Promise<void> => {
    start(number);
    const until = store.changes.length + changes;
    const flags = ["--bucket", "site", "--endpoint", endpoint, "--requests", String(REQUESTS)];
    const { child, finished } = startCli(["publish", folder, ...flags], S3_KEY);
    while (child.exitCode === null && store.changes.length < until) await delay(1);
    child.kill("SIGKILL");
    await finished;
    await server.settled();
  };

  // Readers come when the site exists.
  await publish(0);
  let isOver = false;
  const seen: Seen = { requests: 0, halfWritten: [] };
  const read = async (path: string): Promise<string | undefined> => {
    const response = await fetch(`${server.endpoint}/site/${path}`);
    const text = await response.text();
    seen.requests += 1;
    return response.status === 200 ? text : undefined;
  };
  const readers = Array.from({ length: READERS }, async (_, at) => {
    const own = createRandom(at);
    while (!isOver) {
      const manifest = await read(PATHS.manifest);
      if (manifest === undefined) {
        seen.halfWritten.push("there is no manifest");
        continue;
      }
      const { build } = JSON.parse(manifest) as { build: number };
      let path = own.pick(ROOTS);
      for (;;) {
        const text = await read(path);
        if (text === undefined) seen.halfWritten.push(`${path} is missing`);
        else if (!texts.has(`${path} ${text}`)) seen.halfWritten.push(`${path} is of no build`);
        else if (texts.get(`${path} ${text}`)! < build) seen.halfWritten.push(`${path} is older than the manifest`);
        if (text === undefined || path.endsWith(".gz")) break;
        const { names = [] } = JSON.parse(text) as { names?: readonly string[] };
        if (names.length === 0) break;
        path = own.pick(names);
      }
      const attestation = await read(PATHS.attestation);
      const manifestAfter = await read(PATHS.manifest);
      const isAbout = (text: string) => JSON.parse(attestation ?? "{}").about === computeSha256(text);
      if (attestation !== undefined && manifest === manifestAfter && !isAbout(manifest))
        seen.halfWritten.push("the attestation is about another manifest");
      await delay(own.next() * 20);
    }
  });

  let killed = 0;
  for (let number = 1; number <= UPLOADS; number += 1) {
    const isKilled = number < UPLOADS && random.next() * KILLED < 1;
    if (isKilled) killed += 1;
    if (isKilled) await publishAndKill(number, Math.floor(random.next() * 30));
    else await publish(number);
  }
  isOver = true;
  await Promise.all(readers);

  expect({ stored, seen: seen.halfWritten }).toEqual({ stored: [], seen: [] });
  expect(killed).toBeGreaterThan(UPLOADS / KILLED / 3);
  expect(seen.requests).toBeGreaterThan(UPLOADS * READERS);
  process.stdout.write(
    `${seen.requests} requests of readers, ${killed} of ${UPLOADS} uploads killed, 0 half-written\n`,
  );
});
