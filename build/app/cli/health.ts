import { endpoints } from "../../crypto/api/registry.ts";
import { createBinaryClient } from "../../kit/platform/http/binary-client.ts";
import { createSiteReader } from "../../kit/platform/output/published-files.ts";
import { OperationalError } from "../../lib/operational-error.ts";
import { HOUR_MS } from "../../lib/time.ts";
import { checkHealth } from "../diagnostics/check-health.ts";
import { hasProblem } from "../diagnostics/finding.ts";
import { findSiteAddress, loadOwnConfig } from "./kit/find-site-address.ts";
import { type ReportFlags, reportFindings } from "./kit/report-findings.ts";

export interface HealthFlags extends ReportFlags {
  graceHours?: number;
}

/** `npm run health`: checks the age of a site's data. Fails after the report if a check failed. */
export async function healthCommand(place: string | undefined, flags: HealthFlags): Promise<void> {
  const { config } = loadOwnConfig({ ...(flags.graceHours !== undefined && { healthGraceHours: flags.graceHours }) });
  const url = place || findSiteAddress(config);
  if (url === undefined) {
    throw new OperationalError(
      "The URL of the published site is unknown: add it to the command, or set baseUrl in build/settings.ts.",
    );
  }
  const client = createBinaryClient({ userAgent: config.userAgent });
  try {
    const read = createSiteReader({ url, fetch: client.fetch });
    const findings = await checkHealth(
      async (path) => {
        const bytes = await read(path);
        return bytes && new TextDecoder().decode(bytes);
      },
      { endpoints, now: Date.now(), graceMs: config.healthGraceHours * HOUR_MS },
    );
    reportFindings(`Health of ${url}`, findings, flags);
    if (hasProblem(findings)) throw new OperationalError(`${url} is unhealthy.`);
  } finally {
    await client.close();
  }
}
