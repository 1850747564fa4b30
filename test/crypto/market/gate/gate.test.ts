import { describe, expect, it } from "vitest";
import { type GateInput, judgeGate } from "../../../../build/crypto/market/gate/gate.ts";
import { GATE_THRESHOLDS } from "../../../../build/crypto/market/rules/price.ts";

type Confidence = GateInput["anchors"][number]["confidence"];
const anchors = (btc: Confidence, eth: Confidence = btc): Pick<GateInput, "anchors"> => ({
  anchors: [
    { symbol: "BTC", confidence: btc, reason: "2 of 3 venues" },
    { symbol: "ETH", confidence: eth, reason: "2 of 3 venues" },
  ],
});
const sound: GateInput = {
  ...anchors("high"),
  clockSkewMs: 1_000,
  venues: 10,
  usdFiatVenues: 4,
  usdtStatus: "accepted",
  pricedCoins: 900,
  previousPricedCoins: 1000,
  notCompared: null,
  pivots: [{ symbol: "BTC", venues: 5, dollarVenues: 5, priceUsd: 103, referencesUsd: [100, 101] }],
  heldCoins: { traded: 1000, held: 10, capShare: 0.01 },
  datasets: [{ name: "kraken.tickers", records: 1500, previousRecords: 1530 }],
  warnings: [{ id: "frozen-venues", message: "Stalled venues: 1 (kraken).", warning: true }],
};
const judge = (change: Partial<GateInput> = {}) => judgeGate({ ...sound, ...change }, GATE_THRESHOLDS);
const failing = (change: Partial<GateInput>) =>
  judge(change)
    .checks.filter((check) => !check.passed)
    .map((check) => check.id);

describe("judgeGate", () => {
  it("passes a sound build with one sentence per check", () => {
    const verdict = judge();
    expect(verdict.passed).toBe(true);
    expect(new Set(verdict.checks.map((check) => check.id)).size).toBe(verdict.checks.length);
    for (const { message } of verdict.checks) expect(message).toMatch(/^[A-Z].*\.$/);
  });

  it.each([
    [2, ["high"]],
    [1, ["high", "low"]],
    [0, ["high", "low", "none"]],
  ])("accepts anchors with at least minAnchorConfidence %d", (minAnchorConfidence, accepted) => {
    for (const confidence of ["high", "low", "none"] as const) {
      const { passed } = judgeGate({ ...sound, ...anchors(confidence) }, { ...GATE_THRESHOLDS, minAnchorConfidence });
      expect(passed, confidence).toBe(accepted.includes(confidence));
    }
  });

  it("names the condition that a weak anchor fails", () => {
    const { checks } = judge(anchors("high", "low"));
    expect(checks.filter(({ id }) => id.endsWith("-confidence")).map(({ message }) => message)).toEqual([
      "Confidence in the BTC price: high, at least high needed.",
      "Confidence in the ETH price: low (2 of 3 venues), at least high needed.",
    ]);
  });

  it("says how to set a wrong clock", () => {
    const messageOf = (clockSkewMs: number) => judge({ clockSkewMs }).checks.find(({ id }) => id === "clock")?.message;
    expect(messageOf(400 * 86_400_000)).toBe(
      "Distance to the clocks of the upstreams: 576000 min, at most 5 min allowed. Set the clock of this machine: it is ahead.",
    );
    expect(messageOf(-600_000)).toContain(
      "10 min, at most 5 min allowed. Set the clock of this machine: it is behind.",
    );
    expect(messageOf(1_000)).not.toContain("Set the clock");
  });

  it.each<[string, Partial<GateInput>]>([
    ["clock", { clockSkewMs: 300_001 }],
    ["clock", { clockSkewMs: -300_001 }],
    ["venues", { venues: 3 }],
    ["usd-fiat-venues", { usdFiatVenues: 0 }],
    ["btc-confidence", anchors("low", "high")],
    ["eth-confidence", anchors("high", "none")],
    ["usdt-rate", { usdtStatus: "suspended" }],
    ["usdt-rate", { usdtStatus: null }],
    ["priced-coins", { pricedCoins: 499 }],
    ["priced-coins", { pricedCoins: 0, previousPricedCoins: 0 }],
    [
      "reference-prices",
      { pivots: [{ symbol: "BTC", venues: 5, dollarVenues: 5, priceUsd: 104, referencesUsd: [100, 100.5] }] },
    ],
    [
      "reference-prices",
      { pivots: [{ symbol: "USDT", venues: 5, dollarVenues: 5, priceUsd: 0.95, referencesUsd: [0.5, 1, 0.999] }] },
    ],
    ["held-coins", { heldCoins: { traded: 100, held: 26, capShare: 0 } }],
    ["held-coins", { heldCoins: { traded: 100, held: 1, capShare: 0.26 } }],
    ["datasets", { datasets: [{ name: "okx.tickers", records: 499, previousRecords: 1000 }] }],
    ["datasets", { datasets: [{ name: "okx.tickers", records: 0, previousRecords: 1 }] }],
  ])("refuses at %s alone for %o", (id, change) => {
    expect(failing(change)).toEqual([id]);
    expect(judge(change).passed).toBe(false);
  });

  it("passes exactly at the thresholds", () => {
    expect(failing({ clockSkewMs: 300_000 })).toEqual([]);
    expect(failing({ venues: 4, usdFiatVenues: 1, pricedCoins: 500 })).toEqual([]);
    expect(
      failing({ pivots: [{ symbol: "X", venues: 5, dollarVenues: 5, priceUsd: 102.99, referencesUsd: [100, 100] }] }),
    ).toEqual([]);
    expect(failing({ heldCoins: { traded: 100, held: 25, capShare: 0.25 } })).toEqual([]);
    expect(failing({ datasets: [{ name: "a", records: 50, previousRecords: 100 }] })).toEqual([]);
  });

  it("accepts a flagged USDT rate", () => {
    expect(failing({ usdtStatus: "flagged" })).toEqual([]);
  });

  it("does not refuse for one reference, for references that differ, or without a price", () => {
    for (const referencesUsd of [[], [100], [100, 140], [100, 103.5]]) {
      expect(
        failing({ pivots: [{ symbol: "BTC", venues: 5, dollarVenues: 5, priceUsd: 106, referencesUsd }] }),
      ).toEqual([]);
    }
    expect(
      failing({ pivots: [{ symbol: "BTC", venues: 5, dollarVenues: 5, priceUsd: null, referencesUsd: [100, 100] }] }),
    ).toEqual([]);
  });

  it("does not let references overrule the price of six venues", () => {
    const off = { symbol: "BTC", priceUsd: 106, referencesUsd: [100, 100] };
    expect(failing({ pivots: [{ ...off, venues: 6, dollarVenues: 5 }] })).toEqual([]);
    expect(failing({ pivots: [{ ...off, venues: 5, dollarVenues: 5 }] })).toEqual(["reference-prices"]);
    expect(failing({ pivots: [{ ...off, venues: 6, dollarVenues: 4 }] })).toEqual(["reference-prices"]);
  });

  it("passes without a previous build to compare with, and says why it is not compared", () => {
    const datasets = [{ name: "a", records: 0, previousRecords: null }];
    const first = judge({ previousPricedCoins: null, notCompared: "there is no previous build", datasets });
    expect(first.passed).toBe(true);
    const compared = first.checks.filter(({ message }) => message.endsWith(" there is no previous build."));
    expect(compared.map(({ id }) => id)).toEqual(["priced-coins", "datasets"]);
  });

  it("lists what the build did without, and does not refuse for it", () => {
    expect(judge().checks.at(-1)).toEqual({
      id: "frozen-venues",
      passed: true,
      warning: true,
      message: "Stalled venues: 1 (kraken).",
    });
  });

  it("names what it measured and the threshold", () => {
    const messages = judge({
      venues: 3,
      pivots: [{ symbol: "ETH", venues: 5, dollarVenues: 5, priceUsd: 2_000, referencesUsd: [3_000, 3_001] }],
      datasets: [{ name: "okx.tickers", records: 4, previousRecords: 1000 }],
    }).checks.map((check) => check.message);
    expect(messages).toContain("Venues that responded: 3, at least 4 needed.");
    expect(messages.join(" ")).toContain("(ETH 2000 USD, references 3000 USD and 3001 USD)");
    expect(messages.join(" ")).toContain("okx.tickers from 1,000 to 4");
  });
});
