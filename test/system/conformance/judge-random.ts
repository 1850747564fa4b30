import { createRandom } from "../../fixtures/random.ts";
import type { Site } from "../../fixtures/site.ts";
import type { RunningHost } from "../hosts/host-server.ts";
import { type Body, createReading, type Model, type Reading } from "./random-reading.ts";
import { createRequests, type RandomRequest } from "./random-requests.ts";

const CODES: Readonly<Record<number, string>> = {
  400: "invalid_parameter",
  404: "not_found",
  405: "method_not_allowed",
};
const AT_ONCE = 8;

/** What a host may do besides the exact response. */
export interface Latitude {
  /**
   * Requests that the host answers exactly. Others may be refused with an error, or answered with
   * the other value of a repeated parameter, or with every coin for a list.
   */
  mustBeExact(request: RandomRequest): boolean;
  /** Only these methods are tried. */
  methods?: readonly string[];
}

export interface RandomResult {
  requests: number;
  exact: number;
  refused: number;
  other: number;
  wrong: string[];
}

export function createModel(site: Site): Model {
  return createReading((path) => {
    const file = site.tree.get(path);
    return file === undefined ? undefined : (JSON.parse(new TextDecoder().decode(file)) as Body);
  });
}

export function drawRequests(model: Model, seed: number, count: number): RandomRequest[] {
  const texts = model.rows.flatMap(({ id, symbol }) => [id, symbol]);
  const searchable = model.rows.flatMap(({ id, symbol, name }) => [id, symbol, name]);
  // A segment of dots alone is another path, one with an extension is a file, and two
  // symbols are folders of the interface: `coins/search/history.json` is a search.
  const draw = createRequests(createRandom(seed), {
    texts: texts.filter((one) => !/^(?:\.+|.*\.json|search|limit)$/i.test(one)),
    searchable,
  });
  return Array.from({ length: count }, draw);
}

/** Compares each response of a host with the reading. */
export async function judgeRequests(
  host: RunningHost,
  model: Model,
  requests: readonly RandomRequest[],
  latitude: Latitude = { mustBeExact: () => true },
): Promise<RandomResult> {
  const { methods, mustBeExact } = latitude;
  const tried = requests.filter(({ method }) => methods?.includes(method) ?? true);
  const result: RandomResult = { requests: tried.length, exact: 0, refused: 0, other: 0, wrong: [] };
  let at = 0;
  const work = async (): Promise<void> => {
    for (let own = at++; own < tried.length; own = at++) {
      const request = tried[own]!;
      const { fault, status, body } = await judgeOne(host, model, request);
      const isFree = fault !== undefined && !mustBeExact(request);
      if (fault === undefined) result.exact += 1;
      else if (isFree && status >= 400 && status < 500) result.refused += 1;
      else if (isFree && body !== undefined && isOther(model, request, body)) result.other += 1;
      else result.wrong.push(`${request.method} ${request.url.slice(0, 200)} ${status}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return result;
}

/** The response to another reading of the request, named in its `meta`. */
function isOther(model: Model, { ask }: RandomRequest, body: Body): boolean {
  const readings = [ask.query, [...ask.query].reverse()].map((query) =>
    model.read({ ...ask, query: query.filter(([name], at) => query.findIndex(([other]) => other === name) === at) }),
  );
  const isRight = (reading: Reading) => "check" in reading && reading.check(body) === undefined;
  return readings.some(isRight) || (ask.kind === "sparklines" && model.isEveryCoin(body));
}

async function judgeOne(host: RunningHost, model: Model, { method, url, ask }: RandomRequest) {
  const response = await host.fetch(url, { method });
  const { status, headers } = response;
  const text = await response.text();
  const say = (fault?: string, body?: Body) => ({ fault, status, body });
  if (headers.get("access-control-allow-origin") !== "*") return say("other sites may not read it");
  if (method === "OPTIONS") {
    const allowed = headers.get("access-control-allow-methods") ?? "";
    return say(status === 204 && text === "" && allowed.includes("GET") ? undefined : "no answer to a preflight");
  }
  if (!headers.get("content-type")?.startsWith("application/json")) return say(`type ${headers.get("content-type")}`);
  const reading: Reading = ["GET", "HEAD"].includes(method) ? model.read(ask) : { errors: [405 as 400] };
  const wanted = "errors" in reading ? reading.errors : [200];
  if (!wanted.includes(status as 400))
    return say(
      `should have status ${wanted.join(" or ")}: ${text.slice(0, 120)}`,
      status === 200 && text !== "" ? (JSON.parse(text) as Body) : undefined,
    );
  if (method === "HEAD") return say(text === "" ? undefined : "a body");
  const body = JSON.parse(text) as Body & { error?: { code: string; status: number; message: string } };
  if ("check" in reading) return say(reading.check(body), body);
  const { code, status: said, message } = body.error ?? { code: "", status: 0, message: "" };
  return say(
    code === CODES[status] && said === status && message !== "" ? undefined : `the error ${text.slice(0, 120)}`,
  );
}
