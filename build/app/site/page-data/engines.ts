import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import type { World } from "../../../crypto/api/world.ts";

const text = z.string().min(1);

/**
 * What the last table of a snippet holds: `days` (date, price) of bitcoin, `highest` (id, days,
 * highest) of every coin, or the `files` of the dataset in the working folder.
 */
const Finds = z.enum(["days", "highest", "files"]);

/** Lines to copy, with `SITE` of `snippets.js` where the address of the site stands. */
const Snippet = z.strictObject({
  id: text,
  title: text,
  language: z.enum(["bash", "python", "sql"]),
  text,
  /** Tests compare it with the published JSON. In Python it names the variable. */
  finds: Finds.optional(),
});

/** A program that reads whole datasets. Its snippets run one after the other. */
const Engine = z.strictObject({
  id: text,
  name: text,
  homepage: text,
  /** Tests run the snippets. Otherwise the page says that they do not. */
  tested: z.boolean(),
  where: text,
  snippets: z.array(Snippet),
  notes: z.array(text),
});

const FILE = new URL("../../../../templates/docs/use/engines.yaml", import.meta.url);

export type Engine = z.infer<typeof Engine>;

/** The engines in the order of the page. */
export const engines: readonly Engine[] = z.array(Engine).parse(parse(readFileSync(FILE, "utf8")));

/** `hasParquet`: the site has the files that the snippets read. */
export function computeEnginesPage({ archives }: World) {
  return { engines, hasParquet: archives.some(({ parquet }) => parquet !== undefined) };
}
