import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { coin } from "../../../../build/crypto/api/endpoints/coin.ts";
import { coinHistory } from "../../../../build/crypto/api/endpoints/coin-history.ts";
import { coins } from "../../../../build/crypto/api/endpoints/coins.ts";
import type { Endpoint, World } from "../../../../build/crypto/api/world.ts";
import type { Partition } from "../../../../build/crypto/history/partition.ts";
import type { Artifact } from "../../../../build/kit/platform/artifact.ts";
import { renderResponses } from "../../../../build/kit/render/responses.ts";
import { makeBenchMarket, makeBenchPartitions, openBenchHistory } from "../bench-world.ts";

/**
 * The lists of coins without the ones for what is typed into a search box, each coin, and its
 * history.
 */
const ENDPOINTS: readonly Endpoint[] = [
  { ...coins, variants: (world) => [...coins.variants(world)].filter((params) => params["search"] === undefined) },
  coin,
  coinHistory,
];

/**
 * What everybody renders: seven files for each coin, its detail and six periods, and lists. The
 * file of the default period has two names.
 */
export function* renderOurs(world: World): Generator<Artifact> {
  for (const artifact of renderResponses(ENDPOINTS, world))
    if (!artifact.path.endsWith("/history.json")) yield artifact;
}

/**
 * Everybody's input, as plain JSON. Ours is a market and the partitions of its history, out of
 * which it computes and checks every answer. The peers get the finished answers: a file for each,
 * below `answers/`, by the path that it is to be published at, and the list of these paths. So they
 * read more bytes than we do, and have nothing to compute.
 */
export async function writeInput(folder: string, coinCount: number): Promise<string[]> {
  const market = makeBenchMarket(coinCount);
  const partitions = makeBenchPartitions(coinCount);
  write(join(folder, "market.json"), JSON.stringify(market));
  for (const [name, partition] of partitions) write(join(folder, "state", `${name}.json`), JSON.stringify(partition));
  const history = await openBenchHistory([...partitions.keys()], (name) => partitions.get(name));
  const paths: string[] = [];
  for (const { path, body } of renderOurs({ ...market, history })) {
    write(join(folder, "answers", path), body);
    paths.push(path);
  }
  // An object and no array: Hugo takes a text that begins with a bracket for CSV.
  write(join(folder, "paths.json"), JSON.stringify({ paths }));
  return paths;
}

export async function readOwnInput(folder: string): Promise<World> {
  const state = join(folder, "state");
  const names = readdirSync(state, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.slice(0, -".json".length).replaceAll("\\", "/"));
  const stored = new Set(names);
  const history = await openBenchHistory(names, (name) =>
    stored.has(name) ? read<Partition>(join(state, `${name}.json`)) : undefined,
  );
  return { ...read<Omit<World, "history">>(join(folder, "market.json")), history };
}

function read<Document>(file: string): Document {
  return JSON.parse(readFileSync(file, "utf8"));
}

function write(file: string, body: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, body);
}
