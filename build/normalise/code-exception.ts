/**
 * Where a venue's code does not mean the coin of that ticker. One line each; a line is added with evidence (the venue's own
 * asset name, a contract address or its announcement), never from the price alone.
 *
 * `symbol`: the venue's own spelling of another ticker; identification goes on with that one.
 * `coin`: exactly this coin (CoinGecko id), with `units` of it per unit of the code.
 * `never`: some other asset that shares the ticker; left out.
 */
export type CodeException = { symbol: string; units?: number } | { coin: string; units?: number } | { never: string };

/** Applies to every venue that lists the code. */
const ANYWHERE: Readonly<Record<string, CodeException>> = {
  "1000SATS": { coin: "sats-ordinals", units: 1_000 },
  "1000RATS": { coin: "rats", units: 1_000 },
  "1000CAT": { coin: "simon-s-cat", units: 1_000 },
  "1000CHEEMS": { coin: "cheems-token", units: 1_000 },
  "1000BONK": { coin: "bonk", units: 1_000 },
  "1000PEPE": { coin: "pepe", units: 1_000 },
  "1000SHIB": { coin: "shiba-inu", units: 1_000 },
  "1000FLOKI": { coin: "floki", units: 1_000 },
  "1000XEC": { coin: "ecash", units: 1_000 },
  "1000LUNC": { coin: "terra-luna", units: 1_000 },
  "1MBABYDOGE": { coin: "baby-doge-coin", units: 1_000_000 },
  "1000000MOG": { coin: "mog-coin", units: 1_000_000 },
  "1000000BABYDOGE": { coin: "baby-doge-coin", units: 1_000_000 },
  XBT: { symbol: "BTC" },
  XDG: { symbol: "DOGE" },
};

const BY_VENUE: Readonly<Record<string, Readonly<Record<string, CodeException>>>> = {
  binance: { YOYO: { symbol: "YOYOW" } },
  coinbase: { CGLD: { symbol: "CELO" }, WLUNA: { never: "the old wrapped Terra token" } },
  kraken: {
    LUNA: { symbol: "LUNC" },
    LUNA2: { symbol: "LUNA" },
    UST: { symbol: "USTC" },
    REP: { never: "Augur's first token" },
    REPV2: { symbol: "REP" },
    FEE: { never: "Kraken's own fee credit" },
  },
  bitstamp: { UST: { symbol: "USTC" } },
  kucoin: {
    BIFI: { never: "BiFi, not Beefy" },
    VAI: { symbol: "VAIOT" },
    WAX: { symbol: "WAXP" },
    ALT: { never: "Aptos Launch Token" },
    KALT: { symbol: "ALT" },
    FUD: { never: "FTX Users' Debt" },
  },
  gate: {
    AXIS: { never: "Axis DeFi" },
    BIFI: { never: "Bitcoin File" },
    BOX: { never: "DeFiBox" },
    EGG: { never: "Goose Finance" },
    GTC: { never: "Game.com, not Gitcoin" },
    HIT: { never: "HitChain" },
    MM: { never: "Million" },
    MPH: { never: "Morpher" },
    RAI: { never: "another token of that ticker" },
    VAI: { symbol: "VAIOT" },
    TRAC: { never: "Traco" },
  },
  bitfinex: {
    UST: { symbol: "USDT" },
    UDC: { symbol: "USDC" },
    ALG: { symbol: "ALGO" },
    AMP: { symbol: "AMPL" },
    ATO: { symbol: "ATOM" },
    BCHABC: { symbol: "XEC" },
    BCHN: { symbol: "BCH" },
    DAT: { symbol: "DATA" },
    DOG: { never: "a unit of a thousand of another dog coin" },
    DSH: { symbol: "DASH" },
    EUS: { symbol: "EURS" },
    EUT: { symbol: "EURT" },
    HTX: { symbol: "HT" },
    IDX: { symbol: "ID" },
    IOT: { symbol: "IOTA" },
    IQX: { symbol: "IQ" },
    LUNA: { symbol: "LUNC" },
    LUNA2: { symbol: "LUNA" },
    MNA: { symbol: "MANA" },
    QTM: { symbol: "QTUM" },
    RBT: { symbol: "RBTC" },
    STJ: { symbol: "STORJ" },
    TERRAUST: { symbol: "USTC" },
    TSD: { symbol: "TUSD" },
    VSY: { symbol: "VSYS" },
    WAX: { symbol: "WAXP" },
    YGG: { never: "YEED" },
  },
  htx: {
    GTC: { never: "Game.com, not Gitcoin" },
    HIT: { never: "HitChain" },
    PNT: { never: "Penta" },
    BIFI: { never: "Bitcoin File" },
    SOUL: { never: "Soul Saver" },
    FUD: { never: "FTX Users' Debt" },
  },
  mexc: {
    BIFI: { never: "BiFi, not Beefy" },
    DFI: { never: "DFI Starter" },
    FLUX: { never: "another token of that ticker" },
    FLUX1: { symbol: "FLUX" },
    FREE: { never: "FreeRoss DAO" },
    GAS: { never: "Gas DAO" },
    GASNEO: { symbol: "GAS" },
    GMT: { never: "GMT Token" },
    STEPN: { symbol: "GMT" },
    HERO: { never: "Step Hero" },
    PROS: { never: "Pros Finance" },
    SIN: { never: "Sin City" },
    SOUL: { never: "SoulSwap" },
  },
  bitget: {
    APX: { never: "AstroPepeX" },
    DEGEN: { never: "Degen Reborn" },
    JADE: { never: "Jade Protocol" },
    OMNI: { never: "another token of that ticker" },
    TONCOIN: { symbol: "TON" },
  },
};

/**
 * Tickers under which two assets of some size trade on the polled venues. They are never accepted on the agreement of
 * venues alone: two venues may well agree on the other asset.
 */
export const CONTESTED_CODES: ReadonlySet<string> = new Set([
  ..."ACE ARB BTT DERP GAS HNT LEO LUNA MAGIC MASK NEIRO ONE PAY PRIME PUMP REP TON UST".split(" "),
]);

/** The exception for a venue's code; `undefined` where the code means what it says. */
export function findCodeException(venue: string, code: string): CodeException | undefined {
  return byVenue.get(venue)?.get(code) ?? anywhere.get(code);
}

// Every book of every venue is asked for, and maps answer that in a fraction of the time.
const anywhere = new Map(Object.entries(ANYWHERE));
const byVenue = new Map(Object.entries(BY_VENUE).map(([venue, codes]) => [venue, new Map(Object.entries(codes))]));
