import { afterAll, beforeAll, expect, it } from "vitest";
import type { ExchangeRow } from "../../build/crypto/api/endpoints/exchanges.ts";
import { OTHER_SOURCES, openSampleRuns, type SampleRun, type SampleRuns, type Tamper } from "./sample-runs.ts";

const HOUR = 60;
const DAY = 24 * HOUR;

/** Kraken fails, OKX is half a percent too high, and Bitfinex answers the same for hours. */
const frozen = new Map<string, string>();
const disturb: Tamper = (url, body) => {
  const { host, pathname } = new URL(url);
  if (host === "api.kraken.com") return new Error("connect ETIMEDOUT");
  if (host === "www.okx.com" && pathname.includes("tickers")) {
    return body.replace(/"(last|bidPx|askPx)":"([\d.]+)"/g, (_, field: string, price: string) => {
      return `"${field}":"${Number(price) * 1.005}"`;
    });
  }
  if (!host.endsWith("bitfinex.com")) return undefined;
  if (!frozen.has(url)) frozen.set(url, body);
  return frozen.get(url);
};

let runs: SampleRuns;
const builds: SampleRun[] = [];
beforeAll(async () => {
  runs = await openSampleRuns(8, {
    sourcesOff: OTHER_SOURCES,
    answers: ["coins", "exchanges", "exchange", "reachability"],
    trees: true,
  });
  for (const minutes of [0, 2 * HOUR, 4 * HOUR, 6 * HOUR, 8 * HOUR, 10 * HOUR, DAY, DAY + 2 * HOUR])
    builds.push(await runs.build(minutes, disturb));
}, 120_000);
afterAll(() => runs.close());

function read(build: SampleRun | undefined, id: string) {
  const row = build?.read<{ data: ExchangeRow[] }>("exchanges").data.find((one) => one.id === id);
  const { answered_share_30d, median_deviation_bp_30d, included_share_30d, stalled_share_30d } = row as ExchangeRow;
  return {
    answered: answered_share_30d,
    deviation: median_deviation_bp_30d,
    included: included_share_30d,
    stalled: stalled_share_30d,
  };
}

const NOTHING = { answered: null, deviation: null, included: null, stalled: null };

it("says nothing of an exchange before a day of builds is over", () => {
  for (const build of builds.slice(0, 6)) expect(read(build, "binance")).toEqual(NOTHING);
});

it("describes an exchange that answers as the others do", () => {
  const { answered, deviation, included, stalled } = read(builds.at(-1), "binance");
  expect([answered, stalled]).toEqual([1, 0]);
  expect(deviation).toBeGreaterThan(0);
  expect(deviation).toBeLessThan(10);
  expect(included).toBeGreaterThan(0.5);
});

it("shows an exchange that fails: there is nothing else to measure", () => {
  expect(read(builds.at(-1), "kraken")).toEqual({ ...NOTHING, answered: 0 });
});

it("shows the distance of an exchange that deviates", () => {
  const { answered, deviation } = read(builds.at(-1), "okx");
  expect(answered).toBe(1);
  expect(deviation).toBeGreaterThan(40);
  expect(deviation).toBeLessThan(60);
});

it("shows an exchange that stalls, whose order books no price includes then", () => {
  const { answered, included, stalled } = read(builds.at(-1), "bitfinex");
  expect(answered).toBe(1);
  expect(stalled).toBeGreaterThan(0.3);
  expect(included).toBeLessThan(read(builds.at(-1), "binance").included ?? 0);
});

it("shows an exchange that is not polled without scores", () => {
  const { data } = (builds.at(-1) as SampleRun).read<{ data: ExchangeRow[] }>("exchanges");
  const other = data.find(({ markets, status }) => markets === 0 && status === "ok");
  expect(read(builds.at(-1), (other as ExchangeRow).id)).toEqual(NOTHING);
});

it("keeps the trust in all of them", () => {
  for (const id of ["okx", "bitfinex"]) {
    const trusts = builds.map((build) => build.read<{ data: { trust: number } }>(`exchanges/${id}`).data.trust);
    expect(new Set(trusts).size).toBe(1);
  }
});
