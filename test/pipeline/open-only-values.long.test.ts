import { afterAll, beforeAll, expect, it } from "vitest";
import type { CoinDetail } from "../../build/crypto/api/endpoints/coin.ts";
import { simulateFlatVenue } from "../../build/crypto/demo/venues/flat-venue.ts";
import { bybit } from "../../build/crypto/sources/exchanges/bybit.ts";
import { sources } from "../../build/crypto/sources/registry.ts";
import { findMarkedFiles, MARKS, markAnswers } from "./marked-values.ts";
import { createFinder, openSampleRuns, type SampleRun, type SampleRuns } from "./sample-runs.ts";

const DAY_MINUTES = 1_440;
const COINS = 20;
/** In the demo market Bybit refuses every request. */
const answering = simulateFlatVenue(bybit.id, bybit.flat!);
/** Candles of venues and all trees too, with the sources that are off by default. */
const EVERYTHING = { backfill: 60, trees: true, pages: true, sourcesOn: ["upbit"], simulators: [answering] };

let usual: SampleRuns;
let full: SampleRun;
let fullMarks: Map<string, string[]>;
let switched: SampleRuns;
const openMarks: [name: string, marks: Map<string, string[]>][] = [];
let fresh: SampleRuns;
let computed: SampleRuns;
let weights: SampleRun;
beforeAll(async () => {
  usual = await openSampleRuns(COINS, EVERYTHING);
  for (const minutes of [0, 30, DAY_MINUTES]) full = await usual.build(minutes, markAnswers);
  fullMarks = await findMarkedFiles(full.files);
  const from = { state: usual.state(), findPublished: createFinder(full.files) };
  switched = await openSampleRuns(COINS, { ...EVERYTHING, openOnly: true, from });
  fresh = await openSampleRuns(COINS, { ...EVERYTHING, openOnly: true });
  for (const [name, runs, minutes] of [
    ["on the state of other builds", switched, DAY_MINUTES + 30],
    ["once more", switched, DAY_MINUTES + 60],
    ["as a first build", fresh, 0],
  ] as const) {
    const run = await runs.build(minutes, markAnswers);
    expect([name, run.refusals, run.files.size > 500]).toEqual([name, [], true]);
    openMarks.push([name, await findMarkedFiles(run.files)]);
  }
  computed = await openSampleRuns(COINS, { ...EVERYTHING, evidence: "computed" });
  weights = await computed.build(0, markAnswers);
}, 600_000);
afterAll(async () => {
  for (const runs of [usual, switched, fresh, computed]) await runs.close();
});

it("finds values of every restricted source in a build that uses them", () => {
  expect(full.refusals).toEqual([]);
  expect([...fullMarks.keys()].sort()).toEqual([...MARKS.keys()].sort());
  const paths = new Set([...fullMarks.values()].flat());
  // Every form in which values leave the program.
  for (const form of [
    /^api\/exchanges\/kraken\.json$/,
    /^api\/coins\/btc\.json$/,
    /^api\/defi\/protocols\.json$/,
    /^api\/in\/eur\//,
    /^api\/data\/download\/.*\.csv\.gz$/,
    /^api\/data\/download\/.*\.parquet$/,
    /^state\//,
    /\.html$/,
  ])
    expect([form, [...paths].some((path) => form.test(path))]).toEqual([form, true]);
});

it("finds none of them in any file of a build with --open-only", () => {
  expect(openMarks.length).toBe(3);
  for (const [name, marks] of openMarks) expect([name, [...marks]]).toEqual([name, []]);
});

it("publishes weights without values of the venues where the evidence is computed", async () => {
  const venues = new Set(sources.flatMap(({ id, venue }) => (venue ? [id] : [])));
  const published = new Map([...weights.files].filter(([path]) => !path.startsWith("state/")));
  const marks = await findMarkedFiles(published);
  expect([...marks].filter(([id]) => venues.has(id))).toEqual([]);
  const { tickers } = weights.read<{ data: CoinDetail }>("coins/btc").data.price_evidence;
  expect(tickers.length).toBeGreaterThan(5);
  expect(tickers.every(({ price_usd, volume_24h_usd }) => price_usd === null && volume_24h_usd === null)).toBe(true);
  expect(tickers.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
  expect(weights.read<{ data: { tickers: unknown[] } }>("exchanges/kraken").data.tickers).toEqual([]);
  expect(String(Buffer.from(weights.files.get("coins/btc/index.html") as Uint8Array))).toContain("Sum of weights");
});
