import { describe, expect, it } from "vitest";
import type { Params, World } from "../../../build/api/endpoint.ts";
import { coinHistory, PERIOD_NAMES } from "../../../build/api/endpoints/coin-history.ts";
import { computeEnvelope } from "../../../build/api/envelope.ts";
import { renderJson } from "../../../build/lib/json/render-json.ts";
import { DAY_MS, floorTo, HOUR_MS } from "../../../build/lib/time.ts";
import { AS_OF_MS, makeCoin, makeDataset, makeHistory, makeWorld, NOTHING } from "../sample-market.ts";

const TODAY = floorTo(AS_OF_MS, DAY_MS);
const COIN = makeCoin("bitcoin", "BTC");
const DAYS = PERIOD_NAMES.filter((period) => period === "1y" || period === "all");

function makeCase(
  own: Partial<World["market"]> = {},
  rest: Partial<World> = {},
  version: string | undefined = "v1",
): World {
  const market = { ...NOTHING, asOfMs: AS_OF_MS, coins: [COIN], ...own };
  const history = { ...makeHistory(AS_OF_MS - 500 * DAY_MS, market.asOfMs), version: () => version };
  return makeWorld(market, { history, ...rest });
}

const basisOf = (world: World, params: Params) => coinHistory.basis?.(world, params);
const answerOf = (world: World, params: Params) => renderJson(computeEnvelope(coinHistory, world, params)).toString();

describe("the basis of an answer about closed days", () => {
  const base = makeCase();
  const detail = { ...COIN, price: 7, rank: 900, priceTimeMs: AS_OF_MS - HOUR_MS, priceSource: "stale" as const };

  it.each<[string, World]>([
    ["the first moment of the day", makeCase({ asOfMs: TODAY })],
    ["its last moment", makeCase({ asOfMs: TODAY + DAY_MS - 1 })],
    ["another price and rank", makeCase({ coins: [detail] })],
    ["other coins", makeCase({ coins: [makeCoin("a", "A"), COIN] })],
    [
      "sources that are late",
      makeCase({ datasets: [makeDataset("kraken", "ticker", { stale: true, observedAtMs: 0 })] }),
    ],
    ["another run", makeCase({}, { run: { ...base.run, commit: "other", generatedAtMs: 1 } })],
  ])("is the same, like the answer, with %s", (_, world) => {
    for (const period of DAYS) {
      const params = { symbol: COIN.key, period };
      expect(basisOf(world, params)).toBe(basisOf(base, params));
      expect(answerOf(world, params)).toBe(answerOf(base, params));
    }
  });

  it.each<[string, World, Params?]>([
    ["the next day", makeCase({ asOfMs: TODAY + DAY_MS })],
    ["other days", makeCase({}, {}, "v2")],
    ["invented data", makeCase({}, { sample: true })],
    ["another coin of that key", makeCase({ coins: [{ ...COIN, id: "other" }] })],
    ["another ticker", makeCase({ coins: [{ ...COIN, symbol: "XBT" }] })],
    ["another key", makeCase({ coins: [{ ...COIN, key: "bitcoin" }] }), { symbol: "bitcoin" }],
  ])("is another one with %s", (_, world, params = { symbol: COIN.key }) => {
    for (const period of DAYS)
      expect(basisOf(world, { ...params, period })).not.toBe(basisOf(base, { symbol: COIN.key, period }));
  });

  it("differs between the periods, and is not known of hours, nor of days that changed in this build", () => {
    const all = PERIOD_NAMES.map((period) => basisOf(base, { symbol: COIN.key, period }));
    expect(all.filter((basis) => basis !== undefined)).toHaveLength(2);
    expect(new Set(all).size).toBe(3);
    expect(basisOf(base, { symbol: COIN.key })).toBeUndefined();
    const history = makeHistory(0);
    for (const period of DAYS) {
      expect(
        basisOf(makeCase({}, { history: { ...history, version: () => undefined } }), { symbol: COIN.key, period }),
      ).toBeUndefined();
      expect(basisOf(makeCase({}, { history }), { symbol: COIN.key, period })).toBeUndefined();
    }
  });
});
