import type { Dataset } from "../../../../build/crypto/normalise/record.ts";
import type { AttackClass, Attacked, Check, Finding, Frame } from "./attack.ts";
import { checkPasses, describe, findTruth, isFresh, PRICE_CHECKS } from "./judge-prices.ts";
import { editRecords, lieInReference, scaleReference, scaleTicker } from "./lies.ts";
import { listPlain, listReferences, type Moment } from "./stage.ts";

const NEAR = 0.02;
/** How far the other coin's price is from that of the coin whose ticker it has. */
const RATIOS = [0.3, 0.34, 0.5, 0.65, 0.72, 0.8, 1.2, 1.28, 1.35, 1.6, 2, 2.9, 3] as const;
const OTHER_NAME = "Definitive Harbour";

/** The coin has a fresh price, right within 2 %: its reference was never in doubt. */
function checkPublished(coinId: string): Check {
  return (attacked) => {
    const { built } = attacked;
    const coin = built.rows.get(coinId);
    const truth = findTruth(attacked, coinId);
    if (!built.gate.passed || coin === undefined || truth === null) return [];
    if (isFresh(coin) && Math.abs(coin.price! / truth - 1) <= NEAR) return [];
    const text = describe(attacked, coin, truth, "its reference must be published");
    return isFresh(coin) ? [] : [{ kind: "held", coinId, text }];
  };
}

/** The coin rests on as many venues as without the rename. */
function checkKept(coinIds: readonly string[]): Check {
  return ({ built, moment }) =>
    coinIds.flatMap((coinId): Finding[] => {
      const now = built.rows.get(coinId);
      const before = moment.honest.rows.get(coinId);
      if (before?.priceSource !== "aggregated" || (now?.exchanges ?? 0) >= before.exchanges) return [];
      const text = `${coinId} rests on ${now?.exchanges ?? 0} venues (${now?.priceSource}) instead of ${before.exchanges}`;
      return [{ kind: "stuck", coinId, text }];
    });
}

interface Collision {
  coinId: string;
  /** The venues that trade another coin under the ticker. */
  venues: readonly string[];
  ratio: number;
  alone: boolean;
  /** What the venues' listings say of the code: nothing, or another name. */
  named: boolean;
}

/**
 * The same code, another coin: its price, its own volume, and where the listing says a name, its
 * own.
 */
function collide(moment: Moment, { coinId, venues, ratio, alone, named }: Collision): readonly Dataset[] {
  const isCode = (source: string, base: string) => moment.codes.get(`${source}:${base}`) === coinId;
  const told = editRecords(moment.datasets, "ticker", null, (ticker, source) => {
    if (!isCode(source, ticker.base)) return [ticker];
    if (venues.includes(source)) return [scaleTicker(ticker, ratio, 0.37)];
    return alone ? [] : [ticker];
  });
  return editRecords(told, "listing", venues, (listing, source) => [
    isCode(source, listing.base) ? { ...listing, baseName: named ? OTHER_NAME : null } : listing,
  ]);
}

const drawCollision =
  (alone: boolean): Frame["draw"] =>
  (random, moment) => {
    const cold = moment.step === 0;
    const count = random.pick([1, 2, 2, 3, 3]);
    const coinId = random.pick(listPlain(moment, alone ? count : count * 2 + 1));
    const trading = [...(moment.trades.get(coinId) ?? [])].flatMap(([venue, eligible]) => (eligible ? [venue] : []));
    const venues = random.sample(trading, count);
    const ratio = random() < 0.7 ? random.pick(RATIOS) : 0.3 * 10 ** random();
    const named = random() < 0.6;
    const collision = { coinId, venues, ratio, alone, named };
    return {
      liars: venues,
      what: `another coin as ${coinId}'s ticker at × ${ratio.toFixed(3)}${alone ? ", the only ones" : ""}${named ? ", under another name" : ""}`,
      edit: (now) => collide(now, collision),
      checks: [
        checkIdentity(coinId, alone, ratio),
        checkPasses,
        // Where it was priced before, the last price may stand for a while.
        ...(alone && cold && Math.abs(ratio - 1) > 0.3 ? [checkPublished(coinId)] : []),
      ],
    };
  };

/**
 * The price of another coin is not published as this one's; what looks the same as a move of
 * the coin is left out.
 */
function checkIdentity(coinId: string, alone: boolean, ratio: number): Check {
  return (attacked, counts) => {
    const { built, datasets } = attacked;
    const coin = built.rows.get(coinId);
    const truth = findTruth(attacked, coinId);
    counts.coins += built.market.coins.length;
    if (!built.gate.passed || coin === undefined || truth === null || !isFresh(coin)) return [];
    const off = Math.abs(coin.price! / truth - 1);
    if (off <= NEAR) return [];
    // Within 30 % of the reference a price is the coin's unless other venues say otherwise.
    if (alone && Math.abs(ratio - 1) <= 0.3 && coin.priceSource === "aggregated") {
      counts.unknowable += 1;
      return [];
    }
    const text = describe(attacked, coin, truth, `references ${listReferences(datasets, coinId).join(", ")}`);
    return [{ kind: "wrong", coinId, off, text }];
  };
}

/** The reference gives coins other symbols and names; their ids stay. */
function rename(
  moment: Moment,
  coinIds: ReadonlySet<string>,
  sources: readonly string[],
  usurped: boolean,
): readonly Dataset[] {
  return moment.datasets.map((dataset) => {
    if (dataset.kind !== "coin" || !sources.includes(dataset.source)) return dataset;
    const records = (dataset as Dataset<"coin">).records.flatMap((row) => {
      if (!coinIds.has(row.id)) return [row];
      const renamed = { ...row, symbol: `G${row.symbol}M`, name: `New ${row.id.length} Name` };
      // Another coin takes the free ticker, a small one at a price of its own.
      const other = { ...scaleReference(row, 0.4), id: `${row.id}-meme`, name: `${row.name} Meme`, rank: 900 };
      return usurped ? [renamed, { ...other, marketCapUsd: 1e6 }] : [renamed];
    });
    return { ...dataset, records };
  });
}

export const IDENTITY_ATTACKS: readonly AttackClass[] = [
  {
    id: "collision",
    section: "B",
    what: "some venues trade another coin under a ticker",
    share: 70,
    stages: ["full", "other"],
    from: [0, 0, 1, 2],
    draw: drawCollision(false),
  },
  {
    id: "collision-alone",
    section: "B",
    what: "all venues of a ticker trade another coin",
    share: 70,
    stages: ["full", "other"],
    from: [0, 0, 1, 2],
    draw: drawCollision(true),
  },
  {
    id: "renamed",
    section: "B",
    what: "the reference renames coins that venues trade",
    share: 40,
    stages: ["full", "other"],
    from: [1, 2, 3],
    draw(random, moment) {
      const ids = random.sample(listPlain(moment, 2), 3);
      const usurped = random() < 0.4;
      const sources = random.pick([["coingecko"], ["coingecko", "coinpaprika"]]);
      return {
        liars: [],
        what: `${sources.join(" and ")}: ${ids.join(", ")} renamed${usurped ? ", their tickers taken by others" : ""}`,
        edit: (now) => rename(now, new Set(ids), sources, usurped),
        checks: [...PRICE_CHECKS, checkKept(ids), checkPasses],
      };
    },
  },
  {
    id: "wrong-reference",
    section: "B",
    what: "one reference of two is wrong about a coin",
    share: 50,
    stages: ["full", "other", "thin"],
    from: [0, 0, 1],
    draw(random, moment) {
      const coinId = random.pick(listPlain(moment, 3));
      const source = random.pick(["coingecko", "coinpaprika"]);
      const factor = random.pick([1 / 1.5, 1.5, 1.5, 1.25, 0.8, 3, 10, 0.001]);
      return {
        liars: [source],
        what: `${coinId} × ${factor.toFixed(3)}`,
        edit: (now) => lieInReference(now.datasets, [source], coinId, (row) => scaleReference(row, factor)),
        checks: [...PRICE_CHECKS, checkOwn(coinId), checkPasses],
      };
    },
  },
  {
    id: "two-apart",
    section: "B",
    what: "two honest venues 5 to 30 % apart",
    share: 40,
    draw(random, moment) {
      const coinId = random.pick(listPlain(moment, 2));
      const live = [...(moment.trades.get(coinId) ?? [])].flatMap(([id, eligible]) => (eligible ? [id] : []));
      const pair = random.sample(live, 2);
      const apart = 1.05 + 0.25 * random();
      const lean = random();
      return {
        liars: pair,
        what: `alone trade ${coinId}, ${((apart - 1) * 100).toFixed(1)} % apart`,
        edit: (now) =>
          editRecords(now.datasets, "ticker", null, (ticker, source) => {
            if (now.codes.get(`${source}:${ticker.base}`) !== coinId) return [ticker];
            if (!pair.includes(source)) return [];
            return [scaleTicker(ticker, source === pair[0] ? apart ** lean : apart ** (lean - 1))];
          }),
        checks: [checkApart(coinId), checkPasses],
      };
    },
  },
];

/** A coin that three venues trade has a price of their own, whatever one reference says. */
function checkOwn(coinId: string): Check {
  return ({ built, moment, attack }) => {
    const before = moment.honest.rows.get(coinId);
    const coin = built.rows.get(coinId);
    if (!built.gate.passed || before === undefined || before.exchanges < 3) return [];
    if (coin?.priceSource === "aggregated" && coin.exchanges >= 2) return [];
    const text = `${coinId} is ${coin?.priceSource} at ${coin?.price} with ${coin?.exchanges} venues instead of ${before.exchanges}: ${attack.label}`;
    return [{ kind: "stuck", coinId, text }];
  };
}

/** Of two that differ, a price is only fresh where a reference is within 2 % of it. */
function checkApart(coinId: string): Check {
  return (attacked: Attacked, counts) => {
    const { built, datasets } = attacked;
    const coin = built.rows.get(coinId);
    const truth = findTruth(attacked, coinId);
    if (!built.gate.passed || coin === undefined || truth === null || !isFresh(coin)) return [];
    counts.coins += 1;
    const said = listReferences(datasets, coinId);
    if (said.some((price) => Math.abs(price / coin.price! - 1) <= NEAR)) return [];
    return [{ kind: "unconfirmed", coinId, text: describe(attacked, coin, truth, "two venues apart") }];
  };
}
