import { gunzipSync } from "node:zlib";
import { parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CoinDetail } from "../../build/crypto/api/endpoints/coin.ts";
import { findSimulator } from "../../build/crypto/demo/simulators.ts";
import { simulateFlatVenue } from "../../build/crypto/demo/venues/flat-venue.ts";
import { bybit } from "../../build/crypto/sources/exchanges/bybit.ts";
import { sources } from "../../build/crypto/sources/registry.ts";
import type { MemoryFiles } from "../kit/platform/output/memory-output.ts";
import { createFinder, openSampleRuns, type SampleRun, type SampleRuns, type Tamper } from "./sample-runs.ts";

/*
 * Marks the numbers, links and addresses of every restricted source with digits of its own: four
 * leading digits stay, so that prices remain plausible, and eight digits of the mark follow, which
 * are twelve, as many as are published. Texts get the same digits at their end.
 */

/** Source → digits that no other source sends. */
const MARKS: ReadonlyMap<string, string> = new Map(
  sources
    .filter(({ terms }) => terms.class === "restricted")
    .map(({ id }, at) => [id, `8${at + 1}9${at + 1}9${at + 1}87`] as const),
);

/** Names and ids identify a coin or a market. They are no values, and requests depend on them. */
const IDENTITY = /^(id|symbol|name|slug|base|quote|gecko_id|display_name|country|year_established)$/i;
/** Unix seconds and milliseconds of this century. */
const isTime = (value: number) => (value > 9e8 && value < 4e9) || (value > 9e11 && value < 4e12);
const SMALLEST = 1e-12;
const KEPT_DIGITS = 4;

function markNumber(value: number, mark: string): number {
  const isCount = Number.isInteger(value) && Math.abs(value) < 1e6;
  if (isCount || isTime(value) || Math.abs(value) < SMALLEST) return value;
  const [digits = "", exponent = "0"] = Math.abs(value).toExponential(15).split("e");
  const kept = digits.replace(".", "").slice(0, KEPT_DIGITS);
  return Math.sign(value) * Number(`${kept}${mark}e${Number(exponent) - (KEPT_DIGITS + mark.length - 1)}`);
}

function markText(text: string, mark: string): string {
  if (/^-?\d+\.\d+$/.test(text)) {
    const marked = markNumber(Number(text), mark);
    return String(marked).includes("e") ? marked.toFixed(20) : String(marked);
  }
  if (/^0x[0-9a-f]{40}$/i.test(text)) return `${text.slice(0, -mark.length)}${mark}`;
  return /^https?:\/\//.test(text) ? `${text}?${mark}` : text;
}

function markValue(value: unknown, mark: string): unknown {
  if (typeof value === "number") return markNumber(value, mark);
  if (typeof value === "string") return markText(value, mark);
  if (Array.isArray(value)) return value.map((one) => markValue(one, mark));
  if (typeof value !== "object" || value === null) return value;
  const marked = Object.entries(value).map(([key, one]) => [key, IDENTITY.test(key) ? one : markValue(one, mark)]);
  return Object.fromEntries(marked);
}

/** Marks the answers of restricted sources, as the upstream would have sent them. */
const markAnswers: Tamper = (url, body) => {
  const source = findSimulator(new URL(url).host)?.source;
  const mark = source === undefined ? undefined : MARKS.get(source);
  // An answer of 304 has no body.
  return mark === undefined || body === "" ? undefined : JSON.stringify(markValue(JSON.parse(body), mark));
};

/**
 * The sources whose mark is in a text: in a number after its four leading digits, with or without
 * a point, or at the end of a link or an address. A tree has millions of digits, so that a mark at
 * any place would be found by chance.
 */
function findMarks(text: string): string[] {
  const digits = text.replaceAll(/(?<=\d)\.(?=\d)/g, "");
  const found = new Set<string | undefined>();
  for (const { groups } of digits.matchAll(MARKED)) found.add(groups?.["number"] ?? groups?.["text"]);
  return [...MARKS].flatMap(([id, mark]) => (found.has(mark) ? id : []));
}

const ANY_MARK = [...MARKS.values()].join("|");
const MARKED = new RegExp(
  `(?<!\\d)0*[1-9]\\d{${KEPT_DIGITS - 1}}(?<number>${ANY_MARK})|(?:\\?|0x[0-9a-f]{32})(?<text>${ANY_MARK})`,
  "g",
);

/** Source → the files that hold a value of it; archives are unpacked, Parquet is decoded. */
async function findMarkedFiles(files: MemoryFiles): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const [path, body] of files) {
    for (const id of findMarks(await readText(path, body))) found.set(id, [...(found.get(id) ?? []), path]);
  }
  return found;
}

async function readText(path: string, body: Uint8Array | string): Promise<string> {
  if (typeof body === "string") return body;
  const bytes = Buffer.from(body);
  if (path.endsWith(".parquet")) {
    const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
    return JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value));
  }
  // GZIP has two magic bytes (RFC 1952, 2.3.1).
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString();
}

const DAY_MINUTES = 1_440;
const COINS = 5;
/** In the demo market Bybit refuses every request. */
const answering = simulateFlatVenue(bybit.id, bybit.flat!);
/** Candles of venues and all trees too, with the sources that are off by default. */
const EVERYTHING = { backfill: 60, trees: true, pages: true, sourcesOn: ["upbit"], simulators: [answering] };

let past: SampleRuns;
let usual: SampleRuns;
let full: SampleRun;
let fullMarks: Map<string, string[]>;
let switched: SampleRuns;
const openMarks: [name: string, marks: Map<string, string[]>][] = [];
let fresh: SampleRuns;
let computed: SampleRuns;
let weights: SampleRun;
beforeAll(async () => {
  // A day before, of which only the state and the API are needed.
  past = await openSampleRuns(COINS, { ...EVERYTHING, pages: false });
  const { files } = await past.build(0, markAnswers);
  usual = await openSampleRuns(COINS, {
    ...EVERYTHING,
    from: { state: past.state(), findPublished: createFinder(files) },
  });
  full = await usual.build(DAY_MINUTES, markAnswers);
  fullMarks = await findMarkedFiles(full.files);
  const from = { state: usual.state(), findPublished: createFinder(full.files) };
  switched = await openSampleRuns(COINS, { ...EVERYTHING, openOnly: true, from });
  fresh = await openSampleRuns(COINS, { ...EVERYTHING, openOnly: true });
  for (const [name, runs, minutes] of [
    ["on the state of other builds", switched, DAY_MINUTES + 30],
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
  for (const runs of [past, usual, switched, fresh, computed]) await runs.close();
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
  expect(openMarks.length).toBe(2);
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
