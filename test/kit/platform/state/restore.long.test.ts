import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { STATE_KINDS } from "../../../../build/app/run/state-kinds.ts";
import { type BinaryClient, createBinaryClient } from "../../../../build/kit/platform/http/binary-client.ts";
import { type RestoreOptions, restoreState } from "../../../../build/kit/platform/state/restore.ts";
import { verifyState } from "../../../../build/kit/platform/state/state-open.ts";
import { OperationalError } from "../../../../build/lib/operational-error.ts";
import { DAY_MS } from "../../../../build/lib/time.ts";
import { makeTempFolder } from "../../../cleanup.ts";
import { catchError, type LocalServer, startServer } from "../local-server.ts";
import { copyFolder, fileOf, fillState, flipBit, NOON, readState, recordProgress, snapshot } from "../state-folder.ts";

const DOCUMENTS = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [`hourly/day-${index}`, { times: [index], text: "abc".repeat(index) }]),
);

/** How the server breaks a response. */
type Mischief = (path: string, count: number) => "refuse" | "truncate" | "shorten" | "pack" | undefined;

/** Publishes a state below a path of a site, as a project page of a static host does. */
async function publish(state: string, mischief: Mischief = () => undefined): Promise<LocalServer & { site: string }> {
  const root = makeTempFolder();
  cpSync(state, join(root, "project/state"), { recursive: true });
  let count = 0;
  const server = await startServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "", "http://x").pathname);
    const act = mischief(path, ++count);
    let body: Buffer;
    try {
      body = readFileSync(join(root, path));
    } catch {
      response.writeHead(404).end("nothing here");
      return;
    }
    if (act === "pack") response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(body));
    else if (act === "refuse") response.writeHead(503).end("busy");
    else if (act === "shorten") response.writeHead(200).end(body.subarray(0, body.length >> 1));
    else {
      response.writeHead(200, { "content-length": body.length });
      if (act === undefined) response.end(body);
      else response.write(body.subarray(0, body.length >> 1), () => response.destroy());
    }
  });
  return { ...server, site: `${server.address}/project` };
}

/** Restores over HTTP without waits, and returns the warnings. */
async function restore(into: string, from: string[], options: Partial<RestoreOptions> = {}): Promise<string[]> {
  const { warn, warnings } = recordProgress();
  const client = createBinaryClient({ userAgent: "test/1" });
  const sleep = async () => undefined;
  const places = { strategy: "newest", from, into, world: "live" } as const;
  await restoreState({ ...places, fetch: client.fetch, warn, sleep, ...options }).finally(client.close);
  return warnings;
}

describe("a state restored from a published site", () => {
  test("is the same state to the byte, with a slash at the end of the address or without", async () => {
    const state = await fillState(makeTempFolder(), DOCUMENTS);
    const { site } = await publish(state);
    for (const from of [site, `${site}/`, `${site}/?x=1#y`, `${site}/state`]) {
      const into = makeTempFolder();
      expect(await restore(into, [from])).toEqual([]);
      expect(snapshot(into)).toEqual(snapshot(state));
    }
  });

  test("arrives whole although every third request fails and some answers are cut", async () => {
    const state = await fillState(makeTempFolder(), DOCUMENTS);
    const harmed = new Map<string, number>();
    const kinds = ["refuse", "truncate", "shorten"] as const;
    const { site, requests } = await publish(state, (path, count) => {
      const times = harmed.get(path) ?? 0;
      // However unlucky the order of the requests, no document fails more often than it is tried.
      if (count % 3 !== 0 || times === 4) return undefined;
      harmed.set(path, times + 1);
      return kinds[(count / 3) % 3];
    });
    const into = makeTempFolder();
    expect(await restore(into, [site])).toEqual([]);
    expect(snapshot(into)).toEqual(snapshot(state));
    expect(harmed.size).toBeGreaterThan(5);
    expect(requests.length).toBeGreaterThan(50);
  });

  test("changes nothing until it is complete, and continues where it stopped", async () => {
    const state = await fillState(makeTempFolder(), DOCUMENTS);
    let broken = true;
    const { site, requests } = await publish(state, (path) =>
      broken && path.includes("day-7.") ? "truncate" : undefined,
    );
    const into = await fillState(makeTempFolder(), { own: 1 });
    const failure = restore(into, [site]);
    await expect(failure).rejects.toThrow(OperationalError);
    await expect(failure).rejects.toThrow(/1 documents are damaged in every place\.\n {2}hourly\/day-7: /);
    expect(await readState(into)).toEqual({ own: 1 });
    broken = false;
    requests.length = 0;
    await restore(into, [site]);
    expect(requests.map(({ path }) => path)).toEqual([
      expect.stringContaining("/project/state/manifest.json"),
      expect.stringContaining("/project/state/hourly/day-7."),
    ]);
    expect(await readState(into)).toEqual({ ...DOCUMENTS, own: 1 });
  });

  test("falls back to its own older version of a document that cannot be read", async () => {
    const state = await fillState(makeTempFolder(), DOCUMENTS);
    const { site } = await publish(state, (path) => (path.includes("day-7.") ? "truncate" : undefined));
    const into = await fillState(makeTempFolder(), { "hourly/day-7": "older", own: 1 }, { now: () => NOON - 1 });
    expect(await restore(into, [site])).toEqual([expect.stringMatching(/"hourly\/day-7" is damaged in some places/)]);
    expect(await readState(into)).toEqual({ ...DOCUMENTS, "hourly/day-7": "older", own: 1 });
  });

  test("is refused without a manifest, with the addresses that were tried", async () => {
    const { address } = await publish(makeTempFolder());
    await expect(restore(makeTempFolder(), [`${address}/elsewhere`])).rejects.toThrow(
      `There is no state to restore at ${address}/elsewhere: looked for ${address}/elsewhere/state/manifest.json and ${address}/elsewhere/manifest.json.`,
    );
  });

  test("may come from a host that compresses the manifest", async () => {
    const state = await fillState(makeTempFolder(), DOCUMENTS);
    const { site } = await publish(state, (path) => (path.endsWith("manifest.json") ? "pack" : undefined));
    const into = makeTempFolder();
    await restore(into, [site]);
    expect(snapshot(into)).toEqual(snapshot(state));
  });

  test("is read through redirects", async () => {
    const state = await fillState(makeTempFolder(), { a: 1 });
    const { site } = await publish(state);
    const server = await startServer((request, response) => {
      response.writeHead(301, { location: `${site}${request.url}` }).end();
    });
    const into = makeTempFolder();
    await restore(into, [server.address]);
    expect(await readState(into)).toEqual({ a: 1 });
  });
});

describe("the newest valid version of a document", () => {
  test("wins, by revision and then by time", async () => {
    const first = await fillState(makeTempFolder(), { a: "A1", b: "B1" }, { now: () => NOON + 1 });
    const second = await fillState(makeTempFolder(), { a: "A0", b: "B0" }, { now: () => NOON, closed: true });
    await fillState(second, { a: "A2" }, { now: () => NOON, reopen: "a correction" });
    const own = await fillState(makeTempFolder(), { a: "A9", b: "B9", c: "C9" }, { now: () => NOON + 9 });
    await restore(own, [first, second]);
    expect(await readState(own)).toEqual({ a: "A2", b: "B9", c: "C9" });
    const fresh = makeTempFolder();
    await restore(fresh, [first, second]);
    expect(await readState(fresh)).toEqual({ a: "A2", b: "B1" });
  });

  test("is taken from the next place when a site is only half uploaded, its manifest newer than its files", async () => {
    const complete = await fillState(makeTempFolder(), { a: "old", b: "old" });
    const half = copyFolder(complete);
    await fillState(half, { a: "new", b: "new" }, { now: () => NOON + 1 });
    rmSync(fileOf(half, "a"));
    const { site } = await publish(half);
    const into = makeTempFolder();
    const warnings = await restore(into, [site, complete]);
    expect(warnings).toEqual([expect.stringMatching(/"a" is damaged in some places: http.*404/)]);
    expect(await readState(into)).toEqual({ a: "old", b: "new" });
  });

  test("is named when it is damaged in every place, and nothing changes", async () => {
    const damagedCopies = await Promise.all(
      [0.2, 0.8].map(async (position) => {
        const folder = await fillState(makeTempFolder(), { a: 1, b: 2 });
        flipBit(fileOf(folder, "b"), position);
        return folder;
      }),
    );
    const into = makeTempFolder();
    await expect(restore(into, damagedCopies)).rejects.toThrow(
      /The state in .* was not restored and is unchanged: 1 documents are damaged in every place\.\n {2}b: .*checksum differs.*; .*checksum differs/,
    );
    expect(existsSync(join(into, "manifest.json"))).toBe(false);
  });

  test("is skipped with a warning when it is a last known good answer", async () => {
    const copy = await fillState(makeTempFolder(), { a: 1, "last-good/kraken.tickers": [1] });
    flipBit(fileOf(copy, "last-good/kraken.tickers"));
    const into = makeTempFolder();
    expect(await restore(into, [copy])).toEqual([
      expect.stringMatching(/"last-good\/kraken.tickers" is damaged in every place and was skipped/),
    ]);
    expect(await readState(into)).toEqual({ a: 1 });
  });
});

test("a first restore that fails leaves no empty state: a build is refused until it is restored", async () => {
  const state = await fillState(makeTempFolder(), DOCUMENTS);
  const { site } = await publish(state, (path) => (path.includes("day-7.") ? "truncate" : undefined));
  const into = makeTempFolder();
  await expect(restore(into, [site])).rejects.toThrow("damaged in every place");
  await expect(readState(into)).rejects.toThrow(/manifest.json cannot be read.*--restore-from/);
  await restore(into, [state]);
  expect(await readState(into)).toEqual(DOCUMENTS);
});

test("a document that a folder has is not requested from a site, whichever is named first", async () => {
  const state = await fillState(makeTempFolder(), DOCUMENTS);
  const { site, requests } = await publish(state);
  const branch = copyFolder(state);
  await fillState(state, { "hourly/day-7": "newer" }, { now: () => NOON + 1 });
  const { site: newer, requests: newerRequests } = await publish(state);
  const into = makeTempFolder();
  await restore(into, [site, branch]);
  expect(requests.map(({ path }) => path.split("?")[0])).toEqual(["/project/state/manifest.json"]);
  const next = makeTempFolder();
  await restore(next, [newer, branch]);
  expect(newerRequests.slice(1).map(({ path }) => path)).toEqual([expect.stringContaining("/hourly/day-7.")]);
  expect(await readState(next)).toEqual({ ...DOCUMENTS, "hourly/day-7": "newer" });
});

test("a manifest from a cache of an earlier deployment is not used", async () => {
  const state = await fillState(makeTempFolder(), { a: "old" });
  const { site } = await publish(state);
  const kept = new Map<string, Uint8Array>();
  const client = createBinaryClient({ userAgent: "test/1" });
  let origin = site;
  const fetch: typeof client.fetch = async (url, maxBytes) => {
    const body = kept.get(url) ?? (await client.fetch(url.replace(site, origin), maxBytes));
    kept.set(url, body);
    return body;
  };
  try {
    const before = makeTempFolder();
    const after = makeTempFolder();
    const options = { strategy: "newest", world: "live", fetch, warn: recordProgress().warn } as const;
    await restoreState({ ...options, from: [site], into: before });
    origin = (await publish(await fillState(state, { a: "new" }, { now: () => NOON + 1 }))).site;
    await restoreState({ ...options, from: [site], into: after });
    expect([await readState(before), await readState(after)]).toEqual([{ a: "old" }, { a: "new" }]);
  } finally {
    await client.close();
  }
});

describe("a site that stops responding before the restore", () => {
  const silent =
    (isHit: (path: string) => boolean): Mischief =>
    (path) =>
      isHit(path) ? "refuse" : undefined;

  test("is not replaced by an older copy unless another place is named first", async () => {
    const branch = await fillState(makeTempFolder(), { a: "yesterday" });
    const state = await fillState(copyFolder(branch), { a: "today" }, { now: () => NOON + 1 });
    for (const isHit of [(path: string) => path.endsWith("manifest.json"), (path: string) => path.includes("/a.")]) {
      const { site } = await publish(state, silent(isHit));
      const into = makeTempFolder();
      await expect(restore(into, [site, branch])).rejects.toThrow("503");
      expect(await readState(into)).toEqual({});
      await restore(into, [branch, site]);
      expect(await readState(into)).toEqual({ a: "yesterday" });
    }
  });

  test("is repaired from an older copy where its documents are damaged", async () => {
    const branch = await fillState(makeTempFolder(), { a: "yesterday" });
    const state = await fillState(copyFolder(branch), { a: "today" }, { now: () => NOON + 1 });
    const { site } = await publish(state, (path) => (path.includes("/a.") ? "shorten" : undefined));
    const into = makeTempFolder();
    await restore(into, [site, branch]);
    expect(await readState(into)).toEqual({ a: "yesterday" });
  });
});

const NAME = "samples/2026-11-20";
/** At these hours of the day. */
const samples = (...hours: number[]) => {
  const column = hours.map((hour) => hour * 10);
  const times = hours.map((hour) => Date.UTC(2026, 10, 20, hour));
  return { times, coins: { bitcoin: { prices: column, marketCaps: column, totalVolumes: column } } };
};

async function restoreKinds(into: string, from: string[]): Promise<string[]> {
  const warnings = await restore(into, from, { kinds: STATE_KINDS, now: () => NOON });
  expect(verifyState(into).faults).toEqual([]);
  return warnings;
}

test("open series of two places are joined, whichever was written later", async () => {
  for (const [own, other] of [
    [NOON - 2, NOON - 1],
    [NOON - 1, NOON - 2],
  ] as const) {
    const into = await fillState(makeTempFolder(), { [NAME]: samples(1, 2) }, { now: () => own });
    const site = await fillState(makeTempFolder(), { [NAME]: samples(2, 3), new: 1 }, { now: () => other });
    expect(await restoreKinds(into, [site])).toEqual([]);
    expect(await readState(into)).toEqual({ [NAME]: samples(1, 2, 3), new: 1 });
  }
});

test("closed series of one revision are joined, and a newer copy of the same series is kept as it is", async () => {
  const day = "hourly/2026-11-20";
  const reopen = { reopen: "filled in", closed: true };
  const state = await fillState(makeTempFolder(), { [day]: samples(1) }, { closed: true, now: () => NOON - 9 });
  const branch = await fillState(copyFolder(state), { [day]: samples(0, 1) }, { ...reopen, now: () => NOON - 8 });
  const into = makeTempFolder();
  expect(await restoreKinds(into, [state, branch])).toEqual([]);
  expect(snapshot(into)).toEqual(snapshot(branch));

  const equal = await fillState(copyFolder(state), { [day]: samples(1, 2) }, { ...reopen, now: () => NOON - 7 });
  const lower = await fillState(makeTempFolder(), { [day]: samples(1, 3) }, { closed: true, now: () => NOON - 6 });
  for (const [site, union] of [
    [equal, samples(0, 1, 2)],
    // What the higher revision lost must not come back.
    [lower, samples(0, 1)],
  ] as const) {
    const joined = makeTempFolder();
    await restoreKinds(joined, [site, branch]);
    expect(await readState(joined)).toEqual({ [day]: union });
    // A further restore from there changes nothing.
    const again = makeTempFolder();
    await restoreKinds(again, [joined, branch, site]);
    expect(snapshot(again)).toEqual(snapshot(joined));
  }
});

test("a version with a time in the future is used only where there is no other", async () => {
  const ahead = { now: () => NOON + 10 * DAY_MS };
  const into = await fillState(makeTempFolder(), { [NAME]: samples(1, 2, 3), note: "ours" });
  const site = await fillState(makeTempFolder(), { [NAME]: samples(9), note: "theirs", only: 1 }, ahead);
  await restoreKinds(into, [site]);
  expect(await readState(into)).toEqual({ [NAME]: samples(1, 2, 3), note: "ours", only: 1 });
});

test("a closed series is joined with an open one, and a damaged one is reported and skipped", async () => {
  const into = await fillState(makeTempFolder(), { [NAME]: samples(1) }, { closed: true });
  const site = await fillState(makeTempFolder(), { [NAME]: samples(1, 2) }, { now: () => NOON - 1 });
  await restoreKinds(into, [site]);
  expect(await readState(into)).toEqual({ [NAME]: samples(1, 2) });

  const own = await fillState(makeTempFolder(), { [NAME]: samples(1) });
  flipBit(fileOf(site, NAME));
  expect(await restoreKinds(own, [site])).toEqual([expect.stringContaining(NAME)]);
  expect(await readState(own)).toEqual({ [NAME]: samples(1) });
});

describe("the client for published sites", () => {
  const body = gzipSync("content");
  let server: LocalServer;
  let client: BinaryClient;
  const fail = (path: string, maxBytes = 1000) => catchError(client.fetch(`${server.address}${path}`, maxBytes));

  beforeAll(async () => {
    server = await startServer((request, response) => {
      if (request.url === "/packed") response.writeHead(200, { "content-encoding": "gzip" }).end(body);
      else if (request.url === "/cut")
        response.writeHead(200, { "content-length": 99 }).write(body, () => response.destroy());
      else if (request.url === "/loop") response.writeHead(302, { location: "/loop" }).end();
      else response.writeHead(404).end("no");
    });
    client = createBinaryClient({ userAgent: "test/1" });
  });
  afterAll(() => client.close());

  test("returns the bytes as they are stored", async () => {
    expect(Buffer.from(await client.fetch(`${server.address}/packed`, 1000))).toEqual(body);
    expect(server.requests.at(-1)?.headers).toMatchObject({ "accept-encoding": "identity", "user-agent": "test/1" });
  });

  test("fails with address, status and reason", async () => {
    expect(await fail("/none")).toMatchObject({ status: 404, message: `GET ${server.address}/none 404` });
    expect(await fail("/packed", 5)).toMatchObject({
      status: 200,
      message: expect.stringContaining("larger than 5 bytes"),
    });
    expect(await fail("/cut")).toMatchObject({ status: 200 });
    expect((await fail("/loop")).message).toContain("Redirect loop");
    const unreachable = await catchError(client.fetch("http://127.0.0.1:1/x", 5));
    expect(unreachable).toMatchObject({
      status: null,
      message: expect.stringContaining("GET http://127.0.0.1:1/x failed"),
    });
  });
});
