import { describe, expect, it } from "vitest";
import { dataArchives } from "../../../build/crypto/api/endpoints/data-archives.ts";
import { dataDownload } from "../../../build/crypto/api/endpoints/data-download.ts";
import { exchangeRates } from "../../../build/crypto/api/endpoints/exchange-rates.ts";
import { exchanges } from "../../../build/crypto/api/endpoints/exchanges.ts";
import { global } from "../../../build/crypto/api/endpoints/global.ts";
import { news } from "../../../build/crypto/api/endpoints/news.ts";
import { endpoints } from "../../../build/crypto/api/registry.ts";
import { computeEnvelope } from "../../../build/kit/api/envelope.ts";
import { ARCHIVE, AS_OF_MS, makeArticle, makeRunSource, makeWorld } from "../../fixtures/market.ts";

describe("global", () => {
  it("does without DeFi and sentiment", () => {
    expect(global.compute(makeWorld({ defi: null, fearGreed: [] }), {}).data).toMatchObject({
      defi: { total_tvl_usd: null },
      fear_greed: null,
    });
  });
});

describe("exchanges", () => {
  it("names the source of the statistics", () => {
    const [polled, other] = exchanges.compute(makeWorld(), {}).data as Record<string, unknown>[];
    expect(polled).toMatchObject({
      id: "kraken",
      volume_24h_btc: 0.001,
      top_pairs: [{ pair: "BTC/USD", price_usd: 2, volume_24h_usd: null }],
      last_updated: "2026-11-20T09:17:30Z",
      statistics_source: "kraken",
    });
    expect(other).toMatchObject({ rank: 2, statistics_source: "coingecko", top_pairs: [] });
  });
});

describe("news", () => {
  it("has the hundred newest, newest first", () => {
    const articles = Array.from({ length: 120 }, (_, n) =>
      makeArticle({ id: `${n}`.padStart(16, "0"), publishedAtMs: AS_OF_MS - ((n * 7) % 120) * 1000 }),
    );
    const times = (news.compute(makeWorld({ articles }), {}).data as { published_at: string }[]).map(
      ({ published_at }) => published_at,
    );
    expect(times).toHaveLength(100);
    expect(times[0]).toBe("2026-11-20T09:17:30Z");
    expect(times).toEqual([...times].sort().reverse());
  });
});

describe("exchange-rates", () => {
  it("is as old as its rates", () => {
    const { data, meta } = computeEnvelope(exchangeRates, makeWorld(), {});
    expect(data).toEqual({ base: "USD", date: "2026-11-19", rates: { EUR: 0.9, JPY: 150, USD: 1 } });
    expect(meta).toMatchObject({
      updated_at: "2026-11-19T00:00:00Z",
      expires_at: "2026-11-21T00:00:00Z",
      sources: ["ecb"],
    });
  });
});

describe("archives", () => {
  it("are listed with their link, and columns without a unit say so", () => {
    const { data, meta } = computeEnvelope(dataArchives, makeWorld(), {});
    expect(data).toMatchObject([
      {
        period_start: null,
        period_end: "2026-11-20T09:17:30Z",
        columns: [
          { name: "price", unit: "USD" },
          { name: "id", unit: null },
        ],
        superseded: [{ revision: 0, sha256: "cc" }],
        gaps: [{ from: "2026-11-19T09:17:30Z", to: "2026-11-20T09:17:30Z", reason: "no build" }],
        url: "data/download/coins-latest.csv.gz",
      },
    ]);
    expect(meta).toMatchObject({ sources: ["coingecko", "kraken"], updated_at: "2026-11-20T09:17:30Z" });
  });

  it("are downloaded by name", () => {
    expect([...dataDownload.variants(makeWorld())]).toEqual([{ filename: ARCHIVE.filename }]);
  });
});

describe("status", () => {
  const status = endpoints.find(({ id }) => id === "status")!;

  it("reports the run", () => {
    const { data, meta } = computeEnvelope(status, makeWorld(), {});
    expect(data).toMatchObject({
      generated_at: "2026-11-20T09:19:00Z",
      commit: "abc",
      run: null,
      next_update_at: "2026-11-20T09:47:30Z",
      coverage: { coins: 5, exchanges: 2, tickers_read: 20, tickers_used: 4, tickers_dropped: { stale: 16 } },
      gate: { passed: true, checks: [{ id: "venues", passed: true }] },
      overrides: ["coins=5"],
      sources: [{ id: "kraken", fetched_at: "2026-11-20T09:17:30Z", age_seconds: 90, dropped: { "not trading": 2 } }],
    });
    expect(meta).toMatchObject({ updated_at: "2026-11-20T09:19:00Z" });
  });

  it("lists the age of every endpoint with data", () => {
    const { datasets } = computeEnvelope(status, makeWorld(), {}).data as { datasets: Record<string, unknown>[] };
    const known = makeWorld().market.datasets.map(({ kind }) => kind);
    const withKinds = endpoints
      .filter(({ kinds, derived }) => kinds.some((kind) => known.includes(kind)) && derived?.shown === undefined)
      .map(({ id }) => id);
    expect(datasets.map(({ endpoint }) => endpoint)).toEqual(withKinds);
    expect(datasets).toContainEqual({ endpoint: "fear-greed", updated_at: "2026-11-20T00:00:00Z", stale: false });
    expect(datasets).toContainEqual({ endpoint: "coins", updated_at: "2026-11-20T09:17:30Z", stale: true });
  });

  it("has no age for a source that never answered", () => {
    const { run } = makeWorld();
    const sources = [makeRunSource("kraken", { fetchedAtMs: null, status: "down" })];
    const { data } = computeEnvelope(status, makeWorld({}, { run: { ...run, sources } }), {});
    expect(data).toMatchObject({ sources: [{ fetched_at: null, age_seconds: null, status: "down" }] });
  });
});
