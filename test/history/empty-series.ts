import type { Series } from "../../build/history/read-history.ts";

export const EMPTY_SERIES: Series = { times: [], prices: [], marketCaps: [], totalVolumes: [] };
