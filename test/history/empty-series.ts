import type { Series } from "../../build/history/history.ts";

export const EMPTY_SERIES: Series = { times: [], prices: [], marketCaps: [], totalVolumes: [] };
