/** Our renderer as a whole process: `render-ours.ts <input> <output>`. */
import { createOutput } from "../../../../build/platform/output/output.ts";
import { readOwnInput, renderOurs } from "./input.ts";

const [, , input = "", output = ""] = process.argv;
await createOutput(output).publish(renderOurs(await readOwnInput(input)));
