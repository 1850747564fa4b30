import type { World } from "../../api/endpoint.ts";
import type { Artifact } from "../artifact.ts";
import { markColumns } from "../demo-mark.ts";
import { renderCsv } from "./render-csv.ts";
import { coinColumns } from "./tables/coins-latest.ts";

/** `/api/coins.csv`: the latest market as plain CSV, because a spreadsheet's `IMPORTDATA` cannot read gzip or JSON. */
export async function renderCoinsCsv(world: World): Promise<Artifact> {
  const chunks: Buffer[] = [];
  for await (const chunk of renderCsv(markColumns(coinColumns, world), world.market.coins)) chunks.push(chunk);
  return { path: "api/coins.csv", body: Buffer.concat(chunks) };
}
