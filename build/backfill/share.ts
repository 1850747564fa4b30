import type { Budget } from "./budget.ts";
import { USDT } from "./plan.ts";
import type { SeriesRequest } from "./series-request.ts";
import { type Shard, takeShard } from "./shard.ts";

/**
 * The part of a plan that one job does: what concerns USDT before all else and in every shard, because the books in USDT of all of them
 * need its rate, and every n-th of the rest, within the budget. Without a budget the shards together are the plan.
 */
export function takeShare(
  requests: readonly SeriesRequest[],
  shard: Shard,
  budget: Pick<Budget, "requests">,
): SeriesRequest[] {
  const isShared = ({ coinIds }: SeriesRequest) => coinIds.includes(USDT);
  const rest = requests.filter((request) => !isShared(request));
  return [...requests.filter(isShared), ...takeShard(rest, shard)].slice(0, budget.requests);
}
