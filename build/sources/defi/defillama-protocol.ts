import { z } from "zod";
import { SECOND_MS } from "../../lib/time.ts";
import type { Protocol } from "../../normalise/record.ts";
import { identifier, label, maybeSymbol, maybeWebUrl } from "../kit/field.ts";
import { acceptPastTime } from "../kit/past-time.ts";
import { amount, maybeNumeric, maybePositive, maybeText } from "../kit/schema.ts";

/**
 * Keys of `chainTvls` that are sections and not chains; the same sections per chain are written `Ethereum-borrowed`. What is
 * left adds up to `tvl`, which recorded bodies confirm.
 */
const SECTIONS = new Set(["borrowed", "staking", "pool2", "treasury", "vesting", "offers", "masterchef"]);

/** One row of `/protocols`, centralised exchanges and chains included: the category tells them apart. */
export const DefillamaProtocol = z.object({
  id: identifier,
  slug: identifier,
  name: label,
  symbol: maybeSymbol,
  category: maybeText,
  chains: z.array(z.string()),
  tvl: amount,
  chainTvls: z.record(z.string(), amount),
  change_1h: maybeNumeric,
  change_1d: maybeNumeric,
  change_7d: maybeNumeric,
  mcap: maybePositive,
  gecko_id: maybeText,
  url: maybeWebUrl,
  logo: maybeWebUrl,
  listedAt: maybeNumeric,
});
export type DefillamaProtocol = z.infer<typeof DefillamaProtocol>;

export function normaliseDefillamaProtocol(row: DefillamaProtocol, now: number): Protocol {
  const chainTvls = Object.entries(row.chainTvls).filter(([key]) => !key.includes("-") && !SECTIONS.has(key));
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    symbol: row.symbol,
    category: row.category,
    chains: row.chains,
    tvlUsd: row.tvl,
    chainTvlsUsd: Object.fromEntries(chainTvls),
    changePercentage1h: row.change_1h,
    changePercentage1d: row.change_1d,
    changePercentage7d: row.change_7d,
    marketCapUsd: row.mcap,
    geckoId: row.gecko_id,
    url: row.url,
    logo: row.logo,
    listedAtMs: acceptPastTime(row.listedAt === null ? null : row.listedAt * SECOND_MS, now),
  };
}
