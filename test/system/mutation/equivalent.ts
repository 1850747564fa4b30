/** Faults that change no result, as `npm run test:mutation` prints them, with the reason. */
export const EQUIVALENT: readonly { file: string; change: string; why: string }[] = [];
