import type { Draws } from "../random.ts";
import type { Attack, AttackClass, StageId, Stages } from "./attack.ts";
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
import type { Moment, Stage } from "./stage.ts";
import { READ_SOURCES } from "./timeline.ts";

/** Those that answer in the simulated world. */
export const VENUES: readonly string[] = READ_SOURCES.flatMap(({ id, venue }) =>
  venue === undefined || id === "bybit" ? [] : [id],
);
/** The venues of the stage that has four. */
export const FOUR_VENUES: readonly string[] = ["coinbase", "kraken", "binance", "okx"];
const HALF_HOURS_OF_26_HOURS = 52;

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

async function drawBooks(
  random: Draws,
  stage: Stage,
  liars: readonly string[],
  { aim, builds, course = "constant", recovers = false }: DrawnBooks,
): Promise<Attack> {
  const cold = random() < 0.25;
  const from = cold ? 0 : 1 + Math.floor(random() * 3);
  const price = course === "growing" ? random.pick([0.95, 1.05]) : drawPrice(random);
  const volume = random.pick(VOLUME_FACTORS);
  const { what, lie } = AIMS[aim]!(random, await stage.at(from), liars);
  const lies = recovers ? builds - 2 : builds;
  return {
    ...{ stage, from, builds, liars },
    label: `${liars.join(" and ")}: ${what}, price × ${price.toFixed(3)} ${course}, volume × ${volume}, ${cold ? "cold start" : `from build ${from}`}, ${builds} builds on ${stage.id}`,
    edit: (moment, nth) =>
      nth >= lies ? moment.datasets : lieInBooks(moment, liars, lie({ price: COURSES[course]!(price, nth), volume })),
    checks: [
      ...PRICE_CHECKS,
      ...(liars.length === 1 && aim.startsWith("one") ? [checkPasses] : []),
      ...(recovers ? [checkRecovers] : []),
    ],
  };
}

interface DrawnBooks {
  aim: keyof typeof AIMS;
  builds: number;
  course?: keyof typeof COURSES;
  recovers?: boolean;
}

const AIM_IDS = Object.keys(AIMS);

/** A lie written out, for the examples that are tried with every seed. */
function name(
  id: StageId,
  liars: readonly string[],
  what: string,
  lie: (moment: Moment, nth: number) => BookLie,
  { from = 1, builds = 3, passes = false }: { from?: number; builds?: number; passes?: boolean } = {},
) {
  return async (stages: Stages): Promise<Attack> => ({
    ...{ stage: stages(id), from, builds, liars },
    label: `${liars.join(" and ")}: ${what}, ${from === 0 ? "cold start" : `from build ${from}`}, ${builds} builds on ${id}`,
    edit: (moment, nth) => lieInBooks(moment, liars, lie(moment, nth)),
    checks: [...PRICE_CHECKS, ...(passes ? [checkPasses] : [])],
  });
}

const only = (coinId: string, price: number, volume = 1): BookLie => scaleCoins(new Set([coinId]), { price, volume });
const everything = (price: number, volume = 1): BookLie => scaleCoins(null, { price, volume });
/** What the stage trades under this name; another one that the liar trades where it does not. */
function orOther(moment: Moment, coinId: string, liar: string): string {
  if (moment.trades.get(coinId)?.has(liar)) return coinId;
  return listTraded(moment, [liar])[0] ?? coinId;
}

const EXAMPLES = [false, true].flatMap((cold) => {
  const from = cold ? 0 : 1;
  return [
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
      [
        ["binance", "okx"],
        ["mexc", "htx"],
        ["coinbase", "kraken"],
        ["binance", "gate"],
      ].map((liars) =>
        name("full", liars, `USDT × ${factor}, volume × 100`, () => shiftQuote("USDT", factor, 100), { from }),
      ),
    ),
  ];
});

const wrapped = (id: StageId, venue: string, coinId: string, builds: number) =>
  name(
    id,
    [venue],
    `${coinId} × 1.28 for ${builds / 2} hours`,
    (moment) => only(orOther(moment, coinId, venue), 1.28),
    {
      ...{ builds, passes: true },
    },
  );

/** One of two venues lies for longer than a price is held, and no list says a price. */
function forgotten(price: number) {
  return async (stages: Stages): Promise<Attack> => {
    const stage = stages("thin");
    const { trades } = await stage.at(1);
    const found = [...trades].find(([id, venues]) => !ANCHOR_IDS.includes(id) && venues.size === 2);
    const ids = new Set([found?.[0] ?? ""]);
    const liars = [[...(found?.[1].keys() ?? [])][0] ?? ""];
    return {
      ...{ stage, from: 1, builds: HALF_HOURS_OF_26_HOURS, liars },
      label: `${liars}: ${[...ids]} × ${price} for 26 hours, which one other venue trades and no list knows`,
      edit: (moment) => forgetReferences(lieInBooks(moment, liars, scaleCoins(ids, { price, volume: 1 })), ids),
      checks: [...PRICE_CHECKS, checkPasses],
    };
  };
}

export const PRICE_ATTACKS: readonly AttackClass[] = [
  { id: "examples", section: "A", what: "the attacks that were found", share: 0, named: EXAMPLES },
  {
    ...{ id: "one-venue", section: "A", what: "one venue lies", share: 330 },
    async draw(random, stages) {
      const stage = stages(random.pick<StageId>(["full", "full", "other", "thin", "thin"]));
      return drawBooks(random, stage, [random.pick(VENUES)], {
        ...{ aim: random.pick(AIM_IDS), builds: 1 + Math.floor(random() * 3) },
        course: random.pick(Object.keys(COURSES)),
      });
    },
  },
  {
    ...{ id: "one-venue-ends", section: "A", what: "one venue lies for some builds, then tells the truth", share: 40 },
    async draw(random, stages) {
      const stage = stages(random.pick<StageId>(["full", "thin"]));
      const aim = random.pick(["one coin", "some coins", "all coins"]);
      return drawBooks(random, stage, [random.pick(VENUES)], { aim, builds: 4, recovers: true });
    },
  },
  {
    ...{ id: "two-venues", section: "A", what: "two venues lie together", share: 170 },
    async draw(random, stages) {
      const stage = stages(random.pick<StageId>(["full", "other", "thin"]));
      return drawBooks(random, stage, random.sample(VENUES, 2), {
        ...{ aim: random.pick(AIM_IDS), builds: 1 + Math.floor(random() * 3) },
        course: random.pick(["constant", "constant", "growing", "every other"]),
      });
    },
  },
  {
    ...{ id: "stablecoin", section: "A", what: "one or two venues shift a stablecoin", share: 90 },
    async draw(random, stages) {
      const stage = stages(random.pick<StageId>(["full", "other"]));
      const code = random.pick(Object.keys(STABLECOINS));
      const liars = random.sample(VENUES, random() < 0.4 ? 1 : 2);
      const factor = random.pick([0.5, 0.9, 0.95, 0.97, 0.985, 0.993, 1.007, 1.015, 1.03, 1.05, 1.15, 2]);
      const volume = random.pick(VOLUME_FACTORS);
      const from = random.pick([0, 1, 2]);
      const own = random() < 0.3;
      return {
        ...{ stage, from, builds: 2, liars },
        label: `${liars.join(" and ")}: ${code} × ${factor}${own ? " in its own books only" : ""}, volume × ${volume}, from build ${from} on ${stage.id}`,
        edit: (moment) =>
          lieInBooks(moment, liars, own ? only(STABLECOINS[code]!, factor, volume) : shiftQuote(code, factor, volume)),
        checks: PRICE_CHECKS,
      };
    },
  },
  {
    ...{ id: "anchors", section: "A", what: "one or two venues lie about BTC, ETH or both", share: 60 },
    async draw(random, stages) {
      const stage = stages(random.pick<StageId>(["full", "other"]));
      const liars = random.sample(VENUES, random() < 0.4 ? 1 : 2);
      const ids = random.sample(ANCHOR_IDS, 1 + Math.floor(random() * 2));
      const scaling = { price: drawPrice(random), volume: random.pick(VOLUME_FACTORS) };
      const from = random.pick([0, 1, 2]);
      return {
        ...{ stage, from, builds: 2, liars },
        label: `${liars.join(" and ")}: ${ids.join(" and ")} × ${scaling.price.toFixed(3)}, volume × ${scaling.volume}, from build ${from} on ${stage.id}`,
        edit: (moment) => lieInBooks(moment, liars, scaleCoins(new Set(ids), scaling)),
        checks: PRICE_CHECKS,
      };
    },
  },
  {
    ...{ id: "few-rate-venues", section: "A", what: "one of four venues shifts a stablecoin or lies", share: 40 },
    async draw(random, stages) {
      const stage = stages("four");
      const liar = random.pick(FOUR_VENUES);
      return drawBooks(random, stage, [liar], { aim: random.pick(["quote", "all coins", "some coins"]), builds: 2 });
    },
  },
  {
    ...{ id: "invented-books", section: "A", what: "venues invent books of coins that they do not trade", share: 60 },
    async draw(random, stages) {
      const stage = stages(random.pick<StageId>(["full", "thin"]));
      const liars = random.sample(VENUES, random() < 0.6 ? 1 : 2);
      const from = random.pick([0, 1, 2]);
      const moment = await stage.at(from);
      const ids = random.sample(
        [...moment.trades.keys()].filter((id) => !ANCHOR_IDS.includes(id)),
        20,
      );
      const price = drawPrice(random);
      const volumeUsd = 10 ** (3 + 8 * random());
      return {
        ...{ stage, from, builds: 2, liars, invents: new Set(ids) },
        label: `${liars.join(" and ")}: invented books of ${ids.length} coins × ${price.toFixed(3)}, ${Math.round(volumeUsd)} USD each, from build ${from} on ${stage.id}`,
        edit: (now) => inventBooks(now, now.datasets, liars, ids, { price, volumeUsd }),
        checks: PRICE_CHECKS,
      };
    },
  },
  {
    ...{
      id: "opposed-venues",
      section: "A",
      what: "two venues lie in opposite directions, or by other factors",
      share: 50,
    },
    async draw(random, stages) {
      const stage = stages(random.pick<StageId>(["full", "other", "thin"]));
      const liars = random.sample(VENUES, 2);
      const from = random.pick([0, 1, 2]);
      const price = drawPrice(random);
      const power = random.pick([-1, -0.5, 0.5, 2]);
      const volumes = [random.pick(VOLUME_FACTORS), random.pick(VOLUME_FACTORS)] as const;
      return {
        ...{ stage, from, builds: 3, liars },
        label: `${liars[0]}: all × ${price.toFixed(3)}, volume × ${volumes[0]}; ${liars[1]}: all × ${(price ** power).toFixed(3)}, volume × ${volumes[1]}, from build ${from} on ${stage.id}`,
        edit: (moment) => {
          const datasets = lieInBooks(moment, [liars[0]!], everything(price, volumes[0]));
          return lieInBooks({ ...moment, datasets }, [liars[1]!], everything(price ** power, volumes[1]));
        },
        checks: PRICE_CHECKS,
      };
    },
  },
  {
    ...{ id: "outage", section: "A", what: "one venue lies while others do not answer", share: 60 },
    async draw(random, stages) {
      const stage = stages(random.pick<StageId>(["full", "thin"]));
      const [liar = "", ...others] = random.sample(VENUES, VENUES.length);
      const absent = others.slice(0, 2 + Math.floor(random() * 6));
      const kept = random() < 0.5;
      const from = random.pick([0, 1, 2]);
      const scaling = { price: drawPrice(random), volume: random.pick(VOLUME_FACTORS) };
      return {
        ...{ stage, from, builds: 3, liars: [liar], absent },
        label: `${liar}: all × ${scaling.price.toFixed(3)}, volume × ${scaling.volume}, while ${absent.join(", ")} ${kept ? "fail" : "are away"}, from build ${from} on ${stage.id}`,
        edit: (moment) => silence(lieInBooks(moment, [liar], scaleCoins(null, scaling)), absent, kept),
        checks: PRICE_CHECKS,
      };
    },
  },
  {
    ...{
      id: "no-reference",
      section: "A",
      what: "one venue lies about coins of which no list says a price",
      share: 60,
    },
    async draw(random, stages) {
      const stage = stages(random.pick<StageId>(["full", "thin", "thin"]));
      const liar = random.pick(VENUES);
      // On a site without memory nothing tells which coin a code is.
      const from = 1 + Math.floor(random() * 2);
      const ids = new Set(random.sample(listTraded(await stage.at(from), [liar]), 15));
      const course = random.pick(Object.keys(COURSES));
      const price = course === "growing" ? random.pick([0.95, 1.05]) : drawPrice(random);
      const volume = random.pick(VOLUME_FACTORS);
      return {
        ...{ stage, from, builds: 4, liars: [liar] },
        label: `${liar}: ${ids.size} coins without references × ${price.toFixed(3)} ${course}, volume × ${volume}, from build ${from} on ${stage.id}`,
        edit: (moment, nth) =>
          forgetReferences(
            lieInBooks(moment, [liar], scaleCoins(ids, { price: COURSES[course]!(price, nth), volume })),
            ids,
          ),
        checks: PRICE_CHECKS,
      };
    },
  },
  {
    ...{ id: "long", section: "A", what: "one venue lies for 26 hours, or moves by 5 % in every build", share: 0 },
    named: [
      wrapped("full", "kraken", "wrapped-beacon-eth", HALF_HOURS_OF_26_HOURS),
      wrapped("thin", "okx", "solana", HALF_HOURS_OF_26_HOURS),
      wrapped("thin", "mexc", "dogecoin", HALF_HOURS_OF_26_HOURS),
      ...[1.05, 0.95].flatMap((step) =>
        (["full", "thin"] as const).map((id) =>
          name(id, ["kraken"], `all × ${step} more in every build`, (_, nth) => everything(step ** (nth + 1)), {
            builds: 16,
          }),
        ),
      ),
      forgotten(1.28),
      name("thin", ["binance"], "all × 1.28 for 26 hours", () => everything(1.28), { builds: HALF_HOURS_OF_26_HOURS }),
    ],
  },
];
