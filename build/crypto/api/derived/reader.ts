import type { Need } from "../../../kit/api/derived.ts";
import { computeAnswer } from "../../../kit/api/envelope.ts";
import { createByteCache } from "../../../lib/byte-cache.ts";
import { oncePer } from "../../../lib/once-per.ts";
import type { Endpoint, World } from "../world.ts";

/** Reads the answers of one build that other answers are made from. */
export interface Reader {
  /** Whether the site has answers of the endpoint, and the build knows the coin of the need. */
  has(need: Need): boolean;
  /** The answer as it is published; `undefined` if there is none. Callers do not change it. */
  read(need: Need): unknown;
  /** The result of `compute`, which is called once for a name. */
  remember(name: string, compute: () => boolean): boolean;
}

/**
 * The answers of a build that are kept for others: all of a demo of 250 coins. Beyond it, those
 * that were used longest ago are computed again; the lists that most answers need stay.
 */
const KEPT_BYTES = 64 * 1024 * 1024;

/** One reader per build, shared by all endpoints. Not every build has every endpoint. */
export function createReaders(find: (id: string) => Endpoint | undefined): (world: World) => Reader {
  return oncePer((world: World) => createReader(world, find));
}

function createReader(world: World, find: (id: string) => Endpoint | undefined): Reader {
  const answers = createByteCache<unknown>(KEPT_BYTES);
  const remembered = new Map<string, boolean>();
  const keys = new Set(world.market.coins.map(({ key }) => key));
  const remember: Reader["remember"] = (name, compute) => {
    const known = remembered.get(name) ?? compute();
    remembered.set(name, known);
    return known;
  };
  const has: Reader["has"] = ({ endpoint, values }) => {
    const key = values["symbol"] ?? values["symbols"];
    if (key !== undefined && !keys.has(String(key))) return false;
    return remember(`variants of ${endpoint}`, () => hasAnswers(find(endpoint), world));
  };
  const read: Reader["read"] = (need) => {
    const name = `${need.endpoint} ${JSON.stringify(need.values)}`;
    const known = answers.get(name);
    const endpoint = find(need.endpoint);
    if (known !== undefined || endpoint === undefined || !has(need)) return known;
    const answer = computeAnswer(endpoint, world, need.values);
    answers.set(name, answer, estimateBytes(answer));
    return answer;
  };
  return { has, read, remember };
}

/** A reference or a number; objects and texts have a head of about two. */
const WORD_BYTES = 8;

/** About how much memory an answer takes; values that several answers share count in each. */
export function estimateBytes(value: unknown): number {
  if (typeof value === "string") return 2 * WORD_BYTES + value.length;
  if (typeof value !== "object" || value === null) return WORD_BYTES;
  // Lists of numbers have the most members.
  if (Array.isArray(value) && typeof value[0] === "number") return 2 * WORD_BYTES * (1 + value.length);
  let bytes = 2 * WORD_BYTES;
  for (const member of Array.isArray(value) ? value : Object.values(value)) bytes += WORD_BYTES + estimateBytes(member);
  return bytes;
}

/** In files, or by the handler alone. */
function hasAnswers(endpoint: Endpoint | undefined, world: World): boolean {
  for (const _ of endpoint?.variants(world) ?? []) return true;
  return endpoint?.derived?.example?.(world) !== undefined;
}
