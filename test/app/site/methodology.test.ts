import { describe, expect, it } from "vitest";
import { explainPrice, findWorkedExample, type PageVenue } from "../../../build/app/site/page-data/worked-example.ts";
import type { TickerEvidence } from "../../../build/crypto/market/model/price-evidence.ts";
import { priceCoin } from "../../../build/crypto/market/price/coin-price.ts";
import { createCoinTicker } from "../../crypto/market/coin-ticker.ts";
import { AS_OF_MS, makeCoin, makeWorld, NOTHING } from "../../fixtures/market.ts";
import { renderPage } from "../../fixtures/pages.ts";

const VENUES: PageVenue[] = [
  { id: "kraken", name: "Kraken", trust: 1, usdFiat: true },
  { id: "coinbase", name: "Coinbase", trust: 1, usdFiat: true },
  { id: "gate", name: "Gate", trust: 0.7, usdFiat: false },
];

function makeBook(
  exchange: string,
  priceUsd: number,
  weight: number,
  own: Partial<TickerEvidence> = {},
): TickerEvidence {
  const included = weight > 0;
  return {
    exchange,
    market: "KCSUSD",
    pair: "KCS/USD",
    priceUsd,
    volume24hUsd: 1_000_000,
    quality: included ? 1 : null,
    freshness: included ? 1 : null,
    weight,
    included,
    reason: included ? null : "no trades in 24 hours",
    ...own,
  };
}

function makeEvidence(tickers: TickerEvidence[]) {
  const { evidence } = makeCoin("x", "X");
  return { ...evidence, method: "volume_weighted" as const, tickers };
}

it("shows the numbers of the rules, in units for people", async () => {
  const markup = await renderPage(makeWorld(NOTHING), "docs/methodology/index.html");
  const page = markup
    .replace(/<\/?(span|wbr)[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
  for (const text of [
    "older than 60 minutes",
    "in 3 builds and 3 hours",
    "up to 1 % 1 up to 5 % 0.6 up to 10 % 0.3 more than 10 % not used no usable offers 0.7",
    "up to 10 minutes ago 1 up to 30 minutes ago 0.5 up to 60 minutes ago 0.25 earlier not used",
    "τ = 5.9304 × MAD / P₀ at least 1 %, at most 2 %; 2 % for two exchanges",
    "w = cap(T · v′, max(35 %, 1.2 / kept))",
    "a reference price of at most 10 minutes within 2 %",
    "may move a rate by a factor of 1.2 at once and of 1.5 in 30 days (1.2 from an agreed rate)",
    "we keep the last one for 30 to 60 days",
    "of at most 24 hours ago within a factor of 1.3, and its usual ratio to the coins within a factor of 1.2",
    "within a factor of 1.5 of the sum of the chains or of what protocols hold",
    "more than 50 points from the last accepted one",
    "If they then jump together by more than 20 %",
  ]) {
    const advice =
      `The methodology page does not say "${text}". If a rule changed, change this test, raise METHODOLOGY_VERSION ` +
      "(build/crypto/market/rules/methodology-version.ts), and say so in templates/docs/changelog.yaml.";
    expect(page.includes(text), advice).toBe(true);
  }
});

describe("the worked example", () => {
  it("adds up to the published price, and has the weights that the program found", () => {
    const ticker = (venue: string, trust: number, last: number, baseVolume: number) =>
      createCoinTicker(venue, { base: "KCS", last, bid: last, ask: last, baseVolume, quoteVolume: null }, { trust });
    const tickers = [
      ticker("kraken", 1, 10, 30_000),
      ticker("coinbase", 1, 10.02, 28_000),
      ticker("gate", 0.7, 9.99, 40_000),
    ];
    const found = priceCoin({ tickers, previous: null, now: AS_OF_MS });
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
    expect(page.replace(/<[^>]+>/g, "")).toContain(
      "P = 0.4000 × 10 + 0.3000 × 10.5 + 0.3000 × 11\nP = 10.45  published: 10.45",
    );
    expect(page).toContain("no trades in 24 hours");
    expect(page).toContain("KCS/&lt;b&gt;");
    expect(page).toContain(
      '<th scope="row">Kraken</th><td class="number">1</td><td>yes: its dollar pairs set the rates</td>',
    );
  });
});

it("renders without data, and then has no example", async () => {
  const page = await renderPage(makeWorld(NOTHING), "docs/methodology/index.html");
  expect(page).not.toContain('id="example"');
  expect(page).not.toContain('href="#example"');
  expect(page).not.toMatch(/NaN|undefined/);
});
