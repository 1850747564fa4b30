/** Our renderer as a whole process: `render-ours.ts <input> <output>`. */

import { createOutput } from "../../../../build/kit/platform/output/output.ts";
import { publishFiles } from "../../../kit/platform/output/memory-output.ts";
import { readOwnInput, renderOurs } from "./input.ts";

const [, , input = "", output = ""] = process.argv;
await publishFiles(createOutput(output), renderOurs(await readOwnInput(input)));
