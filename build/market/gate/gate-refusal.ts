import { OperationalError } from "../../lib/operational-error.ts";
import type { RunReport } from "./run-report.ts";

/**
 * The gate refused to publish a build. Lists the failed checks, the failed sources, and the suspect
 * ones.
 */
export class GateRefusal extends OperationalError {
  override name = "GateRefusal";
  readonly report: RunReport;
  constructor(report: RunReport) {
    const failing = report.sources.filter(({ status }) => status === "down" || status === "stale");
    const refused = report.gate.checks.filter(({ passed }) => !passed);
    const doubted = report.gate.checks.filter((check) => check.warning === true);
    super("Nothing was published: the gate refuses this build.", {
      lines: [
        ...refused.map(({ id, message }) => `  ${id}: ${message}`),
        ...(failing.length === 0
          ? []
          : [`Sources without a fresh answer (${failing.length} of ${report.sources.length}):`]),
        ...failing.map(({ id, lastError }) => `  ${lastError ?? `${id}: no answer`}`),
        ...(doubted.length === 0 ? [] : ["Doubted and left out:"]),
        ...doubted.map(({ id, message }) => `  ${id}: ${message}`),
        "If this is expected, lower a threshold with --gate NAME=VALUE (see --help).",
      ],
    });
    this.report = report;
  }
}
