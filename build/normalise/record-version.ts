import type { RecordKind } from "./record.ts";

/**
 * The version of each kind's form. Raised with every change of what a record's fields are or mean: records of another version
 * that an earlier run left are not read back, because they would be taken for what they are not.
 */
export const RECORD_VERSIONS: Readonly<Record<RecordKind, number>> = {
  listing: 1,
  ticker: 1,
  coin: 1,
  "coin-detail": 1,
  global: 1,
  exchange: 1,
  protocol: 1,
  chain: 1,
  tvl: 1,
  "dex-volume": 1,
  index: 1,
  rate: 1,
  article: 1,
};
