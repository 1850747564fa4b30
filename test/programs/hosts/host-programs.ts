import { join } from "node:path";
import { DEPLOY_FOLDER } from "../../../build/kit/publish/deploy-command.ts";
import type { Program } from "../kit/provide-program.ts";

/** The lock file that the workflow deploys with. */
const lockOf = (program: string): string => join(import.meta.dirname, "../../..", DEPLOY_FOLDER, program);

export const netlifyCli: Program = { name: "netlify", npm: { locked: lockOf("netlify"), nodeMajor: 22 } };

export const vercelCli: Program = { name: "vercel", npm: { locked: lockOf("vercel") } };

export const firebaseTools: Program = { name: "firebase", npm: { locked: lockOf("firebase") } };

export const wrangler: Program = { name: "wrangler", npm: { locked: lockOf("wrangler"), nodeMajor: 22 } };
