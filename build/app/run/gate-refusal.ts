import type { RunReport } from "../../crypto/api/run-report.ts";
import type { GateCheck } from "../../crypto/market/gate/verdict.ts";
import { OperationalError } from "../../lib/operational-error.ts";

const NO_NETWORK = "No network: no source responded. Nothing was published, and the site is unchanged.";

/**
 * The gate refused a build. Lists the failed checks, the failed sources and the suspect values;
 * with `isOffline` it says that there is no network, and what needs none.
 */
export class GateRefusal extends OperationalError {
  override name = "GateRefusal";
  readonly report: RunReport;
  constructor(report: RunReport, { isOffline = false } = {}) {
    const { sources, gate } = report;
    const failing = sources.filter(({ status }) => status === "down" || status === "stale");
    const list = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [title, ...lines]);
    const render = ({ id, message }: GateCheck) => `  ${id}: ${message}`;
    super(isOffline ? NO_NETWORK : "Nothing was published: the gate refuses this build.", {
      lines: isOffline
        ? ['"npm start" builds and serves the demo market without a network.']
        : [
            ...gate.checks.filter(({ passed }) => !passed).map(render),
            ...list(
              `Sources without a fresh answer (${failing.length} of ${sources.length}):`,
              failing.map(({ id, lastError }) => `  ${lastError ?? `${id}: no answer`}`),
            ),
            ...list("Doubted and left out:", gate.checks.filter(({ warning }) => warning === true).map(render)),
            "If this is expected, change a threshold with --gate NAME=VALUE (see --help).",
          ],
    });
    this.report = report;
  }
}
