import { readFileSync } from "node:fs";
import { sources } from "../../crypto/sources/registry.ts";
import { FIRST_RUN, type Source } from "../../crypto/sources/source.ts";
import { readEnvironment } from "../../environment.ts";
import type { Http } from "../../kit/platform/platform.ts";
import { createProgress } from "../../kit/platform/terminal/progress.ts";
import { OperationalError } from "../../lib/operational-error.ts";
import { MINUTE_MS } from "../../lib/time.ts";
import { comparePrices, listPairPrices } from "../diagnostics/compare-prices.ts";
import { readContract } from "../diagnostics/read-contract.ts";
import { renderTrial } from "../diagnostics/render-trial.ts";
import { loadOwnConfig } from "./kit/find-site-address.ts";
import { openUpstreams } from "./kit/open-upstreams.ts";
import { stderr, stdout } from "./kit/standard-streams.ts";

export interface TryFlags {
  /** `feed=file`: the response of a feed is read from a file. */
  body?: string[];
  /** Use the simulators instead of the upstreams. */
  sample?: boolean;
}

/** One page of a coin list. */
const COINS = 250;
const DEADLINE_MS = 5 * MINUTE_MS;
/** Prices are compared with those of so many other sources. */
const MOST_COMPARED = 5;

/** `npm run try -- <source>`: reads a source once and prints what a build would make of it. */
export async function tryCommand(id: string, { body = [], sample = false }: TryFlags): Promise<void> {
  const source = findSource(id);
  const now = Date.now();
  const { config } = loadOwnConfig({});
  const client = { userAgent: config.userAgent, deadlineMs: DEADLINE_MS };
  const { http, close } = await openUpstreams(client, sample ? { coins: COINS, now } : undefined);
  const progress = createProgress({ terminal: stderr, quiet: false, now: Date.now });
  const read = async (each: Source, client: Http) => {
    const task = progress.start(each.name);
    const { readings, datasets } = await readContract(each, {
      http: client,
      now,
      coins: COINS,
      apiKeys: readEnvironment().apiKeys,
    });
    const failed = readings.find(({ status }) => status === "unreachable" || status === "drifted");
    if (failed === undefined) task.done(`${each.feeds.length} feeds`);
    else task.failed(`${failed.feed}: ${failed.status}`);
    return { readings, datasets, prices: listPairPrices(each.id, datasets) };
  };
  try {
    const own = await read(source, answerFromFiles(source, http, body));
    const others = own.prices.length === 0 ? [] : chooseOthers(source);
    const compared = await Promise.all(others.map(async (each) => ({ name: each.name, ...(await read(each, http)) })));
    progress.close();
    const distance = comparePrices(
      own.prices,
      compared.flatMap(({ prices }) => prices),
    );
    stdout.printText(
      renderTrial(source, own, {
        names: compared.flatMap(({ name, prices }) => (prices.length > 0 ? name : [])),
        unread: compared.flatMap(({ name, prices }) => (prices.length === 0 ? name : [])),
        distance,
      }),
    );
    if (own.readings.every(({ records }) => records === 0))
      throw new OperationalError(`${source.name} gave no record: the line of each feed says why.`);
  } finally {
    progress.close();
    await close();
  }
}

function findSource(id: string): Source {
  const source = sources.find((each) => each.id === id);
  if (source !== undefined) return source;
  const known = sources.map((each) => each.id).join(", ");
  throw new OperationalError(`There is no source "${id}" in build/crypto/sources/registry.ts. Known: ${known}.`);
}

/** Venues are compared with venues, fiat rates with fiat rates; coin lists also with venues. */
function chooseOthers(source: Source): Source[] {
  const isRates = source.feeds.some(({ kind }) => kind === "rate");
  return sources
    .filter((each) => each.id !== source.id && each.offByDefault === undefined)
    .filter((each) => (isRates ? each.feeds.some(({ kind }) => kind === "rate") : each.venue !== undefined))
    .slice(0, MOST_COMPARED);
}

/** Answers the requests of the named feeds from files, all others over the network. */
function answerFromFiles(source: Source, http: Http, bodies: readonly string[]): Http {
  // The requests of a venue depend on nothing.
  const context = { ...FIRST_RUN, coins: COINS, detailsPerBuild: 0 };
  const files = new Map(bodies.map((entry) => parseBody(source, entry)));
  return {
    async fetch(request) {
      const feed = source.feeds.find(({ id, requests }) => {
        return files.has(id) && requests(context).some(({ url }) => url === request.url);
      });
      const body = feed === undefined ? undefined : files.get(feed.id);
      if (body === undefined) return http.fetch(request);
      const receivedAtMs = Date.now();
      return {
        url: request.url,
        status: 200,
        body,
        bytes: body.length,
        receivedAtMs,
        serverTimeMs: null,
        validators: {},
      };
    },
  };
}

function parseBody(source: Source, entry: string): [feed: string, body: string] {
  const [, id = "", file = ""] = /^([^=]+)=(.+)$/.exec(entry) ?? [];
  if (source.feeds.some((feed) => feed.id === id)) return [id, readBody(entry, file)];
  const known = source.feeds.map((feed) => feed.id).join(", ");
  throw new OperationalError(`--body takes feed=file, not "${entry}". Feeds of ${source.name}: ${known}.`);
}

function readBody(entry: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new OperationalError(`--body ${entry}: name a file that can be read`, { cause });
  }
}
