import type { Dataset, ReferenceCoin } from "../../../../build/crypto/normalise/record.ts";
import type { AttackClass, Attacked, Check, Finding, Frame, StageId } from "./attack.ts";
import { checkHolds, checkPasses, countVenues, describe, findTruth, isFresh } from "./judge-prices.ts";
import { editRecords, scaleReference } from "./lies.ts";
import { listPriced, type Moment, ofKind } from "./stage.ts";

const NEAR = 0.02;
/** Two lists this near agree by the rule: the first one's price is published. */
const LIST_NEAR = 0.051;
const HALF_HOURS_OF_26_HOURS = 52;
/** Factors of lists that lie together, and of one list alone. */
const TOGETHER = [0.1, 0.3, 1.12, 1.5, 4, 10] as const;
const ALONE = [0.75, 0.85, 0.95, 1.05, 1.12, 1.18, 1.25] as const;
/** How many coins are lied about: the largest ones first, or any. */
const SIZES = [1, 10, 50, Number.POSITIVE_INFINITY] as const;
const MAIN_LIST = "coingecko";
/** So many venues without names contest the lists on a first build. */
const MANY_VENUES = 6;

/** No price is fresh and wrong where two honest venues or an honest list say otherwise. */
const checkLists: Check = (attacked, counts) => {
  const { built, attack, datasets } = attacked;
  if (!built.gate.passed) return [];
  return built.market.coins.flatMap((coin): Finding[] => {
    const truth = findTruth(attacked, coin.id);
    if (truth === null || truth <= 0) return [];
    counts.coins += 1;
    if (!isFresh(coin)) {
      counts.held += 1;
      return [];
    }
    const off = Math.abs(coin.price! / truth - 1);
    const { honest } = countVenues(attacked, coin.id);
    const most = coin.priceSource === "reference" && attack.liars.length === 1 ? LIST_NEAR : NEAR;
    if (off <= most) return [];
    const isDenied = ofKind(datasets, "coin").some(
      ({ source, records, stale }) =>
        !stale &&
        !attack.liars.includes(source) &&
        records.some(
          ({ id, priceUsd }) => id === coin.id && priceUsd !== null && Math.abs(priceUsd / truth - 1) <= NEAR,
        ),
    );
    // On a first build nothing tells what a ticker means on a few venues that give no names.
    const isUnknown = attack.from === 0 && honest < MANY_VENUES && !isDenied;
    if (isUnknown || (honest < 2 && !isDenied)) {
      counts.unknowable += 1;
      return [];
    }
    const why = `${honest} honest venues${isDenied ? ", an honest list" : ""}`;
    return [{ kind: "wrong", coinId: coin.id, off, text: describe(attacked, coin, truth, why) }];
  });
};

/** A coin that three venues trade near its last price keeps its fresh price. */
const checkStaysFresh: Check = (attacked) => {
  const { built, before, moment } = attacked;
  const last = before.at(-1);
  if (!built.gate.passed || last === undefined) return [];
  return built.market.coins.flatMap((coin): Finding[] => {
    const honest = moment.honest.rows.get(coin.id);
    const wasAgreed =
      honest?.priceSource === "aggregated" &&
      honest.exchanges >= 3 &&
      last.rows.get(coin.id)?.priceSource === "aggregated";
    if (!wasAgreed || coin.priceSource === "aggregated") return [];
    return [{ kind: "held", coinId: coin.id, text: describe(attacked, coin, honest.price!, "three venues agree") }];
  });
};

function scaleLists(moment: Moment, lists: readonly string[], ids: ReadonlySet<string> | null, factor: number) {
  return editRecords(moment.datasets, "coin", lists, (row: ReferenceCoin) => [
    ids === null || ids.has(row.id) ? scaleReference(row, factor) : row,
  ]);
}

function listLists(datasets: readonly Dataset[]): string[] {
  return ofKind(datasets, "coin").map(({ source }) => source);
}

/** The largest coins, without the smallest of the stage where all are meant. */
function pickCoins(moment: Moment, size: number): ReadonlySet<string> | null {
  if (!Number.isFinite(size)) return null;
  return new Set(moment.honest.market.coins.slice(0, size).map(({ id }) => id));
}

const countOf = (size: number) => (Number.isFinite(size) ? `${size} coins` : "all coins");

/** All lists agree on a wrong price. */
const together = (stage: StageId, from: number, size: number, factor: number): Frame => ({
  stages: [stage],
  from: [from],
  builds: 3,
  draw(_, moment) {
    const ids = pickCoins(moment, size);
    const liars = listLists(moment.datasets);
    return {
      liars,
      what: `${countOf(size)} × ${factor}`,
      edit: (now) => scaleLists(now, listLists(now.datasets), ids, factor),
      checks: [checkLists, checkHolds, checkPasses, ...(stage === "full" && from > 0 ? [checkStaysFresh] : [])],
    };
  },
});

const alone = (stage: StageId, from: number, size: number, factor: number): Frame => ({
  stages: [stage],
  from: [from],
  builds: 3,
  draw(_, moment) {
    const ids = pickCoins(moment, size);
    return {
      liars: [MAIN_LIST],
      what: `${countOf(size)} × ${factor}`,
      edit: (now) => scaleLists(now, [MAIN_LIST], ids, factor),
      checks: [checkLists, checkHolds, checkPasses],
    };
  },
});

/** One list moves by 1 % more in every build. */
const drifting = (step: number): Frame => ({
  stages: ["full"],
  from: [1],
  builds: 26,
  draw: () => ({
    liars: [MAIN_LIST],
    what: `all coins × ${step} more in every build`,
    edit: (now, nth) => scaleLists(now, [MAIN_LIST], null, step ** (nth + 1)),
    checks: [checkLists, checkHolds, checkPasses],
  }),
});

/** All lists lie for longer than a price is held: three venues keep their price out. */
const lasting: Frame = {
  stages: ["full"],
  from: [1],
  builds: HALF_HOURS_OF_26_HOURS,
  draw(_, moment) {
    const ids = pickCoins(moment, 10);
    return {
      liars: listLists(moment.datasets),
      what: "10 coins × 4 for 26 hours",
      edit: (now) => scaleLists(now, listLists(now.datasets), ids, 4),
      checks: [checkLists, checkHolds, checkPasses],
    };
  },
};

/** The lists state a redenomination that no venue shows: the price is held, then unknown. */
const redenominated: Frame = {
  stages: ["full"],
  from: [1],
  builds: 3,
  draw(_, moment) {
    const coinId = listPriced(moment)[0]!;
    return {
      liars: listLists(moment.datasets),
      what: `${coinId} redenominated 1 to 1,000, which no venue shows`,
      edit: (now) =>
        editRecords(now.datasets, "coin", null, (row: ReferenceCoin) => [
          row.id === coinId
            ? {
                ...scaleReference(row, 1_000),
                marketCapUsd: row.marketCapUsd,
                circulatingSupply: row.circulatingSupply && row.circulatingSupply / 1_000,
              }
            : row,
        ]),
      checks: [checkLists, checkHolds, checkPasses, checkHeldCoin(coinId)],
    };
  },
};

function checkHeldCoin(coinId: string): Check {
  return (attacked: Attacked) => {
    const coin = attacked.built.rows.get(coinId);
    if (coin === undefined || !isFresh(coin)) return [];
    return [{ kind: "wrong", coinId, text: describe(attacked, coin, coin.price!, "it must be held") }];
  };
}

const STARTS = [0, 2];

export const LIST_ATTACKS: readonly AttackClass[] = [
  {
    id: "lists-together",
    section: "D",
    what: "all lists agree on a wrong price",
    share: 0,
    named: [
      ...(["full", "thin"] as const).flatMap((stage) =>
        STARTS.flatMap((from) =>
          SIZES.flatMap((size) => TOGETHER.map((factor) => together(stage, from, size, factor))),
        ),
      ),
      lasting,
      redenominated,
    ],
  },
  {
    id: "list-alone",
    section: "D",
    what: "one list is wrong",
    share: 0,
    named: [
      ...(["full", "thin"] as const).flatMap((stage) =>
        STARTS.flatMap((from) => SIZES.flatMap((size) => ALONE.map((factor) => alone(stage, from, size, factor)))),
      ),
      drifting(1.01),
      drifting(0.99),
    ],
  },
];
