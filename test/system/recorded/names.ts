import { bitfinex } from "../../../build/crypto/sources/exchanges/bitfinex.ts";
import { bitstamp } from "../../../build/crypto/sources/exchanges/bitstamp.ts";
import { gate } from "../../../build/crypto/sources/exchanges/gate.ts";
import { mexc } from "../../../build/crypto/sources/exchanges/mexc.ts";
import { upbit } from "../../../build/crypto/sources/exchanges/upbit.ts";
import type { Source } from "../../../build/crypto/sources/source.ts";
import { readFeed } from "../../crypto/sources/read-feed.ts";
import { joinBitfinex } from "./case.ts";
import { samples } from "./samples.ts";

/** An asset as a venue's recorded answer names it. */
export interface NamedCode {
  venue: string;
  code: string;
  name: string;
}

const read = (file: string): unknown => samples.readJson(`exchanges/${file}`);

function listNames(source: Source, body: unknown): NamedCode[] {
  const { records } = readFeed<"listing">(source, "listing", body);
  const named = records.flatMap(({ base, baseName, type }) =>
    baseName === null || type !== "spot" ? [] : [{ venue: source.id, code: base, name: baseName }],
  );
  return [...new Map(named.map((each) => [each.code, each])).values()];
}

/** By venue: names in the five listings that have them and in Coinbase's currencies. */
export function readNames(): Readonly<Record<string, readonly NamedCode[]>> {
  const currencies = read("coinbase/currencies.2022-12-05.full.json") as { id: string; name: string }[];
  return {
    gate: listNames(gate, read("gate/currency_pairs.2026-06.full.json")),
    mexc: listNames(mexc, read("mexc/exchangeInfo.2026-09-27.trimmed.json")),
    bitfinex: listNames(bitfinex, joinBitfinex(read("bitfinex/conf_pub_list_pair_exchange.json"))),
    bitstamp: listNames(bitstamp, read("bitstamp/trading-pairs-info.2022-01-04.full.json")),
    upbit: listNames(upbit, read("upbit/market_all.2022-11-30.full.json")),
    coinbase: currencies.map(({ id, name }) => ({ venue: "coinbase", code: id, name })),
  };
}

/** A coin of a recorded reference list. */
export interface NamedCoin {
  id: string;
  symbol: string;
  name: string;
  current_price?: number;
}

const readCoins = (file: string): NamedCoin[] =>
  (samples.readJson(`metadata/coingecko/${file}`) as NamedCoin[]).map((coin) => ({
    ...coin,
    symbol: coin.symbol.toUpperCase(),
  }));

export const readLargestCoins = (): NamedCoin[] => readCoins("coins_markets.usd.p1.per250.2026-07-07.json");
export const readAllCoins = (): NamedCoin[] => readCoins("coins_list.2022-05-30.json");
