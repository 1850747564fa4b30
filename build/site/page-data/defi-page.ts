import type { Endpoint, World } from "../../api/endpoint.ts";
import type { DefiOverview } from "../../api/endpoints/defi-overview.ts";
import type { ChainRow, ProtocolRow } from "../../api/rows/defi-row.ts";
import { computeDataPage, type DataPage } from "./data-page.ts";
import { findAnswer } from "./find-answer.ts";

export interface DefiPage extends DataPage<DefiOverview> {
  /** The first page of the list. */
  protocols: readonly ProtocolRow[];
  /** Protocols on a page. */
  pageLength: number;
  /** The largest. */
  chains: readonly ChainRow[];
  /** Chains that protocols can be filtered by: those with most of them, the names in order. */
  chainNames: readonly string[];
}

/** The interface has a file for the first so many. */
const PAGE_LENGTH = 50;
const CHAINS = 25;
const CHAIN_NAMES = 60;

export function computeDefiPage(endpoints: readonly Endpoint[], world: World): DefiPage | null {
  const page = computeDataPage<DefiOverview>(endpoints, world, {
    id: "defi-overview",
    datasets: ["defi-tvl-daily", "defi-protocols-latest", "defi-chains-latest"],
  });
  if (page === null) return null;
  const chains = findAnswer<ChainRow[]>(endpoints, world, "defi-chains")?.data ?? [];
  const protocols = findAnswer<ProtocolRow[]>(endpoints, world, "defi-protocols", { limit: PAGE_LENGTH })?.data ?? [];
  const busiest = chains.filter((chain) => chain.protocols > 0).sort((a, b) => b.protocols - a.protocols);
  return {
    ...page,
    protocols,
    pageLength: PAGE_LENGTH,
    chains: chains.slice(0, CHAINS),
    chainNames: busiest
      .slice(0, CHAIN_NAMES)
      .map(({ name }) => name)
      .sort(),
  };
}
