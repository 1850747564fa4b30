import { z } from "zod";
import { ADVICE, commonOutput, defineTool, pickCommon } from "../tool.ts";
import { cutName, sayAge, sayAmount, sayPercent } from "../words.ts";

const usd = (description: string) => z.object({ usd: z.number().describe("In USD") }).describe(description);

const Global = z.object({
  active_cryptocurrencies: z.int().describe("Coins that are traded"),
  exchanges: z.int().describe("Exchanges listed"),
  markets: z.int().describe("Number of spot pairs"),
  total_market_cap: usd("Sum of the market caps"),
  total_volume: usd("Traded in the last 24 hours"),
  market_cap_percentage: z
    .record(z.string(), z.number())
    .describe("Shares of the ten largest coins in percent, by lower-case symbol"),
  market_cap_change_percentage_24h_usd: z
    .number()
    .nullable()
    .describe("Change of the total market cap over 24 hours in percent"),
  defi: z
    .object({ total_tvl_usd: z.number().nullable().describe("Total value locked in DeFi, in USD") })
    .describe("Decentralised finance"),
  fear_greed: z
    .object({
      value: z.number().describe("0 (extreme fear) to 100 (extreme greed)"),
      value_classification: z.string().describe("The value in words"),
    })
    .nullable()
    .describe("The current Fear & Greed Index"),
});

export const global = defineTool({
  name: "global",
  title: "Global market",
  description: "The whole market in a few numbers: capitalisation, volume, shares of the largest coins, sentiment.",
  input: z.strictObject({}),
  output: z.strictObject({ ...Global.shape, ...commonOutput }),
  async answer(site) {
    const read = await site.ask("global", Global, { ifMissing: ADVICE.endpoint });
    const { data } = read;
    const common = pickCommon(read);
    const shares = Object.entries(data.market_cap_percentage).map(
      ([symbol, share]) => `${cutName(symbol).toUpperCase()} ${share.toFixed(1)} %`,
    );
    const mood = data.fear_greed;
    const text = [
      `Market cap: ${sayAmount(data.total_market_cap.usd)}, ${sayPercent(data.market_cap_change_percentage_24h_usd)} in 24 hours.`,
      `Volume in 24 hours: ${sayAmount(data.total_volume.usd)}, of ${data.active_cryptocurrencies} coins.`,
      `Shares: ${shares.join(", ")}.`,
      `Value locked in DeFi: ${sayAmount(data.defi.total_tvl_usd)}.`,
      `Fear & Greed Index: ${mood === null ? "unknown" : `${mood.value} (${cutName(mood.value_classification)})`}.`,
      sayAge(read),
    ].join("\n");
    return { values: { ...data, ...common }, text };
  },
});
