import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const ROOT = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");

/** Exports a source or an endpoint: not a part of one. */
const DECLARATION = /^export const \w+ = define(?:Source|Venue|FlatVenue|Endpoint|Single)\b/m;

it.each(["build/crypto/sources", "build/crypto/api"])(
  "every declaration in %s has an entry in the registry",
  (folder) => {
    const registry = read(`${folder}/registry.ts`);
    const declared = readdirSync(new URL(folder, ROOT), { recursive: true, encoding: "utf8" })
      .map((path) => path.replaceAll("\\", "/"))
      .filter((path) => path.endsWith(".ts") && DECLARATION.test(read(`${folder}/${path}`)));
    expect(declared.length).toBeGreaterThan(10);
    const missing = declared.filter((path) => !registry.includes(`"./${path}"`));
    expect(missing, `import the file in ${folder}/registry.ts and add its export to the list`).toEqual([]);
  },
);
