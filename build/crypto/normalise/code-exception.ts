/**
 * Where a venue's code does not mean the coin of that ticker. An entry needs evidence (the venue's
 * asset name or code list, a contract address, an announcement), never the price alone. What the
 * asset name in a listing decides needs no entry.
 */
export type CodeException = (
  | /** The venue's own spelling of another ticker; identification goes on with that one. */
  { symbol: string; units?: number }
  /** Exactly this coin (CoinGecko id), with `units` of it per unit of the code. */
  | { coin: string; units?: number }
  /** A former ticker of this coin, which competes with the coins that have the ticker now. */
  | { also: string }
  /** Some other asset that shares the ticker; left out. */
  | { never: string }
) & {
  evidence: string;
  /** When the evidence was recorded, `YYYY-MM-DD`. */
  date: string;
};

/** The renames that the ccxt library applies to these venues. */
const CCXT = { evidence: "ccxt 4.5.84, commonCurrencies", date: "2026-11-20" };
const LOTS = { evidence: "Binance's code for lots, which states the unit", date: "2026-11-20" };

const CCXT_BITMART = { evidence: "ccxt's bitmart.ts, commonCurrencies", date: "2026-11-27" };

/** Applies to every venue that lists the code. */
const ANYWHERE: Readonly<Record<string, CodeException>> = {
  APENFT: { coin: "apenft", evidence: "CoinGecko's apenft was renamed to AINFT, ticker NFT", date: "2026-07-07" },
  EDGEX: { coin: "edgex", evidence: "Gate's base_name: edgeX; its EDGE is Definitive", date: "2026-06-09" },
  TON: { also: "the-open-network", evidence: "Gate's base_name: The Open Network", date: "2026-06-09" },
};

const BY_VENUE: Readonly<Record<string, Readonly<Record<string, CodeException>>>> = {
  binance: {
    "1000SATS": { coin: "sats-ordinals", units: 1_000, ...LOTS },
    "1000CAT": { coin: "simon-s-cat", units: 1_000, ...LOTS },
    "1000CHEEMS": { coin: "cheems-token", units: 1_000, ...LOTS },
    "1MBABYDOGE": { coin: "baby-doge-coin", units: 1_000_000, ...LOTS },
  },
  coinbase: {
    CGLD: { symbol: "CELO", evidence: "Coinbase's currency name: Celo", date: "2022-12-05" },
    EDGE: { never: "Definitive", evidence: "Coinbase lists edgeX as EDGEX", date: "2026-06-09" },
  },
  kraken: {
    EDGE: { never: "Definitive", evidence: "Kraken lists edgeX as EDGEX", date: "2026-06-24" },
    LUNA: { symbol: "LUNC", ...CCXT },
    LUNA2: { symbol: "LUNA", ...CCXT },
    UST: { symbol: "USTC", ...CCXT },
    REP: { never: "Augur's first token", ...CCXT },
    REPV2: { symbol: "REP", ...CCXT },
  },
  bitstamp: { UST: { symbol: "USTC", ...CCXT } },
  "crypto-com": {
    LUNA2: { symbol: "LUNA", evidence: "Crypto.com lists LUNC and LUNA2, not LUNA", date: "2026-06-09" },
  },
  kucoin: { VAI: { coin: "vaiot", ...CCXT } },
  // Codes of three letters that the venue's own map (`pub:map:currency:sym`) leaves as they are.
  bitfinex: {
    ALG: { symbol: "ALGO", ...CCXT },
    BCHABC: { symbol: "XEC", ...CCXT },
    BCHN: { symbol: "BCH", ...CCXT },
    HTX: { symbol: "HT", ...CCXT },
    IDX: { symbol: "ID", ...CCXT },
    IQX: { symbol: "IQ", ...CCXT },
    LUNA: { symbol: "LUNC", ...CCXT },
    LUNA2: { symbol: "LUNA", ...CCXT },
    TERRAUST: { symbol: "USTC", ...CCXT },
    WAX: { symbol: "WAXP", ...CCXT },
  },
  htx: {
    GTC: { never: "Game.com", ...CCXT },
    HIT: { never: "HitChain", ...CCXT },
    PNT: { never: "Penta", ...CCXT },
    BIFI: { never: "Bitcoin File", ...CCXT },
    SOUL: { never: "Soul Saver", ...CCXT },
    FUD: { never: "FTX Users' Debt", ...CCXT },
  },
  mexc: {
    FLUX1: { symbol: "FLUX", ...CCXT },
    GASNEO: { symbol: "GAS", ...CCXT },
    STEPN: { symbol: "GMT", ...CCXT },
  },
  upbit: {
    XLM: { coin: "stellar", evidence: "Upbit's english_name is the unit of Stellar: Lumen", date: "2022-11-30" },
  },
  bitvavo: { MIOTA: { symbol: "IOTA", evidence: "ccxt's bitvavo.ts, commonCurrencies", date: "2026-11-27" } },
  bitmart: {
    BP: { never: "BEYOND", ...CCXT_BITMART },
    GDT: { never: "Gorilla Diamond", ...CCXT_BITMART },
    GLD: { never: "Goldario", ...CCXT_BITMART },
    MVP: { never: "MVP Coin", ...CCXT_BITMART },
    TRU: { never: "Truebit", ...CCXT_BITMART },
  },
  bitget: { DEGEN: { never: "Degen Reborn", ...CCXT }, TONCOIN: { coin: "the-open-network", ...CCXT } },
};

/** The exception for a venue's code; `undefined` without one. */
export function findCodeException(venue: string, code: string): CodeException | undefined {
  return byVenue.get(venue)?.get(code) ?? anywhere.get(code);
}

/** Every entry; `venue` is `null` where it applies to all. */
export function listCodeExceptions(): { venue: string | null; code: string; exception: CodeException }[] {
  const list = (venue: string | null, codes: Readonly<Record<string, CodeException>>) =>
    Object.entries(codes).map(([code, exception]) => ({ venue, code, exception }));
  return [...list(null, ANYWHERE), ...Object.entries(BY_VENUE).flatMap(([venue, codes]) => list(venue, codes))];
}

// Maps, because every listing of every venue is looked up.
const anywhere = new Map(Object.entries(ANYWHERE));
const byVenue = new Map(Object.entries(BY_VENUE).map(([venue, codes]) => [venue, new Map(Object.entries(codes))]));
