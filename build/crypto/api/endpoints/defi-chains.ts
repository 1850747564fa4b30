import { z } from "zod";
import { envelope } from "../../../kit/api/endpoint.ts";
import { defineSingle } from "../define-endpoint.ts";
import { ChainRow, rankChains } from "../rows/defi-row.ts";

export const defiChains = defineSingle({
  id: "defi-chains",
  path: "/defi/chains",
  docs: {
    tag: "defi",
    title: "DeFi by chain",
    description: "Blockchains by the total value locked in their DeFi protocols.",
  },
  kinds: ["chain", "protocol"],
  body: envelope(z.array(ChainRow.schema).describe("All chains, by total value locked")),
  from: ({ market: { defi } }) => (defi?.chains.length ? defi : undefined),
  compute: (defi) => ({ data: rankChains(defi).map(ChainRow.compute) }),
});
