import { readFile } from "node:fs/promises";
import { join } from "node:path";

const folder = process.env.PEERS_INPUT;

export async function getStaticPaths() {
  const { paths } = JSON.parse(await readFile(join(folder, "paths.json"), "utf8"));
  return paths.map((path) => ({ params: { path: path.replace(/\.json$/, "") } }));
}

export async function GET({ params }) {
  return Response.json(JSON.parse(await readFile(join(folder, "answers", `${params.path}.json`), "utf8")));
}
