import { describe, expect, it } from "vitest";
import { GateRefusal } from "../../../build/app/run/gate-refusal.ts";
import type { RunReport } from "../../../build/crypto/api/run-report.ts";
import type { SourceReport } from "../../../build/crypto/ingest/source-report.ts";
import { OperationalError } from "../../../build/lib/operational-error.ts";
import { makeRunSource, makeWorld } from "../../fixtures/market.ts";

const source = (id: string, status: SourceReport["status"], lastError: string | null = null) =>
  makeRunSource(id, { status, lastError });

function refuse(sources: SourceReport[], isOffline = false): GateRefusal {
  const report: RunReport = {
    ...makeWorld().run,
    sources,
    gate: {
      passed: false,
      checks: [
        { id: "venues", passed: false, message: "Venues that responded: 2, at least 4 needed." },
        { id: "usdt-rate", passed: true, message: "The USDT rate is accepted." },
        { id: "frozen-venues", passed: true, message: "Stalled venues: none.", warning: false },
        { id: "anchor-venues", passed: true, message: "Venues far from the others: 1 (okx).", warning: true },
      ],
    },
  };
  return new GateRefusal(report, { isOffline });
}

describe("GateRefusal", () => {
  it("is an expected failure that says what was measured, who failed and what to do", () => {
    const refusal = refuse([
      source("kraken", "down", "kraken/tickers: GET https://api.kraken.com 503"),
      source("okx", "stale"),
      source("upbit", "ok"),
      source("bybit", "off"),
    ]);
    expect(refusal).toBeInstanceOf(OperationalError);
    expect(refusal.message.split("\n")).toEqual([
      "Nothing was published: the gate refuses this build.",
      "  venues: Venues that responded: 2, at least 4 needed.",
      "Sources without a fresh answer (2 of 4):",
      "  kraken/tickers: GET https://api.kraken.com 503",
      "  okx: no answer",
      "Doubted and left out:",
      "  anchor-venues: Venues far from the others: 1 (okx).",
      "If this is expected, change a threshold with --gate NAME=VALUE (see --help).",
    ]);
    expect(refusal.report.gate.passed).toBe(false);
  });

  it("says only that there is no network, and what needs none", () => {
    const refusal = refuse([source("kraken", "down", "no host has responded")], true);
    expect(refusal.message).toMatch(/^No network: [^\n]+\n"npm start" [^\n]+$/);
  });

  it("does not blame sources that answered", () => {
    expect(refuse([source("okx", "ok")]).message).not.toContain("Sources");
  });
});
