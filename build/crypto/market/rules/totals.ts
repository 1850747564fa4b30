import { DAY_MS, HOUR_MS } from "../../../lib/time.ts";

/**
 * What the guards of rates and totals share. Distances are factors and hold both ways. If one is
 * too large, a wrong number is published; if it is too small, readers get a sound one later.
 */
export const GUARD_RULES = {
  /**
   * Two statements of one number: a rate, the median of two tables, a growth in a day, a protocol
   * and its chains, of which 1,626 of 1,628 agree within 2 %. Sources of different hours agree
   * within it also in a currency crisis. If it is too large, a wrong source confirms another one.
   */
  agreement: 1.05,
  /**
   * Honest counts of one thing: references differ by 13 %, chains and the DeFi total by 16 %,
   * wrapped coins and their protocols by 7 %. One source alone moves a number no further from what
   * others confirmed: wrong digits are more frequent than such moves. A devaluation waits for
   * another origin.
   */
  far: 1.2,
  /**
   * Numbers of different units, currencies or coins are further apart. In a day the DeFi total fell
   * by a factor of 1.42 (March 2020), and the krona by 1.3 (October 2008). All coins were 1.23
   * times the ten largest in 2022, and 1.01 times the 250 largest in 2026.
   */
  sameThing: 1.5,
  /**
   * An older number is not compared. If it is too short, the first rate after an outage is judged
   * by nothing. If it is too long, a rate that moved in an outage is held: the krona had no fixings
   * from 2008 to 2018.
   */
  comparedMs: 60 * DAY_MS,
  /**
   * Fewest numbers that judge a whole list; of two, the lower one counts. One alone may be a
   * premium or a wrong coin, and would refuse a sound list.
   */
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
  /**
   * A rate that nothing confirms is held for this long: banks fix none for five days at Easter.
   */
  heldMs: 7 * DAY_MS,
  /**
   * The anchor of a single origin follows it after this long. If it is too short, small wrong steps
   * add up; if it is too long, a currency that falls month by month is held.
   */
  anchorMs: 30 * DAY_MS,
} as const;

/** Which past fixings are published. */
export const FIXING_RULES = {
  /**
   * Days that judge a fixing, on each side; half as many, the newest ones, judge a whole history.
   * If there are too few, a run of wrong days stands. If there are too many, a currency that fell
   * within them waits.
   */
  around: 10,
} as const;

/** Which totals of the market and of DeFi are published. */
export const TOTAL_RULES = {
  /**
   * Factor between a total and the last one of a day, or between a total and its anchor moved with
   * all coins. In 2021 the DeFi total left Bitcoin by 1.14 in a day and 1.27 in a week at
   * most. If it is too large, a total in another currency is published; if it is too small, a crash
   * is shown a day late.
   */
  move: 1.3,
  /**
   * Factor between two counts of what was traded. Totals are 0.44 to 1.3 times their 250 largest
   * rows, 0.48 to 1.74 times the ten largest: references count trades once or twice. If it is too
   * large, a volume that counts everything twice again passes; if it is too small, a rush is held.
   */
  volume: 3,
  /**
   * A number further off (factor), whatever moved since, is in another unit. If it is too large,
   * one of a thousandth of its size passes; if it is too small, a sound one is held.
   */
  unit: 10,
  /**
   * The accepted total that others are compared with follows after this long. If it is too short,
   * small wrong steps add up; if it is too long, a growing market is held.
   */
  anchorMs: 7 * DAY_MS,
  /**
   * Coins needed for a comparison with the market: the ten largest are 82 to 89 % of it. Fewer
   * would refuse sound totals; sites with few coins compare nothing if it is too large.
   */
  enoughCoins: 10,
} as const;

/** Totals of the market alone. */
export const GLOBAL_RULES = {
  /**
   * Volume of all venues over that of the polled ones, at most. Sites that poll a few small venues
   * would lose sound totals if it were smaller.
   */
  mostOfTraded: 100,
  /**
   * Totals are compared and held for this long; then the sum of the coins is nearer to the truth.
   */
  heldMs: DAY_MS,
  /** Coins in `market_cap_percentage`. */
  shares: 10,
} as const;

/**
 * Numbers of DeFi alone. Shares are far beyond what was recorded, so that only an error of units is
 * refused: nothing else judges a first build of few coins.
 */
export const DEFI_RULES = {
  /** The total over all coins' market cap, at most: 3 to 5 % since 2022, 11 % before. */
  mostOfMarket: 0.2,
  /** What is traded in a day over what is locked, at most: 6 to 10 % in recorded lists. */
  mostTurnover: 0.5,
  /** Both, at least. */
  leastShare: 0.002,
  /**
   * The largest row over all others, at most: Ethereum is 1.8 times all other chains. If it is too
   * large, one mispriced protocol is counted; if it is too small, the largest chain is not.
   */
  outlier: 5,
  /** A list that contradicts the others is held for this long; then there is no DeFi. */
  heldMs: 3 * DAY_MS,
  /** Before, adapters were added that made the total jump: by 525 in a day of January 2019. */
  continuousSinceMs: Date.UTC(2020, 0),
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
