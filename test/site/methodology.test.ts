import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { TickerEvidence } from "../../build/market/market.ts";
import { priceCoin } from "../../build/market/price/coin-price.ts";
import { RULES, type Rules } from "../../build/site/page-data/methodology-rules.ts";
import { explainPrice, findWorkedExample, type PageVenue } from "../../build/site/page-data/worked-example.ts";
import { AS_OF_MS, makeCoin, makeWorld, NOTHING } from "../api/sample-market.ts";
import { renderPage } from "./make-pages.ts";

const VENUES: PageVenue[] = [
  { id: "kraken", name: "Kraken", trust: 1, usdFiat: true },
  { id: "coinbase", name: "Coinbase", trust: 1, usdFiat: true },
  { id: "gate", name: "Gate", trust: 0.7, usdFiat: false },
];

/** Where each number of the page is declared; times are in milliseconds there. */
const DECLARED: Readonly<Record<keyof Rules, readonly [file: string, name: string, scale?: string]>> = {
  oldestTradeMinutes: ["market/ticker-price.ts", "OLDEST_TRADE_MS", " * MINUTE_MS"],
  widestSpread: ["market/ticker-price.ts", "WIDEST_SPREAD"],
  qualityWithoutBook: ["market/ticker-price.ts", "QUALITY_WITHOUT_BOOK"],
  unchangedBuilds: ["market/unchanged-book.ts", "BUILDS"],
  unchangedHours: ["market/unchanged-book.ts", "SPAN_MS", " * HOUR_MS"],
  frozenShare: ["market/live-books.ts", "FROZEN_SHARE"],
  ownVenueTrim: ["market/venue-price.ts", "TRIM"],
  volumeClip: ["market/venue-weight.ts", "VOLUME_CLIP"],
  centreCap: ["market/venue-weight.ts", "CENTRE_CAP"],
  priceCap: ["market/venue-weight.ts", "PRICE_CAP"],
  groupCap: ["market/venue-weight.ts", "GROUP_CAP"],
  narrowestBand: ["market/aggregate-price.ts", "NARROWEST"],
  widestBand: ["market/aggregate-price.ts", "WIDEST"],
  safeVenues: ["market/aggregate-price.ts", "SAFE_VENUES"],
  trustedQuorum: ["market/venue-weight.ts", "TRUSTED_QUORUM"],
  highVenues: ["market/publication.ts", "HIGH_VENUES"],
  highVolumeUsd: ["market/publication.ts", "HIGH_VOLUME_USD"],
  singleVolumeUsd: ["market/publication.ts", "SINGLE_VOLUME_USD"],
  jump: ["market/publication.ts", "JUMP"],
  stablecoinBand: ["market/stablecoin-rate.ts", "STABLE_WIDEST"],
  stablecoinMajority: ["market/stablecoin-rate.ts", "MAJORITY_VENUES"],
  stablecoinFewAgree: ["market/stablecoin-rate.ts", "FEW_AGREE"],
  stablecoinDepeg: ["market/stablecoin-rate.ts", "DEPEG"],
  stablecoinAgrees: ["market/stablecoin-rate.ts", "DEPEG_AGREES"],
  fiatDisagreement: ["market/fiat-rate.ts", "MAX_DISAGREEMENT"],
  identityNear: ["normalise/coin-candidate.ts", "NEAR"],
  identityAgreement: ["normalise/identify.ts", "AGREEMENT"],
  identityFactor: ["normalise/coin-candidate.ts", "FARTHEST"],
  referenceMultiple: ["market/volume.ts", "REFERENCE_MULTIPLE"],
  othersMultiple: ["market/volume.ts", "OTHERS_MULTIPLE"],
  wrongCoins: ["market/price-coins.ts", "WRONG_COINS"],
  wrongShare: ["market/price-coins.ts", "WRONG_SHARE"],
};

function makeBook(
  exchange: string,
  priceUsd: number,
  weight: number,
  own: Partial<TickerEvidence> = {},
): TickerEvidence {
  const included = weight > 0;
  return {
    ...{ exchange, pair: "KCS/USD", priceUsd, volume24hUsd: 1_000_000, weight, included },
    reason: included ? null : "no trades in 24 hours",
    ...own,
  };
}

function makeEvidence(tickers: TickerEvidence[]) {
  const evidence = makeCoin("x", "X").evidence;
  return { ...evidence, tickers };
}

it.each(Object.entries(DECLARED))("the page says of %s what the program does", (rule, [file, name, scale = ""]) => {
  const text = readFileSync(new URL(`../../build/${file}`, import.meta.url), "utf8");
  const declared = new RegExp(`^const ${name} = ([\\d._e]+)${scale.replaceAll("*", "\\*")};`, "m").exec(text)?.[1];
  expect(Number(declared?.replaceAll("_", ""))).toBe(RULES[rule as keyof Rules]);
});

describe("the worked example", () => {
  it("adds up to the published price, and has the weights that the program found", () => {
    const ticker = (venue: string, trust: number, last: number, baseVolume: number) => ({
      ...{ venue, trust, quoteUsd: 1, quoteUsd24hAgo: 1, multiplier: 1, excluded: null },
      ticker: {
        ...{ market: `KCS-${venue}`, base: "KCS", quote: "USD", last, bid: last, ask: last, baseVolume, priced: true },
        ...{ quoteVolume: null, usdVolume: null, vwap: null, open24h: null, tradeTimeMs: null, trades: null },
      },
    });
    const tickers = [
      ticker("kraken", 1, 10, 30_000),
      ticker("coinbase", 1, 10.02, 28_000),
      ticker("gate", 0.7, 9.99, 40_000),
    ];
    const found = priceCoin({ tickers: tickers as never, previous: null, now: AS_OF_MS });
    const coin = makeCoin("kcs", "KCS", { price: found.price, evidence: found.evidence });
    const example = explainPrice(coin, VENUES);
    expect(example.venues).toHaveLength(3);
    expect(example.sum).toBeCloseTo(found.price!, 9);
    expect(example.venues.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
    // No cap of 40 % binds here, so that trust times volume is the weight.
    expect(example.cap).toBeCloseTo(0.4, 9);
    for (const { rawShare, weight } of example.venues) expect(rawShare).toBeCloseTo(weight, 9);
  });

  it("is a coin of few venues that all count, whatever larger coins there are", () => {
    const many = Array.from({ length: 9 }, (_, at) => makeBook(`v${at}`, 10, 1 / 9));
    const three = [makeBook("kraken", 10, 0.4), makeBook("coinbase", 10, 0.3), makeBook("gate", 10, 0.3)];
    const split = [...three, makeBook("mexc", 20, 0)];
    const coins = [
      makeCoin("many", "MANY", { evidence: makeEvidence(many) }),
      makeCoin("split", "SPLIT", { evidence: makeEvidence(split) }),
      makeCoin("odd", "$ODD", { evidence: makeEvidence(three) }),
      makeCoin("few", "FEW", { price: 10, evidence: makeEvidence(three) }),
    ];
    expect(findWorkedExample(makeWorld({ coins }).market, VENUES)?.coin.id).toBe("few");
    expect(findWorkedExample(makeWorld({ coins: coins.slice(0, 3) }).market, VENUES)).toBeNull();
  });

  it("shows its books with the reasons, and follows to the published digits", async () => {
    const tickers = [
      makeBook("kraken", 10, 0.4),
      makeBook("coinbase", 10.5, 0.3),
      makeBook("gate", 11, 0.3),
      makeBook("gate", 12, 0, { pair: "KCS/<b>" }),
    ];
    const coin = makeCoin("kcs", "KCS", { price: 10.45, evidence: makeEvidence(tickers) });
    const page = await renderPage(makeWorld({ coins: [coin] }), "docs/methodology/index.html", { venues: VENUES });
    expect(page).toContain("P = 0.4000 × 10\n  + 0.3000 × 10.5\n  + 0.3000 × 11\n  = 10.45\npublished: 10.45");
    expect(page).toContain("no trades in 24 hours");
    expect(page).toContain("KCS/&lt;b&gt;");
    expect(page).toContain('<th scope="row">Kraken</th><td class="number">1</td><td>yes: it holds dollars</td>');
  });
});

it("the page stands without data, and then has no example", async () => {
  const page = await renderPage(makeWorld(NOTHING), "docs/methodology/index.html");
  expect(page).not.toContain('id="example"');
  expect(page).not.toContain('href="#example"');
  expect(page).not.toMatch(/NaN|undefined/);
});
