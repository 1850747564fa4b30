/** Hosts decode escapes differently, so no file name may need one. */
const ALPHABET = /^[a-z0-9][a-z0-9_-]*$/;

/** Windows devices, and the index of a folder. */
const UNSAFE_FILES = /^(?:con|prn|aux|nul|com\d|lpt\d|index)$/;

/** Files and folders next to the coins, here and at CoinGecko. */
const RESERVED_KEYS: ReadonlySet<string> = new Set(["search", "limit", "list", "markets", "404"]);

/** With the longest extension, a name stays below 255 bytes, the limit of file systems. */
const MAX_NAME_LENGTH = 200;
/** Leaves room for `history-`, the prefix of archives. */
const MAX_KEY_LENGTH = 150;
/** Leaves room for a number after a slug. */
const MAX_SLUG_LENGTH = 140;

/** Whether a lower-case text is a file name (without extension) on every host and system. */
export function isFileName(text: string): boolean {
  return ALPHABET.test(text) && text.length <= MAX_NAME_LENGTH && !UNSAFE_FILES.test(text);
}

/** Whether a text can be a part of a path and the name of a file on every system. */
export function isKey(text: string): boolean {
  return isFileName(text) && text.length <= MAX_KEY_LENGTH && !RESERVED_KEYS.has(text);
}

/** A coin's id in the alphabet of keys: other characters become `-`. It may be reserved. */
export function slugOf(id: string): string {
  const slug = id
    .toLowerCase()
    .replace(/[^a-z0-9_-]/gu, "-")
    .slice(0, MAX_SLUG_LENGTH);
  // A key starts with a letter or digit.
  return /^[a-z0-9]/.test(slug) ? slug : `x${slug}`;
}
