import type { Dataset, RecordKind, ReferenceCoin } from "../../../../build/crypto/normalise/record.ts";
import type { AttackClass, Frame } from "./attack.ts";
import { checkChanges, checkDefi, checkExtremes, checkFiat, checkGlobal, checkSupply } from "./judge-numbers.ts";
import { checkPasses, PRICE_CHECKS } from "./judge-prices.ts";
import { ANCHOR_IDS, editRecords, lieInBooks, lieInReference } from "./lies.ts";
import { VENUES } from "./price-attacks.ts";
import { listPriced, type Moment, ofKind } from "./stage.ts";

const DEFI_PARTS = ["tvl", "protocol", "chain"] as const;
const DEFI_UNITS = [1_000, 2.5, 0.001, 0.4] as const;

/** DefiLlama's lists in another unit: whole lists, so that each agrees with itself. */
function scaleDefi(moment: Moment, parts: readonly RecordKind[], factor: number): readonly Dataset[] {
  const scaled = <K extends "tvl" | "chain">(datasets: readonly Dataset[], kind: K) =>
    parts.includes(kind)
      ? editRecords(datasets, kind, null, (record) => [{ ...record, tvlUsd: record.tvlUsd * factor }])
      : datasets;
  const lists = scaled(scaled(moment.datasets, "tvl"), "chain");
  if (!parts.includes("protocol")) return lists;
  return editRecords(lists, "protocol", null, (protocol) => [
    {
      ...protocol,
      tvlUsd: protocol.tvlUsd * factor,
      chainTvlsUsd: Object.fromEntries(
        Object.entries(protocol.chainTvlsUsd).map(([chain, usd]) => [chain, usd * factor]),
      ),
    },
  ]);
}

/** A source's units of a currency for its base, by a factor. */
function scaleRates(
  datasets: readonly Dataset[],
  sources: readonly string[],
  codes: readonly string[],
  factor: number,
): readonly Dataset[] {
  return editRecords(datasets, "rate", sources, (rate) => [
    codes.includes(rate.quote) ? { ...rate, rate: rate.rate * factor } : rate,
  ]);
}

/** Currencies that one source alone knows. */
function listSingleSource({ datasets }: Moment): string[] {
  const tables = ofKind(datasets, "rate");
  const counts = new Map<string, number>();
  for (const { records } of tables) for (const { quote } of records) counts.set(quote, (counts.get(quote) ?? 0) + 1);
  return [...counts].flatMap(([code, count]) => (count === 1 && code !== "EUR" ? [code] : []));
}

const drift = (codes: readonly string[], step: number, from: number): Frame => ({
  stages: ["days"],
  from: [from],
  builds: 6,
  draw: () => ({
    liars: ["ecb"],
    what: `${codes.join(", ")} × ${step} more every day`,
    checks: [checkFiat(codes)],
    edit: (now, nth) => scaleRates(now.datasets, ["ecb"], codes, step ** (nth + 1)),
  }),
});

/** What a row may say that the price contradicts. */
const ROW_LIES: Readonly<Record<string, (row: ReferenceCoin) => Partial<ReferenceCoin>>> = {
  "high × 3": ({ high24hUsd }) => ({ high24hUsd: high24hUsd && high24hUsd * 3 }),
  "high × 0.5": ({ high24hUsd }) => ({ high24hUsd: high24hUsd && high24hUsd * 0.5 }),
  "low × 0.2": ({ low24hUsd }) => ({ low24hUsd: low24hUsd && low24hUsd * 0.2 }),
  "low × 2": ({ low24hUsd }) => ({ low24hUsd: low24hUsd && low24hUsd * 2 }),
  "high and low exchanged": ({ high24hUsd, low24hUsd }) => ({ high24hUsd: low24hUsd, low24hUsd: high24hUsd }),
  "all-time high × 0.1": ({ athUsd }) => ({ athUsd: athUsd && athUsd * 0.01 }),
  "all-time low × 1,000": ({ atlUsd, priceUsd }) => ({ atlUsd: atlUsd && (priceUsd ?? 1) * 3 }),
  "change of a day + 500": () => ({ changePercentage24h: 500, change24hUsd: null }),
  "change of a day − 95": () => ({ changePercentage24h: -95, change24hUsd: null }),
  "change of an hour + 80": () => ({ changePercentage1h: 80 }),
  "change of a week + 900": () => ({ changePercentage7d: 900 }),
  "change in USD against the one in percent": ({ priceUsd }) => ({ change24hUsd: (priceUsd ?? 0) * 0.6 }),
};

export const NUMBER_ATTACKS: readonly AttackClass[] = [
  {
    id: "defi-units",
    section: "C",
    what: "DeFi lists in other units",
    share: 60,
    draw(random, { step }) {
      const factor = random.pick(DEFI_UNITS);
      const parts = random.sample(DEFI_PARTS, random.pick([1, 1, 2, 3]));
      // Less than a unit at the first sight of the lists: nothing says which of them is right.
      const knowable = step > 0 || factor >= 100 || factor <= 0.01;
      return {
        liars: ["defillama"],
        what: `${parts.join(" and ")} × ${factor}`,
        edit: (moment) => scaleDefi(moment, parts, factor),
        checks: [checkPasses, ...(knowable ? [checkDefi] : [])],
      };
    },
  },
  {
    id: "fiat",
    section: "C",
    what: "tables of fiat rates that are wrong",
    share: 30,
    named: [
      drift(["JPY"], 1.19, 1),
      drift(["JPY"], 1.19, 0),
      drift(["JPY", "GBP", "CHF"], 1 / 1.19, 1),
      drift(["KRW"], 1.04, 1),
    ],
    stages: ["days"],
    from: [1, 2],
    builds: 4,
    draw(random, moment) {
      const single = random() < 0.6;
      const known = listSingleSource(moment);
      const codes = single ? random.sample(known, random.pick([1, 3])) : [random.pick(["JPY", "TRY", "BRL", "INR"])];
      const source = single ? "fawazahmed0" : random.pick(["ecb", "frankfurter", "fawazahmed0"]);
      // What one source alone says by half more may be a real devaluation.
      const factor = random.pick(single ? [38, 1 / 38, 100, 0.01] : [38, 1 / 38, 1.5, 0.6, 100]);
      return {
        liars: [source],
        what: `${codes.join(", ")} × ${factor.toFixed(3)}`,
        edit: (now) => scaleRates(now.datasets, [source], codes, factor),
        checks: [checkFiat(codes)],
      };
    },
  },
  {
    id: "supply",
    section: "C",
    what: "a supply in another unit",
    share: 30,
    draw(random, moment) {
      const coinId = random() < 0.3 ? "dogecoin" : random.pick(listPriced(moment));
      const factor = random.pick([1_000, 1_000, 0.001, 1e6, 50]);
      const cap = random() < 0.5;
      return {
        liars: ["coingecko"],
        what: `supply of ${coinId} × ${factor}${cap ? " with its market cap" : ""}`,
        edit: (now) =>
          lieInReference(now.datasets, ["coingecko"], coinId, (row) => ({
            ...row,
            circulatingSupply: row.circulatingSupply && row.circulatingSupply * factor,
            totalSupply: row.totalSupply && row.totalSupply * factor,
            maxSupply: row.maxSupply && row.maxSupply * factor,
            marketCapUsd: row.marketCapUsd && row.marketCapUsd * (cap ? factor : 1),
          })),
        checks: [checkSupply(coinId), checkPasses, ...PRICE_CHECKS],
      };
    },
  },
  {
    id: "global",
    section: "C",
    what: "totals of the market that drift or are wrong",
    share: 30,
    builds: 8,
    draw(random) {
      const step = random.pick([1.3, 1 / 1.3, 1.25, 0.8, 1.15]);
      const jump = random() < 0.3 ? random.pick([10, 0.1]) : null;
      const what = random.pick(["cap", "volume", "both"]);
      return {
        liars: ["coingecko"],
        what: `totals (${what}) × ${jump ?? `${step.toFixed(2)} more in every build`}`,
        edit: (moment, nth) =>
          editRecords(moment.datasets, "global", null, (totals) => {
            const factor = jump ?? step ** (nth + 1);
            return [
              {
                ...totals,
                totalMarketCapUsd: totals.totalMarketCapUsd * (what === "volume" ? 1 : factor),
                totalVolumeUsd: totals.totalVolumeUsd * (what === "cap" ? 1 : factor),
              },
            ];
          }),
        checks: [checkGlobal, checkPasses],
      };
    },
  },
  {
    id: "rows",
    section: "C",
    what: "highs, lows and changes that contradict the price",
    share: 50,
    stages: ["full", "thin"],
    draw(random, moment) {
      const coinId = random() < 0.2 ? random.pick(ANCHOR_IDS) : random.pick(listPriced(moment));
      const [what, lie] = random.pick(Object.entries(ROW_LIES));
      return {
        liars: ["coingecko"],
        what: `${coinId}, ${what}`,
        edit: (now) => lieInReference(now.datasets, ["coingecko"], coinId, (row) => ({ ...row, ...lie(row) })),
        checks: [checkExtremes(coinId), checkChanges([coinId]), checkPasses],
      };
    },
  },
  {
    id: "opens",
    section: "C",
    what: "prices of a day ago that are wrong on the first day",
    share: 40,
    stages: ["full", "other"],
    from: [0],
    builds: 2,
    draw(random) {
      const liar = random.pick(VENUES);
      const factor = random.pick([1.0005, 0.9995, 1.01, 0.95, 1.2, 0.5]);
      const code = random.pick(["USDT", "USDT", "BTC", null]);
      return {
        liars: [liar],
        what: `${code ?? "every book"} a day ago × ${factor}`,
        edit: (moment) =>
          lieInBooks(moment, [liar], (ticker) => {
            if (ticker.open24h === null) return ticker;
            if (code === null || ticker.base === code) return { ...ticker, open24h: ticker.open24h * factor };
            return ticker.quote === code ? { ...ticker, open24h: ticker.open24h / factor } : ticker;
          }),
        checks: [checkChanges(null), checkPasses],
      };
    },
  },
];
