/** Renders the peers' input with our writers, as a process: `render-given.ts <input> <output>`. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { renderJson } from "../../../../build/lib/json/render-json.ts";
import type { Artifact } from "../../../../build/platform/artifact.ts";
import { createOutput } from "../../../../build/platform/output/output.ts";
import { publishFiles } from "../../../platform/output/memory-output.ts";

const [, , input = "", output = ""] = process.argv;
const read = (file: string) => JSON.parse(readFileSync(join(input, file), "utf8"));

function* renderGiven(): Generator<Artifact> {
  for (const path of read("paths.json").paths) yield { path, body: renderJson(read(join("answers", path))) };
}
await publishFiles(createOutput(output), renderGiven());
