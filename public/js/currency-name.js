const NAMES = new Intl.DisplayNames("en", { type: "currency" });
/** Coins as currencies. */
const COINS = { BTC: "Bitcoin", ETH: "Ether" };

/** The English name of a currency, or the code itself if it is not one of ISO 4217. */
export function currencyName(code) {
  if (Object.hasOwn(COINS, code)) return COINS[code];
  return /^[A-Z]{3}$/.test(code) ? NAMES.of(code) : code;
}
