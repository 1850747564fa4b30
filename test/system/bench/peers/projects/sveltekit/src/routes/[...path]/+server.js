import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { json } from "@sveltejs/kit";

const folder = process.env.PEERS_INPUT;

export const prerender = true;

export async function entries() {
  const { paths } = JSON.parse(await readFile(join(folder, "paths.json"), "utf8"));
  return paths.map((path) => ({ path }));
}

export async function GET({ params }) {
  return json(JSON.parse(await readFile(join(folder, "answers", params.path), "utf8")));
}
