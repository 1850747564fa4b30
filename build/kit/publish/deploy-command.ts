import { OperationalError } from "../../lib/operational-error.ts";
import { findBucketNameProblem } from "./s3/bucket.ts";

/**
 * Each program that publishes has its folder here, with a lock file: a program that receives a
 * token must not change by itself, and neither may its dependencies. Dependabot updates them.
 */
export const DEPLOY_FOLDER = ".github/deploy";

export const INSTALL = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"] as const;

/** Where a site goes on its host. */
export interface DeployTarget {
  /** Its name on the host. */
  project: string;
  /** Names one of several accounts that the token covers; `null`: it covers one. */
  account: string | null;
  store: StorePlace;
  token: string | null;
  /** The name of the secret. */
  secret: "SITE_TOKEN" | "MIRROR_TOKEN";
}

/** Where a bucket is, and what stands in front of it. */
export interface StorePlace {
  /** The address of a store with S3's interface; `null`: Amazon S3. */
  endpoint: string | null;
  region: string | null;
  /** The id of a distribution of CloudFront. */
  distribution: string | null;
}

export interface Deployment {
  /** Its folder in `DEPLOY_FOLDER`, and its command. `null`: this program. */
  program: string | null;
  /** The arguments of each call, in order. */
  calls: readonly (readonly string[])[];
  environment: Readonly<Record<string, string>>;
  /** A variable that names a file with the token, where the program reads it from a file. */
  keyFile?: { variable: string; text: string };
}

interface Recipe extends DeploymentNeeds {
  deploy(target: Pick<DeployTarget, "project" | "account" | "store"> & { token: string }): Deployment;
}

/** What a person sets, beside the host and the address of the site. */
export interface DeploymentNeeds {
  /** What the secret holds. */
  token: string;
  /** Absent: none. */
  variables?: readonly DeployVariable[];
}

export interface DeployVariable {
  /** Without `SITE_` or `MIRROR_`. */
  name: "PROJECT" | Uppercase<keyof StorePlace>;
  /** Its value, in words. */
  about: string;
  /** Absent: nothing is published without it. */
  fallback?: string;
}

const API_TOKEN = "an access token of that host";

const listCloudflareVariables = (token: string, account: string | null): Deployment["environment"] => ({
  CLOUDFLARE_API_TOKEN: token,
  ...(account !== null && { CLOUDFLARE_ACCOUNT_ID: account }),
});

const STORE_TOKEN = "the id of a key and its secret, with a colon between them";
const BUCKET: readonly DeployVariable[] = [
  { name: "PROJECT", about: "the name of the bucket", fallback: "the name of the repository" },
  { name: "REGION", about: "the region of the bucket; `auto` on R2" },
];

/** A bucket is filled by a command of this program. */
function upload({ project, store, token }: Parameters<Recipe["deploy"]>[0]): Deployment {
  const colon = token.indexOf(":");
  if (colon < 1) throw new OperationalError(`The secret for a bucket must be ${STORE_TOKEN}.`);
  // A pasted secret may end with a line break, with which the store refuses each signature.
  const [id, secret] = [token.slice(0, colon).trim(), token.slice(colon + 1).trim()];
  const options = Object.entries(store).flatMap(([name, value]) => (value === null ? [] : [`--${name}`, value]));
  return {
    program: null,
    calls: [["publish", ".", "--bucket", project, ...options]],
    environment: { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret },
  };
}

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
  s3: {
    token: STORE_TOKEN,
    variables: [
      ...BUCKET,
      {
        name: "ENDPOINT",
        about: "the address of the store, such as `https://ACCOUNT.r2.cloudflarestorage.com`",
        fallback: "Amazon S3",
      },
    ],
    deploy: upload,
  },
  cloudfront: {
    token: STORE_TOKEN,
    variables: [...BUCKET, { name: "DISTRIBUTION", about: "the id of the distribution" }],
    deploy: upload,
  },
};

export const DEPLOYABLE: readonly string[] = Object.keys(RECIPES);

/** What each host needs. */
export const DEPLOY_NEEDS: Readonly<Record<string, DeploymentNeeds>> = RECIPES;

type Target = Pick<DeployTarget, "project" | "account" | "store">;

/** Throws an `OperationalError` for a host that only a person can publish to. */
function getRecipe(host: string): Recipe {
  const recipe = RECIPES[host];
  if (recipe !== undefined) return recipe;
  throw new OperationalError(
    `The workflow cannot publish to ${host} by itself (supported: github-pages, ${DEPLOYABLE.join(", ")}): set the ` +
      "variable SITE_HOST to one of these, or build on a server of your own and disable the workflow.",
  );
}

/**
 * Throws an `OperationalError` for a host that the workflow cannot publish to, and for a variable
 * that is missing or cannot be right. `prefix`: of the names of the variables.
 */
export function acceptTarget(host: string, { project, account, store }: Target, prefix: "SITE" | "MIRROR"): void {
  const recipe = getRecipe(host);
  acceptName(project, `${prefix}_PROJECT`);
  if (account !== null) acceptName(account, `${prefix}_ACCOUNT`);
  const { endpoint, region, distribution } = store;
  const problem = recipe.deploy === upload ? findBucketNameProblem(project) : undefined;
  if (problem !== undefined) throw new OperationalError(`${problem} Correct the variable ${prefix}_PROJECT.`);
  if (region !== null) acceptName(region, `${prefix}_REGION`);
  if (distribution !== null) acceptName(distribution, `${prefix}_DISTRIBUTION`);
  if (endpoint !== null && !(/^https?:\/\//.test(endpoint) && URL.canParse(endpoint)))
    throw new OperationalError(`"${endpoint}" is no address of a store: correct the variable ${prefix}_ENDPOINT.`);
  const values: Readonly<Record<DeployVariable["name"], string | null>> = {
    PROJECT: project,
    ENDPOINT: endpoint,
    REGION: region,
    DISTRIBUTION: distribution,
  };
  for (const { name, about, fallback } of recipe.variables ?? []) {
    if (values[name] !== null || fallback !== undefined) continue;
    throw new OperationalError(`To publish to ${host}, set the variable ${prefix}_${name} to ${about}.`);
  }
}

/** Throws an `OperationalError` without recipe or token, or for a value that cannot be one. */
export function getDeployment(host: string, { token, secret, ...target }: DeployTarget): Deployment {
  const recipe = getRecipe(host);
  if (token === null) {
    throw new OperationalError(`To publish to ${host}, keep ${recipe.token} as the secret ${secret}.`);
  }
  acceptTarget(host, target, secret === "SITE_TOKEN" ? "SITE" : "MIRROR");
  return recipe.deploy({ ...target, token });
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
