import type { CoinSeed } from "./coin-row.ts";
import { DEMO_VENUES, type DemoVenue } from "./demo-venues.ts";
import { hashText, toUnit } from "./noise.ts";
import { findVenueCode, hasOddCode } from "./venue-codes.ts";

/** A coin as a venue lists it. */
export interface ListedCoin {
  coin: CoinSeed;
  /** By market cap at base prices, from 1. */
  rank: number;
  code: string;
  /** Coins per unit of the code. */
  units: number;
  /** The venue has taken its books down: they still stand in the listing. */
  delisted: boolean;
}

/** Quote coins and the coins behind them must trade whatever the seed. */
const ALWAYS_TRADED = new Set("BTC ETH USDT USDC BNB SOL TRX XRP DOGE KCS HT CRO FDUSD USDD DAI EURC PYUSD".split(" "));
/** Where coins of a single venue trade: some trusted, some not. */
const SINGLE_VENUES = ["coinbase", "kraken", "okx", "kucoin", "gate", "mexc", "bitget", "htx"];
/** Larger coins are all traded somewhere, unless their row says otherwise. */
const REFERENCE_ONLY_FROM_RANK = 60;
/**
 * Markets whose price would have fewer steps than this are not offered: one step would be a large
 * move.
 */
export const PRICE_STEPS = 1_000;

/**
 * The coins that each venue lists, with their codes; a code means one coin per venue. `coins`: by
 * market cap.
 */
export function allocateListings(coins: readonly CoinSeed[], seed: number): Map<string, ListedCoin[]> {
  const listings = new Map<string, ListedCoin[]>(DEMO_VENUES.map((profile) => [profile.id, []]));
  const taken = new Set<string>();
  const traded = new Set<CoinSeed>();
  const place = (profile: DemoVenue, coin: CoinSeed, rank: number, delisted: boolean) => {
    const { code, units } = findVenueCode(profile.id, coin.id, coin.symbol);
    if (coin.basePriceUsd * units < PRICE_STEPS * (profile.priceStep ?? 0)) return;
    const name = `${profile.id}:${code}`;
    if (taken.has(name)) return;
    taken.add(name);
    if (!delisted) traded.add(coin);
    listings.get(profile.id)!.push({ coin, rank, code, units, delisted });
  };
  const ranked = coins.map((coin, index) => ({ coin, rank: index + 1, venues: chooseVenues(coin, index + 1, seed) }));
  const first = (coin: CoinSeed) => coin.marks.has("early");
  for (const early of [true, false]) {
    for (const { coin, rank, venues } of ranked) {
      if (first(coin) !== early) continue;
      for (const profile of DEMO_VENUES) {
        if (venues.includes(profile.id)) place(profile, coin, rank, false);
      }
    }
  }
  for (const { coin, rank, venues } of ranked) {
    if (!traded.has(coin) || coin.venues !== null) continue;
    for (const profile of DEMO_VENUES) {
      const chance = toUnit(hashText(`${profile.id}:${coin.id}:delisted`, seed));
      if (rank < 3 * profile.depth && !venues.includes(profile.id) && chance < 0.06) place(profile, coin, rank, true);
    }
  }
  for (const listed of listings.values()) listed.sort((a, b) => a.rank - b.rank);
  return listings;
}

function chooseVenues(coin: CoinSeed, rank: number, seed: number): readonly string[] {
  if (coin.marks.has("ref")) return [];
  if (coin.venues !== null) return coin.venues;
  const draw = (label: string) => toUnit(hashText(`${coin.id}:${label}`, seed));
  const required = ALWAYS_TRADED.has(coin.symbol) || hasOddCode(coin.id, coin.symbol);
  const referenceOnly = 0.37 + 0.25 * Math.min(rank / 10_000, 1);
  if (!required && rank > REFERENCE_ONLY_FROM_RANK && draw("reference only") < referenceOnly) return [];
  const single = SINGLE_VENUES[Math.floor(draw("which venue") * SINGLE_VENUES.length)]!;
  if (!required && rank > 60 && draw("single venue") < 0.07) return [single];
  const chosen = DEMO_VENUES.filter((profile) => {
    const chance = required && rank <= 30 ? 1 : profile.density / (1 + (rank / profile.depth) ** 3);
    return draw(profile.id) < chance;
  }).map((profile) => profile.id);
  return chosen.length > 0 ? chosen : [single];
}
