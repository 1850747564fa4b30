import type { World } from "../endpoints/endpoint.ts";
import { coinColumns } from "./archives/coins-latest.ts";
import type { Artifact } from "./artifact.ts";
import { renderCsv } from "./render-csv.ts";
import { markColumns } from "./sample-mark.ts";

/** `/api/coins.csv`: the latest market as plain CSV, because a spreadsheet's `IMPORTDATA` cannot read gzip or JSON. */
export async function renderCoinsCsv(world: World): Promise<Artifact> {
  const chunks: Buffer[] = [];
  for await (const chunk of renderCsv(markColumns(coinColumns, world), world.market.coins)) chunks.push(chunk);
  return { path: "api/coins.csv", body: Buffer.concat(chunks) };
}
