import { listNames, type StateReader } from "../history/partition-document.ts";
import { CANDLES, DAY_CANDLES, readCandleDocument } from "./candle-document.ts";
import { type CandlePartition, type CandleRange, listRanges } from "./candle-partition.ts";

export type CandleInterval = "1h" | "1d";

/** Read access to the stored highs and lows of all coins. */
export interface StoredCandles {
  /** The ranges of a coin by the start of their step. */
  ranges(coinId: string, interval: CandleInterval): ReadonlyMap<number, CandleRange>;
}

/** Reads the highs and lows of hours (the last weeks) and of all closed days. */
export async function readStoredCandles(state: StateReader): Promise<StoredCandles> {
  const read = async (prefix: string): Promise<CandlePartition[]> => {
    const all: CandlePartition[] = [];
    for (const name of listNames(state, prefix)) all.push(await readCandleDocument(state, name));
    return all;
  };
  const documents = { "1h": await read(CANDLES), "1d": await read(DAY_CANDLES) };
  return {
    ranges(coinId, interval) {
      const all = documents[interval].flatMap((candles) => listRanges(candles, coinId));
      return new Map(all.map((range) => [range.timeMs, range]));
    },
  };
}
