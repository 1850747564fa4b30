import type { StorePlace } from "../../../build/kit/publish/deploy-command.ts";
import type { Runner } from "../../../build/kit/publish/runner.ts";

export const NO_STORE: StorePlace = { endpoint: null, region: null, distribution: null };

/** A runner on GitHub without any setting. */
export function createRunner(fields: Partial<Runner> = {}): Runner {
  return {
    repository: "Ada/prices",
    serverUrl: "https://github.com",
    apiUrl: "https://api.github.com",
    remote: "https://github.com/Ada/prices.git",
    token: null,
    run: "7",
    runUrl: "https://github.com/Ada/prices/actions/runs/7",
    siteHost: null,
    siteUrl: null,
    siteToken: null,
    siteProject: null,
    siteAccount: null,
    siteStore: NO_STORE,
    mirror: { host: null, url: null, project: null, account: null, store: NO_STORE },
    mirrorToken: null,
    siteMinutes: null,
    pingUrl: null,
    trigger: "button",
    withoutSite: false,
    results: {},
    outputFile: null,
    summaryFile: null,
    ...fields,
  };
}
