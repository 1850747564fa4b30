import { OperationalError } from "../lib/operational-error.ts";

/** One of `count` jobs that share the work, from 1. */
export interface Shard {
  index: number;
  count: number;
}

export const WHOLE: Shard = { index: 1, count: 1 };

/** Parses `2/5`. Throws an `OperationalError` for anything else. */
export function parseShard(text: string): Shard {
  const [, index, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (!(shard.index >= 1 && shard.index <= shard.count)) {
    throw new OperationalError(`--shard must be i/n with 1 <= i <= n, for example 2/5, not "${text}".`);
  }
  return shard;
}

/** Whether a coin is in the shard. Depends on the id alone: jobs may list coins differently. */
export function isInShard(coinId: string, { index, count }: Shard): boolean {
  return hashText(coinId) % count === index - 1;
}

/** FNV-1a, 32 bits. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
