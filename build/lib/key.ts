/**
 * The alphabet of keys and of search files. Hosts decode escapes in different ways, so no published
 * file may have a name that needs one.
 */
const ALPHABET = /^[a-z0-9][a-z0-9_-]*$/;

/** Devices of Windows, whatever their extension, and the index of a folder. */
const UNSAFE_FILES = /^(?:con|prn|aux|nul|com\d|lpt\d|index)$/;

/** Files and folders beside the coins, in this tree and in CoinGecko's. */
const RESERVED_KEYS: ReadonlySet<string> = new Set(["search", "limit", "list", "markets", "404"]);

/**
 * Longest name: with the longest extension it stays below the 255 bytes that file systems allow.
 */
const MAX_NAME_LENGTH = 200;
/** Room for `history-`, with which the archive of a coin begins. */
const MAX_KEY_LENGTH = 150;
/** Room for the number behind a slug. */
const MAX_SLUG_LENGTH = 140;

/**
 * Whether a lower-case text can be the name of a file (without its extension) on every host and
 * system.
 */
export function isFileName(text: string): boolean {
  return ALPHABET.test(text) && text.length <= MAX_NAME_LENGTH && !UNSAFE_FILES.test(text);
}

/** Whether a lower-case text can be the key of a coin. */
export function isKey(text: string): boolean {
  return isFileName(text) && text.length <= MAX_KEY_LENGTH && !RESERVED_KEYS.has(text);
}

/**
 * A coin's id in the alphabet of keys: every other character becomes `-`. The result may be
 * reserved.
 */
export function slugOf(id: string): string {
  const slug = id
    .toLowerCase()
    .replace(/[^a-z0-9_-]/gu, "-")
    .slice(0, MAX_SLUG_LENGTH);
  // A key begins with a letter or a digit.
  return /^[a-z0-9]/.test(slug) ? slug : `x${slug}`;
}
