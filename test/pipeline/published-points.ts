import { gunzipSync } from "node:zlib";
import { parseString } from "fast-csv";
import type { Partition } from "../../build/crypto/history/partition.ts";
import { parsePartitionName } from "../../build/crypto/history/partition-document.ts";
import { listPoints, type NaivePoints } from "../fixtures/naive-series.ts";
import type { MemoryFiles } from "../kit/platform/output/memory-output.ts";

/** What was published as a build's own observation, and what was filled in from elsewhere. */
export interface PublishedPoints {
  own: NaivePoints;
  filled: NaivePoints;
}

/** Every point of the documents of the published state whose names begin with `prefix`. */
export function readStatePoints(files: MemoryFiles, prefix: string, step: "hour" | "day"): PublishedPoints {
  const found: PublishedPoints = { own: new Map(), filled: new Map() };
  for (const [path, body] of files) {
    if (!path.startsWith(`state/${prefix}`)) continue;
    const partition = JSON.parse(gunzipSync(body as Uint8Array).toString()) as Partition;
    for (const [origin, points] of splitByOrigin(partition, step)) addAll(found[origin], points);
  }
  return found;
}

/** The days or hours with documents in the published state, as prefixes of ISO times. */
export function listStatePeriods(files: MemoryFiles, prefix: string): number[] {
  const names = [...files.keys()].filter((path) => path.startsWith(`state/${prefix}`));
  return names.map((path) => parsePartitionName(path.slice("state/".length).split(".")[0] as string).startMs);
}

function* splitByOrigin(partition: Partition, step: "hour" | "day"): Generator<[keyof PublishedPoints, NaivePoints]> {
  for (const origin of ["own", "filled"] as const) {
    const coins = Object.entries(partition.coins).map(([id, columns]) => {
      const prices = columns.prices.map((price, row) =>
        ((columns.origins?.[row] ?? null) === null) === (origin === "own") ? price : null,
      );
      return [id, { ...columns, prices }] as const;
    });
    yield [origin, listPoints({ ...partition, coins: Object.fromEntries(coins) }, step)];
  }
}

function addAll(target: NaivePoints, points: NaivePoints): void {
  for (const [key, value] of points) {
    if (target.has(key)) throw new Error(`${key} was published twice`);
    target.set(key, value);
  }
}

/**
 * Every row of an archive of points, read by an independent CSV parser; times are cut to a length.
 */
export async function readArchivePoints(body: Uint8Array, timeLength: number): Promise<PublishedPoints> {
  const found: PublishedPoints = { own: new Map(), filled: new Map() };
  for (const row of await parse(gunzipSync(body).toString())) {
    const time = (row["time"] ?? row["date"]) as string;
    const values = [row["price"], row["market_cap"], row["total_volume"]].map((cell) =>
      cell === "" ? null : Number(cell),
    );
    const points = new Map([[`${row["id"]} ${time.slice(0, timeLength)}`, JSON.stringify(values)]]);
    addAll(row["origin"] === "" ? found.own : found.filled, points);
  }
  return found;
}

function parse(text: string): Promise<Record<string, string>[]> {
  return new Promise((resolve, reject) => {
    const rows: Record<string, string>[] = [];
    parseString<Record<string, string>, Record<string, string>>(text, { headers: true })
      .on("data", (row) => rows.push(row))
      .on("error", reject)
      .on("end", () => resolve(rows));
  });
}
