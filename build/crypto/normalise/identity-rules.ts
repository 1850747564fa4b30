/** Which coin a venue's code means. */
export const IDENTITY_RULES = {
  /** Largest distance (share) from a reference price. */
  near: 0.3,
  /** Largest factor from it where the name matches: beyond, the unit may be another one. */
  farthest: 3,
  /** Venues this near (share) trade the same asset. Agreement does not say which one. */
  agreement: 0.03,
  /** Venues without names that trade a ticker at one price far from the lists may be right. */
  manyVenues: 6,
  /** A name that contradicts a coin also counts for venues without names this near (share), … */
  sameAsset: 0.02,
  /** … but one venue's name not against this many others: its listing may be wrong. */
  others: 3,
  /** A venue that contradicts this many coins … */
  manyContradictions: 5,
  /** … and this share of those it names has useless names. Recorded listings contradict 2 %. */
  contradictedShare: 0.1,
  /** A coin found by its name alone lies this near (share) to two references. */
  namesake: 0.1,
} as const;
