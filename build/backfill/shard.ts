import { OperationalError } from "../lib/operational-error.ts";

/** One of `count` jobs that share the work, from 1. */
export interface Shard {
  index: number;
  count: number;
}

export const WHOLE: Shard = { index: 1, count: 1 };

/** Reads `2/5`. Throws an `OperationalError` on anything that is no such part. */
export function parseShard(text: string): Shard {
  const [, index, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (!(shard.index >= 1 && shard.index <= shard.count)) {
    throw new OperationalError(`--shard must be i/n with 1 <= i <= n, for example 2/5, not "${text}".`);
  }
  return shard;
}

/** The shard's part of a list: every n-th item, so that the most valuable ones are spread over all shards. */
export function takeShard<Item>(items: readonly Item[], { index, count }: Shard): Item[] {
  return items.filter((_, position) => position % count === index - 1);
}
