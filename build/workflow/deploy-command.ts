import { OperationalError } from "../lib/operational-error.ts";

interface Deployment {
  commands: readonly (readonly string[])[];
  environment: Readonly<Record<string, string>>;
}

/**
 * The hosts' own programs as packages of npm. Pinned versions: a program that receives a token must
 * not change by itself.
 */
export const HOST_PROGRAMS = {
  wrangler: "wrangler@4.164.0",
  netlify: "netlify-cli@27.10.2",
  vercel: "vercel@64.0.2",
  firebase: "firebase-tools@15.34.2",
};

const npx = (program: keyof typeof HOST_PROGRAMS): readonly string[] => ["npx", "--yes", HOST_PROGRAMS[program]];

const only = (command: readonly string[], environment: Deployment["environment"]): Deployment => ({
  commands: [command],
  environment,
});

const RECIPES: Readonly<Record<string, (project: string, token: string) => Deployment>> = {
  cloudflare: (project, token) =>
    only([...npx("wrangler"), "deploy", "--name", project], { CLOUDFLARE_API_TOKEN: token }),
  "cloudflare-pages": (project, token) =>
    only([...npx("wrangler"), "pages", "deploy", ".", "--project-name", project, "--branch", "main"], {
      CLOUDFLARE_API_TOKEN: token,
    }),
  netlify: (project, token) =>
    only([...npx("netlify"), "deploy", "--prod", "--no-build", "--dir", ".", "--site", project], {
      NETLIFY_AUTH_TOKEN: token,
    }),
  vercel: (project, token) => ({
    commands: [
      [...npx("vercel"), "link", "--yes", "--project", project, "--token", token],
      [...npx("vercel"), "deploy", "--prod", "--yes", "--archive=tgz", "--token", token],
    ],
    environment: {},
  }),
  firebase: (project, token) =>
    only([...npx("firebase"), "deploy", "--only", "hosting", "--project", project, "--non-interactive"], {
      FIREBASE_TOKEN: token,
    }),
};

export const DEPLOYABLE: readonly string[] = Object.keys(RECIPES);

/** `project`: its name on the host. `secret`: name of the token. Throws without recipe or token. */
export function getDeployment(
  host: string,
  project: string,
  token: string | null,
  secret: "SITE_TOKEN" | "MIRROR_TOKEN",
): Deployment {
  const recipe = RECIPES[host];
  if (recipe === undefined) {
    throw new OperationalError(
      `The workflow cannot publish to ${host} by itself (supported: ${DEPLOYABLE.join(", ")}): take the artifact "site" of this run.`,
    );
  }
  if (token === null) {
    throw new OperationalError(`To publish to ${host}, keep a token of that host as the repository secret ${secret}.`);
  }
  return recipe(project, token);
}
