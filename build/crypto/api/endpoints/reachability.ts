import { z } from "zod";
import { envelope } from "../../../kit/api/endpoint.ts";
import * as schema from "../../../kit/api/schema.ts";
import { renderTime } from "../../../lib/time.ts";
import { defineSingle, findRows } from "../define-endpoint.ts";
import { ABSENT_BUILDS, type Reachability as Reach } from "../run-report.ts";

const MONTH = "30 UTC days and today";
const share = (span: string) =>
  z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe(`The share of the builds of the last ${span}, 0 to 1; null if none requested it`);
const builds = (span: string) => schema.count(`The builds of the last ${span} that requested it`);

const shares = (description: string) =>
  schema.object(description, { day: share("24 hours"), week: share("7 days"), month: share(MONTH) });

const Reachability = schema.object("A source", {
  source: schema.text("Id of the source, as in meta.sources"),
  name: schema.text("Name of the source"),
  kind: z
    .enum(["exchange", "coins", "defi", "index", "exchange-rates", "news"])
    .describe("What it provides: tickers of an exchange, a list of coins, DeFi, an index, exchange rates or news"),
  answered_share: shares("The share of the builds that requested the source in which it answered"),
  answered: shares("The same as answered_share, until 2027-02-22. Use answered_share").meta({ deprecated: true }),
  requested: schema.object("How many builds requested it", {
    day: builds("24 hours"),
    week: builds("7 days"),
    month: builds(MONTH),
  }),
  absent_builds: schema.count("How many builds in a row it has not answered, up to this one"),
  last_success: schema.maybeTime("Time of the last build in which it answered"),
  last_error: schema.maybeText("Its last error in the last 30 days"),
  last_error_at: schema.maybeTime("Time of the build with this error"),
});
export type Reachability = z.infer<typeof Reachability>;

export const reachability = defineSingle({
  id: "reachability",
  path: "/reachability",
  docs: {
    tag: "service",
    title: "Reachability",
    description:
      "How often each source answered in the builds of the last day, week and month, with its last answer and its " +
      "last error. An answer is at least one usable response. Builds that did not request the source do not count: " +
      "some sources are requested once a day, or only when another one fails. Sources that are switched off are " +
      "not listed.",
  },
  kinds: [],
  body: envelope(z.array(Reachability).describe("The sources that are not switched off")),
  from: ({ run }) => findRows(run.reachability),
  compute: (rows, { run }) => ({ data: rows.map(renderRow), observedAtMs: run.generatedAtMs }),
});

function renderRow(row: Reach): Reachability {
  return {
    source: row.id,
    name: row.name,
    kind: row.kind,
    answered_share: { ...row.answeredShare },
    answered: { ...row.answeredShare },
    requested: { ...row.requested },
    absent_builds: row.absentBuilds,
    last_success: row.lastSuccessMs === null ? null : renderTime(row.lastSuccessMs),
    last_error: row.lastError?.text ?? null,
    last_error_at: row.lastError === null ? null : renderTime(row.lastError.timeMs),
  };
}

/** The status page names it. */
export function isAbsent({ absent_builds }: Reachability): boolean {
  return absent_builds >= ABSENT_BUILDS;
}
