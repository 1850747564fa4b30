/**
 * Codes that differ from the ticker, by venue (ticker → code). KuCoin's are the codes before a
 * rename, which its market names keep.
 */
const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kraken: { BTC: "XBT", DOGE: "XDG", LUNC: "LUNA", LUNA: "LUNA2", USTC: "UST" },
  kucoin: { BSV: "BCHSV", WAXP: "WAX", GALA: "GALAX" },
  coinbase: { CELO: "CGLD" },
  bitstamp: { USTC: "UST" },
  bitget: { TON: "TONCOIN" },
  bitfinex: {
    USDT: "UST",
    USDC: "UDC",
    DASH: "DSH",
    ALGO: "ALG",
    ATOM: "ATO",
    IOTA: "IOT",
    QTUM: "QTM",
    MANA: "MNA",
    STORJ: "STJ",
    TUSD: "TSD",
    LUNC: "LUNA",
    LUNA: "LUNA2",
    USTC: "TERRAUST",
  },
};

/** Coins that a venue trades in lots: coin id → code and coins per unit of it. */
const LOTS: Readonly<Record<string, Readonly<Record<string, readonly [code: string, units: number]>>>> = {
  binance: {
    "sats-ordinals": ["1000SATS", 1_000],
    "baby-doge-coin": ["1MBABYDOGE", 1_000_000],
    "cheems-token": ["1000CHEEMS", 1_000],
    "simon-s-cat": ["1000CAT", 1_000],
  },
};

/** Names a coin's own way on one venue, so that a namesake may have the plain ticker there. */
const OWN_CODES: Readonly<Record<string, string>> = { "mexc:gas": "GASNEO" };

export interface VenueCode {
  code: string;
  /** Coins per unit of the code. */
  units: number;
}

/** How a venue names a coin. */
export function findVenueCode(venue: string, coinId: string, symbol: string): VenueCode {
  const lot = LOTS[venue]?.[coinId];
  if (lot !== undefined) return { code: lot[0], units: lot[1] };
  return { code: OWN_CODES[`${venue}:${coinId}`] ?? CODES[venue]?.[symbol] ?? symbol, units: 1 };
}

/** The ticker that a venue's code stands for: the venue's own renames undone. */
export function findTicker(venue: string, code: string): string {
  return Object.entries(CODES[venue] ?? {}).find(([, written]) => written === code)?.[0] ?? code;
}

/** Every rename of a venue as [venue's code, ticker]. */
export function listRenames(venue: string): [code: string, ticker: string][] {
  return Object.entries(CODES[venue] ?? {}).map(([ticker, code]) => [code, ticker]);
}

/** Whether a venue has a code of its own for the coin: such coins are always traded. */
export function hasOddCode(coinId: string, symbol: string): boolean {
  const renamed = Object.values(CODES).some((codes) => Object.hasOwn(codes, symbol));
  return (
    renamed ||
    Object.values(LOTS).some((lots) => Object.hasOwn(lots, coinId)) ||
    OWN_CODES[`mexc:${coinId}`] !== undefined
  );
}
