/**
 * The European Central Bank's list, in ISO 4217 codes, without the dollar. Their rates have one
 * market: an honest official rate and an honest order book agree. No dependencies: it also runs in
 * workers.
 */
export const CENTRAL_BANK_CODES: readonly string[] = [
  ..."AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF IDR ILS INR ISK".split(" "),
  ..."JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY ZAR".split(" "),
];
