import type { Dataset } from "../../../../build/crypto/normalise/record.ts";
import { MINUTE_MS } from "../../../../build/lib/time.ts";
import type { AttackClass, Check, Finding, Frame, StageId } from "./attack.ts";
import { checkPasses, findTruth, isFresh, isHeld, PRICE_CHECKS } from "./judge-prices.ts";
import { ANCHOR_IDS, editRecords, STABLECOINS, scaleReference, scaleTicker } from "./lies.ts";
import { listPlain, type Moment } from "./stage.ts";

/** Of the coins, at most so many are held while all sources tell the truth. */
const HELD_SHARE = 0.01;
/** A real move is followed in this build, counted from the first that shows it. */
const FOLLOWED_IN = 1;
const FOLLOWED_SHARE = 0.95;
const NEAR = 0.02;
const STEP_MS = 30 * MINUTE_MS;

const checkFewHeld: Check = ({ built, attack, nth }) => {
  const held = built.market.coins.filter(isHeld);
  const text = `${held.length} of ${built.market.coins.length} coins are held in build ${nth} on ${attack.stage.id}: ${held
    .slice(0, 8)
    .map(({ id, evidence }) => `${id} (${evidence.tickers.map(({ exchange, reason }) => `${exchange} ${reason}`)})`)
    .join("; ")}`;
  return held.length > HELD_SHARE * built.market.coins.length ? [{ kind: "held", text }] : [];
};

/**
 * The coins that moved are where the market is, and most of the others still have prices of their
 * own.
 */
function checkFollowed(moved: ReadonlySet<string>): Check {
  return (attacked) => {
    const { nth, built, moment } = attacked;
    if (nth < FOLLOWED_IN) return [];
    if (!built.gate.passed) return checkPasses(attacked, { coins: 0, held: 0, unknowable: 0, suspended: 0 });
    const findings: Finding[] = [];
    for (const id of moved) {
      const truth = findTruth(attacked, id);
      const price = built.rows.get(id)?.price ?? null;
      const off = price === null || truth === null ? 1 : Math.abs(price / truth - 1);
      const text = `${id} is at ${price} (${built.rows.get(id)?.priceSource}) and really at ${truth}`;
      if (off > NEAR) findings.push({ kind: "stuck", coinId: id, off, text });
    }
    const before = moment.honest.market.coins.filter(isFresh);
    const fresh = before.filter(({ id }) => isFresh(built.rows.get(id)!));
    if (fresh.length < FOLLOWED_SHARE * before.length) {
      const lost = before
        .filter((coin) => !fresh.includes(coin))
        .map(({ id }) => {
          const { priceSource, evidence } = built.rows.get(id)!;
          return `${id} (${priceSource}: ${evidence.tickers.map(({ exchange, pair, reason }) => `${exchange} ${pair} ${reason}`)})`;
        });
      const text = `${fresh.length} of ${before.length} coins have fresh prices in build ${nth} of the move, not ${lost.join(", ")}`;
      findings.push({ kind: "stuck", text });
    }
    return findings;
  };
}

const stay = (stage: StageId, builds: number): Frame => ({
  stages: [stage],
  from: [0],
  builds,
  draw: () => ({
    liars: [],
    what: "honest builds",
    edit: ({ datasets }) => datasets,
    checks: [...PRICE_CHECKS, checkPasses, checkFewHeld],
  }),
});

/** A stablecoin is worth so much in every book and every list. */
function depeg(moment: Moment, code: string, factor: number): readonly Dataset[] {
  const id = STABLECOINS[code]!;
  const books = editRecords(moment.datasets, "ticker", null, (ticker, source) => {
    if (ticker.quote === code) return [scaleTicker(ticker, 1 / factor)];
    return [moment.codes.get(`${source}:${ticker.base}`) === id ? scaleTicker(ticker, factor) : ticker];
  });
  return moveReferences(books, new Set([id]), factor);
}

/** Coins are worth so much in every book, and in every list unless the lists lag. */
function move(
  moment: Moment,
  ids: ReadonlySet<string>,
  factor: number,
  { lag, nth }: { lag: boolean; nth: number },
): readonly Dataset[] {
  const books = editRecords(moment.datasets, "ticker", null, (ticker, source) => {
    const moves = (code: string) => ids.has(moment.codes.get(`${source}:${code}`) ?? "");
    const base = moves(ticker.base) ? factor : 1;
    return [scaleTicker(ticker, base / (moves(ticker.quote) ? factor : 1))];
  });
  if (!lag) return moveReferences(books, ids, factor);
  // A list that lags says so: its rows are from before the move.
  const seenMs = moment.now - (nth + 1) * STEP_MS;
  return editRecords(books, "coin", null, (row) => [
    { ...row, updatedAtMs: row.updatedAtMs === null ? null : Math.min(row.updatedAtMs, seenMs) },
  ]);
}

function moveReferences(datasets: readonly Dataset[], ids: ReadonlySet<string>, factor: number): readonly Dataset[] {
  return editRecords(datasets, "coin", null, (row) => [ids.has(row.id) ? scaleReference(row, factor) : row]);
}

const drop = (code: string, factor: number, stage: StageId): Frame => ({
  stages: [stage],
  from: [2],
  builds: 4,
  draw() {
    const coinId = STABLECOINS[code]!;
    return {
      liars: [],
      what: `${code} really is worth ${factor}`,
      truth: (coin, honestUsd) => (coin === coinId ? honestUsd * factor : honestUsd),
      edit: (now) => depeg(now, code, factor),
      checks: [...PRICE_CHECKS, checkFollowed(new Set([coinId]))],
    };
  },
});

export const HONEST_MARKETS: readonly AttackClass[] = [
  {
    id: "honest",
    section: "honest",
    what: "no venue lies",
    share: 0,
    named: [
      stay("full", 18),
      stay("thin", 18),
      stay("hours", 27),
      stay("thin-hours", 27),
      stay("other", 12),
      stay("four", 12),
    ],
  },
  {
    id: "depeg",
    section: "honest",
    what: "a stablecoin really loses its promise",
    share: 0,
    named: Object.keys(STABLECOINS).flatMap((code) =>
      [0.97, 0.9, 0.5, 1.03].flatMap((factor) => [drop(code, factor, "full"), drop(code, factor, "thin")]),
    ),
  },
  {
    id: "real-moves",
    section: "honest",
    what: "coins really move, with lists that follow or lag",
    share: 60,
    stages: ["full", "other", "thin"],
    from: [1, 2, 3],
    draw(random, moment) {
      const lag = random() < 0.3;
      // Where lists lag, nothing tells two coins of one ticker apart whose prices have changed
      // places.
      const plain = new Set(listPlain(moment, 3));
      const known = moment.honest.market.coins.filter(
        (coin) => isFresh(coin) && !coin.stablecoin && !ANCHOR_IDS.includes(coin.id) && (!lag || plain.has(coin.id)),
      );
      const factor = lag ? random.pick([0.85, 0.9, 1.1, 1.15]) : random.pick([0.4, 0.6, 0.8, 1.2, 1.6, 3]);
      const all = random() < 0.2;
      const ids = new Set((all ? known : random.sample(known, 5)).map(({ id }) => id));
      return {
        liars: [],
        what: `${ids.size} coins really move × ${factor}${lag ? ", lists lag" : ""}`,
        truth: (id, honestUsd) => (ids.has(id) ? honestUsd * factor : honestUsd),
        edit: (now, nth) => move(now, ids, factor, { lag, nth }),
        checks: [...PRICE_CHECKS, checkFollowed(ids)],
      };
    },
  },
];
