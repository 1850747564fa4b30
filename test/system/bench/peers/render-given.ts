/** Renders the peers' input with our writers, as a process: `render-given.ts <input> <output>`. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Artifact } from "../../../../build/kit/platform/artifact.ts";
import { createOutput } from "../../../../build/kit/platform/output/output.ts";
import { renderJson } from "../../../../build/lib/json/render-json.ts";
import { publishFiles } from "../../../kit/platform/output/memory-output.ts";

const [, , input = "", output = ""] = process.argv;
const read = (file: string) => JSON.parse(readFileSync(join(input, file), "utf8"));

function* renderGiven(): Generator<Artifact> {
  for (const path of read("paths.json").paths) yield { path, body: renderJson(read(join("answers", path))) };
}
await publishFiles(createOutput(output), renderGiven());
