import fc from "fast-check";
import { expect } from "vitest";
import { checkTarget } from "./check-target.ts";
import type { HostileGround } from "./hostile-ground.ts";
import { hostileTarget } from "./hostile-target.ts";
import { createPipelinedConnection } from "./pipelined-connection.ts";

/** Requests that are sent ahead on the connection, before the first answer is read. */
const AT_ONCE = 40;

/**
 * Asks the server for random targets and compares each answer with those of the handler and of the client.
 * @returns how many of each status there were; those of 200 by what was asked for would prove nothing if there were none
 */
export async function fuzzTargets(ground: HostileGround, count: number, seed: number): Promise<Map<number, number>> {
  const connection = createPipelinedConnection(ground.server.url);
  const seen = new Map<number, number>();
  const batch = fc.array(hostileTarget, { minLength: AT_ONCE, maxLength: AT_ONCE });
  const property = fc.asyncProperty(batch, fc.boolean(), async (targets, asksHeads) => {
    const answers = await connection.ask(targets);
    for (const [at, answer] of answers.entries()) {
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      await checkTarget(ground, targets[at]!, answer).catch((cause) => {
        throw new Error(`${JSON.stringify(targets[at])} got ${answer.status}`, { cause });
      });
    }
    if (!asksHeads) return;
    const heads = await connection.ask(targets, "HEAD");
    for (const [at, { status, headers }] of heads.entries()) {
      const full = answers[at]!;
      expect({ status, headers: { ...headers, date: "" } }).toEqual({
        status: full.status,
        headers: { ...full.headers, date: "" },
      });
    }
  });
  try {
    await fc.assert(property, { numRuns: Math.ceil(count / AT_ONCE), seed });
  } finally {
    connection.close();
  }
  return seen;
}
