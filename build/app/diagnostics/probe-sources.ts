import { buildRequestContext } from "../../crypto/ingest/session.ts";
import type { RequestContext, Source } from "../../crypto/sources/source.ts";
import type { Http } from "../../kit/platform/platform.ts";
import { describeError } from "../../lib/operational-error.ts";
import type { Finding } from "./finding.ts";

export interface ProbeOptions {
  http: Http;
  now: number;
  elapsed: () => number;
  apiKeys: RequestContext["apiKeys"];
  minVenues: number;
}

const COINS = 1;

/** Sends one request to each source at once. Too few venues are a problem. */
export async function probeSources(sources: readonly Source[], options: ProbeOptions): Promise<Finding[]> {
  const findings = await Promise.all(sources.map((source) => probe(source, options)));
  const venues = sources.filter(({ venue }) => venue !== undefined);
  const answered = venues.filter((venue) => findings[sources.indexOf(venue)]?.level === "ok").length;
  const detail = `${answered} of ${venues.length} venues respond, ${options.minVenues} are required`;
  const enough = answered >= options.minVenues;
  const advice = "See the lines above: a build needs a network that reaches the venues.";
  return [...findings, { subject: "venues", level: enough ? "ok" : "problem", detail, ...(!enough && { advice }) }];
}

async function probe(source: Source, { http, now, elapsed, apiKeys }: ProbeOptions): Promise<Finding> {
  const subject = source.id;
  const feed = source.feeds.find(({ needs = [] }) => needs.length === 0);
  const scope = { now, coins: COINS, detailsPerBuild: 0, apiKeys, outcomes: new Map() };
  const [request] = feed?.requests(buildRequestContext(source, feed, scope, undefined)) ?? [];
  if (feed === undefined || request === undefined) {
    return { subject, level: "warning", detail: "has no independent request" };
  }
  const began = elapsed();
  try {
    const { url, headers } = request;
    const { status } = await http.fetch({
      url,
      maxBytes: feed.maxBytes,
      pacing: source.pacing,
      ...(headers && { headers }),
    });
    return { subject, level: "ok", detail: `${status} in ${Math.round(elapsed() - began)} ms` };
  } catch (error) {
    return { subject, level: "warning", detail: describeError(error) };
  }
}
