import { DAY_MS, HOUR_MS } from "../../../lib/time.ts";

/**
 * What all guards of rates and totals share: distances as factors, which hold both ways, and times.
 * If a distance is too large, a wrong number is published; if it is too small, a sound one is held.
 */
export const GUARD_RULES = {
  /**
   * Two statements of one rate, or the medians of two tables. Sources of different hours agree
   * within it also in a currency crisis. If it is too large, a wrong source confirms another one.
   */
  agreement: 1.05,
  /**
   * From what others confirmed, no source takes a number further alone. Wrong digits are more
   * frequent than larger moves, and a devaluation waits for a second origin.
   */
  far: 1.2,
  /**
   * Two counts of one thing. Further apart they differ in unit, currency or coin: the krona moved
   * by 1.3 in a day of October 2008.
   */
  sameThing: 1.5,
  /**
   * An older number is not compared, and an anchor as old follows. If it is too short, small wrong
   * steps of a single origin add up. If it is too long, a rate that moved in an outage is held: the
   * krona had no fixings from 2008 to 2018.
   */
  comparedMs: 30 * DAY_MS,
  /** Fewest numbers that judge a whole list. Of two, the one that speaks for the list counts. */
  enough: 2,
} as const;

/** Which fiat rates are published. */
export const RATE_RULES = {
  /**
   * The median distance (factor) of a table from the venues' books of Bitcoin. Premiums of Korean
   * and Turkish books reach 10 %, those of most currencies not 1 %. If it is too small, a first
   * table is refused; if it is too large, one with a wrong base is published.
   */
  books: 1.03,
  /**
   * A table with more than this share of its rates far from others has slipped columns. If it is
   * too small, parallel rates of a few currencies refuse all the others.
   */
  farShare: 0.1,
  /** A rate that nothing confirms is held for this long: banks fix none for five days at Easter. */
  heldMs: 7 * DAY_MS,
} as const;

/** Which past fixings are published. */
export const FIXING_RULES = {
  /**
   * Days that judge a fixing, on each side, or a history, its newest ones. If there are too few, a
   * run of wrong days stands; a currency that fell within them waits.
   */
  around: 10,
} as const;

/** What holds for the totals of the market and of DeFi alike. */
export const TOTAL_RULES = {
  /**
   * Move (share) within a day: 30 % in March 2020, 16 % since. If it is too large, a total in
   * another currency is published; if it is too small, a crash is shown a day late.
   */
  maxMove: 0.3,
  /** Factor by which a traded volume may leave an accepted one: an error of units is larger. */
  volumeMove: 4,
  /**
   * The accepted total that others are compared with follows after this long. If it is too short,
   * small wrong steps add up; if it is too long, a growing market is held.
   */
  anchorMs: 7 * DAY_MS,
  /** Coins needed for a comparison with the market. */
  enoughCoins: 10,
} as const;

/** Which totals of the market are published. */
export const GLOBAL_RULES = {
  /** Total over its parts, at least: references leave out some bridged coins, 5 % in 2026. */
  leastOfParts: 0.8,
  /** Total over its parts, at most: the ten largest coins are more than half of the market. */
  mostOfParts: 3,
  /** The same for `manyParts` coins: the 250 largest are 99 % of the recorded total. */
  mostOfManyParts: 1.5,
  manyParts: 100,
  /** Factor between a total volume and the rows of its own source: 0.44 to 1.3 in records. */
  mostOfRows: 3,
  /** Volume of all venues over that of the polled ones: an error of units is larger. */
  mostOfTraded: 100,
  /** Factor by which a total may leave the coins covered: references differ by 13 %. */
  maxDrift: 1.2,
  /** The compared ratio follows at once when the number of coins changes by this factor. */
  sameCoins: 1.1,
  /** Percentage points between the market's change and that of its coins. */
  maxChangeDistance: 5,
  /** Factor between volumes: references count trades once or twice, units differ by more. */
  volumeFactor: 10,
  /** How long totals are compared with, and published when nothing newer is valid. */
  heldMs: DAY_MS,
  /** Coins in `market_cap_percentage`. */
  shares: 10,
} as const;

/** Which numbers of DeFi are published. Recorded: 2020 to 2026. */
export const DEFI_RULES = {
  /**
   * Factor between two counts of one thing: chains and total (16 % in records), a wrapped coin's
   * protocol and the coin's worth (7 %), one day and the next. If it is too large, a list in
   * another unit is published; if it is too small, sound lists are held.
   */
  slack: 1.5,
  /** Factor between protocols, each coin counted once, and the total: 0.9 in records. */
  protocolsSlack: 2,
  /** Share of all coins' market cap: 3 to 5 % since 2022, 11 % at most before. */
  mostOfMarket: 0.2,
  leastOfMarket: 0.002,
  /** Factor by which a total may leave its anchor, besides the coins' own move. */
  maxDrift: 1.3,
  /** Protocols this near (factor) to their coins' worth confirm a larger move: 7 % in records. */
  confirms: 1.15,
  /** A list that contradicts the others is held for this long. */
  heldMs: 3 * DAY_MS,
  /** Before, adapters were added that made the total jump a hundredfold. */
  continuousSinceMs: Date.UTC(2020, 0),
  /** After a longer run of wrong points, older points are not compared any more. */
  maxGapMs: 7 * DAY_MS,
  /** The largest row over all others: Ethereum is 1.4 times all other chains. */
  mostOfRest: 5,
  /** Wrapped coins needed for a comparison with their protocols. */
  enoughWrapped: 2,
  /** Traded in a day, of all that is locked (share): 6 to 10 % in recorded lists. */
  mostTurnover: 0.5,
  leastTurnover: 0.002,
  /** Factor by which parts may exceed their whole: they are counted at different hours. */
  partSlack: 1.1,
  /** A daily point this far from its day is still used for it. */
  pointToleranceMs: 12 * HOUR_MS,
} as const;

/** Which values of the Fear & Greed Index are published, in points. */
export const INDEX_RULES = {
  /**
   * From one value to the next: never more in 3,044 recorded days. If it is too large, a wrong
   * value is published; if it is too small, a real jump is shown a day late.
   */
  maxMove: 50,
  /** Two refused values this near are published: one wrong value blocks nothing. */
  agreement: 20,
} as const;

/** The statistics of an exchange. */
export const EXCHANGE_RULES = {
  topPairs: 10,
  /** A listing within this share of the published price trades that coin at that price. */
  agrees: 0.1,
  /** Share of wrong prices above which the venue's statistics are stale. */
  mostWrong: 0.5,
} as const;

/** Which articles are published. */
export const ARTICLE_RULES = {
  most: 100,
  /** The same headline within this time is the same story; later it is a daily column. */
  sameStoryMs: 12 * HOUR_MS,
  /** Coins searched for in headlines: names of smaller ones collide with common words. */
  coins: 300,
} as const;
