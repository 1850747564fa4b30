import { HOST_PROGRAMS } from "../../../build/workflow/deploy-command.ts";
import type { Program } from "../kit/provide-program.ts";

/** The hosts' own programs, in the versions that the workflow deploys with. */
export const netlifyCli: Program = {
  name: "netlify",
  npm: { packages: [HOST_PROGRAMS.netlify], nodeMajor: 22 },
};

export const vercelCli: Program = {
  name: "vercel",
  // Not every registry has the exact version that the program names.
  npm: { packages: [HOST_PROGRAMS.vercel], overrides: { sandbox: ">=4.4.0 <5" } },
};

export const firebaseTools: Program = { name: "firebase", npm: { packages: [HOST_PROGRAMS.firebase] } };

export const wrangler: Program = { name: "wrangler", npm: { packages: [HOST_PROGRAMS.wrangler], nodeMajor: 22 } };
