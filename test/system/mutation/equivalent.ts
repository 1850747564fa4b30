/** Faults that change no result, as `npm run test:mutation` prints them, with the reason. */
export const EQUIVALENT: readonly { file: string; change: string; why: string }[] = [
  {
    file: "build/crypto/market/aggregate/venue-price.ts",
    change:
      "return volumes.reduce<number>((sum, volumeUsd) => ([volumeUsd === null → false] ? sum : sum + volumeUsd), 0);",
    why: "null counts as 0 in a sum",
  },
];
