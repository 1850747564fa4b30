import { OperationalError } from "../../lib/operational-error.ts";

/**
 * Each program that publishes has its folder here, with a lock file: a program that receives a
 * token must not change by itself, and neither may its dependencies. Dependabot updates them.
 */
export const DEPLOY_FOLDER = ".github/deploy";

export const INSTALL: readonly string[] = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"];

/** Where a site goes on its host. */
export interface DeployTarget {
  /** Its name on the host. */
  project: string;
  /** Of several accounts that the token covers; `null`: it covers one. */
  account: string | null;
  token: string | null;
  /** The name of the secret. */
  secret: "SITE_TOKEN" | "MIRROR_TOKEN";
}

export interface Deployment {
  /** Its folder in `DEPLOY_FOLDER`, and its command. */
  program: string;
  /** The arguments of each call, in order. */
  calls: readonly (readonly string[])[];
  environment: Readonly<Record<string, string>>;
  /** A variable that names a file with the token, where the program reads it from a file. */
  keyFile?: { variable: string; text: string };
}

interface Recipe {
  /** What the secret holds, for people. */
  token: string;
  deploy(target: { project: string; account: string | null; token: string }): Deployment;
}

const API_TOKEN = "an access token of that host";

const listCloudflareVariables = (token: string, account: string | null): Deployment["environment"] => ({
  CLOUDFLARE_API_TOKEN: token,
  ...(account !== null && { CLOUDFLARE_ACCOUNT_ID: account }),
});

const RECIPES: Readonly<Record<string, Recipe>> = {
  cloudflare: {
    token: API_TOKEN,
    deploy: ({ project, account, token }) => ({
      program: "wrangler",
      calls: [["deploy", "--name", project]],
      environment: listCloudflareVariables(token, account),
    }),
  },
  "cloudflare-pages": {
    token: API_TOKEN,
    deploy: ({ project, account, token }) => ({
      program: "wrangler",
      calls: [["pages", "deploy", ".", "--project-name", project, "--branch", "main"]],
      environment: listCloudflareVariables(token, account),
    }),
  },
  netlify: {
    token: API_TOKEN,
    deploy: ({ project, token }) => ({
      program: "netlify",
      calls: [["deploy", "--prod", "--no-build", "--dir", ".", "--site", project]],
      environment: { NETLIFY_AUTH_TOKEN: token },
    }),
  },
  vercel: {
    token: API_TOKEN,
    deploy: ({ project, account, token }) => {
      const scope = account === null ? [] : ["--scope", account];
      return {
        program: "vercel",
        calls: [
          ["link", "--yes", "--project", project, ...scope],
          ["deploy", "--prod", "--yes", "--archive=tgz", ...scope],
        ],
        environment: { VERCEL_TOKEN: token },
      };
    },
  },
  firebase: {
    token: "the JSON key of a service account with the roles Firebase Hosting Admin and Firebase Viewer",
    deploy: ({ project, token }) => ({
      program: "firebase",
      calls: [["deploy", "--only", "hosting", "--project", project, "--non-interactive"]],
      environment: {},
      keyFile: { variable: "GOOGLE_APPLICATION_CREDENTIALS", text: acceptServiceAccount(token) },
    }),
  },
};

export const DEPLOYABLE: readonly string[] = Object.keys(RECIPES);

/** What the secret holds, by host. */
export const DEPLOY_TOKENS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(RECIPES).map(([host, { token }]) => [host, token]),
);

/** Throws an `OperationalError` without recipe or token, or for a value that cannot be one. */
export function getDeployment(host: string, { project, account, token, secret }: DeployTarget): Deployment {
  const recipe = RECIPES[host];
  if (recipe === undefined) {
    throw new OperationalError(
      `The workflow cannot publish to ${host} by itself (supported: ${DEPLOYABLE.join(", ")}): take the artifact "site" of this run.`,
    );
  }
  if (token === null) {
    throw new OperationalError(`To publish to ${host}, keep ${recipe.token} as the secret ${secret}.`);
  }
  const prefix = secret === "SITE_TOKEN" ? "SITE" : "MIRROR";
  acceptName(project, `${prefix}_PROJECT`);
  if (account !== null) acceptName(account, `${prefix}_ACCOUNT`);
  return recipe.deploy({ project, account, token });
}

/** A program reads a name that begins with a dash as an option. */
function acceptName(name: string, variable: string): void {
  if (/^[A-Za-z0-9][\w.-]*$/.test(name)) return;
  throw new OperationalError(
    `"${name}" cannot be a name on a host: set the variable ${variable} to one of letters, digits, ".", "_" and "-".`,
  );
}

/** The tokens of `firebase login:ci` are deprecated. */
function acceptServiceAccount(text: string): string {
  try {
    if (JSON.parse(text).type === "service_account") return text;
  } catch {
    // The message below says what it must be. That of the parser would quote the secret.
  }
  throw new OperationalError(
    `The secret for Firebase Hosting must be ${RECIPES["firebase"]!.token}. Tokens of "firebase login:ci" are not accepted.`,
  );
}
