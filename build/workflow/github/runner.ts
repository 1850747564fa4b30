/** What the machine that runs a step says about itself; all of it is detected, so that a copy of the repository needs no edit. */
export interface Runner {
  /** `owner/name`. */
  repository: string;
  /** Address of the web site of the code host, without a slash at the end. */
  serverUrl: string;
  /** Address of its REST API, without a slash at the end. */
  apiUrl: string;
  /** Where branches are pushed to. */
  remote: string;
  token: string | null;
  /** Id of the run, and its address for people. */
  run: string;
  runUrl: string;
  /** Value of the repository variable `SITE_HOST`: where to publish. */
  siteHost: string | null;
  /** Value of the repository variable `SITE_URL`: where the published site answers, where that cannot be detected. */
  siteUrl: string | null;
  /** Value of the secret `SITE_TOKEN`, for a host other than GitHub Pages. */
  siteToken: string | null;
  /** Go on although the published site does not answer. */
  withoutSite: boolean;
  /** How the jobs before this one ended, by their names. */
  results: Readonly<Record<string, JobResult>>;
  /** Files that the runner reads what a step says from; `null` outside of a workflow. */
  outputFile: string | null;
  summaryFile: string | null;
}

export type JobResult = "success" | "failure" | "cancelled" | "skipped";
