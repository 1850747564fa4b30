import { z } from "zod";
import type { Protocol } from "../../normalise/record.ts";
import { count, maybeNumber, maybeText, number, text } from "../field.ts";

/** One DeFi protocol, with DefiLlama's field names in snake_case. */
export const ProtocolRow = z
  .strictObject({
    rank: count("Rank by total value locked, from 1"),
    id: text("Unique id of the protocol at the source"),
    slug: text("Readable id of the protocol"),
    name: text("Name of the protocol"),
    symbol: maybeText("Symbol of its token, upper-case"),
    category: maybeText("What it does: lending, exchange, staking"),
    chains: z.array(text("Name of a chain")).describe("Chains on which it runs"),
    tvl: number("Total value locked in USD"),
    chain_tvls: z.record(z.string(), number("Total value locked in USD")).describe("Total value locked by chain"),
    change_1h: maybeNumber("Change of the total value locked over one hour in percent"),
    change_1d: maybeNumber("Change of the total value locked over one day in percent"),
    change_7d: maybeNumber("Change of the total value locked over 7 days in percent"),
    mcap: maybeNumber("Market cap of its token in USD"),
    mcap_tvl_ratio: maybeNumber("Market cap divided by total value locked"),
    gecko_id: maybeText("Id of its token among the coins"),
    url: maybeText("URL of the protocol"),
    logo: maybeText("URL of the logo"),
  })
  .describe("A DeFi protocol");

export type ProtocolRow = z.infer<typeof ProtocolRow>;

/** `rank` counts from 1 in the order of total value locked. */
export function computeProtocolRow(protocol: Protocol, rank: number): ProtocolRow {
  const { marketCapUsd, tvlUsd } = protocol;
  return {
    rank,
    id: protocol.id,
    slug: protocol.slug,
    name: protocol.name,
    symbol: protocol.symbol?.toUpperCase() ?? null,
    category: protocol.category,
    chains: protocol.chains,
    tvl: tvlUsd,
    chain_tvls: protocol.chainTvlsUsd,
    change_1h: protocol.changePercentage1h,
    change_1d: protocol.changePercentage1d,
    change_7d: protocol.changePercentage7d,
    mcap: marketCapUsd,
    mcap_tvl_ratio: marketCapUsd === null || tvlUsd <= 0 ? null : marketCapUsd / tvlUsd,
    gecko_id: protocol.geckoId,
    url: protocol.url,
    logo: protocol.logo,
  };
}
