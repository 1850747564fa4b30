import { OperationalError } from "../lib/operational-error.ts";

/** Programs to run in the folder of the site, in order, and what they find in their environment. */
export interface Deployment {
  commands: readonly (readonly string[])[];
  environment: Readonly<Record<string, string>>;
}

export interface DeployInput {
  host: string;
  /** `owner/name`; a project on the host is called by the name. */
  repository: string;
  token: string | null;
}

type Recipe = (project: string, token: string) => Deployment;

/** The programs of the hosts, each at one version: what is fetched while a token lies in the environment must not change by itself. */
const WRANGLER = ["npx", "--yes", "wrangler@4.164.0"];
const NETLIFY = ["npx", "--yes", "netlify-cli@27.10.2"];
const VERCEL = ["npx", "--yes", "vercel@64.0.2"];
const FIREBASE = ["npx", "--yes", "firebase-tools@15.34.2"];

const RECIPES: Readonly<Record<string, Recipe>> = {
  cloudflare: (_, token) => ({
    commands: [[...WRANGLER, "deploy"]],
    environment: { CLOUDFLARE_API_TOKEN: token },
  }),
  "cloudflare-pages": (project, token) => ({
    commands: [[...WRANGLER, "pages", "deploy", ".", "--project-name", project, "--branch", "main"]],
    environment: { CLOUDFLARE_API_TOKEN: token },
  }),
  netlify: (project, token) => ({
    commands: [[...NETLIFY, "deploy", "--prod", "--no-build", "--dir", ".", "--site", project]],
    environment: { NETLIFY_AUTH_TOKEN: token },
  }),
  vercel: (project, token) => ({
    commands: [
      [...VERCEL, "link", "--yes", "--project", project, "--token", token],
      [...VERCEL, "deploy", "--prod", "--yes", "--token", token],
    ],
    environment: {},
  }),
  firebase: (project, token) => ({
    commands: [[...FIREBASE, "deploy", "--only", "hosting", "--project", project, "--non-interactive"]],
    environment: { FIREBASE_TOKEN: token },
  }),
};

/** Hosts that the workflow publishes to by itself, beside GitHub Pages. */
export const DEPLOYABLE: readonly string[] = Object.keys(RECIPES);

/** How a site gets to a host. Throws an `OperationalError` where there is no way or no token. */
export function getDeployment({ host, repository, token }: DeployInput): Deployment {
  const recipe = RECIPES[host];
  if (recipe === undefined) {
    throw new OperationalError(
      `The workflow cannot publish to ${host} by itself (it can to ${DEPLOYABLE.join(", ")}): take the artifact "site" of this run.`,
    );
  }
  if (token === null) {
    throw new OperationalError(`To publish to ${host}, keep a token of that host as the repository secret SITE_TOKEN.`);
  }
  return recipe(repository.split("/")[1] ?? repository, token);
}
