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
export function listForkSteps(host: Host, isDeployable: boolean): ForkStep[] {
  const { id, name, steps, beginsWithFork } = host;
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
    isDeployable ? scheduleOnGitHub(host) : scheduleElsewhere(host),
  ];
}

function scheduleOnGitHub({ id }: Host): ForkStep {
  return {
    text: "Let the workflow of your fork do it again every half hour. It builds and publishes by itself, and goes on from what the site before remembers.",
    parts: [
      "Enable the workflows in the Actions tab of the fork: a fork starts with them off.",
      `In Settings, Secrets and variables, Actions, set the variable \`SITE_HOST\` to \`${id}\`, the variable \`SITE_URL\` to the address of your site, and the secret \`SITE_TOKEN\` to a token of that host.`,
      "Open the workflow `publish` in the Actions tab and run it once.",
    ],
  };
}

function scheduleElsewhere({ id }: Host): ForkStep {
  return {
    text: "Do it again on a schedule. Each build goes on from what the site before it remembers, so that nothing else has to be kept.",
    code: `npm run build -- --site-host ${id} --restore-from https://YOUR-ADDRESS/`,
  };
}
