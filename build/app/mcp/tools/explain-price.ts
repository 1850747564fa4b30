import { z } from "zod";
import { CoinRow, PairRow, PriceEvidence } from "../../../crypto/api/rows/coin-row.ts";
import { ADVICE, coinInput, commonOutput, defineTool, nameCoinPath, pickCommon } from "../tool.ts";
import { cutName, nameCoin, sayAge, sayAmount, sayPercent, sayShare } from "../words.ts";

const Pair = PairRow.schema.strip();
const Evidence = PriceEvidence.schema
  .pick({ method: true, as_of: true, spread_percentage: true, tickers: true })
  .extend({ tickers: z.array(Pair).describe("Every pair considered") })
  .strip()
  .describe("The evidence of the price");
const Explained = CoinRow.schema
  .pick({ id: true, symbol: true, name: true, current_price: true, price_source: true })
  .extend({ price_evidence: Evidence })
  .strip();
type Pair = z.infer<typeof Pair>;

const METHODS: Readonly<Record<z.infer<typeof Evidence>["method"], string>> = {
  volume_weighted: "It is the mean of the included pairs, weighted by volume and trust.",
  single_source: "It is the price of one trusted exchange: no second one agrees or trades the coin.",
  held: "It is the last accepted price: the current prices were in doubt.",
  reference: "It is the price of a reference list, because the exchanges give none.",
  none: "There is no price: no source gives one that can be accepted.",
};
/** Pairs named in the text; the values beside have all. */
const NAMED_PAIRS = 30;

export const explainPrice = defineTool({
  name: "explain_price",
  title: "Explain a price",
  description:
    "Why a coin has its price, in words and values: the method, each exchange's pair with its price and its " +
    "weight, the pairs that are left out with the reason, and the spread between exchanges. Amounts are in USD.",
  input: z.strictObject({ coin: coinInput }),
  output: z.strictObject({ ...Explained.shape, ...commonOutput }),
  async answer(site, { coin }) {
    const read = await site.ask(nameCoinPath(coin), Explained, { ifMissing: ADVICE.coin });
    const { data } = read;
    const { method, spread_percentage: spread, tickers } = data.price_evidence;
    const common = pickCommon(read);
    const included = tickers.filter((pair) => pair.included).toSorted((a, b) => b.weight - a.weight);
    const others = tickers.filter((pair) => !pair.included);
    const text = [
      `${nameCoin(data)}: ${sayAmount(data.current_price)}. ${METHODS[method]}`,
      spread === null
        ? "The spread between exchanges is unknown."
        : `The included exchanges are at most ${sayPercent(spread).replace("+", "")} apart.`,
      ...list(`${included.length} included pairs:`, included, describeIncluded),
      ...list(`${others.length} pairs left out:`, others, describeLeftOut),
      sayAge(read),
    ].join("\n");
    return { values: { ...data, ...common }, text };
  },
});

function list(head: string, pairs: readonly Pair[], describe: (pair: Pair) => string): string[] {
  if (pairs.length === 0) return [];
  const rest = pairs.length - NAMED_PAIRS;
  return [head, ...pairs.slice(0, NAMED_PAIRS).map(describe), ...(rest > 0 ? [`- and ${rest} more`] : [])];
}

function describeIncluded(pair: Pair): string {
  return `- ${namePair(pair)}: weight ${sayShare(pair.weight)}, price ${sayAmount(pair.price_usd)}, volume in 24 hours ${sayAmount(pair.volume_24h_usd)}`;
}

function describeLeftOut(pair: Pair): string {
  return `- ${namePair(pair)}: ${cutName(pair.reason ?? "no reason is published")}; price ${sayAmount(pair.price_usd)}`;
}

function namePair({ exchange, pair }: Pair): string {
  return `${cutName(exchange)} ${cutName(pair)}`;
}
