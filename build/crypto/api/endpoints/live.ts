import { z } from "zod";
import { envelope } from "../../../kit/api/endpoint.ts";
import * as schema from "../../../kit/api/schema.ts";
import { groupThousands } from "../../../lib/text-layout.ts";
import { defineConverted } from "../derived/define-converted.ts";
import { LIVE_COINS, PRICE_DIGITS } from "../derived/live-prices.ts";
import { symbol } from "./coin-history.ts";

const LiveRow = schema.object("A price", {
  id: schema.text("Unique id of the coin"),
  symbol: schema.text("Ticker symbol, upper-case; several coins may share one"),
  key: schema.text("Name of its files: /coins/{key}"),
  price: schema.number(`Price of one coin in USD, rounded to ${PRICE_DIGITS} digits`),
  change_24h_percentage: schema.maybeNumber("Change of the price over 24 hours in percent"),
  price_source: z
    .enum(["aggregated", "reference", "stale"])
    .describe(
      "Own price of this run (aggregated), that of a reference source as the last build read it, or an older price that was kept (stale)",
    ),
  last_updated: schema.maybeTime("When the price was observed: a reference price keeps its own, older time"),
});

const ABOUT =
  "A live run (`build -- --live`, each minute between two builds) reads the exchanges alone and computes these prices " +
  "by the rules of a build. A run that fails leaves the prices of the run before, and sets `meta.stale`. ";

export const live = defineConverted({
  id: "live",
  path: "/live",
  docs: {
    tag: "prices",
    title: "Live prices",
    description:
      `The newest prices of the ${groupThousands(LIVE_COINS)} largest coins, in at most 30 kB compressed. ${ABOUT}` +
      "Only sites with a live tier have the file `live.json`. On other sites the handler and `client.js` answer with " +
      "the prices of the last build; file hosts answer 404. `meta.updated_at` is the time of the newest price.",
  },
  parameters: {},
  kinds: ["ticker", "coin"],
  body: envelope(z.array(LiveRow).describe("Prices by market cap rank; coins without a price are missing")),
  variants: () => [],
  example: () => ({}),
});

export const liveCoin = defineConverted({
  id: "live-coin",
  path: "/live/{symbol}",
  docs: {
    tag: "prices",
    title: "Live price of a coin",
    description:
      `The newest price of one coin, as in \`/live\`. ${ABOUT}Only hosts with the handler, and \`client.js\`, answer it. Without ` +
      "them, read `live.json`, or `price/{symbol}.json` for the price of the last build.",
  },
  parameters: { symbol },
  kinds: ["ticker", "coin"],
  body: envelope(LiveRow),
  variants: () => [],
  example({ market }) {
    const coin = market.coins.find(({ price }) => price !== null);
    return coin && { symbol: coin.key };
  },
});
