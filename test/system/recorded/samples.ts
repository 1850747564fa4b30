import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseJson } from "../../../build/lib/json/parse-json.ts";

const root = resolve(import.meta.dirname, "../../..", process.env["UPSTREAM_SAMPLES"] ?? "../shared/upstream-samples");

/**
 * Recorded upstream bodies. They are not part of the repository, because several carry no licence:
 * the tests that need them are skipped where the folder is absent. `UPSTREAM_SAMPLES` names it,
 * relative to the repository's root.
 */
export const samples = {
  available: existsSync(root),
  /** `path` is relative to the folder: `exchanges/kraken/Assets.2019.json`. */
  readText: (path: string): string => readFileSync(resolve(root, path), "utf8"),
  readJson: (path: string): unknown => parseJson(readFileSync(resolve(root, path), "utf8")),
};
