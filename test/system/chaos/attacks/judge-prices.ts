import type { MarketCoin } from "../../../../build/crypto/market/model/market.ts";
import { HOUR_MS } from "../../../../build/lib/time.ts";
import { FAILURE_POLICY } from "../failure-policy.ts";
import type { Attacked, Check, Finding } from "./attack.ts";
import { ANCHOR_IDS, STABLECOINS } from "./lies.ts";
import { findListedRows, listReferences } from "./stage.ts";

const NEAR = 0.02;
/** BTC, ETH and USDT are at most this far from two references that agree, or all is refused. */
const ANCHOR_NEAR = 0.03;
const VOLUME_MULTIPLE = 5;
/** A reference's own price may be published as it is. */
const SAME = 1e-6;

export const isFresh = ({ priceSource, price }: MarketCoin): boolean => price !== null && priceSource !== "stale";

/**
 * The price of the same build without the attack; where that build has no fresh one, the simulated
 * market's own.
 */
export function findTruth({ moment, attack, nth }: Attacked, coinId: string): number | null {
  const row = moment.honest.rows.get(coinId);
  const truth = row !== undefined && isFresh(row) ? row.price : moment.world.priceUsd(coinId, moment.now);
  return truth === null ? null : (attack.truth?.(coinId, truth, nth) ?? truth);
}

/**
 * Requirements 1 and 2: no coin is published as fresh and wrong while enough venues tell the truth.
 */
export const checkPrices: Check = (attacked, counts) => {
  const { attack, built, datasets } = attacked;
  if (!built.gate.passed) return [];
  const findings: Finding[] = [];
  for (const coin of built.market.coins) {
    const truth = findTruth(attacked, coin.id);
    if (truth === null || truth <= 0) continue;
    counts.coins += 1;
    if (isHeld(coin)) counts.held += 1;
    if (!isFresh(coin)) continue;
    const off = Math.abs(coin.price! / truth - 1);
    const { honest, lying } = countVenues(attacked, coin.id);
    const speaks = lying > 0 && !isTakenForAnother(attacked, coin);
    if (honest === 1 && speaks && coin.priceSource === "aggregated" && !tellsTruth(attacked, coin, truth)) {
      const said = listReferences(datasets, coin.id);
      if (!said.some((price) => Math.abs(price / coin.price! - 1) <= NEAR)) {
        const text = describe(
          attacked,
          coin,
          truth,
          `one honest venue, references say ${said.join(", ") || "nothing"}`,
        );
        findings.push({ kind: "unconfirmed", coinId: coin.id, off, text });
        continue;
      }
    }
    if (off <= NEAR) continue;
    const all = honest + lying;
    // Two of four and more are a majority or half; alone, none can be judged by another.
    const unknowable = honest < 2 ? coin.priceSource === "aggregated" : lying >= 2 && (all < 5 || lying * 2 >= all);
    if (unknowable && attack.liars.length > 0) counts.unknowable += 1;
    else {
      const text = describe(attacked, coin, truth, `${honest} honest venues, ${lying} lying`);
      findings.push({ kind: "wrong", coinId: coin.id, off, text });
    }
  }
  return findings;
};

/** BTC, ETH and USDT stand on two references that agree, or the build is refused. */
export const checkAnchors: Check = ({ built, datasets }) => {
  if (!built.gate.passed) return [];
  const findings: Finding[] = [];
  for (const coinId of ANCHOR_IDS) {
    const said = listReferences(datasets, coinId);
    const [first, second] = said;
    if (first === undefined || second === undefined || Math.abs(first / second - 1) > ANCHOR_NEAR) continue;
    const price = coinId === "tether" ? built.quoteUsd("USDT") : (built.rows.get(coinId)?.price ?? null);
    const off = price === null ? 0 : Math.min(...said.map((each) => Math.abs(price / each - 1)));
    if (off > ANCHOR_NEAR) {
      findings.push({ kind: "refused", coinId, off, text: `published with ${coinId} at ${price}, references ${said}` });
    }
  }
  return findings;
};

/**
 * Requirement 2: no two of five venues move a stablecoin's rate; where fewer determine it, those
 * that lie at most suspend it.
 */
export const checkRates: Check = (attacked, counts) => {
  const { attack, built, moment } = attacked;
  const findings: Finding[] = [];
  for (const [code, coinId] of Object.entries(STABLECOINS)) {
    const honest = moment.honest.quoteUsd(code);
    const truth = honest === null ? null : (attack.truth?.(coinId, honest, attacked.nth) ?? honest);
    const rate = built.quoteUsd(code);
    if (truth === null) continue;
    if (rate === null) {
      counts.suspended += 1;
      continue;
    }
    const off = Math.abs(rate / truth - 1);
    const venues = moment.honest.rateVenues(code);
    if (off > FAILURE_POLICY.rateMove && attack.liars.length * 2 < venues) {
      findings.push({
        kind: "rate",
        off,
        text: `${code} at ${rate} instead of ${truth}, ${venues} venues determine it`,
      });
    }
  }
  return findings;
};

/** Requirement 5: a held price is the last one with its own time, and no older than a day. */
export const checkHolds: Check = (attacked) => {
  const { built, before, moment, datasets } = attacked;
  if (!built.gate.passed) return [];
  const findings: Finding[] = [];
  for (const coin of built.market.coins) {
    const { id, price, priceTimeMs, priceSource } = coin;
    if (priceSource !== "stale" || price === null) continue;
    const wrong = (why: string) => findings.push({ kind: "held", coinId: id, text: `${id} held at ${price}: ${why}` });
    if (priceTimeMs === null) wrong("without a time");
    else if (moment.now - priceTimeMs > FAILURE_POLICY.holdMs + HOUR_MS && !isReferences(datasets, coin)) {
      wrong(`for ${((moment.now - priceTimeMs) / HOUR_MS).toFixed(1)} hours`);
    } else if (!wasPublished(before, coin) && !isReferences(datasets, coin)) {
      wrong(`at ${new Date(priceTimeMs).toISOString()}, which was never published so`);
    }
  }
  return findings;
};

/**
 * A few builds after the last lie every coin that two venues trade has a price of its own again.
 */
export const checkRecovers: Check = ({ attack, nth, built, moment }) => {
  if (nth < attack.builds - 1) return [];
  if (!built.gate.passed) return [{ kind: "stuck", text: "still refused after the attack" }];
  return built.market.coins.flatMap((coin): Finding[] => {
    const before = moment.honest.rows.get(coin.id);
    const lost = before?.priceSource === "aggregated" && before.exchanges >= 2 && coin.priceSource !== "aggregated";
    const text = `${coin.id} is still ${coin.priceSource} (${coin.evidence.method}) after the attack`;
    return lost ? [{ kind: "stuck", coinId: coin.id, text }] : [];
  });
};

/** Requirement 5: a suspect coin does not stop the site. */
export const checkPasses: Check = ({ built }) =>
  built.gate.passed
    ? []
    : [
        {
          kind: "refused",
          text: `refused: ${built.gate.checks.flatMap(({ passed, message }) => (passed ? [] : [message])).join(" ")}`,
        },
      ];

/**
 * Requirement 3: what one venue claims adds at most a small multiple of what the others and the
 * reference say.
 */
export const checkVolumes: Check = (attacked) => {
  const { attack, built, moment } = attacked;
  // Each of two that lie together is what others say to the other one.
  if (!built.gate.passed || attack.liars.length > 1) return [];
  return built.market.coins.flatMap((coin): Finding[] => {
    const honest = moment.honest.rows.get(coin.id)?.volume ?? 0;
    const said = findListedRows(moment.datasets, coin.id).flatMap(({ row }) => row.volumeUsd ?? []);
    const most = VOLUME_MULTIPLE * Math.max(honest, ...said);
    if (coin.volume === null || coin.volume <= most || countVenues(attacked, coin.id).honest < 2) return [];
    const text = `volume of ${coin.id} is ${coin.volume}, without the attack ${honest}, references say ${said}`;
    return [{ kind: "number", coinId: coin.id, text }];
  });
};

export const PRICE_CHECKS: readonly Check[] = [checkPrices, checkAnchors, checkRates, checkHolds, checkVolumes];

/**
 * The venues with a say in a coin: those that tell the truth and are eligible without the attack,
 * and those that lie about it.
 */
export function countVenues({ attack, moment }: Attacked, coinId: string): { honest: number; lying: number } {
  let honest = 0;
  let lying = 0;
  for (const [venue, eligible] of moment.trades.get(coinId) ?? []) {
    if (attack.absent?.includes(venue)) continue;
    if (attack.liars.includes(venue)) lying += 1;
    else if (eligible) honest += 1;
  }
  if (attack.invents?.has(coinId)) lying = attack.liars.length;
  return { honest, lying };
}

/** A price of our own that was not found in this build. */
export function isHeld({ price, priceSource, evidence }: MarketCoin): boolean {
  if (price === null) return evidence.tickers.length > 0;
  return priceSource === "stale" && evidence.method === "held";
}

/**
 * Whether the lie made the liars' code another coin of the same symbol, near whose price it is.
 * Then no venue contradicts the one that is left, and its price is fresh with low confidence.
 */
function isTakenForAnother({ attack, built }: Attacked, coin: MarketCoin): boolean {
  const trades = ({ evidence }: MarketCoin) => evidence.tickers.some(({ exchange }) => attack.liars.includes(exchange));
  return (
    !trades(coin) &&
    built.market.coins.some((other) => other.id !== coin.id && other.symbol === coin.symbol && trades(other))
  );
}

/**
 * Whether the liars say the true price of this coin for once, so that there are more honest venues
 * than usual.
 */
function tellsTruth({ attack }: Attacked, { evidence }: MarketCoin, truth: number): boolean {
  const told = evidence.tickers.filter(({ exchange }) => attack.liars.includes(exchange));
  return told.length > 0 && told.every(({ priceUsd }) => Math.abs(priceUsd / truth - 1) <= NEAR / 2);
}

function wasPublished(before: Attacked["before"], coin: MarketCoin): boolean {
  return before.some(({ gate, rows, now }) => {
    const row = rows.get(coin.id);
    if (!gate.passed || row?.price == null) return false;
    return isSame(row.price, coin.price!) && coin.priceTimeMs! <= now;
  });
}

function isReferences(datasets: Attacked["datasets"], { id, price }: MarketCoin): boolean {
  return findListedRows(datasets, id).some(({ row }) => row.priceUsd !== null && isSame(row.priceUsd, price!));
}

const isSame = (a: number, b: number): boolean => Math.abs(a / b - 1) <= SAME;

export function describe(attacked: Attacked, coin: MarketCoin, truth: number, why: string): string {
  const { attack, datasets } = attacked;
  const { evidence, price, priceSource, id } = coin;
  const off = (((price ?? 0) / truth - 1) * 100).toFixed(2);
  const tickers = evidence.tickers.slice(0, 24).map((ticker) => {
    const liar = attack.liars.includes(ticker.exchange) ? "LIAR " : "";
    const volume = ticker.volume24hUsd === null ? "-" : Math.round(ticker.volume24hUsd);
    const share = ((ticker.priceUsd / truth - 1) * 100).toFixed(2);
    const { weight, reason } = ticker;
    return `      ${liar}${ticker.exchange} ${ticker.pair} ${share} % volume ${volume} weight ${weight.toFixed(3)} ${reason ?? ""}`;
  });
  return [
    `${id} ${priceSource} (${evidence.method}, ${evidence.confidence}) at ${price}, the truth is ${truth} (${off} %); ${why};`,
    `references ${listReferences(datasets, id).join(", ")}`,
    ...tickers,
  ].join("\n");
}
