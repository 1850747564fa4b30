import { z } from "zod";
import { PriceRow } from "../../../crypto/api/endpoints/price.ts";
import { OperationalError } from "../../../lib/operational-error.ts";
import { cutList } from "../../../lib/text-layout.ts";
import { ADVICE, coinInput, commonOutput, defineTool, pickCommon } from "../tool.ts";
import { cutName, nameCoin, sayAge, sayAmount, sayPercent } from "../words.ts";

const MAX_CODES = 200;
const CURRENCIES_RULE = "must be a list of at most 20 currency codes of three letters, such as usd and eur";

const Priced = PriceRow.schema
  .pick({
    id: true,
    symbol: true,
    name: true,
    prices: true,
    change_24h_percentage: true,
    price_source: true,
    last_updated: true,
  })
  .strip();

export const price = defineTool({
  name: "price",
  title: "Current price",
  description:
    "The current price of one coin, in US dollars and in other currencies. price_source says whether it is " +
    "computed from exchanges (aggregated), a reference list's (reference) or an older one that was kept (stale).",
  input: z.strictObject({
    coin: coinInput,
    currencies: z
      .array(
        z
          .string(CURRENCIES_RULE)
          .trim()
          .toLowerCase()
          .regex(/^[a-z]{3}$/, CURRENCIES_RULE),
        CURRENCIES_RULE,
      )
      .min(1, CURRENCIES_RULE)
      .max(20, CURRENCIES_RULE)
      .default(["usd"])
      .describe("Codes of the currencies, such as usd, eur, jpy, btc"),
  }),
  output: z.strictObject({ ...Priced.shape, ...commonOutput }),
  async answer(site, { coin, currencies }) {
    const read = await site.ask(`price/${encodeURIComponent(coin)}`, Priced, {
      ifMissing: ADVICE.coin,
      ifUnbuilt: ADVICE.noPrices,
    });
    const known = new Map(Object.entries(read.data.prices));
    const unknown = currencies.filter((code) => !known.has(code));
    if (known.size > 0 && unknown.length > 0) {
      throw new OperationalError(
        `There is no price in ${unknown.join(", ")}. This site has ${cutList([...known.keys()].map(cutName), MAX_CODES).join(", ")}: choose from these.`,
      );
    }
    const prices = Object.fromEntries([...known].filter(([code]) => currencies.includes(code)));
    const common = pickCommon(read);
    const amounts = Object.entries(prices).map(([code, value]) => sayAmount(value, code));
    const { change_24h_percentage: change, price_source: source } = read.data;
    const text =
      `${nameCoin(read.data)}: ${amounts.join(", ") || "no price is known"}. Change in 24 hours: ` +
      `${sayPercent(change)} (in USD). Source of the price: ${cutName(source)}. ${sayAge(read)}`;
    return { values: { ...read.data, prices, ...common }, text };
  },
});
