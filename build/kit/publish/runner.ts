import { appendFileSync } from "node:fs";
import type { Markdown } from "../../lib/markdown.ts";
import { OperationalError } from "../../lib/operational-error.ts";
import type { StorePlace } from "./deploy-command.ts";

/** What the runner says about itself. All of it is detected, so a fork needs no edit. */
export interface Runner {
  /** `owner/name`. */
  repository: string;
  /** URL of the code host, without a trailing slash. */
  serverUrl: string;
  /** URL of its REST API, without a trailing slash. */
  apiUrl: string;
  remote: string;
  token: string | null;
  run: string;
  runUrl: string;
  siteHost: string | null;
  /** Repository variable `SITE_URL`: URL of the published site, if it cannot be detected. */
  siteUrl: string | null;
  siteToken: string | null;
  /** Variable `SITE_PROJECT`: name of the project on the host. `null`: that of the repository. */
  siteProject: string | null;
  /** Variable `SITE_ACCOUNT`: the account on the host, where the token covers several. */
  siteAccount: string | null;
  /** Variables `SITE_ENDPOINT`, `SITE_REGION` and `SITE_DISTRIBUTION`: where the bucket is. */
  siteStore: StorePlace;
  /** Variables `MIRROR_HOST`, `MIRROR_URL`, …: a second host for the same data. */
  mirror: {
    host: string | null;
    url: string | null;
    project: string | null;
    account: string | null;
    store: StorePlace;
  };
  mirrorToken: string | null;
  /** Variable `SITE_MINUTES`: minutes between two publications, in place of the host's quota. */
  siteMinutes: number | null;
  /** Secret `PING_URL`: a monitor that expects a request after each publication. */
  pingUrl: string | null;
  /** `button`: a person started this run in the Actions tab. `other`: a push or a dispatch. */
  trigger: "button" | "schedule" | "other";
  /** Continue even if the published site does not answer. */
  withoutSite: boolean;
  results: Readonly<Record<string, JobResult>>;
  /** Files for step outputs and summary; `null` outside a workflow. */
  outputFile: string | null;
  summaryFile: string | null;
}

export type JobResult = "success" | "failure" | "cancelled" | "skipped";

// The only module that writes to the runner's step files: outputs and summary.

/** Adds Markdown to the summary of the workflow step. */
export function appendSummary(file: string, markdown: Markdown): void {
  try {
    appendFileSync(file, `${markdown.text}\n`);
  } catch (cause) {
    throw new OperationalError(`The summary ${file} cannot be written: name a file in a folder that exists`, { cause });
  }
}

/** Appends step outputs; later jobs and workflow conditions read them. */
export function appendOutputs(file: string, values: Readonly<Record<string, string>>): void {
  appendFileSync(file, renderOutputs(values));
}

/** The runner ends a line at a line feed and reads the name up to the first `=` or `<<`. */
export function renderOutputs(values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(([name, value]) => {
    if (!/^[a-z][a-z_]*$/.test(name)) throw new RangeError("The name of an output is one word in small letters.");
    return `${name}=${value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")}\n`;
  });
  return lines.join("");
}
