import { z } from "zod";
import { HOUR_MS, SECOND_MS } from "../../../lib/time.ts";
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
  renamed,
  rows,
} from "../kit/schema.ts";
import { defineTerms } from "../kit/terms.ts";
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
const Row = renamed({
  id: ["id", identifier],
  slug: ["slug", identifier],
  name: ["name", label],
  symbol: ["symbol", maybeSymbol],
  category: ["category", maybeText],
  chains: ["chains", z.array(z.string())],
  tvlUsd: ["tvl", amount],
  chainTvlsUsd: ["chainTvls", z.record(z.string(), amount)],
  changePercentage1h: ["change_1h", maybeNumeric],
  changePercentage1d: ["change_1d", maybeNumeric],
  changePercentage7d: ["change_7d", maybeNumeric],
  marketCapUsd: ["mcap", maybePositive],
  geckoId: ["gecko_id", maybeText],
  url: ["url", maybeWebUrl],
  logo: ["logo", maybeWebUrl],
  listedAt: ["listedAt", maybeNumeric],
});

function normaliseProtocol({ listedAt, ...row }: z.infer<typeof Row>, now: number): Protocol {
  const chainTvls = Object.entries(row.chainTvlsUsd).filter(([key]) => !key.includes("-") && !SECTIONS.has(key));
  return {
    ...row,
    chainTvlsUsd: Object.fromEntries(chainTvls),
    listedAtMs: acceptPastTime(listedAt === null ? null : listedAt * SECOND_MS, now),
  };
}

const API = "https://api.llama.fi";

/** The upstream computes TVL once an hour. */
const REFRESH_MS = HOUR_MS;

const protocols = defineFeed({
  id: "protocols",
  kind: "protocol",
  refreshMs: REFRESH_MS,
  // About 11 MB now.
  maxBytes: 64 * 1024 * 1024,
  requests: () => [{ url: `${API}/protocols` }],
  schema: rows(Row),
  normalise: (body, context) => mapRows(body, (row) => normaliseProtocol(row, context.now)),
});

const Chain = renamed({
  name: ["name", label],
  tvlUsd: ["tvl", amount],
  tokenSymbol: ["tokenSymbol", maybeSymbol],
  geckoId: ["gecko_id", maybeText],
  // A number, the text of one, or null.
  chainId: ["chainId", maybeRank],
});

const chains = defineFeed({
  id: "chains",
  kind: "chain",
  refreshMs: REFRESH_MS,
  maxBytes: 8 * 1024 * 1024,
  requests: () => [{ url: `${API}/v2/chains` }],
  schema: rows(Chain),
  normalise: (body) => mapRows(body, (row) => row),
});

/**
 * The total of all chains without double counting: the sum of the protocols would count restaked
 * money again.
 */
const tvl = defineFeed({
  id: "tvl",
  kind: "tvl",
  refreshMs: REFRESH_MS,
  maxBytes: 8 * 1024 * 1024,
  requests: () => [{ url: `${API}/v2/historicalChainTvl` }],
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
  maxBytes: 32 * 1024 * 1024,
  requests: () => [{ url: `${API}/overview/dexs?excludeTotalDataChart=true&excludeTotalDataChartBreakdown=true` }],
  schema: renamed({ total24hUsd: ["total24h", amount], changePercentage1d: ["change_1d", maybeNumeric] }),
  normalise: (body) => [body],
});

export const defillama = defineSource({
  id: "defillama",
  name: "DefiLlama",
  homepage: "https://defillama.com",
  license: "DefiLlama free API terms",
  terms: defineTerms({
    url: "https://defillama.com/terms",
    ground: { kind: "reported", on: "2026-11-23", by: "public reports" },
    says: "Section 8.7 forbids republishing the data in any form without permission (terms of 2025-06-24).",
    class: "restricted",
  }),
  attribution: "DeFi data provided by DefiLlama (https://defillama.com)",
  pacing: {
    concurrency: 4,
    intervalMs: 250,
    reason: "no published limit for the free API; about 300 requests a minute are reported to pass",
    giveUpAfter429: 3,
  },
  cadenceMs: HOUR_MS,
  findError: findErrorText,
  feeds: [protocols, chains, tvl, dexVolume],
});
