import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../lib/time.ts";

/*
 * The numbers of the methodology, each with its unit and its reason; `rules/coins.ts` and
 * `rules/totals.ts` have those of coins and totals. The methodology page shows and explains them.
 */

import { MAX_ANSWER_AGE_MS } from "../../normalise/observed-at.ts";

export { IDENTITY_RULES } from "../../normalise/identity-rules.ts";

/** Which tickers count, and how much. */
export const TICKER_RULES = {
  /** Age of a whole answer, by the exchange's own time, above which it is refused. */
  answerMaxAgeMs: MAX_ANSWER_AGE_MS,
  /** Quality q by spread, as a share of the middle. A wider spread says nothing about the price. */
  spreads: [
    { upTo: 0.01, quality: 1 },
    { upTo: 0.05, quality: 0.6 },
    { upTo: 0.1, quality: 0.3 },
  ],
  /** q where bid and ask are missing or crossed: the last trade is all there is. */
  qualityWithoutOffers: 0.7,
  /** Freshness f by the age of the last trade. An older trade is not a price. */
  trades: [
    { upToMs: 10 * MINUTE_MS, freshness: 1 },
    { upToMs: 30 * MINUTE_MS, freshness: 0.5 },
    { upToMs: 60 * MINUTE_MS, freshness: 0.25 },
  ],
  /** Consecutive builds without a change that make a ticker frozen. Needs `unchangedMs` too. */
  unchangedBuilds: 3,
  /** Time without a change that makes a ticker frozen: three quick builds prove nothing. */
  unchangedMs: 3 * HOUR_MS,
  /** Share of frozen tickers above which the venue is stalled: no market trades so little. */
  frozenShare: 0.9,
} as const;

/** What quotes are worth in USD. */
export const QUOTE_RULES = {
  /** Live pairs and the daily rate of a currency further apart (share) cannot both be right. */
  fiatDisagreement: 0.02,
  /**
   * Daily fiat rates older than this are not used to convert prices, and rates this much older than
   * the newest are not used at all. If it is too short, a bank's last rates before holidays (five
   * days at Easter) are dropped; if it is too long, old rates are published and refuse new ones.
   */
  fiatMaxAgeMs: 7 * DAY_MS,
  /** Venues that make a rate safe; with fewer, `singleVenueUsd` is needed. */
  enoughVenues: 2,
  /** USD traded in 24 hours with which one venue alone sets a rate. */
  singleVenueUsd: 1_000_000,
  /** Passes over coins priced through each other: a third pass changes nothing measurable. */
  coinPasses: 2,
} as const;

/** What stablecoins are worth. */
export const STABLECOIN_RULES = {
  /** Narrowest and widest band around the median: stablecoins trade closer together than coins. */
  band: { narrowest: 0.0025, widest: 0.005 },
  /** Venues with a safe majority: two dishonest venues cannot move the rate beyond the band. */
  majorityVenues: 5,
  /** With fewer venues, one that is further off (share) suspends the rate. */
  fewAgree: 0.01,
  /** Direct and implied rates further apart (share) are flagged. */
  flagApart: 0.005,
  /** A rate further off its peg (share) needs proof. */
  depeg: 0.02,
  /** Proof of a lost peg: direct and implied rates agree within this share. */
  depegAgrees: 0.01,
} as const;

/** One price from several venues. */
export const PRICE_RULES = {
  /** A ticker further off its venue's own median (share) is that ticker's error. */
  ownVenueTrim: 0.03,
  /** Tickers of a venue from which on they are trimmed: of two, either may be wrong. */
  trimFrom: 3,
  /** A venue's volume counts up to this multiple of the median volume: as weight and in sums. */
  volumeClip: 10,
  /** Votes on the centre are near-equal: at most this multiple of an equal share. */
  centreCap: 1.2,
  /** Largest share of one venue in a price, where enough venues remain. */
  priceCap: 0.35,
  /** Largest share of all venues together that are not fully trusted. */
  groupCap: 0.45,
  /** Trusted venues needed for `groupCap`: two alone would hold 55 % and outvote all others. */
  trustedQuorum: 3,
  /** Volume of a venue that reports none, as a share of the median volume. */
  unknownVolumeShare: 0.01,
  /** Distance from the centre (share): at least, where the venues agree, and at most. */
  band: { narrowest: 0.01, widest: 0.02 },
  /** The band in MADs; 1.4826 turns the MAD of a normal distribution into a deviation. */
  bandInMads: 4 * 1.4826,
  /** Venues that outvote others without a reference: two of five may be dishonest. */
  safeVenues: 3,
} as const;

/** Which volumes count. */
export const VOLUME_RULES = {
  /** USD: a smaller volume weighs like this one. */
  leastUsd: 1,
  /**
   * USD of one coin or pair in 24 hours. One venue reported 19.5 billion for one share token.
   */
  mostUsd: 50e9,
  /**
   * A volume counts up to this multiple of what the reference lists: for an exchange, that
   * exchange's volume, for a coin the volume on all venues, …
   */
  referenceMultiple: 2,
  /** … or this multiple of the other venues' volume that fits the reference. */
  othersMultiple: 5,
  /** A venue with implausible volumes of this many coins, … */
  wrongCoins: 3,
  /** … and of this share of its coins, uses another unit: none of its volumes counts. */
  wrongShare: 0.1,
} as const;

/** Price changes. */
export const CHANGE_RULES = {
  /** A sample at most this far from the wanted time is used for it. */
  nearMs: 20 * MINUTE_MS,
  /** Nothing is interpolated between samples further apart. */
  widestGapMs: 90 * MINUTE_MS,
  /** Opens of venues agree within this share: they are of different minutes. */
  opensAgree: 0.01,
  /**
   * Largest age difference at which the reference's past price is used: a small part of the span.
   */
  maxLagMs: { "1h": 15 * MINUTE_MS, "24h": 2 * HOUR_MS, "7d": 12 * HOUR_MS, "30d": DAY_MS, "1y": DAY_MS },
  /** Distance (share) at which a reference price is wrong or of another coin. */
  samePrice: 0.3,
} as const;

/** Whether a price is published. */
export const PUBLICATION_RULES = {
  /** Venues and USD in 24 hours of a price with high confidence. */
  highVenues: 3,
  highVolumeUsd: 50_000,
  /** USD in 24 hours that one fully trusted venue needs alone. */
  singleVolumeUsd: 10_000,
  /** A suspect price is replaced by the last one for this long. */
  holdMs: DAY_MS,
  /** Distance (share) from the last price or all references that needs confirmation, … */
  jump: 0.2,
  /** … where at most this many venues report it. */
  jumpVenues: 2,
} as const;

/** The interval around a price that is meant to hold 95 % of fair venue prices. */
export const INTERVAL_RULES = {
  /**
   * Degrees of freedom that the spreads of the order books count for. Without them, two venues that
   * agree by chance would claim a certainty that a third venue refutes.
   */
  offerDegrees: 2,
  /** Half of the spread (share) that is assumed at least: fees and rates keep venues apart. */
  leastHalfSpread: 0.0003,
  /** Half of the spread (share) where a venue publishes no offers. */
  halfSpreadWithoutOffers: 0.001,
  /** Typical move of a coin in a day (share): a trade of an hour ago is a fifth of it off. */
  movePerDay: 0.04,
} as const;

/** When lists contradict the venues of a coin. */
export const DISPUTE_RULES = {
  /** Venues that are needed to contradict the lists: two may lie together. */
  venues: 3,
  /** Venues and a list this near (share) agree on a price. */
  shared: 0.1,
  /** Venues are believed this near (share) to the last price on which both agreed. */
  nearAnchor: 0.3,
  /** Listed supplies this near (share) are the same. */
  sameSupply: 0.1,
  /** Market caps before and after a redenomination (share). */
  sameCap: 0.3,
} as const;

/** When a list's prices are used at all. */
export const LIST_RULES = {
  /** Largest coins of the list that are compared with the venues, … */
  comparedCoins: 30,
  /** … and how many of them need prices of this many venues. */
  enoughCoins: 10,
  venues: 3,
  /** Median distance (share) from the venues' prices: honest lists are within 0.5 %. */
  maxDistance: 0.03,
  /** A price of ours at most this far from the list's time is compared. */
  comparedMs: 2 * HOUR_MS,
  /** Two lists further apart (share) contradict each other: among the largest coins, … */
  apart: 0.05,
  largestCoins: 250,
  /** … and among the others, whose prices lists update less often. */
  apartBeyond: 0.15,
  /** With fewer venues than this, two lists that agree choose among the venues' prices. */
  safeVenues: 6,
  /** With fewer venues that determine the dollar, two lists that agree can refuse a build. */
  safeDollarVenues: 5,
} as const;

/** How reference prices are used. */
export const REFERENCE_RULES = {
  /** An older price neither confirms nor contradicts. */
  freshMs: 2 * HOUR_MS,
  /** An older price does not choose between venues that disagree: the price may have moved. */
  decidesMs: 10 * MINUTE_MS,
  /** Age, in cadences of the source, from which a reference price is stale. */
  staleCadences: 3,
  /** The same while the source does not respond: pages that did respond are minutes old. */
  staleWithoutSourceMs: 15 * MINUTE_MS,
  /** Further from our own last price (share), a reference price needs support. */
  farFromOwn: 0.3,
  /** The same factor for a coin that only references ever priced: an error of units. */
  farFromItself: 3,
  /** Age, in cadences, from which the 24h range is left out. */
  rangeCadences: 3,
  /** Age from which no number that follows from the price is published. */
  priceMs: DAY_MS,
  /** Venues that are far from a reference price from which on it is published as stale. */
  contestedBy: 2,
  /** A price that lags by more does not identify a coin. */
  identifiesMs: DAY_MS,
} as const;

/** Whether a build may be published. The configuration may change these. */
export const GATE_THRESHOLDS = {
  /** Minutes. All ages and retentions use our clock: a wrong clock expires what is kept. */
  maxClockSkewMinutes: 5,
  /** Venues. With fewer, the median of the venues has no majority. */
  minVenues: 4,
  /** Venues that hold dollars. Without one, the value of a dollar is unknown. */
  minUsdFiatVenues: 1,
  /** 2 = high, 1 = low, 0 = none, for BTC and ETH: every other price is converted through them. */
  minAnchorConfidence: 2,
  /**
   * Share of the last build's priced coins, without those that one venue alone priced. A larger
   * loss is an error here, not the market.
   */
  minPricedCoinShare: 0.5,
  /** Distance (share) of BTC, ETH and USDT from two references that agree. */
  maxPivotDistance: 0.03,
  /** Share of held coins, by number and market cap. More means the whole market is suspect. */
  maxHeldShare: 0.25,
  /** Share of the last build's records of a dataset. */
  minDatasetShare: 0.5,
} as const;

export type GateThresholds = { readonly [Name in keyof typeof GATE_THRESHOLDS]: number };

/** How the gate measures a build. */
export const GATE_RULES = {
  /** A build is not compared with an older one, so that the gate cannot block permanently. */
  comparedMs: DAY_MS,
  /** Venues with a price of a coin from which on it counts as held: one of fewer can suspend it. */
  judgedVoters: 4,
  /** Upstream clocks needed: of two that differ, either may be wrong. */
  minClocks: 3,
  /** Two references this near (share) are evidence against a price that lies off both. */
  referencesAgree: 0.02,
  /** A venue is named when its BTC or ETH price lies this far (share) from the median. */
  farVenue: 0.05,
} as const;
