import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Level } from "../../../build/kit/hosts/host.ts";
import type { RunningHost } from "../hosts/host-server.ts";
import type { Case } from "./case.ts";
import { checkResponse, type Leniency, type ReceivedResponse, type Verdict } from "./check-response.ts";

/** Concurrent requests. */
const AT_ONCE = 4;

export interface Judged {
  asked: Case;
  verdict: Verdict;
}

/** Sends all cases to a host, and checks the responses. */
export async function runCases(
  host: RunningHost,
  folder: string,
  cases: readonly Case[],
  leniency: Leniency,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  const readFile = (path: string) => readFileSync(join(folder, path));
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < cases.length; at = next++) {
      const asked = cases[at]!;
      judged[at] = { asked, verdict: checkResponse(asked, await ask(host, asked.url), leniency, readFile) };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return judged;
}

async function ask(host: RunningHost, url: string): Promise<ReceivedResponse> {
  const response = await host.fetch(url).catch((error) => new Response(`no response: ${error}`, { status: 599 }));
  return {
    status: response.status,
    type: response.headers.get("content-type") ?? "",
    origin: response.headers.get("access-control-allow-origin"),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/**
 * The wrong responses for a host of this level, as lines of a message.
 * @param exact kinds of cases that the host answers beyond its level
 */
export function listFaults(judged: readonly Judged[], level: Level, exact: readonly string[] = []): string[] {
  return judged.flatMap(({ asked, verdict }) => {
    if (typeof verdict !== "string")
      return [`${asked.level} ${asked.about}: ${asked.url.slice(0, 200)} ${verdict.wrong}`];
    const must = (asked.level <= level || exact.includes(asked.about)) && verdict !== "exact";
    return must ? [`${asked.level} ${asked.about}: ${asked.url.slice(0, 200)} is ${verdict}`] : [];
  });
}
