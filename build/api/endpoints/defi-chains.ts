import { z } from "zod";
import { defineEndpoint, type Params } from "../endpoint.ts";
import { ChainRow, computeChainRows } from "../rows/defi-row.ts";

export const defiChains = defineEndpoint({
  id: "defi-chains",
  path: "/defi/chains",
  tag: "defi",
  title: "DeFi by chain",
  description: "Blockchains by the total value locked in their DeFi protocols.",
  parameters: {},
  kinds: ["chain", "protocol"],
  data: z.array(ChainRow).describe("All chains, by total value locked"),
  *variants({ market }): Iterable<Params> {
    if (market.defi !== null && market.defi.chains.length > 0) yield {};
  },
  compute({ market: { defi } }) {
    if (defi === null) throw new RangeError("There is no DeFi data");
    return { data: computeChainRows(defi) };
  },
});
