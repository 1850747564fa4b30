/** Whose site is acted out, and who copies it. */
export const ORIGINAL = "someone/prices";
export const COPY = "another/prices";
