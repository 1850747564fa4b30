import type { Host } from "../../hosts/host.ts";

/** One thing to do; code between backticks. */
export interface ForkStep {
  text: string;
  /** Commands to copy; absent where there is nothing to type. */
  code?: string;
  /** What it consists of. */
  parts?: readonly string[];
}

/** From nothing to a site of one's own in five steps: those of the host, where it has all of them, or its own as the fourth. */
export function listForkSteps({ id, name, steps, beginsWithFork }: Host): ForkStep[] {
  if (beginsWithFork) return steps.map((text) => ({ text }));
  return [
    {
      text: "Fork the project, and take your copy to a machine with Node 20.19 or later. Nothing else is needed, and no key.",
      code: "git clone https://github.com/OWNER/REPOSITORY.git && cd REPOSITORY && npm ci",
    },
    {
      text: `In \`build/config.ts\`, set \`siteHost\` to \`["${id}"]\`, and change what else you like: the table below has all of it.`,
    },
    {
      text: "Build. A minute and a half later the site is in `dist/`; where the result is doubtful, nothing is written and the reasons are printed.",
      code: `npm run build -- --site-host ${id}`,
    },
    { text: `Publish it with ${name}.`, parts: steps },
    {
      text: "Do it again on a schedule. Each build goes on from what the site before it remembers, so that nothing else has to be kept.",
      code: `npm run build -- --site-host ${id} --restore-from https://YOUR-ADDRESS/`,
    },
  ];
}
