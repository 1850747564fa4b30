import { type Address, openAddress } from "./client-address.ts";
import { sendError } from "./handler/response.ts";
import type { Served } from "./handler/served.ts";
import type { ReaderOptions } from "./handler/site-reader.ts";

/*
 * Published as `client.js` beside `api/`, with its types as `client.d.ts`. It gives pages and Node
 * programs the whole interface on any host: it computes the response here, from files that any host
 * can send. A host that does not answer within 10 seconds fails: they count from the call, also
 * while a browser queues the request (on HTTP/1.1 it opens six connections to a host).
 *
 * If the site has a mirror, `get` and `request` read the site that this file was loaded from. If it
 * fails (no connection within 10 seconds, 5xx), they read the other one, and they try it last for a
 * minute. 400 and 404 are answers. A copy of this file on disk reads the site first.
 */

export interface CurrencyOptions {
  /**
   * Code of a currency that the site is built for (`eur`). Endpoints that have currencies answer
   * in it, all others as without it. Applies to paths, not to whole URLs.
   */
  currency?: string;
}

export interface ClientOptions extends ReaderOptions, CurrencyOptions {}

export interface Client {
  /**
   * The response to a path below `/api` (`items?limit=7&search=bit`) as its envelope. Throws an
   * Error with `code`, `status` and `message` of the error response.
   */
  get<Envelope = unknown>(path: string | URL, options?: CurrencyOptions): Promise<Envelope>;
  /**
   * Like `fetch`, for paths below `/api` and for whole URLs. Other URLs are fetched normally. A
   * signal ends this call; a file that other calls may need is still read.
   */
  request(input: string | URL | Request, init?: RequestInit, options?: CurrencyOptions): Promise<Response>;
}

/** How long an address that failed is used only if all others fail. */
const FAILED_MS = 60_000;
/**
 * How far a build time may lie ahead of this clock. Clocks differ by less; without the limit, a
 * copy with a wrong time would be the newest one for years.
 */
const AHEAD_MS = 5 * 60_000;
/** A program must not wait for a host that does not answer. Other addresses answer sooner. */
const TIMEOUT_MS = 10_000;

/**
 * With several addresses, each path is answered by one: the one with the newest build (`status`,
 * read once a minute), the first in the list if several are equally new. If it fails (no
 * connection within 10 seconds, 5xx, no file of the API), the next one is used, and it is tried
 * last for a minute. One with a build time more than 5 minutes ahead is tried after all others. 400
 * and 404 are answers. If all fail, the error 503 says why for each.
 *
 * @param site the absolute URL of a published site, with or without `/api`; or copies of one site
 */
export function defineCreateClient(served: Served): CreateClient {
  return (site, options = {}) => connect(served, site, options, true);
}

export type CreateClient = (site: string | URL | readonly (string | URL)[], options?: ClientOptions) => Client;

/**
 * The client of the site that its file was loaded from. `copies`: the site and its mirror;
 * `undefined` if there is no mirror.
 */
export function connectOwnSite(served: Served, self: URL, copies: readonly string[] | undefined): Client {
  return copies === undefined ? connect(served, self, {}, true) : connect(served, orderCopies(self, copies), {}, false);
}

/** `byAge`: the newest build first, otherwise the first address, without reading the others. */
function connect(
  served: Served,
  site: string | URL | readonly (string | URL)[],
  options: ClientOptions,
  byAge: boolean,
): Client {
  const sites = typeof site === "string" || site instanceof URL ? [site] : site;
  const { addresses, ask } = openAddresses(served, sites, options, byAge);

  const answer: Client["request"] = async (input, init, { currency } = {}) => {
    if (!addresses.every(({ isSite }) => isSite)) {
      throw new TypeError(`No site at ${site}: name one with createClient("https://…")`);
    }
    if (typeof input === "string" && !/^[a-z]+:/i.test(input)) {
      // `/api/items`, `/items` and `items` are equal; so are all forms of the index.
      // Only paths that begin with another root are beside `/api`.
      return ask(input.replace(/^\/*(api(\/|(?=[?#]|$)))?/, ""), init, currency);
    }
    const url = new URL(input instanceof Request ? input.url : input);
    const address = addresses.find((one) => one.contains(url));
    if (address === undefined) return fetch(input, init);
    return address.handle(input instanceof Request && init === undefined ? input : new Request(input, init));
  };

  const request: Client["request"] = (input, init, own) => {
    const signal = init?.signal === undefined && input instanceof Request ? input.signal : init?.signal;
    return waitUntilAborted(signal ?? undefined, () => answer(input, init, own));
  };

  const get = async <Envelope>(path: string | URL, own?: CurrencyOptions): Promise<Envelope> => {
    const response = await request(path, undefined, own);
    const type = response.headers.get("content-type");
    if (!/json/.test(type ?? "")) throw new TypeError(`${path} is ${type}, not JSON: read it with request()`);
    const body = await response.json();
    if (response.ok) return body as Envelope;
    const { code, message } = (body as { error: { code: string; message: string } }).error;
    throw Object.assign(new Error(message), { code, status: response.status });
  };

  return { get, request };
}

/** `ask`: the response to a path below `/api`, from the address whose turn it is. */
function openAddresses(served: Served, sites: readonly (string | URL)[], options: ClientOptions, byAge: boolean) {
  if (sites.length === 0) throw new TypeError("Name at least one site");
  const several = sites.length > 1;
  const addresses = sites.map((one) => openAddress(served, one, { fetch: fetchInTime, ...options }));
  const now = options.now ?? Date.now;

  const fail = (address: Address, reason: string) => {
    address.failure = reason;
    address.failedUntilMs = now() + FAILED_MS;
  };

  /** Those that can be read, newest first. Those with a build time ahead are added to `ahead`. */
  const sortByAge = async (group: readonly Address[], ahead: Address[]): Promise<Address[]> => {
    const read = await Promise.all(
      group.map(async (address) => {
        try {
          return [{ address, timeMs: await Promise.race([address.readBuildTime(), waitTooLong()]) }];
        } catch (error) {
          fail(address, error instanceof Error ? error.message : String(error));
          return [];
        }
      }),
    );
    const latestMs = now() + AHEAD_MS;
    const isAhead = ({ timeMs }: { timeMs: number }) => timeMs > latestMs;
    const readable = read.flat();
    ahead.push(...readable.filter(isAhead).map(({ address }) => address));
    const present = readable.filter((one) => !isAhead(one)).sort((a, b) => b.timeMs - a.timeMs);
    return present.map(({ address }) => address);
  };

  const askOne = async (address: Address, path: string, init?: RequestInit, currency = options.currency) =>
    address.handle(new Request(await address.locate(path, currency), init));

  const ask = async (path: string, init?: RequestInit, currency?: string): Promise<Response> => {
    if (!several) return askOne(addresses[0]!, path, init, currency);
    const failed = addresses.filter(({ failedUntilMs }) => now() < failedUntilMs);
    // Not refused: this clock may be the wrong one.
    const ahead: Address[] = [];
    for (const group of [addresses.filter((one) => !failed.includes(one)), failed, ahead]) {
      for (const address of byAge && group !== ahead ? await sortByAge(group, ahead) : group) {
        const response = await askOne(address, path, init, currency);
        if (response.status < 500) return response;
        fail(address, await readMessage(response));
      }
    }
    return sendUnavailable(addresses, init?.method ?? "GET");
  };

  return { addresses, ask };
}

/** Rejects with the reason of the signal. The work goes on: other calls may wait for its files. */
async function waitUntilAborted<Value>(signal: AbortSignal | undefined, work: () => Promise<Value>): Promise<Value> {
  if (signal === undefined) return work();
  signal.throwIfAborted();
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort);
  });
  return Promise.race([work(), aborted]).finally(() => signal.removeEventListener("abort", abort));
}

/** Rejects in time: an address that stalls within a small file must not hold back the others. */
function waitTooLong(): Promise<never> {
  return new Promise((_, reject) => {
    AbortSignal.timeout(TIMEOUT_MS).addEventListener("abort", () => reject(new Error("no answer in time")));
  });
}

/** The timer ends when the headers arrive: a large file may take longer. */
async function fetchInTime(url: string): Promise<Response> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error("no answer in time")), TIMEOUT_MS);
  try {
    return await fetch(url, { signal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
}

function sendUnavailable(addresses: readonly Address[], method: string): Response {
  const reasons = addresses.map(({ url, failure }) => `${url} (${failure})`);
  const { body, ...head } = sendError({ method }, "unavailable", `No address answers: ${reasons.join(", ")}`);
  return new Response(body as ConstructorParameters<typeof Response>[0], head);
}

async function readMessage(response: Response): Promise<string> {
  const body = await response.text();
  // The response to HEAD has no body.
  return body === "" ? String(response.status) : (JSON.parse(body) as { error: { message: string } }).error.message;
}

function orderCopies({ href, protocol }: URL, copies: readonly string[]): string[] {
  return [...(/^http/.test(protocol) ? [href] : []), ...copies.filter((copy) => copy !== href)];
}
