import { addToGroup } from "../../../lib/entries.ts";
import { isKey, slugOf } from "../../../lib/key.ts";
import { isFlag, isOneOf, isText, isTimeMs, objectOf, optional, type ShapeOf } from "../../../lib/shape.ts";
import { KEY_RULES } from "../rules/coins.ts";

export interface KeyedCoin {
  id: string;
  symbol: string;
  marketCapUsd: number | null;
  /** Only a fallback reference lists the coin: its id may be a guess. */
  provisional?: boolean;
}

/** A text that meant one coin and now means another, with the ids of both. */
export type IdentityChange = ShapeOf<typeof isIdentityChange>;
export const isIdentityChange = objectOf({ text: isText, from: isText, to: isText, atMs: isTimeMs });

/** A text that has an owner, and the coin that may take it over. */
export type TextOwner = ShapeOf<typeof isTextOwner>;
export const isTextOwner = objectOf({
  id: isText,
  /** When a build last saw the coin under this text. */
  seenMs: isTimeMs,
  /** The id is a guess. */
  provisional: optional(isFlag),
  /** The text was the coin's key under an earlier id, and stays its key. */
  formerKey: optional(isOneOf(true)),
  /** The coin that has been worth much more since then, in every build. */
  rival: optional(objectOf({ id: isText, sinceMs: isTimeMs })),
});

export interface KeyMemory {
  /** Text (`btc`, `bitcoin`) → the coin that it means in a path. */
  owners: Readonly<Record<string, TextOwner>>;
  /** Texts that passed to another coin, oldest first. Absent in states of earlier versions. */
  identityChanges?: IdentityChange[];
}

/**
 * Gives every coin its one static key: its symbol if the coin owns that text, otherwise its id.
 * The best-ranked claimant owns a new text and keeps it. Coins must come by market cap, largest
 * first. Texts of a provisional coin become free once real ids are known (`onlyGuesses` is false).
 */
export function assignKeys(
  coins: readonly KeyedCoin[],
  before: KeyMemory | null,
  now: number,
  onlyGuesses = false,
): KeyMemory & { keys: ReadonlyMap<string, string> } {
  const remembered = Object.entries(before?.owners ?? {}).filter(([text]) => isKey(text));
  const claims = listClaims(coins, remembered);
  // Only earlier versions left no list. With guessed ids the upgrade waits for the next build.
  const isOld = before !== null && before.identityChanges === undefined;
  const owners = new Map<string, TextOwner>();
  const lost = new Map<string, string>();
  for (const [text, owner] of remembered) {
    const claimants = claims.get(text) ?? [];
    const kept = keepOwner(owner, claimants, now, onlyGuesses);
    // The handler finds a coin by its id, so the id of another coin is not reserved for one that
    // left.
    const isGone = now - owner.seenMs >= KEY_RULES.goneMs && !claimants.some(({ id }) => id === owner.id);
    const heir = (isOld || isGone) && !onlyGuesses ? findNamed(text, owner, claimants) : undefined;
    if (heir !== undefined) owners.set(text, { id: heir.id, seenMs: now });
    else if (kept !== undefined) owners.set(text, kept);
    if (owner.provisional !== true) lost.set(text, owner.id);
  }
  const guessed = new Set(coins.flatMap(({ id, provisional }) => (provisional === true ? [id] : [])));
  const own = (text: string, id: string) =>
    owners.set(text, { id, seenMs: now, ...(guessed.has(id) && { provisional: true }) });
  for (const [text, [first]] of claims) if (first !== undefined && !owners.has(text)) own(text, first.id);
  const keys = chooseKeys(coins, owners, own);
  const identityChanges = [...(before?.identityChanges ?? [])].filter(
    ({ atMs }) => now - atMs <= KEY_RULES.changeKeptMs,
  );
  for (const [text, from] of lost) {
    const to = owners.get(text)?.id;
    if (to !== undefined && to !== from) identityChanges.push({ text, from, to, atMs: now });
  }
  return { keys, owners: Object.fromEntries(owners), ...(isOld && onlyGuesses ? {} : { identityChanges }) };
}

/** Text → the coins that claim it, largest first: as symbol, id or earlier key. */
function listClaims(
  coins: readonly KeyedCoin[],
  remembered: readonly (readonly [string, TextOwner])[],
): Map<string, KeyedCoin[]> {
  const claims = new Map<string, KeyedCoin[]>();
  const numbered = new Map<string, string[]>();
  for (const [text, { id, formerKey }] of remembered) {
    if (formerKey === true || isSlugOf(text, id)) addToGroup(numbered, id, text);
  }
  for (const coin of coins) {
    const texts = new Set([coin.symbol.toLowerCase(), coin.id, ...(numbered.get(coin.id) ?? [])]);
    for (const text of texts) if (isKey(text)) addToGroup(claims, text, coin);
  }
  return claims;
}

/** The owner for the next build; `undefined` where the text is free or passes to its rival. */
function keepOwner(
  owner: TextOwner,
  claimants: readonly KeyedCoin[],
  now: number,
  onlyGuesses: boolean,
): TextOwner | undefined {
  const { id, seenMs } = owner;
  const own = claimants.find((coin) => coin.id === id);
  if (own === undefined) {
    if (owner.provisional === true && !onlyGuesses) return undefined;
    return now - seenMs <= KEY_RULES.reservedMs ? owner : undefined;
  }
  const kept: TextOwner = {
    id,
    seenMs: now,
    ...(own.provisional === true && { provisional: true }),
    ...(owner.formerKey === true && { formerKey: true }),
  };
  const rival = claimants.find((coin) => coin !== own);
  if (rival === undefined || !isMuchLarger(rival, own)) return kept;
  const isSame = owner.rival?.id === rival.id && now - seenMs <= KEY_RULES.rivalPauseMs;
  const sinceMs = isSame && owner.rival !== undefined ? owner.rival.sinceMs : now;
  if (now - sinceMs >= KEY_RULES.rivalMs) return { id: rival.id, seenMs: now };
  return { ...kept, rival: { id: rival.id, sinceMs } };
}

function isMuchLarger(rival: KeyedCoin, own: KeyedCoin): boolean {
  if (rival.marketCapUsd === null || own.marketCapUsd === null) return false;
  return rival.marketCapUsd >= KEY_RULES.rivalFactor * own.marketCapUsd;
}

/** The better-ranked coin that has the text as its id. Earlier versions used symbols only. */
function findNamed(text: string, owner: TextOwner, claimants: readonly KeyedCoin[]): KeyedCoin | undefined {
  const larger = claimants.findIndex(({ id }) => id === owner.id);
  return claimants.slice(0, larger === -1 ? undefined : larger).find(({ id }) => id === text);
}

/** Ids that cannot be keys, or are taken, get a slug in the order of the ids. */
function chooseKeys(
  coins: readonly KeyedCoin[],
  owners: ReadonlyMap<string, TextOwner>,
  own: (text: string, id: string) => void,
): Map<string, string> {
  const keys = new Map<string, string>();
  const left: string[] = [];
  const former = new Map([...owners].flatMap(([text, { id, formerKey }]) => (formerKey === true ? [[id, text]] : [])));
  for (const { id, symbol } of coins) {
    const key = [symbol.toLowerCase(), former.get(id) ?? id, id].find((text) => owners.get(text)?.id === id);
    if (key === undefined) left.push(id);
    else keys.set(id, key);
  }
  const slugs = new Map([...owners].flatMap(([text, { id }]) => (isSlugOf(text, id) ? [[id, text]] : [])));
  for (const id of left.sort()) {
    let key = slugs.get(id) ?? slugOf(id);
    const isFree = (text: string) => isKey(text) && (owners.get(text)?.id ?? id) === id;
    for (let count = 2; !isFree(key); count += 1) key = `${slugOf(id)}-${count}`;
    own(key, id);
    keys.set(id, key);
  }
  return keys;
}

/** Whether a text is the key that an id gets, numbered or not. */
export function isSlugOf(text: string, id: string): boolean {
  const slug = slugOf(id);
  return text === slug || text.replace(/-\d+$/, "") === slug;
}
