import type { Draws } from "../random.ts";
import type { AttackClass, Drawn, Frame, StageId } from "./attack.ts";
import { checkPasses, checkRecovers, PRICE_CHECKS } from "./judge-prices.ts";
import {
  ANCHOR_IDS,
  type BookLie,
  forgetReferences,
  inventBooks,
  lieInBooks,
  PRICE_FACTORS,
  type Scaling,
  STABLECOINS,
  scaleCoins,
  scaleOneBook,
  shiftQuote,
  silence,
  VOLUME_FACTORS,
} from "./lies.ts";
import type { Moment } from "./stage.ts";
import { READ_SOURCES } from "./timeline.ts";

/** Those that answer in the simulated world. */
export const VENUES: readonly string[] = READ_SOURCES.flatMap(({ id, venue }) =>
  venue === undefined || id === "bybit" ? [] : [id],
);
/** The venues of the stages that have few. */
export const FEW_VENUES = {
  four: ["coinbase", "kraken", "binance", "okx"],
  five: ["coinbase", "kraken", "binance", "okx", "kucoin"],
  six: ["coinbase", "kraken", "binance", "okx", "kucoin", "gate"],
} as const;
/** A price is held for a day. */
const HOURS = 26;

/** How a lie goes on from build to build: what its factor is in the build that counts `nth`. */
const COURSES: Readonly<Record<string, (factor: number, nth: number) => number>> = {
  constant: (factor) => factor,
  growing: (factor, nth) => factor ** (nth + 1),
  alternating: (factor, nth) => (nth % 2 === 0 ? factor : 1 / factor),
  "every other": (factor, nth) => (nth % 2 === 0 ? factor : 1),
};

/** What is lied about; returns the lie for a factor, and in words what it is about. */
type Aim = (
  random: Draws,
  moment: Moment,
  liars: readonly string[],
) => { what: string; lie(scaling: Scaling): BookLie };

const AIMS: Readonly<Record<string, Aim>> = {
  "one coin": (random, moment, liars) => {
    const id = random.pick(listTraded(moment, liars));
    return { what: id, lie: (scaling) => scaleCoins(new Set([id]), scaling) };
  },
  "one book": (random, moment, liars) => {
    const id = random.pick(listTraded(moment, liars));
    const quote = random.pick(["USDT", "USD", "USDC", "BTC", "EUR"]);
    return { what: `${id} against ${quote}`, lie: (scaling) => scaleOneBook(id, quote, scaling) };
  },
  "some coins": (random, moment, liars) => {
    const ids = random.sample(listTraded(moment, liars), 12);
    return { what: `${ids.length} coins`, lie: (scaling) => scaleCoins(new Set(ids), scaling) };
  },
  "all coins": () => ({ what: "all coins", lie: (scaling) => scaleCoins(null, scaling) }),
  quote: (random) => {
    const code = random.pick(["USDT", "USDT", "USDC", "BTC", "ETH", "EUR", "USD", "TRY", "GBP", "BNB", "FDUSD"]);
    return { what: `everything against ${code}`, lie: ({ price, volume }) => shiftQuote(code, price, volume) };
  },
};

/**
 * Coins that a liar trades and that the builds of the stage price by themselves; those that anchor
 * others have attacks of their own.
 */
function listTraded({ trades }: Moment, liars: readonly string[]): string[] {
  const traded = [...trades].filter(
    ([id, venues]) => !ANCHOR_IDS.includes(id) && liars.every((liar) => venues.has(liar)) && venues.size > 1,
  );
  const any = [...trades].filter(([id, venues]) => !ANCHOR_IDS.includes(id) && venues.has(liars[0]!));
  return (traded.length > 0 ? traded : any).map(([id]) => id);
}

function drawPrice(random: Draws): number {
  return random() < 0.7 ? random.pick(PRICE_FACTORS) : 0.5 * 4 ** random();
}

interface DrawnBooks {
  aim: keyof typeof AIMS;
  builds: number;
  course?: keyof typeof COURSES;
  recovers?: boolean;
}

function drawBooks(
  random: Draws,
  moment: Moment,
  liars: readonly string[],
  { aim, builds, course = "constant", recovers = false }: DrawnBooks,
): Drawn {
  const price = course === "growing" ? random.pick([0.95, 1.05]) : drawPrice(random);
  const volume = random.pick(VOLUME_FACTORS);
  const { what, lie } = AIMS[aim]!(random, moment, liars);
  const lies = recovers ? builds - 2 : builds;
  return {
    liars,
    builds,
    what: `${what}, price × ${price.toFixed(3)} ${course}, volume × ${volume}`,
    edit: (now, nth) =>
      nth >= lies ? now.datasets : lieInBooks(now, liars, lie({ price: COURSES[course]!(price, nth), volume })),
    checks: [
      ...PRICE_CHECKS,
      ...(liars.length === 1 && aim.startsWith("one") ? [checkPasses] : []),
      ...(recovers ? [checkRecovers] : []),
    ],
  };
}

const AIM_IDS = Object.keys(AIMS);

/** A lie written out, for the examples that are tried with every seed. */
function name(
  stage: StageId,
  liars: readonly string[],
  what: string,
  lie: (moment: Moment, nth: number) => BookLie,
  { from = 1, builds = 3, passes = false }: { from?: number; builds?: number; passes?: boolean } = {},
): Frame {
  return {
    stages: [stage],
    from: [from],
    builds,
    draw: () => ({
      liars,
      what,
      edit: (now, nth) => lieInBooks(now, liars, lie(now, nth)),
      checks: [...PRICE_CHECKS, ...(passes ? [checkPasses] : [])],
    }),
  };
}

const only = (coinId: string, price: number, volume = 1): BookLie => scaleCoins(new Set([coinId]), { price, volume });
const everything = (price: number, volume = 1): BookLie => scaleCoins(null, { price, volume });
/** What the stage trades under this name; another one that the liar trades where it does not. */
function orOther(moment: Moment, coinId: string, liar: string): string {
  if (moment.trades.get(coinId)?.has(liar)) return coinId;
  return listTraded(moment, [liar])[0] ?? coinId;
}

const EXAMPLES = [0, 1].flatMap((from) => [
  ...[10_000, 100].map((volume) =>
    name(
      "full",
      ["kraken"],
      `SHIB × 1.29, volume × ${volume}`,
      (moment) => only(orOther(moment, "shiba-inu", "kraken"), 1.29, volume),
      { from, passes: true },
    ),
  ),
  name("full", ["binance"], "all × 0.75", () => everything(0.75), { from }),
  name("full", ["okx"], "GAS -25 %", (moment) => only(orOther(moment, "gas", "okx"), 0.75), { from, passes: true }),
  ...[0.95, 1.15].flatMap((factor) =>
    ["binance okx", "mexc htx", "coinbase kraken", "binance gate"].map((liars) =>
      name("full", liars.split(" "), `USDT × ${factor}, volume × 100`, () => shiftQuote("USDT", factor, 100), { from }),
    ),
  ),
]);

const wrapped = (stage: StageId, venue: string, coinId: string) =>
  name(stage, [venue], `${coinId} × 1.28`, (moment) => only(orOther(moment, coinId, venue), 1.28), {
    builds: HOURS,
    passes: true,
  });

/** One of two venues lies for longer than a price is held, and no list says a price. */
const FORGOTTEN: Frame = {
  stages: ["thin-hours"],
  from: [1],
  builds: HOURS,
  draw(_, { trades }) {
    const found = [...trades].find(([id, venues]) => !ANCHOR_IDS.includes(id) && venues.size === 2);
    const ids = new Set([found?.[0] ?? ""]);
    const liars = [[...(found?.[1].keys() ?? [])][0] ?? ""];
    return {
      liars,
      what: `${[...ids]} × 1.28, which one other venue trades and no list knows`,
      edit: (now) => forgetReferences(lieInBooks(now, liars, scaleCoins(ids, { price: 1.28, volume: 1 })), ids),
      checks: [...PRICE_CHECKS, checkPasses],
    };
  },
};

/** One venue, or two that lie together. */
const drawLiars = (random: Draws, alone: number) => random.sample(VENUES, random() < alone ? 1 : 2);
const drawScaling = (random: Draws): Scaling => ({ price: drawPrice(random), volume: random.pick(VOLUME_FACTORS) });
const describeScaling = ({ price, volume }: Scaling) => `× ${price.toFixed(3)}, volume × ${volume}`;

/** One of few venues lies: the others suffice, so the build passes. */
const FEW = Object.entries(FEW_VENUES).flatMap(([stage, venues]) =>
  venues.flatMap((venue) =>
    [0, 2].flatMap((from) => [
      ...[0.9, 1.05, 1.3].map((factor) =>
        name(stage as StageId, [venue], `all × ${factor}`, () => everything(factor), { from, builds: 2, passes: true }),
      ),
      ...[0.95, 1.007, 1.15].map((factor) =>
        name(stage as StageId, [venue], `USDT × ${factor}`, () => shiftQuote("USDT", factor, 100), {
          from,
          builds: 2,
          passes: true,
        }),
      ),
      ...ANCHOR_IDS.map((id) =>
        name(stage as StageId, [venue], `${id} × 1.1`, () => only(id, 1.1, 100), { from, builds: 2, passes: true }),
      ),
    ]),
  ),
);

export const PRICE_ATTACKS: readonly AttackClass[] = [
  { id: "few-venues", section: "A", what: "one of four, five or six venues lies", share: 0, named: FEW },
  { id: "examples", section: "A", what: "the attacks that were found", share: 0, named: EXAMPLES },
  {
    id: "one-venue",
    section: "A",
    what: "one venue lies",
    share: 330,
    stages: ["full", "full", "other", "thin", "thin"],
    from: [0, 1, 2, 3],
    draw: (random, moment) =>
      drawBooks(random, moment, [random.pick(VENUES)], {
        aim: random.pick(AIM_IDS),
        builds: random.pick([1, 2, 3]),
        course: random.pick(Object.keys(COURSES)),
      }),
  },
  {
    id: "one-venue-ends",
    section: "A",
    what: "one venue lies for some builds, then tells the truth",
    share: 40,
    stages: ["full", "thin"],
    from: [0, 1, 2, 3],
    draw(random, moment) {
      const aim = random.pick(["one coin", "some coins", "all coins"]);
      return drawBooks(random, moment, [random.pick(VENUES)], { aim, builds: 4, recovers: true });
    },
  },
  {
    id: "two-venues",
    section: "A",
    what: "two venues lie together",
    share: 170,
    stages: ["full", "other", "thin"],
    from: [0, 1, 2, 3],
    draw: (random, moment) =>
      drawBooks(random, moment, random.sample(VENUES, 2), {
        aim: random.pick(AIM_IDS),
        builds: random.pick([1, 2, 3]),
        course: random.pick(["constant", "constant", "growing", "every other"]),
      }),
  },
  {
    id: "stablecoin",
    section: "A",
    what: "one or two venues shift a stablecoin",
    share: 90,
    stages: ["full", "other"],
    builds: 2,
    draw(random) {
      const code = random.pick(Object.keys(STABLECOINS));
      const liars = drawLiars(random, 0.4);
      const price = random.pick([0.5, 0.9, 0.95, 0.97, 0.985, 0.993, 1.007, 1.015, 1.03, 1.05, 1.15, 2]);
      const volume = random.pick(VOLUME_FACTORS);
      const own = random() < 0.3;
      const lie = own ? only(STABLECOINS[code]!, price, volume) : shiftQuote(code, price, volume);
      return {
        liars,
        what: `${code} ${own ? "in its own books only " : ""}${describeScaling({ price, volume })}`,
        edit: (now) => lieInBooks(now, liars, lie),
      };
    },
  },
  {
    id: "anchors",
    section: "A",
    what: "one or two venues lie about BTC, ETH or both",
    share: 60,
    stages: ["full", "other"],
    builds: 2,
    draw(random) {
      const liars = drawLiars(random, 0.4);
      const ids = random.sample(ANCHOR_IDS, random.pick([1, 2]));
      const scaling = drawScaling(random);
      return {
        liars,
        what: `${ids.join(" and ")} ${describeScaling(scaling)}`,
        edit: (now) => lieInBooks(now, liars, scaleCoins(new Set(ids), scaling)),
      };
    },
  },
  {
    id: "few-rate-venues",
    section: "A",
    what: "one of four venues shifts a stablecoin or lies",
    share: 40,
    stages: ["four"],
    from: [0, 1, 2, 3],
    draw: (random, moment) =>
      drawBooks(random, moment, [random.pick(FEW_VENUES.four)], {
        aim: random.pick(["quote", "all coins", "some coins"]),
        builds: 2,
      }),
  },
  {
    id: "invented-books",
    section: "A",
    what: "venues invent books of coins that they do not trade",
    share: 60,
    stages: ["full", "thin"],
    builds: 2,
    draw(random, { trades }) {
      const liars = drawLiars(random, 0.6);
      const ids = random.sample(
        [...trades.keys()].filter((id) => !ANCHOR_IDS.includes(id)),
        20,
      );
      const price = drawPrice(random);
      const volumeUsd = 10 ** (3 + 8 * random());
      return {
        liars,
        invents: new Set(ids),
        what: `invented books of ${ids.length} coins × ${price.toFixed(3)}, ${Math.round(volumeUsd)} USD each`,
        edit: (now) => inventBooks(now, now.datasets, liars, ids, { price, volumeUsd }),
      };
    },
  },
  {
    id: "opposed-venues",
    section: "A",
    what: "two venues lie in opposite directions, or by other factors",
    share: 50,
    stages: ["full", "other", "thin"],
    draw(random) {
      const liars = random.sample(VENUES, 2);
      const first = drawScaling(random);
      const second = { price: first.price ** random.pick([-1, -0.5, 0.5, 2]), volume: random.pick(VOLUME_FACTORS) };
      return {
        liars,
        what: `the first all ${describeScaling(first)}, the second all ${describeScaling(second)}`,
        edit(now) {
          const datasets = lieInBooks(now, [liars[0]!], scaleCoins(null, first));
          return lieInBooks({ ...now, datasets }, [liars[1]!], scaleCoins(null, second));
        },
      };
    },
  },
  {
    id: "outage",
    section: "A",
    what: "one venue lies while others do not answer",
    share: 60,
    stages: ["full", "thin"],
    draw(random) {
      const [liar = "", ...others] = random.sample(VENUES, VENUES.length);
      const absent = others.slice(0, 2 + Math.floor(random() * 6));
      const kept = random() < 0.5;
      const scaling = drawScaling(random);
      return {
        liars: [liar],
        absent,
        what: `all ${describeScaling(scaling)}, while ${absent.join(", ")} ${kept ? "fail" : "are away"}`,
        edit: (now) => silence(lieInBooks(now, [liar], scaleCoins(null, scaling)), absent, kept),
      };
    },
  },
  {
    id: "no-reference",
    section: "A",
    what: "one venue lies about coins of which no list says a price",
    // On a site without memory nothing tells which coin a code is.
    share: 60,
    stages: ["full", "thin", "thin"],
    from: [1, 2],
    builds: 4,
    draw(random, moment) {
      const liar = random.pick(VENUES);
      const ids = new Set(random.sample(listTraded(moment, [liar]), 15));
      const course = random.pick(Object.keys(COURSES));
      const price = course === "growing" ? random.pick([0.95, 1.05]) : drawPrice(random);
      const volume = random.pick(VOLUME_FACTORS);
      return {
        liars: [liar],
        what: `${ids.size} coins without references ${describeScaling({ price, volume })}, ${course}`,
        edit(now, nth) {
          const lie = scaleCoins(ids, { price: COURSES[course]!(price, nth), volume });
          return forgetReferences(lieInBooks(now, [liar], lie), ids);
        },
      };
    },
  },
  {
    id: "long",
    section: "A",
    what: "one venue lies for 26 hours, or moves by 5 % in every build",
    share: 0,
    named: [
      wrapped("hours", "kraken", "wrapped-beacon-eth"),
      wrapped("thin-hours", "okx", "solana"),
      wrapped("thin-hours", "mexc", "dogecoin"),
      ...[1.05, 0.95].flatMap((step) =>
        (["full", "thin"] as const).map((stage) =>
          name(stage, ["kraken"], `all × ${step} more in every build`, (_, nth) => everything(step ** (nth + 1)), {
            builds: 16,
          }),
        ),
      ),
      FORGOTTEN,
      name("thin-hours", ["binance"], "all × 1.28", () => everything(1.28), { builds: HOURS }),
    ],
  },
];
