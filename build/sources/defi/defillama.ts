import { z } from "zod";
import { HOUR_MS, SECOND_MS } from "../../lib/time.ts";
import { type Protocol, rejected } from "../../normalise/record.ts";
import { findErrorText } from "../kit/error-body.ts";
import {
  acceptPastTime,
  amount,
  identifier,
  label,
  mapRows,
  maybeNumeric,
  maybePositive,
  maybeRank,
  maybeSymbol,
  maybeText,
  maybeWebUrl,
  numeric,
  rows,
} from "../kit/schema.ts";
import { defineFeed, defineSource } from "../source.ts";

/**
 * Keys of `chainTvls` that are sections and not chains; the same sections per chain are written
 * `Ethereum-borrowed`. What is left adds up to `tvl`, which recorded bodies confirm.
 */
const SECTIONS = new Set(["borrowed", "staking", "pool2", "treasury", "vesting", "offers", "masterchef"]);

/**
 * One row of `/protocols`, centralised exchanges and chains included: the category tells them
 * apart.
 */
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

const API = "https://api.llama.fi";

/** The upstream computes TVL once an hour. */
const REFRESH_MS = HOUR_MS;

const protocols = defineFeed({
  id: "protocols",
  kind: "protocol",
  refreshMs: REFRESH_MS,
  key: (protocol) => protocol.id,
  format: "json",
  // About 11 MB now.
  maxBytes: 64 * 1024 * 1024,
  requests: () => [{ url: `${API}/protocols` }],
  findError: findErrorText,
  schema: rows(DefillamaProtocol),
  normalise: (body, context) => mapRows(body, (row) => normaliseDefillamaProtocol(row, context.now)),
});

const Chain = z.object({
  name: label,
  tvl: amount,
  tokenSymbol: maybeSymbol,
  gecko_id: maybeText,
  // A number, the text of one, or null.
  chainId: maybeRank,
});

const chains = defineFeed({
  id: "chains",
  kind: "chain",
  refreshMs: REFRESH_MS,
  key: (chain) => chain.name,
  format: "json",
  maxBytes: 8 * 1024 * 1024,
  requests: () => [{ url: `${API}/v2/chains` }],
  findError: findErrorText,
  schema: rows(Chain),
  normalise: (body) =>
    mapRows(body, (row) => ({
      name: row.name,
      tvlUsd: row.tvl,
      tokenSymbol: row.tokenSymbol,
      geckoId: row.gecko_id,
      chainId: row.chainId,
    })),
});

/**
 * The total of all chains without double counting: the sum of the protocols would count restaked
 * money again.
 */
const tvl = defineFeed({
  id: "tvl",
  kind: "tvl",
  refreshMs: REFRESH_MS,
  key: (point) => String(point.timeMs),
  format: "json",
  maxBytes: 8 * 1024 * 1024,
  requests: () => [{ url: `${API}/v2/historicalChainTvl` }],
  findError: findErrorText,
  // Unix seconds, as text in older answers.
  schema: rows(z.object({ date: numeric, tvl: amount })),
  normalise: (body, context) =>
    mapRows(body, (row) => {
      const timeMs = acceptPastTime(row.date * SECOND_MS, context.now);
      return timeMs === null ? rejected("time in the future") : { timeMs, tvlUsd: row.tvl };
    }),
});

const dexVolume = defineFeed({
  id: "dex-volume",
  kind: "dex-volume",
  refreshMs: REFRESH_MS,
  optional: true,
  format: "json",
  maxBytes: 32 * 1024 * 1024,
  requests: () => [{ url: `${API}/overview/dexs?excludeTotalDataChart=true&excludeTotalDataChartBreakdown=true` }],
  findError: findErrorText,
  schema: z.object({ total24h: amount, change_1d: maybeNumeric }),
  normalise: (body) => [{ total24hUsd: body.total24h, changePercentage1d: body.change_1d }],
});

export const defillama = defineSource({
  id: "defillama",
  name: "DefiLlama",
  homepage: "https://defillama.com",
  license: "DefiLlama free API terms",
  termsUrl: "https://defillama.com/terms",
  attribution: "DeFi data provided by DefiLlama (https://defillama.com)",
  redistribution: "attribution",
  pacing: {
    concurrency: 4,
    intervalMs: 250,
    reason: "no published limit for the free API; about 300 requests a minute are reported to pass",
    giveUpAfter429: 3,
  },
  cadenceMs: HOUR_MS,
  feeds: [protocols, chains, tvl, dexVolume],
});
