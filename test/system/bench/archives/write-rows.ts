/**
 * `write-rows.ts gzip|text <rows> <file>`: price rows as an archive has them, compressed in memory
 * or, as text, into the file.
 */
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Column } from "../../../../build/kit/api/row.ts";
import { gzip } from "../../../../build/kit/render/archives/render-archive.ts";
import { renderCsv } from "../../../../build/kit/render/archives/render-csv.ts";
import { createRandom } from "../../../fixtures/random.ts";
import { printProcessReport } from "../process-report.ts";

interface Row {
  timeMs: number;
  id: string;
  price: number;
  marketCap: number;
  volume: number;
}

const START_MS = Date.parse("2026-11-01T00:00:00Z");
const COINS = 1_000;
const columns: Column<Row>[] = [
  { name: "time", type: "datetime", description: "", value: ({ timeMs }) => timeMs },
  { name: "id", type: "string", description: "", value: ({ id }) => id },
  { name: "price", type: "number", description: "", value: ({ price }) => price },
  { name: "market_cap", type: "number", description: "", value: ({ marketCap }) => marketCap },
  { name: "total_volume", type: "number", description: "", value: ({ volume }) => volume },
];

function* makeRows(count: number): Generator<Row> {
  const random = createRandom(1);
  for (let at = 0; at < count; at += 1) {
    const price = random.logUniform(1e-6, 1e4);
    const timeMs = START_MS + Math.floor(at / COINS) * 1_800_000;
    yield { timeMs, id: `coin-${at % COINS}`, price, marketCap: price * 1e7, volume: price * 1e5 * random.next() };
  }
}

const [, , way, rows = "", file = ""] = process.argv;
const startedMs = performance.now();
const chunks = renderCsv(columns, makeRows(Number(rows)));
let bytes = 0;
if (way === "text") await pipeline(chunks, createWriteStream(file));
else bytes = (await gzip(chunks)).length;
printProcessReport({ milliseconds: performance.now() - startedMs, bytes });
