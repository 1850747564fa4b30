/** What the runner says about itself. All of it is detected, so a fork needs no edit. */
export interface Runner {
  /** `owner/name`. */
  repository: string;
  /** URL of the code host, without a trailing slash. */
  serverUrl: string;
  /** URL of its REST API, without a trailing slash. */
  apiUrl: string;
  /** Git remote for pushes. */
  remote: string;
  token: string | null;
  /** Id and URL of the run. */
  run: string;
  runUrl: string;
  /** Repository variable `SITE_HOST`: where to publish. */
  siteHost: string | null;
  /** Repository variable `SITE_URL`: URL of the published site, if it cannot be detected. */
  siteUrl: string | null;
  /** Secret `SITE_TOKEN`, for hosts other than GitHub Pages. */
  siteToken: string | null;
  /** Continue even if the published site does not answer. */
  withoutSite: boolean;
  /** Results of earlier jobs, by name. */
  results: Readonly<Record<string, JobResult>>;
  /** Files for step outputs and summary; `null` outside a workflow. */
  outputFile: string | null;
  summaryFile: string | null;
}

export type JobResult = "success" | "failure" | "cancelled" | "skipped";
