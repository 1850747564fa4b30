import { beforeAll, describe, expect, it } from "vitest";
import { compareNames } from "../../../build/crypto/normalise/asset-name.ts";
import { type CodeException, listCodeExceptions } from "../../../build/crypto/normalise/code-exception.ts";
import { identifyCodes } from "../../../build/crypto/normalise/identify.ts";
import { HOUR_MS } from "../../../build/lib/time.ts";
import { buildFromKraken, COINS, PAGE_MS } from "./kraken-market.ts";
import { type NamedCode, type NamedCoin, readAllCoins, readLargestCoins, readNames } from "./names.ts";
import { samples } from "./samples.ts";

/** What codes mean if each has exactly the price of the coin whose ticker it is. */
function identifyAtTheCoinsPrice(codes: readonly { venue: string; code: string; name: string }[]) {
  const coins = readLargestCoins();
  const prices = codes.flatMap(({ venue, code, name }) => {
    const priceUsd = coins.find(({ symbol }) => symbol === code)?.current_price;
    return priceUsd === undefined ? [] : [{ venue, code, name, priceUsd }];
  });
  const candidates = coins.map(({ id, symbol, name, current_price = null }) => ({
    id,
    symbol,
    names: [name, id],
    priceUsd: current_price,
  }));
  const { find, unidentified } = identifyCodes(prices, candidates, {});
  return {
    identified: prices.filter(({ venue, code }) => find(venue, code) !== undefined).length,
    refused: prices.flatMap(({ venue, code, name }) => {
      const reason = unidentified.get(venue, code);
      return reason === undefined ? [] : [`${code} "${name}": ${reason}`];
    }),
  };
}

describe.skipIf(!samples.available)("Kraken 2026-06-24 with CoinGecko 2026-07-07", () => {
  let built: ReturnType<typeof buildFromKraken>;
  let identities: Map<string, string>;

  beforeAll(() => {
    built = buildFromKraken(PAGE_MS + 3 * HOUR_MS);
    const known = Object.entries(built.priced.identification.known);
    identities = new Map(known.map(([code, value]) => [code, typeof value === "string" ? value : value.coinId]));
  });

  it("prices at least 132 coins by the only venue, while no reference is fresh", () => {
    const { market, priced } = built;
    expect(market.coins.filter(({ price }) => price !== null)).toHaveLength(COINS);
    expect(identities.size).toBeGreaterThanOrEqual(150);
    expect([...priced.prices.values()].filter(({ fresh }) => fresh).length).toBeGreaterThanOrEqual(132);
  });

  it("beside a fresh reference holds every price that lies more than 2 % off, and publishes none of them", () => {
    const { market, priced } = buildFromKraken(PAGE_MS);
    const own = market.coins.filter(({ priceSource }) => priceSource === "aggregated");
    expect(own.length).toBeGreaterThanOrEqual(25);
    for (const { id, price } of own) {
      const [reference = Number.NaN] = priced.references.get(id)?.freshUsd ?? [];
      expect(Math.abs(price! / reference - 1), id).toBeLessThanOrEqual(0.0205);
    }
    expect([...priced.prices.values()].filter(({ suspect }) => suspect).length).toBeGreaterThanOrEqual(90);
  });

  it("finds coins under the tickers that they no longer have, or have at other venues", () => {
    expect(identities.get("kraken:TON")).toBe("the-open-network");
    expect(identities.get("kraken:EDGEX")).toBe("edgex");
    expect(identities.get("kraken:LUNA")).toBe("terra-luna");
    expect(identities.get("kraken:APENFT")).toBe("apenft");
    for (const id of ["the-open-network", "edgex"]) expect(built.priced.prices.get(id)?.fresh).toBe(true);
  });

  it("takes no coin for another one that has the ticker", () => {
    for (const code of ["EDGE", "PRIME", "LIT", "U"]) expect(identities.has(`kraken:${code}`), code).toBe(false);
    expect(new Set(identities.values()).size).toBe(identities.size);
    const names = Object.values(readNames()).flat();
    const coins = new Map(readLargestCoins().map((coin) => [coin.id, coin]));
    for (const [key, id] of identities) {
      const code = key.slice("kraken:".length);
      const { name, symbol } = coins.get(id) as NamedCoin;
      // What Gate calls the asset of that ticker in the same month.
      const told = names.find((each) => each.venue === "gate" && each.code === code)?.name ?? "";
      expect(compareNames(told, [code, symbol], [name, id]), `${code} ${told}`).not.toBe("contradicts");
    }
  });
});

describe.skipIf(!samples.available)("the names in recorded listings", () => {
  let names: ReturnType<typeof readNames>;
  beforeAll(() => {
    names = readNames();
  });

  it.each([
    ["gate", 170, ['EDGE "Definitive"', 'PRIME "Echelon Prime"']],
    ["mexc", 4, []],
    ["bitfinex", 29, ['EDGE "DADI"']],
    ["bitstamp", 25, []],
    // Strike had the ticker before Starknet.
    ["upbit", 49, ['STRK "Strike"']],
    ["coinbase", 55, []],
  ])("of %s veto only the coins that they name otherwise, even at the coin's very price", (venue, count, vetoed) => {
    const { identified, refused } = identifyAtTheCoinsPrice(names[venue] ?? []);
    expect(refused.sort()).toEqual(vetoed.map((named) => `${named}: the exchange names another asset`));
    expect(identified).toBe(count);
  });

  it("confirm coins that had the ticker in both recorded lists, and leave out namesakes", () => {
    const before = readAllCoins();
    let confirmed = 0;
    for (const { code, name } of names["gate"] ?? []) {
      const verdicts = before
        .filter(({ symbol }) => symbol === code)
        .map((coin) => compareNames(name, [code], [coin.name, coin.id]));
      if (verdicts.includes("matches")) confirmed += 1;
    }
    expect(confirmed).toBeGreaterThan(400);
  });
});

describe.skipIf(!samples.available)("the exceptions and the recorded listings", () => {
  let named: NamedCode[];
  let coins: NamedCoin[];
  beforeAll(() => {
    named = Object.values(readNames()).flat();
    coins = [...readLargestCoins(), ...readAllCoins()];
  });
  const meant = (exception: CodeException, code: string): NamedCoin[] => {
    if ("coin" in exception) return coins.filter(({ id }) => id === exception.coin);
    if ("also" in exception) return coins.filter(({ id, symbol }) => id === exception.also || symbol === code);
    return coins.filter(({ symbol }) => symbol === ("symbol" in exception ? exception.symbol : code));
  };

  it("name the same asset", () => {
    const entries = listCodeExceptions().flatMap(({ venue, code, exception }) =>
      named
        .filter((each) => each.code === code && (venue === null || each.venue === venue))
        .map((each) => ({ ...each, exception })),
    );
    expect(entries.length).toBeGreaterThan(5);
    for (const { venue, code, name, exception } of entries) {
      const verdicts = meant(exception, code).map((coin) =>
        compareNames(name, [code, coin.symbol], [coin.name, coin.id]),
      );
      const what = `${venue} ${code} is called ${name}`;
      // An asset that is left out is none of the coins of that ticker by its name either.
      if ("never" in exception) expect(verdicts, what).not.toContain("matches");
      // Upbit names the unit instead of the asset, which is why the entry exists.
      else if (code !== "XLM")
        expect(
          verdicts.some((verdict) => verdict !== "contradicts"),
          what,
        ).toBe(true);
    }
  });

  it("hide no coin that a listing confirms by name", () => {
    expect(listCodeExceptions().filter(({ venue, code }) => venue === "gate" && /TRAC|RAI/.test(code))).toEqual([]);
    const { identified } = identifyAtTheCoinsPrice(
      named.filter(({ venue, code }) => venue === "gate" && code === "TRAC"),
    );
    expect(identified).toBe(1);
  });

  it("agree with the venues' own lists of codes", () => {
    const read = (file: string) => samples.readText(`exchanges/${file}`);
    const krakenCodes = read("kraken/Ticker_assetVersion1.2026-06-24.full.json");
    for (const code of ["EDGE", "EDGEX", "REP", "REPV2", "LUNA"]) expect(krakenCodes).toContain(`"${code}/USD"`);
    const coinbase = read("coinbase/products.2026-06.full.json");
    for (const code of ["EDGE", "EDGEX", "CGLD"]) expect(coinbase).toContain(`"${code}-USD"`);
    const cryptoCom = read("cryptocom/get-instruments.2026-06.full.json");
    expect(cryptoCom).toContain('"base_ccy":"LUNA2"');
    expect(cryptoCom).toContain('"base_ccy":"LUNC"');
    expect(cryptoCom).not.toContain('"base_ccy":"LUNA"');
    // Bitfinex renames these itself: an entry for them would never apply.
    const renamed = (samples.readJson("exchanges/bitfinex/conf_pub_map_currency_sym.json") as [string, string][][])[0];
    const renames = new Set(renamed?.map(([code]) => code));
    const needless = listCodeExceptions().filter(({ venue, code }) => venue === "bitfinex" && renames.has(code));
    expect(needless).toEqual([]);
  });
});
