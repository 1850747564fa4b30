import { OperationalError } from "../lib/operational-error.ts";

interface Deployment {
  commands: readonly (readonly string[])[];
  environment: Readonly<Record<string, string>>;
}

/** Pinned versions: a program that receives a token must not change by itself. */
const WRANGLER = ["npx", "--yes", "wrangler@4.164.0"];
const NETLIFY = ["npx", "--yes", "netlify-cli@27.10.2"];
const VERCEL = ["npx", "--yes", "vercel@64.0.2"];
const FIREBASE = ["npx", "--yes", "firebase-tools@15.34.2"];

const only = (command: readonly string[], environment: Deployment["environment"]): Deployment => ({
  commands: [command],
  environment,
});

const RECIPES: Readonly<Record<string, (project: string, token: string) => Deployment>> = {
  cloudflare: (_, token) => only([...WRANGLER, "deploy"], { CLOUDFLARE_API_TOKEN: token }),
  "cloudflare-pages": (project, token) =>
    only([...WRANGLER, "pages", "deploy", ".", "--project-name", project, "--branch", "main"], {
      CLOUDFLARE_API_TOKEN: token,
    }),
  netlify: (project, token) =>
    only([...NETLIFY, "deploy", "--prod", "--no-build", "--dir", ".", "--site", project], {
      NETLIFY_AUTH_TOKEN: token,
    }),
  vercel: (project, token) => ({
    commands: [
      [...VERCEL, "link", "--yes", "--project", project, "--token", token],
      [...VERCEL, "deploy", "--prod", "--yes", "--token", token],
    ],
    environment: {},
  }),
  firebase: (project, token) =>
    only([...FIREBASE, "deploy", "--only", "hosting", "--project", project, "--non-interactive"], {
      FIREBASE_TOKEN: token,
    }),
};

export const DEPLOYABLE: readonly string[] = Object.keys(RECIPES);

/** `repository`: `owner/name`, the name is also the project. Throws without a recipe or a token. */
export function getDeployment(host: string, repository: string, token: string | null): Deployment {
  const recipe = RECIPES[host];
  if (recipe === undefined) {
    throw new OperationalError(
      `The workflow cannot publish to ${host} by itself (supported: ${DEPLOYABLE.join(", ")}): take the artifact "site" of this run.`,
    );
  }
  if (token === null) {
    throw new OperationalError(`To publish to ${host}, keep a token of that host as the repository secret SITE_TOKEN.`);
  }
  return recipe(repository.split("/")[1] ?? repository, token);
}
