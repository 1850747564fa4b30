import { z } from "zod";
import { envelope } from "../../../kit/api/endpoint.ts";
import { NOT_INCLUDED } from "../../../kit/api/error-body.ts";
import { computeFreshness, isStale } from "../../../kit/api/freshness.ts";
import { nameSiteLicense } from "../../../kit/api/license.ts";
import * as schema from "../../../kit/api/schema.ts";
import { isExcluded, REPORTS } from "../../../kit/api/world.ts";
import { renderTime, SECOND_MS } from "../../../lib/time.ts";
import type { SourceReport } from "../../ingest/source-report.ts";
import type { Market } from "../../market/model/market.ts";
import { METHODOLOGY_VERSION } from "../../market/rules/methodology-version.ts";
import type { Terms } from "../../normalise/record.ts";
import { defineSingle } from "../define-endpoint.ts";
import { computeCoinPath } from "../rows/coin-row.ts";
import type { BuildTrace } from "../run-report.ts";
import type { Endpoint, World } from "../world.ts";
import { methodologyVersion } from "./coin.ts";

const reasons = (description: string) => z.record(z.string(), schema.count("Number of rows")).describe(description);

const SourceStatus = schema.object("A source", {
  id: schema.text("Id of the source, as in meta.sources"),
  name: schema.text("Name of the source"),
  kind: z.enum(["exchange", "coins", "defi", "index", "exchange-rates", "news"]).describe("What it mainly gives"),
  url: schema.text("URL of the source"),
  status: z
    .enum(["ok", "stale", "down", "off"])
    .describe("All of it fresh (ok), some from an earlier build (stale), nothing usable (down), switched off (off)"),
  fetched_at: schema.maybeTime("When it last gave a usable answer"),
  age_seconds: schema.maybeCount("Seconds from fetched_at to the build"),
  records: schema.count("Records that are used"),
  rejected: schema.count("Records that were implausible, malformed or unidentifiable"),
  dropped: reasons("Rows that were left out, by reason; not all of them are faults"),
  last_error: schema.maybeText("What went wrong last, or why the source is off"),
  license: schema.text("Licence or terms of its data"),
  terms_url: schema.text("URL of the licence or terms"),
  attribution: schema.maybeText("The credit that the source requires beside its data"),
  redistribution: z
    .enum(["open", "attribution", "unclear", "restricted"])
    .describe(
      "What its terms say about republishing its values: a licence allows it (open), they allow it with credit " +
        "(attribution), they are unread, silent or contradictory (unclear), they forbid it (restricted)",
    ),
  terms: schema.object("The terms as far as they are known", {
    url: schema.text("URL of the terms"),
    says: schema.text("What they are understood to say, in the words of this project"),
    derived: z.enum(["allowed", "forbidden", "silent"]).describe("Whether they allow works computed from the values"),
    ground: schema
      .object("How that is known", {
        kind: z.enum(["read", "reported"]).describe("The page was read, or others report what it says"),
        on: schema.day("When it was read, or the report collected"),
        by: schema.text("The reader, the public document, or public reports"),
      })
      .nullable()
      .describe("How that is known; null where the terms are unread"),
  }),
});

const Build = schema.object("A build", {
  generated_at: schema.time("When it ran"),
  passed: schema.flag("True if the build was publishable; after a refused build the site stays unchanged"),
  failed_checks: z.array(schema.text("Id of a check")).describe("The checks that refused it"),
  duration_seconds: schema.maybeNumber("Seconds from its start to the verdict; null where they were not measured"),
  coins: schema.count("Number of coins"),
  priced_coins: schema.count("Coins priced from exchanges"),
  tickers_used: schema.count("Tickers used in prices"),
  sources: schema.object("Sources by state", {
    ok: schema.count("Sources that were fresh"),
    stale: schema.count("Sources with some data from an earlier build"),
    down: schema.count("Sources without usable data"),
  }),
});

const data = schema.object("Status of the service", {
  generated_at: schema.time("When the build ran"),
  commit: schema.maybeText("Commit of the program"),
  run: schema.maybeText("Id of the automatic run"),
  next_update_at: schema.time("When the next build is expected"),
  methodology_version: methodologyVersion,
  license: schema.text("Licence of what the project computes, with the terms of the restricted sources that went in"),
  sources: z.array(SourceStatus).describe("Every source that the program knows"),
  datasets: schema.listOf("Age of the data by endpoint", "The data of an endpoint", {
    endpoint: schema.text("Id of the endpoint"),
    updated_at: schema.time("When the newest observation of its sources was made"),
    stale: schema.flag("True when one of its sources fell back to its last known good answer"),
  }),
  coverage: schema.object("The inputs of the prices", {
    coins: schema.count("Coins published"),
    exchanges: schema.count("Exchanges whose tickers were read"),
    tickers_read: schema.count("Tickers read"),
    tickers_used: schema.count("Tickers used in published prices"),
    tickers_dropped: reasons("Tickers that were left out, by reason"),
  }),
  gate: schema.object("The verdict on this build", {
    passed: schema.flag("True when the build may be published"),
    checks: schema.listOf("Every check that a build must pass", "A check", {
      id: schema.text("Id of the check"),
      passed: schema.flag("Whether the check passed"),
      message: schema.text("What was measured and what is required"),
    }),
  }),
  identity_changes: schema.listOf(
    "Symbols and ids that passed to another coin in the last year, newest first",
    "A change of the coin behind a path",
    {
      path: schema.text("The path that now leads to another coin, relative to the base URL"),
      from: schema.text("Id of the previous coin"),
      to: schema.text("Id of the current coin"),
      at: schema.time("When the change was published"),
    },
  ),
  builds: z.array(Build).describe("The last builds that reached the checks, newest first, starting with this one"),
  trees_left_out: schema.listOf(
    "Optional files that this site lacks in part or as a whole, to stay below the limits of its host",
    "Optional files",
    {
      tree: schema.text("Name of the group of files"),
      reason: schema.text("What is missing, and which limit is the reason"),
    },
  ),
  endpoints_left_out: schema.listOf(
    "Endpoints without data in this build, because the terms of their only sources forbid republishing (--open-only)",
    "An endpoint",
    { endpoint: schema.text("Id of the endpoint"), reason: schema.text("Why it has no data") },
  ),
  overrides: z.array(schema.text("Name and value")).describe("Settings of this build that differ from the defaults"),
  missing: z
    .array(schema.text("A part of a coin"))
    .describe(
      "Fields missing from every coin, because sources whose terms restrict redistribution are excluded (--open-only)",
    ),
});
export type Status = z.infer<typeof data>;

/** The status lists the other endpoints, which are passed in. */
export function defineStatus(endpoints: readonly Endpoint[]): Endpoint {
  return defineSingle({
    id: "status",
    path: "/status",
    docs: {
      tag: "service",
      title: "Status",
      description:
        "How the last build went: sources with their licence and age, coverage and checks. Includes the build time.",
    },
    kinds: [],
    body: envelope(data),
    tree: REPORTS,
    from: (world) => world,
    compute: (world) => ({ data: computeStatus(world, endpoints), observedAtMs: world.run.generatedAtMs }),
  });
}

function computeStatus({ market, run, leftOut = [] }: World, endpoints: readonly Endpoint[]): z.infer<typeof data> {
  return {
    generated_at: renderTime(run.generatedAtMs),
    commit: run.commit,
    run: run.run,
    next_update_at: renderTime(run.nextUpdateAtMs),
    methodology_version: METHODOLOGY_VERSION,
    license: nameSiteLicense({ market, run }),
    sources: run.sources.map((source) => computeSourceStatus(source, run.generatedAtMs)),
    datasets: endpoints.flatMap(({ id, kinds }) => {
      const fresh = computeFreshness(market.datasets, kinds);
      const { observedAtMs } = fresh;
      if (observedAtMs === null) return [];
      return [{ endpoint: id, updated_at: renderTime(observedAtMs), stale: isStale(fresh, market) }];
    }),
    coverage: {
      coins: market.coverage.coins,
      exchanges: market.coverage.exchanges,
      tickers_read: market.coverage.tickersRead,
      tickers_used: market.coverage.tickersUsed,
      tickers_dropped: market.coverage.tickersDropped,
    },
    gate: {
      passed: run.gate.passed,
      checks: run.gate.checks.map(({ id, passed, message }) => ({ id, passed, message })),
    },
    identity_changes: market.identityChanges.map(computeIdentityChange).reverse(),
    builds: run.builds.map(computeBuild).reverse(),
    trees_left_out: leftOut.map(({ tree, reason }) => ({ tree, reason })),
    endpoints_left_out: endpoints.flatMap((endpoint) =>
      isExcluded(endpoint, run) ? { endpoint: endpoint.id, reason: NOT_INCLUDED } : [],
    ),
    overrides: [...run.overrides],
    missing: [...(run.missing ?? [])],
  };
}

function computeBuild(build: BuildTrace): z.infer<typeof Build> {
  const { timeMs, passed, failedChecks, durationMs, coins, pricedCoins, tickersUsed, sources } = build;
  return {
    generated_at: renderTime(timeMs),
    passed,
    failed_checks: [...failedChecks],
    duration_seconds: durationMs === null ? null : Math.round((durationMs / SECOND_MS) * 10) / 10,
    coins,
    priced_coins: pricedCoins,
    tickers_used: tickersUsed,
    sources: { ...sources },
  };
}

function computeIdentityChange({ text: key, from, to, atMs }: Market["identityChanges"][number]) {
  return { path: computeCoinPath({ key }), from, to, at: renderTime(atMs) };
}

function computeTerms({ url, says, derived, ground }: Terms): z.infer<typeof SourceStatus>["terms"] {
  return { url, says, derived, ground: ground && { kind: ground.kind, on: ground.on, by: ground.by } };
}

function computeSourceStatus(source: SourceReport, builtMs: number): z.infer<typeof SourceStatus> {
  const { fetchedAtMs } = source;
  return {
    id: source.id,
    name: source.name,
    kind: source.kind,
    url: source.homepage,
    status: source.status,
    fetched_at: fetchedAtMs === null ? null : renderTime(fetchedAtMs),
    // A response may arrive during the build.
    age_seconds: fetchedAtMs === null ? null : Math.max(0, Math.round((builtMs - fetchedAtMs) / SECOND_MS)),
    records: source.records,
    rejected: source.rejected,
    dropped: source.dropped,
    last_error: source.lastError,
    license: source.license,
    terms_url: source.terms.url,
    attribution: source.attribution,
    redistribution: source.terms.class,
    terms: computeTerms(source.terms),
  };
}
