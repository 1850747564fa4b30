/**
 * The numbers of the method, for the page that explains it. They are declared where they work, in `build/market`; a test holds these
 * equal to those.
 */
export const RULES = {
  oldestTradeMinutes: 60,
  widestSpread: 0.1,
  qualityWithoutBook: 0.7,
  unchangedBuilds: 3,
  unchangedHours: 3,
  frozenShare: 0.9,
  ownVenueTrim: 0.03,
  volumeClip: 10,
  centreCap: 1.2,
  priceCap: 0.35,
  groupCap: 0.45,
  narrowestBand: 0.01,
  widestBand: 0.02,
  safeVenues: 3,
  trustedQuorum: 3,
  highVenues: 3,
  highVolumeUsd: 50_000,
  singleVolumeUsd: 10_000,
  jump: 0.2,
  stablecoinBand: 0.005,
  stablecoinMajority: 5,
  stablecoinFewAgree: 0.01,
  stablecoinDepeg: 0.02,
  stablecoinAgrees: 0.01,
  fiatDisagreement: 0.02,
  identityNear: 0.3,
  identityAgreement: 0.03,
  identityFactor: 3,
  referenceMultiple: 2,
  othersMultiple: 5,
  wrongCoins: 3,
  wrongShare: 0.1,
} as const;

export type Rules = typeof RULES;
