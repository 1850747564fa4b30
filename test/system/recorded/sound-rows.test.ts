import { describe, expect, it } from "vitest";
import { validateRow } from "../../../build/crypto/market/coins/validate-row.ts";
import { collectSupplyEvidence, validateSupply } from "../../../build/crypto/market/coins/validate-supply.ts";
import type { Dataset, ReferenceCoin } from "../../../build/crypto/normalise/record.ts";
import { coingecko } from "../../../build/crypto/sources/reference/coingecko.ts";
import { coinlore } from "../../../build/crypto/sources/reference/coinlore.ts";
import { readFeed } from "../../crypto/sources/read-feed.ts";
import { samples } from "./samples.ts";

const PAGES = [
  "coins_markets.usd.p1.per250.2026-07-07.json",
  "coins_markets.usd.p1.per250.allchanges.2022-01-29.json",
] as const;

function readPage(file: string): ReferenceCoin[] {
  return readFeed<"coin">(coingecko, "markets", samples.readJson(`metadata/coingecko/${file}`)).records;
}

describe.skipIf(!samples.available)("recorded rows of CoinGecko (skipped without the recorded bodies)", () => {
  it.each(PAGES)("contradict themselves in at most one of a hundred fields: %s", (file) => {
    const rows = readPage(file);
    const now = Math.max(...rows.flatMap(({ updatedAtMs }) => updatedAtMs ?? []));
    let fields = 0;
    const lost: string[] = [];
    for (const row of rows) {
      const validated = validateRow(row, { samples: [], now });
      for (const field of Object.keys(row) as (keyof ReferenceCoin)[]) {
        if (typeof row[field] !== "number") continue;
        fields += 1;
        if (validated[field] === null) lost.push(`${row.id} ${field}`);
      }
    }
    expect(fields).toBeGreaterThan(4_000);
    expect(lost.length / fields, lost.join(", ")).toBeLessThan(0.01);
  });

  it.each(PAGES)("have a supply that is accepted in a first build, in 99 of 100 rows: %s", (file) => {
    const coins = readPage(file);
    const evidence = collectSupplyEvidence({
      coins,
      datasets: [{ source: "coingecko", feed: "markets", kind: "coin", records: coins, fetchedAtMs: 0, stale: false }],
      totals: [],
      rememberedSupply: () => null,
    });
    const warnings = coins.flatMap((coin) => validateSupply(coin, coin.priceUsd, evidence(coin), 0).warning ?? []);
    expect(warnings.length, warnings.join(", ")).toBeLessThanOrEqual(2);
  });

  it("have a supply that another reference's list of another year does not contradict, where the coin is the same", () => {
    const body = samples.readJson("metadata/coinlore/tickers.start0.limit100.2024-12-07.json");
    const other = readFeed<"coin">(coinlore, "tickers", body).records;
    const coins = readPage(PAGES[0]);
    // Prices of other days would make them other coins.
    const prices = new Map(coins.map(({ id, priceUsd }) => [id, priceUsd]));
    const rows = other.map((row) => ({ ...row, priceUsd: prices.get(row.id) ?? row.priceUsd }));
    const evidence = collectSupplyEvidence({
      coins,
      datasets: [
        { source: "coinlore", feed: "tickers", kind: "coin", records: rows, fetchedAtMs: 0, stale: false },
      ] satisfies Dataset<"coin">[],
      totals: [],
      rememberedSupply: () => null,
    });
    const compared = coins.filter((coin) => evidence(coin).others.length > 0);
    const warnings = compared.flatMap((coin) => validateSupply(coin, coin.priceUsd, evidence(coin), 0).warning ?? []);
    expect(compared.length).toBeGreaterThan(40);
    // Two supplies really changed by more than a factor of five in those 19 months.
    expect(warnings.length, warnings.join(", ")).toBeLessThanOrEqual(2);
  });
});
