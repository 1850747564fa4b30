import { COIN_LIST } from "./coin-list.ts";
import type { CoinSeed } from "./coin-row.ts";
import { mix, toUnit } from "./noise.ts";
import { SPECIAL_COINS } from "./special-coins.ts";

const OPENINGS =
  "Al Be Cor Da El Fa Gra Ha Il Jo Ka Lu Mi No Or Pa Qui Ri Sa Ta Ul Ve Wa Xi Yo Ze Bra Cle Dro Fli".split(" ");
const MIDDLES = "ba co du fe gi ko la mi no po ra se ti vu xa zo".split(" ");
const ENDINGS = "n r x s l th nd ra lo ma".split(" ");
const SECOND_WORDS =
  "Protocol Network Finance Chain Token Cash Swap Labs Coin Dog Inu Verse Games Gold AI Pay Bridge Vault Share Cloud".split(
    " ",
  );
const CATEGORIES = ["Decentralized Finance (DeFi)", "Meme", "Gaming (GameFi)", "Infrastructure", "Layer 2 (L2)"];

const FIRST_WORDS = OPENINGS.length * MIDDLES.length * ENDINGS.length;
const NAMES = FIRST_WORDS * SECOND_WORDS.length;
/** Coprime to the number of names: steps of this size meet every name once. */
const STRIDE = 41_957;

/** CoinPaprika lists all larger coins than this one, as it does of real ones. */
const FIRST_UNKNOWN = 20;
/** Smaller coins may be renamed: CoinPaprika keeps the old name in the id. */
const FIRST_RENAMED = 60;

/** The largest index that still has a name of its own. */
export const GENERATED_COINS = NAMES;

/**
 * The coin with an index, the same in every market. Its market cap falls with the index; its price
 * lies between 1e-12 and some thousand USD. Tickers repeat now and then.
 */
export function generateCoin(index: number): CoinSeed {
  if (index < 0 || index >= GENERATED_COINS) throw new RangeError(`There are ${GENERATED_COINS} generated coins`);
  const draw = (salt: number) => toUnit(mix(index * 31 + salt));
  const place = (index * STRIDE + 7) % NAMES;
  const first = nameFirstWord(place % FIRST_WORDS);
  const second = SECOND_WORDS[Math.floor(place / FIRST_WORDS)]!;
  const marketCap = (5.5e7 / (1 + index / 160) ** 1.3) * (0.7 + 0.6 * draw(1));
  const price = draw(2) < 0.01 ? 10 ** (-12 + 2 * draw(3)) : 10 ** (-5 + 6.5 * draw(3) * draw(4) ** 0.3);
  const supply = Number((marketCap / price).toPrecision(6));
  return {
    id: `${first}-${second}`.toLowerCase(),
    symbol: renderSymbol(first, second, draw(5)),
    name: `${first} ${second}`,
    basePriceUsd: Number(price.toPrecision(5)),
    circulatingSupply: supply,
    maxSupply: draw(6) < 0.5 ? Number((supply * (1 + draw(7))).toPrecision(4)) : null,
    launchedMs: Date.UTC(
      2015 + Math.floor(11 * draw(8) ** 0.6),
      Math.floor(10 * draw(9)),
      1 + Math.floor(27 * draw(10)),
    ),
    marks: new Set([
      ...(index >= FIRST_UNKNOWN && draw(11) < 0.15 ? ["nopaprika"] : []),
      ...(index >= FIRST_RENAMED && draw(13) < 0.12 ? ["oldname"] : []),
    ]),
    path: `${first}-${second}`.toLowerCase(),
    venues: null,
    categories: [CATEGORIES[Math.floor(draw(12) * CATEGORIES.length)]!],
  };
}

function nameFirstWord(place: number): string {
  const opening = OPENINGS[place % OPENINGS.length]!;
  const rest = Math.floor(place / OPENINGS.length);
  return opening + MIDDLES[rest % MIDDLES.length]! + ENDINGS[Math.floor(rest / MIDDLES.length)]!;
}

function renderSymbol(first: string, second: string, draw: number): string {
  const stem = first.toUpperCase();
  if (draw < 0.5) return stem;
  return draw < 0.9 ? stem.slice(0, 3) + second.slice(0, 1).toUpperCase() : stem.slice(0, 4);
}

/** Well-known coins before the first special coin, and between two of them. */
const FIRST_SPECIAL = 10;
const SPECIAL_EVERY = 8;

/** All coins of the lists, whatever the size of a market: quotes may need any of them. */
export const LISTED_COINS: readonly CoinSeed[] = [...COIN_LIST, ...SPECIAL_COINS];

const CANDIDATES = interleave(COIN_LIST, SPECIAL_COINS);

/**
 * The coins of a market that exist at `now`, by market cap at base prices, descending. Throws a
 * RangeError when there are too few.
 */
export function selectCoins(count: number, now: number): CoinSeed[] {
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`A market has 1 or more coins, not ${count}`);
  const selected = CANDIDATES.filter((coin) => coin.launchedMs <= now).slice(0, count);
  for (let index = 0; selected.length < count; index++) {
    if (index === GENERATED_COINS) throw new RangeError(`Only ${selected.length} coins exist by then, not ${count}`);
    const coin = generateCoin(index);
    if (coin.launchedMs <= now) selected.push(coin);
  }
  const marketCap = (coin: CoinSeed) => coin.basePriceUsd * coin.circulatingSupply;
  return selected.sort((a, b) => marketCap(b) - marketCap(a) || (a.id < b.id ? -1 : 1));
}

function interleave(known: readonly CoinSeed[], special: readonly CoinSeed[]): CoinSeed[] {
  const result: CoinSeed[] = [];
  let taken = 0;
  for (const [index, coin] of known.entries()) {
    const next = special[taken];
    if (next !== undefined && index === FIRST_SPECIAL + taken * SPECIAL_EVERY) {
      result.push(next);
      taken++;
    }
    result.push(coin);
  }
  return [...result, ...special.slice(taken)];
}
