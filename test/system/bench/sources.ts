import type { z } from "zod";
import { createDemoMarket } from "../../../build/crypto/demo/create-demo-market.ts";
import { DEMO_SEED } from "../../../build/crypto/demo/demo-market.ts";
import { findSimulator } from "../../../build/crypto/demo/simulators.ts";
import { parseAnswer } from "../../../build/crypto/ingest/fetch-answer.ts";
import type { RecordKind, RecordKinds } from "../../../build/crypto/normalise/record.ts";
import { sources } from "../../../build/crypto/sources/registry.ts";
import type { Feed, FeedRequest, RequestContext, Source } from "../../../build/crypto/sources/source.ts";
import type { HttpResponse } from "../../../build/kit/platform/platform.ts";
import { parseJson } from "../../../build/lib/json/parse-json.ts";
import type { BenchResult } from "./result.ts";
import { timeFunctions } from "./time-functions.ts";

const COINS = Number(process.env["BENCH_COINS"] ?? 2_500);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 7);
const NOW = Date.parse("2026-11-20T09:17:30Z");
const MOST_REQUESTS = 20;

interface Body {
  source: Source;
  feed: Feed;
  request: FeedRequest;
  response: HttpResponse;
  records: RequestContext["records"];
}

/**
 * Every source's bodies as a build reads them: JSON, schema, rows, plausibility; and which part of
 * it is zod's.
 */
export async function bench(): Promise<BenchResult> {
  const world = createDemoMarket({ seed: DEMO_SEED, coins: COINS, now: NOW });
  const rows = sources.flatMap((source) => {
    const bodies = collectBodies(source, world);
    if (bodies.length === 0) return [];
    const bytes = bodies.reduce((sum, { response }) => sum + response.body.length, 0);
    const count = bodies.reduce((sum, body) => sum + read(body), 0);
    const { all, json, validated } = timeFunctions(
      {
        all: () => bodies.forEach(read),
        json: () => bodies.forEach(parse),
        validated: () => bodies.forEach(validate),
      },
      ROUNDS,
    );
    const share = Math.max(0, validated - json) / all;
    return [{ id: source.id, bodies: bodies.length, bytes, count, all, share }];
  });
  const total = rows.reduce((sum, { all }) => sum + all, 0);
  return {
    tables: [
      {
        title: `Reading every source's answers, ${COINS} coins (sum ${Math.round(total)} ms)`,
        columns: ["source", "bodies", "KB", "records", "ms", "of it zod"],
        rows: rows
          .sort((a, b) => b.all - a.all)
          .map(({ id, bodies, bytes, count, all, share }) => [
            id,
            bodies,
            Math.round(bytes / 1e3),
            count,
            all.toFixed(1),
            `${Math.round(share * 100)} %`,
          ]),
      },
    ],
    goals: [],
  };
}

/**
 * What the source's simulator answers to what the source asks, feed by feed, each with the records
 * of the feeds before it.
 */
function collectBodies(source: Source, world: ReturnType<typeof createDemoMarket>): Body[] {
  const known = new Map<string, RecordKinds[RecordKind][]>();
  const records = <K extends RecordKind>(feed: string) => (known.get(feed) ?? []) as RecordKinds[K][];
  const context: RequestContext = {
    now: NOW,
    coins: COINS,
    detailsPerBuild: MOST_REQUESTS,
    apiKeys: {},
    failures: new Map(),
    answeredAtMs: null,
    records,
    days: () => [],
    lastGood: () => [],
  };
  return source.feeds.flatMap((feed) => {
    const bodies = feed
      .requests(context)
      .slice(0, MOST_REQUESTS)
      .flatMap((request) => {
        const response = answer(request, world);
        return response === undefined ? [] : [{ source, feed, request, response, records }];
      });
    known.set(
      feed.id,
      bodies.flatMap((body) => parseAnswer({ source, feed, records }, body.request, body.response).records),
    );
    return bodies;
  });
}

function answer(request: FeedRequest, world: ReturnType<typeof createDemoMarket>): HttpResponse | undefined {
  const url = new URL(request.url);
  const found = findSimulator(url.host)?.answer({ url, headers: {} }, world);
  if (found === undefined || (found.status ?? 200) !== 200) return undefined;
  const body = typeof found.body === "string" ? found.body : JSON.stringify(found.body);
  return { url: request.url, status: 200, body, receivedAtMs: NOW, serverTimeMs: NOW } as HttpResponse;
}

function read(body: Body): number {
  return parseAnswer(body, body.request, body.response).records.length;
}

function parse({ source, response }: Body): unknown {
  return source.format === "text" ? response.body : parseJson(response.body);
}

function validate(body: Body): z.ZodSafeParseResult<unknown> {
  return body.feed.schema.safeParse(parse(body));
}
