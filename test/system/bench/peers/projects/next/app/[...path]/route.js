import { readFile } from "node:fs/promises";
import { join } from "node:path";

const folder = process.env.PEERS_INPUT;

export const dynamic = "force-static";

export async function generateStaticParams() {
  const { paths } = JSON.parse(await readFile(join(folder, "paths.json"), "utf8"));
  return paths.map((path) => ({ path: path.split("/") }));
}

export async function GET(_request, { params }) {
  const { path } = await params;
  return Response.json(JSON.parse(await readFile(join(folder, "answers", ...path), "utf8")));
}
