import { expect, it } from "vitest";
import { coingecko } from "../../../../build/crypto/api/coingecko/registry.ts";
import { CoinRow } from "../../../../build/crypto/api/rows/coin-row.ts";
import { makeCoin } from "../../../fixtures/market.ts";

it("counts the value of a wrapped coin once: in the coin behind it", () => {
  const unknown = { "1h": null, "7d": null, "30d": null, "1y": null };
  const rows = [
    makeCoin("bitcoin", "BTC", { marketCap: 8e11, volume: 3e9 }),
    makeCoin("ethereum", "ETH", { rank: 2, marketCap: 2e11, volume: 2e9 }),
    makeCoin("wrapped-bitcoin", "WBTC", {
      name: "Wrapped Bitcoin",
      rank: 3,
      marketCap: 1e11,
      volume: 1e9,
      changePercentage: { ...unknown, "24h": -50 },
    }),
  ].map(CoinRow.compute);
  const request = { currency: "usd", currencies: ["usd"], values: {}, renderPoints: () => [] };
  const { data } = coingecko.global.convert([{ data: rows }, { data: { markets: 1 } }], request) as {
    data: Record<string, unknown>;
  };
  expect(data).toMatchObject({
    active_cryptocurrencies: 3,
    total_market_cap: { usd: 1e12 },
    total_volume: { usd: 6e9 },
    market_cap_percentage: { btc: 80, eth: 20 },
    market_cap_change_percentage_24h_usd: 5,
  });
  expect(data["market_cap_percentage"]).not.toHaveProperty("wbtc");
});
