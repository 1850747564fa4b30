import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Agent } from "undici";
import type { Pacing } from "../pacing.ts";
import type { Http, HttpRequest, HttpResponse } from "../platform.ts";
import { AttemptError, buildHttpError, findAttemptError, renderSeconds, type Timeouts } from "./http-error.ts";
import { type Exchange, exchange, followRedirects, parseResponse, renderValidators } from "./http-exchange.ts";
import { computeBackoffMs, parseRetryAfter } from "./http-retry.ts";
import { createRateLimiter, type RateLimiter } from "./rate-limiter.ts";

export interface HttpOptions {
  userAgent: string;
  /** Unix milliseconds. */
  now?: () => number;
  random?: () => number;
  elapsed?: () => number;
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Maps a URL to the one to connect to. Rules, pacing and messages use the original. */
  origins?: (url: URL) => URL;
  /**
   * Multiplies pacing and backoff: 1 live, 0 against simulators. A `Retry-After` is always
   * respected.
   */
  paceFactor?: number;
  tries?: number;
  timeouts?: Partial<Timeouts>;
  shortTryMs?: number;
  /** After this time every current and later request fails. */
  deadlineMs?: number;
  offlineGraceMs?: number;
}

export interface HttpClient extends Http {
  /** A host has responded, with any status. */
  isOnline(): boolean;
  /** Several hosts were requested, all of them have failed, and none has responded. */
  isOffline(): boolean;
  close(): Promise<void>;
}

/** A slow upstream must not delay the others: it costs minutes at most. */
const TIMEOUTS: Timeouts = { connectMs: 4_000, headersMs: 15_000, stallMs: 15_000, tryMs: 90_000 };
/** The only try of a request whose time is up when its turn comes. */
const SHORT_TRY_MS = 3_000;
const MAX_RETRY_AFTER_MS = 20_000;
const OFFLINE = "no host has responded";
/** After the first failure of the last host: time for two more tries. */
const OFFLINE_GRACE_MS = 3_000;

/** The live client: limits, retries, pacing and redirect rules of every upstream. */
export function createHttp(options: HttpOptions): HttpClient {
  const shared = openShared(options);
  const { stop, agent, network } = shared;
  const deadline = startDeadline(options.deadlineMs, stop);
  return {
    fetch: (request) => fetchWithRetries(request, shared),
    isOnline: network.isOnline,
    isOffline: network.isOffline,
    async close() {
      clearTimeout(deadline);
      network.close();
      stop.abort(new AttemptError("the HTTP client is closed"));
      await agent.destroy();
    },
  };
}

/** What all requests of a client share. */
function openShared(options: HttpOptions) {
  const { now = Date.now, random = Math.random, elapsed = () => performance.now() } = options;
  const { origins = (url) => url, paceFactor = 1, tries: maxTries = 3, shortTryMs = SHORT_TRY_MS } = options;
  const sleep = options.sleep ?? ((ms, signal) => delay(ms, undefined, { signal }));
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const stop = new AbortController();
  // Every request and host listens: more than Node's warning limit of ten listeners.
  setMaxListeners(0, stop.signal);
  const gates = new Map<string, RateLimiter>();
  return {
    now,
    random,
    elapsed,
    origins,
    paceFactor,
    maxTries,
    shortTryMs,
    timeouts,
    headers: { "user-agent": options.userAgent, accept: "*/*", "accept-encoding": "gzip, br" },
    stop,
    agent: new Agent({ connect: { timeout: timeouts.connectMs } }),
    network: watchNetwork(stop, options.offlineGraceMs ?? OFFLINE_GRACE_MS),
    getGate(host: string, pacing: Pacing): RateLimiter {
      const gate =
        gates.get(host) ?? createRateLimiter(host, pacing, { elapsed, sleep, paceFactor, stop: stop.signal });
      gates.set(host, gate);
      return gate;
    },
  };
}

type Shared = ReturnType<typeof openShared>;

async function fetchWithRetries(request: HttpRequest, shared: Shared): Promise<HttpResponse> {
  const { now, random, paceFactor, maxTries, timeouts, stop, network } = shared;
  const url = parseUrl(request.url);
  const tries = openTries(request, url, shared);
  for (let waitMs = 0; ; ) {
    try {
      await tries.gate.wait(waitMs);
      return parseResponse(await followRedirects(url, tries.send), request, now());
    } catch (error) {
      const fault = findAttemptError(stop.signal.aborted ? stop.signal.reason : error, timeouts);
      if (fault.status === null && fault.retryable) network.noteSilence(url.host);
      const refusal = fault.status === null ? undefined : tries.refusal;
      waitMs = Math.max(computeBackoffMs(tries.count, random()) * paceFactor, fault.retryAfterMs ?? 0);
      // 429 concerns the host, so all of its requests wait. Other failures concern this request.
      if (fault.status === 429 && refusal === undefined) tries.pause(waitMs);
      const isRetried = fault.retryable && refusal === undefined && tries.count < maxTries;
      if (isRetried && tries.hasTimeAfter(fault)) continue;
      if (fault.retryable) tries.noteFailure(fault);
      const { status, cause } = fault;
      const about = { url: request.url, status, tries: tries.count, cause };
      throw buildHttpError(about, refusal ?? (fault.message || undefined));
    }
  }
}

/** The tries of one request, within its time limit. */
function openTries(request: HttpRequest, url: URL, shared: Shared) {
  const { now, elapsed, origins, shortTryMs, timeouts, headers, stop, agent, network } = shared;
  const own = { ...renderValidators(request.validators), ...lowerCaseNames(request.headers) };
  const first = shared.getGate(url.host, request.pacing);
  const begun = { ms: elapsed(), waitMs: first.countWaitMs() };
  /** How long its tries have taken, and how long it had to pause after a rate limit. */
  let busyMs = 0;
  let pausedMs = 0;
  // Waiting for slow answers to other requests is none of the waits that an upstream demands.
  const findDemanded = () => first.countWaitMs() - begun.waitMs + pausedMs;
  const findRemaining = () => request.timeLimit?.remainingMs(Math.min(elapsed() - begun.ms - busyMs, findDemanded()));

  const isMute = () => tries.gate.spacingMs > shortTryMs && !tries.gate.hasAnswered();
  /** A host that has not answered yet gets the tries whose turns come within the limit. */
  const findTimeForAnother = () => (isMute() ? request.timeLimit?.remainingMs(-tries.gate.spacingMs) : findRemaining());

  /** Sends the request to an address in the turn of its host. A redirect is part of a try. */
  async function send(address: URL): Promise<Exchange> {
    tries.gate = shared.getGate(address.host, request.pacing);
    return tries.gate.run(async () => {
      if (address === url) tries.count++;
      const limitMs = Math.min(timeouts.tryMs, Math.max(shortTryMs, findRemaining() ?? timeouts.tryMs));
      const startMs = elapsed();
      network.noteStart(address.host);
      try {
        const answer = await exchange(agent, {
          target: origins(address),
          // Headers of the caller may hold a key: only for the original host.
          headers: { ...headers, ...(address.host === url.host ? own : {}) },
          maxBytes: request.maxBytes,
          timeouts: { ...timeouts, tryMs: limitMs },
          signal: stop.signal,
          onHeaders: network.noteAnswer,
        });
        noteAnswer(answer);
        return answer;
      } catch (error) {
        // At once: the next request of the host must not begin.
        if (!stop.signal.aborted && findAttemptError(error, timeouts).timedOut)
          noteTimeout(Math.min(limitMs, elapsed() - startMs));
        throw error;
      } finally {
        network.noteEnd();
        busyMs += elapsed() - startMs;
      }
    });
  }

  /** Leaves the host alone where it refuses all requests for longer than they may wait. */
  function noteAnswer({ status, headers }: Exchange): void {
    tries.gate.note(status);
    tries.refusal = findRefusal(status, parseRetryAfter(headers["retry-after"], headers["date"], now()) ?? 0);
    if (tries.refusal !== undefined && HOST_REFUSALS.has(status))
      tries.gate.leaveAlone(`an answer of ${status}: ${tries.refusal}`);
  }

  function findRefusal(status: number, retryAfterMs: number): string | undefined {
    const longestMs = request.pacing.maxRetryAfterMs ?? MAX_RETRY_AFTER_MS;
    const limit = `longer than the limit of ${renderSeconds(longestMs)}`;
    if (retryAfterMs > longestMs) return `Retry-After is ${renderSeconds(retryAfterMs)}, ${limit}`;
    const mayPause = request.timeLimit === undefined || tries.gate.mayPause(retryAfterMs, longestMs);
    return status === 429 && !mayPause ? `its pauses together would be ${limit}` : undefined;
  }

  /** Leaves the host alone where the caller has no time for another timeout. */
  function noteTimeout(tookMs: number): void {
    if (request.timeLimit === undefined) return;
    tries.gate.leaveAlone(`a try without a complete answer in ${renderSeconds(tookMs)}`);
    request.timeLimit.noteTimeout(tookMs);
  }

  const tries = {
    count: 0,
    /** The limits of the host that was requested last. */
    gate: first,
    /** Why the last answer allows no other try: the wait that it demands is too long. */
    refusal: undefined as string | undefined,
    send,
    /** After 429: no request to the host begins. */
    pause(ms: number): void {
      pausedMs += ms;
      tries.gate.pause(ms);
    },
    /** Waiting for the end of a rate limit takes nothing of a time limit. */
    hasTimeAfter: ({ status, timedOut }: AttemptError): boolean =>
      status === 429 || (!timedOut && (findTimeForAnother() ?? 1) > 0) || request.timeLimit === undefined,
    /** Leaves a host alone that answers nothing, where each further try would wait for its turn. */
    noteFailure({ status }: AttemptError): void {
      if (request.timeLimit !== undefined && status !== 429 && isMute()) tries.gate.leaveAlone(NO_ANSWER);
    },
  };
  return tries;
}

const NO_ANSWER = "a request that it did not answer";

/** Answers that concern all requests of the host, if they demand a wait. */
const HOST_REFUSALS: ReadonlySet<number> = new Set([403, 429]);

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
  throw buildHttpError({ url: text, status: null, tries: 0 }, "not a valid URL");
}

function lowerCaseNames(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function startDeadline(deadlineMs: number | undefined, stop: AbortController): NodeJS.Timeout | undefined {
  if (deadlineMs === undefined) return undefined;
  const reason = new AttemptError(`the run has used up its ${renderSeconds(deadlineMs)} for requests`);
  return setTimeout(() => stop.abort(reason), deadlineMs).unref();
}

/** Ends all requests once every host has failed: the turns of some would take minutes. */
function watchNetwork(stop: AbortController, graceMs: number) {
  const detector = createOfflineDetector();
  let timer: NodeJS.Timeout | undefined;
  return {
    ...detector,
    noteSilence(host: string) {
      detector.noteSilence(host);
      if (!detector.isOffline() || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        if (detector.isOffline()) stop.abort(new AttemptError(OFFLINE));
      }, graceMs).unref();
    },
    close: () => clearTimeout(timer),
  };
}

/** This many hosts without any response: no coincidence. */
const SILENT_HOSTS = 5;

/**
 * Detects a machine without a network: retrying every upstream would take minutes. A slow machine
 * or a slow network is none: while one try is under way, or one host has not failed, it may answer.
 */
export function createOfflineDetector() {
  const requested = new Set<string>();
  const silent = new Set<string>();
  let underWay = 0;
  let answered = false;
  return {
    noteStart(host: string) {
      requested.add(host);
      underWay += 1;
    },
    noteEnd() {
      underWay -= 1;
    },
    noteAnswer() {
      answered = true;
    },
    noteSilence: (host: string) => void silent.add(host),
    isOnline: () => answered,
    isOffline: () =>
      !answered && underWay === 0 && silent.size >= SILENT_HOSTS && [...requested].every((host) => silent.has(host)),
  };
}
