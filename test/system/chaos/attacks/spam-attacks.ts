import type { Dataset, ReferenceCoin } from "../../../../build/crypto/normalise/record.ts";
import type { AttackClass, Drawn, Frame, StageId } from "./attack.ts";
import { checkPasses, PRICE_CHECKS } from "./judge-prices.ts";
import { type BookLie, editRecords, inventBooks, lieInBooks, scaleCoins, shiftQuote, silence } from "./lies.ts";
import { VENUES } from "./price-attacks.ts";
import type { Moment } from "./stage.ts";

/** Coins of the lists that no venue trades, five times as many as the others. */
export const UNLISTED: readonly string[] = Array.from({ length: 600 }, (_, at) => `unlisted-${at}`);
const COUNTS = [10, 57, 60, 300, 600] as const;
const FACTORS = [0.7, 0.8, 0.95, 1.05, 1.2, 1.3] as const;
const LIST_IDS = ["coingecko", "coinpaprika"];

/** Two lists know more coins, each smaller than the smallest one that venues trade. */
export function addUnlisted(datasets: readonly Dataset[]): readonly Dataset[] {
  return datasets.map((dataset) => {
    if (dataset.kind !== "coin" || !LIST_IDS.includes(dataset.source)) return dataset;
    const coins = dataset as Dataset<"coin">;
    const smallest = Math.min(...coins.records.flatMap(({ marketCapUsd }) => marketCapUsd ?? []));
    const like = coins.records[0]!;
    return { ...coins, records: [...coins.records, ...UNLISTED.map((id, at) => describe(id, at, like, smallest))] };
  });
}

function describe(id: string, at: number, like: ReferenceCoin, smallest: number): ReferenceCoin {
  const priceUsd = 0.01 * 1.003 ** at;
  const marketCapUsd = smallest / (2 + at);
  const supply = marketCapUsd / priceUsd;
  const symbol = `UNL${at}`;
  return {
    ...like,
    id,
    symbol,
    name: `Unlisted ${at}`,
    image: null,
    rank: null,
    priceUsd,
    marketCapUsd,
    volumeUsd: 100_000,
    ...(like.sourceId && { sourceId: { id: `${symbol.toLowerCase()}-${id}`, certain: true } }),
    high24hUsd: null,
    low24hUsd: null,
    change24hUsd: null,
    sparklineUsd: [],
    changePercentage1h: 0,
    changePercentage24h: 0,
    changePercentage7d: 0,
    changePercentage30d: null,
    changePercentage1y: null,
    circulatingSupply: supply,
    totalSupply: supply,
    maxSupply: supply,
    athUsd: null,
    athTimeMs: null,
    atlUsd: null,
    atlTimeMs: null,
  };
}

/** The factor of the invented prices in the build that counts `nth`; `null`: no invented books. */
const COURSES: Readonly<Record<string, (factor: number, nth: number) => number | null>> = {
  constant: (factor) => factor,
  "right first": (factor, nth) => (nth < 2 ? 1 : factor),
  alternating: (factor, nth) => (nth % 2 === 0 ? factor : 1),
  "right, then gone": (_, nth) => (nth < 2 ? 1 : null),
};

interface Spam {
  venue: string;
  count: number;
  factor: number;
  course: keyof typeof COURSES;
}

/** Books of coins that no other venue has, and of codes that no list has. */
function spam({ venue, count, factor, course }: Spam): Drawn {
  const ids = UNLISTED.slice(0, count);
  return {
    liars: [venue],
    invents: new Set(ids),
    builds: 5,
    what: `${count} books that no other venue has, price × ${factor} (${course})`,
    edit(now, nth) {
      const price = COURSES[course]!(factor, nth);
      if (price === null) return now.datasets;
      const books = inventBooks(now, now.datasets, [venue], ids, { price, volumeUsd: 30_000 });
      return editRecords(books, "ticker", [venue], (ticker) =>
        ticker.market.endsWith("-INVENTED")
          ? [ticker, { ...ticker, market: `${ticker.market}-X`, base: `X${ticker.base}` }]
          : [ticker],
      );
    },
    checks: [...PRICE_CHECKS, checkPasses],
  };
}

const frame = (stage: StageId, from: number, drawn: Drawn): Frame => ({
  stages: [stage],
  from: [from],
  draw: () => drawn,
});

const lie = (venue: string, of: BookLie) => (now: Moment) => lieInBooks(now, [venue], of);

/** Every way in which a venue alone may answer wrongly for as long as it likes. */
const LIES: Readonly<Record<string, (venue: string) => Drawn["edit"]>> = {
  ...Object.fromEntries(
    [0.1, 0.5, 0.7, 0.95, 1.05, 1.3, 2, 10].map((price) => [
      `all prices × ${price}`,
      (venue: string) => lie(venue, scaleCoins(null, { price, volume: 1 })),
    ]),
  ),
  "all prices × 0.95, volume × 1,000,000": (venue) => lie(venue, scaleCoins(null, { price: 0.95, volume: 1e6 })),
  "all prices × 1.05 in every other build": (venue) => (now, nth) =>
    nth % 2 === 0 ? now.datasets : lie(venue, scaleCoins(null, { price: 1.05, volume: 1 }))(now),
  "volume × 14": (venue) => lie(venue, scaleCoins(null, { price: 1, volume: 14 })),
  "no volume": (venue) => lie(venue, (ticker) => ({ ...ticker, baseVolume: 0, quoteVolume: 0, usdVolume: null })),
  "USDT × 0.95": (venue) => lie(venue, shiftQuote("USDT", 0.95, 100)),
  "dollar × 1.15": (venue) => lie(venue, shiftQuote("USD", 1.15, 100)),
  "only its first book": (venue) => (now) => {
    let books = 0;
    return lie(venue, (ticker) => (books++ === 0 ? ticker : null))(now);
  },
  "the prices of the first build in every build": (venue) => {
    let first: readonly Dataset[] = [];
    return ({ datasets }, nth) => {
      const isOwn = ({ kind, source }: Dataset) => kind === "ticker" && source === venue;
      if (nth === 0) first = datasets.filter(isOwn);
      return [...datasets.filter((dataset) => !isOwn(dataset)), ...first];
    };
  },
  "no answer": (venue) => (now) => silence(now.datasets, [venue], false),
  "no answer, its last one known": (venue) => (now) => silence(now.datasets, [venue], true),
};

const STAGES_TRIED: readonly StageId[] = ["full", "thin"];

export const SPAM_ATTACKS: readonly AttackClass[] = [
  {
    id: "spam",
    section: "A",
    what: "one venue lists coins that no other venue has",
    share: 10,
    stages: ["unlisted"],
    from: [0, 1, 2],
    draw: (random) =>
      spam({
        venue: random.pick(VENUES),
        count: random.pick(COUNTS),
        factor: random.pick(FACTORS),
        course: random.pick(Object.keys(COURSES)),
      }),
    named: [0, 2].flatMap((from) =>
      COUNTS.flatMap((count, at) =>
        Object.keys(COURSES).map((course, nth) => {
          const venue = VENUES[(at * 5 + nth * 3 + from) % VENUES.length]!;
          return frame("unlisted", from, spam({ venue, count, factor: FACTORS[(at + nth) % FACTORS.length]!, course }));
        }),
      ),
    ),
  },
  {
    id: "any-venue",
    section: "A",
    what: "each venue alone with each lie: no build is refused",
    share: 100,
    stages: STAGES_TRIED,
    from: [0, 2],
    builds: 4,
    draw(random) {
      const venue = random.pick(VENUES);
      const [what, edit] = random.pick(Object.entries(LIES));
      return { liars: [venue], what, edit: edit(venue), checks: [checkPasses] };
    },
    // All pairs of a venue and a lie; stage and first build take turns.
    named: VENUES.flatMap((venue, at) =>
      Object.entries(LIES).map(([what, edit], nth): Frame => {
        const stage = STAGES_TRIED[(at + nth) % 2]!;
        const from = [0, 2][(at + Math.floor(nth / 2)) % 2]!;
        return frame(stage, from, { liars: [venue], what, builds: 3, edit: edit(venue), checks: [checkPasses] });
      }),
    ),
  },
];
