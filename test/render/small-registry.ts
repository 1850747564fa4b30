import { z } from "zod";
import { defineEndpoint, type Endpoint } from "../../build/api/endpoint.ts";
import { PaginationMeta } from "../../build/api/field.ts";
import { type ParameterMap, selectRows } from "../../build/api/query.ts";
import { computeCoinPath } from "../../build/api/rows/coin-row.ts";
import { renderTime } from "../../build/lib/time.ts";

const Row = z.strictObject({
  id: z.string(),
  symbol: z.string(),
  name: z.string(),
  path: z.string(),
  price: z.number(),
});

const listParameters: ParameterMap = {
  limit: {
    in: "query",
    type: "integer",
    description: "How many.",
    example: 1,
    default: 2,
    minimum: 1,
    maximum: 10,
    files: [1, 2],
  },
  offset: { in: "query", type: "integer", description: "How many to skip.", example: 1, default: 0, minimum: 0 },
};

/** A list with a default that has a file of its own. */
export const list = defineEndpoint({
  id: "coins",
  path: "/coins",
  tag: "market",
  title: "Coins",
  description: "A list.",
  parameters: listParameters,
  kinds: ["ticker", "coin"],
  data: z.array(Row),
  meta: { pagination: PaginationMeta },
  variants: () => [{}, { limit: 1 }, { limit: 1, offset: 1 }, { limit: 1, offset: 2 }, { limit: 2, offset: 2 }],
  compute({ market }, params) {
    const rows = market.coins.map((coin) => ({
      id: coin.id,
      symbol: coin.symbol,
      name: coin.name,
      path: computeCoinPath(coin),
      price: coin.price ?? 0.1 + 0.2,
    }));
    const selected = selectRows("/coins", listParameters, rows, params);
    return { data: selected.rows, meta: { pagination: selected.pagination } };
  },
});

/** A path parameter, and symbols that a file name has to encode. */
export const detail = defineEndpoint({
  id: "coin",
  path: "/coins/{symbol}",
  tag: "market",
  title: "Coin",
  description: "One of the list.",
  parameters: {
    symbol: { in: "path", type: "string", description: "Which.", example: "btc", required: true },
  },
  kinds: ["ticker"],
  data: z.strictObject({ id: z.string(), same_symbol: z.array(z.strictObject({ path: z.string() })) }),
  variants: ({ market }) => market.coins.map((coin) => ({ symbol: coin.key })),
  compute({ market }, params) {
    const coin = market.coins.find((one) => one.key === params["symbol"]);
    if (coin === undefined) throw new RangeError(`no coin ${params["symbol"]}`);
    return { data: { id: coin.id, same_symbol: [{ path: computeCoinPath(coin) }] } };
  },
});

/** The list that archives are verified against. */
export const archiveList = defineEndpoint({
  id: "data-archives",
  path: "/data/archives",
  tag: "archives",
  title: "Archives",
  description: "All archives.",
  parameters: {},
  kinds: ["ticker"],
  data: z.array(z.looseObject({ filename: z.string() })),
  variants: () => [{}],
  compute: ({ archives }) => ({
    data: archives.map((entry) => ({
      filename: entry.filename,
      rows: entry.rows,
      size_bytes: entry.sizeBytes,
      uncompressed_size_bytes: entry.uncompressedSizeBytes,
      sha256: entry.sha256,
      sha256_uncompressed: entry.sha256Uncompressed,
      columns: entry.columns,
      period_start: entry.periodStartMs === null ? null : renderTime(entry.periodStartMs),
      url: `data/download/${entry.filename}`,
    })),
  }),
});

/** Answers with a file that is not JSON. */
export const download = defineEndpoint({
  id: "data-download",
  path: "/data/download/{filename}",
  tag: "archives",
  title: "Archive",
  description: "One archive.",
  parameters: {
    filename: { in: "path", type: "string", description: "Which.", example: "coins-latest.csv.gz", required: true },
  },
  kinds: [],
  data: z.unknown(),
  download: true,
  variants: ({ archives }) => archives.map(({ filename }) => ({ filename })),
  compute: () => ({ data: null }),
});

export const smallRegistry: readonly Endpoint[] = [list, detail, archiveList, download];
