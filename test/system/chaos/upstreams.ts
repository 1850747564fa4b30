import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { DemoMarket } from "../../../build/crypto/demo/demo-market.ts";
import { findSimulator } from "../../../build/crypto/demo/simulators.ts";
import { newsPublishers } from "../../../build/crypto/sources/news/news-publishers.ts";
import type { RequestContext } from "../../../build/crypto/sources/source.ts";
import { buildHttpError, findAttemptError } from "../../../build/kit/platform/http/http-error.ts";
import {
  type Exchange,
  followRedirects,
  parseResponse,
  readBody,
  renderValidators,
} from "../../../build/kit/platform/http/http-exchange.ts";
import type { Http } from "../../../build/kit/platform/platform.ts";
import type { Fault, WireAnswer } from "./fault.ts";
import { hashSeed } from "./random.ts";

export interface Upstreams {
  sourceOf(url: URL): string;
  faultOf(url: URL): Fault | undefined;
  /** The bytes on the wire; for connection faults the sound response. */
  answer(url: URL, headers: Readonly<Record<string, string | undefined>>): WireAnswer;
}

export interface UpstreamsOptions {
  world(): DemoMarket;
  faults(): ReadonlyMap<string, Fault>;
  seed: number;
}

const FOREIGN = new URL("https://api.alternative.me/fng/?limit=2&format=json");

const PUBLISHERS = new Map(
  newsPublishers.flatMap(({ id, feeds }) =>
    feeds[0]!.requests({} as RequestContext).map(({ url }) => [new URL(url).host, id] as const),
  ),
);

export function createUpstreams({ world, faults, seed }: UpstreamsOptions): Upstreams {
  const sourceOf = (url: URL): string => PUBLISHERS.get(url.host) ?? findSimulator(url.host)?.source ?? "unknown";
  const faultOf = (url: URL) => faults().get(sourceOf(url));

  return {
    sourceOf,
    faultOf,
    answer(url, headers) {
      const fault = faultOf(url);
      const now = world();
      const draw = (label: string) => hashSeed(seed, now.now, sourceOf(url), label) / 2 ** 32;
      const date = { date: new Date(now.now).toUTCString() };
      if (fault?.level === "market") {
        // The server's clock is right, whatever market the body describes.
        const told = answerSoundly(url, fault.lens(now, draw), headers);
        return { ...told, headers: { ...told.headers, ...date } };
      }
      const foreign = () => answerSoundly(FOREIGN, now, {}).body.toString();
      if (fault?.level === "http") {
        const told = fault.answer({ url, foreign, draw });
        return { ...told, headers: { ...date, ...told.headers } };
      }
      const sound = answerSoundly(url, now, fault === undefined ? headers : {});
      if (fault?.level !== "body" || sound.status !== 200) return sound;
      const told = fault.edit(sound.body.toString(), { url, foreign, draw });
      return { ...sound, ...told, headers: { ...date, ...told.headers } };
    },
  };
}

/** The answers of each market, by address: chains of builds that share a market share them. */
const soundAnswers = new WeakMap<DemoMarket, Map<string, WireAnswer>>();

function answerSoundly(url: URL, from: DemoMarket, headers: Readonly<Record<string, string | undefined>>): WireAnswer {
  const known = soundAnswers.get(from) ?? new Map<string, WireAnswer>();
  soundAnswers.set(from, known);
  const answer = known.get(url.href) ?? describeMarket(url, from);
  known.set(url.href, answer);
  if (headers["if-none-match"] !== answer.headers["etag"]) return answer;
  return { status: 304, headers: answer.headers, body: Buffer.alloc(0) };
}

/** What the upstream of an address says of a market. No simulator reads headers. */
function describeMarket(url: URL, from: DemoMarket): WireAnswer {
  const found = findSimulator(url.host)?.answer({ url, headers: {} }, from) ?? { status: 404, body: "not found" };
  const text = typeof found.body === "string" ? found.body : JSON.stringify(found.body);
  const etag = `"${createHash("sha1").update(text).digest("base64url")}"`;
  const headers = { date: new Date(from.now).toUTCString(), etag, ...found.headers };
  return { status: found.status ?? 200, headers, body: Buffer.from(text) };
}

const TIMEOUTS = { connectMs: 4_000, headersMs: 15_000, stallMs: 15_000, tryMs: 90_000 };

/**
 * The HTTP client without sockets: bodies, limits, charsets, redirects and statuses use its own
 * modules, so a build costs milliseconds. Retries, pacing and time-outs are tested over sockets.
 */
export function createMemoryHttp(upstreams: Upstreams, now: () => number): Http {
  return {
    async fetch(request) {
      const ask = async (address: URL): Promise<Exchange> => {
        const fault = upstreams.faultOf(address);
        if (fault?.level === "connection") throw new Error(fault.says);
        const { status, headers, body } = upstreams.answer(address, {
          ...request.headers,
          ...renderValidators(request.validators),
        });
        const encoding = headers["content-encoding"];
        return { status, headers, body: await readBody(Readable.from([body]), encoding, request.maxBytes) };
      };
      try {
        return parseResponse(await followRedirects(new URL(request.url), ask), request, now());
      } catch (error) {
        const { status, message, cause } = findAttemptError(error, TIMEOUTS);
        throw buildHttpError({ url: request.url, status, tries: 1, cause }, message || undefined);
      }
    },
  };
}
