import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../lib/time.ts";

/** Which coin owns a text in a path. */
export const KEY_RULES = {
  /** A text stays reserved this long after its coin left the list or changed its symbol. */
  reservedMs: 30 * DAY_MS,
  /** A coin has left if no list had it for this long: one build may miss a list or a row. */
  goneMs: DAY_MS,
  /** Another coin takes a text over when it is worth this many times as much … */
  rivalFactor: 10,
  /** … in every build for this long … */
  rivalMs: 30 * DAY_MS,
  /** … without a longer pause between two builds. */
  rivalPauseMs: DAY_MS,
  /** How long a change of owner is listed. */
  changeKeptMs: 365 * DAY_MS,
} as const;

/** When an id of another source is linked to a coin. */
export const LINK_RULES = {
  /** Builds, on more than one UTC day, in which two sources agree. */
  builds: 3,
  /** A link is dropped after two sources contradicted it for this long. */
  contradictedMs: 7 * DAY_MS,
  /** Prices of one coin differ by less (share) between two sources, … */
  samePrice: 0.05,
  /** … and prices this far apart are of two coins. */
  otherPrice: 0.3,
  /** Market caps of one coin (share). Sources count supplies differently. */
  sameCap: 0.25,
  /** An older price is not compared. */
  maxAgeMs: HOUR_MS,
  /** Former names kept per coin: a renamed coin is recognised by its last names. */
  formerKept: 8,
} as const;

/** How lists of several reference sources become one. */
export const MERGE_RULES = {
  /** No price moves by more than this factor within `comparedMs`: beyond, it is another coin. */
  maxMove: 3,
  comparedMs: 7 * DAY_MS,
  /** Age of the rows on pages that did respond, where other pages failed. */
  recentMs: 15 * MINUTE_MS,
  /** New coins are added after this outage: lists differ at their ends, coins would flip. */
  unavailableMs: DAY_MS,
  /** New coins at most, as a share of the limit: hosts limit the number of files. */
  newcomersShare: 0.1,
  /** Supplies of two sources differ by less than this factor, unless redenominated. */
  redenominated: 5,
} as const;

/** What a row of a reference source may say besides its price. */
export const ROW_RULES = {
  /** Factor by which a price may exceed its own extremes: at most 1.004 in 500 recorded rows. */
  beyond: 1.02,
  /** A day's high over the prices around it: at most 1.2 in 500 recorded rows. */
  mostAbove: 2,
  /** The lowest price around a day's low over that low: at most 3 in 500 recorded rows. */
  mostBelow: 3.5,
  /** Distance (share) of a past price from what is known of that time. */
  past: 0.3,
  /** An observation at most this far from the wanted time is used for it. */
  nearMs: { "1h": HOUR_MS / 2, "24h": HOUR_MS },
  /** Factor between two hourly prices of one coin in one unit. */
  mostStep: 5,
  /** An older row says nothing about the last day. */
  recentMs: 2 * HOUR_MS,
} as const;

/** Which supplies are published. */
export const SUPPLY_RULES = {
  /** Factor of one month, or between two references: 2 of 90 recorded coins exceed it. */
  near: 1.5,
  /** Factor between references that define circulation differently: at most 4.4 in records. */
  far: 5,
  /** A price that moves by a larger factor may be in another unit. */
  otherUnit: 8,
  /** After such a move, the supply of before needs a second list and this time, … */
  confirmedMs: DAY_MS,
  /** … or, by one list alone, this time. */
  otherUnitMs: 7 * DAY_MS,
  /** The supply of a coin without a row is remembered for this long. */
  absentMs: 7 * DAY_MS,
  /** Factor between market cap and price × supply of one row: within 1.02 in 500 rows. */
  sameRow: 2,
  /** Total or maximum over circulating supply: 0.59 to 76 in recorded lists. */
  leastTotal: 0.5,
  mostTotal: 200,
  /** The compared supply follows claims after this long, so that small steps do not add up. */
  anchorMs: 30 * DAY_MS,
  /** A contradicted supply is held until the compared one is this old. */
  heldMs: 60 * DAY_MS,
  /** Without this many of the largest coins, the market is less than half of its total. */
  largest: 2,
  /** Factor by which the other coins may exceed the total before it is contradicted. */
  partsSlack: 1.25,
  /** Coins from which on one is compared with all others … */
  enoughCoins: 10,
  /** … and is worth at most this multiple of them: Bitcoin is 1.5 times. */
  mostOfOthers: 3,
} as const;

/** Which all-time highs and lows of a list are published. */
export const EXTREME_RULES = {
  /** Days around the stated time that are compared: times of lists are of other time zones. */
  aroundMs: 1.5 * DAY_MS,
  /** Factor between an extreme of minutes and our daily prices around it: first days are wild. */
  spike: 10,
  /** Factor by which one of our own days may pass the extreme: venues and lists differ. */
  passed: 1.5,
  /** Factor between two lists that mean the same moment of few venues. */
  lists: 3,
  /** Factor from the present price: LUNC fell by 1,900,000, the most in 250 recorded rows. */
  mostFromPrice: 1e7,
} as const;

/** Market caps and what follows from a price. */
export const CAP_RULES = {
  /** USD, more than all money on earth: a larger product rests on a supply in other units. */
  maxUsd: 1e15,
  /** Factor between a reference's market cap and price × supply: beyond, a unit is wrong. */
  marketCapFactor: 2,
  /** Older hourly prices may end away from the present price. */
  sparklineAgeMs: 2 * HOUR_MS,
} as const;
