import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkHealth } from "../../build/app/diagnostics/check-health.ts";
import { CLEAN_LOGS } from "../../build/app/run/build-logs.ts";
import { COIN_PAGES } from "../../build/app/run/coin-page-hour.ts";
import { endpoints } from "../../build/crypto/api/registry.ts";
import { BACKFILL } from "../../build/crypto/backfill/retry-memory.ts";
import { CANDLE_FOLDERS, removeRestrictedCandles } from "../../build/crypto/candles/candle-document.ts";
import { CORRECTIONS, removeRestrictedCorrections } from "../../build/crypto/corrections/correction-log.ts";
import type { Partition } from "../../build/crypto/history/partition.ts";
import { removeRestricted } from "../../build/crypto/history/remove-restricted.ts";
import { createHandler } from "../../build/crypto/serve/handler.ts";
import { sources } from "../../build/crypto/sources/registry.ts";
import type { StateStore } from "../../build/kit/platform/platform.ts";
import { CATALOGUE_NAME } from "../../build/kit/render/archives/archive-memory.ts";
import { createFinder, openSampleRuns, type SampleRun, type SampleRuns, START } from "./sample-runs.ts";

const RESTRICTED = sources.filter(({ terms }) => terms.class === "restricted").map(({ id }) => id);
const RESTRICTED_LICENSE = new RegExp(
  sources.flatMap(({ license, terms }) => (terms.class === "restricted" ? license.replace(".", "\\.") : [])).join("|"),
);
/** Documents about the program and its sources, which name all of them. */
const ABOUT = /^api\/(status\.json|openapi\.json|schemas\/|routes|index\.json)/;
const DAY_MINUTES = 1_440;
const FIRST_MIDNIGHT = Date.parse("2026-11-19T00:00:00Z");

interface Listed {
  data: { id: string; image: string | null; ath: number | null; current_price: number | null; price_source: string }[];
}
interface Origin {
  source: string | null;
  points: number;
}
interface Archives {
  data: { filename: string; sources: string[]; license: string }[];
}
interface Status {
  data: {
    sources: { id: string; status: string; redistribution: string; last_error: string | null }[];
    missing: string[];
    overrides: string[];
    endpoints_left_out: { endpoint: string; reason: string }[];
  };
}

/** The sources that any published answer names, by its path. */
function listNamed(run: SampleRun): Map<string, readonly string[]> {
  const named = new Map<string, readonly string[]>();
  for (const [path, body] of run.files) {
    if (!path.startsWith("api/") || !path.endsWith(".json")) continue;
    const { meta } = JSON.parse(Buffer.from(body as Uint8Array).toString()) as { meta?: { sources?: string[] } };
    if (meta?.sources !== undefined) named.set(path, meta.sources);
  }
  return named;
}

/** What the files of the API and of the state hold, as text. */
function* readTexts({ files }: SampleRun): Generator<[path: string, text: string]> {
  for (const [path, body] of files) {
    if (!/^(api|state)\//.test(path) || ABOUT.test(path)) continue;
    const bytes = Buffer.from(body as Uint8Array);
    yield [path, (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString()];
  }
}

const namesRestricted = ([, text]: [string, string]) => RESTRICTED.some((id) => text.includes(id));
const listNames = (state: StateStore) => state.list().map(({ name }) => name);

/** How many market caps the series hold of the day of the first build. */
async function countCaps(state: StateStore): Promise<number> {
  let caps = 0;
  for (const name of listNames(state).filter((one) => /^(samples|hourly|hours|daily|backfill-days)\//.test(one))) {
    const { times, coins } = (await state.read<Partition>(name))!;
    const isFirstDay = (time: number | undefined) => time !== undefined && time < FIRST_MIDNIGHT;
    for (const { marketCaps = [] } of Object.values(coins))
      caps += marketCaps.filter((cap, row) => cap !== null && isFirstDay(times[row])).length;
  }
  return caps;
}
const isRestrictedName = (name: string) => RESTRICTED.some((id) => name.startsWith(`last-good/${id}.`));

let capsBefore: number;
let capsRefused: number;
let capsAfter: number;
let restrictedLeft: number;
let refused: SampleRun;
let usual: SampleRuns;
let before: SampleRun;
let open: SampleRuns;
let after: SampleRun;
beforeAll(async () => {
  usual = await openSampleRuns(30, { backfill: 100 });
  for (const minutes of [0, 30, DAY_MINUTES]) before = await usual.build(minutes);
  const from = { state: usual.state(), findPublished: createFinder(before.files) };
  open = await openSampleRuns(30, { backfill: 100, openOnly: true, from });
  capsBefore = await countCaps(usual.state());
  refused = await open.build(DAY_MINUTES + 20, () => new Error("unreachable"));
  capsRefused = await countCaps(open.state());
  restrictedLeft = listNames(open.state()).filter(isRestrictedName).length;
  after = await open.build(DAY_MINUTES + 30);
  capsAfter = await countCaps(open.state());
}, 600_000);
afterAll(async () => {
  await usual.close();
  await open.close();
});

it("leaves what earlier builds remember as it was when the build is refused", () => {
  expect(refused.refusals).not.toEqual([]);
  expect(restrictedLeft).toBeGreaterThan(0);
  expect(capsRefused).toBe(capsBefore);
});

describe("a build with --open-only on a state that holds values of restricted sources", () => {
  it("is published, with prices of its own", () => {
    expect(after.refusals).toEqual([]);
    const rows = after.read<Listed>("coins/limit/all").data;
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter(({ price_source }) => price_source === "aggregated").length).toBeGreaterThan(15);
  });

  it("names no restricted source in any answer, where the build before did", () => {
    const isRestricted = (ids: readonly string[]) => ids.some((id) => RESTRICTED.includes(id));
    expect([...listNamed(before).values()].filter(isRestricted).length).toBeGreaterThan(50);
    const named = [...listNamed(after)];
    expect(named.length).toBeGreaterThan(200);
    expect(named.filter(([, ids]) => isRestricted(ids))).toEqual([]);
  });

  it("names none in any archive, and says of no value that is theirs that it is CC0", () => {
    const list = (run: SampleRun) => run.read<Archives>("data/archives").data;
    const resting = list(before).filter((archive) => archive.sources.some((id) => RESTRICTED.includes(id)));
    expect(resting.length).toBeGreaterThan(3);
    for (const { filename, license } of resting) {
      expect([filename, license]).not.toEqual([filename, "CC0-1.0"]);
      expect(license).toMatch(RESTRICTED_LICENSE);
    }
    expect(list(after).length).toBeGreaterThan(10);
    for (const { filename, sources: ids, license } of list(after)) {
      expect([filename, ids.filter((id) => RESTRICTED.includes(id))]).toEqual([filename, []]);
      expect(license).not.toMatch(RESTRICTED_LICENSE);
      // Every venue and list of such a build has unclear terms: nothing of it is plainly CC0.
      expect([filename, license]).not.toEqual([filename, "CC0-1.0"]);
    }
  });

  it("holds nothing of them in any file of the API, in any archive or in the state that it publishes", () => {
    expect([...readTexts(before)].filter(namesRestricted).length).toBeGreaterThan(50);
    expect([...readTexts(after)].filter(namesRestricted).map(([path]) => path)).toEqual([]);
    for (const { id, image, ath } of after.read<Listed>("coins/limit/all").data)
      expect([id, image, ath]).toEqual([id, null, null]);
  });

  it("requests none of them, and no charts with their prices", () => {
    const asked = (run: SampleRun) => run.urls.filter((url) => /coingecko|coinpaprika|coins\.llama\.fi/.test(url));
    expect(asked(before).length).toBeGreaterThan(0);
    expect(asked(after)).toEqual([]);
  });

  it("says what is missing, in a warning and in the status", () => {
    const { data } = after.read<Status>("status");
    expect(data.overrides).toContain("openOnly=true");
    expect(data.missing).toEqual(expect.arrayContaining(["images", "all-time highs", "links and categories"]));
    expect(after.warnings.join("\n")).toMatch(/Kraken, .*CoinPaprika and DefiLlama, .* No coin has: images, /);
    for (const { id, status, redistribution, last_error } of data.sources) {
      if (redistribution !== "restricted") continue;
      expect([id, status]).toEqual([id, "off"]);
      expect(last_error).toMatch(/restrict redistribution/);
    }
    expect(before.read<Status>("status").data.missing).toEqual([]);
  });

  it("keeps no market cap of the days before, which rests on restricted supplies", () => {
    expect(capsBefore).toBeGreaterThan(0);
    expect(capsAfter).toBe(0);
  });

  it("keeps none of the prices that earlier builds computed with restricted venues, and goes on from its own", async () => {
    const origins = (run: SampleRun) => run.read<{ meta: { origins: Origin[] } }>("coins/btc/history/1h").meta.origins;
    const isOwn = ({ source }: Origin) => source === null;
    const points = (run: SampleRun) => origins(run).reduce((sum, one) => sum + (isOwn(one) ? one.points : 0), 0);
    const next = await open.build(DAY_MINUTES + 60);
    expect([before, after, next].map(points)).toEqual([1, 1, 2]);
    for (const run of [after, next])
      expect(origins(run).filter(({ source }) => RESTRICTED.includes(source ?? ""))).toEqual([]);
  });

  it("leaves out contracts and DeFi, and says so where a program or a person asks for DeFi", async () => {
    expect([...after.files.keys()].filter((path) => /^api\/(contracts\/|defi\/|data\/.*defi)/.test(path))).toEqual([]);
    const { data } = after.read<Status>("status");
    expect(data.endpoints_left_out.map(({ endpoint }) => endpoint)).toEqual([
      "defi-overview",
      "defi-protocols",
      "defi-chains",
      "contracts",
      "contract",
    ]);
    const ask = createHandler(async (path) => {
      const body = after.files.get(path);
      return body === undefined ? undefined : { body };
    });
    const defi = ["overview", "protocols", "protocols?limit=7", "chains.json"].map((path) => `defi/${path}`);
    for (const path of defi) {
      const answer = await ask(new Request(`https://site.example/api/${path}`));
      expect([path, answer.status]).toEqual([path, 503]);
      expect(((await answer.json()) as { error: { code: string; message: string } }).error).toMatchObject({
        code: "unavailable",
        message: expect.stringContaining("not included in this build: terms"),
      });
    }
  });

  it("is a healthy site", async () => {
    const read = async (path: string) => {
      const body = after.files.get(path);
      return body === undefined ? undefined : Buffer.from(body as Uint8Array).toString();
    };
    const now = START + (DAY_MINUTES + 31) * 60_000;
    const findings = await checkHealth(read, { endpoints, now, graceMs: 0 });
    const problems = findings.filter(({ level, subject }) => level === "problem" && subject !== "status");
    expect(problems).toEqual([]);
    expect(findings).toContainEqual({
      subject: "defi-overview",
      level: "ok",
      detail: "not included in this build: terms",
    });
  });
});

it("knows every document of the state, because unknown ones are lost", async () => {
  const names = listNames(usual.state());
  expect(names.length).toBeGreaterThan(20);
  await removeRestricted(
    usual.state(),
    sources.map((source) => ({ ...source, terms: { ...source.terms, class: "unclear" } })),
    {
      [BACKFILL]: (value) => value,
      ...Object.fromEntries(CANDLE_FOLDERS.map((folder) => [folder, removeRestrictedCandles])),
      [CATALOGUE_NAME]: (value) => value,
      [COIN_PAGES]: (value) => value,
      [CORRECTIONS]: removeRestrictedCorrections,
      ...CLEAN_LOGS,
    },
  );
  await usual.state().commit();
  expect(listNames(usual.state())).toEqual(names);
});
