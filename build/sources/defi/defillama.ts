import { z } from "zod";
import { HOUR_MS, SECOND_MS } from "../../lib/time.ts";
import { rejected } from "../../normalise/record.ts";
import { findErrorText } from "../kit/error-text.ts";
import { label, maybeRank, maybeSymbol } from "../kit/field.ts";
import { acceptPastTime } from "../kit/past-time.ts";
import { amount, mapRows, maybeNumeric, maybeText, numeric, rows } from "../kit/schema.ts";
import { defineFeed, defineSource } from "../source.ts";
import { DefillamaProtocol, normaliseDefillamaProtocol } from "./defillama-protocol.ts";

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

/** The total of all chains without double counting: the sum of the protocols would count restaked money again. */
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
